"""Registers the environments by import path, so that registering loads no module."""

from __future__ import annotations

import gymnasium
import pettingzoo

GYM_ID = "Life-v0"
_GYM = {
    GYM_ID: "regulars.envs.views.gym:LifeEnv",
    "Choice-v0": "regulars.envs.fixed_lives.making:choice_env",
    "Style-v0": "regulars.envs.numeric.style:StyleEnv",
    "Remember-v0": "regulars.envs.fixed_lives.making:remember_env",
    "Writer-v0": "regulars.envs.banks.writer:WriterEnv",
}
"""The entry points of Gymnasium's environments, by id."""

_VECTORS = {
    GYM_ID: "regulars.envs.views.vector:life_vector",
    "Choice-v0": "regulars.envs.fixed_lives.making:choice_vector",
    "Style-v0": "regulars.envs.numeric.vector:style_vector",
    "Remember-v0": "regulars.envs.fixed_lives.making:remember_vector",
    "Writer-v0": "regulars.envs.views.vector:writer_vector",
}
"""The entry points of vectors, by id."""

PETTINGZOO_ID = "regulars/life-v0"


def register_environments() -> None:
    """Registers the ids of `gymnasium.make`, such as `regulars:Life-v0`, and of `pettingzoo.make` if it exists."""
    for id, entry_point in _GYM.items():
        if id not in gymnasium.registry:
            gymnasium.register(id=id, entry_point=entry_point, vector_entry_point=_VECTORS[id])
    if not hasattr(pettingzoo, "aec_registry"):
        return
    if PETTINGZOO_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", PETTINGZOO_ID, "regulars.envs.life_v0:env")
    if PETTINGZOO_ID not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", PETTINGZOO_ID, "regulars.envs.life_v0:parallel_env")
