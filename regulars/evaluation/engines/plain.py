"""One episode after the other, in the order of the units."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.evaluation.engines.jobs import Conditions, Finished, Job
from regulars.evaluation.episodes import Unit, play


def play_in_turn(jobs: Sequence[Job[Unit]], conditions: Conditions, finished: Finished) -> None:
    """Plays all jobs. A fault ends its episode; `ConfigurationError` ends the run."""
    for job in jobs:
        record = play(
            job.unit,
            conditions.options,
            conditions.limits,
            conditions.counterparts,
            step_timeout=conditions.step_timeout,
            attempt=job.attempt,
        )
        finished(job.unit, record)
