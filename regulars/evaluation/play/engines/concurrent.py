"""Plays many episodes at once with asyncio: while one waits for its model, the others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextvars import copy_context
from threading import Thread
from typing import Any

from regulars.evaluation.play.engines.turn_taking import TurnTaking
from regulars.evaluation.play.episodes import Unit, aplay
from regulars.evaluation.play.jobs import Conditions, Finished, Job, Still
from regulars.scenarios.world import Scenario
from regulars.speed import collecting_rarely

TICK = 1.0
"""Seconds between two calls of `still`."""


def play_at_once(
    jobs: Sequence[Job[Unit]], conditions: Conditions, finished: Finished, *, width: int, still: Still | None = None
) -> None:
    """Plays all jobs, up to `width` at once, the longest first.

    The longest episodes come first because a long episode that starts late delays the end of the run (Graham, Bounds
    on Multiprocessing Timing Anomalies, 1969). Episodes whose answers have arrived take turns (`TurnTaking`).
    Meanwhile the interpreter collects reference cycles less often (`collecting_rarely`).

    A fault ends its episode only. `ConfigurationError` would recur in every episode, so it ends the run and cancels
    the current episodes.

    Args:
        jobs: The episodes.
        conditions: The settings of the run.
        finished: Called with each record.
        width: The largest number of episodes at once.
        still: Called every `TICK` seconds.
    """
    with collecting_rarely():
        _run(_play(jobs, conditions, finished, width, still))


async def _play(
    jobs: Sequence[Job[Unit]], conditions: Conditions, finished: Finished, width: int, still: Still | None
) -> None:
    waiting = iter(sorted(jobs, key=lambda job: -_length(job.unit.scenario)))
    turns = TurnTaking()

    async def line() -> None:
        for job in waiting:
            await turns.take()
            finished(job.unit, await aplay(job.unit, conditions, attempt=job.attempt, turn=turns.take))

    async def tick() -> None:
        while still is not None:
            await asyncio.sleep(TICK)
            still()

    lines = [asyncio.create_task(line()) for _ in range(min(width, len(jobs)))]
    ticking = asyncio.create_task(tick())
    try:
        await asyncio.gather(*lines)
    finally:
        for task in (*lines, ticking):
            task.cancel()
        await asyncio.gather(*lines, ticking, return_exceptions=True)


def _length(scenario: Scenario) -> int:
    """An estimate of an episode's steps: its planned acts and probes."""
    return sum(len(session.agenda) for session in scenario.sessions) + len(scenario.probes)


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine to its end; in a new thread if the current one has a loop already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
        return
    raised: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:  # raised again in the calling thread
            raised.append(error)

    thread = Thread(target=copy_context().run, args=(run,), name="regulars-run", daemon=True)
    thread.start()
    thread.join()
    for error in raised:
        raise error
