"""The passages of a life made by hand: who said what, and the notes beside it word for word."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace
from played_runs import at, life, question

from regulars.agents.cast import Cast
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.datasets.record_parts.probes import VerdictRecord
from regulars.datasets.record_parts.transcript import LedgerRecord
from regulars.dialogue import Feedback, FeedbackAction
from regulars.envs import life_v0
from regulars.envs.ledger import Disclosure
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.conversation import passages_of, passages_so_far

REPLY = "s001.t02"
WRONG, RIGHT = question("q1", right=False), question("q1", right=True)


def notes(answers, **changes):
    """The notes of the passages that have some, by id, with neither feedback nor recalls unless they are given."""
    record = life(0, "a", [replace(WRONG, outcomes=tuple(answers))], **{"feedback": (), "recollections": (), **changes})
    return {passage.id: list(passage.notes) for passage in passages_of(record) if passage.notes}


def recall(*sources, turn="", probe="", level="turn", why="", tokens=40):
    hits = tuple(HitRecord(f"i{place}", 1.0, ids) for place, ids in enumerate(sources))
    return RecallRecord(turn=turn, probe=probe, level=level, tokens=tokens, hits=hits, why=why)


def test_questions_beside_the_conversation_come_in_the_order_of_time():
    early = replace(RIGHT.first, time=at(1.5))
    passages = passages_of(life(0, "a", [replace(RIGHT, outcomes=(early, replace(WRONG.first, attempt=2)))]))
    assert [(one.id, one.session) for one in passages] == [
        ("s001.t01", 1), ("s001.t02", 1), ("q1#1", 0), ("s001.t03", 1), ("q1#2", 0),
    ]  # fmt: skip
    assert [one.lines for one in passages[:3]] == [
        (("Ann", "I work at Drumlock."),),
        (("Assistant", "Noted."),),
        (("Question", "Where do I work?"), ("Assistant", "You work at Drumlock.")),
    ]


def test_a_verdict_says_what_is_right_unless_the_answer_is_and_whether_it_was_asked_again():
    again = replace(RIGHT.first, attempt=2)
    assert notes([replace(WRONG.first, turn=REPLY), again]) == {
        REPLY: ["update: abstained; right: Drumlock"],
        "q1#2": ["update, asked again: correct"],
    }
    several = replace(WRONG.first.expectation, gold=("Drumlock", "Farrow"))
    nothing = replace(WRONG.first.expectation, gold=(), answerable=False)
    invented = VerdictRecord(kind="unsupported", score=0.0, source="matcher")
    assert notes([replace(WRONG.first, expectation=several)])["q1#1"] == ["update: abstained; right: Drumlock | Farrow"]
    assert notes([replace(WRONG.first, expectation=nothing, verdict=invented)]) == {
        "q1#1": ["update: unsupported; right: nothing was told, so abstaining is right"]
    }


@pytest.mark.parametrize(
    ("recalled", "said"),
    [
        (recall(("s001.t01",), ("s001.t03",), probe="q1"), "recalled 2 items, 40 tokens; 1 of 1 turn of the evidence"),
        (recall(("s001.t03",), probe="q1", tokens=1), "recalled 1 item, 1 token; 0 of 1 turn of the evidence"),
        (recall(("s001",), probe="q1", level="session"), "recalled 1 item, 40 tokens; 1 of 1 turn of the evidence"),
        (recall(("s002",), probe="q1", level="session"), "recalled 1 item, 40 tokens; 0 of 1 turn of the evidence"),
    ],
)
def test_a_recall_is_counted_against_the_evidence(recalled, said):
    assert notes([RIGHT.first], recollections=(recalled,)) == {"q1#1": ["update: correct", f"{said} (s001.t01)"]}


def test_of_several_sets_of_evidence_the_one_counts_of_which_the_largest_share_is_recalled():
    answer = replace(RIGHT.first, evidence=(("s001.t01", "s001.t02"), (), ("s001.t03",)))
    (found,) = notes([answer], recollections=(recall(("s001.t01",), ("s001.t03",), probe="q1"),)).values()
    assert found[1] == "recalled 2 items, 40 tokens; 1 of 1 turn of the evidence (s001.t03)"
    (found,) = notes([answer], recollections=(recall(("s001.t01",), probe="q1"),)).values()
    assert found[1] == "recalled 1 item, 40 tokens; 1 of 2 turns of the evidence (s001.t01, s001.t02)"


def test_a_reply_to_no_question_has_its_recall_its_feedback_and_what_was_told():
    told = Disclosure("f1", "ann", "employer", "Drumlock", "direct", "s001.t01", 1, at(0))
    ended = Disclosure("f2", "ann", "hobby", "", "over", "s001.t01", 1, at(0))
    given = {
        "ledger": LedgerRecord(disclosures=(told, ended), commitments=(), said={}),
        "recollections": (recall(turn=REPLY, tokens=0, why="nothing fits"),),
        "feedback": (Feedback(REPLY, FeedbackAction.DISLIKE, 2.5, "no"), Feedback("s001.t03")),
    }
    assert notes([], **given) == {
        "s001.t01": ["tells employer = Drumlock (direct)", "tells hobby = - (over)"],
        REPLY: ["recalled 0 items, 0 tokens; nothing fits", 'feedback: dislike, satisfaction 2.5, "no"'],
        "s001.t03": ["feedback: none"],
    }


def test_answers_without_a_verdict_or_a_key_say_so():
    lost = replace(RIGHT.first, expectation=None, verdict=None, status=ProbeStatus.VOID)
    assert notes([replace(RIGHT.first, verdict=None), replace(lost, attempt=2)]) == {
        "q1#1": ["update: open; right: Drumlock"],
        "q1#2": ["update, asked again: void; right: nothing was told, so abstaining is right"],
    }


def test_a_recall_without_evidence_to_find_is_only_counted_and_one_for_a_probe_stands_at_no_reply():
    untold = replace(RIGHT.first, evidence=())
    recalls = (recall(("s001.t01",), probe="q1"), recall(("s001.t01",), probe=REPLY))
    assert notes([untold], recollections=recalls) == {"q1#1": ["update: correct", "recalled 1 item, 40 tokens"]}


def test_feedback_without_a_rating_has_its_satisfaction():
    assert notes([], feedback=(Feedback(REPLY, satisfaction=6.0),)) == {REPLY: ["feedback: satisfaction 6"]}


def test_a_running_life_reads_as_its_record():
    cast = Cast(life_v0.env(sessions=2, probes="end"), assistant=lambda observation: "I see.")
    cast.reset(seed=1)
    cast.run()
    life = cast.env.unwrapped.life
    one = dataclasses.replace(life.outcomes[0], turn="", question="Again?", verdict=None)
    life.outcomes += [
        dataclasses.replace(one, attempt=8),
        dataclasses.replace(one, attempt=9, expectation=None, status=ProbeStatus.VOID),
    ]
    record = episode_record(life, key=EpisodeKey("lives", 1, "mine"), config=EpisodeConfig())
    found = sorted(passages_so_far(life, ()), key=lambda passage: passage.time)
    assert found == passages_of(record)
    last = {passage.id.partition("#")[2]: passage.notes[0] for passage in found if "#" in passage.id}
    assert last["8"].startswith(f"{one.probe.kind}, asked again: open; right: ")
    assert last["9"].startswith(f"{one.probe.kind}, asked again: void; ")
