"""In `regulars:Remember-v0` the policy is the memory: what it kept and recalled decides the fixed reader's answers."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import replace
from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from memory_hacks import FLOOR, HACKS, evidence, never
from small_lives import ASKS_CITY, IN_CITY, aside, scenario, session

from regulars.dialogue import Phase, VerdictKind
from regulars.envs.banks.writer import WriterEnv
from regulars.envs.fixed_lives.fixed_choice import FixedChoiceEnv
from regulars.envs.fixed_lives.fixed_remember import FixedRememberEnv
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.held_items import ITEM_FIGURES, TURN_FIGURES
from regulars.envs.numeric.remember import MemoryOp, RememberEnv
from regulars.envs.numeric.style import StyleEnv
from regulars.envs.views.gym import LifeEnv
from regulars.errors import ActionError, OrderError, StateError
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act

ID = "regulars:Remember-v0"
SKIP, WRITE, UPDATE, DELETE = MemoryOp
TELLS_CITY = Act("t-city", ActKind.TELL, attribute="home_city", fact="f-city")
TELLS_CAR = Act("t-car", ActKind.TELL, attribute="car", fact="f-car")
LONG = scenario(
    session(1, TELLS_CITY),
    *[session(number) for number in range(2, 9)],
    session(9, ASKS_CITY),
    probes=(IN_CITY, aside("q-far", 9.5)),
)
"""The city is told in session 1 and asked in session 9, and half a day later outside the conversation."""

SHORT = scenario(session(1, TELLS_CITY, TELLS_CAR), session(2, ASKS_CITY), probes=(IN_CITY,))


def made(planned=LONG, **options) -> RememberEnv:
    env = RememberEnv(**{"items": 3, "k": 2, "scenario": planned, **options})
    env.reset(seed=1)
    return env


def test_questions_outside_the_conversation_do_not_count_as_rounds():
    planned = scenario(session(1, TELLS_CITY), session(2), session(3), probes=(aside("q-far", 1.5),))
    phases = [phase for phase, *_ in lived(made(planned, max_cycles=3), lambda _: [SKIP, 0, 0, 0])]
    assert (phases.count(Phase.PROBE), len(phases)) == (1, 4)


def lived(env, policy, seed=0):
    """The phase, reward and info of each step of a life."""
    env.reset(seed=seed)
    found, over = [], False
    while not over:
        phase = Phase(env.seen["phase"])
        _, reward, terminated, truncated, info = env.step(policy(env))
        found.append((phase, reward, info))
        over = terminated or truncated
    return found


def answers(steps):
    return [(VerdictKind(int(info["verdict"])), reward) for _, reward, info in steps if info["judged"]]


def keeps_first(env):
    """Writes the first turn of the life, and recalls slot 0."""
    first = (int(env.seen["session"]), int(env.seen["turn"])) == (1, 1)
    return [WRITE if first else SKIP, 0, 1, 0]


# ---------------------------------------------------------------- what is kept decides


def test_what_is_written_in_session_1_answers_in_session_9_and_outside_the_conversation():
    steps = lived(made(), keeps_first)
    assert answers(steps) == [(VerdictKind.CORRECT, 1.0), (VerdictKind.CORRECT, 1.0)]
    assert [phase for phase, _, info in steps if info["judged"]] == [Phase.OPENING, Phase.PROBE]
    assert sum(reward for _, reward, _ in steps) == 2.0


def test_what_is_skipped_in_session_1_is_missing_in_session_9():
    steps = lived(made(), lambda env: [SKIP, 0, 1, 0])
    kinds = answers(steps)
    assert kinds[0] == (VerdictKind.ABSTAINED, 0.0)
    assert kinds[-1] == (VerdictKind.ABSTAINED, 0.0)
    assert sum(reward for _, reward, _ in steps) == 0.0


def test_what_is_kept_and_not_recalled_does_not_answer():
    steps = lived(made(), lambda env: [WRITE, 0, 0, 0])
    assert answers(steps)[0] == (VerdictKind.ABSTAINED, 0.0)


def test_what_was_updated_or_deleted_does_not_answer():
    for op in (UPDATE, DELETE):
        later = [op, 0, 1, 0]
        steps = lived(made(), lambda env, later=later: keeps_first(env) if env.seen["session"] == 1 else later)
        assert answers(steps)[0] == (VerdictKind.ABSTAINED, 0.0)


def test_what_is_told_again_after_a_wrong_answer_can_be_written_then():
    steps = lived(made(), lambda env: [WRITE if env.seen["phase"] == Phase.TALK else SKIP, 0, 1, 0])
    assert answers(steps)[-1] == (VerdictKind.CORRECT, 1.0)


def test_the_terms_of_an_answer_outside_the_conversation_are_in_the_info():
    _, reward, info = lived(made(), keeps_first)[-1]
    assert (reward, info["reward_recall"], info["verdict"], info["attempt"], info["answerable"]) == (1, 1, 1, 1, 1)


def test_reward_to_nobody_pays_nothing_outside_the_conversation_either():
    assert [reward for _, reward in answers(lived(made(reward_to="nobody"), keeps_first))] == [0.0, 0.0]


def test_without_probes_only_the_conversation_asks():
    steps = lived(made(probes="off"), keeps_first)
    assert Phase.PROBE not in [phase for phase, _, _ in steps]
    assert len(answers(steps)) == 1


def test_the_outcomes_name_the_recalled_turns():
    env = made()
    lived(env, keeps_first)
    assert [outcome.recalled for outcome in env.aec.life.outcomes] == [("s001.t01", "s001.t02")] * 2


# ---------------------------------------------------------------- slots and masks


def test_items_fill_the_slots_in_order_until_writing_is_masked():
    env = made()
    assert env.masks()[0].tolist() == [1, 1, 0, 0]
    for count in range(1, 4):
        *_, info = env.step([WRITE, 0, 0, 0])
        assert info["held"] == count
        assert env.masks()[0].tolist() == [1, int(count < 3), 1, 1]
    said = info["items"]
    message = env.seen["message"]
    *_, info = env.step([UPDATE, 1, 0, 0])
    assert info["items"] == (said[0], message, said[2])
    *_, info = env.step([DELETE, 0, 0, 0])
    assert info["items"] == ("", message, said[2])
    message = env.seen["message"]
    *_, info = env.step([WRITE, 2, 0, 0])
    assert info["items"] == (message, info["items"][1], said[2])


def test_nothing_can_be_written_or_deleted_outside_the_conversation():
    env = made()
    steps = lived(env, lambda env: keeps_first(env) if env.seen["phase"] != Phase.PROBE else [DELETE, 0, 1, 0])
    phase, reward, info = steps[-1]
    assert (phase, reward, info["held"], info["masked"]) == (Phase.PROBE, 1.0, 1.0, 1.0)


def test_nothing_can_be_recalled_for_a_goodbye():
    env = made()
    env.step([WRITE, 0, 0, 0])
    assert env.seen["phase"] == Phase.CLOSING
    assert env.masks()[2].tolist() == [1, 0, 0, 0]
    *_, info = env.step([SKIP, 0, 1, 1])
    assert info["masked"] == 2.0


def test_the_mask_of_the_action_holds_the_masks_of_its_parts():
    env = made()
    observation, *_ = env.step([WRITE, 0, 0, 0])
    assert observation["action_mask"].tolist() == [1, 1, 1, 1, 1, 0, 0, *[1, 0, 0, 0] * 2]
    assert env.action_masks().tolist() == observation["action_mask"].astype(bool).tolist()
    env.action_space.seed(0)
    for _ in range(5):
        *_, info = env.step(env.action_space.sample(mask=env.masks()))
        assert info["masked"] == 0.0


def test_with_error_a_masked_part_raises_and_changes_nothing():
    env = made(masked="error")
    before = env.get_state()
    for action in ([UPDATE, 0, 0, 0], [DELETE, 0, 0, 0], [SKIP, 0, 1, 0]):
        with pytest.raises(ActionError, match="masked"):
            env.step(action)
    env.step([WRITE, 2, 0, 0])
    with pytest.raises(ActionError, match="UPDATE of slot 2"):
        env.step([UPDATE, 2, 0, 0])
    env.set_state(before)
    assert env.masks()[0].tolist() == [1, 1, 0, 0]


def test_an_item_that_is_named_twice_is_recalled_once():
    env = made(SHORT)
    env.step([WRITE, 0, 0, 0])
    *_, info = env.step([WRITE, 0, 1, 1])
    assert info["masked"] == 0.0
    place = len(env.observe()[0]["slots"][0]) - len(ITEM_FIGURES) + ITEM_FIGURES.index("times_recalled")
    assert env.observe()[0]["slots"][0][place] == pytest.approx(np.log1p(1) / np.log1p(1e6))


def test_replies_are_held_beside_their_turns_unless_told_otherwise():
    for replies, turns in ((True, ["s001.t01", "s001.t02"]), (False, ["s001.t01"])):
        env = made(replies=replies)
        env.step([WRITE, 0, 0, 0])
        assert [turn.id for turn in env.held[0].turns] == turns


# ---------------------------------------------------------------- what is seen


def test_the_numbers_of_a_turn_and_of_an_item_by_hand():
    told = replace(TELLS_CITY, words="I live in Bergen.")
    env = made(scenario(session(1, told, TELLS_CAR), session(2, ASKS_CITY)), width=16)
    observation = env.observe()[0]
    assert env.seen["message"] == told.words
    letters = np.log1p(17) / np.log1p(1e6)
    assert observation["turn"][16:] == pytest.approx([0, 0.75, letters, 0])  # words of city, country and street
    assert not observation["slots"].any()
    observation, *_ = env.step([WRITE, 0, 0, 0])
    named = dict(zip(ITEM_FIGURES, observation["slots"][0][16:].tolist(), strict=True))
    near = float(observation["slots"][0][:16] @ observation["turn"][:16])
    assert named == pytest.approx(
        {
            "asks": 0,
            "mentions": 0.75,
            "letters": letters,
            "by_assistant": 0,
            "held": 1,
            "turns_since": np.log1p(3) / np.log1p(1e6),  # it, its reply and the present turn
            "sessions_since": 0,
            "same_scope": 1,
            "times_recalled": 0,
            "near": near,
        },
        abs=1e-6,
    )
    assert len(TURN_FIGURES) == 4


def test_the_first_observation_of_an_episode_knows_nothing_of_the_last():
    env = made()
    first, _ = env.reset(seed=3)
    lived(env, keeps_first)
    again, info = env.reset(seed=3)
    assert all(np.array_equal(first[key], again[key]) for key in first)
    assert (info["held"], info["masked"], set(info["items"])) == (0.0, 0.0, {""})


def test_observations_do_not_change_afterwards():
    env = made()
    observation, _ = env.observe()
    kept = {key: value.copy() for key, value in observation.items()}
    env.step([WRITE, 0, 0, 0])
    assert all(np.array_equal(observation[key], kept[key]) for key in kept)


# ---------------------------------------------------------------- states


def test_a_restored_state_goes_on_as_the_first_did():
    env = made(sessions=3, scenario=None, items=8)

    def go(steps):
        found = []
        for step in range(steps):
            observation, reward, *_, info = env.step([WRITE if info_of(env) < 8 else UPDATE, step % 8, 1, 2])
            found.append((reward, info["items"], {key: value.tobytes() for key, value in observation.items()}))
        return found

    def info_of(env):
        return sum(item is not None for item in env.held)

    go(6)
    state = env.get_state()
    expected = go(8)
    env.set_state(state)
    assert go(8) == expected


def test_a_state_of_another_capacity_or_other_bytes_are_refused():
    env = made()
    before = env.get_state(), env.seen["message"]
    for state in (b"no", pickle.dumps((9, 1, 2, 3)), made(items=4).get_state()):
        with pytest.raises(StateError):
            env.set_state(state)
    assert (env.get_state(), env.seen["message"]) == before


def test_the_environment_can_be_pickled():
    env = made()
    env.step([WRITE, 0, 0, 0])
    copy = pickle.loads(pickle.dumps(env))
    assert copy.step([SKIP, 0, 1, 0])[4]["items"] == env.step([SKIP, 0, 1, 0])[4]["items"]


# ---------------------------------------------------------------- Gymnasium and bad input


def test_it_is_registered_and_passes_gymnasiums_check():
    env = gymnasium.make(ID, items=4, k=2, sessions=2)
    check_env(env.unwrapped, skip_render_check=True)
    check_env(gymnasium.make(ID, sessions=2, render_mode="ansi").unwrapped)
    assert gymnasium.make(type(env.spec).from_json(env.spec.to_json())).action_space == env.action_space


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_vectors_work_with_every_autoreset_mode_and_with_shared_memory(kind, mode):
    envs = gymnasium.make_vec(
        ID, 2, vectorization_mode=kind, vector_kwargs={"autoreset_mode": mode}, sessions=1, items=4, k=2
    )
    observations, _ = envs.reset(seed=0)
    assert observations["slots"].shape[:2] == (2, 4)
    ended = np.zeros(2, dtype=bool)
    for _ in range(40):
        if mode is AutoresetMode.DISABLED and ended.any():
            envs.reset(options={"reset_mask": ended})
        observations, _, terminated, truncated, _ = envs.step(np.array([[WRITE, 0, 1, 0]] * 2))
        ended = terminated | truncated
    assert envs.single_observation_space.contains({key: value[0] for key, value in observations.items()})
    envs.close()


@pytest.mark.parametrize(
    "action",
    [
        [4, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0], [-1, 0, 0, 0], [0, 0, 0], [[0, 0, 0, 0]], 0, None, "write",
        [0.5, 0, 0, 0], [float("nan"), 0, 0, 0], [True, False, False, False],
    ],
)  # fmt: skip
def test_an_invalid_action_raises_a_typed_error_and_changes_nothing(action):
    env = made()
    before = env.get_state(), env.seen["message"]
    with pytest.raises(ActionError):
        env.step(action)
    assert (env.get_state(), env.seen["message"], env.aec.life.steps) == (*before, 1)


def test_steps_out_of_order_raise():
    with pytest.raises(OrderError, match="before reset"):
        RememberEnv(sessions=1).step([0] * 7)
    env = made()
    lived(env, keeps_first)
    with pytest.raises(OrderError, match="after the end"):
        env.step([0, 0, 0, 0])


# ---------------------------------------------------------------- memories that do not look earn little


@cache
def earned(policy):
    """The reward of a memory in four lives."""
    env = RememberEnv(sessions=48, items=128, k=2, texts=False)  # in short lives the first items win more by luck
    return sum(reward for seed in range(4) for _, reward, _ in lived(env, policy, seed))


@pytest.mark.parametrize("name", ["silence: writes all, recalls nothing", "recalls all, writes nothing", "deletes"])
def test_a_memory_that_recalls_nothing_earns_nothing(name):
    assert earned(HACKS[name]) == earned(never)


@pytest.mark.parametrize("name", HACKS)
def test_hacks_earn_no_more_than_the_floor(name):
    nothing = earned(never)
    assert earned(HACKS[name]) - nothing <= FLOOR * (earned(evidence) - nothing)


@pytest.mark.parametrize(
    "make",
    [LifeEnv, WriterEnv, ChoiceEnv, StyleEnv, RememberEnv, FixedChoiceEnv, FixedRememberEnv],
)
def test_seed_and_options_are_given_by_name_as_in_gymnasium(make):
    own, usual = (inspect.signature(each.reset).parameters for each in (make, gymnasium.Env))
    assert [(one.name, one.kind, one.default) for one in own.values()] == [
        (one.name, one.kind, one.default) for one in usual.values()
    ]


def test_a_seed_without_its_name_is_refused_and_starts_nothing():
    env = made()
    before = env.aec.life
    for given in ((1,), (None, {})):
        with pytest.raises(TypeError, match="positional"):
            env.reset(*given)
    assert env.aec.life is before


def test_a_reset_seeds_the_own_generator_and_passes_the_options_on():
    env = made()
    env.reset(seed=7, options={"episode": "e-7"})
    assert (env.np_random_seed, env.aec.life.episode_id) == (7, "e-7")
    again = made()
    again.reset(seed=8)
    assert again.np_random_seed == 8
    # The scenario of the options, of two sessions, replaces the environment's, of nine.
    env.reset(seed=7, options={"scenario": SHORT})
    assert [len(each.aec.life.scenario.sessions) for each in (env, again)] == [2, 9]
