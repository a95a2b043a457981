"""`regulars:Choice-v0`: Gymnasium's contract, seeds, masks, vectors, bad input, and shortcuts that do not pay."""

from __future__ import annotations

import pickle
import re
import warnings
from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import regulars
from regulars.dialogue import VerdictKind
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.told_figures import CANDIDATE_FIGURES
from regulars.errors import ActionError
from regulars.rewards import Weights, find_verdict
from regulars.scenarios.kinds import Form

assert regulars.__version__

LIVES = 10


def made(**options):
    return gymnasium.make("regulars:Choice-v0", **{"sessions": 2, **options}).unwrapped


@pytest.mark.parametrize("flat", [False, True])
def test_gymnasiums_checker_is_content(flat):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(flat=flat), skip_render_check=True)


def test_the_observation_has_the_parts_of_its_layout():
    env = made(k=9, width=16, recollections=2)
    observation, info = env.reset(seed=1)
    ends = [end for (_, end), _ in env.layout.values()]
    assert ends[-1] == observation["features"].size
    assert [start for (start, _), _ in env.layout.values()] == [0, *ends[:-1]]
    shapes = {name: shape for name, (_, shape) in env.layout.items()}
    assert shapes["candidates"] == (9, 16)
    assert shapes["recollections"] == (2, 16)
    assert shapes["candidate_figures"] == (9, len(CANDIDATE_FIGURES) + 2)
    assert len(info["candidates"]) == len(info["kinds"]) == 9


def test_without_recollections_there_are_none():
    env = made(recollections=0)
    assert env.layout["recollections"][1] == (0, 64)
    assert env.reset(seed=1)[0]["features"].shape == env.observation_space["features"].shape


def test_one_seed_gives_one_episode():
    one, other = made(), made()
    found, again = one.reset(seed=4), other.reset(seed=4)
    for step in range(12):
        assert (found[0]["features"] == again[0]["features"]).all()
        assert found[-1]["candidates"] == again[-1]["candidates"]
        found, again = one.step(step % 8), other.step(step % 8)
        assert found[1:4] == again[1:4]


def test_the_chosen_candidate_is_the_reply():
    env = made()
    _, info = env.reset(seed=4)
    env.step(3)
    assert env.aec.transcript[1].text == info["candidates"][3]


def test_a_saved_episode_goes_on_in_the_same_way():
    env = made()
    env.reset(seed=4)
    for _ in range(6):
        env.step(0)
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(10):
        one, other = env.step(1), copy.step(1)
        assert (one[0]["features"] == other[0]["features"]).all()
        assert one[1] == other[1]


def test_a_state_that_is_set_brings_back_its_candidates():
    env = made()
    env.reset(seed=4)
    for _ in range(5):
        env.step(0)
    state, texts = env.get_state(), [one.text for one in env.candidates]
    after = env.step(2)
    env.step(1)
    env.set_state(state)
    assert [one.text for one in env.candidates] == texts
    assert (env.step(2)[0]["features"] == after[0]["features"]).all()


def test_places_without_a_candidate_are_masked():
    env = made(k=32)
    observation, info = env.reset(seed=4)
    while observation["action_mask"].all():
        observation, *_, info = env.step(0)
    masked = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert masked == len(info["candidates"])
    assert (env.action_masks() == observation["action_mask"].astype(bool)).all()
    turns = len(env.aec.transcript)
    with pytest.raises(ActionError, match=r"is masked; expected one of \[0, 1, 2.*action_mask"):
        env.step(masked)
    assert len(env.aec.transcript) == turns
    env.step(0)


@pytest.mark.parametrize("action", [8, -1, 1.5, float("nan"), float("inf"), "1", None, True, [1, 2], [], {}, object()])
def test_an_action_that_is_no_candidate_is_refused(action):
    env = made()
    env.reset(seed=4)
    with pytest.raises(ActionError, match="a whole number from 0 to 7"):
        env.step(action)
    assert len(env.aec.transcript) == 1


@pytest.mark.parametrize("action", [2, np.int64(2), np.array(2), np.array([2]), np.float32(2.0), np.uint8(2)])
def test_numbers_of_any_type_are_actions(action):
    env = made()
    _, info = env.reset(seed=4)
    env.step(action)
    assert env.aec.transcript[1].text == info["candidates"][2]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_vectors_step_in_every_autoreset_mode(kind, mode):
    envs = gymnasium.make_vec(
        "regulars:Choice-v0", num_envs=2, sessions=1, vectorization_mode=kind,
        vector_kwargs={"autoreset_mode": mode},
    )  # fmt: skip
    envs.reset(seed=0)
    ended = 0
    for _ in range(40):
        observations, _, terminated, truncated, _ = envs.step(np.array([0, 1]))
        assert observations["features"].shape == (2, envs.single_observation_space["features"].shape[0])
        over = terminated | truncated
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            envs.reset(options={"reset_mask": over})
    envs.close()
    assert ended >= 2


def test_workers_share_their_memory():
    envs = gymnasium.make_vec(
        "regulars:Choice-v0", num_envs=2, sessions=1, texts=False, vectorization_mode="async",
        vector_kwargs={"shared_memory": True},
    )  # fmt: skip
    try:
        observations, _ = envs.reset(seed=3)
        alone, _ = made(sessions=1, texts=False).reset(seed=4)
        assert (observations["features"][1] == alone["features"]).all()
        envs.step(np.array([0, 0]))
    finally:
        envs.close()


# ---------------------------------------------------------------------- shortcuts


@cache
def lives():
    return ChoiceEnv(suite="smoke")


def earned(policy):
    """The reward of a policy over ten lives."""
    env = lives()
    total = 0.0
    for seed in range(LIVES):
        _, info = env.reset(seed=seed)
        over, step = False, 0
        while not over:
            _, reward, terminated, truncated, info = env.step(policy(env, info, step))
            total += reward
            over, step = terminated or truncated, step + 1
    return total


def by_kind(*kinds):
    """Chooses a candidate of the first of these kinds."""
    return lambda env, info, step: min(range(env.k), key=lambda at: (*(info["kinds"][at] != one for one in kinds), at))


def abstains(env, info, step):
    """Abstains from every question, and takes note of everything else."""
    return info["kinds"].index("acknowledge" if env.aec.life.pending is None else "abstain")


def drives_people_away(env, info, step):
    """Answers questions with the first value, and asks back at all else: people leave early."""
    return (
        by_kind("ask")(env, info, step)
        if env.aec.life.pending is None
        else by_kind("value", "confirm")(env, info, step)
    )


def in_their_order(env, info, step):
    """Takes note, and answers questions with the values in their order, one after the other."""
    if env.aec.life.pending is None:
        return info["kinds"].index("acknowledge")
    values = [at for at, kind in enumerate(info["kinds"]) if kind in ("value", "confirm")]
    return values[len(env.aec.life.outcomes) % len(values)] if values else info["kinds"].index("abstain")


def where_it_paid_last(env, info, step):
    """Chooses the place that was right last, as long as it stays right; else the next place."""
    right = [
        one for one in env.aec.life.outcomes if one.verdict is not None and one.verdict.kind is VerdictKind.CORRECT
    ]
    return (len(env.aec.life.outcomes) - len(right)) % env.k


SHORTCUTS = {
    "always one option: the first": lambda env, info, step: 0,
    "always one option: the last": lambda env, info, step: env.k - 1,
    "mining order: in turn": lambda env, info, step: step % env.k,
    "mining order: the values in turn": in_their_order,
    "mining order: where it paid last": where_it_paid_last,
    "hedging": lambda env, info, step: max(range(env.k), key=lambda at: (len(env.candidates[at].values), -at)),
    "dumping": lambda env, info, step: max(range(env.k), key=lambda at: len(info["candidates"][at])),
    "silence: saying least": lambda env, info, step: min(range(env.k), key=lambda at: len(info["candidates"][at])),
    "flattering": by_kind("acknowledge"),
    "waiting": by_kind("ask"),
    "closing early": drives_people_away,
    "denying": by_kind("over"),
    "any value": by_kind("value", "confirm"),
    "any choice": by_kind("confirm", "abstain"),
}


@cache
def messages():
    """Each request of a message in 30 lives of `core`, with its candidate messages and their verdicts.

    A life is played until its last such request. The features, which choose no candidate, are small.
    """
    env, found = ChoiceEnv(suite="core@train", width=8, recollections=0), []
    for seed in range(3000, 3030):
        _, info = env.reset(seed=seed)
        left = {probe.id for probe in env.aec.life.scenario.probes if probe.form is Form.PASS_ON}
        over = False
        while left and not over:
            pending = env.aec.life.pending
            written = [one for one in env.candidates if one.form == "pass_on"]
            if written and pending is not None and pending.expectation is not None:
                verdicts = [find_verdict(one.text, None, pending.expectation) for one in written]
                found.append((info["message"], list(zip(written, verdicts, strict=True))))
                left.discard(pending.probe.id)
            *_, terminated, truncated, info = env.step(abstains(env, info, 0))
            over = terminated or truncated
    return found


def shared(text, request):
    """The number of words that a text shares with a request."""
    return len({*re.findall(r"\w+", text.lower())} & {*re.findall(r"\w+", request.lower())})


BY_WORDS = {
    "most words shared with the request": shared,
    "fewest words shared with the request": lambda text, request: -shared(text, request),
    "shortest": lambda text, request: -len(text),
    "longest": lambda text, request: len(text),
}


@pytest.mark.parametrize("name", BY_WORDS)
def test_a_message_chosen_by_its_words_is_right_by_chance_and_worth_no_more_than_abstaining(name):
    chosen = [max(found, key=lambda one: BY_WORDS[name](one[0].text, request))[1] for request, found in messages()]
    chances = [sum(verdict.kind is VerdictKind.CORRECT for _, verdict in found) / len(found) for _, found in messages()]
    spread = sum(chance * (1 - chance) for chance in chances) ** 0.5
    assert len(chosen) > 10
    assert sum(one.kind is VerdictKind.CORRECT for one in chosen) <= sum(chances) + 2 * spread
    worth = Weights()  # by chance a message costs something: three in four are wrong
    expected = sum(chance * worth.correct + (1 - chance) * worth.wrong for chance in chances)
    assert expected < 0
    assert sum(map(worth.worth, chosen)) <= expected + 2 * spread * (worth.correct - worth.wrong)


def test_messages_to_choose_from_differ_in_values_alone():
    for _, found in messages():
        assert len({tuple(pair.partition("=")[0] for pair in one.values) for one, _ in found}) == 1
        assert sum(verdict.kind is VerdictKind.CORRECT for _, verdict in found) == 1


@pytest.mark.parametrize("name", SHORTCUTS)
def test_a_shortcut_earns_no_more_than_abstaining(name):
    assert earned(SHORTCUTS[name]) <= floor()


def test_people_who_are_driven_away_close_early():
    turns = {}
    for policy in (abstains, drives_people_away):
        env, turns[policy] = ChoiceEnv(sessions=12), 0
        for seed in range(12):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                *_, terminated, truncated, info = env.step(policy(env, info, 0))
                over = terminated or truncated
            turns[policy] += len(env.aec.transcript)
    assert turns[drives_people_away] < 0.95 * turns[abstains]


@cache
def floor():
    return earned(abstains)


def test_no_candidate_is_silent():
    env = made(sessions=4)
    _, info = env.reset(seed=2)
    for _ in range(20):
        assert all(any(letter.isalnum() for letter in text) for text in info["candidates"])
        *_, info = env.step(0)


def test_remembering_earns_far_more_than_abstaining():
    def remembers(env, info, step):
        life = env.aec.life
        if life.pending is None:
            return info["kinds"].index("acknowledge")
        gold = life.pending.expectation.gold if life.pending.expectation else ()
        right = (at for at, one in enumerate(env.candidates) if one.values and set(one.values) == set(gold))
        return next(right, abstains(env, info, step))

    assert earned(remembers) > 1.6 * floor()
