"""A fixed life: all that a policy can see and earn in it, as arrays.

Under `disclosure="scripted"` people tell everything and react to nothing. What a reply changes is then its own reward
and the feedback in the next observation. So a life is played once for each candidate, and a step only looks up what
came of it. The environment itself decides every number: nothing here judges, rewards or speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.envs.fixed_lives.episodes import reactive_life
from regulars.envs.numeric.candidates import CandidateReply
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.situation import SITUATION, situation
from regulars.seeding import SeedTree


@dataclass(frozen=True, slots=True)
class FixedLife:
    """One life with K candidates at each of its T steps.

    Row t is what is seen before step t, and row T what is seen at the end. Where a row depends on the candidate that
    was chosen before it, the second axis is that candidate; at row 0 all candidates are alike.

    Attributes:
        features: float32, shape (T + 1, size), as after candidate 0.
        situations: float32, shape (T + 1, K, 12): the part `situation` of the features.
        masks: int8, shape (T + 1, K): 1 for a candidate.
        rewards: The reward of each candidate at each step, T lists of K numbers.
        infos: float64, shape (T + 1, K, keys): the numbers of the info.
        keys: Their names.
        terminates: Whether the episode is terminated at its end; otherwise it is truncated.
        messages: The message before each step, and at the end.
        candidates: The candidates of each step, and at the end.
    """

    features: NDArray[np.float32]
    situations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: list[list[float]]
    infos: NDArray[np.float64]
    keys: tuple[str, ...]
    terminates: bool
    messages: tuple[str, ...]
    candidates: tuple[tuple[CandidateReply, ...], ...]

    @property
    def steps(self) -> int:
        """The number of steps, T."""
        return len(self.rewards)


def fixed_life(env: ChoiceEnv, seed: int) -> FixedLife:
    """Plays a life once for each candidate, and once more with random ones as a check.

    Args:
        env: The environment, with `flat=True`.
        seed: The seed of the episode.

    Raises:
        ConfigurationError: A reply changes more than its own reward and the next situation.
    """
    first = _first_play(env, seed)
    count, size = env.k, len(first.rows)
    situations = np.empty((size, count, len(SITUATION)), dtype=np.float32)
    infos = np.empty((size, count, len(first.keys)), dtype=np.float64)
    rewards = [[0.0] * count for _ in range(size - 1)]
    for number in range(count):
        replies = [found[number if number < len(found) else 0].text for found in first.candidates]
        _play(env, seed, replies, situations[:, number], infos[:, number], rewards, number, first.keys)
    masks = np.stack(first.masks)
    life = FixedLife(
        np.stack(first.rows), situations, masks, rewards, infos, first.keys, first.terminates,
        tuple(first.messages), tuple(first.candidates),
    )  # fmt: skip
    _check(env, seed, life)
    return life


class _Play:
    """What is seen in a play that always chooses the first candidate."""

    def __init__(self, info: Mapping[str, Any]) -> None:
        self.keys = tuple(key for key, value in info.items() if isinstance(value, float))
        self.rows: list[NDArray[np.float32]] = []
        self.masks: list[NDArray[np.int8]] = []
        self.messages: list[str] = []
        self.candidates: list[tuple[CandidateReply, ...]] = []
        self.terminates = False


def _first_play(env: ChoiceEnv, seed: int) -> _Play:
    row, info = env.reset(seed=seed)
    play, over = _Play(info), False
    while True:
        play.rows.append(row)
        play.masks.append(info["action_mask"])
        play.messages.append(env.aec.observe(env.life_env.seat)["message"])
        play.candidates.append(env.candidates)
        if over:
            return play
        row, _, play.terminates, truncated, info = env.step(0)
        over = play.terminates or truncated


def _play(
    env: ChoiceEnv,
    seed: int,
    replies: list[str],
    situations: NDArray[np.float32],
    infos: NDArray[np.float64],
    rewards: list[list[float]],
    number: int,
    keys: tuple[str, ...],
) -> None:
    """Plays the replies of one candidate number, and notes what is seen and earned."""
    life, size = env.life_env, len(situations)
    observation, info = life.reset(seed=seed)
    for place, reply in enumerate(replies):
        situations[place] = situation(observation)
        infos[place] = [info[key] for key in keys]
        if place == size - 1:
            return
        observation, rewards[place][number], terminated, truncated, info = life.step(reply)
        if (terminated or truncated) != (place == size - 2):
            raise reactive_life(f"the episode ends after {place + 1} steps, and not after {size - 1}")


def _check(env: ChoiceEnv, seed: int, life: FixedLife) -> None:
    """Plays the life with random candidates, and compares everything."""
    draws = SeedTree(seed).draws("fixed life")
    row, info = env.reset(seed=seed)
    chosen = 0
    for place in range(life.steps + 1):
        same = (
            np.array_equal(row[len(SITUATION) :], life.features[place, len(SITUATION) :])
            and np.array_equal(row[: len(SITUATION)], life.situations[place, chosen])
            and [info[key] for key in life.keys] == life.infos[place, chosen].tolist()
            and env.candidates == life.candidates[place]
        )
        if not same:
            raise reactive_life(f"step {place} depends on more than the reply before it")
        if place == life.steps:
            return
        chosen = draws.integer(len(env.candidates))
        row, reward, _, _, info = env.step(chosen)
        if reward != life.rewards[place][chosen]:
            raise reactive_life(f"the reward of step {place} depends on more than its own reply")
