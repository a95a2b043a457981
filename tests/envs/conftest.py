"""Small tools for driving the environment in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from traces import trace

from regulars import Cast, life_v0


@pytest.fixture
def trace_of() -> Callable[..., str]:
    """A function from options and a seed to an episode's trace hash."""

    def run(seed: int | None = 7, steps: int = 500, assistant: Any = None, **options: Any) -> str:
        env = life_v0.env(**options)
        return trace(env, Cast(env, assistant=assistant), seed, steps)

    return run
