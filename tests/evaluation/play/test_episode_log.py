"""The log of a run: what remains to be played, in which attempt, and what progress says."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from bare_records import bare
from msgspec.structs import replace

from regulars.agents.models.metered import Meter
from regulars.agents.models.protocol import Usage
from regulars.datasets.codec import to_line
from regulars.datasets.episode_record import EpisodeKey
from regulars.datasets.record_files import append, read_records
from regulars.envs.life.outcomes import Ending
from regulars.errors import RecordError
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.systems.systems import System
from regulars.evaluation.verification import REJECTED


@dataclass(frozen=True)
class Planned:
    """A planned episode without a scenario."""

    name: str
    seed: int
    system: System

    @property
    def key(self):
        return EpisodeKey(self.name, self.seed, self.system.name)


UNITS = [Planned(name, seed, System("x", lambda life: None)) for name in ("s", "t") for seed in (0, 1)]
S0, S1, T0, T1 = (
    bare(unit.name, unit.seed, score=score) for unit, score in zip(UNITS, (1.0, 2.0, 4.5, 0.0), strict=True)
)
FAULTY = {"valid": False, "score": None, "fault": "?"}


def log(path, told=None, **given):
    return EpisodeLog(path, UNITS, Meter(), None if told is None else told.append, **given)


def remaining(found):
    return [(job.unit.name, job.unit.seed, job.attempt) for job in found.jobs]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "episodes.jsonl"


def test_a_new_run_plays_every_episode_once(path):
    told = []
    assert remaining(log(path, told)) == [("s", 0, 1), ("s", 1, 1), ("t", 0, 1), ("t", 1, 1)]
    assert told == [], "there is nothing to report yet"
    assert path.read_bytes() == b""


def test_what_was_played_is_kept_and_the_rest_remains(path):
    for record in (T0, S1):
        append(path, record)
    before = path.read_bytes()
    told = []
    found = log(path, told)
    assert remaining(found) == [("s", 0, 1), ("t", 1, 1)]
    assert path.read_bytes() == before
    # two of four, neither of them played now; the mean reward of 4.5 and 2
    (first,) = told
    assert (first.done, first.total, first.played, first.reward, first.faults) == (2, 4, 0, 3.25, 0)


@pytest.mark.parametrize(
    ("ending", "again"),
    [
        (Ending.INFRASTRUCTURE_ERROR, True),
        (Ending.ASSISTANT_ERROR, False),
        (Ending.USER_ERROR, False),
        (Ending.EVALUATOR_ERROR, False),
        (Ending.BUDGET, False),
    ],
)
def test_only_failures_of_the_infrastructure_are_played_again(path, ending, again):
    given = FAULTY if not ending.valid else {}
    failed = bare("s", 1, ending=ending, attempt=2, **given)
    for record in (S0, failed, T0):
        append(path, record)
    assert remaining(log(path)) == ([("s", 1, 3), ("t", 1, 1)] if again else [("t", 1, 1)])
    kept = [record.key.seed for record in read_records(path) if record.key.scenario == "s"]
    assert kept == ([0] if again else [0, 1]), "the failed record makes room for the next attempt"


def test_an_episode_of_a_stream_is_never_played_again(path):
    append(path, bare("s", 1, ending=Ending.INFRASTRUCTURE_ERROR, **FAULTY))
    assert remaining(log(path, plays_again=False)) == [("s", 0, 1), ("t", 0, 1), ("t", 1, 1)]
    assert len(list(read_records(path))) == 1


def test_a_torn_last_line_is_removed_and_its_episode_played_again(path):
    append(path, S0)
    whole = path.read_bytes()
    path.write_bytes(whole + to_line(S1)[:50])
    assert remaining(log(path)) == [("s", 1, 1), ("t", 0, 1), ("t", 1, 1)]
    assert path.read_bytes() == whole


def test_records_are_sorted_into_the_order_of_the_run(path):
    found = log(path)
    for unit, record in ((UNITS[2], T0), (UNITS[0], S0), (UNITS[3], T1), (UNITS[1], S1)):
        found.enter(unit, record)
    assert [str(record.key) for record in read_records(path)] == ["t/0/x", "s/0/x", "t/1/x", "s/1/x"]
    assert list(found.close()) == [S0, S1, T0, T1] == list(read_records(path))


def test_sorted_records_are_not_written_again(path):
    found = log(path)
    for unit, record in zip(UNITS, (S0, S1, T0, T1), strict=True):
        found.enter(unit, record)
    before = path.stat().st_ino, path.read_bytes()
    found.close()
    assert (path.stat().st_ino, path.read_bytes()) == before


def test_progress_counts_episodes_faults_rewards_and_calls(path):
    append(path, S0)
    told = []
    meter = Meter()
    found = EpisodeLog(path, UNITS, meter, told.append)
    failed = bare("t", 0, ending=Ending.ASSISTANT_ERROR, **FAULTY)
    found.enter(UNITS[2], failed)
    meter.add("assistant", Usage(calls=3, prompt_tokens=7))
    found.enter(UNITS[1], S1)
    # a fault has no reward: the mean of 1 and 2
    assert [(one.done, one.played, one.faults, one.reward, one.scenario, one.system) for one in told] == [
        (1, 0, 0, 1.0, "s", "x"),
        (2, 1, 1, 1.0, "t", "x"),
        (3, 2, 1, 1.5, "s", "x"),
    ]
    assert [one.usage.calls for one in told] == [0, 0, 3]
    found.report()
    assert told[-1] == told[-2]


def test_while_no_episode_was_valid_there_is_no_reward(path):
    told = []
    found = log(path, told)
    found.enter(UNITS[0], bare("s", 0, ending=Ending.USER_ERROR, **FAULTY))
    assert (told[0].reward, told[0].faults, told[0].done) == (None, 1, 1)


def test_a_record_that_contradicts_itself_is_never_written(path):
    found = log(path)
    with pytest.raises(RecordError, match="contradicts itself"):
        found.enter(UNITS[0], replace(S0, score=9.0))
    assert path.read_bytes() == b""


# ---------------------------------------------------------------- records that fail the verification


def edited(record):
    return to_line(record).replace(b'"score":', b'"score":1')


AT = "the episode record does not match its schema: "
BAD_LINES = {
    "torn in the middle": (to_line(S1)[:60], "", "the line is not JSON"),
    "bytes of another kind": (b"\xff\x00", "", "the line is not JSON"),
    "not a number": (to_line(S1).replace(b'"score":2.0', b'"score":NaN'), "", f"{AT}it holds NaN"),
    "of a later schema": (
        to_line(S1).replace(b'"schema":2', b'"schema":3'),
        "",
        "unknown schema 3 of an episode record",
    ),
    "edited": (edited(S1), "s/1/x", "the record was edited or damaged after it was written"),
    "of another version": (
        to_line(bare("s", 1, versions={"regulars": "0.0.9"})),
        "s/1/x",
        "it was recorded by version 0.0.9, and the run by 0.1.0",
    ),
    "of no planned episode": (to_line(bare("u", 1)), "u/1/x", "the run has no such episode"),
    "a second time": (to_line(S0), "s/0/x", "duplicate episode: line 1 is the same episode"),
}


@pytest.mark.parametrize("kind", BAD_LINES)
def test_a_record_that_fails_is_named_and_set_aside_and_its_episode_played_again(path, kind):
    line, name, why = BAD_LINES[kind]
    path.write_bytes(to_line(S0) + b"\n" + line + b"\n" + to_line(T0) + b"\n")
    told = []
    found = log(path, told, version="0.1.0")
    assert [(one.line, one.episode, one.why) for one in found.rejected] == [(2, name, why)]
    assert remaining(found) == [("s", 1, 1), ("t", 1, 1)]
    assert (told[0].done, told[0].reward) == (2, 2.75), "the mean of 1 and 4.5: what fails never counts"
    assert list(read_records(path)) == [S0, T0]
    kept = json.loads((path.parent / REJECTED).read_bytes())
    assert (kept["line"], kept["episode"], kept["why"]) == (2, name, why)
    assert kept["text"].encode("utf-8", "surrogateescape") == line, "nothing is lost"
    again = log(path, version="0.1.0")
    assert again.rejected == []
    for unit, record in ((UNITS[3], T1), (UNITS[1], S1)):
        again.enter(unit, record)
    assert list(again.close()) == [S0, S1, T0, T1]


def test_records_set_aside_gather_in_one_file(path):
    for line in (edited(S0), edited(S1)):
        path.write_bytes(line + b"\n")
        log(path)
    kept = [json.loads(line)["episode"] for line in (path.parent / REJECTED).read_text().splitlines()]
    assert kept == ["s/0/x", "s/1/x"]
    assert path.read_bytes() == b""


def test_a_record_is_not_added_to_a_file_that_another_program_changed(path):
    found = log(path)
    found.enter(UNITS[0], S0)
    append(path, S1)
    with pytest.raises(RecordError, match="another program has changed the file during the run"):
        found.enter(UNITS[2], T0)
    assert list(read_records(path)) == [S0, S1]
