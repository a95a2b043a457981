"""What engines are given to play, and whom they report to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.evaluation.systems.systems import System
from regulars.evaluation.systems.user_and_judge import ALL_SCRIPTED, UserAndJudge


class PlannedEpisode(Protocol):
    """An episode of a run: a `Unit`, or a `StreamUnit`."""

    @property
    def name(self) -> str:
        """The scenario's name in the results."""

    @property
    def seed(self) -> int:
        """The root of the episode's draws."""

    @property
    def system(self) -> System:
        """The row."""

    @property
    def key(self) -> EpisodeKey:
        """What names the episode in its run."""


U = TypeVar("U", bound=PlannedEpisode)

Finished = Callable[[Any, EpisodeRecord], None]
"""Told of every unit and record when it is there."""

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
        options: Of the environment: `feedback`, and `noise` if any.
        limits: What an episode's calls of models may come to, as `Budget` takes it.
        step_timeout: Seconds that a seat may take for an action, None for any. Seats then act in a thread of their
            own, and one that is late is left behind, at fault.
        user_and_judge: Who plays people and evaluator.
    """

    options: Mapping[str, str]
    limits: Mapping[str, float] = field(default_factory=dict)
    step_timeout: float | None = None
    user_and_judge: UserAndJudge = ALL_SCRIPTED
