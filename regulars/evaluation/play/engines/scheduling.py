"""How many episodes are played at once, and by which engine."""

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
"""Episodes at once where seats wait for somebody, unless said otherwise."""


@dataclass(frozen=True, slots=True)
class Scheduling:
    """What a run may do at once.

    Args:
        concurrency: Episodes that are awaited at once; None for 16 where some seat waits, and one elsewhere.
        workers: Processes.

    Raises:
        ConfigurationError: One of them is no whole number from 1, or both are above 1.
    """

    concurrency: int | None = None
    workers: int = 1

    def __post_init__(self) -> None:
        for name, value in (("concurrency", self.concurrency), ("workers", self.workers)):
            if not (value is None and name == "concurrency") and (type(value) is not int or value < 1):
                raise ConfigurationError(f"{name} is {value!r}", where="evaluate", expected="a whole number from 1")
        if self.workers > 1 and (self.concurrency or 1) > 1:
            raise ConfigurationError(
                f"{self.workers} workers and {self.concurrency} episodes at once",
                where="evaluate",
                expected="one of the two",
                remedy="take concurrency for what waits, such as models, and workers for what computes",
            )

    def check_in_order(self) -> None:
        """Raises `ConfigurationError` where episodes are to be awaited at once that come one after the other."""
        if (self.concurrency or 1) > 1:
            raise ConfigurationError(
                f"concurrency is {self.concurrency}",
                where="evaluate",
                expected="1 for a stream, whose lives are lived one after the other with one memory",
                remedy="take workers, which live several streams side by side",
            )

    def play_streams(self, log: EpisodeLog, conditions: Conditions, recipe: Recipe, folder: Path) -> None:
        """Plays what is missing of streams, each in order; with workers, several side by side."""
        if self.workers > 1:
            play_in_processes(
                log.jobs,
                conditions,
                log.enter,
                recipe=recipe,
                meter=log.meter,
                workers=self.workers,
                streams=folder,
            )
        else:
            with closing(StreamPlayer(conditions, folder)) as player:
                for job in log.jobs:
                    log.enter(job.unit, player.play(job.unit))
        forget_states(folder)

    def play(self, log: EpisodeLog, conditions: Conditions, recipe: Recipe, compared: Sequence[System]) -> None:
        """Plays what is missing in the log."""
        width = self._width(compared, conditions)
        if self.workers > 1:
            play_in_processes(log.jobs, conditions, log.enter, recipe=recipe, meter=log.meter, workers=self.workers)
        elif width:
            play_at_once(log.jobs, conditions, log.enter, width=width, still=log.report)
        else:
            play_in_turn(log.jobs, conditions, log.enter)

    def _width(self, compared: Sequence[System], conditions: Conditions) -> int:
        """How many episodes are awaited at once; 0 where they are played in turn."""
        waits = conditions.user_and_judge.wait or any(system.acting is Acting.AWAITS for system in compared)
        if self.concurrency is None:
            return AT_ONCE if waits else 0
        return self.concurrency if waits or self.concurrency > 1 else 0
