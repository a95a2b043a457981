"""The reward of every seat at every step of small episodes, added up by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import ANN, ASKS_CITY, BEN, IN_CITY, aside, begun, close, say, scenario, session

from regulars.envs.life.outcomes import Ending
from regulars.envs.views.gym import LifeEnv

ASK = {"message": "Which city do I live in?", "tells": "a-city"}
RIGHT = {"verdict": 1, "score": 1.0}
WEIGHTS = {"served": 0.5, "kept": 0.07, "broken": 0.2, "token": 0.01, "free_tokens": 4, "stale": -0.3}
NOTHING = {"user_0": 0.0, "assistant_0": 0.0, "evaluator_0": 0.0}


def asking(**options):
    """An environment whose person asks for the home city, which was never told."""
    return begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), **options)


def rewarded(assistant, user):
    return {"user_0": pytest.approx(user), "assistant_0": pytest.approx(assistant), "evaluator_0": 0.0}


def test_the_rewards_of_a_reply_come_with_the_verdict_and_with_no_other_step():
    steps = say(asking(), ASK, "Bergen.", RIGHT, "Well.", "I see.", {})
    # answer 1, no cost within 60 tokens; the user is served by all of it
    assert steps == [NOTHING, NOTHING, rewarded(1.0, 1.0), NOTHING, NOTHING, NOTHING]


@pytest.mark.parametrize(
    ("verdict", "assistant", "user"),
    [
        ({"verdict": 1, "score": 1.0}, 1.0, 1.0),
        ({"verdict": 2, "score": 0.25}, 0.25, 0.25),
        ({"verdict": 3}, -0.5, -0.5),
        ({"verdict": 4}, -0.5, -0.5),
        ({"verdict": 5}, -0.5, -0.5),
        ({"verdict": 6}, -1.0, -1.0),
        ({"verdict": 7}, 0.0, 0.0),
        ({"verdict": 8}, -0.1, -0.1),
        ({"verdict": 9}, 0.0, 0.0),
        ({"verdict": 0, "kept": "r1"}, 0.05, 0.0),
        ({"verdict": 0, "broken": "r1"}, -0.1, 0.0),
        ({"verdict": 1, "score": 1.0, "kept": "r1 r2", "broken": "r3"}, 1.0, 1.0),
        ({"verdict": 4, "broken": "r1 r2"}, -0.7, -0.5),
    ],
)
def test_each_verdict_pays_both_seats_by_the_default_weights(verdict, assistant, user):
    assert say(asking(), ASK, "Bergen.", verdict)[-1] == rewarded(assistant, user)


@pytest.mark.parametrize(
    ("reply", "verdict", "assistant", "user"),
    [
        # 4 tokens are free: no cost at 4, .01 at 5
        ("You live in Bergen", RIGHT, 1.0, 0.5),
        ("You live in Bergen.", RIGHT, 0.99, 0.5),
        # 9 tokens: 5 beyond. stale -.3; two rules kept (.14), one broken (-.2): -.3 - .05 - .06
        ("I think that you live in Lyon now.", {"verdict": 3, "kept": "r1 r2", "broken": "r3"}, -0.41, -0.15),
        # no verdict, and the cost of 5 tokens
        ("I think that you live in Lyon now.", {"verdict": 0}, -0.05, 0.0),
        ("Yes.", {"verdict": 0}, 0.0, 0.0),
    ],
)
def test_the_terms_of_a_reply_add_up_with_other_weights(reply, verdict, assistant, user):
    assert say(asking(weights=WEIGHTS), ASK, reply, verdict)[-1] == rewarded(assistant, user)


def test_a_verdict_on_a_reply_that_answers_nothing_pays_nothing():
    env = asking()
    assert say(env, "Nice weather.", "Indeed.", {"verdict": 4, "score": 1.0})[-1] == NOTHING
    assert env.life.signals.reward_notes == []
    # a long one still costs: 70 words, 10 beyond the free ones, .0005 each
    assert say(env, "Go on.", " ".join(["word"] * 70), {"verdict": 4})[-1] == rewarded(-0.005, 0.0)


def test_the_reward_is_recorded_with_its_terms_and_its_reply():
    env = asking(weights=WEIGHTS)
    say(env, ASK, "I think that you live in Lyon now.", {"verdict": 3, "kept": "r1"})
    found = [(one.seat, one.turn, dict(one.terms)) for one in env.life.signals.reward_notes]
    assert found == [
        ("assistant", "s001.t02", {"answer": -0.3, "cost": -0.05, "rules": pytest.approx(0.07)}),
        ("user", "s001.t02", {"served": -0.15}),
    ]


def test_without_a_receiver_no_step_pays_and_the_terms_are_recorded_all_the_same():
    env = asking(reward_to="nobody")
    assert say(env, ASK, "Bergen.", RIGHT, {"message": "Fine.", "rating": 1}) == [NOTHING] * 4
    assert [(one.seat, sum(one.terms.values())) for one in env.life.signals.reward_notes] == [
        ("assistant", 1.0),
        ("user", 1.0),
    ]


@pytest.mark.parametrize(
    ("shown", "reward"),
    [
        ({"rating": 1}, 1.0),
        ({"rating": 2}, -1.0),
        ({"rating": 3}, 1.0),
        ({"satisfaction": 8.0}, 0.6),
        ({"satisfaction": 0.0}, -1.0),
        ({"rating": 2, "satisfaction": 8.0}, -0.2),
        ({"rating": 1, "satisfaction": 5.0}, 0.5),
        ({"remark": "Splendid."}, 0.0),
        ({}, 0.0),
    ],
)
def test_under_feedback_the_assistant_is_paid_by_what_was_shown_when_it_was_shown(shown, reward):
    # the mean of the shown parts: like and copy 1, dislike -1, satisfaction (s - 5) / 5; the verdict pays nothing
    steps = say(asking(reward_to="feedback"), ASK, "Lyon.", {"verdict": 6}, {"message": "Hm.", **shown}, "I see.", {})
    assert steps == [NOTHING, NOTHING, NOTHING, rewarded(reward, 0.0), NOTHING, NOTHING]


def test_the_trainer_is_not_paid_by_feedback():
    steps = say(asking(), ASK, "Lyon.", {"verdict": 6}, {"message": "Hm.", "rating": 1})
    assert steps[2:] == [rewarded(-1.0, -1.0), NOTHING]


def test_withheld_feedback_pays_nothing():
    env = asking(reward_to="feedback", feedback="silent")
    assert say(env, ASK, "Lyon.", RIGHT, {"message": "Hm.", "rating": 1, "satisfaction": 9.0})[-1] == NOTHING
    assert env.life.signals.feedbacks == []


def test_a_reward_waits_for_its_seats_next_turn_and_is_counted_once():
    env = asking()
    paid = []
    for action in (ASK, "Bergen.", RIGHT, "And?", "I see.", {}, "Well.", "Hm.", {}):
        paid.append((env.agent_selection, env.last()[1]))
        env.step(action)
    # paid with the third step; each seat sees it when it is selected the next time
    assert paid == [
        ("user_0", 0.0), ("assistant_0", 0.0), ("evaluator_0", 0.0),
        ("user_0", 1.0), ("assistant_0", 1.0), ("evaluator_0", 0.0),
        ("user_0", 0.0), ("assistant_0", 0.0), ("evaluator_0", 0.0),
    ]  # fmt: skip


def test_the_terms_in_the_infos_stay_until_their_seat_has_acted():
    env = asking(reward_terms=True, weights=WEIGHTS)
    base = {"valid": 1.0, "session": 1.0}
    said = {"reward_answer": 1.0, "reward_cost": -0.01, "reward_rules": pytest.approx(-0.13)}
    none = dict.fromkeys(said, 0.0)
    say(env, ASK, "You live in Bergen.", {**RIGHT, "kept": "r1", "broken": "r2"})
    assert env.info("user_0") == {**base, "turn": 2.0, "reward_served": 0.5}
    assert env.info("assistant_0") == {**base, "turn": 2.0, **said}
    assert env.info("evaluator_0") == {**base, "turn": 2.0}
    say(env, "And?")
    assert env.info("user_0") == {**base, "turn": 3.0, "reward_served": 0.0}
    assert env.info("assistant_0") == {**base, "turn": 3.0, **said}
    say(env, "I see.")
    assert env.info("assistant_0") == {**base, "turn": 4.0, **none}


def test_the_user_in_session_is_paid_and_the_other_one_is_not():
    other = replace(ASKS_CITY, id="b-city", probe="q-city-2")
    probe = replace(IN_CITY, id="q-city-2", owner="p2", asker="p2", session=2)
    two = scenario(session(1), session(2, other, person="p2"), persons=(ANN, BEN), probes=(probe,))
    env = begun(two, reward_terms=True)
    close(env)
    paid = say(env, {"message": "Which city do I live in?", "tells": "b-city"}, "Lyon.", RIGHT)[-1]
    assert paid == {"user_0": 0.0, "user_1": 1.0, "assistant_0": 1.0, "evaluator_0": 0.0}
    assert env.info("user_0")["reward_served"] == 0.0
    assert env.info("user_1")["reward_served"] == 1.0


def test_a_late_answer_pays_what_an_answer_beside_the_point_pays():
    late = replace(ASKS_CITY, within=timedelta(seconds=30))
    limited = scenario(session(1, late), probes=(IN_CITY,))
    in_time, too_late = ({"message": "Bergen.", "elapsed": seconds} for seconds in (30.0, 31.0))
    assert say(begun(limited), ASK, in_time, RIGHT)[-1] == rewarded(1.0, 1.0)
    assert say(begun(limited), ASK, too_late, RIGHT)[-1] == rewarded(-0.1, -0.1)


def test_an_answer_beside_the_conversation_pays_nothing():
    env = begun(scenario(session(1), probes=(aside("q1", 2),)), probes="end")
    close(env)
    assert say(env, "Bergen.", RIGHT) == [NOTHING, NOTHING]
    assert env.life.signals.reward_notes == []
    assert env.ending is Ending.COMPLETED


def test_the_closing_round_pays_nothing_for_its_reply_and_keeps_the_rating():
    env = asking(reward_to="feedback")
    say(env, ASK, "Bergen.", RIGHT)
    goodbye = {"message": "Bye.", "close": 1, "rating": 2}
    assert say(env, goodbye, " ".join(["word"] * 70), {"verdict": 1, "kept": "r1"}) == [
        rewarded(-1.0, 0.0),
        NOTHING,
        NOTHING,
    ]


def test_gymnasium_returns_the_reward_of_the_reply_that_the_step_took():
    env = LifeEnv(scenario=scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    env.reset(seed=0)
    # the city was never told, so a value is unsupported: -.5
    while env.aec.life.exchange.pending is None:
        env.step("I see.")
    assert env.step("You live in Bergen.")[1] == -0.5


def test_a_fault_takes_back_the_rewards_and_the_step_limit_does_not():
    env = asking()
    say(env, ASK, "Bergen.", RIGHT)
    env.abort(Ending.ASSISTANT_ERROR)
    assert env.rewards == NOTHING
    assert [env.last()[1] for _ in env.agents] == [0.0] * 3
    assert [info["valid"] for info in env.infos.values()] == [0.0] * 3
    limited = asking(max_steps=3)
    assert say(limited, ASK, "Bergen.", RIGHT)[-1] == rewarded(1.0, 1.0)
    assert limited.ending is Ending.STEP_LIMIT
    assert [info["valid"] for info in limited.infos.values()] == [1.0] * 3
