"""What engines are given, and whom they tell that something is finished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from regulars.evaluation.counterparts import ALL_SCRIPTED, Counterparts

U = TypeVar("U")
"""An episode of a run: a `Unit`, or a `StreamUnit`."""

Finished = Callable[[Any, dict[str, Any]], None]
"""Told of every record when it is there."""

Still = Callable[[], None]
"""Told now and then that the run goes on, where no episode has ended for a while."""


@dataclass(frozen=True, slots=True)
class Job(Generic[U]):
    """One episode to be played.

    Attributes:
        unit: The episode.
        attempt: 1, or more where the infrastructure failed it before.
    """

    unit: U
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Conditions:
    """What holds for every episode of a run.

    Attributes:
        options: Of the environment.
        limits: What an episode's calls of models may come to.
        step_timeout: Seconds that a seat may take for an action, None for any.
        counterparts: Who plays people and evaluator.
    """

    options: Mapping[str, Any]
    limits: Mapping[str, float] = field(default_factory=dict)
    step_timeout: float | None = None
    counterparts: Counterparts = ALL_SCRIPTED
