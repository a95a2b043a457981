"""The explanation of questions of a record made by hand: the stage, the evidence, the items and their operations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from bare_records import bare, streamed
from msgspec.structs import replace

from regulars.datasets.encode_life import record_turn
from regulars.datasets.record_parts.memory import HitRecord, OperationRecord, RecallRecord
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.dialogue import ASSISTANT, Turn
from regulars.envs.life.sessions import LivedSession, SessionEnding
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.explain import (
    AskedQuestion,
    Evidence,
    Explanation,
    RecalledItem,
    TurnLine,
    explain,
)
from regulars.evaluation.figures.failure_stages import Fate
from regulars.evaluation.question_lines import questions_of
from regulars.evaluation.runs.recorded import RecordedRun
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)


def at(days=0, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


def turn(id, speaker, text, time):
    return record_turn(Turn(id, "p1", "p1", speaker, "Ada", int(id[1:4]), text, time))


TURNS = (
    turn("s001.t01", "p1", "I moved to Bergen.", at(0, 1)),
    turn("s001.t02", ASSISTANT, "Noted.", at(0, 2)),
    turn("s001.t03", "p1", "I fence.", at(0, 3)),
    turn("s002.t01", "p1", "Where do I live?", at(2, 1)),
    turn("s002.t02", ASSISTANT, "In Oslo.", at(2, 2)),
    turn("s002.t03", "p1", "No, in Bergen.", at(2, 3)),
    turn("s002.t04", ASSISTANT, "In Bergen.", at(2, 4)),
)


def op(verb, id, *sources, cause="", other=None):
    return OperationRecord(verb=verb, id=id, cause=cause, sources=sources or None, other=other)


JOURNAL = (
    op("ADD", "i1", "s001.t01", cause="s001.t01"),
    op("MERGE", "i1", "s001.t02", cause="s001.t02"),  # adds another turn to the item: no news of the first turn
    op("ADD", "i2", "s001.t03", cause="s001.t03"),
    op("MERGE", "i1", cause="s001.t03", other="i2"),
    op("TOUCH", "i1", cause="s001.t03"),
    op("ADD", "i3", "s002.t01", cause="s002.t01"),
    op("DELETE", "i1", cause="s002.t03"),
)


def verdict(kind):
    return VerdictRecord(kind=kind, score=0.0, source="matcher")


GOLD = ExpectationRecord(
    domain="home_city", answerable=True, gold=("Bergen",), stale=("Lyon",), others=("Porto",), category=""
)
NONE = ExpectationRecord(domain="job", answerable=False, gold=(), stale=(), others=(), category="")


def outcome(time, kind="wrong", turn="", **given):
    fields = {
        "attempt": 1, "status": ProbeStatus.ASKED, "expectation": GOLD, "evidence": (("s001.t01",),),
        "verdict": verdict(kind) if kind else None, "reply": "In Oslo.", "answer": None,
        "recalled": ("s001.t03",), "used": None,
        "mark": (0, 0), "horizon": -1,
    } | given  # fmt: skip
    return OutcomeRecord(time=time, turn=turn, **fields)


def probe(id, *outcomes, kind="knowledge-update", status=ProbeStatus.ASKED, days=0, **given):
    fields = {"attribute": "home_city", "anchor": False} | given
    return ProbeRecord(
        id=id, kind=kind, form=Form.VALUE, target="", owner="p1", asker="p2", purpose="", time=at(days), session=0,
        band=Band.OUT, status=status, outcomes=outcomes, **fields,
    )  # fmt: skip


def record(*probes, system="oracle-recall", **given):
    fields = {
        "transcript": TURNS,
        "sessions": (LivedSession(1, "p1", at(), at(1), SessionEnding.CLOSED), LivedSession(2, "p1", at(2), at(3))),
        "journal": JOURNAL,
        "recollections": (RecallRecord(turn="x", probe="", level="turn", tokens=0, hits=(), why=""),),
    } | given
    return bare("core-5/1", 7, system, probes=probes, **fields)


def explained(given, place=0, others=()):
    records = [*others, given]
    return explain(RecordedRun(None, records, None), len(others), place)


# ---------------------------------------------------------------- all questions of an episode


def stage(*outcomes, **given):
    record_given = {name: given.pop(name) for name in ("journal", "recollections", "level") if name in given}
    (line,) = questions_of(record(probe("q", *outcomes, **given), **record_given))
    return line.verdict, line.failed


ASIDE = at(1)
"""Before the second session: `i1` is held, and rests on all turns of the first."""


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (outcome(ASIDE, "correct"), ("correct", "right")),
        (outcome(ASIDE, "wrong"), ("wrong", "not recalled")),
        (outcome(ASIDE, "wrong", recalled=("s001.t03", "s001.t01")), ("wrong", "misused")),
        (outcome(ASIDE, "abstained", recalled=("s001.t01",)), ("abstained", "not used")),
        (outcome(ASIDE, "off_task", recalled=("s001.t01",)), ("off_task", "not used")),
        (outcome(ASIDE, "undetermined", recalled=("s001.t01",)), ("undetermined", "open")),
        (outcome(ASIDE, "wrong", evidence=(("s002.t01",),)), ("wrong", "not written")),  # the item comes later
        (outcome(at(9), "wrong", evidence=(("s002.t01",),)), ("wrong", "not recalled")),
        (outcome(at(9), "wrong"), ("wrong", "forgotten")),  # deleted in the meantime
        (outcome(ASIDE, "wrong", evidence=()), ("wrong", "untraced")),
    ],
)
def test_a_question_with_an_answer_fails_at_one_stage(asked, expected):
    assert stage(asked) == expected


def test_a_changed_item_is_told_from_a_deleted_one():
    changed = (*JOURNAL[:4], op("UPDATE", "i1", "s001.t03", cause="s001.t03"))
    assert stage(outcome(ASIDE), journal=changed) == ("wrong", "changed")


def test_questions_without_an_answer_have_labels_of_their_own():
    unanswerable = {"status": ProbeStatus.UNANSWERABLE, "kind": "abstention", "attribute": "job"}
    untold = {"expectation": NONE, "evidence": (), "status": ProbeStatus.UNANSWERABLE}
    assert stage(outcome(ASIDE, "correct", **untold), **unanswerable) == ("correct", "right")
    assert stage(outcome(ASIDE, "unsupported", **untold), **unanswerable) == ("unsupported", "should abstain")
    assert stage(kind="abstention", status=ProbeStatus.UNREACHED) == ("-", "unreached")
    void = outcome(ASIDE, "", expectation=None, evidence=(), status=ProbeStatus.VOID)
    assert stage(void, status=ProbeStatus.VOID) == ("-", "void")
    # one that was planned with an answer
    assert stage(outcome(ASIDE, "correct", **untold), status=ProbeStatus.UNANSWERABLE) == ("correct", "right")
    assert stage(status=ProbeStatus.UNREACHED) == ("-", "not told")


def test_a_list_has_the_first_outcome_with_an_answer_and_else_the_plan():
    void = outcome(at(0, 5), "", expectation=None, evidence=())
    lines = questions_of(
        record(
            probe("a", void, outcome(ASIDE, "stale"), outcome(at(3), "correct"), days=5),
            probe("b", void, days=6, attribute="hobby"),
            probe("c", days=7, kind="temporal", status=ProbeStatus.UNREACHED),
        )
    )
    assert [(line.number, line.id, line.time, line.kind, line.attribute, line.verdict) for line in lines] == [
        (1, "a", ASIDE, "knowledge-update", "home_city", "stale"),
        (2, "b", at(0, 5), "knowledge-update", "hobby", "-"),
        (3, "c", at(7), "temporal", "home_city", "-"),
    ]


def test_of_a_recording_recalled_evidence_is_right_and_unknown_evidence_has_no_stage():
    def line(*outcomes, whole=None, **given):
        made = record(probe("q", *outcomes, **given), **(whole or {}))
        made = replace(made, scenario=replace(made.scenario, source=ScenarioOrigin.RECORDED))
        (found,) = questions_of(made)
        return found.failed, explain(RecordedRun(None, [made], None), 0, 0).meaning

    right = outcome(ASIDE, "", recalled=("s001.t01",))
    said = "the memory recalled the evidence; in recordings, a stage says nothing about the answer"
    assert line(right) == ("recalled", said)
    assert line(outcome(ASIDE, ""))[0] == "not recalled"
    assert line(outcome(ASIDE, "", evidence=())) == ("-", "the evidence is unknown")
    assert line(outcome(ASIDE, "", evidence=()), status=ProbeStatus.UNREACHED)[0] == "unreached"
    shown = RecallRecord(turn="", probe="q", level="turn", tokens=9, hits=(), why="")
    unranked = line(outcome(ASIDE, "", recalled=None), whole={"recollections": (shown,)})
    assert unranked == ("-", "the memory recalls without a ranking")


# ---------------------------------------------------------------- one question


def lined(id, text="", name="Ada", time=None):
    return TurnLine(turn=id, time=time, name=name, text=text) if text else TurnLine(turn=id)


FIRST = lined("s001.t01", "I moved to Bergen.", time=at(0, 1))
SECOND = lined("s001.t02", "Noted.", "Assistant", at(0, 2))
THIRD = lined("s001.t03", "I fence.", time=at(0, 3))
IN_TALK = outcome(
    at(2, 2), "stale", "s002.t02", evidence=(("s001.t01", "s009.t09"), (), ("s001.t03",)), reply="In Oslo.",
    question="not these words", recalled=(),
)  # fmt: skip
AGAIN = outcome(at(2, 4), "correct", "s002.t04", attempt=2)
THE_RECALL = RecallRecord(
    turn="s002.t02", probe="", level="turn", tokens=9, why="",
    hits=(HitRecord("i2", 0.75, ("s001.t02",)), HitRecord("i1", None, ("s001.t01", "s001.t02", "s001.t01"))),
)  # fmt: skip


def test_one_question_is_explained_from_its_record():
    """An oracle cannot be rebuilt, so that nothing but the record speaks. The question comes before the deletion."""
    others = (bare("core-5/1", 6), bare("core-5/1", 7))
    plan = probe("q1", IN_TALK, AGAIN, anchor=True)
    given = record(probe("q0", outcome(ASIDE)), plan, recollections=(THE_RECALL,))
    made, merged, added, joined, touched, later, _ = JOURNAL
    assert explained(given, 1, others) == Explanation(
        scenario="core-5/1",
        seed=7,
        system="oracle-recall",
        episode=3,
        number=2,
        of=2,
        probe="q1",
        kind="knowledge-update",
        form="value",
        attribute="home_city",
        anchor=True,
        asker="p2",
        owner="p1",
        asked=AskedQuestion(
            time=at(2, 2),
            turn="s002.t02",
            question="Where do I live?",  # the line before the reply
            reply="In Oslo.",
            verdict="stale",
            repeats=("correct",),
            answerable=True,
            gold=("Bergen",),
            stale=("Lyon",),
            others=("Porto",),
        ),
        failed="not recalled",  # the third turn was held, as a sufficient set of its own
        meaning="the memory held it, but did not recall it",
        evidence=(
            Evidence(alternative=1, turn=FIRST, fate=Fate.HELD, items=("i1",), operations=(made, joined, touched)),
            Evidence(alternative=1, turn=lined("s009.t09"), fate=Fate.NOT_WRITTEN, items=(), operations=()),
            Evidence(alternative=2, turn=THIRD, fate=Fate.HELD, items=("i1",), operations=(added, joined)),
        ),
        recalled=(
            RecalledItem(
                item="i2", score=0.75, retrievers={}, evidence=False, turns=(SECOND,), operations=(added, joined)
            ),
            RecalledItem(
                item="i1", score=None, retrievers={}, evidence=True, turns=(FIRST, SECOND),
                operations=(made, merged, joined, touched),
            ),
        ),
        notes=("oracle-recall is an oracle, and oracles are not rebuilt",),
    )  # fmt: skip
    assert later not in (made, joined)


def test_an_out_of_band_question_has_its_own_words_and_no_turn():
    aside = outcome(ASIDE, "abstained", question="Which city?", reply="-")
    found = explained(record(probe("q", aside)))
    assert (found.asked.question, found.asked.turn, found.asked.verdict, found.asked.repeats) == (
        "Which city?", "", "abstained", ()
    )  # fmt: skip
    assert [(item.item, item.score, item.evidence) for item in found.recalled] == [("s001.t03", None, False)], (
        "no recall is recorded for it, so the reply's own word counts"
    )


def test_an_item_cites_evidence_by_its_turns_or_by_their_session():
    recall = RecallRecord(
        turn="", probe="q", level="session", tokens=0, why="",
        hits=(HitRecord("a", 1.0, ("s001",)), HitRecord("b", 1.0, ("s002",)), HitRecord("c", 1.0, ("s001.t03",))),
    )  # fmt: skip
    found = explained(record(probe("q", outcome(ASIDE)), recollections=(recall,)))
    assert [item.evidence for item in found.recalled] == [True, False, False]


def test_a_memory_without_a_journal_is_not_said_to_hold_what_it_was_shown():
    def told(*hits, journal=()):
        recall = RecallRecord(turn="x", probe="", level="turn", tokens=0, hits=hits, why="")
        asked = outcome(ASIDE, "abstained", evidence=(("s001.t01",),), recalled=())
        found = explained(record(probe("q", asked), journal=journal, recollections=(recall,)))
        return [one.fate for one in found.evidence], found.failed, found.meaning

    hit = HitRecord("i", 1.0, ())
    unknown = "the memory did not recall it; whether it still held it is unknown"
    assert told(hit) == ([Fate.SHOWN], "not recalled", unknown)
    assert told()[0] == [Fate.NOT_WRITTEN], "one that recalled nothing wrote nothing"
    written = OperationRecord(verb="ADD", id="i", cause="s001.t01", sources=("s001.t01",))
    assert told(hit, journal=(written,)) == (
        [Fate.HELD], "not recalled", "the memory held it, but did not recall it"
    )  # fmt: skip


def test_a_question_that_was_not_asked_has_a_stage_and_the_fault_of_its_episode():
    plan = probe("q", status=ProbeStatus.UNREACHED)
    found = explained(record(plan))
    assert (found.asked, found.evidence, found.recalled, found.notes) == (None, (), (), ())
    assert found.failed == "not told"
    faulty = record(plan, fault="assistant_0: late", valid=False, score=None, ending="assistant_error")
    assert explained(faulty).notes == ("assistant_0: late",)
    void = outcome(ASIDE, "", expectation=None, evidence=(), status=ProbeStatus.VOID)
    found = explained(record(probe("q", void, status=ProbeStatus.VOID)))
    assert (found.asked, found.failed, found.meaning) == (None, "void", "the question has no answer")


def test_turns_of_earlier_lives_of_a_stream_are_shown_with_their_words():
    earlier = record(transcript=(turn("s000.t07", "p1", "I live in Graz.", at(-9)),), config=streamed("train", 1, 1))
    exam = record(
        probe("q", outcome(ASIDE, evidence=(("s000.t07",),))), config=streamed("exam", 1, 1), journal=(),
    )  # fmt: skip
    exam = replace(exam, key=replace(exam.key, scenario="exam"))
    (found,) = explained(exam, others=(earlier,)).evidence
    assert found.turn == lined("s000.t07", "I live in Graz.", time=at(-9))
    single = replace(exam, config=bare().config)
    (found,) = explained(single, others=(earlier,)).evidence
    assert found.turn == lined("s000.t07")


def test_a_rebuilt_memory_tells_texts_times_and_kinds():
    """`recency` keeps each turn as an item: its text is the turn's, and its operations have times."""
    recall = RecallRecord(turn="s002.t02", probe="", level="turn", tokens=0, hits=(), why="")
    made = record(probe("q", IN_TALK), system="recency", journal=(), recollections=(recall,))
    found = explained(made)
    assert [(item.kind, item.text) for item in found.recalled] == [("turn", "")] * len(found.recalled)
    assert {line.turn for item in found.recalled for line in item.turns} >= {"s001.t01", "s001.t02"}
    (first,) = (item for item in found.recalled if item.turns == (FIRST,))
    assert [(one.verb, one.time, one.kind) for one in first.operations] == [("ADD", at(0, 1), "turn")]
    assert "I moved to Bergen." in found.context
    assert [one.fate for one in found.evidence] == [Fate.HELD, Fate.NOT_WRITTEN, Fate.HELD]
    assert any("differs from the recorded one" in note for note in found.notes)
