"""How sessions and episodes end, at each limit and one beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import ANN, ASKS_CITY, BEN, IN_CITY, NOON, aside, begun, close, say, scenario, session, with_persona

from regulars.dialogue import Phase
from regulars.envs.actions import Action
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending
from regulars.envs.life.sessions import SessionEnding, SessionLog
from regulars.errors import OrderError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.seeding import SeedTree

ASK = {"message": "Which city do I live in?", "tells": "a-city"}
QUICK = with_persona(ANN, reading=0.0, thinking=0.0)


def rounds(env, number):
    for _ in range(number):
        say(env, "And then?", "I see.", {})


@pytest.mark.parametrize(("limit", "before"), [(1, 0), (2, 1), (5, 4)])
def test_a_session_closes_after_exactly_its_rounds(limit, before):
    env = begun(scenario(session(1, rounds=limit)))
    rounds(env, before)
    assert env.life.phase is (Phase.TALK if before else Phase.OPENING)
    rounds(env, 1)
    assert env.life.phase is Phase.CLOSING
    rounds(env, 1)
    assert [lived.ending for lived in env.life.sessions] == ["turn_limit"]
    assert env.life.sessions[0].utterances == 2 * limit + 2


@pytest.mark.parametrize(("budget", "phase"), [(33, Phase.TALK), (32, Phase.CLOSING), (31, Phase.CLOSING)])
@pytest.mark.parametrize("waited", [0.0, 29.0, 86400.0])
def test_time_is_up_at_the_second_of_what_the_person_does_however_long_it_waits(budget, phase, waited):
    # 20 s of thinking and 12 s of reading: 32 s; the waiting moves the clock, up to the end of the budget
    env = begun(scenario(session(1, budget=timedelta(seconds=budget))))
    say(env, "And then?", {"message": "I see.", "elapsed": waited}, {})
    assert env.life.phase is phase
    assert env.life.now == NOON + timedelta(days=1, seconds=min(budget, 32 + waited))


def test_time_counts_before_the_limit_of_rounds():
    env = begun(scenario(session(1, rounds=1, budget=timedelta(seconds=32))))
    rounds(env, 2)
    assert env.life.sessions[0].ending is SessionEnding.OUT_OF_TIME


@pytest.mark.parametrize(
    ("closing", "verdicts", "ending"),
    [
        (1, (), "closed"),
        (1, (1,), "satisfied"),
        (1, (1, 1), "satisfied"),
        (1, (1, 4), "closed"),
        (1, (4, 1), "closed"),
        (1, (7,), "closed"),
        (2, (1,), "left"),
        (2, (), "left"),
    ],
)
def test_a_closed_session_is_satisfied_if_every_answer_was_right(closing, verdicts, ending):
    acts = (ASKS_CITY, replace(ASKS_CITY, id="a-again", probe="q-again"))
    env = begun(scenario(session(1, *acts), probes=(IN_CITY, replace(IN_CITY, id="q-again"))))
    for act, verdict in zip(acts, verdicts, strict=False):
        say(env, {"message": "Which city do I live in?", "tells": act.id}, "Bergen.", {"verdict": verdict})
    close(env, closing)
    assert [lived.ending for lived in env.life.sessions] == [ending]


def test_verdicts_on_replies_that_answer_nothing_do_not_satisfy():
    env = begun(scenario(session(1)))
    say(env, "Hello.", "Hello.", {"verdict": 1, "score": 1.0})
    close(env)
    assert env.life.sessions[0].ending is SessionEnding.CLOSED


def test_right_answers_do_not_hide_that_the_time_was_up():
    env = begun(scenario(session(1, ASKS_CITY, rounds=1), probes=(IN_CITY,)))
    say(env, ASK, "Bergen.", {"verdict": 1, "score": 1.0})
    rounds(env, 1)
    assert env.life.sessions[0].ending is SessionEnding.TURN_LIMIT


def test_the_times_of_a_session_are_those_of_its_first_and_last_moment():
    env = begun(scenario(session(1), session(2), persons=(QUICK,)))
    say(env, "Hello.", {"message": "Hello.", "elapsed": 45.0}, {})
    close(env)
    lived = env.life.sessions[0]
    assert (lived.started, lived.ended) == (NOON + timedelta(days=1), NOON + timedelta(days=1, seconds=45))
    assert (env.life.sessions[1].started, env.life.sessions[1].ended) == (NOON + timedelta(days=2),) * 2


@pytest.mark.parametrize(
    ("people", "endings", "played", "ending"),
    [
        ("aaaaa", (2, 2, 2), 3, Ending.ABANDONED),
        ("aaaaa", (2, 2, 1, 2, 2), 5, Ending.COMPLETED),
        ("aaaaa", (1, 2, 2, 2), 4, Ending.ABANDONED),
        ("aaaaa", (2, 1, 2, 2, 2), 5, Ending.ABANDONED),
        # each person by their own sessions: both have left three
        ("abababa", (2, 2, 2, 2, 2, 2), 6, Ending.ABANDONED),
        ("aaabbba", (2, 2, 2, 2, 2, 2), 6, Ending.ABANDONED),
        # one of them stayed, or came less often
        ("abababa", (2, 2, 2, 1, 2, 2, 2), 7, Ending.COMPLETED),
        ("aaaabb", (2, 2, 2, 2, 2, 2), 6, Ending.COMPLETED),
    ],
)
def test_a_life_is_abandoned_once_all_people_have_left_three_times_running(people, endings, played, ending):
    persons = (ANN, BEN)[: len(set(people))]
    ids = {"a": "p1", "b": "p2"}
    planned = [session(number, person=ids[name]) for number, name in enumerate(people, 1)]
    env = begun(scenario(*planned, persons=persons))
    for leaving in endings:
        assert env.ending is None
        close(env, leaving)
    assert len(env.life.sessions) == played
    assert env.ending is ending
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}


def test_probes_that_are_planned_after_an_abandoned_session_are_asked_at_their_dates():
    planned = scenario(*map(session, range(1, 6)), probes=(aside("early", 2.5), aside("late", 4.5)))
    env = begun(planned, probes="end")
    for _ in range(3):
        close(env, 2)
    seen = []
    while env.ending is None:
        seen.append(env.observe("assistant_0")["date"])
        say(env, "I don't know.", {"verdict": 1})
    # under `end`, the first is late: it is asked at the moment at which the third session ended
    assert seen == ["2025-03-06T12:00:20+00:00", "2025-03-08T00:00:00+00:00"]
    assert [outcome.time.isoformat() for outcome in env.life.outcomes] == seen
    assert env.ending is Ending.ABANDONED


def test_hours_since_the_last_session_are_each_persons_own():
    log = SessionLog(["a", "b"])
    assert [log.gap("a", NOON), log.last_seen("a")] == [-1.0, None]
    log.note_lived("a", SessionEnding.CLOSED, NOON)
    assert log.gap("a", NOON + timedelta(minutes=90)) == 1.5
    assert log.gap("b", NOON + timedelta(minutes=90)) == -1.0
    log.note_replayed(NOON + timedelta(hours=2))
    assert [log.gap(name, NOON + timedelta(hours=3)) for name in "ab"] == [1.0, 1.0]
    assert log.last_seen("b") == NOON + timedelta(hours=2)


@pytest.mark.parametrize(
    ("ending", "running"),
    [
        (SessionEnding.LEFT, True),
        (SessionEnding.CLOSED, False),
        (SessionEnding.SATISFIED, False),
        (SessionEnding.OUT_OF_TIME, False),
        (SessionEnding.TURN_LIMIT, False),
    ],
)
def test_only_leaving_counts_as_leaving(ending, running):
    log = SessionLog(["a"])
    for _ in range(2):
        log.note_lived("a", SessionEnding.LEFT, NOON)
    assert not log.is_abandoned
    log.note_lived("a", ending, NOON)
    assert log.is_abandoned is running


@pytest.mark.parametrize(("limit", "over"), [(2, True), (3, True), (4, False)])
def test_an_episode_is_cut_off_after_exactly_its_steps(limit, over):
    env = begun(scenario(session(1)), max_steps=limit)
    for number, action in enumerate(("Hello.", "Hello.", {}), 1):
        if env.ending is None:
            say(env, action)
            assert (env.ending is not None) is (number == limit)
    assert (env.ending is Ending.STEP_LIMIT) is over
    assert set(env.truncations.values()) == {over}
    assert set(env.terminations.values()) == {False}
    assert {info["valid"] for info in env.infos.values()} == {1.0}


def test_steps_of_a_probe_beside_the_conversation_do_not_count_towards_the_limit():
    planned = scenario(session(1), session(2), probes=(aside("q1", 0.5), aside("q2", 1.5)))
    env = begun(planned, probes="end", max_steps=6)
    close(env)
    say(env, "Hello.", "Hello.")
    assert env.ending is None
    say(env, {})
    assert env.ending is Ending.STEP_LIMIT
    forked = begun(replace(planned, probes=(aside("q1", 1.5),)), probes="end", max_steps=7)
    close(forked)
    close(forked)
    say(forked, "I don't know.", {"verdict": 1})
    assert forked.ending is Ending.COMPLETED


@pytest.mark.parametrize(
    ("ending", "terminates", "valid"),
    [
        ("completed", True, True),
        ("abandoned", True, True),
        ("step_limit", False, True),
        ("budget", False, True),
        ("assistant_error", False, False),
        ("user_error", False, False),
        ("evaluator_error", False, False),
        ("infrastructure_error", False, False),
    ],
)
def test_endings_that_terminate_and_endings_that_truncate(ending, terminates, valid):
    assert (Ending(ending).terminates, Ending(ending).valid) == (terminates, valid)
    assert {one.value for one in Ending} == {
        "completed", "abandoned", "step_limit", "budget",
        "assistant_error", "user_error", "evaluator_error", "infrastructure_error",
    }  # fmt: skip
    if not terminates:
        env = begun(scenario(session(1)))
        env.abort(Ending(ending))
        assert set(env.truncations.values()) == {True}
        assert set(env.terminations.values()) == {False}
        assert {info["valid"] for info in env.infos.values()} == {float(valid)}


def test_the_first_ending_counts():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), max_steps=3)
    say(env, ASK, "Bergen.", {"verdict": 1, "score": 1.0})
    env.abort(Ending.USER_ERROR)
    assert env.ending is Ending.STEP_LIMIT
    assert {info["valid"] for info in env.infos.values()} == {1.0}
    # the city was never told, so the right answer is an abstention, which earns .5
    assert env.rewards == {"user_0": 1.0, "assistant_0": 0.5, "evaluator_0": 0.0}
    lived = begun(scenario(session(1)))
    close(lived)
    lived.abort(Ending.BUDGET)
    assert set(lived.truncations.values()) == {False}


def test_a_life_that_ends_with_its_last_allowed_step_is_completed():
    env = begun(scenario(session(1)), max_steps=3)
    close(env)
    assert env.ending is Ending.COMPLETED


@pytest.mark.parametrize(
    ("verdict", "cost"),
    [(1, 0.0), (2, 0.10), (3, 0.20), (4, 0.20), (5, 0.20), (6, 0.50), (7, 0.15), (8, 0.20), (9, 0.0)],
)
def test_a_person_leaves_when_patience_is_used_up_and_not_before(verdict, cost):
    for rest in (0.01, 0.0, -0.005):
        person = with_persona(ANN, patience=cost + rest if cost else 0.01)
        env = begun(scenario(session(1, ASKS_CITY), persons=(person,), probes=(IN_CITY,)), played="user")
        say(env, "Bergen.", {"verdict": verdict, "score": float(verdict in (1, 2))})
        assert env.life.running is not None
        left = env.life.running.closing is SessionEnding.LEFT
        assert left is (cost > 0 and rest <= 0)


def test_a_life_takes_no_action_before_it_begins():
    env = begun(scenario(session(1)))
    settings = {"probes": "off", "feedback": "evaluative", "reactive": True, "reward_to": "trainer", "horizon": "turn"}
    language = env.life.language
    life = Life(env.scenario, language.ontology, language, SeedTree(0), weights=Weights(), **settings)
    with pytest.raises(OrderError, match="an action after the end"):
        life.act(Action("Hello."))
    assert (life.number, life.utterances, life.now, life.phase, life.ending) == (0, 0, NOON, Phase.OPENING, None)
    life.begin()
    life.act(Action("Hello."))
    assert (life.number, life.utterances) == (1, 1)


def test_a_life_that_is_cut_off_by_a_fault_pays_nothing_and_by_its_budget_it_does():
    for ending, rewards in ((Ending.EVALUATOR_ERROR, {}), (Ending.BUDGET, {"assistant": 0.5, "user": 1.0})):
        env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
        say(env, ASK, "Bergen.", {"verdict": 1, "score": 1.0})
        env.life.abort(ending)
        assert env.life.signals.rewards == rewards
        assert env.life.ending is ending
        env.life.abort(Ending.USER_ERROR)
        assert env.life.ending is ending
        with pytest.raises(OrderError, match="an action after the end"):
            env.life.act(Action("Hello."))
