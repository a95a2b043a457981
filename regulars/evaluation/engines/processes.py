"""Episodes in processes of their own, one at a time in each; one that dies takes its episode with it and no other.

Processes are spawned, not forked, so that it is the same on every system. What an assistant is made from is handed to
them and made there anew.
"""

from __future__ import annotations

import asyncio
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from os import environ
from typing import Any

from regulars.agents.models.metered import Meter, counting
from regulars.agents.prompt_files import PromptSet
from regulars.errors import ConfigurationError, RegularsError
from regulars.evaluation.engines.jobs import Conditions, Finished, Job
from regulars.evaluation.episodes import Unit, aplay, lost, play
from regulars.evaluation.systems import Acting, System, systems

__all__ = ["Recipe", "play_in_processes"]

ATTEMPTS = 2
"""Processes that an episode may cost before it is given up."""

STOPPING = 5.0
"""Seconds that a process may take to end."""

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "BLIS_NUM_THREADS")
"""What libraries for matrix products read, once, when they are loaded."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a run's systems are made from, as `systems` takes it."""

    memories: Sequence[str | Callable[..., Any]]
    assistant: Any
    references: Sequence[str]
    k: int
    budget: int
    prompts: PromptSet | None = None

    def systems(self) -> list[System]:
        """The systems."""
        return systems(
            self.memories,
            self.assistant,
            references=self.references,
            k=self.k,
            budget=self.budget,
            prompts=self.prompts,
        )


@dataclass(slots=True)
class _Worker:
    """A process, the line to it, and what it is at."""

    process: Any
    line: Connection
    job: Job[Unit] | None = None
    ready: bool = False


def play_in_processes(
    jobs: Sequence[Job[Unit]], conditions: Conditions, finished: Finished, *, recipe: Recipe, meter: Meter, workers: int
) -> None:
    """Plays all jobs in `workers` processes.

    An episode whose process dies is played once more in a fresh one; if that dies too, it ends as the
    infrastructure's fault.

    Raises:
        ConfigurationError: The assistant or a memory cannot be handed to a process, a process cannot start, or every
            episode would meet the same mistake.
    """
    try:
        given = pickle.dumps((recipe, conditions, meter.prices))
    except Exception as error:  # a foreign object's pickling may raise anything
        raise ConfigurationError(
            f"the assistant or a memory cannot be handed to another process: {error}",
            where="workers",
            remedy="name it as FILE.py:NAME or define it at the top level of a module, or use one worker",
        ) from error
    waiting = deque(jobs)
    deaths: Counter[tuple[Any, ...]] = Counter()
    team = [_start(given) for _ in range(min(workers, len(jobs)))]
    try:
        while team:
            for line in wait([worker.line for worker in team]):
                worker = next(worker for worker in team if worker.line is line)
                try:
                    said = worker.line.recv()
                except (EOFError, ConnectionResetError):
                    team.remove(worker)
                    _buried(worker, waiting, deaths, conditions, finished)
                    if waiting:
                        team.append(_start(given))
                    continue
                _heard(worker, said, finished, meter)
                if not _hand_out(worker, waiting):
                    team.remove(worker)
                    _stop(worker)
    finally:
        for worker in team:
            worker.process.kill()
            worker.process.join(STOPPING)


def _start(given: bytes) -> _Worker:
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(there, given), name="regulars-worker", daemon=True)
    with _one_thread():
        process.start()
    there.close()
    return _Worker(process, here)


@contextmanager
def _one_thread() -> Iterator[None]:
    """A process that is started within multiplies in one thread, unless its caller's environment says how many.

    The processes share the machine's cores already, and threads that wait for a busy one stall each product.
    """
    lent = [name for name in THREADS if name not in environ]
    environ.update(dict.fromkeys(lent, "1"))
    try:
        yield
    finally:
        for name in lent:
            environ.pop(name, None)


def _heard(worker: _Worker, said: Any, finished: Finished, meter: Meter) -> None:
    kind, *rest = said
    if kind == "ready":
        worker.ready = True
        return
    if kind == "stop":
        raise rest[0]
    record, roles = rest
    assert worker.job is not None
    for role, usage in roles.items():
        meter.add(role, usage)
    job, worker.job = worker.job, None
    finished(job.unit, record)


def _hand_out(worker: _Worker, waiting: deque[Job[Unit]]) -> bool:
    """Gives the worker its next episode; False where there is none."""
    if not waiting:
        return False
    worker.job = waiting.popleft()
    unit = worker.job.unit
    with suppress(OSError):  # it has died: the line says so when it is read next, and another gets the episode
        worker.line.send((unit.scenario, unit.name, unit.seed, unit.system.name, worker.job.attempt))
    return True


def _buried(
    worker: _Worker,
    waiting: deque[Job[Unit]],
    deaths: Counter[tuple[Any, ...]],
    conditions: Conditions,
    finished: Finished,
) -> None:
    """Sees to the episode of a process that has died."""
    worker.line.close()
    worker.process.join(STOPPING)
    code = worker.process.exitcode
    how = f"signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit code {code}"
    if not worker.ready:
        raise ConfigurationError(
            f"a worker cannot start ({how})",
            where="workers",
            remedy="call evaluate under `if __name__ == '__main__':`, or use one worker",
        )
    job = worker.job
    if job is None:
        return
    key = tuple(job.unit.key.values())
    deaths[key] += 1
    if deaths[key] < ATTEMPTS:
        waiting.appendleft(replace(job, attempt=job.attempt + 1))
        return
    why = f"the process that played it died {deaths[key]} times, the last time by {how}"
    finished(job.unit, lost(job.unit, conditions.options, why, job.attempt, conditions.counterparts))


def _stop(worker: _Worker) -> None:
    worker.line.close()
    worker.process.join(STOPPING)
    if worker.process.is_alive():
        worker.process.kill()


# ---------------------------------------------------------------------- within a process


def _serve(line: Connection, given: bytes) -> None:
    """Plays what comes over the line until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it stops it
    try:
        recipe, conditions, prices = pickle.loads(given)
        made = {system.name: system for system in recipe.systems()}
    except RegularsError as error:
        line.send(("ready",))
        line.recv()
        line.send(("stop", error))
        return
    line.send(("ready",))
    while True:
        try:
            scenario, name, seed, system, attempt = line.recv()
        except EOFError:
            return
        unit = Unit(scenario, name, seed, made[system])
        with counting(Meter(prices)) as meter:
            try:
                record = _played(unit, conditions, attempt)
            except ConfigurationError as error:
                line.send(("stop", error))
                return
        line.send(("record", record, meter.roles))


def _played(unit: Unit, conditions: Conditions, attempt: int) -> dict[str, Any]:
    options, limits, seconds = conditions.options, conditions.limits, conditions.step_timeout
    others = conditions.counterparts
    if unit.system.acting is Acting.AWAITS:
        return asyncio.run(aplay(unit, options, limits, others, step_timeout=seconds, attempt=attempt))
    return play(unit, options, limits, others, step_timeout=seconds, attempt=attempt)
