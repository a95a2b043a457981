"""Episodes in processes of their own, one at a time in each; one that dies takes its episode with it and no other.

Processes are spawned, not forked, so that it is the same on every system. What an assistant is made from is handed to
them and made there anew. The episodes of a stream are played by the same process, in order.
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
from regulars.agents.models.prompt_files import PromptSet
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.errors import ConfigurationError, InfrastructureError, RecordError, RegularsError
from regulars.evaluation.play.episodes import Unit, aplay, lost, play
from regulars.evaluation.play.jobs import Conditions, Finished, Job
from regulars.evaluation.play.streams import StreamPlayer, state_of
from regulars.evaluation.systems.systems import Acting, System, systems

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
    """A process, the line to it, and what it is at: the first of its jobs."""

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
    """Plays all jobs in `workers` processes.

    An episode whose process dies is played once more in a fresh one; if that dies too, it ends as the
    infrastructure's fault.

    Args:
        jobs: Of units, or of the units of streams.
        conditions: What holds for every episode.
        finished: Told of every record.
        recipe: What the systems are made from.
        meter: Counts the calls of models.
        workers: Processes at once.
        streams: Where the jobs are those of streams: the run's folder, in which assistants are left between episodes.

    Raises:
        ConfigurationError: The assistant or a memory cannot be handed to a process, a process cannot start, or every
            episode would meet the same mistake.
        InfrastructureError: Both processes died that played an episode of a stream, on which its later ones rest.
    """
    try:
        given = pickle.dumps((recipe, conditions, meter.prices, streams))
    except Exception as error:  # a foreign object's pickling may raise anything
        raise ConfigurationError(
            f"the assistant or a memory cannot be handed to another process: {error}",
            where="workers",
            remedy="name it as FILE.py:NAME or define it at the top level of a module, or use one worker",
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
    """The episodes of each stream with one system, in order: one assistant goes through them."""
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
    for role, usage in roles.items():
        meter.add(role, usage)
    finished(worker.jobs.popleft().unit, record)


def _hand_out(worker: _Worker, waiting: deque[list[Job[Any]]]) -> bool:
    """Gives the worker its next episodes; False where there are none."""
    if not waiting:
        return False
    jobs = waiting.popleft()
    worker.jobs = deque(jobs)
    with suppress(OSError):  # it has died: the line says so when it is read next, and another gets the episodes
        worker.line.send_bytes(_packed(jobs))
    return True


def _packed(jobs: list[Job[Any]]) -> bytes:
    """Jobs as bytes, with the names of their systems, which each process makes itself."""
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
    """Sees to the episodes of a process that has died."""
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
    if not worker.jobs:
        return
    job, *later = worker.jobs
    key = job.unit.key
    deaths[key] += 1
    if deaths[key] < ATTEMPTS:
        waiting.appendleft([replace(job, attempt=job.attempt + 1), *later])
        return
    why = f"the process that played it died {deaths[key]} times, the last time by {how}"
    if is_stream:
        raise InfrastructureError(
            f"{why}; the later episodes of the stream rest on it",
            where=f"{job.unit.name}, seed {job.unit.seed}, {job.unit.system.name}",
            remedy="resume the run when the cause is found",
        )
    finished(job.unit, lost(job.unit, conditions, why, job.attempt))


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
        recipe, conditions, prices, streams = pickle.loads(given)
        made = {system.name: system for system in recipe.systems()}
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
    """Plays the jobs one after the other: those of a stream with one assistant."""
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
