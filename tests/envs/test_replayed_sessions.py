"""Recorded sessions and fillers, turn by turn and question by question."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import ANN, BEN, NOON, aside, begun, close, say, scenario, session

from regulars.dialogue import ASSISTANT, Phase
from regulars.scenarios.generator import generate
from regulars.scenarios.history.compiler import stretch
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.world import Probe, RecordedFeedback, RecordedTurn, StandingRule


def turn(id, speaker, minutes, **changes):
    return RecordedTurn(id, speaker, f"words of {id}", NOON + timedelta(minutes=minutes), **changes)


def question(id, before="", minutes=0):
    return Probe(id, "any", Form.TEXT, "", "p1", "p2", "qa", NOON + timedelta(minutes=minutes), before=before,
                 question=f"Which {id}?", gold="words", evidence=(("s001.t01",),))  # fmt: skip


FIRST = (turn("s001.t01", "p1", 1), turn("s001.t02", "p2", 2), turn("s001.t03", ASSISTANT, 3))
SECOND = (turn("s002.t01", "p2", 90), turn("s002.t02", "p1", 95))
RECORDED = replace(
    scenario(
        replace(session(1, person="p2", turns=FIRST), start=NOON),
        replace(session(2, turns=SECOND), start=NOON + timedelta(minutes=90)),
        persons=(ANN, BEN),
        probes=(question("q2", "s002.t02", 999), question("q1", "s001.t02"), question("q1b", "s001.t02"),
                question("q9", minutes=600), question("q8", minutes=300)),
    ),
    source=ScenarioOrigin.RECORDED,
)  # fmt: skip


def heard(**options):
    """What the assistant saw: phase, message, session, utterance, minutes since noon."""
    env = begun(RECORDED, **{"probes": "end", **options})
    found = []
    while env.ending is None:
        if env.agent_selection == "assistant_0":
            seen = env.observe("assistant_0")
            keys = Phase(seen["phase"]).name, seen["message"], int(seen["session"]), int(seen["turn"])
            found.append((*keys, round(float(seen["time"]) * 60, 6)))
        say(env, {"message": "Words.", "verdict": 1} if env.agent_selection == "evaluator_0" else "Words.")
    return env, found


LISTENED = [
    ("LISTEN", "words of s001.t01", 1, 1, 1.0),
    ("LISTEN", "words of s001.t02", 1, 2, 2.0),
    ("LISTEN", "words of s001.t03", 1, 3, 3.0),
    ("LISTEN", "words of s002.t01", 2, 1, 90.0),
    ("LISTEN", "words of s002.t02", 2, 2, 95.0),
]


def test_questions_come_before_their_turn_and_the_others_at_the_end_by_time():
    env, found = heard()
    assert found == [
        LISTENED[0],
        ("PROBE", "Which q1?", 1, 0, 1.0),
        ("PROBE", "Which q1b?", 1, 0, 1.0),
        *LISTENED[1:4],
        ("PROBE", "Which q2?", 2, 0, 90.0),
        LISTENED[4],
        ("PROBE", "Which q8?", 2, 0, 300.0),
        ("PROBE", "Which q9?", 2, 0, 600.0),
    ]
    assert [outcome.probe.id for outcome in env.life.outcomes] == ["q1", "q1b", "q2", "q8", "q9"]
    minutes = [(outcome.time - NOON).total_seconds() / 60 for outcome in env.life.outcomes]
    assert minutes == [1, 1, 90, 300, 600]
    # utterances from the evidence, the first turn, to each question
    assert [outcome.horizon for outcome in env.life.outcomes] == [1, 1, 4, 5, 5]


def test_by_session_all_questions_come_before_their_session():
    _, found = heard(horizon="session")
    assert [(phase, message) for phase, message, *_ in found] == [
        ("PROBE", "Which q1?"), ("PROBE", "Which q1b?"), *[one[:2] for one in LISTENED[:3]],
        ("PROBE", "Which q2?"), *[one[:2] for one in LISTENED[3:]], ("PROBE", "Which q8?"), ("PROBE", "Which q9?"),
    ]  # fmt: skip
    # the first questions are asked at the very start, and their evidence was never heard
    assert [one[-1] for one in found if one[0] == "PROBE"] == [0.0, 0.0, 90.0, 300.0, 600.0]


def test_by_session_evidence_that_was_not_heard_has_no_horizon():
    env, _ = heard(horizon="session")
    assert [outcome.horizon for outcome in env.life.outcomes] == [-1, -1, 3, 5, 5]


def test_without_probes_the_recording_is_heard_alone():
    assert heard(probes="off")[1] == LISTENED


def test_a_recorded_turn_is_shown_with_its_speaker_and_its_scope():
    env = begun(RECORDED, probes="off")
    seen = []
    while env.ending is None:
        one = env.observe("assistant_0")
        seen.append((one["turn_id"], one["speaker"], one["name"], one["scope"], one["reply_id"], float(one["gap"])))
        assert env.observe("user_0")["scope"] == env.observe("user_1")["scope"] == ""
        say(env, "Words.")
    # the gap is counted from the end of the first session, which was one of both people
    assert seen == [
        ("s001.t01", "p1", "Ann", "scope-2", "", -1.0),
        ("s001.t02", "p2", "Ben", "scope-2", "", -1.0),
        ("s001.t03", "assistant", "Assistant", "scope-2", "", -1.0),
        ("s002.t01", "p2", "Ben", "scope-1", "", pytest.approx(87 / 60)),
        ("s002.t02", "p1", "Ann", "scope-1", "", pytest.approx(87 / 60)),
    ]
    assert [one.text for one in env.transcript] == [f"words of {id}" for id, *_ in seen]
    assert [one.time for one in env.transcript] == [one.time for one in (*FIRST, *SECOND)]
    assert [(one.ending, one.utterances) for one in env.life.sessions] == [("recorded", 3), ("recorded", 2)]
    assert env.ending == "completed"
    assert env.life.steps == 5


def test_recorded_feedback_is_heard_with_its_turn_and_silent_withholds_it():
    shown = RecordedFeedback("s001.t03", 2, 4.0, "Hm.")
    rated = replace(RECORDED, probes=(), sessions=(replace(RECORDED.sessions[0], turns=(*FIRST[:2], FIRST[2])),
                    replace(RECORDED.sessions[1], turns=(replace(SECOND[0], feedback=shown), SECOND[1]))))  # fmt: skip
    for feedback, expected in (("evaluative", (1, "s001.t03", 2, 4.0, "Hm.")), ("silent", (0, "", 0, -1.0, ""))):
        env = begun(rated, feedback=feedback)
        found = []
        while env.ending is None:
            one = env.observe("assistant_0")
            found.append((one["rated"], one["about"], one["rating"], float(one["satisfaction"]), one["remark"]))
            say(env, "Words.")
        assert found == [(0, "", 0, -1.0, "")] * 3 + [expected] + [(0, "", 0, -1.0, "")]
        assert len(env.life.signals.feedbacks) == (feedback == "evaluative")


def test_replies_to_a_recording_pay_nothing_and_tell_nothing():
    env = begun(RECORDED, probes="off", reward_to="feedback")
    rewards = [say(env, {"message": "I live in Bergen.", "elapsed": 500.0})[0]["assistant_0"] for _ in range(5)]
    assert rewards == [0.0] * 5
    assert (env.ledger.disclosures, env.life.replies) == ([], [])
    assert env.life.now == SECOND[-1].time


def test_a_filler_is_listened_to_between_sessions_that_are_lived():
    planned = stretch(generate(3, sessions=2), 4000, seed=1)
    filler = next(one for one in planned.sessions if one.filler)
    lived = next(one for one in planned.sessions if not one.filler)
    fillers = replace(filler, number=1, person="p1", start=NOON)
    small = replace(planned, start=NOON, persons=(ANN,), probes=(aside("q1", 0.5),),
                    sessions=(fillers, replace(session(1), number=2), session(3)))  # fmt: skip
    assert lived.filler == ""
    env = begun(small, probes="end")
    phases = []
    while env.life.phase is Phase.LISTEN:
        phases.append(env.agent_selection)
        say(env, "Words.")
    assert set(phases) == {"assistant_0"}
    assert env.life.sessions[0].ending == "recorded"
    assert env.life.sessions[0].utterances == len(phases) == len(env.transcript)
    assert env.agent_selection == "user_0"
    close(env)
    assert env.transcript[-1].id == "s002.t01"


def test_recorded_turns_in_a_generated_life_are_listened_to():
    # such as a person's own chats, which fill a history
    chat = replace(session(1, turns=FIRST), start=NOON)
    env = begun(scenario(chat, session(2), persons=(ANN, BEN)))
    assert env.life.phase is Phase.LISTEN
    say(env, "Words.", "Words.", "Words.")
    assert env.agent_selection == "user_0"
    assert [lived.ending for lived in env.life.sessions] == ["recorded", None]


def test_a_recording_whose_sessions_overlap_turns_no_clock_back():
    early = replace(SECOND[0], feedback=RecordedFeedback("s001.t03", 1), time=NOON + timedelta(minutes=1))
    overlapping = replace(RECORDED.sessions[1], start=NOON + timedelta(seconds=30), turns=(early, SECOND[1]))
    env = begun(replace(RECORDED, sessions=(RECORDED.sessions[0], overlapping), probes=()))
    while env.ending is None:
        say(env, "Words.")
    minutes = [(turn.time - NOON).total_seconds() / 60 for turn in env.transcript]
    assert minutes == [1, 2, 3, 3, 95]
    assert [one.time for one in env.life.signals.feedbacks] == [NOON + timedelta(minutes=3)]


def test_the_evaluator_is_given_nothing_after_a_recording():
    rule = StandingRule("r1", "length", "short", NOON)
    env = begun(replace(RECORDED, probes=(), persons=(replace(ANN, rules=(rule,)), BEN)))
    while env.ending is None:
        say(env, "Words.")
    given = env.briefing("evaluator_0")
    assert (given.rules, given.occasion, given.pending, given.session_verdicts) == ((), None, None, ())
    assert env.observe("evaluator_0")["briefing"] == ""


def test_evidence_with_an_alternative_that_was_not_heard_has_no_horizon():
    mixed = replace(question("q1", "s001.t02"), evidence=(("s001.t01",), ("s009.t01",)))
    env = begun(replace(RECORDED, probes=(mixed,)), probes="end")
    while env.ending is None:
        say(env, "Words." if env.agent_selection == "assistant_0" else {"verdict": 1})
    assert [outcome.horizon for outcome in env.life.outcomes] == [-1]


def test_a_filler_in_a_stream_has_the_numbers_of_the_stream():
    planned = stretch(generate(3, sessions=2), 4000, seed=1)
    filler = replace(next(one for one in planned.sessions if one.filler), number=1, person="p1")
    start = NOON + timedelta(days=5)
    env = begun(scenario(session(1), session(2)))
    close(env)
    close(env)
    env.reset(options={"stream": True, "scenario": replace(scenario(replace(filler, start=start)), start=start)})
    assert env.observe("assistant_0")["turn_id"] == "s003.t01"
    assert env.observe("assistant_0")["session"] == 3
