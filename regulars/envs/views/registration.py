"""Registers the environments by import path, so that registering loads no module."""

from __future__ import annotations

import gymnasium
import pettingzoo

GYM_ID = "Life-v0"
PETTINGZOO_ID = "regulars/life-v0"


def register_environments() -> None:
    """Registers for `gymnasium.make("regulars:Life-v0")`, and `pettingzoo.make` if PettingZoo has a registry."""
    if GYM_ID not in gymnasium.registry:
        gymnasium.register(id=GYM_ID, entry_point="regulars.envs.views.gym:LifeEnv")
    if not hasattr(pettingzoo, "aec_registry"):
        return
    if PETTINGZOO_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", PETTINGZOO_ID, "regulars.envs.life_v0:env")
    if PETTINGZOO_ID not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", PETTINGZOO_ID, "regulars.envs.life_v0:parallel_env")
