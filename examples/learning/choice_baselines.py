"""Policies without learning in `regulars:Choice-v0`: the bars for a learned one.

Run: python examples/learning/choice_baselines.py [--suite smoke@test] [--lives 40]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from learning_figures import over_lives, shown

from regulars import Phase, VerdictKind
from regulars.rewards import find_verdict

Choose = Callable[[Any, np.random.Generator], int]
"""A policy: from the environment and draws to the number of a candidate."""

UNJUDGED = ("manner", "text")
"""Forms that no candidate can answer but by chance: the manner of a reply, and recorded answers in free words."""


def right_ones(env: Any) -> list[int] | None:
    """The candidates that are right for the open question; None if nothing is judged."""
    life = env.aec.life
    pending = life.pending
    if pending is None:
        return None
    key = pending.expectation
    if pending.options:
        fitting = key.gold if key is not None else pending.options
        return [at for at, one in enumerate(env.candidates) if one.kind.name == "CONFIRM" and one.values[0] in fitting]
    if key is None or key.form in UNJUDGED:
        return None
    spoken = life.phase is not Phase.PROBE
    verdicts = [find_verdict(one.text, None, key, spoken=spoken).kind for one in env.candidates]
    return [at for at, kind in enumerate(verdicts) if kind is VerdictKind.CORRECT]


def oracle(env: Any, draws: np.random.Generator) -> int:
    """Reads the gold answer: chooses a right candidate, and takes note if nothing is judged. The ceiling."""
    found = right_ones(env)
    return found[0] if found else of_kind(env, "ACKNOWLEDGE")


def most_recent_mention(env: Any, draws: np.random.Generator) -> int:
    """Chooses the value that anybody told last, or else abstains; takes note if nothing is asked."""
    ledger, places = env.told.ledger, env.told.places
    best, at = -1, abstaining(env, draws)
    if env.aec.life.pending is None:
        return at
    for place, one in enumerate(env.candidates):
        if len(one.values) == 1 and one.attribute:
            said = [each for person in ledger.tellers(one.attribute) for each in ledger.of(person, one.attribute)]
            when = max((places[each.turn] for each in said if each.value == one.values[0]), default=-1)
            if when > best:
                best, at = when, place
    return at


def abstaining(env: Any, draws: np.random.Generator) -> int:
    """Abstains from every question, and takes note of everything else. The floor."""
    return of_kind(env, "ACKNOWLEDGE" if env.aec.life.pending is None else "ABSTAIN")


def at_random(env: Any, draws: np.random.Generator) -> int:
    """Chooses at random."""
    return int(draws.integers(len(env.candidates)))


BASELINES: dict[str, Choose] = {
    "oracle": oracle,
    "most recent mention": most_recent_mention,
    "abstain": abstaining,
    "random": at_random,
}


def of_kind(env: Any, kind: str) -> int:
    """The first candidate of a kind; 0 if there is none."""
    return next((at for at, one in enumerate(env.candidates) if one.kind.name == kind), 0)


def play(env: Any, choose: Choose, seed: int) -> float:
    """Plays a life. Returns the sum of rewards."""
    env.reset(seed=seed)
    draws, total, over = np.random.default_rng(seed), 0.0, False
    while not over:
        _, reward, terminated, truncated, _ = env.step(choose(env, draws))
        total, over = total + reward, terminated or truncated
    return total


def main() -> None:
    """Prints what each policy earns for each life, with 95 % intervals over lives."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default="smoke@test")
    parser.add_argument("--lives", type=int, default=40)
    given = parser.parse_args()
    env = gymnasium.make("regulars:Choice-v0", suite=given.suite, texts=False).unwrapped
    for name, choose in BASELINES.items():
        print(f"{name:20} {shown(over_lives([play(env, choose, seed) for seed in range(given.lives)])):>24}")


if __name__ == "__main__":
    main()
