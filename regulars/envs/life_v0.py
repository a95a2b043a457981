"""`regulars.life_v0`: the three PettingZoo constructors of the environment.

Use `env`: the AEC environment, which checks the order of calls. `raw_env` is the same without these checks, and
`parallel_env` is its parallel view. All take the arguments of `regulars.envs.options.LifeOptions`.
"""

from __future__ import annotations

from typing import Any

from regulars.envs.aec import LifeAEC
from regulars.envs.views.order import OrderEnforcing
from regulars.envs.views.parallel import LifeParallel

__all__ = ["env", "parallel_env", "raw_env"]

raw_env = LifeAEC
parallel_env = LifeParallel


def env(**options: Any) -> OrderEnforcing:
    """Makes the AEC environment, wrapped to check the order of calls.

    Args:
        options: See `regulars.envs.options.LifeOptions`.

    Example:
        >>> from regulars import life_v0
        >>> env = life_v0.env(sessions=3)
        >>> env.reset(seed=7)
        >>> env.agent_selection
        'user_0'
    """
    return OrderEnforcing(LifeAEC(**options))
