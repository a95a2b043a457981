"""A finished life as a recording: its turns by session, and each feedback with the line that carried it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.envs.life.life import Life
from regulars.evaluation.play.off_policy_recordings import as_recording, off_policy_recordings
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ActKind, Form, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.world import Act, Person, Probe, RecordedFeedback, RecordedTurn, Scenario, Session
from regulars.seeding import SeedTree

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)


def at(days=0, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


SESSIONS = (
    Session(1, "p1", at(), timedelta(minutes=9), 4, "news", (Act("a1", ActKind.SMALL_TALK),)),
    Session(2, "p1", at(1), purpose="more"),
    Session(3, "p1", at(2), agenda=(Act("a2", ActKind.SMALL_TALK),)),
)
PROBES = (Probe("q", "temporal", Form.VALUE, "job", "p1", "p1", "", at(1)),)
SCENARIO = Scenario(
    "s", ScenarioOrigin.GENERATED, "tiny-3", "english", DAY, (Person("p1", "Ada", "p1"),), SESSIONS, PROBES,
    marks={"block": "1"},
)  # fmt: skip

SPOKEN = [
    ("s005.t01", "p1", at(0, 1)),
    ("s005.t02", ASSISTANT, at(0, 2)),
    ("s005.t03", "p1", at(0, 3)),
    ("s005.t04", ASSISTANT, at(0, 4)),
    ("s006.t01", "p1", at(1, 1)),
    ("s006.t02", ASSISTANT, at(1, 2)),
    ("s006.t03", "p1", at(1, 3)),
]


def lived(*feedback):
    """The fifth and sixth sessions of a stream. The user left before the seventh."""
    language = Language.load("english")
    life = Life(
        SCENARIO, language.ontology, language, SeedTree(1), probes="end", feedback="evaluative", reactive=True,
        weights=Weights(), reward_to="nobody", horizon="turn", first_session=5,
    )  # fmt: skip
    life.transcript = [
        Turn(id, "p1", "p1", speaker, "", int(id[1:4]), f"words of {id}", time) for id, speaker, time in SPOKEN
    ]
    life.signals.feedbacks += feedback
    return life


def told(recording):
    return {
        turn.id: turn.feedback for session in recording.sessions for turn in session.turns if turn.feedback is not None
    }


def test_a_recording_has_the_turns_sessions_and_times_of_the_life_and_nothing_else():
    made = as_recording(lived())
    assert (made.source, made.probes, made.start, made.persons, made.suite) == (
        ScenarioOrigin.RECORDED, (), DAY, SCENARIO.persons, "tiny-3"
    )  # fmt: skip
    assert dict(made.marks) == {"block": "1", "reference": "scripted + bm25-turn"}
    assert [
        (one.number, one.start, one.budget, one.rounds, one.purpose, one.agenda) for one in made.sessions
    ] == [(one.number, one.start, one.budget, one.rounds, one.purpose, ()) for one in SESSIONS]  # fmt: skip
    turns = [RecordedTurn(id, speaker, f"words of {id}", time) for id, speaker, time in SPOKEN]
    assert [one.turns for one in made.sessions] == [tuple(turns[:4]), tuple(turns[4:]), ()]
    assert made.id == scenario_id(made) != "s"


def test_feedback_comes_with_the_first_line_of_the_person_after_its_reply_and_its_time():
    made = as_recording(
        lived(
            Feedback("s005.t02", FeedbackAction.DISLIKE, 2.5, "Shorter.", at(0, 3)),
            Feedback("s005.t04", FeedbackAction.LIKE, None, "", at(1, 2)),  # due after the next session began
        )
    )
    assert told(made) == {
        "s005.t03": RecordedFeedback("s005.t02", 2, 2.5, "Shorter."),
        "s006.t03": RecordedFeedback("s005.t04", 1, None, ""),
    }


def test_a_line_carries_one_feedback():
    made = as_recording(
        lived(
            Feedback("s005.t02", FeedbackAction.COPY, 9.0, "", at(0, 4)),  # delayed: not with the line after the reply
            Feedback("s005.t04", FeedbackAction.NONE, 5.0, "", at(0, 5)),
        )
    )
    assert {line: one.about for line, one in told(made).items()} == {"s006.t01": "s005.t02", "s006.t03": "s005.t04"}


def test_the_lives_of_a_stream_are_recorded_by_block_and_place():
    small = {"blocks": 2, "people": 2, "cohorts": 1, "rules": 2, "sessions": 4, "probes_per_session": 3}
    stream = generate_stream(5, **small, regulars=0.0, rho=1.0, language=False)
    found = off_policy_recordings(stream, 5, "evaluative")
    assert list(found) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    first_session = 1
    for (block, place), made in found.items():
        life = stream.blocks[block - 1].train[place - 1]
        assert [person.name for person in made.persons] == [person.name for person in life.persons]
        assert made.sessions[0].turns[0].id == f"s{first_session:03}.t01", "sessions are counted over the stream"
        first_session += len(life.sessions)
        assert told(made)
    again = off_policy_recordings(stream, 5, "evaluative")
    assert again == found
    assert off_policy_recordings(stream, 6, "evaluative") != found
    assert not any(told(made) for made in off_policy_recordings(stream, 5, "silent").values())
