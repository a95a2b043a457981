"""How fast regulars:Remember-v0 and regulars:Writer-v0 step, beside regulars:Life-v0 in the same run.

Run: python benchmarks/memory_policy_rate.py [--seconds 4]
Prints steps per second (resets excluded) and the ratio to Life-v0 with a constant reply. In Remember-v0 a policy keeps
the memory full and recalls five items at each step.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import count
from time import process_time
from typing import Any

import gymnasium

from regulars.envs import MemoryOp

SESSIONS = 12
LIVES = 8
"""The number of lives that are played in turn, so that all wordings have been met before time is taken."""

BAR = 10_000
"""Steps per second of Remember-v0 on a quiet core."""


def rate(id: str, act: Callable[[Any, int], Any], seconds: float, **options: Any) -> float:
    """Steps per second, without the time of resets."""
    env = gymnasium.make(id, sessions=SESSIONS, disable_env_checker=True, **options).unwrapped
    steps, spent = 0, 0.0
    for seed in count():
        env.reset(seed=seed % LIVES)
        began, over, number = process_time(), False, 0
        while not over:
            _, _, terminated, truncated, _ = env.step(act(env, number))
            over, number = terminated or truncated, number + 1
        if seed >= LIVES:
            spent += process_time() - began
            steps += number
        if spent >= seconds:
            return steps / spent
    raise AssertionError("unreachable")


def remember(env: Any, number: int) -> list[int]:
    """Writes, or updates a slot in turn, and recalls the five slots before it."""
    slot = number % env.items
    op = MemoryOp.WRITE if number < env.items else MemoryOp.UPDATE
    return [op, slot, *(1 + (slot - back) % env.items for back in range(env.k))]


def main() -> None:
    """Prints the rates."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4.0)
    seconds = parser.parse_args().seconds
    life = rate("regulars:Life-v0", lambda env, number: "I see.", seconds)
    print(f"{'environment':14} {'steps/s':>9} {'to Life':>8}")
    print(f"{'Life-v0':14} {life:9,.0f} {1.0:8.2f}")
    kept = rate("regulars:Remember-v0", remember, seconds, texts=False)
    print(f"{'Remember-v0':14} {kept:9,.0f} {kept / life:8.2f}   bar {BAR:,}: {'met' if kept >= BAR else 'missed'}")
    plain = rate("regulars:Remember-v0", remember, seconds, texts=False, probes="off")
    print(f"{'  probes=off':14} {plain:9,.0f} {plain / life:8.2f}")
    written = rate("regulars:Writer-v0", lambda env, number: "[]", seconds)
    print(f"{'Writer-v0':14} {written:9,.0f} {written / life:8.2f}")


if __name__ == "__main__":
    main()
