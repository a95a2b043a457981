"""An episode as a recording: where its feedback and its questions stand, worked out on an episode made by hand.

The person speaks in s001.t01, s002.t01 and s002.t03; the assistant replies in s001.t02 and s002.t02. Sessions are a day
apart, and turns a minute.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace
from played_by_hand import ASK, DAY, PERSON, RIGHT, at

from regulars.datasets.encode_life import record_turn
from regulars.datasets.readers.episodes import feedback_by_turn, recording_of
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.rewards.verdicts.expectation import RUBRIC

SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("about", "time", "carrier"),
    [
        ("s001.t02", None, "s002.t01"),  # without a time, the person's next turn carries it
        ("s002.t02", None, "s002.t03"),
        ("s001.t02", at(1, 3), "s002.t01"),
        ("s001.t02", at(2, 1), "s002.t01"),  # due at the very time of the turn
        ("s001.t02", at(2, 1) + SECOND, "s002.t03"),  # a second after it
        ("s001.t02", at(2, 3), "s002.t03"),
        ("s001.t02", at(2, 3) + SECOND, None),  # after the last turn
        ("s001.t02", at(1, 0), "s002.t01"),  # due before the reply itself
        ("s002.t03", None, None),  # no turn follows
    ],
)
def test_feedback_is_carried_by_the_first_turn_of_the_person_after_it_is_due(about, time, carrier):
    given = Feedback(about, FeedbackAction.LIKE, time=time)
    assert feedback_by_turn(RIGHT.transcript, [given]) == ({} if carrier is None else {carrier: given})


def test_a_turn_carries_one_feedback_and_further_ones_wait_for_the_next_turn():
    first, second, third = (Feedback("s001.t02", FeedbackAction.LIKE, float(score)) for score in (1, 2, 3))
    assert feedback_by_turn(RIGHT.transcript, []) == {}
    assert feedback_by_turn(RIGHT.transcript, [first, second]) == {"s002.t01": first, "s002.t03": second}
    assert feedback_by_turn(RIGHT.transcript, [second, first, third]) == {"s002.t01": second, "s002.t03": first}


def test_a_recording_keeps_lines_times_and_all_of_the_feedback():
    shown = Feedback("s001.t02", FeedbackAction.DISLIKE, 2.5, "Shorter, please.", at(1, 3))
    scenario = recording_of(replace(RIGHT, feedback=(shown,))).scenario()
    assert [(one.number, one.start) for one in scenario.sessions] == [(1, DAY), (2, DAY + timedelta(days=1))]
    turns = [turn for session in scenario.sessions for turn in session.turns]
    person = scenario.persons[0].id
    assert [(turn.id, turn.speaker, turn.text, turn.time) for turn in turns] == [
        ("s001.t01", person, "I live in Bergen.", at(1, 1)),
        ("s001.t02", ASSISTANT, "Noted.", at(1, 2)),
        ("s002.t01", person, ASK, at(2, 1)),
        ("s002.t02", ASSISTANT, "In Bergen.", at(2, 2)),
        ("s002.t03", person, "Thanks.", at(2, 3)),
    ]
    (carried,) = (turn.feedback for turn in turns if turn.feedback is not None)
    assert turns[2].feedback == carried
    assert (carried.about, carried.action, carried.satisfaction, carried.text) == (
        "s001.t02", FeedbackAction.DISLIKE, 2.5, "Shorter, please.",
    )  # fmt: skip


def test_the_marks_of_a_recording_name_its_episode():
    scenario = recording_of(RIGHT).scenario()
    marks = dict(scenario.marks)
    assert (marks["sample_id"], marks["scenario"], marks["hash"]) == ("tiny-1/1/0/good", "s-tiny", RIGHT.hash)
    assert marks["licence"] == "that of the run's scenarios"
    assert "left_out" not in marks
    assert (scenario.suite, scenario.language) == ("tiny-1@train+run", "english")
    unnamed = replace(RIGHT, scenario=replace(RIGHT.scenario, suite="", language="chinese"))
    again = recording_of(unnamed).scenario()
    assert (again.suite, again.language) == ("tiny-1/1+run", "chinese")


def outcome(**fields):
    """The episode with its question changed."""
    (probe,) = RIGHT.probes
    return replace(RIGHT, probes=(replace(probe, outcomes=(replace(probe.first, **fields),)),))


def test_a_question_of_a_conversation_comes_before_the_reply():
    (probe,) = recording_of(RIGHT).scenario().probes
    assert (probe.question, probe.gold, probe.kind, probe.before) == (ASK, "Bergen", "single-session-user", "s002.t02")
    assert (probe.evidence, probe.rubric, probe.answerable, probe.options) == ((("s001.t01",),), False, True, ())


@pytest.mark.parametrize(
    ("time", "before"),
    [
        (at(1, 0), ""),  # before the first turn
        (at(1, 1), "s001.t01"),  # at the time of a turn
        (at(1, 1) + SECOND, "s001.t02"),  # within a session
        (at(1, 2), "s001.t02"),
        (at(1, 2) + SECOND, ""),  # between the sessions
        (at(2, 1), "s002.t01"),
        (at(2, 2) + SECOND, "s002.t03"),
        (at(2, 3) + SECOND, ""),  # after the last turn
    ],
)
def test_a_question_beside_the_conversation_comes_before_what_follows_in_its_session(time, before):
    asked = outcome(turn="", question="Where does Ida live?", time=time, evidence=())
    (probe,) = recording_of(asked).scenario().probes
    assert (probe.question, probe.before) == ("Where does Ida live?", before)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"expectation": None}, "was never answerable or void"),
        ({"turn": "", "question": ""}, "has no reference in words"),
        ({"turn": "s001.t01"}, "has no reference in words"),  # no line before the first turn
        ({"turn": "s002.t03"}, "has no reference in words"),  # the line before it is the assistant's
    ],
)
def test_a_question_without_words_or_a_right_answer_is_left_out_and_noted(fields, why):
    scenario = recording_of(outcome(**fields)).scenario()
    assert scenario.probes == ()
    assert scenario.issues == (f"question left out: tiny-1/1/0/good: question q1 (single-session-user, value) {why}",)


@pytest.mark.parametrize(("role", "known"), [("owner", True), ("owner", False), ("asker", False)])
def test_a_question_of_people_who_never_come_is_left_out(role, known):
    (probe,) = RIGHT.probes
    given = {} if known else {role: "p-una"}
    scenario = recording_of(replace(RIGHT, probes=(replace(probe, **given),))).scenario()
    assert (len(scenario.probes), len(scenario.issues)) == ((1, 0) if known else (0, 1))


@pytest.mark.parametrize(
    ("evidence", "kept"),
    [
        ((), ()),
        ((("s001.t01",),), (("s001.t01",),)),
        ((("s001.t01", "s002.t01"), ("s001.t02",)), (("s001.t01", "s002.t01"), ("s001.t02",))),
        ((("s001",),), (("s001",),)),
        ((("s001.t01",), ("s001",)), (("s001.t01",), ("s001",))),
    ],
)
def test_a_question_keeps_every_set_of_evidence(evidence, kept):
    (probe,) = recording_of(outcome(turn="", question=ASK, time=at(9, 0), evidence=evidence)).scenario().probes
    assert probe.evidence == kept


def test_options_and_rubrics_stay_what_they_are():
    key = RIGHT.probes[0].first.expectation
    (probe,) = (
        recording_of(outcome(expectation=replace(key, options=("Oslo", "Bergen"), gold=("B",)))).scenario().probes
    )
    assert (probe.options, probe.gold, probe.rubric) == (("Oslo", "Bergen"), "B", False)
    (probe,) = recording_of(outcome(expectation=replace(key, category=RUBRIC))).scenario().probes
    assert (probe.options, probe.gold, probe.rubric) == ((), "Bergen", True)


def test_the_first_outcome_of_a_question_counts():
    (probe,) = RIGHT.probes
    again = replace(probe.first, turn="", question="And now?", attempt=2)
    both = replace(RIGHT, probes=(replace(probe, outcomes=(probe.first, again)),))
    assert [one.question for one in recording_of(both).scenario().probes] == [ASK]
    never = replace(RIGHT, probes=(replace(probe, outcomes=()),))
    assert (recording_of(never).scenario().probes, recording_of(never).scenario().issues) == ((), ())


UNA = "p-una"


def spoken(*lines, persons=(PERSON, UNA)):
    """The people of a recording, as name and number of their scope. A line is person, speaker, name and scope."""
    transcript = tuple(
        record_turn(Turn(f"s001.t{place:02}", scope, person, speaker, name, 1, "Well.", at(1, place)))
        for place, (person, speaker, name, scope) in enumerate(lines, 1)
    )
    told = replace(RIGHT, transcript=transcript, probes=(), feedback=())
    record = replace(told, scenario=replace(RIGHT.scenario, persons=persons))
    people = recording_of(record).scenario().persons
    scopes = list(dict.fromkeys(person.scope for person in people))
    return [(person.name, scopes.index(person.scope)) for person in people]


IDA_SAYS, UNA_SAYS = (PERSON, PERSON, "Ida", "one"), (PERSON, UNA, "Una", "one")
"""Lines in a session of Ida's."""


def test_people_of_one_session_have_their_names_and_share_its_memory():
    assert spoken(IDA_SAYS, UNA_SAYS) == [("Ida", 0), ("Una", 0)]
    assert spoken(UNA_SAYS, IDA_SAYS, persons=(UNA, PERSON)) == [("Una", 0), ("Ida", 0)]


def test_people_with_memories_of_their_own_keep_them_apart():
    assert spoken(IDA_SAYS, (UNA, UNA, "Una", "two")) == [("Ida", 0), ("Una", 1)]


def test_a_person_to_whom_the_assistant_speaks_first_has_the_own_name():
    assert spoken((PERSON, ASSISTANT, "Assistant", "one"), IDA_SAYS, UNA_SAYS) == [("Ida", 0), ("Una", 0)]


def test_a_person_has_the_name_of_the_first_own_line():
    assert spoken(IDA_SAYS, (PERSON, PERSON, "Ida B.", "one"), persons=(PERSON,)) == [("Ida", 0)]


def test_people_who_say_nothing_are_numbered_from_one():
    """Una is spoken to and stays in that memory; a third person is not even spoken to, and has a memory alone."""
    to_una = (UNA, ASSISTANT, "Assistant", "one")
    assert spoken(IDA_SAYS, to_una) == [("Ida", 0), ("Person 2", 0)]
    assert spoken(to_una, IDA_SAYS, persons=(UNA, PERSON, "p-eva")) == [("Person 1", 0), ("Ida", 0), ("Person 3", 1)]
    assert spoken(IDA_SAYS, persons=(PERSON, UNA, "p-eva")) == [("Ida", 0), ("Person 2", 1), ("Person 3", 2)]
