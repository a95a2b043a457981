"""The wrapped, parallel and Gymnasium views, and the text of `render`, step by step."""

from __future__ import annotations

import pickle
from datetime import timedelta

import gymnasium
import pettingzoo
import pytest
from small_lives import ANN, ASKS_CITY, BEN, IN_CITY, NOON, aside, begun, close, info_of, say, scenario, session

from regulars import life_v0
from regulars.dialogue import Turn
from regulars.envs.aec import LifeAEC
from regulars.envs.render import running_text, session_text, unseen_text
from regulars.envs.views.gym import LifeEnv
from regulars.envs.views.parallel import LifeParallel
from regulars.envs.views.registration import register_environments
from regulars.errors import ActionError, ConfigurationError, OrderError

SMALL = scenario(session(1, ASKS_CITY), session(2), probes=(IN_CITY,))
ASK = {"message": "Which city do I live in?", "tells": "a-city"}
RIGHT = {"verdict": 1, "score": 1.0}


# ---------------------------------------------------------------- parallel


def test_the_parallel_view_takes_the_action_of_the_selected_seat_alone():
    env = LifeParallel(scenario=SMALL)
    observations, infos = env.reset(seed=0)
    assert list(observations) == list(infos) == env.agents == ["user_0", "assistant_0", "evaluator_0"]
    assert infos["assistant_0"]["session"] == 1.0
    env.step({"user_0": ASK, "assistant_0": object(), "evaluator_0": None})
    observations, rewards, *_ = env.step({"assistant_0": "In Bergen.", "user_0": "ignored"})
    assert observations["evaluator_0"]["message"] == "In Bergen."
    assert rewards == {"user_0": 0.0, "assistant_0": 0.0, "evaluator_0": 0.0}
    _, rewards, terminated, truncated, infos = env.step({"evaluator_0": RIGHT})
    assert rewards == {"user_0": 1.0, "assistant_0": 0.5, "evaluator_0": 0.0}
    assert (set(terminated.values()), set(truncated.values())) == ({False}, {False})
    # the city was never told, so this is taken for a right abstention: .5, and the user is served
    judged = {"session": 1.0, "turn": 2.0, "judged": 1.0, "verdict": 1.0, "attempt": 1.0}
    assert infos == {
        "user_0": info_of("user", **judged, reward_served=1.0),
        "assistant_0": info_of("assistant", **judged, reward_abstention=0.5),
        "evaluator_0": info_of("evaluator", **judged),
    }
    assert [turn.text for turn in env.aec.transcript] == ["Which city do I live in?", "In Bergen."]
    with pytest.raises(ActionError, match="no action for user_0"):
        env.step({"assistant_0": "In Bergen.", "evaluator_0": RIGHT})


def test_the_parallel_view_ends_all_seats_with_one_flag():
    env = LifeParallel(scenario=scenario(session(1)))
    env.reset(seed=0)
    env.step({"user_0": {"close": 1}})
    env.step({"assistant_0": ""})
    assert env.agents
    _, rewards, terminated, truncated, infos = env.step({"evaluator_0": {}})
    assert (set(terminated.values()), set(truncated.values())) == ({True}, {False})
    assert list(rewards) == list(infos) == ["user_0", "assistant_0", "evaluator_0"]
    assert env.agents == []
    assert env.step({"user_0": "more"}) == ({}, {}, {}, {}, {})


def test_the_parallel_view_is_cut_off_by_its_limit():
    env = LifeParallel(scenario=SMALL, max_steps=2)
    env.reset(seed=0)
    env.step({"user_0": "Hello."})
    _, _, terminated, truncated, infos = env.step({"assistant_0": "Hello."})
    assert set(terminated.values()) == {False}
    assert set(truncated.values()) == {True}
    assert {info["valid"] for info in infos.values()} == {1.0}
    env.reset(seed=0)
    assert env.agents == ["user_0", "assistant_0", "evaluator_0"]


def test_the_parallel_view_needs_a_reset():
    with pytest.raises(OrderError, match="a step before reset"):
        LifeParallel(scenario=SMALL).step({})


# ---------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("played", [(), "user", ("evaluator", "user_0"), ["user"]])
def test_gymnasium_plays_all_other_seats(played):
    env = LifeEnv(scenario=SMALL, played=played)
    assert env.aec.possible_agents == ["assistant_0"]
    observation, info = env.reset(seed=0)
    assert observation["session"] == 1
    assert info == info_of("assistant", session=1.0, turn=1.0)
    assert env.observation_space is env.aec.observation_space("assistant_0")
    assert env.action_space is env.aec.action_space("assistant_0")


def test_gymnasium_returns_what_follows_the_reply_until_the_life_is_over():
    env = LifeEnv(scenario=SMALL)
    first, _ = env.reset(seed=0)
    assert (first["turn"], first["phase"]) == (1, 0)
    seen, reward, terminated, truncated, info = env.step("Hello.")
    assert (seen["turn"], info["turn"], reward, terminated, truncated) == (3, 3.0, -0.1, False, False)
    steps = 1
    while not terminated:
        seen, _, terminated, truncated, info = env.step("Hello.")
        steps += 1
    assert (truncated, info["valid"], info["session"]) == (False, 1.0, 2.0)
    assert steps == sum(turn.speaker == "assistant" for turn in env.aec.transcript)
    with pytest.raises(OrderError, match="a step after the end"):
        env.step("more")
    env.reset(seed=0)
    env.step("Hello.")


def test_gymnasium_truncates_at_its_limit():
    env = LifeEnv(scenario=SMALL, max_steps=1)
    env.reset(seed=0)
    *_, terminated, truncated, info = env.step("Hello.")
    assert (terminated, truncated, info["valid"]) == (False, True, 1.0)
    with pytest.raises(OrderError, match="a step after the end"):
        env.step("more")


def test_gymnasium_refuses_forked_probes():
    with pytest.raises(ConfigurationError, match="probes='fork' does not work through Gymnasium"):
        LifeEnv(scenario=SMALL, probes="fork")
    LifeEnv(scenario=SMALL, probes="end")


def test_gymnasium_passes_reset_options_on():
    env = LifeEnv(scenario=SMALL)
    other = scenario(session(1), session(2), session(3))
    env.reset(seed=0, options={"scenario": other})
    assert env.aec.scenario is other


def test_environments_are_registered_once_by_their_names():
    register_environments()
    assert gymnasium.registry["Life-v0"].entry_point == "regulars.envs.views.gym:LifeEnv"
    if hasattr(pettingzoo, "aec_registry"):
        assert "regulars/life-v0" in pettingzoo.aec_registry
        assert "regulars/life-v0" in pettingzoo.parallel_registry


# ---------------------------------------------------------------- the order of calls


def test_looks_before_the_first_reset_are_refused_and_after_it_allowed():
    env = life_v0.env(scenario=SMALL)
    calls = (
        lambda: env.step("Hello."),
        env.last,
        lambda: env.observe("user_0"),
        env.render,
        env.agent_iter,
    )
    for call in calls:
        with pytest.raises(OrderError, match=r"before reset.*call env\.reset\(\) first"):
            call()
    for name in ("rewards", "terminations", "truncations", "infos", "agent_selection", "agents", "_cumulative_rewards"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    assert env.possible_agents == ["user_0", "assistant_0", "evaluator_0"]
    env.reset(seed=0)
    assert env._cumulative_rewards == env.rewards == {"user_0": 0.0, "assistant_0": 0.0, "evaluator_0": 0.0}
    assert env.last()[1:4] == (0.0, False, False)
    assert env.last(observe=False)[0] is None


def test_private_attributes_are_not_passed_on():
    env = life_v0.env(scenario=SMALL)
    env.reset(seed=0)
    with pytest.raises(AttributeError, match="private attribute '_policies'"):
        env._policies  # noqa: B018  # the access is what is tested


def test_a_step_after_the_end_warns_and_does_nothing():
    env = life_v0.env(scenario=SMALL, max_steps=1)
    env.reset(seed=0)
    for action in ("Hello.", None, None, None):
        env.step(action)
    assert env.agents == []
    with pytest.warns(UserWarning, match="after the end does nothing"):
        env.step("more")


@pytest.mark.parametrize("most", [0, 1, 4, 9])
def test_a_loop_takes_at_most_its_steps(most):
    env = life_v0.env(scenario=scenario(session(1)), max_steps=2)
    env.reset(seed=0)
    seats = []
    for seat in env.agent_iter(most):
        seats.append(seat)
        env.step(None if env.last()[3] else "Hello.")
    # two steps, then one for each of the three seats that have ended
    assert seats == ["user_0", "assistant_0", "user_0", "assistant_0", "evaluator_0"][:most]


def test_a_loop_that_was_left_may_be_started_again():
    env = life_v0.env(scenario=SMALL)
    env.reset(seed=0)
    for _ in env.agent_iter():
        break
    assert next(iter(env.agent_iter())) == "user_0"


def test_a_wrapped_environment_survives_a_pickle():
    env = life_v0.env(scenario=SMALL)
    env.reset(seed=0)
    env.step("Hello.")
    again = pickle.loads(pickle.dumps(env))
    assert again.agent_selection == "assistant_0"
    assert isinstance(again.unwrapped, LifeAEC)
    assert str(again) == str(env)


# ---------------------------------------------------------------- text


def spoken(session, number, text, speaker="p1", minutes=0):
    moment = NOON + timedelta(minutes=minutes)
    return Turn(f"s{session:03d}.t{number:02d}", "p1", "p1", speaker, "Ann", session, text, moment)


TALK = [
    spoken(1, 1, "Hello."),
    spoken(1, 2, "Good day.", "assistant", 1),
    spoken(2, 1, "Me again.", minutes=70),
    spoken(2, 2, "Yes?", "assistant", 71),
]


def test_a_session_is_shown_under_its_number_and_date():
    assert session_text(TALK[:2], heading=True) == (
        "--- session 1 · Monday 03 March 2025, 12:00 ---\n12:00 Ann: Hello.\n12:01 assistant: Good day."
    )
    assert session_text(TALK[:1], heading=False) == "12:00 Ann: Hello."
    assert session_text([], heading=True) == ""


def test_only_the_running_session_is_shown_and_of_it_the_last_turns():
    assert running_text(TALK) == (
        "--- session 2 · Monday 03 March 2025, 13:10 ---\n13:10 Ann: Me again.\n13:11 assistant: Yes?"
    )
    assert running_text(TALK[:2]).count("\n") == 2
    assert running_text([]) == ""
    long = [spoken(1, number, f"line {number}") for number in range(1, 66)]
    assert running_text(long).split("\n")[1:] == [f"12:00 Ann: line {number}" for number in range(2, 66)]


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        (0, session_text(TALK, heading=True)),
        (1, "12:01 assistant: Good day.\n13:10 Ann: Me again.\n13:11 assistant: Yes?"),
        (2, session_text(TALK[2:], heading=True)),
        (3, "13:11 assistant: Yes?"),
        (4, ""),
    ],
)
def test_new_turns_are_shown_with_a_heading_where_a_session_begins(seen, text):
    assert unseen_text(TALK, seen) == text


def test_rendering_for_people_prints_each_turn_once(capsys):
    env = LifeAEC(scenario=SMALL, render_mode="human")
    env.reset(seed=0)
    assert capsys.readouterr().out == ""
    say(env, "Hello.")
    assert capsys.readouterr().out.endswith("---\n12:00 Ann: Hello.\n")
    assert env.render() is None
    assert capsys.readouterr().out == ""
    say(env, "Good day.", {})
    assert capsys.readouterr().out == "12:00 assistant: Good day.\n"
    env.reset(seed=0)
    say(env, "Again.")
    assert "session 1" in capsys.readouterr().out


def test_rendering_for_people_prints_the_last_words_of_a_life(capsys):
    env = LifeEnv(render_mode="human", scenario=scenario(session(1)))
    env.reset(seed=0)
    over = False
    while not over:
        over = env.step("These were my words.")[2]
    printed = capsys.readouterr().out
    assert [line.partition(": ")[2] for line in printed.splitlines()[1:]] == [turn.text for turn in env.aec.transcript]
    assert printed.endswith("assistant: These were my words.\n")


def test_rendering_as_text_returns_the_session_and_without_a_mode_warns():
    env = begun(SMALL, render_mode="ansi")
    say(env, "Hello.", "Good day.")
    assert env.render() == (
        "--- session 1 · Tuesday 04 March 2025, 12:00 ---\n12:00 Ann: Hello.\n12:00 assistant: Good day."
    )
    with pytest.warns(UserWarning, match="render_mode='ansi' or 'human'"):
        assert begun(SMALL).render() is None


def test_every_view_renders_the_same():
    parallel, gym = LifeParallel(scenario=SMALL, render_mode="ansi"), LifeEnv(render_mode="ansi", scenario=SMALL)
    assert (parallel.render_mode, gym.render_mode) == ("ansi", "ansi")
    parallel.reset(seed=0)
    gym.reset(seed=0)
    parallel.step({"user_0": "Hello."})
    assert parallel.render().endswith("Ann: Hello.")
    assert "session 1" in gym.render()
    wrapped = life_v0.env(scenario=SMALL, render_mode="ansi")
    wrapped.reset(seed=0)
    wrapped.step("Hello.")
    assert wrapped.render().endswith("Ann: Hello.")


def test_the_users_of_a_pair_keep_their_order():
    env = begun(scenario(session(1), session(2, person="p2"), persons=(ANN, BEN), probes=(aside("q", 9),)))
    assert env.agents == ["user_0", "user_1", "assistant_0", "evaluator_0"]
    close(env)
    assert env.agent_selection == "user_1"
