"""How fast regulars:Remember-v0 and regulars:Writer-v0 step, beside regulars:Life-v0 in the same run.

Run: python benchmarks/memory_policy_rate.py [--seconds 4]
Prints steps per second of processor time (resets excluded) and the ratio to Life-v0 with a constant reply. In
Remember-v0 a policy keeps the memory full and recalls five items at each step. With `fixed=True` a second policy does
so at random. The last lines give what a fixed life costs to make.
"""

from __future__ import annotations

import argparse
import random
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
"""Steps per second of Remember-v0 with fixed lives on a quiet core."""

DRAWN = 4096
"""The number of random actions, which are drawn before time is taken."""


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


def at_random(items: int = 32, recalled: int = 5) -> Callable[[Any, int], list[int]]:
    """Writes while there is room, then updates a random slot; recalls random items."""
    draws = random.Random(0)
    actions = [
        [MemoryOp.UPDATE, draws.randrange(items), *(1 + draws.randrange(items) for _ in range(recalled))]
        for _ in range(DRAWN)
    ]
    taken = count()

    def act(env: Any, number: int) -> list[int]:
        action = actions[next(taken) % DRAWN]
        return [MemoryOp.WRITE, *action[1:]] if number < env.items else action

    return act


def making(sessions: int) -> tuple[float, int]:
    """Seconds of processor time for making a fixed life, without the first one, and the number of its steps."""
    env = gymnasium.make("regulars:Remember-v0", sessions=sessions, pool=LIVES, fixed=True, width=65).unwrapped
    env.reset(seed=0)
    began = process_time()
    for seed in range(1, LIVES):
        env.reset(seed=seed)
    return (process_time() - began) / (LIVES - 1), env.cursor.life.steps


def main() -> None:
    """Prints the rates."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4.0)
    seconds = parser.parse_args().seconds
    life = rate("regulars:Life-v0", lambda env, number: "I see.", seconds)
    print(f"{'environment':26} {'steps/s':>9} {'to Life':>8}")
    print(f"{'Life-v0':26} {life:9,.0f} {1.0:8.2f}")
    for name, act, options in (
        ("Remember-v0", remember, {}),
        ("  probes=off", remember, {"probes": "off"}),
        ("  scripted", remember, {"disclosure": "scripted", "pool": LIVES}),
        ("  fixed=True", remember, {"fixed": True, "pool": LIVES}),
        ("  fixed=True, at random", at_random(), {"fixed": True, "pool": LIVES}),
    ):
        kept = rate("regulars:Remember-v0", act, seconds, texts=False, **options)
        bar = f"   bar {BAR:,}: {'met' if kept >= BAR else 'missed'}" if "fixed" in options else ""
        print(f"{name:26} {kept:9,.0f} {kept / life:8.2f}{bar}")
    written = rate("regulars:Writer-v0", lambda env, number: "[]", seconds)
    print(f"{'Writer-v0':26} {written:9,.0f} {written / life:8.2f}")
    for sessions in (SESSIONS, 4 * SESSIONS):
        seconds, steps = making(sessions)
        print(f"a fixed life of {sessions} sessions ({steps} steps) takes {seconds:.2f} s to make")


if __name__ == "__main__":
    main()
