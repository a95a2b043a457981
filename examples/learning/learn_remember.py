"""A policy learns in `regulars:Remember-v0` what to write and what to forget, from the reward of what it recalls.

Run: python examples/learning/learn_remember.py [--lives 120] [--tests 40] [--plot docs/learn_remember.svg]

It learns the worth of an item: the reward that it brings when it is recalled, as a linear function of the item's
features. To learn it, the policy recalls a single item at each question, the nearest by BM25, so that the reward is due
to this item alone. It writes while there is room; later the present turn takes the place of the item of least worth,
unless it is worth less itself. Training plays lives of `smoke@train`. Tests are lives of `smoke@test`, whose wordings
training does not have; there the policy recalls by BM25, as the memories without learning do, at the same capacity. It
prints rewards with 95 % intervals over lives, draws the learning curve, and fails if the learner does not beat every
memory without learning but the oracle. Seeds are fixed; a quiet core takes about three minutes.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from learning_figures import Stage, held_against, over_lives, plot, shown
from line_features import LINE_FEATURES, line_features
from numpy.typing import NDArray
from remember_baselines import POLICIES, action, by_bm25, play, reservoir

from regulars.envs import MemoryOp

TRAIN, TEST = "smoke@train", "smoke@test"
STAGE = 20
"""The number of training lives between two tests."""

EXPLORING, RIDGE = 0.1, 3.0
"""The share of training turns that are kept as by a reservoir; the ridge of the regression."""

FIGURES = ("always", "asks", "tells", "asks and tells", "turns since", "said since", "told since")
WITH_TELLS = LINE_FEATURES[:4]
FEATURES = (*FIGURES, *LINE_FEATURES, "question with or", *(f"{name}, tells" for name in WITH_TELLS))
"""What the worth depends on.

`said since` is the greatest similarity of a newer item's words; `told since` is the same for an item that may tell.
"""

Array = NDArray[np.float64]


def features(env: Any, observation: dict[str, Array]) -> Array:
    """The features of the item in each slot, and of the present turn in the last row."""
    width = observation["turn"].size - 4
    items, turn = observation["slots"], observation["turn"]
    words = np.vstack([items[:, :width], turn[:width]])
    asks, mentions = (np.append(items[:, width + at], turn[width + at]) for at in (0, 1))
    held, age = np.append(items[:, width + 4] > 0, True), np.append(items[:, width + 5], 0.0)
    tells = (mentions > 0).astype(float)
    newer = (age[None, :] < age[:, None]) & held[None, :]
    said_since = np.where(newer, words @ words.T, 0.0).max(axis=1)
    texts = ["" if item is None else item.turn.text for item in env.held] + [env.seen["message"]]
    lines = np.array([line_features(text) for text in texts])
    own = np.stack([np.ones_like(tells), asks, tells, asks * tells, age, said_since, said_since * tells], axis=1)
    choices = lines[:, LINE_FEATURES.index("question")] * lines[:, LINE_FEATURES.index("or")]
    return np.hstack([own, lines, choices[:, None], tells[:, None] * lines[:, : len(WITH_TELLS)]])


class Worth:
    """The expected reward of recalling an item, by ridge regression on its features."""

    def __init__(self) -> None:
        self._products = RIDGE * np.eye(len(FEATURES))
        self._sums = np.zeros(len(FEATURES))
        self.weights = np.zeros(len(FEATURES))

    def add(self, seen: Array, reward: float) -> None:
        """Takes in what an item looked like when it was recalled, and the reward that followed."""
        self._products += np.outer(seen, seen)
        self._sums += reward * seen

    def fit(self) -> None:
        """Computes the weights again."""
        self.weights = np.linalg.solve(self._products, self._sums)

    def keep(self, env: Any, seen: Array) -> tuple[int, int]:
        """What to do with the present turn: an operation and its slot."""
        masks = env.masks()[0]
        if masks[MemoryOp.WRITE]:
            return MemoryOp.WRITE, 0
        least = int(np.argmin(seen @ self.weights))
        return (MemoryOp.SKIP, 0) if least == env.items else (MemoryOp.UPDATE, least)


def learn(env: Any, worth: Worth, seed: int, draws: np.random.Generator, exploring: float) -> None:
    """Plays a life in which one item is recalled at a time, and notes what it brought."""
    observation, _ = env.reset(seed=seed)
    over = False
    while not over:
        seen, nearest = features(env, observation), by_bm25(env)[:1]
        kept = reservoir(env, draws)[:2] if draws.random() < exploring else worth.keep(env, seen)
        observation, reward, terminated, truncated, info = env.step(action(env, *kept, nearest))
        if nearest and info["judged"] and info["answerable"]:
            worth.add(seen[nearest[0]], reward)
        over = terminated or truncated


class Learned:
    """The learned policy, as the baselines are called: it remembers the observation for itself."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth

    def __call__(self, env: Any, draws: np.random.Generator) -> list[int]:
        """The action: keeps by worth, and recalls by BM25."""
        seen = features(env, env.observe()[0])
        return action(env, *self.worth.keep(env, seen), by_bm25(env))


def main() -> int:
    """Trains, tests, prints and draws. Returns 0 if the learner beats all but the oracle."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=120, help="training lives")
    parser.add_argument("--tests", type=int, default=40, help="test lives")
    parser.add_argument("--suite", default=TEST, help="the test lives' suite")
    parser.add_argument("--items", type=int, default=8, help="the capacity")
    parser.add_argument("--k", type=int, default=3, help="the number of items recalled in tests")
    parser.add_argument("--plot", type=Path, help="the SVG file to write")
    given = parser.parse_args()
    make = partial(gymnasium.make, "regulars:Remember-v0", items=given.items, k=given.k, texts=False)
    env, tests = make(suite=TRAIN).unwrapped, make(suite=given.suite).unwrapped

    def earned(policy: Any) -> list[float]:
        return [play(tests, policy, seed)[0] for seed in range(given.tests)]

    others = {name.replace("_", "-"): earned(policy) for name, policy in POLICIES.items()}
    worth, draws = Worth(), np.random.default_rng(0)
    reached = others["write-all"]  # without worth, all items are alike
    curve: list[Stage] = []
    for life in range(given.lives):
        if life % STAGE == 0:
            reached = earned(Learned(worth))
            curve.append((life, over_lives(reached)))
            print(f"after {life:3} lives {shown(curve[-1][1])}", flush=True)
        learn(env, worth, life, draws, EXPLORING if life >= STAGE else 1.0)
        worth.fit()
    reached = earned(Learned(worth))
    curve.append((given.lives, over_lives(reached)))
    weights = zip(FEATURES, worth.weights, strict=True)
    print("\nworth: " + ", ".join(f"{name} {one:+.2f}" for name, one in weights))
    print(f"\nreward for each life of {given.suite}\n  {'learned':20} {shown(curve[-1][1]):>24}   learned above it")
    met, bars = held_against(reached, others, oracle="oracle")
    if given.plot is not None:
        axes = ("training lives", "reward for each life")
        drawn = plot(f"Remembering with {given.items} items, held-out wordings", *axes, "learned", curve, bars)
        given.plot.write_text(drawn, "utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
