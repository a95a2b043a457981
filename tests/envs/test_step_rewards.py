"""The reward of every seat at every step of small episodes, added up by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import ANN, ASKS_CITY, BEN, IN_CITY, LONG_AGO, aside, begun, close, info_of, say, scenario, session

from regulars.briefing import Pending
from regulars.envs.life.exchange import judged_question
from regulars.envs.life.outcomes import Ending
from regulars.envs.views.gym import LifeEnv
from regulars.envs.views.parallel import LifeParallel
from regulars.rewards.metrics.reward_terms import JudgedQuestion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, Band, Form
from regulars.scenarios.world import Act, Fact, StandingRule
from regulars.values import Domain

TELL = {"message": "I live in Bergen.", "tells": "f-city"}
ASK = {"message": "Which city do I live in?", "tells": "a-city"}
RIGHT = {"verdict": 1, "score": 1.0}
WEIGHTS = {"served": 0.5, "rules": 0.2, "token": 0.01, "free_tokens": 4, "stale": -0.3}
NOTHING = {"user_0": 0.0, "assistant_0": 0.0, "evaluator_0": 0.0}


RULES = tuple(
    StandingRule(f"r{number}", kind, "none", LONG_AGO)
    for number, kind in enumerate(("emoji", "exclamation", "praise"), 1)
)
"""None says what the other setting of its kind does, so each is kept by chance in half of all replies."""
RULED = replace(ANN, rules=RULES)


def asking(**options):
    """An environment whose person has told the home city in the first round and is going to ask for it."""
    person = ANN if "played" in options else RULED
    env = begun(scenario(session(1, ASKS_CITY), persons=(person,), probes=(IN_CITY,)), **options)
    say(env, TELL, "Noted.", *([] if "played" in options else [{}]))
    return env


def never_told(**options):
    """The same, without the telling."""
    return begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), **options)


def terms_of(env, **paid):
    """The terms of the assistant's last reward, next to those that are expected."""
    found = [dict(one.terms) for one in env.life.signals.reward_notes if one.seat == "assistant"][-1]
    names = ("recall", "repair", "abstention", "choice", "cost", "rules")
    return found, pytest.approx({name: paid.get(name, 0.0) for name in names})


def rewarded(assistant, user):
    return {"user_0": pytest.approx(user), "assistant_0": pytest.approx(assistant), "evaluator_0": 0.0}


def test_the_rewards_of_a_reply_come_with_the_verdict_and_with_no_other_step():
    steps = say(asking(), ASK, "Bergen.", RIGHT, "Well.", "I see.", {})
    # recall 1, no cost within 60 tokens; the user is served by all of it
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
        ({"verdict": 0, "broken": "r1"}, -0.05, 0.0),
        ({"verdict": 1, "score": 1.0, "kept": "r1 r2", "broken": "r3"}, 1.05, 1.0),
        ({"verdict": 4, "broken": "r1 r2"}, -0.6, -0.5),
        ({"verdict": 0, "kept": "r8", "broken": "r9"}, 0.0, 0.0),
    ],
)
def test_each_verdict_pays_both_seats_by_the_default_weights(verdict, assistant, user):
    assert say(asking(), ASK, "Bergen.", verdict)[-1] == rewarded(assistant, user)


@pytest.mark.parametrize(
    ("verdict", "assistant", "user"),
    [
        # a right abstention is worth .5 to the assistant; the user is served as by any right answer
        ({"verdict": 1, "score": 1.0}, 0.5, 1.0),
        ({"verdict": 5}, -0.5, -0.5),
        ({"verdict": 6}, -1.0, -1.0),
        ({"verdict": 8}, -0.1, -0.1),
        ({"verdict": 9}, 0.0, 0.0),
    ],
)
def test_where_nothing_was_told_the_term_is_abstention(verdict, assistant, user):
    env = never_told()
    assert say(env, ASK, "I don't know.", verdict)[-1] == rewarded(assistant, user)
    if assistant:
        found, expected = terms_of(env, abstention=assistant)
        assert found == expected


@pytest.mark.parametrize(
    ("second", "assistant", "user"),
    [
        # a quarter of 1 and of .5; what is lost is lost in full
        ({"verdict": 1, "score": 1.0}, 0.25, 1.0),
        ({"verdict": 2, "score": 0.5}, 0.125, 0.5),
        ({"verdict": 4}, -0.5, -0.5),
        ({"verdict": 6}, -1.0, -1.0),
    ],
)
def test_the_answer_to_a_repeated_question_is_repair(second, assistant, user):
    env = asking()
    assert say(env, ASK, "Lyon.", {"verdict": 4})[-1] == rewarded(-0.5, -0.5)
    assert say(env, {**ASK, "tells": "f-city a-city"}, "Bergen.", second)[-1] == rewarded(assistant, user)
    found, expected = terms_of(env, repair=assistant)
    assert found == expected


DISHES = ("ramen", "bouillabaisse", "goulash")
PICK = Act("d1", ActKind.DELEGATE, attribute="favourite_dish", options=DISHES, probe="q-pick")
VEGETARIAN = Fact("f-diet", "p1", "diet", "vegetarian", LONG_AGO)
"""Leaves ramen alone of the three dishes."""

PICKS = {"message": "Ramen, bouillabaisse or goulash?", "tells": "d1"}
RAMEN, CEVICHE = "I would take the ramen.", "I would take the bouillabaisse."
WRONG = {"verdict": 4}


@pytest.mark.parametrize(
    ("told", "rounds", "choice", "repair"),
    [
        # one of three fits, so chance is 1/3: right 2/3, wrong -1/3
        (True, ((RAMEN, RIGHT),), 2 / 3, 0.0),
        (True, ((CEVICHE, WRONG),), -1 / 3, 0.0),
        # chooses nothing, and then the right one, for a quarter of 2/3
        (True, (("Hm.", {"verdict": 8}), (RAMEN, RIGHT)), 0.0, 1 / 6),
        # every dish fits: no choice can be wrong, and none earns anything
        (False, ((CEVICHE, RIGHT),), 0.0, 0.0),
        (False, (("Hm.", {"verdict": 8}),), -0.1, 0.0),
    ],
)
def test_a_choice_is_paid_against_chance(told, rounds, choice, repair):
    pick = replace(
        aside("q-pick", 1, attribute="favourite_dish"), form=Form.ANY, band=Band.IN, value="|".join(DISHES), session=1
    )
    eater = replace(ANN, facts=(VEGETARIAN,))
    env = begun(scenario(session(1, PICK), persons=(eater,), probes=(pick,)))
    if told:
        say(env, {"message": "I am a vegetarian.", "tells": "f-diet"}, "Noted.", {})
    for reply, verdict in rounds:
        paid = say(env, PICKS, reply, verdict)[-1]["assistant_0"]
    assert paid == pytest.approx(choice + repair)
    if paid:
        found, expected = terms_of(env, choice=choice, repair=repair)
        assert found == expected


CITY = Domain("city", aliases={"Bergen": (), "Oslo": ()})
LETTERS = Domain("letters", aliases=dict.fromkeys("ABCD", ()))


@pytest.mark.parametrize(
    ("pending", "question"),
    [
        (Pending(None, None, Expectation("value", CITY, True, ("Bergen", "Oslo"))), JudgedQuestion(1, True, 0, 0)),
        (Pending(None, None, Expectation("value", CITY, False), attempt=2), JudgedQuestion(2, False, 0, 0)),
        # a free choice, and one of which told facts rule out a third
        (Pending(PICK, None, None, DISHES), JudgedQuestion(1, True, 3, 3)),
        (Pending(PICK, None, Expectation("any", CITY, True, DISHES[:2]), DISHES, 2), JudgedQuestion(2, True, 3, 2)),
        # multiple choice
        (
            Pending(None, None, Expectation("option", LETTERS, True, ("B",), options=("a", "b", "c", "d"))),
            JudgedQuestion(1, True, 4, 1),
        ),
    ],
)
def test_what_the_reward_knows_of_a_question(pending, question):
    assert judged_question(pending) == question


@pytest.mark.parametrize(
    "reply",
    [
        {"message": "", "answer": "Bergen"},
        {"message": "Nice weather.", "answer": "Bergen"},
        {"message": "", "answer": "-"},
    ],
)
@pytest.mark.parametrize("told", [True, False])
def test_in_a_conversation_a_structured_answer_without_words_earns_nothing(reply, told):
    env = asking(played="evaluator") if told else never_told(played="evaluator")
    paid = say(env, ASK, reply)[-1]
    # off task, -.1; but a value that was never told stays unsupported, -.5; and .1 less for saying nothing
    verdict = -0.5 if not told and reply["answer"] == "Bergen" else -0.1
    assert paid["assistant_0"] == pytest.approx(verdict - 0.1 * (not reply["message"]))


def test_words_that_say_what_the_structured_answer_says_are_paid():
    for env, reply, paid in (
        (asking(played="evaluator"), {"message": "You live in Bergen.", "answer": "Bergen"}, 1.0),
        (never_told(played="evaluator"), {"message": "I don't know that.", "answer": "-"}, 0.5),
    ):
        assert say(env, ASK, reply)[-1]["assistant_0"] == paid


def test_beside_the_conversation_the_structured_answer_alone_may_answer():
    env = begun(scenario(session(1), probes=(aside("q1", 2),)), probes="end", played="evaluator")
    say(env, TELL, "Noted.", {"message": "Bye.", "close": 1}, "")
    say(env, {"message": "", "answer": "Bergen"})
    assert [outcome.verdict.kind.name for outcome in env.life.outcomes] == ["CORRECT"]


@pytest.mark.parametrize(
    ("reply", "verdict", "assistant", "user"),
    [
        # 4 tokens are free: no cost at 4, .01 at 5
        ("You live in Bergen", RIGHT, 1.0, 0.5),
        ("You live in Bergen.", RIGHT, 0.99, 0.5),
        # 9 tokens: 5 beyond. stale -.3; rules of .2 each, half by chance, two kept, one broken: .1
        ("I think that you live in Lyon now.", {"verdict": 3, "kept": "r1 r2", "broken": "r3"}, -0.25, -0.15),
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
    # a rule that it keeps is paid, to the assistant alone
    assert say(env, "Well.", "Indeed.", {"verdict": 4, "kept": "r1"})[-1] == rewarded(0.05, 0.0)
    # a long one still costs: 70 words, 10 beyond the free ones, .0005 each
    assert say(env, "Go on.", " ".join(["word"] * 70), {"verdict": 4})[-1] == rewarded(-0.005, 0.0)


@pytest.mark.parametrize(
    ("reply", "cost"),
    [("", -0.1), (" ", -0.1), ("...", -0.1), ("." * 200, -0.17), ("Ok.", 0.0), ("7", 0.0), ("好。", 0.0)],
)
def test_a_reply_without_words_costs_whether_something_was_asked_or_not(reply, cost):
    # 200 dots are 200 tokens: 140 beyond the free ones at .0005
    env = asking()
    assert say(env, "Nice weather.", reply, {})[-1] == rewarded(cost, 0.0)
    assert say(env, ASK, reply, {"verdict": 8})[-1] == rewarded(cost - 0.1, -0.1)
    if cost:
        found, expected = terms_of(env, recall=-0.1, cost=cost)
        assert found == expected


def test_silence_at_the_closing_costs_nothing():
    env = asking()
    assert say(env, {"message": "Bye.", "close": 1}, "", {})[-1] == NOTHING


def test_the_reward_is_recorded_with_its_terms_and_its_reply():
    env = asking(weights=WEIGHTS)
    say(env, ASK, "I think that you live in Lyon now.", {"verdict": 3, "kept": "r1"})
    found = [(one.seat, one.turn, dict(one.terms)) for one in env.life.signals.reward_notes]
    assert found == [
        (
            "assistant",
            "s001.t04",
            {
                "recall": -0.3,
                "repair": 0.0,
                "abstention": 0.0,
                "choice": 0.0,
                "cost": -0.05,
                "rules": pytest.approx(0.1),
            },
        ),
        ("user", "s001.t04", {"served": -0.15}),
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
    assert env.agent_selection == "user_0"
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
    env = asking(weights=WEIGHTS)
    told = {"judged": 1.0, "verdict": 1.0, "attempt": 1.0, "answerable": 1.0}
    said = {**told, "reward_recall": 1.0, "reward_cost": -0.01, "reward_rules": pytest.approx(0.1)}
    say(env, ASK, "You live in Bergen.", {**RIGHT, "kept": "r1 r3", "broken": "r2"})
    assert env.info("user_0") == info_of("user", session=1.0, turn=4.0, **told, reward_served=0.5)
    assert env.info("assistant_0") == info_of("assistant", session=1.0, turn=4.0, **said)
    assert env.info("evaluator_0") == info_of("evaluator", session=1.0, turn=4.0, **told)
    say(env, "And?")
    assert env.info("user_0") == info_of("user", session=1.0, turn=5.0)
    assert env.info("assistant_0") == info_of("assistant", session=1.0, turn=5.0, **said)
    say(env, "I see.")
    assert env.info("assistant_0") == info_of("assistant", session=1.0, turn=6.0)
    assert env.info("evaluator_0") == info_of("evaluator", session=1.0, turn=6.0, **told)
    say(env, {})
    assert env.info("evaluator_0") == info_of("evaluator", session=1.0, turn=6.0)


def test_infos_name_the_verdict_the_attempt_and_whether_there_was_an_answer():
    env = asking()
    seen = []
    for line, judged in ((ASK, {"verdict": 4}), (ASK, RIGHT), ("Well.", {"verdict": 3}), ("Well.", {"kept": "r1"})):
        say(env, line, "Bergen.", judged)
        seen.append(tuple(env.info("assistant_0")[key] for key in ("judged", "verdict", "attempt", "answerable")))
    # nothing was asked in the last two rounds, whatever the evaluator says
    assert seen == [(1.0, 4.0, 1.0, 1.0), (1.0, 1.0, 2.0, 1.0), (0.0,) * 4, (0.0,) * 4]
    env = never_told()
    say(env, ASK, "I don't know.", RIGHT)
    assert tuple(env.info("user_0")[key] for key in ("judged", "verdict", "attempt", "answerable")) == (1, 1, 1, 0)


@pytest.mark.parametrize(
    ("ending", "number", "valid"),
    [
        (Ending.COMPLETED, 1.0, 1.0), (Ending.ABANDONED, 2.0, 1.0), (Ending.STEP_LIMIT, 3.0, 1.0),
        (Ending.BUDGET, 4.0, 1.0), (Ending.ASSISTANT_ERROR, 5.0, 0.0), (Ending.USER_ERROR, 6.0, 0.0),
        (Ending.EVALUATOR_ERROR, 7.0, 0.0), (Ending.INFRASTRUCTURE_ERROR, 8.0, 0.0),
    ],
)  # fmt: skip
def test_infos_say_how_the_episode_ended(ending, number, valid):
    env = asking()
    assert {info["ending"] for info in env.infos.values()} == {0.0}
    env.abort(ending)
    assert [(info["ending"], info["valid"]) for info in env.infos.values()] == [(number, valid)] * 3


def test_the_three_views_say_the_same_in_the_assistants_info():
    life = scenario(session(1, ASKS_CITY), probes=(IN_CITY,))
    gym, parallel = LifeEnv(scenario=life), LifeParallel(scenario=life, played=("user", "evaluator"))
    aec = begun(life, played=("user", "evaluator"))
    _, first = gym.reset(seed=0)
    _, firsts = parallel.reset(seed=0)
    assert first == firsts["assistant_0"] == aec.infos["assistant_0"]
    # the person asks at once for what was never told
    *_, info = gym.step("You live in Bergen.")
    *_, infos = parallel.step({"assistant_0": "You live in Bergen."})
    aec.step("You live in Bergen.")
    said = {"session": 1.0, "turn": 3.0, "judged": 1.0, "verdict": 5.0, "attempt": 1.0, "reward_abstention": -0.5}
    assert info == infos["assistant_0"] == aec.last()[-1] == info_of("assistant", **said)


def test_the_user_in_session_is_paid_and_the_other_one_is_not():
    other = replace(ASKS_CITY, id="b-city", probe="q-city-2")
    probe = replace(IN_CITY, id="q-city-2", owner="p2", asker="p2", session=2)
    two = scenario(session(1), session(2, other, person="p2"), persons=(ANN, BEN), probes=(probe,))
    env = begun(two)
    close(env)
    paid = say(env, {"message": "Which city do I live in?", "tells": "b-city"}, "Lyon.", RIGHT)[-1]
    # the city was never told, so the right answer is an abstention
    assert paid == {"user_0": 0.0, "user_1": 1.0, "assistant_0": 0.5, "evaluator_0": 0.0}
    assert env.info("user_0")["reward_served"] == 0.0
    assert env.info("user_1")["reward_served"] == 1.0


def test_a_late_answer_pays_what_an_answer_beside_the_point_pays():
    late = replace(ASKS_CITY, within=timedelta(seconds=30))
    limited = scenario(session(1, late), probes=(IN_CITY,))
    in_time, too_late = ({"message": "Nothing.", "elapsed": seconds} for seconds in (30.0, 31.0))
    assert say(begun(limited), ASK, in_time, RIGHT)[-1] == rewarded(0.5, 1.0)
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
    limited = asking(max_steps=6)
    assert say(limited, ASK, "Bergen.", RIGHT)[-1] == rewarded(1.0, 1.0)
    assert limited.ending is Ending.STEP_LIMIT
    assert [info["valid"] for info in limited.infos.values()] == [1.0] * 3
