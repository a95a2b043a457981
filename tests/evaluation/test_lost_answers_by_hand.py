"""Lost answers in every order, group and slice, field by field, on records made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import at, life, question, run_of

from regulars.datasets.record_files import append
from regulars.envs.life.sessions import LivedSession
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import ConfigurationError, UnknownNameError
from regulars.evaluation.lost_answers import AskedOnce, GroupCount, lost_answers
from regulars.evaluation.runs.recorded import open_run
from regulars.scenarios.kinds import ScenarioOrigin


def asked(id: str, right: bool, kind: str = "update", **changes: Any):
    plan = question(id, right=right, kind=kind, **{"anchor": changes.pop("anchor", True)})
    return replace(plan, outcomes=(replace(plan.outcomes[0], **changes),))


def found(tmp_path, lives: dict[str, list[list[Any]]], system: str | None = "x", /, **options: Any):
    return lost_answers(open_run(run_of(tmp_path / "run", lives)), system, **options)


# ---------------------------------------------------------------------- the order of groups and answers


def test_groups_come_by_what_the_other_alone_got_right_then_by_what_was_lost_then_by_name(tmp_path):
    """Kinds and their counts for x: a: 2 lost, none missed. b and c: 1 lost, 1 missed. d: 3 lost, 1 missed. e: none."""
    kinds = "aabcddde"
    mine = [asked(f"q{place}", kind == "e", kind) for place, kind in enumerate(kinds)]
    theirs = [asked(f"q{place}", place in (2, 3, 4), kind) for place, kind in enumerate(kinds)]
    with_other = found(tmp_path, {"x": [mine], "y": [theirs]}, by="kind", versus="y")
    assert with_other.counts == (
        GroupCount(group="d", questions=3, right=0, lost=3, gained=0, missed=1),
        GroupCount(group="b", questions=1, right=0, lost=1, gained=0, missed=1),
        GroupCount(group="c", questions=1, right=0, lost=1, gained=0, missed=1),
        GroupCount(group="a", questions=2, right=0, lost=2, gained=0, missed=0),
        GroupCount(group="e", questions=1, right=1, lost=0, gained=1, missed=0),
    )
    alone = lost_answers(open_run(tmp_path / "run"), "x", by="kind")
    assert [(one.group, one.lost, one.gained, one.missed) for one in alone.counts] == [
        ("d", 3, None, None), ("a", 2, None, None), ("b", 1, None, None), ("c", 1, None, None), ("e", 0, None, None),
    ]  # fmt: skip
    assert (with_other.system, with_other.versus, with_other.by) == ("x", "y", "kind")
    assert (alone.versus, alone.by, lost_answers(open_run(tmp_path / "run"), "x").by) == ("", "kind", "stage")


def test_a_question_that_only_one_of_two_systems_has_is_neither_gained_nor_missed(tmp_path):
    mine = [asked("a", True), asked("b", False), asked("c", True), asked("d", False)]
    theirs = [asked("a", False), asked("b", True), asked("e", True)]
    (group,) = found(tmp_path, {"x": [mine], "y": [theirs]}, by="kind", versus="y").counts
    assert group == GroupCount(group="update", questions=4, right=2, lost=2, gained=1, missed=1)


def test_what_both_got_right_or_both_lost_is_neither_gained_nor_missed(tmp_path):
    lives = [asked("a", True), asked("b", False)]
    (group,) = found(tmp_path, {"x": [lives], "y": [lives]}, by="kind", versus="y").counts
    assert (group.gained, group.missed) == (0, 0)


def test_the_most_telling_answers_come_first(tmp_path):
    """What `y` got right, then what most got right, then anchors, then the order of the run."""
    first = [
        asked("a", False, anchor=False), asked("b", False), asked("c", False), asked("d", False, anchor=False),
        asked("e", False, anchor=False),
    ]  # fmt: skip
    second = [asked("a", False)]
    right = {"y": "d", "z": "ce", "w": "e", "none": "abcde"}
    lives = {name: [[asked(id, id in gets) for id in "abcde"], [asked("a", False)]] for name, gets in right.items()}
    answers = found(tmp_path, {"x": [first, second], **lives}, versus="y").telling
    assert [(one.asked.probe, one.asked.episode, one.right, one.others) for one in answers] == [
        ("d", 1, 1, 3),  # y alone
        ("e", 1, 2, 3), ("c", 1, 1, 3),  # not y, but two and one of the others
        ("b", 1, 0, 3), ("a", 2, 0, 3),  # anchors, in their order
        ("a", 1, 0, 3),
    ]  # fmt: skip
    run = open_run(tmp_path / "run")
    assert [one.asked.probe for one in lost_answers(run, "x", versus="y", shown=2).telling] == ["d", "e"]
    assert lost_answers(run, "x", shown=0).telling == ()


def test_ten_lost_answers_are_shown_by_default(tmp_path):
    lives = {"x": [[asked(f"q{place}", False) for place in range(12)]]}
    assert [one.asked.number for one in found(tmp_path, lives).telling] == list(range(1, 11))


# ---------------------------------------------------------------------- what counts as lost


def test_one_stage_counts_what_was_lost_there_and_missed_there(tmp_path):
    """a is not recalled, b recalled and misused; y has both right."""
    misused = asked(
        "b", False, recalled=("s001.t01",), verdict=replace(question("b", right=False).first.verdict, kind="wrong")
    )
    lives = {"x": [[asked("a", False), misused, asked("c", True)]], "y": [[asked(id, True) for id in "abc"]]}
    (kind,) = found(tmp_path, lives, by="kind", versus="y", lost="not_recalled").counts
    assert kind == GroupCount(group="update", questions=3, right=1, lost=1, gained=0, missed=1)
    run = open_run(tmp_path / "run")
    (stage,) = lost_answers(run, "x", versus="y", lost="misused").counts
    assert stage == GroupCount(group="misused", questions=1, right=0, lost=1, gained=0, missed=1)
    assert [one.group for one in lost_answers(run, "x").counts] == ["misused", "not recalled"]
    for lost, probes in (("misused", ["b"]), ("not recalled", ["a"]), (None, ["a", "b"]), ("forgotten", [])):
        assert [one.asked.probe for one in lost_answers(run, "x", lost=lost).telling] == probes


@pytest.mark.parametrize(
    "lost",
    ["not told", "not_written", "changed", "forgotten", "not recalled", "not_used", "misused", "open", "untraced",
     "should abstain", "should_abstain"],
)  # fmt: skip
def test_every_stage_has_its_name_with_or_without_underscores(tmp_path, lost):
    assert found(tmp_path, {"x": [[asked("a", True)]]}, lost=lost).counts == ()


def test_void_questions_count_nowhere(tmp_path):
    void = replace(asked("a", False, status=ProbeStatus.VOID, expectation=None), status=ProbeStatus.VOID)
    (group,) = found(tmp_path, {"x": [[void, asked("b", False)]]}, by="kind").counts
    assert (group.questions, group.lost) == (1, 1)


def test_recalled_evidence_of_a_recording_is_right(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    record = life(0, "x", [asked("a", True), asked("b", False)])
    append(
        folder / "episodes.jsonl",
        sealed(replace(record, scenario=replace(record.scenario, source=ScenarioOrigin.RECORDED))),
    )
    (group,) = lost_answers(open_run(folder), by="kind").counts
    assert (group.questions, group.right, group.lost) == (2, 1, 1)


def sealed(record: Any) -> Any:
    from regulars.datasets.codec import seal

    return seal(record)


# ---------------------------------------------------------------------- one answer, field by field


def the_one(tmp_path, plan: Any, **changes: Any) -> AskedOnce:
    folder = run_of(tmp_path / "run", {"x": [[asked("q0", True), plan]]}, **changes)
    (answer,) = lost_answers(open_run(folder)).telling
    return answer.asked


def test_a_lost_answer_has_every_field_of_its_question(tmp_path):
    assert the_one(tmp_path, asked("q", False, "count", horizon=7)) == AskedOnce(
        episode=1, number=2, scenario="core", seed=0, system="x", probe="q", kind="count", attribute="employer",
        session=1, distance=7, failed="not recalled", verdict="abstained", anchor=True, question="Where do I work?",
        gold=("Drumlock",), reply="I don't know that; you have not told me.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("s001.t02", "I work at Drumlock."),  # the line before the reply
        ("s001.t03", "Noted."),
        ("s001.t01", "Where do I work?"),  # no line is before it
        ("s001.t09", "Where do I work?"),
        ("", "Where do I work?"),
    ],
)
def test_the_question_of_a_reply_is_the_line_before_it(tmp_path, turn, words):
    assert the_one(tmp_path, asked("q", False, turn=turn)).question == words


def test_a_question_that_was_not_asked_has_no_words_session_or_distance(tmp_path):
    unreached = replace(asked("q", False), status=ProbeStatus.UNREACHED, outcomes=())
    one = the_one(tmp_path, unreached)
    assert (one.session, one.distance, one.failed, one.verdict) == (0, -1, "not told", "-")
    assert (one.question, one.gold, one.reply) == ("", (), "")


def test_a_place_is_the_same_for_every_system_and_a_result_is_right_or_not(tmp_path):
    one = the_one(tmp_path, asked("q", False))
    assert (one.place, one.is_right) == (("core", 0, "q"), False)
    assert [replace(one, failed=failed).is_right for failed in ("right", "recalled", "open")] == [True, True, False]


# ---------------------------------------------------------------------- groups and slices


def by_session_and_distance() -> dict[str, list[list[Any]]]:
    early, late = {"time": at(60)}, {"time": at(120)}
    return {"x": [[
        asked("a", False, horizon=0, **early), asked("b", False, horizon=50, **early),
        asked("c", False, horizon=51, **late), asked("d", False, horizon=-1, **late),
        asked("e", False, "count", horizon=801, **late),
    ]]}  # fmt: skip


SESSIONS = (LivedSession(2, "ann", at(0), at(3)), LivedSession(13, "ann", at(90), at(93)))


def test_a_distance_has_its_range_and_a_question_without_evidence_a_group_of_its_own(tmp_path):
    run = open_run(run_of(tmp_path / "run", by_session_and_distance(), sessions=SESSIONS))
    assert {one.group: one.lost for one in lost_answers(run, by="distance").counts} == {
        "0-50": 2, "51-100": 1, "801-": 1, "no evidence": 1,
    }  # fmt: skip
    assert {one.group: one.lost for one in lost_answers(run, by="session").counts} == {"2": 2, "13": 3}


@pytest.mark.parametrize(
    ("slices", "probes"),
    [
        ([], "abcde"),
        (["kind=count"], "e"),
        (["category=count"], "e"),
        (["kind=counts"], ""),
        (["session=2"], "ab"),
        (["session=13"], "cde"),
        (["session=1"], ""),
        (["distance=0-50"], "ab"),
        (["distance=0-51"], "abc"),
        (["distance=1-51"], "bc"),
        (["distance=50-50"], "b"),
        (["distance=51-"], "ce"),
        (["distance=52-"], "e"),
        (["distance=0-"], "abce"),
        (["session=13", "distance=0-51"], "c"),
        (["kind=update", "session=13"], "cd"),
    ],
)
def test_all_slices_must_hold(tmp_path, slices, probes):
    run = open_run(run_of(tmp_path / "run", by_session_and_distance(), sessions=SESSIONS))
    assert "".join(one.asked.probe for one in lost_answers(run, slices=slices).telling) == probes


# ---------------------------------------------------------------------- which system


def parts_of(error: Any) -> tuple[str, str, str, str]:
    return error.what, error.where, error.expected, error.remedy


@pytest.mark.parametrize(
    ("systems", "chosen"),
    [(["x"], "x"), (["none", "x", "random"], "x"), (["none"], "none")],
)
def test_the_only_system_beside_floors_needs_no_name(tmp_path, systems, chosen):
    assert found(tmp_path, {name: [[asked("a", True)]] for name in systems}, None).system == chosen


@pytest.mark.parametrize(
    ("systems", "count", "first"), [(["none", "x", "y"], 2, "x"), (["none", "random", "recency"], 3, "none")]
)
def test_several_systems_need_a_name(tmp_path, systems, count, first):
    lives = {name: [[asked("a", True)]] for name in systems}
    with pytest.raises(ConfigurationError) as caught:
        found(tmp_path, lives, None)
    assert parts_of(caught.value) == (
        f"the run has {count} systems",
        str(tmp_path / "run"),
        "the name of one",
        f"--system {first}",
    )


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"system": "xx"}, UnknownNameError, ("no system 'xx'", "RUN", "", "did you mean 'x'?")),
        ({"versus": "yy"}, UnknownNameError, ("no system 'yy'", "RUN", "", "did you mean 'y'?")),
        ({"versus": "x"}, ConfigurationError, ("'x' is compared with itself", "--versus", "", "name another system")),
        ({"by": "kinds"}, ConfigurationError, ("unknown group 'kinds'", "--by", "", "did you mean 'kind'?")),
        ({"lost": "opne"}, ConfigurationError, ("unknown stage 'opne'", "--lost", "", "did you mean 'open'?")),
        *(
            ({"slices": [slice_]}, ConfigurationError, (
                f"unknown slice {slice_!r}", "--slice", "kind=NAME, session=NUMBER or distance=LOW-HIGH", "",
            ))
            for slice_ in (
                "kind", "category", "session", "session=", "session=-1", "session=x", "distance", "distance=5",
                "distance=-5", "distance=a-5", "distance=5-b", "kinds=count",
            )
        ),
    ],
)  # fmt: skip
def test_refusals_say_what_where_and_what_helps(tmp_path, options, error, told):
    lives = {"x": [[asked("a", True)]], "y": [[asked("a", True)]]}
    with pytest.raises(error) as caught:
        found(tmp_path, lives, options.pop("system", "x"), **options)
    what, where, expected, remedy = told
    assert parts_of(caught.value) == (what, str(tmp_path / "run") if where == "RUN" else where, expected, remedy)
