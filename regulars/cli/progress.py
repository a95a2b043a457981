"""Shows the progress of a run: a bar at a terminal, else a line every few seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from regulars.cli.tables import console
from regulars.evaluation.play.episode_log import Progress as Step
from regulars.evaluation.systems.systems import is_bound

EVERY = 5.0
"""Seconds between two lines outside a terminal."""

NARROW = 70
"""The terminal width below which the bar is left out."""


@contextmanager
def showing() -> Iterator[Callable[[Step], None]]:
    """Yields a function that shows the progress of a run."""
    if sys.stderr.isatty():
        yield from _bar()
    else:
        yield _lines()


def _bar() -> Iterator[Callable[[Step], None]]:
    out = console(stderr=True)
    columns = [MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.fields[news]}")]
    bar = Progress(*([BarColumn(bar_width=20)] if out.width >= NARROW else []), *columns, console=out, transient=True)
    began = monotonic()
    with bar:
        task = bar.add_task("episodes", total=None, news="")

        def show(step: Step) -> None:
            news = ", ".join([*rate_of(step, monotonic() - began), news_of(step)])
            bar.update(task, completed=step.done, total=step.total, news=news)

        yield show


def _lines() -> Callable[[Step], None]:
    began = last = monotonic()

    def show(step: Step) -> None:
        nonlocal last
        now = monotonic()
        if now - last < EVERY:
            return
        last = now
        left = f", {_clock((now - began) / step.played * (step.total - step.done))} left" if step.played else ""
        news = ", ".join([*rate_of(step, now - began), news_of(step)])
        print(f"{step.done} of {step.total} episodes{left}, {news}", file=sys.stderr, flush=True)

    return show


def rate_of(step: Step, seconds: float) -> list[str]:
    """The episodes played per second, or per minute if they are slow; empty before the first one."""
    if not step.played or seconds <= 0:
        return []
    rate = step.played / seconds
    return [f"{rate:.1f} a second"] if rate >= 1 else [f"{60 * rate:.1f} a minute"]


def news_of(step: Step) -> str:
    """The means so far, the number of faults, and the use of models, in words.

    The accuracy on anchors is that of the latest and of the best system, floors and ceilings aside. Where there are no
    anchors, the mean reward takes its place.
    """
    parts = [] if step.reward is None else [f"mean reward {step.reward:.2f}"]
    if step.accuracy:
        own = [name for name in step.accuracy if not is_bound(name)] or list(step.accuracy)
        shown = dict.fromkeys((step.system, max(own, key=lambda system: step.accuracy[system])))
        parts = [f"{name} {step.accuracy[name]:.2f}" for name in shown if name in step.accuracy]
        parts = [f"accuracy (anchors): {', '.join(parts)}"]
    parts.append(f"{step.faults} faults")
    usage = step.usage
    if usage.calls or usage.failed or usage.cached:
        failed = f" ({usage.failed} failed)" if usage.failed else ""
        parts += [f"{usage.calls + usage.cached} calls{failed}", f"{usage.tokens} tokens"]
        parts += [f"cost {usage.cost:.4f}"] if usage.cost else []
    return ", ".join(parts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
