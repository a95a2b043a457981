"""Six memories without learning in `regulars:Remember-v0`, at the same capacity: the bars for a learned one.

Run: python examples/learning/remember_baselines.py [--suite core@validation] [--lives 12] [--items 32] [--k 5]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import mean, stdev
from typing import Any

import gymnasium
import numpy as np

from regulars.envs import MemoryOp
from regulars.memory import BM25, Cue

Policy = Callable[[Any, np.random.Generator], list[int]]


def none(env: Any, draws: np.random.Generator) -> list[int]:
    """Keeps nothing: the floor. It earns what abstaining earns."""
    return action(env, MemoryOp.SKIP, 0, [])


def write_all(env: Any, draws: np.random.Generator) -> list[int]:
    """Writes every turn until it is full, and recalls by BM25."""
    return action(env, MemoryOp.WRITE, 0, by_bm25(env))


def recency(env: Any, draws: np.random.Generator) -> list[int]:
    """Writes every turn over the oldest one, and recalls the newest."""
    return action(env, *over(env, oldest(env)), newest(env)[: env.k])


def reservoir(env: Any, draws: np.random.Generator) -> list[int]:
    """Keeps a uniform sample of all turns (Vitter's algorithm R), and recalls by BM25."""
    said = sum(turn.speaker != "assistant" for turn in env.aec.life.transcript)
    place = int(draws.integers(max(said, 1)))
    if env.masks()[0][MemoryOp.WRITE]:
        return action(env, MemoryOp.WRITE, 0, by_bm25(env))
    op = MemoryOp.UPDATE if place < env.items else MemoryOp.SKIP
    return action(env, op, min(place, env.items - 1), by_bm25(env))


def bm25(env: Any, draws: np.random.Generator) -> list[int]:
    """Writes every turn over the oldest one, and recalls by BM25."""
    return action(env, *over(env, oldest(env)), by_bm25(env))


def oracle(env: Any, draws: np.random.Generator) -> list[int]:
    """Reads the ledger: keeps the turns that told something, and recalls the evidence. The ceiling.

    Each turn is written, over one that told nothing if there is one: a turn may prove to be the first half of a
    disclosure in two. A full memory gives up what is outdated.
    """
    ledger, asked = env.aec.life.ledger, env.aec.life.asked
    telling = {turn for one in ledger.disclosures for turn in one.turns} | set(ledger.said.values())
    telling |= {one.turn for one in ledger.commitments} | {one.turn for one in ledger.hearsay}
    evidence = asked.resolution.evidence if asked is not None else ()
    recalled = slots_of(env, min(evidence, key=len)) if evidence else []
    idle = [slot for slot in oldest_first(env) if not telling & turns_in(env, slot)]
    latest = {(one.person, one.attribute): set(one.turns) for one in ledger.disclosures}
    valid = {turn for turns in latest.values() for turn in turns}
    outdated = [slot for slot in oldest_first(env) if not valid & turns_in(env, slot)]
    if idle:
        return action(env, MemoryOp.UPDATE, idle[0], recalled)
    return action(env, *over(env, (outdated or [oldest(env)])[0]), recalled)


POLICIES: dict[str, Policy] = {one.__name__: one for one in (none, write_all, recency, reservoir, bm25, oracle)}


def action(env: Any, op: int, slot: int, recalled: list[int]) -> list[int]:
    """The action: what is masked becomes nothing."""
    masks = env.masks()
    op = op if masks[0][op] else MemoryOp.SKIP
    named = [1 + slot for slot in recalled[: env.k] if masks[2][1 + slot]]
    return [op, slot, *named, *[0] * (env.k - len(named))]


def over(env: Any, slot: int) -> tuple[int, int]:
    """Writes to a free slot, or else over a slot."""
    return (MemoryOp.WRITE, 0) if env.masks()[0][MemoryOp.WRITE] else (MemoryOp.UPDATE, slot)


def turns_in(env: Any, slot: int) -> set[str]:
    """The ids of the turns in a slot."""
    item = env.held[slot]
    return {turn.id for turn in item.turns} if item is not None else set()


def oldest_first(env: Any) -> list[int]:
    """The slots with items, the one that was said first first."""
    items = [(item.turn.time, slot) for slot, item in enumerate(env.held) if item is not None]
    return [slot for _, slot in sorted(items)]


def oldest(env: Any) -> int:
    """The slot of the oldest item; 0 for none."""
    return (oldest_first(env) or [0])[0]


def newest(env: Any) -> list[int]:
    """The slots with items, the newest first."""
    return oldest_first(env)[::-1]


def slots_of(env: Any, turns: tuple[str, ...]) -> list[int]:
    """The slots that hold one of the turns."""
    return [slot for slot in range(env.items) if turns_in(env, slot) & set(turns)]


def by_bm25(env: Any) -> list[int]:
    """The slots nearest to the message, among the items of its scope."""
    seen, index = env.seen, BM25()
    if not seen["message"]:
        return []
    for slot, item in enumerate(env.held):
        if item is not None:
            index.put(item.turn.scope, str(slot), item.turn.text)
    found = index.search(Cue(seen["message"], env.aec.life.now, seen["scope"], k=env.k))
    return [int(id) for id, _ in found]


def play(env: Any, policy: Policy, seed: int) -> tuple[float, float]:
    """Plays a life. Returns the sum of rewards, and the share of right answers where something had been told."""
    env.reset(seed=seed)
    draws, total, right, over = np.random.default_rng(seed), 0.0, [], False
    while not over:
        _, reward, terminated, truncated, info = env.step(policy(env, draws))
        total += reward
        if info["judged"] and info["answerable"] and info["attempt"] == 1:
            right.append(info["verdict"] == 1)
        over = terminated or truncated
    return total, mean(right) if right else 0.0


def main() -> None:
    """Prints each policy's reward above the floor's in the same life, and its accuracy; both with standard errors."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default="core@validation")
    parser.add_argument("--lives", type=int, default=12)
    parser.add_argument("--items", type=int, default=32)
    parser.add_argument("--k", type=int, default=5)
    given = parser.parse_args()
    made = gymnasium.make("regulars:Remember-v0", items=given.items, k=given.k, suite=given.suite)
    env: Any = made.unwrapped
    floor = [play(env, none, seed)[0] for seed in range(given.lives)]
    print(f"{'policy':10} {'above none':>16} {'accuracy':>16}")
    for name, policy in POLICIES.items():
        played = [play(env, policy, seed) for seed in range(given.lives)]
        above = [reward - least for (reward, _), least in zip(played, floor, strict=True)]
        columns = (above, [accuracy for _, accuracy in played])
        cells = [f"{mean(column):.2f} ± {stdev(column) / len(column) ** 0.5:.2f}" for column in columns]
        print(f"{name:10} {cells[0]:>16} {cells[1]:>16}")


if __name__ == "__main__":
    main()
