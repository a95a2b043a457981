"""Small tools for driving the environment in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from traces import trace

from regulars import Cast, life_v0

if TYPE_CHECKING:
    from regulars.envs.life.life import Life


@pytest.fixture
def trace_of() -> Callable[..., str]:
    """A function from options and a seed to an episode's trace hash."""

    def run(seed: int | None = 7, steps: int = 500, assistant: Any = None, **options: Any) -> str:
        env = life_v0.env(**options)
        return trace(env, Cast(env, assistant=assistant), seed, steps)

    return run


@pytest.fixture(scope="session", params=[6, pytest.param(8, marks=pytest.mark.slow)], ids="{}-seeds".format)
def seeds(request: pytest.FixtureRequest) -> int:
    """Seeds of `core` whose lives are played."""
    return int(request.param)


@pytest.fixture(scope="session")
def heard(seeds: int) -> tuple[Life, ...]:
    """Five lives for each seed, with an assistant that knows what was told."""
    from core_plays import listener, plays

    return plays(listener, seeds)
