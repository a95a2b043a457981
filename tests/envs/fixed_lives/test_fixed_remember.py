"""Fixed lives for a policy that is the memory: the same episodes as in the environment that plays them."""

from __future__ import annotations

import pickle
import random
import warnings
from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from memory_hacks import FLOOR, HACKS, evidence, never

from regulars.dialogue import Reply
from regulars.envs.fixed_lives import remembered_life
from regulars.envs.fixed_lives.fixed_remember import FixedRememberEnv
from regulars.envs.fixed_lives.remembered_life import LifePlayer
from regulars.envs.numeric.remember import MemoryOp, RememberEnv
from regulars.envs.numeric.vector import NumericVectorEnv
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError
from regulars.memory.context_line import context_line

ID = "regulars:Remember-v0"
SKIP, WRITE, UPDATE, DELETE = MemoryOp
LIFE = {"sessions": 3, "pool": 2, "width": 16, "items": 6, "k": 3}


def made(**options):
    return gymnasium.make(ID, fixed=True, **{**LIFE, **options}).unwrapped


def played_by_people(**options):
    return RememberEnv(disclosure="scripted", **{**LIFE, **options})


def same(one, other):
    """Whether two results of environments are equal, types of arrays included."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return type(one) is type(other) and one == other


def drawn(env, draws, *, masked=False):
    """A random action that mostly writes; a valid one with `masked`."""
    action = [draws.choice([SKIP, WRITE, WRITE, UPDATE, UPDATE, UPDATE, DELETE]), draws.randrange(env.items)]
    action += [draws.randrange(env.items + 1) for _ in range(env.k)]
    if masked:
        mask = env.masks()
        action = [
            one if part[one] else draws.choice(np.flatnonzero(part).tolist())
            for one, part in zip(action, mask, strict=True)
        ]
        if action[0] in (UPDATE, DELETE) and env.held[action[1]] is None:
            action[0] = SKIP
    return action


def lived(env, other, seed, *, masked=False):
    """Plays both environments with the same random actions. Returns the numbers of steps at which they differ."""
    draws = random.Random(seed)
    differ = [] if same(env.reset(seed=seed), other.reset(seed=seed)) else [0]
    over, steps = False, 0
    while not over:
        action = drawn(env, draws, masked=masked)
        mine, theirs = env.step(action), other.step(action)
        steps, over = steps + 1, mine[2] or mine[3]
        if not (same(mine, theirs) and same(env.seen, other.seen) and env.held == other.held):
            differ.append(steps)
    return differ


def known(life):
    """The number of replies of which it is known what comes of them."""
    return sum(map(len, life._outcomes))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"replies": False, "texts": False},
        {"masked": "error"},
        {"probes": "end"},
        {"probes": "off", "features": "hashed:dims=24"},
        {"feedback": "diagnostic"},
        {"feedback": "evaluative+noisy:rate=.3", "reward_to": "feedback"},
        {"users": 2, "sessions": 4},
        {"noise": "typos:.5"},
        {"max_cycles": 9},
        {"sessions": 8, "probes_per_session": 3, "items": 40, "k": 8},
        {"language": "chinese", "width": 8},
    ],
    ids=str,
)
def test_a_fixed_life_is_the_episode_of_the_environment_that_plays_it(options):
    fixed, stepping = made(**options), played_by_people(**options)
    for seed in range(2):
        for _ in range(2):
            assert lived(fixed, stepping, seed, masked="masked" in options) == []


def test_replies_that_were_not_played_before_are_played_when_they_are_given(monkeypatch):
    monkeypatch.setattr(LifePlayer, "_readings", lambda player: [player._reading(())])
    monkeypatch.setattr(remembered_life, "KEPT_READINGS", 5)
    fixed, stepping = made(sessions=14, items=16, width=17), played_by_people(sessions=14, items=16, width=17)
    fixed.reset(seed=0)
    life = fixed.cursor.life
    before = known(life)
    for seed in (0, 1, 0, 0):
        assert lived(fixed, stepping, seed) == []
    assert known(life) > before
    assert life._kept <= 5


def test_an_answer_is_the_same_without_the_lines_on_which_it_does_not_rest():
    env, draws, parts = played_by_people(sessions=6, users=2), random.Random(0), 0
    for seed in range(2):
        env.reset(seed=seed)
        over = False
        while not over:
            lines = [context_line(turn.time, turn.name, turn.text) for turn in env.aec.transcript]
            recalled = [line for line in lines if draws.random() < 0.7]
            reply, rests_on = env.answer(recalled, ()), env.rests_on()
            kept = [line for line in recalled if line in rests_on]
            assert env.answer(kept, ()).text == reply.text
            parts += 0 < len(kept) < len(recalled)
            outcome = env.reply(reply)
            over = outcome.terminated or outcome.truncated
    assert parts > 20


def test_an_answer_from_words_of_a_memorys_own_may_rest_on_any_line():
    env = played_by_people()
    env.reset(seed=0)
    while not env.needs_memory or env.aec.life.asked is None:
        env.reply(env.answer((), ()))
    env.answer(["They live in Bergen."], ())
    assert env.rests_on() is None
    env.answer((), ())
    assert env.rests_on() is not None


def test_a_step_with_many_replies_plays_them_from_a_saved_state(monkeypatch):
    whole = LifePlayer(played_by_people(sessions=4)).life(1)
    monkeypatch.setattr(remembered_life, "PLAYS", 1)
    forked = LifePlayer(played_by_people(sessions=4)).life(1)
    assert known(forked) == known(whole) > whole.steps
    for at in range(whole.steps):
        for text in whole._outcomes[at]:
            mine, theirs = forked.outcome(at, Reply(text)), whole.outcome(at, Reply(text))
            assert (mine.reward, mine.info, mine.said) == (theirs.reward, theirs.info, theirs.said)
            assert mine.next.seen == theirs.next.seen


def test_a_seed_picks_a_life_of_the_pool_and_its_words():
    env = made()
    said = [env.reset(seed=seed)[1]["message"] for seed in (0, 2, 1)]
    assert said[0] == said[1] != said[2]


def test_resets_without_a_seed_draw_the_lives_that_the_environment_with_people_draws():
    env, stepping = made(), played_by_people()
    env.reset(seed=5)
    stepping.reset(seed=5)
    for _ in range(4):
        env.reset()
        stepping.reset()
        assert env.aec.scenario.id == stepping.aec.scenario.id


def test_the_life_can_be_looked_into_at_every_step():
    env, draws = made(render_mode="ansi"), random.Random(0)
    env.reset(seed=0)
    for _ in range(12):
        env.step(drawn(env, draws))
        assert env.aec.observe("assistant_0")["message"] == env.seen["message"]
        assert env.aec.transcript == env.cursor.transcript + ([env.present.said] if env.present.said else [])
    assert env.seen["message"] in env.render()
    env.reset(seed=1)
    assert len(env.aec.transcript) == 1


def test_a_state_goes_on_where_it_was_taken():
    env, other, draws = made(), made(), random.Random(0)
    env.reset(seed=1)
    for _ in range(9):
        env.step(drawn(env, draws))
    other.set_state(env.get_state())
    assert same(env.observe(), other.observe())
    copied = pickle.loads(pickle.dumps(env))
    assert copied.cursor.life is env.cursor.life
    for _ in range(5):
        action = drawn(env, draws)
        result = env.step(action)
        assert same(result, other.step(action))
        assert same(result, copied.step(action))
    assert copied.aec.transcript == env.aec.transcript


def test_states_of_other_environments_are_refused():
    env = made()
    env.reset(seed=0)
    env.step([WRITE, 0, 0, 0, 0])
    state = env.get_state()
    for options in ({"sessions": 2}, {"items": 7}, {"k": 2}, {"replies": False}):
        other = made(**options)
        other.reset(seed=0)
        with pytest.raises(StateError, match="another environment"):
            other.set_state(state)
        assert other.cursor.at == 0
    with pytest.raises(StateError, match="not a state"):
        env.set_state(b"torn")
    assert env.cursor.at == 1


def test_gymnasium_accepts_the_environment():
    check_env(made(), skip_render_check=True)
    env = gymnasium.make(ID, fixed=True, **LIFE)
    assert gymnasium.make(type(env.spec).from_json(env.spec.to_json())).unwrapped.items == LIFE["items"]


def test_environments_share_the_lives_of_their_options_whatever_they_hold():
    one, other, third = made(), made(items=9, k=1, replies=False), made(width=32)
    for env in (one, other, third):
        env.reset(seed=1)
    assert one.cursor.life is other.cursor.life is not third.cursor.life


def test_returned_arrays_may_be_changed():
    env = made()
    observation, info = env.reset(seed=0)
    kept = {key: value.copy() for key, value in observation.items()}
    for value in observation.values():
        value[:] = 1
    info["reward_recall"] = 9.0
    assert same(env.observe()[0], kept)
    again, fresh = env.reset(seed=0)
    assert same(again, kept)
    assert fresh["reward_recall"] == 0.0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pool": None}, "fixed=True without a number of lives"),
        ({"disclosure": "default"}, "contradict each other"),
        ({"played": "user"}, "not available"),
        ({"items": 0}, "items is 0"),
    ],
)
def test_options_that_cannot_be_fixed_are_refused(options, words):
    with pytest.raises(ConfigurationError, match=words):
        made(**options)


def test_what_comes_of_earlier_replies_is_refused_with_a_remedy():
    env = made(feedback="evaluative+delayed:turns=2", sessions=12)
    with pytest.raises(ConfigurationError, match=r"(?s)the life is not fixed.*without a delay"):
        env.reset(seed=0)


@pytest.mark.slow
def test_late_feedback_on_a_reply_that_was_not_played_before_is_refused_too(monkeypatch):
    settings = {"sessions": 12, "items": 1, "k": 1}
    prompt = LifePlayer(played_by_people(feedback="evaluative", **settings)).life(0)
    monkeypatch.setattr(LifePlayer, "_readings", lambda player: [player._reading(())])
    late = LifePlayer(played_by_people(feedback="evaluative+delayed:turns=2", **settings)).life(0)
    replies = [(at, Reply(text)) for at in range(prompt.steps) for text in prompt._outcomes[at]]
    refused = []
    for at, reply in replies:
        for _ in range(2):
            try:
                late.outcome(at, reply)
            except ConfigurationError as error:
                assert "depends on earlier replies" in str(error)  # noqa: PT017
                refused.append((at, reply))
    assert len(refused) == 2 * len(set(refused)) > 0


def test_people_who_react_are_noticed():
    reactive = RememberEnv(**LIFE)
    with pytest.raises(ConfigurationError, match="the life is not fixed"):
        LifePlayer(reactive).life(0)


def test_a_reply_that_takes_longer_to_read_is_noticed():
    env = made()
    env.reset(seed=0)
    with pytest.raises(ConfigurationError, match="the life is not fixed"):
        env.cursor.life.outcome(0, Reply("word " * 500))


@pytest.mark.parametrize("action", [[4, 0, 0, 0, 0], [0, 6, 0, 0, 0], [0, 0, 0], None, "write", [0.5, 0, 0, 0, 0]])
def test_an_invalid_action_changes_nothing(action):
    env = made()
    env.reset(seed=0)
    with pytest.raises(ActionError):
        env.step(action)
    assert (env.cursor.at, env.cursor.actions, env.cursor.transcript) == (0, [], [])


def test_steps_out_of_order_are_refused():
    env = FixedRememberEnv(**LIFE)
    for call in (lambda: env.step([0] * 5), env.get_state, env.observe, lambda: env.aec, lambda: env.seen):
        with pytest.raises(OrderError, match="before reset"):
            call()
    env.reset(seed=0)
    while not any(env.step([0] * 5)[2:4]):
        pass
    with pytest.raises(OrderError, match="after the end"):
        env.step([0] * 5)


@pytest.mark.parametrize("options", [{"scenario": "x"}, {"stream": True}])
def test_a_reset_with_another_scenario_is_refused(options):
    env = made()
    with pytest.raises(ConfigurationError, match="with fixed=True"):
        env.reset(options=options)


# ---------------------------------------------------------------- vectors


def assert_same(one, other):
    if isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, dict):
        assert set(one) == set(other)
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        assert all(same(mine, theirs) for mine, theirs in zip(one, other, strict=True))
    else:
        assert same(one, other)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_gives_the_results_of_gymnasiums_vector(mode):
    settings = {**LIFE, "sessions": 1, "fixed": True}
    own = gymnasium.make_vec(ID, num_envs=3, autoreset_mode=mode, **settings)
    sync = gymnasium.make_vec(
        ID, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **settings
    )
    assert isinstance(own, NumericVectorEnv)
    assert isinstance(own.envs[0], FixedRememberEnv)
    assert_same(own.reset(seed=0), sync.reset(seed=0))
    own.action_space.seed(0)
    for _ in range(25):
        actions = own.action_space.sample()
        assert_same(own.step(actions), sync.step(actions))


def test_an_invalid_action_truncates_its_own_episode():
    envs = gymnasium.make_vec(ID, num_envs=3, fixed=True, **LIFE)
    envs.reset(seed=0)
    envs.step([[WRITE, 0, 0, 0, 0]] * 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, rewards, terminated, truncated, infos = envs.step([[0] * 5, [9] * 5, [0] * 5])
    assert (truncated.tolist(), terminated.tolist(), rewards[1]) == ([False, True, False], [False] * 3, 0.0)
    assert infos["valid"].tolist() == [1.0, 0.0, 1.0]
    assert infos["error"][1].startswith("ActionError: ")
    *_, infos = envs.step([[0] * 5] * 3)
    assert infos["valid"].tolist() == [1.0, 1.0, 1.0]
    assert infos["held"].tolist() == [1.0, 0.0, 1.0]


def test_workers_play_the_same_lives():
    settings = {**LIFE, "sessions": 1, "fixed": True}
    envs = gymnasium.make_vec(ID, num_envs=2, workers=2, **settings)
    try:
        own = gymnasium.make_vec(ID, num_envs=2, **settings)
        assert_same(envs.reset(seed=1)[0], own.reset(seed=1)[0])
        actions = np.array([[WRITE, 0, 0, 0, 0], [SKIP, 0, 0, 0, 0]])
        assert_same(envs.step(actions)[0], own.step(actions)[0])
    finally:
        envs.close()


# ---------------------------------------------------------------- memories that do not look earn little


@cache
def earned(policy):
    """The reward of a memory in two lives."""
    env, total = FixedRememberEnv(sessions=24, items=128, k=2, pool=2, texts=False), 0.0
    for seed in range(2):
        env.reset(seed=seed)
        over = False
        while not over:
            _, reward, terminated, truncated, _ = env.step(policy(env))
            total, over = total + reward, terminated or truncated
    return total


@pytest.mark.parametrize("name", ["silence: writes all, recalls nothing", "recalls all, writes nothing", "deletes"])
def test_a_memory_that_recalls_nothing_earns_nothing(name):
    assert earned(HACKS[name]) == earned(never)


@pytest.mark.parametrize("name", HACKS)
def test_hacks_earn_no_more_than_the_floor(name):
    nothing = earned(never)
    assert earned(HACKS[name]) - nothing <= FLOOR * (earned(evidence) - nothing)


def test_a_strict_environment_restores_a_state_with_actions_that_it_would_refuse():
    lenient, strict = made(masked="skip"), made(masked="error")
    lenient.reset(seed=1)
    lenient.step([DELETE, 0, 0, 0, 0])
    strict.set_state(lenient.get_state())
    assert same(strict.observe(), lenient.observe())
    with pytest.raises(ActionError):
        strict.step([DELETE, 0, 0, 0, 0])
