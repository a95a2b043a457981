"""How a dry run is scaled, whom it asks, and what a run checks before its first life; all worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bare_records import bare

from regulars.agents.models.protocol import Usage
from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation import dry_run as subject
from regulars.evaluation.dry_run import Estimate, estimates
from regulars.evaluation.evaluate import hashes_of_prompts, run_config, verified_run
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.systems.user_and_judge import UserAndJudge
from regulars.scenarios.kinds import ActKind, Form, ScenarioOrigin
from regulars.scenarios.world import Act, Probe, Scenario, Session

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
MODEL = "openai:M"


def life(id: str, sessions: int, probes: int = 0, acts: int = 0, *, recorded: bool = False) -> Scenario:
    """A plan with so many sessions, each with so many acts, and so many questions."""
    agenda = tuple(Act(f"a{number}", ActKind.GREET) for number in range(acts))
    asked = tuple(Probe(f"q{number}", "update", Form.VALUE, "employer", "p", "p", "", DAY) for number in range(probes))
    held = tuple(Session(number, "p", DAY, agenda=agenda) for number in range(1, sessions + 1))
    origin = ScenarioOrigin.RECORDED if recorded else ScenarioOrigin.GENERATED
    return Scenario(id, origin, "own", "english", DAY, (), held, asked)


@pytest.fixture
def lives(monkeypatch: pytest.MonkeyPatch) -> list[Scenario]:
    """The lives of a run, in place of those that its options name."""
    named: list[Scenario] = []

    def single_lives(config: RunConfig, systems: Any) -> Iterator[SimpleNamespace]:
        return (SimpleNamespace(scenario=one) for one in named)

    monkeypatch.setattr(subject, "single_lives", single_lives)
    return named


# ---------------------------------------------------------------------- how much of a run is rehearsed


@pytest.mark.parametrize(
    ("number", "places"),
    [
        (1, [0]),
        (6, [0, 1, 2, 3, 4, 5]),
        (7, [0, 2, 4, 6]),
        (12, [0, 2, 4, 6, 8, 10]),
        (13, [0, 3, 6, 9, 12]),
        (36, [0, 6, 12, 18, 24, 30]),
        (37, [0, 7, 14, 21, 28, 35]),
    ],
)
def test_at_most_six_lives_at_equal_distances_are_rehearsed(lives, number, places) -> None:
    lives += [life(str(place), 1) for place in range(number)]
    sample, planned, rehearsed, scale = subject._sampled(RunConfig())
    assert [one.id for one in sample.data] == [str(place) for place in places]
    assert (planned, rehearsed, scale) == (number, len(places), number / len(places))
    assert (sample.seeds, sample.relive) == (1, False)


def test_lives_weigh_by_their_sessions_and_questions(lives) -> None:
    """Seven lives, every second rehearsed: 3 + 2, 1, 2 and 4 of 3 + 2, 10, 1, 10, 2, 10, 4."""
    sizes = [(3, 2), (10, 0), (1, 0), (5, 5), (2, 0), (0, 10), (0, 4)]
    lives += [life(str(place), *size) for place, size in enumerate(sizes)]
    assert subject._sampled(RunConfig())[3] == (5 + 10 + 1 + 10 + 2 + 10 + 4) / (5 + 1 + 2 + 4)


@pytest.mark.parametrize(
    ("given", "size"),
    [
        (life("a", 3, 2, acts=4), 5),
        (life("a", 3, 2, acts=4, recorded=True), 14),
        (life("a", 0), 1),
        (life("a", 0, recorded=True), 1),
        (life("a", 1, 1), 2),
    ],
)
def test_a_recording_weighs_by_its_lines_and_a_life_by_its_sessions(given, size) -> None:
    assert subject._size(given) == size


def test_a_recording_that_is_played_with_several_seeds_is_rehearsed_once(lives) -> None:
    """Of the same life three times, all of which are chosen, one is played: the run asks three times as much."""
    lives += [life("a", 2)] * 3
    sample, planned, rehearsed, scale = subject._sampled(RunConfig(data=[life("a", 2)]))
    assert (len(sample.data), planned, rehearsed, scale) == (1, 3, 1, 3.0)


def test_of_streams_one_is_rehearsed() -> None:
    for seeds, streams in ((None, 5), (3, 3), (1, 1)):
        sample, planned, rehearsed, scale = subject._sampled(RunConfig(suite="stream", seeds=seeds))
        assert (sample.seeds, planned, rehearsed, scale) == (1, streams, 1, streams)


@pytest.mark.parametrize(
    ("options", "references"),
    [
        ({}, False),  # no model is behind a reference row
        ({"references": True}, False),
        ({"user": MODEL}, True),
        ({"judge": MODEL}, True),
        ({"resume": True}, True),  # they count among the episodes of the folder
        ({"user": MODEL, "references": False}, False),
        ({"user": MODEL, "data": [life("a", 1)]}, False),
        ({"resume": True, "data": [life("a", 1)]}, False),
        ({"user": MODEL, "data": [life("a", 1)], "references": True}, True),
    ],
)
def test_reference_rows_are_rehearsed_if_models_talk_with_them(lives, options, references) -> None:
    lives.append(life("a", 1))
    assert subject._sampled(RunConfig(**options))[0].references is references


@pytest.mark.parametrize(("planned", "share"), [(4, 0.5), (2, 0.0), (1, 0.0), (8, 0.75)])
def test_a_run_that_goes_on_lacks_the_other_episodes(tmp_path: Path, planned: float, share: float) -> None:
    assert subject._missing(tmp_path / "R", planned) == 1.0
    (tmp_path / "R").mkdir()
    for seed in (0, 1):
        append(tmp_path / "R" / "episodes.jsonl", bare("s", seed))
    assert subject._missing(tmp_path / "R", planned) == share


def test_numbers_are_scaled_rounded_and_sorted_by_role() -> None:
    """2.5 rounds to 2, the even neighbour; 7.5 to 8."""
    usage = {"user": Usage(calls=5, prompt_tokens=15, completion_tokens=3, cost=None), "assistant": Usage(calls=1),
             "judge": Usage(prompt_tokens=9)}  # fmt: skip
    found = estimates(usage, 0.5, ("assistant",))
    assert list(found) == ["assistant", "user"]
    assert found["user"] == Estimate(calls=2, prompt_tokens=8, completion_tokens=2, cost=None)
    assert found["assistant"].at_most
    assert estimates(usage)["user"].calls == 5


# ---------------------------------------------------------------------- who is asked


@pytest.mark.parametrize(
    ("judge", "asked"),
    [
        ("openai:M", "openai:M:always=true"),
        ("openai:M:temperature=0", "openai:M:temperature=0;always=true"),
        ("openai:M:always=false", "openai:M:always=false"),
        ("openai:M,openai:N:always=true", "openai:M:always=true,openai:N:always=true"),
    ],
)
def test_judges_are_asked_about_every_reply(judge: str, asked: str) -> None:
    assert subject._always(judge) == asked


@pytest.mark.parametrize(
    ("role", "spec", "kept"),
    [
        ("user", "scripted", True),
        ("user", MODEL, True),
        ("user", "mine.py:People", False),
        ("evaluator", f"{MODEL},openai:N", True),
        ("evaluator", f"{MODEL},mine.py:Judge", False),
    ],
)
def test_a_policy_of_the_users_own_is_replaced_and_noted(role: str, spec: str, kept: bool) -> None:
    notes: list[str] = []
    assert subject._own_policy(role, spec, notes) == (spec if kept else "scripted")
    assert notes == ([] if kept else [f"{spec}: is not run here, so calls of its own are not counted"])


class Mine:
    """A memory of the user's own."""


def helper(observation: Any) -> str:
    return ""


def test_everything_of_the_users_own_is_named_once_and_replaced() -> None:
    notes: list[str] = []
    own = subject._without_own_code(
        RunConfig(
            memory=["none", Mine], assistant=helper, judge="mine.py:Judge", judge_kinds=["sum"], labels={"x": "y"}
        ),
        notes,
    )
    assert (own.memory, own.assistant, own.user, own.judge) == (["none"], None, "scripted", "scripted")
    assert (own.judge_kinds, own.labels) == (None, {})
    assert notes == [
        "Mine: is not run here, so calls of its own are not counted",
        f"{helper}: is not called here, so calls of its own are not counted",
        "mine.py:Judge: is not run here, so calls of its own are not counted",
    ]


def test_what_belongs_to_the_package_is_kept() -> None:
    notes: list[str] = []
    config = RunConfig(memory=["oracle-recall", "bm25-turn:k1=1.5"], assistant=MODEL, judge=MODEL, judge_kinds=["sum"])
    own = subject._without_own_code(config, notes)
    assert (own.memory, own.assistant, own.judge, own.judge_kinds) == (
        ["oracle-recall", "bm25-turn:k1=1.5"], MODEL, MODEL, ["sum"],
    )  # fmt: skip
    assert notes == []
    assert subject._without_own_code(RunConfig(memory=Mine), notes).memory == ["bm25-turn"]


# ---------------------------------------------------------------------- before and after the lives of a run


@pytest.mark.parametrize(
    ("options", "what"),
    [({"suite": "stream"}, "cannot watch a stream"), ({"workers": 2}, "cannot watch 2 workers")],
)
def test_only_single_lives_of_one_worker_are_watched(options: dict[str, Any], what: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        run_config(RunConfig(memory="none", **options), watch=lambda *_: None)
    assert str(caught.value) == (
        f"watch: {what}; expected single lives and one worker; leave watch out, or set workers to 1."
    )


def test_a_run_that_another_program_changed_is_refused(tmp_path: Path) -> None:
    manifest = RunManifest(schema=2, version="", systems=("x",), feedback="evaluative", k=10, budget=9,
                           units=(("s", 0, "x"),))  # fmt: skip
    path = tmp_path / "episodes.jsonl"
    append(path, bare("s", 0))
    assert len(verified_run(tmp_path, manifest).records) == 1
    append(path, bare("s", 0))
    with pytest.raises(RecordError) as caught:
        verified_run(tmp_path, manifest)
    assert str(caught.value) == (
        f"{path}: another program has changed the file during the run: line 2 (s/0/x): duplicate episode: "
        "line 1 is the same episode; stop that program, then resume the run."
    )


@pytest.mark.parametrize(
    ("assistant", "others", "has_prompts"),
    [
        (None, UserAndJudge(), False),
        ("scripted", UserAndJudge(), False),
        (helper, UserAndJudge(), False),
        (MODEL, UserAndJudge(), True),
        (None, UserAndJudge(user=MODEL), True),
        (None, UserAndJudge(judge=MODEL), True),
        ("no-such-assistant", UserAndJudge(), False),
    ],
)
def test_a_run_with_a_model_keeps_the_hashes_of_its_prompts(assistant, others, has_prompts) -> None:
    assert bool(hashes_of_prompts(RunConfig(assistant=assistant), others)) is has_prompts
