"""The life under a numeric environment: its agent is the assistant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.envs.views.gym import LifeEnv
from regulars.errors import ConfigurationError


def assistants_life(id: str, render_mode: str | None, options: Mapping[str, Any]) -> LifeEnv:
    """A life from the assistant's seat.

    Args:
        id: The id of the numeric environment, for messages.
        render_mode: As in `regulars:Life-v0`.
        options: The options of `regulars:Life-v0`.

    Raises:
        ConfigurationError: An option is invalid, or gives the assistant's seat to the environment.
    """
    life = LifeEnv(render_mode=render_mode, **options)
    if life.seat != ASSISTANT_SEAT:
        raise ConfigurationError(
            "the environment cannot play the assistant's seat", where=id, remedy="leave the assistant out of played"
        )
    return life
