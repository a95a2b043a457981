"""What a system lost: counts by group, and which lost answers tell most, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from played_runs import faulty, question, run_of

from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import ExpectationRecord
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import ConfigurationError, UnknownNameError
from regulars.evaluation.lost_answers import GroupCount, lost_answers
from regulars.evaluation.question_lines import questions_of
from regulars.evaluation.runs.recorded import open_run


def asked(*right: bool):
    """Four questions: two of a kind at distance 10, one of another kind far away, one that is no anchor."""
    a, b, c, d = right
    return [
        question("a", right=a), question("b", right=b), question("c", right=c, kind="count", horizon=300),
        question("d", right=d, kind="count", anchor=False),
    ]  # fmt: skip


@pytest.fixture
def run(tmp_path):
    """One life: x gets `a` alone, y gets `b` and `d`, z gets `c` and `d`; the floor gets everything."""
    systems = {"x": (True, False, False, False), "y": (False, True, False, True), "z": (False, False, True, True)}
    lives = {name: [asked(*right)] for name, right in systems.items()}
    folder = run_of(tmp_path / "run", {**lives, "random": [asked(True, True, True, True)]})
    append(folder / "episodes.jsonl", faulty(1, "x"))
    return open_run(folder)


def test_lost_answers_are_counted_by_kind_the_most_lost_first(run):
    assert lost_answers(run, "x", by="kind").counts == (
        GroupCount(group="count", questions=2, right=0, lost=2),
        GroupCount(group="update", questions=2, right=1, lost=1),
    )


def test_lost_answers_are_counted_by_distance_session_and_stage(run):
    assert [(one.group, one.questions, one.lost) for one in lost_answers(run, "x", by="distance").counts] == [
        ("0-50", 3, 2), ("201-400", 1, 1),
    ]  # fmt: skip
    assert [(one.group, one.lost) for one in lost_answers(run, "x", by="session").counts] == [("1", 3)]
    # The first turn was never recalled, and the memory keeps no journal: a right answer needs no stage.
    (stage,) = lost_answers(run, "x", by="stage").counts
    assert (stage.group, stage.questions, stage.right, stage.lost) == ("not recalled", 3, 0, 3)


def test_rightly_abstaining_before_anything_was_told_is_no_lost_answer(tmp_path):
    """Three questions about what was not told yet: one rightly abstained from, one answered, one not asked."""
    expected = ExpectationRecord(domain="employer", answerable=False, gold=(), stale=(), others=(), category="")

    def untold(id: str, right: bool):
        asked_once = question(id, right=right)
        status = ProbeStatus.UNANSWERABLE
        outcome = replace(asked_once.outcomes[0], status=status, expectation=expected, evidence=())
        return replace(asked_once, status=status, outcomes=(outcome,))

    unreached = replace(question("c", right=False), status=ProbeStatus.UNREACHED, outcomes=())
    run = open_run(run_of(tmp_path / "run", {"x": [[untold("a", True), untold("b", False), unreached]]}))
    found = lost_answers(run, "x", by="kind")
    assert [(one.questions, one.right, one.lost) for one in found.counts] == [(3, 1, 2)]
    assert [one.asked.probe for one in found.telling] == ["b", "c"]
    assert [line.failed for line in questions_of(run.records[0])] == ["right", "not told", "not told"]


def test_against_another_system_both_sides_are_counted(run):
    by = {one.group: one for one in lost_answers(run, "x", by="kind", versus="y").counts}
    assert (by["update"].missed, by["update"].gained) == (1, 1)  # b, a
    assert (by["count"].missed, by["count"].gained) == (1, 0)  # d


def test_what_the_other_system_and_then_most_others_got_right_comes_first(run):
    def order(**options):
        return [(one.asked.probe, one.right, one.others) for one in lost_answers(run, "x", **options).telling]

    # `d`: y and z right; `b` and `c`: one of two, in their order. The floor `random` does not count.
    assert order() == [("d", 2, 2), ("b", 1, 2), ("c", 1, 2)]
    assert order(versus="z") == [("d", 2, 2), ("c", 1, 2), ("b", 1, 2)]
    assert order(shown=1) == [("d", 2, 2)]


def test_one_stage_and_slices_narrow_the_counts(run):
    assert lost_answers(run, "x", lost="misused", by="kind").telling == ()
    assert sum(one.lost for one in lost_answers(run, "x", lost="misused", by="kind").counts) == 0
    assert [one.asked.probe for one in lost_answers(run, "x", slices=["kind=count", "distance=100-400"]).telling] == [
        "c"
    ]
    assert [one.asked.probe for one in lost_answers(run, "x", slices=["distance=11-"]).telling] == ["c"]
    assert lost_answers(run, "x", slices=["session=2"]).counts == ()


def test_the_only_system_needs_no_name(tmp_path):
    run = open_run(run_of(tmp_path / "run", {"x": [[True]], "none": [[False]]}))
    assert lost_answers(run).system == "x"


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({}, ConfigurationError, "the run has 3 systems"),
        ({"system": "w"}, UnknownNameError, "no system 'w'"),
        ({"system": "x", "versus": "w"}, UnknownNameError, "no system 'w'"),
        ({"system": "x", "versus": "x"}, ConfigurationError, "'x' is compared with itself"),
        ({"system": "x", "by": "kinds"}, ConfigurationError, "unknown group 'kinds'"),
        ({"system": "x", "lost": "not recaled"}, ConfigurationError, "unknown stage 'not recaled'.*not recalled"),
        ({"system": "x", "slices": ["session=one"]}, ConfigurationError, "unknown slice 'session=one'"),
        ({"system": "x", "slices": ["distance=5"]}, ConfigurationError, "unknown slice 'distance=5'"),
    ],
)
def test_what_cannot_be_counted_is_refused(options, error, said, run):
    with pytest.raises(error, match=said):
        lost_answers(run, options.pop("system", None), **options)
