"""The environment: one AEC truth, and thin views of it that hold no rules.

`regulars.life_v0` makes environments; the names here are their classes and what they hold. Other modules of this folder
may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.envs.aec import LifeAEC
    from regulars.envs.gym_view import LifeEnv
    from regulars.envs.ledger import Ledger
    from regulars.envs.life import Life
    from regulars.envs.options import LifeOptions
    from regulars.envs.outcomes import Outcome
    from regulars.envs.parallel_view import LifeParallel

__all__ = [
    "Ledger",
    "Life",
    "LifeAEC",
    "LifeEnv",
    "LifeOptions",
    "LifeParallel",
    "Outcome",
]

open_face(
    __name__,
    {
        "regulars.envs.aec": ("LifeAEC",),
        "regulars.envs.gym_view": ("LifeEnv",),
        "regulars.envs.ledger": ("Ledger",),
        "regulars.envs.life": ("Life",),
        "regulars.envs.options": ("LifeOptions",),
        "regulars.envs.outcomes": ("Outcome",),
        "regulars.envs.parallel_view": ("LifeParallel",),
    },
)
