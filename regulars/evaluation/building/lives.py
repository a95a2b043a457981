"""Generates the lives of one split into a file, one after the other, and goes on where an earlier build stopped."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from regulars.datasets.record_files import read_lines, repair
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.files import scenario_to_json
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.suite import Suite

AHEAD = 8
"""Lives for each process that may wait until they are written."""

Lines = Callable[[Sequence[int]], Iterator[str]]
"""Generates the lives of these numbers, and gives their lines in order."""


def write_lives(path: Path, part: Suite, numbers: Sequence[int], workers: int, done: Callable[[int], None]) -> None:
    """Writes one life per line.

    Args:
        path: The file. It may hold the first lives already; an incomplete last line is written again.
        part: The split of the suite.
        numbers: The numbers of the lives, in order.
        workers: The number of processes that generate lives.
        done: Called with the number of lives in the file, at the start and after each life.

    Raises:
        ScenarioError: A life cannot be played.
        OSError: The file cannot be written.
    """
    repair(path)
    written = sum(1 for _ in read_lines(path)) if path.exists() else 0
    done(written)
    if written >= len(numbers):
        return
    with path.open("ab") as file, _generators(part, workers) as lines:
        for line in lines(numbers[written:]):
            file.write(line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            written += 1
            done(written)


@contextmanager
def _generators(part: Suite, workers: int) -> Iterator[Lines]:
    if workers == 1:
        yield partial(map, partial(life_line, part))
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        yield partial(_generated, pool, part, AHEAD * workers)
    finally:
        pool.shutdown(cancel_futures=True)


def _generated(pool: ProcessPoolExecutor, part: Suite, ahead: int, numbers: Sequence[int]) -> Iterator[str]:
    """Generates lives in processes, and yields their lines in order. At most `ahead` lives wait for their turn."""
    waiting: deque[Future[str]] = deque()
    for number in numbers:
        waiting.append(pool.submit(life_line, part, number))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def life_line(part: Suite, number: int) -> str:
    """One life of a split as a line of JSON, checked to be playable."""
    scenario = part.life(number)
    check_playable(scenario, ontology_of(scenario.language), f"{part.label}, life {number}")
    return scenario_to_json(scenario)
