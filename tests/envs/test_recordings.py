"""Recorded conversations run through the same state machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regulars import Cast, Reply, life_v0
from regulars.dialogue import ASSISTANT, Phase
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.world import Person, Probe, RecordedTurn, Scenario, Session

NOON = datetime(2025, 3, 3, 12, 0, tzinfo=UTC)


def recording(sessions=2, turns=4, empty=()):
    """Sessions of one person with an assistant, and a question before the second session's first reply."""
    made = []
    for number in range(1, sessions + 1):
        start = NOON + timedelta(days=number)
        said = tuple(
            RecordedTurn(
                f"s{number:03d}.t{turn:02d}",
                "p1" if turn % 2 else ASSISTANT,
                f"word {number} {turn}",
                start + timedelta(minutes=turn),
            )
            for turn in range(1, turns + 1)
        )
        made.append(Session(number, "p1", start, turns=() if number in empty else said))
    probes = (
        Probe("q1", "a category of its own", Form.TEXT, "", "p1", "p1", "qa", NOON + timedelta(days=2, minutes=3),
              before="s002.t02", question="Which word came first?", gold="word 1 1", evidence=(("s001.t01",),)),
        Probe("q2", "unanswerable", Form.TEXT, "", "p1", "p1", "qa", NOON + timedelta(days=9),
              question="What is never said?", answerable=False),
    )  # fmt: skip
    return Scenario(
        "r", ScenarioOrigin.RECORDED, "tests", "english", NOON, (Person("p1", "Ann", "p1"),), tuple(made), probes
    )


def heard(scenario, **options):
    """What reached the assistant, and the life."""
    env = life_v0.raw_env(scenario=scenario, **{"probes": "end", **options})
    log = []

    def listen(observation):
        log.append((Phase(observation["phase"]), observation["message"], observation["date"]))
        return Reply("I don't know.", answer="-") if observation["phase"] == Phase.PROBE else "ignored"

    cast = Cast(env, assistant=listen)
    cast.reset(seed=0)
    cast.run()
    return log, env.life


def test_turns_come_one_by_one_and_replies_to_them_are_ignored():
    log, life = heard(recording())
    assert [text for phase, text, _ in log if phase is Phase.LISTEN] == [turn.text for turn in life.transcript]
    assert len(life.transcript) == 8
    assert not any(turn.text == "ignored" for turn in life.transcript)
    assert life.ending == "completed"
    assert life.ledger.disclosures == []


@pytest.mark.parametrize(("horizon", "place"), [("turn", 5), ("session", 4)])
def test_a_question_comes_before_its_reply_or_before_its_session(horizon, place):
    log, _ = heard(recording(), horizon=horizon)
    assert [phase for phase, _, _ in log].index(Phase.PROBE) == place
    dates = [date for _, _, date in log]
    assert dates == sorted(dates)


def test_recorded_questions_keep_their_gold_and_every_category_is_scored():
    _, life = heard(recording())
    first, last = life.outcomes
    assert first.evidence == (("s001.t01",),)
    assert first.expectation.gold == ("word 1 1",)
    assert (first.verdict, last.verdict.score) == (None, 1.0)


def test_probes_off_asks_nothing():
    log, life = heard(recording(), probes="off")
    assert Phase.PROBE not in [phase for phase, _, _ in log]
    assert life.outcomes == []


def test_an_empty_recorded_session_is_passed_over_in_silence():
    log, life = heard(recording(sessions=3, empty=(2,)))
    assert [phase for phase, _, _ in log].count(Phase.LISTEN) == 8
    assert [session.ending for session in life.sessions] == ["recorded"] * 3


def test_the_users_of_a_recording_stay_and_are_never_selected():
    env = life_v0.env(scenario=recording(), probes="end")
    env.reset(seed=0)
    seen = set()
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        if not (terminated or truncated):
            seen.add(agent)
        env.step(None if terminated or truncated else "Well.")
    assert seen == {"assistant_0", "evaluator_0"}
    assert env.unwrapped.ending == "completed"
