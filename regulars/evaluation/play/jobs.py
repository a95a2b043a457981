"""The interface of the engines: the jobs they receive, and the callbacks they report to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from regulars.agents.cast import PLAIN
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.datasets.record_parts.memory import RecallRecord
from regulars.envs.life.life import Life
from regulars.evaluation.systems.systems import System
from regulars.evaluation.systems.user_and_judge import ALL_SCRIPTED, UserAndJudge


class PlannedEpisode(Protocol):
    """An episode of a run: a `Unit`, or a `StreamUnit`."""

    @property
    def name(self) -> str:
        """The scenario's name in the results."""

    @property
    def seed(self) -> int:
        """The root seed of the episode."""

    @property
    def system(self) -> System:
        """The system that plays."""

    @property
    def key(self) -> EpisodeKey:
        """The episode's name within its run."""


U = TypeVar("U", bound=PlannedEpisode)

Finished = Callable[[Any, EpisodeRecord], None]
"""Called with each unit and its record as soon as the episode ends."""

Still = Callable[[], None]
"""Called from time to time while no episode ends, to show that the run goes on."""


Watch = Callable[[EpisodeKey, Life, Sequence[RecallRecord]], None]
"""Called after each step of an episode with its name, its life and the recalls so far."""


@dataclass(frozen=True, slots=True)
class Job(Generic[U]):
    """One episode to play.

    Attributes:
        unit: The episode.
        attempt: 1, or higher after a failure of the infrastructure.
    """

    unit: U
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Conditions:
    """The settings that all episodes of a run share.

    Attributes:
        options: Options of the environment: `feedback`, and `noise` if the run has noise.
        limits: Limits on model calls per episode, as arguments of `Budget`.
        step_timeout: Seconds that a seat may take for an action; None sets no limit. With a limit, seats act in a
            separate thread; a late seat is abandoned, and the episode ends as its fault.
        user_and_judge: The policies of people and evaluator.
        executor: How policies with nodes run: `plain`, or `langgraph` for compiled graphs. The episodes are the same.
        watch: Called after each step of single lives; None watches nothing.
    """

    options: Mapping[str, str]
    limits: Mapping[str, float] = field(default_factory=dict)
    step_timeout: float | None = None
    user_and_judge: UserAndJudge = ALL_SCRIPTED
    executor: str = PLAIN
    watch: Watch | None = None
