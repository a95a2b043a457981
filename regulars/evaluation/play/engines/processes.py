"""Plays episodes in worker processes, one episode each at a time. A worker that dies loses its own episode only.

Workers are spawned, not forked, so that all operating systems behave alike. A worker receives a recipe and makes the
systems itself. One worker plays all episodes of a stream with one system, in order.
"""

from __future__ import annotations

import asyncio
import io
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from os import environ
from pathlib import Path
from typing import Any

from regulars.agents.models.metered import Meter, counting
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.errors import ConfigurationError, InfrastructureError, RecordError, RegularsError
from regulars.evaluation.play.episodes import Unit, aplay, lost, play
from regulars.evaluation.play.jobs import Conditions, Finished, Job
from regulars.evaluation.play.streams import StreamPlayer, state_of
from regulars.evaluation.systems.systems import Acting, System

ATTEMPTS = 2
"""Workers that may die on one episode before it is recorded as lost."""

STOPPING = 5.0
"""Seconds that a worker may take to end."""

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "BLIS_NUM_THREADS")
"""Environment variables that numeric libraries read once, at import, for their number of threads."""


Recipe = Callable[[], list[System]]
"""Makes the systems of a run. It must be picklable."""


@dataclass(slots=True)
class _Worker:
    """A process, the connection to it, and its jobs; it plays the first of them."""

    process: Any
    line: Connection
    jobs: deque[Job[Any]] = field(default_factory=deque)
    ready: bool = False


def play_in_processes(
    jobs: Sequence[Job[Any]],
    conditions: Conditions,
    finished: Finished,
    *,
    recipe: Recipe,
    meter: Meter,
    workers: int,
    streams: Path | None = None,
) -> None:
    """Plays all jobs in worker processes.

    If a worker dies, another one plays its episode again. If that one dies too, the episode is recorded as a failure
    of the infrastructure.

    Args:
        jobs: The episodes: of single lives, or of streams.
        conditions: The settings of the run.
        finished: Called with each record.
        recipe: Makes the systems in each worker.
        meter: Counts model calls.
        workers: The largest number of processes.
        streams: For streams: the run's folder, which keeps assistants between episodes.

    Raises:
        ConfigurationError: The assistant or a memory cannot be pickled, a worker cannot start, or an option is
            invalid in every episode.
        InfrastructureError: Two workers died on an episode of a stream, on which later episodes depend.
    """
    try:
        given = pickle.dumps((recipe, conditions, meter.prices, streams))
    except Exception as error:  # a foreign object's pickling may raise anything
        raise ConfigurationError(
            f"the assistant or a memory cannot be pickled for another process: {error}",
            where="workers",
            remedy="pass it as FILE.py:NAME, define it at the top level of a module, or use one worker",
        ) from error
    waiting = deque([job] for job in jobs) if streams is None else _by_stream(jobs)
    deaths: Counter[EpisodeKey] = Counter()
    team = [_start(given) for _ in range(min(workers, len(waiting)))]
    try:
        while team:
            for line in wait([worker.line for worker in team]):
                worker = next(worker for worker in team if worker.line is line)
                try:
                    said = worker.line.recv()
                except (EOFError, ConnectionResetError):
                    team.remove(worker)
                    _buried(worker, waiting, deaths, conditions, finished, streams is not None)
                    if waiting:
                        team.append(_start(given))
                    continue
                _heard(worker, said, finished, meter)
                if not worker.jobs and not _hand_out(worker, waiting):
                    team.remove(worker)
                    _stop(worker)
    finally:
        for worker in team:
            worker.process.kill()
            worker.process.join(STOPPING)


def _by_stream(jobs: Sequence[Job[Any]]) -> deque[list[Job[Any]]]:
    """Groups the episodes by stream and system, in order: one assistant plays each group."""
    return deque(list(found) for _, found in groupby(jobs, key=lambda job: (job.unit.seed, job.unit.system.name)))


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
    """Lets processes that start within use one numeric thread, unless the environment sets a number.

    The workers already share the cores; more threads would only wait for each other.
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
    for role, usage in roles.items():
        meter.add(role, usage)
    finished(worker.jobs.popleft().unit, record)


def _hand_out(worker: _Worker, waiting: deque[list[Job[Any]]]) -> bool:
    """Sends the worker its next episodes; False if none remain."""
    if not waiting:
        return False
    jobs = waiting.popleft()
    worker.jobs = deque(jobs)
    with suppress(OSError):  # a dead worker is noticed at the next read, and its episodes are handed on
        worker.line.send_bytes(_packed(jobs))
    return True


def _packed(jobs: list[Job[Any]]) -> bytes:
    """Pickles jobs with the names of their systems, since each worker makes the systems itself."""
    packed = io.BytesIO()
    _JobPickler(packed, pickle.HIGHEST_PROTOCOL).dump(jobs)
    return packed.getvalue()


class _JobPickler(pickle.Pickler):
    def persistent_id(self, thing: Any) -> str | None:
        return thing.name if isinstance(thing, System) else None


def _buried(
    worker: _Worker,
    waiting: deque[list[Job[Any]]],
    deaths: Counter[EpisodeKey],
    conditions: Conditions,
    finished: Finished,
    is_stream: bool,
) -> None:
    """Requeues the episodes of a dead worker, or records the first one as lost."""
    worker.line.close()
    worker.process.join(STOPPING)
    code = worker.process.exitcode
    how = f"signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit code {code}"
    if not worker.ready:
        raise ConfigurationError(
            f"a worker process cannot start ({how})",
            where="workers",
            remedy="call evaluate under `if __name__ == '__main__':`, or use one worker",
        )
    if not worker.jobs:
        return
    job, *later = worker.jobs
    key = job.unit.key
    deaths[key] += 1
    if deaths[key] < ATTEMPTS:
        waiting.appendleft([replace(job, attempt=job.attempt + 1), *later])
        return
    why = f"the worker process died {deaths[key]} times, last by {how}"
    if is_stream:
        raise InfrastructureError(
            f"{why}; later episodes of the stream depend on this one",
            where=f"{job.unit.name}, seed {job.unit.seed}, {job.unit.system.name}",
            remedy="find the cause, then resume the run",
        )
    finished(job.unit, lost(job.unit, conditions, why, job.attempt))


def _stop(worker: _Worker) -> None:
    worker.line.close()
    worker.process.join(STOPPING)
    if worker.process.is_alive():
        worker.process.kill()


# ---------------------------------------------------------------------- within a worker


def _serve(line: Connection, given: bytes) -> None:
    """Plays the jobs that arrive until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops its workers
    try:
        recipe, conditions, prices, streams = pickle.loads(given)
        made = {system.name: system for system in recipe()}
    except RegularsError as error:
        line.send(("ready",))
        line.recv_bytes()
        line.send(("stop", error))
        return
    line.send(("ready",))
    while True:
        try:
            jobs = _JobUnpickler(io.BytesIO(line.recv_bytes()), made).load()
        except EOFError:
            return
        with closing(_records(jobs, conditions, streams)) as records:
            for _ in jobs:
                with counting(Meter(prices)) as meter:
                    try:
                        record = next(records)
                    except (ConfigurationError, RecordError) as error:
                        line.send(("stop", error))
                        return
                line.send(("record", record, meter.roles))


class _JobUnpickler(pickle.Unpickler):
    def __init__(self, packed: io.BytesIO, made: Mapping[str, System]) -> None:
        super().__init__(packed)
        self._made = made

    def persistent_load(self, name: Any) -> System:
        return self._made[name]


def _records(
    jobs: Sequence[Job[Any]], conditions: Conditions, streams: Path | None
) -> Generator[EpisodeRecord, None, None]:
    """Plays the jobs in order: those of a stream with one assistant."""
    if streams is None:
        for job in jobs:
            yield _played(job.unit, conditions, job.attempt)
        return
    with closing(StreamPlayer(conditions, streams, state_of(jobs[0].unit))) as player:
        for job in jobs:
            yield player.play(job.unit)


def _played(unit: Unit, conditions: Conditions, attempt: int) -> EpisodeRecord:
    if unit.system.acting is Acting.AWAITS:
        return asyncio.run(aplay(unit, conditions, attempt=attempt))
    return play(unit, conditions, attempt=attempt)
