"""Plays one episode at a time, in the order of the run."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.evaluation.play.episodes import Unit, play
from regulars.evaluation.play.jobs import Conditions, Finished, Job


def play_in_turn(jobs: Sequence[Job[Unit]], conditions: Conditions, finished: Finished) -> None:
    """Plays all jobs. A fault ends its episode only; `ConfigurationError` ends the run."""
    for job in jobs:
        finished(job.unit, play(job.unit, conditions, attempt=job.attempt))
