"""One hash of everything that an episode gives out."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from regulars import Cast


def plain(value: Any) -> Any:
    """An observation as JSON-able data, without the id of the episode, which is another each time it is played."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in sorted(value.items()) if key != "episode"}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    return value


def trace(env: Any, cast: Cast, seed: int | None, steps: int = 500) -> str:
    """The hash of everything that comes out of `steps` steps, resets included, over as many episodes as it takes."""
    digest = hashlib.blake2b(digest_size=16)
    done = 0
    while done < steps:
        cast.reset(seed=seed if done == 0 else None)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            line = json.dumps([agent, plain(observation), reward, terminated, truncated, plain(info)])
            digest.update(line.encode())
            env.step(None if terminated or truncated else cast[agent](observation))
            done += 1
            if done == steps:
                break
    return digest.hexdigest()
