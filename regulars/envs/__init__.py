"""The environment: one AEC environment that implements all rules, and thin views of it.

`regulars.life_v0` makes environments. This package has their classes and the types that they use. Other modules of this
folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.envs.aec import LifeAEC
    from regulars.envs.ledger import Ledger
    from regulars.envs.life.life import Life
    from regulars.envs.life.outcomes import ProbeOutcome
    from regulars.envs.numeric.candidates import candidates
    from regulars.envs.numeric.remember import MemoryOp
    from regulars.envs.numeric.told_so_far import ToldSoFar
    from regulars.envs.options import LifeOptions
    from regulars.envs.views.gym import LifeEnv
    from regulars.envs.views.parallel import LifeParallel

__all__ = [
    "Ledger",
    "Life",
    "LifeAEC",
    "LifeEnv",
    "LifeOptions",
    "LifeParallel",
    "MemoryOp",
    "ProbeOutcome",
    "ToldSoFar",
    "candidates",
]

open_face(__name__)
