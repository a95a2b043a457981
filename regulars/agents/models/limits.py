"""Limits on model calls: how many run concurrently, and budgets that end an episode when they are used up.

A budget limits a run when passed to `metered.Metered`. With `spending` it limits one episode, whichever models its
seats call; this holds in the current thread or task and in tasks started there.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from math import isfinite
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from regulars.agents.models.protocol import Usage
from regulars.errors import BudgetError, ConfigurationError


class Budget:
    """Limits on what calls may cost in total. Missing limits are unbounded; a budget without limits only counts.

    The number of calls is limited exactly, also for concurrent calls. Tokens, cost and seconds are known only after an
    answer, so calls in progress when they run out still count.

    Args:
        calls: Model calls; replayed calls are free.
        tokens: Tokens of messages and answers.
        cost: In the price table's currency; every model called must then have a price.
        seconds: Seconds since the first call.
        clock: Returns seconds; must never run backwards.

    Raises:
        ConfigurationError: A limit is not a finite number from 0.

    Example:
        >>> budget = Budget(calls=1)
        >>> budget.admit()
        >>> budget.admit()
        Traceback (most recent call last):
        regulars.errors.BudgetError: budget: 1 calls are used up.
    """

    def __init__(
        self,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        cost: float | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.bounds = {"calls": calls, "tokens": tokens, "cost": cost, "seconds": seconds}
        for name, bound in self.bounds.items():
            if bound is None:
                continue
            number = isinstance(bound, (int, float)) and not isinstance(bound, bool) and isfinite(bound)
            if not number or bound < 0:
                raise ConfigurationError(f"{name} is {bound!r}", where="budget", expected="a number from 0")
        self._clock = clock
        self._began: float | None = None
        self._admitted = 0
        self._used = Usage()
        self._lock = threading.Lock()

    @property
    def used(self) -> Usage:
        """The usage so far."""
        return self._used

    def admit(self) -> None:
        """Admits one more call.

        Raises:
            BudgetError: The budget is used up.
        """
        with self._lock:
            now = self._clock()
            self._began = now if self._began is None else self._began
            spent = {
                "calls": self._admitted,
                "tokens": self._used.tokens,
                "cost": self._used.cost,
                "seconds": now - self._began,
            }
            for name, bound in self.bounds.items():
                used = spent[name]
                if bound is not None and used is not None and used >= bound:
                    raise BudgetError(f"{bound:g} {name} are used up", where="budget")
            self._admitted += 1

    def spend(self, usage: Usage) -> None:
        """Adds the usage of an admitted call.

        Raises:
            ConfigurationError: Cost is limited and the model has no price.
        """
        with self._lock:
            self._used = self._used + usage
        if usage.cost is None and self.bounds["cost"] is not None:
            raise ConfigurationError(
                "the model has no price",
                where="budget",
                expected="a price for every model if cost is limited",
                remedy="add the model to the price table",
            )

    def give_back(self) -> None:
        """Takes back an admitted call that reached no endpoint."""
        with self._lock:
            self._admitted -= 1

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()


_RUNNING: ContextVar[tuple[Budget, ...]] = ContextVar("regulars_budgets", default=())


def running_budgets() -> tuple[Budget, ...]:
    """The budgets that apply to a call made here."""
    return _RUNNING.get()


@contextmanager
def spending(budget: Budget) -> Iterator[Budget]:
    """Applies `budget` to every metered call in the block, of any model."""
    token = _RUNNING.set((*_RUNNING.get(), budget))
    try:
        yield budget
    finally:
        _RUNNING.reset(token)


class Gate:
    """Limits concurrent calls: over all threads together, and over all tasks of an event loop together.

    Args:
        width: The maximum number of concurrent calls.
    """

    def __init__(self, width: int) -> None:
        if isinstance(width, bool) or not isinstance(width, int) or width < 1:
            raise ConfigurationError(f"concurrency is {width!r}", where="model", expected="a whole number from 1")
        self.width = width
        self._threads = threading.BoundedSemaphore(width)
        self._loops: WeakKeyDictionary[Any, asyncio.Semaphore] = WeakKeyDictionary()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Waits for a place and holds it."""
        with self._threads:
            yield

    @asynccontextmanager
    async def aheld(self) -> AsyncIterator[None]:
        """Asynchronous version of `held`."""
        loop = asyncio.get_running_loop()
        semaphore = self._loops.get(loop)
        if semaphore is None:
            semaphore = self._loops[loop] = asyncio.Semaphore(self.width)
        async with semaphore:
            yield
