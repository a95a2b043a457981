"""Progress of a run: a bar at a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from regulars.cli.tables import console
from regulars.evaluation.evaluate import Progress as Step

__all__ = ["showing"]

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""

NARROW = 70
"""Columns below which the bar itself is left out."""


@contextmanager
def showing() -> Iterator[Callable[[Step], None]]:
    """Gives a function that shows how far a run is."""
    if sys.stderr.isatty():
        yield from _bar()
    else:
        yield _lines()


def _bar() -> Iterator[Callable[[Step], None]]:
    out = console(stderr=True)
    columns = [MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.fields[news]}")]
    bar = Progress(*([BarColumn(bar_width=20)] if out.width >= NARROW else []), *columns, console=out, transient=True)
    with bar:
        task = bar.add_task("episodes", total=None, news="")

        def show(step: Step) -> None:
            news = f"mean reward {step.reward:6.2f}  " if step.reward else ""
            bar.update(task, completed=step.done, total=step.total, news=f"{news}faults {step.faults}")

        yield show


def _lines() -> Callable[[Step], None]:
    last = monotonic()

    def show(step: Step) -> None:
        nonlocal last
        if monotonic() - last >= EVERY:
            last = monotonic()
            print(f"{step.done} of {step.total} episodes, faults {step.faults}", file=sys.stderr, flush=True)

    return show
