"""Memories of `regulars:Remember-v0` that do not look at what they keep, and the one that earns the most."""

from __future__ import annotations

from regulars.dialogue import FeedbackAction
from regulars.envs.numeric.remember import MemoryOp

SKIP, WRITE, UPDATE, DELETE = MemoryOp


def never(env):
    return [SKIP, 0, *[0] * env.k]


def fills(env, *recalled, op=WRITE):
    """Writes while there is room, and recalls these slots."""
    return [op, 0, *[1 + slot for slot in recalled], *[0] * (env.k - len(recalled))]


def liked_last(env):
    """Recalls the items about which people said that they liked the last reply."""
    liked = env.seen["rated"] and env.seen["rating"] == FeedbackAction.LIKE
    return fills(env, 0) if liked else fills(env, 1)


def evidence(env):
    """Writes all, and recalls what the ledger says: the greatest reward."""
    asked = env.aec.life.asked
    turns = min(asked.resolution.evidence, key=len) if asked is not None and asked.resolution.evidence else ()
    held = [{turn.id for turn in item.turns} if item is not None else set() for item in env.held]
    return fills(env, *[slot for slot, ids in enumerate(held) if ids & set(turns)][: env.k])


HACKS = {
    "always one option: one slot": lambda env: [UPDATE if env.held[0] else WRITE, 0, *[1] * env.k],
    "mining order": lambda env: fills(env, *[(len(env.aec.life.transcript) + one) % env.items for one in range(env.k)]),
    "hedging": lambda env: fills(env, *[one * env.items // env.k for one in range(env.k)]),
    "dumping": lambda env: fills(env, *range(env.k)),
    "repeating what was liked": liked_last,
    "waiting": lambda env: fills(env, *range(env.k), op=WRITE if env.seen["session"] > 6 else SKIP),
    "silence: writes all, recalls nothing": fills,
    "closing early": lambda env: fills(env, *range(env.k), op=WRITE if env.seen["session"] == 1 else SKIP),
    "deletes": lambda env: [DELETE, 0, *[0] * env.k],
    "recalls all, writes nothing": lambda env: fills(env, *range(env.k), op=SKIP),
}
FLOOR = 0.1
"""The share of what the evidence gains that two of 128 items may gain by luck."""
