"""Chooses the engine of a run, and how many episodes it plays at once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from regulars.errors import ConfigurationError
from regulars.evaluation.play.engines.concurrent import play_at_once
from regulars.evaluation.play.engines.plain import play_in_turn
from regulars.evaluation.play.engines.processes import Recipe, play_in_processes
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.streams import StreamPlayer, forget_states
from regulars.evaluation.systems.systems import Acting, System

AT_ONCE = 16
"""The default number of episodes at once if a seat waits, such as for a model."""


@dataclass(frozen=True, slots=True)
class Scheduling:
    """The parallelism of a run.

    Args:
        concurrency: Episodes that are awaited at once. None means 16 if a seat waits, else 1.
        workers: Worker processes.

    Raises:
        ConfigurationError: A value is not a whole number from 1, or both are above 1.
    """

    concurrency: int | None = None
    workers: int = 1

    def __post_init__(self) -> None:
        for name, value in (("concurrency", self.concurrency), ("workers", self.workers)):
            if not (value is None and name == "concurrency") and (type(value) is not int or value < 1):
                raise ConfigurationError(f"{name} is {value!r}", where="evaluate", expected="a whole number from 1")
        if self.workers > 1 and (self.concurrency or 1) > 1:
            raise ConfigurationError(
                f"workers {self.workers} and concurrency {self.concurrency} exclude each other",
                where="evaluate",
                expected="one of the two",
                remedy="set concurrency for seats that wait, such as models, or workers for seats that compute",
            )

    def check_in_order(self) -> None:
        """Raises `ConfigurationError` for a concurrency above 1, which streams do not take."""
        if (self.concurrency or 1) > 1:
            raise ConfigurationError(
                f"concurrency is {self.concurrency}",
                where="evaluate",
                expected="1 for a stream, whose lives share one memory and come in order",
                remedy="set workers to play several streams at once",
            )

    def play_streams(self, log: EpisodeLog, conditions: Conditions, recipe: Recipe, folder: Path) -> None:
        """Plays the remaining episodes of streams, each stream in order; with workers, several streams at once."""
        if self.workers > 1:
            self._play_in_workers(log, conditions, recipe, folder)
        else:
            with closing(StreamPlayer(conditions, folder)) as player:
                for job in log.jobs:
                    log.enter(job.unit, player.play(job.unit))
        forget_states(folder)

    def play(self, log: EpisodeLog, conditions: Conditions, recipe: Recipe, compared: Sequence[System]) -> None:
        """Plays the remaining episodes of single lives."""
        if self.workers > 1:
            self._play_in_workers(log, conditions, recipe, None)
        elif width := self._width(compared, conditions):
            play_at_once(log.jobs, conditions, log.enter, width=width, still=log.report)
        else:
            play_in_turn(log.jobs, conditions, log.enter)

    def _play_in_workers(self, log: EpisodeLog, conditions: Conditions, recipe: Recipe, streams: Path | None) -> None:
        play_in_processes(
            log.jobs, conditions, log.enter, recipe=recipe, meter=log.meter, workers=self.workers, streams=streams
        )

    def _width(self, compared: Sequence[System], conditions: Conditions) -> int:
        """How many episodes are awaited at once; 0 if they are played one at a time."""
        waits = conditions.user_and_judge.wait or any(system.acting is Acting.AWAITS for system in compared)
        if self.concurrency is None:
            return AT_ONCE if waits else 0
        return self.concurrency if waits or self.concurrency > 1 else 0
