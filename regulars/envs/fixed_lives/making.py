"""The entry points of `regulars:Choice-v0` and `regulars:Remember-v0`: with people who react, or with fixed lives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regulars.envs.fixed_lives.fixed_choice import FixedChoiceEnv
from regulars.envs.fixed_lives.fixed_remember import FixedRememberEnv
from regulars.envs.fixed_lives.fixed_vector import FixedChoiceVectorEnv
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.remember import RememberEnv
from regulars.envs.numeric.vector import NumericVectorEnv, numeric_vector
from regulars.envs.options import check_flags, check_names
from regulars.envs.views.vector_arguments import VECTOR_OPTIONS

if TYPE_CHECKING:
    from regulars.envs.views.vector import LifeVectorEnv


def choice_env(*args: Any, fixed: bool = False, **options: Any) -> ChoiceEnv | FixedChoiceEnv:
    """The environment `regulars:Choice-v0`.

    Args:
        args: The number of candidates.
        fixed: Whether the lives are fixed: people react to nothing, and each life of the pool has one wording. A step
            then takes microseconds.
        options: The other arguments of `ChoiceEnv`.
    """
    check_names(options, "regulars:Choice-v0", [choice_env, ChoiceEnv])
    check_flags("regulars:Choice-v0", fixed=fixed)
    return FixedChoiceEnv(*args, **options) if fixed else ChoiceEnv(*args, **options)


def choice_vector(num_envs: int, **options: Any) -> NumericVectorEnv | LifeVectorEnv:
    """A vector of `regulars:Choice-v0`, in worker processes with `workers=N`.

    The other options are those of the environment and of `NumericVectorEnv`.
    """
    check_names(options, "regulars:Choice-v0", [choice_env, ChoiceEnv], VECTOR_OPTIONS)
    vector = FixedChoiceVectorEnv if options.get("fixed") else NumericVectorEnv
    return numeric_vector("Choice", choice_env, num_envs, options, vector)


def remember_env(*args: Any, fixed: bool = False, **options: Any) -> RememberEnv | FixedRememberEnv:
    """The environment `regulars:Remember-v0`.

    Args:
        args: The capacity, and the number of items that can be recalled in a step.
        fixed: Whether the lives are fixed: people react to nothing, and each life of the pool has one wording. A step
            then takes tens of microseconds.
        options: The other arguments of `RememberEnv`.
    """
    check_names(options, "regulars:Remember-v0", [remember_env, RememberEnv])
    check_flags("regulars:Remember-v0", fixed=fixed)
    return FixedRememberEnv(*args, **options) if fixed else RememberEnv(*args, **options)


def remember_vector(num_envs: int, **options: Any) -> NumericVectorEnv | LifeVectorEnv:
    """A vector of `regulars:Remember-v0`, in worker processes with `workers=N`.

    The other options are those of the environment and of `NumericVectorEnv`.
    """
    check_names(options, "regulars:Remember-v0", [remember_env, RememberEnv], VECTOR_OPTIONS)
    return numeric_vector("Remember", remember_env, num_envs, options)
