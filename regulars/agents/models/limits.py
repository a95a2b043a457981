"""What bounds the calls of models: how many at once, and budgets whose end is the end of an episode.

A budget bounds a run by being given to `metered.Metered`; it bounds one episode, whichever models its seats call, by
`spending`, which holds for the thread or task that it is entered in and for the tasks begun there.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from regulars.agents.models.protocol import Usage
from regulars.errors import BudgetError, ConfigurationError

__all__ = ["Budget", "Gate", "running_budgets", "spending"]


class Budget:
    """What calls may come to. What is left out is unbounded, so that a budget without bounds only counts.

    Calls are bounded exactly, also where many are under way; tokens, cost and seconds are known when an answer is
    there, so the calls that were under way when they ran out still count.

    Args:
        calls: Calls of a model; one that is replayed costs none.
        tokens: Of messages and answers.
        cost: In the price table's currency; every model that is called must then have a price.
        seconds: Since the first call.
        clock: Tells seconds; never runs backwards.

    Raises:
        ConfigurationError: A bound is below zero or no number.

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
            if bound is not None and (isinstance(bound, bool) or not isinstance(bound, (int, float)) or bound < 0):
                raise ConfigurationError(f"{name} is {bound!r}", where="budget", expected="a number from 0")
        self._clock = clock
        self._began: float | None = None
        self._admitted = 0
        self._used = Usage()
        self._lock = threading.Lock()

    @property
    def used(self) -> Usage:
        """What has been spent."""
        return self._used

    def admit(self) -> None:
        """Lets one more call through.

        Raises:
            BudgetError: Something is used up.
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
        """Enters what a call that was let through came to.

        Raises:
            ConfigurationError: Cost is bounded, and the call has no price.
        """
        with self._lock:
            self._used = self._used + usage
        if usage.cost is None and self.bounds["cost"] is not None:
            raise ConfigurationError(
                "the model has no price",
                where="budget",
                expected="a price for every model whose cost is bounded",
                remedy="name it in the price table",
            )

    def give_back(self) -> None:
        """Takes back a call that was let through and reached nobody."""
        with self._lock:
            self._admitted -= 1

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()


_RUNNING: ContextVar[tuple[Budget, ...]] = ContextVar("regulars_budgets", default=())


def running_budgets() -> tuple[Budget, ...]:
    """The budgets that a call made here has to keep to."""
    return _RUNNING.get()


@contextmanager
def spending(budget: Budget) -> Iterator[Budget]:
    """Every metered call within keeps to `budget`, whichever model it is of."""
    token = _RUNNING.set((*_RUNNING.get(), budget))
    try:
        yield budget
    finally:
        _RUNNING.reset(token)


class Gate:
    """Lets a number of calls through at once: of all threads together, and of all tasks of an event loop together.

    Args:
        width: How many.
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
        """`held`, awaited."""
        loop = asyncio.get_running_loop()
        semaphore = self._loops.get(loop)
        if semaphore is None:
            semaphore = self._loops[loop] = asyncio.Semaphore(self.width)
        async with semaphore:
            yield
