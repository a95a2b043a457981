"""A run on disk: its records, the lives before an exam, and episodes and questions by name."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from bare_records import bare, streamed
from msgspec.structs import replace

from regulars.datasets.codec import seal
from regulars.datasets.episode_record import EpisodeConfig
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import ProbeRecord
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import RecordError, UnknownNameError
from regulars.evaluation.replay import replay
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.runs.recorded import RecordedRun, find_episode, find_probe, open_run
from regulars.evaluation.whole_files import write_json
from regulars.scenarios.kinds import Band, Form

MANIFEST = RunManifest(schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90,
                       units=tuple(("s", seed, "x") for seed in range(3)))  # fmt: skip


def written(folder, *records, manifest=None):
    folder.mkdir(exist_ok=True)
    for record in records:
        append(folder / "episodes.jsonl", record)
    if manifest is not None:
        write_json(folder / "config.json", manifest)
    return folder


def test_a_run_is_read_with_and_without_its_manifest(tmp_path):
    records = [bare(seed=2), bare(seed=0)]
    run = open_run(written(tmp_path / "A", *records, manifest=MANIFEST))
    assert (run.folder, list(run.records), run.manifest) == (tmp_path / "A", records, MANIFEST)
    assert run.options == {"k": 7, "budget": 90}
    bare_run = open_run(str(written(tmp_path / "B", *records)))
    assert (bare_run.manifest, bare_run.options) == (None, {})


def test_a_folder_without_episodes_is_refused_with_the_runs_beside_it(tmp_path):
    written(tmp_path / "RUN-1", bare())
    with pytest.raises(RecordError, match="there is no such folder") as caught:
        open_run(tmp_path / "RUN-2")
    assert "RUN-1" in caught.value.remedy
    with pytest.raises(RecordError) as caught:
        open_run(tmp_path / "RUN-1" / "deeper")
    assert caught.value.remedy == "name a folder that evaluate --out wrote"
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "episodes.jsonl").write_text("")
    with pytest.raises(RecordError, match="no episodes yet"):
        open_run(tmp_path / "empty")


# ---------------------------------------------------------------- streams

TRAIN = [bare(f"b{n}", config=streamed("train", n, n)) for n in (1, 2, 3)]
EXAMS = {trained: bare(f"after-{trained}", config=streamed("exam", 1, trained)) for trained in range(4)}
HEARD = bare("heard", config=streamed("heard", 1, 1, regime="stepwise"))
OTHERS = [
    bare("b1", seed=1, config=streamed("train", 1, 1)),
    bare("b1", system="y", config=streamed("train", 1, 1)),
    bare("single"),
]
STREAM = RecordedRun(None, [*OTHERS, EXAMS[0], TRAIN[0], EXAMS[1], TRAIN[1], EXAMS[2], TRAIN[2], EXAMS[3], HEARD], None)


def before(record):
    return [one.key.scenario for one in STREAM.lived_before(record)]


def test_a_memory_met_the_train_lives_of_its_own_stream_up_to_an_exam():
    assert [before(EXAMS[trained]) for trained in range(4)] == [[], ["b1"], ["b1", "b2"], ["b1", "b2", "b3"]]
    assert [before(one) for one in TRAIN] == [[], ["b1"], ["b1", "b2"]]
    assert before(OTHERS[0]) == before(OTHERS[2]) == []


# ---------------------------------------------------------------- names

RUN = RecordedRun(None, [bare("core-3/1", 0, "a"), bare("core-3/1", 1, "a"), bare("core-3/12", 1, "b + a")], None)


@pytest.mark.parametrize(
    ("wanted", "place"),
    [("1", 0), ("3", 2), ("core-3/1/1/a", 1), ("/1/1/", 1), ("3/12", 2), ("b + a", 2), ("0", 0)],
)
def test_an_episode_is_found_by_number_name_or_a_part_that_no_other_has(wanted, place):
    assert find_episode(RUN, wanted) == place


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("4", "unknown episode '4'"),
        ("core-3", "3 episodes match 'core-3'"),
        ("core-3/1/", "2 episodes match 'core-3/1/'"),
        ("x", "unknown episode 'x'"),
    ],
)
def test_other_names_of_episodes_are_refused(wanted, said):
    with pytest.raises(UnknownNameError, match=said) as caught:
        find_episode(RUN, wanted)
    assert caught.value.expected == "a number from 1 to 3, or SCENARIO/SEED/SYSTEM"


def probe(id):
    return ProbeRecord(
        id=id, kind="temporal", form=Form.VALUE, attribute="job", target="", owner="p1", asker="p1", purpose="",
        time=datetime(2025, 3, 3, tzinfo=UTC), session=0, band=Band.OUT, anchor=False, status=ProbeStatus.UNREACHED,
        outcomes=(),
    )  # fmt: skip


QUESTIONS = bare(probes=tuple(map(probe, ("ab12", "ab34", "92c", "b9"))))


@pytest.mark.parametrize(
    ("wanted", "place"), [("1", 0), ("4", 3), ("ab34", 1), ("ab1", 0), ("b", 3), ("92c", 2), ("2", 1)]
)
def test_a_question_is_found_by_number_id_or_beginning(wanted, place):
    """Digits alone are a number (`92c` is not found by `92`), and `b` is no part of `ab12` in the beginning."""
    assert find_probe(QUESTIONS, wanted) == place


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("ab", "2 questions match 'ab'"),
        ("5", "unknown question '5'"),
        ("12", "unknown question"),
        ("92", "unknown question"),
    ],
)
def test_other_names_of_questions_are_refused(wanted, said):
    with pytest.raises(UnknownNameError, match=said) as caught:
        find_probe(QUESTIONS, wanted)
    assert caught.value.where == "s/0/x"


# ---------------------------------------------------------------- replay


def test_a_replay_tells_what_is_missing_and_leaves_out_what_was_changed(tmp_path):
    whole = [bare(seed=seed) for seed in range(3)]
    assert replay(written(tmp_path / "whole", *whole, manifest=MANIFEST)).notes == []
    edited = [whole[0], replace(whole[1], score=9.0), bare("t"), whole[0]]
    run = replay(written(tmp_path / "edited", *edited, manifest=MANIFEST))
    assert run.notes == [
        "only 1 of 3 episodes: complete the run with evaluate --resume",
        "3 records of the run rejected and left out: "
        "line 2 (s/1/x): the record was edited or damaged after it was written; "
        "line 3 (t/0/x): the run has no such episode; "
        "line 4 (s/0/x): duplicate episode: line 1 is the same episode",
    ]
    assert run.value("x", "reward") == 1.0, "the edited score of 9 never counts"
    assert replay(written(tmp_path / "plain", *whole[:2])).notes == [], "without a manifest nothing is missing"


def test_a_run_without_a_sound_record_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"no sound episode; line 1 \(s/0/x\): the record was edited"):
        replay(written(tmp_path / "run", replace(bare(), score=9.0)))


def test_a_replay_names_systems_forks_and_bounds_by_all_their_episodes(tmp_path):
    def made(system, seed, **given):
        return bare(seed=seed, system=system, config=EpisodeConfig(**given))

    records = [
        made("b", 0, probes="fork", unbounded=True),
        made("a", 0, probes="fork", unbounded=False),
        made("b", 1, probes="fork", unbounded=True),
        made("a", 1, probes="end", unbounded=True),
    ]
    faulty = bare(seed=2, system="a", valid=False, score=None, fault="late", ending="assistant_error")
    ticks = []
    run = replay(written(tmp_path / "run", *records, faulty), lambda: ticks.append(1))
    assert (run.systems, run.forked, run.unbounded, run.suites, run.regime) == (["b", "a"], ["b"], ["b"], ["own"], "")
    assert run.faults == [(faulty.key, "late")]
    assert len(ticks) == 5
    assert run.value("a", "faults") == pytest.approx(1 / 3, abs=1e-6)


def test_a_replay_names_the_suites_in_order_and_the_regime(tmp_path):
    records = []
    for name, seed in (("z-1", 0), ("a-2", 1), ("z-1", 2)):
        record = bare(seed=seed, config=streamed("train", 1, 1, 1, "train"))
        records.append(seal(replace(record, scenario=replace(record.scenario, suite=name))))
    run = replay(written(tmp_path / "run", *records))
    assert (run.suites, run.regime, run.title) == (["z-1", "a-2"], "train", "suite z-1, a-2, train")
