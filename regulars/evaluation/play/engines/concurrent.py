"""Many episodes at once over asyncio: while one waits for its model, the others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextvars import copy_context
from threading import Thread
from typing import Any

from regulars.evaluation.play.engines.gc_pauses import collecting_rarely
from regulars.evaluation.play.engines.turn_taking import TurnTaking
from regulars.evaluation.play.episodes import Unit, aplay
from regulars.evaluation.play.jobs import Conditions, Finished, Job, Still
from regulars.scenarios.world import Scenario

TICK = 1.0
"""Seconds between two signs of life."""


def play_at_once(
    jobs: Sequence[Job[Unit]], conditions: Conditions, finished: Finished, *, width: int, still: Still | None = None
) -> None:
    """Plays all jobs, up to `width` at once, the longest first.

    A long episode that begins late ends last, since its calls come one after the other (Graham, Bounds on
    Multiprocessing Timing Anomalies, 1969). Episodes that have their answers take turns (`TurnTaking`). Reference
    cycles are collected less often meanwhile (`collecting_rarely`).

    A fault ends its episode and no other. `ConfigurationError`, which every episode would meet, ends the run: those
    under way are given up.
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
    """About how many steps an episode will take: what is planned to be said and asked."""
    return sum(len(session.agenda) for session in scenario.sessions) + len(scenario.probes)


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Runs it to its end; in a thread of its own where this one has a loop already, as a notebook's."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
        return
    raised: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:  # handed on to whoever waits
            raised.append(error)

    thread = Thread(target=copy_context().run, args=(run,), name="regulars-run", daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
