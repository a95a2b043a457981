"""What exports cannot carry, counted by hand, and what a question's history shows of a conversation."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from lived_by_hand import recorded

from regulars.datasets import Recording
from regulars.datasets.export.history import (
    as_lines,
    as_messages,
    bare_question,
    extra_of,
    has_several_people,
    heard_before,
)
from regulars.datasets.export.losses import IN_CONVERSATIONS, IN_EPISODES
from regulars.dialogue import ASSISTANT, FeedbackAction
from regulars.scenarios.world import Scenario

START = datetime(2025, 3, 3, 9, tzinfo=UTC)


def talk() -> Scenario:
    """Three sessions of two people and an assistant, and seven questions."""
    made = Recording("talks@1", "t-1", licence="CC0", marks={"source": "by hand"})
    ida, ole = made.person("Ida", notes="a baker"), made.person("Ole")
    monday = made.session(START, "mon", person=ida)
    for speaker, text, id in ((ida, "I bake.", "a"), (ASSISTANT, "Lovely.", "b")):
        monday.say(speaker, text, id)
    monday.say(ida, "Rye bread.", "c", action=FeedbackAction.LIKE)
    monday.say(ASSISTANT, "Good.", "d")
    tuesday = made.session(START + timedelta(days=1), "tue", "visit", ole)
    tuesday.say(ole, "I eat.", "e", remark="Shorter.", about="d")
    tuesday.say(ole, " ")
    tuesday.say(ASSISTANT, "Enjoy.", "f")
    made.session(START + timedelta(days=2), "wed", "noise", ida).say(ida, "Bye.", "g")
    made.ask("Q1?", "bread", kind="single-hop", evidence=["a"], before="d")
    made.ask("Q2?", "bread", "rye", kind="knowledge-update", sessions=["mon"], about=ole)
    made.ask("Q3?", "bread", kind="dynamic-updating", evidence=["a"], alternatives=[["c"]], rubric=True)
    made.ask("Q4?", kind="temporal-reasoning", answerable=False)
    made.ask("Q5?", "A", kind="multi-hop", options=["tea", "milk"])
    made.ask("Q6?", "bread", kind="single-session-user", evidence=["a", "c"], sessions=["tue"])
    made.ask("Q7?", "kind words", kind="manners", rubric=True)
    return made.scenario()


COUNTS = {
    "clock times of turns": 4,  # 4 + 2 + 1 turns, of which the first of each session has that of the session
    "feedback": 2,
    "remarks of feedback": 1,
    "sessions' purposes": 2,
    "boundaries of sessions": 2,
    "names of speakers": 2,
    "notes on people": 1,
    "questions": 7,
    "out-of-band questions": 6,
    "moments of questions": 1,
    "kinds of questions that LoCoMo lacks": 5,  # all but Q1 and Q5
    "kinds of questions that LongMemEval lacks": 4,  # all but Q2, Q4 and Q6
    "kinds of questions that RealMem lacks": 5,  # all but Q3 and Q4
    "whom a question is about": 1,
    "reference answers": 6,
    "further right answers": 1,
    "evidence by turn": 3,  # Q1, Q3 and Q6
    "evidence by session": 2,  # Q2 and Q6
    "further sets of evidence": 2,  # Q3 and Q6
    "options of multiple choice": 1,
    "marks of rubrics": 2,
    "unanswerable questions": 1,
    "licence and other marks": 2,
    "issues": 2,  # the turn without words, and Q7 without evidence
}


def test_what_a_conversation_holds_is_counted():
    scenario = talk()
    assert {name: count(scenario) for name, count in IN_CONVERSATIONS.items()} == COUNTS


def test_what_an_episode_holds_is_counted():
    """The life of `lived_by_hand`: three answers, of which one beside the conversation has no verdict."""
    assert {name: count(recorded()) for name, count in IN_EPISODES.items()} == {
        "out-of-band questions": 1,
        "gold answers and evidence": 3,
        "verdicts": 2,
        "feedback": 1,
        "rewards": 2,  # a third one is the user's
        "recollections": 2,
        "operations of the memory": 2,
        "the ledger": 2,  # a disclosure and a choice
        "standing rules": 2,
        "clock times of turns": 4,
    }


# ---------------------------------------------------------------------- histories


def heard(**changes):
    scenario = talk()
    probe = replace(scenario.probes[0], **changes)
    return [[turn.text for turn in session.turns] for session in heard_before(scenario, probe)]


MONDAY, TUESDAY = ["I bake.", "Lovely.", "Rye bread.", "Good."], ["I eat.", "Enjoy."]


@pytest.mark.parametrize(
    ("before", "texts"),
    [
        ("s001.t01", []),
        ("s001.t02", [MONDAY[:1]]),
        ("s001.t04", [MONDAY[:3]]),
        ("s002.t01", [MONDAY]),
        ("s002.t02", [MONDAY, TUESDAY[:1]]),
        ("s003.t01", [MONDAY, TUESDAY]),
    ],
)
def test_what_was_said_before_a_turn_is_heard(before, texts):
    assert heard(before=before) == texts


@pytest.mark.parametrize(
    ("time", "count"),
    [
        (START - timedelta(seconds=1), 0),
        (START, 1),
        (START + timedelta(days=1, seconds=-1), 1),
        (START + timedelta(days=1), 2),
        (START + timedelta(days=9), 3),
    ],
)
def test_of_a_question_beside_the_conversation_sessions_are_heard_that_began_by_then(time, count):
    assert heard(before="", time=time) == [MONDAY, TUESDAY, ["Bye."]][:count]


def test_names_stand_before_words_where_several_people_speak():
    scenario = talk()
    first, second, _ = scenario.sessions
    alone = replace(scenario, sessions=(first,))
    assert (has_several_people(scenario), has_several_people(alone)) == (True, False)
    assert as_messages(scenario, second.turns) == [
        {"role": "user", "content": "Ole: I eat."}, {"role": "assistant", "content": "Enjoy."},
    ]  # fmt: skip
    assert as_messages(alone, first.turns[:2]) == [
        {"role": "user", "content": "I bake."}, {"role": "assistant", "content": "Lovely."},
    ]  # fmt: skip
    assert as_lines(scenario, second.turns) == [
        "[2025-03-04 09:00] Ole: I eat.",
        "[2025-03-04 09:00] Assistant: Enjoy.",
    ]


def test_the_options_behind_a_question_are_taken_off_once():
    options = {probe.kind: probe for probe in talk().probes}["multi-hop"]
    assert options.question == "Q5? A) tea B) milk"
    assert bare_question(options) == "Q5?"
    assert bare_question(replace(options, question="Tea or milk?")) == "Tea or milk?"
    assert bare_question(replace(options, question="A) tea B) milk")) == "A) tea B) milk"  # nothing would be left
    assert bare_question(talk().probes[0]) == "Q1?"


@pytest.mark.parametrize(
    ("suite", "found"), [("locomo@1", {"s001": {"a": 1}}), ("locomo", {"s001": {"a": 1}}), ("loco@1", {})]
)
def test_what_a_format_kept_is_for_that_format_alone(suite, found):
    scenario = replace(talk(), suite=suite, extra={"s001": '{"a": 1}'})
    assert extra_of(scenario, "locomo") == found
