"""Episodes that are cut short: seats that are out of the game act no more, awaited or not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from regulars import Cast, life_v0


@pytest.mark.parametrize("awaited", [False, True])
def test_a_cast_plays_an_episode_that_is_truncated_to_its_end(awaited) -> None:
    """After three steps every seat is truncated, and is asked for nothing more."""
    asked: list[int] = []

    def assistant(observation: dict[str, Any]) -> str:
        asked.append(observation["phase"])
        return "I see."

    env = life_v0.env(sessions=1, max_steps=3)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=1)
    if awaited:
        asyncio.run(cast.arun())
    else:
        cast.run()
    assert env.agents == []
    assert len(asked) == 1
