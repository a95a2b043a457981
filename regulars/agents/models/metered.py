"""Counts the calls of a model by role, and applies budgets to them.

Use `counting` to choose where calls are counted, and `limits.spending` to limit them. Both hold in the current thread
or task and in tasks started there.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from regulars.agents.models.answer_log import running_log
from regulars.agents.models.limits import Budget, running_budgets
from regulars.agents.models.protocol import Call, CallModel, ChatModel, Completion, Finish, Usage
from regulars.data_faults import HostileText, parse_toml
from regulars.errors import ActionError, BudgetError, DataError

Made = TypeVar("Made")

PER = 1_000_000
"""The number of tokens that a price is for."""


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens of a model, in any currency; all prices of a run use the same one.

    Attributes:
        prompt: For messages.
        completion: For answers.
    """

    prompt: float
    completion: float

    def of(self, completion: Completion) -> float:
        """The cost of a completion; 0 if it was replayed."""
        if completion.cached:
            return 0.0
        return (completion.prompt_tokens * self.prompt + completion.completion_tokens * self.completion) / PER


def read_prices(path: str | Path) -> dict[str, Price]:
    """Reads a price table in TOML: for each model a table with `prompt` and `completion`, for a million tokens.

    Raises:
        DataError: The file cannot be read, or a model lacks one of two prices from 0.
    """
    place = Path(path).expanduser()
    try:
        tables = parse_toml(place.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, HostileText) as error:
        raise DataError(
            f"the price table cannot be read: {error}",
            where=str(place),
            expected="a TOML file with a table for each model",
        ) from error
    prices = {}
    for model, table in tables.items():
        values = [table.get(name) for name in ("prompt", "completion")] if isinstance(table, dict) else []
        numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
        if len(numbers) != 2 or not all(isfinite(number) and number >= 0 for number in numbers) or len(table) != 2:
            raise DataError(
                f"the prices of {model!r} are {table!r}",
                where=str(place),
                expected="prompt and completion, each a number from 0, for a million tokens",
            )
        prices[model] = Price(float(numbers[0]), float(numbers[1]))
    return prices


class Meter:
    """The usage of a run's calls, by role. Threads and tasks may share it.

    Args:
        prices: Prices by model name; calls of other models have no cost.
    """

    def __init__(self, prices: Mapping[str, Price] | None = None) -> None:
        self.prices = dict(prices or {})
        self._roles: dict[str, Usage] = {}
        self._lock = threading.Lock()

    def add(self, role: str, usage: Usage) -> None:
        """Adds the usage of a call."""
        with self._lock:
            self._roles[role] = self._roles.get(role, Usage()) + usage

    def of(self, role: str) -> Usage:
        """The usage of one role."""
        with self._lock:
            return self._roles.get(role, Usage())

    @property
    def roles(self) -> dict[str, Usage]:
        """The usage by role."""
        with self._lock:
            return dict(self._roles)

    @property
    def total(self) -> Usage:
        """The usage of all roles."""
        return sum(self.roles.values(), Usage())

    def __deepcopy__(self, memo: dict[int, Any]) -> Meter:
        """The object itself, so that copies of a seat are counted together."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()


_UNCOUNTED = Meter()
_COUNTING: ContextVar[Meter] = ContextVar("regulars_meter", default=_UNCOUNTED)


@contextmanager
def counting(meter: Meter) -> Iterator[Meter]:
    """Counts every metered call in the block with `meter`, unless its model has a meter of its own."""
    token = _COUNTING.set(meter)
    try:
        yield meter
    finally:
        _COUNTING.reset(token)


class Metered(CallModel):
    """A model whose calls are counted for a role and limited by the running budgets.

    Args:
        model: The model to call.
        role: `assistant`, `user`, `evaluator`, or another name for the figures.
        meter: Where calls are counted; by default where `counting` says.
        budget: Limits all calls of this object, in addition to the budgets of `limits.spending`.
    """

    def __init__(self, model: ChatModel, role: str, meter: Meter | None = None, budget: Budget | None = None) -> None:
        self.model = model
        self.role = role
        self.meter = meter
        self.budget = budget
        self.takes_schema = bool(getattr(model, "takes_schema", False))

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def settings(self) -> dict[str, Any]:
        """The model's settings."""
        return dict(getattr(self.model, "settings", {}))

    def answer(self, call: Call) -> Completion:
        """The model's answer.

        Raises:
            BudgetError: A budget is used up; the model was not called.
        """
        held = self._holds(call)
        budgets, began = self._admit(held), perf_counter()
        try:
            said = call.complete(self.model)
        except BaseException:
            self._failed(budgets, began)
            raise
        return self._counted(budgets, began, said, held)

    async def aanswer(self, call: Call) -> Completion:
        """Asynchronous version of `complete`."""
        held = self._holds(call)
        budgets, began = self._admit(held), perf_counter()
        try:
            said = await call.acomplete(self.model)
        except BaseException:
            self._failed(budgets, began)
            raise
        return self._counted(budgets, began, said, held)

    @property
    def _meter(self) -> Meter:
        return self.meter if self.meter is not None else _COUNTING.get()

    def _holds(self, call: Call) -> bool:
        """Whether the model is a replay that holds the call, which then needs no budget."""
        holds = getattr(self.model, "holds", None)
        return holds is not None and bool(holds(call))

    def _admit(self, held: bool) -> tuple[Budget, ...]:
        budgets = running_budgets() if self.budget is None else (self.budget, *running_budgets())
        if not held:
            _admitted(budgets)
        return budgets

    def _failed(self, budgets: Sequence[Budget], began: float) -> None:
        _enter(self._meter, self.role, budgets, Usage(failed=1, seconds=perf_counter() - began))

    def _counted(self, budgets: Sequence[Budget], began: float, said: Completion, held: bool) -> Completion:
        for budget in budgets if said.cached and not held else ():
            budget.give_back()
        _enter(self._meter, self.role, budgets, _usage(self._meter, self.name, said, began))
        log = running_log()
        if log is not None:
            log.answered(self.role, self.name, said)
        return said


def charged(role: str, model: str, call: Callable[[], tuple[Made, int]]) -> Made:
    """Makes a call that is not a chat, such as for embeddings; counts and limits it like one.

    Args:
        role: The role that it counts for.
        model: The model's name, for its price.
        call: Returns the result, and the number of tokens it took.

    Raises:
        BudgetError: A budget is used up; the call was not made.
    """
    meter, budgets, began = _COUNTING.get(), running_budgets(), perf_counter()
    _admitted(budgets)
    try:
        made, tokens = call()
    except BaseException:
        _enter(meter, role, budgets, Usage(failed=1, seconds=perf_counter() - began))
        raise
    _enter(meter, role, budgets, _usage(meter, model, Completion("", model, Finish.STOP, tokens, 0), began))
    return made


def count_answer(role: str, model: str, said: Completion, began: float) -> None:
    """Counts an answer for a role, outside all budgets.

    Args:
        role: The role.
        model: The model's name, for its price.
        said: The answer.
        began: When the call began, by `time.perf_counter`.
    """
    meter = _COUNTING.get()
    _enter(meter, role, (), _usage(meter, model, said, began))


def count_declared(role: str, tokens: int | None, cost: float | None) -> None:
    """Counts a call that was made elsewhere, by what its maker declares, and holds it against the running budgets.

    Args:
        role: The role.
        tokens: Its tokens, counted as those of an answer; None for unknown.
        cost: Its price; None for unknown.

    Raises:
        BudgetError: A budget was used up before.
        ActionError: A number is below 0 or not finite, or the tokens are no whole number.
    """
    whole = tokens is None or (isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0)
    priced = cost is None or (isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 <= cost < inf)
    if not whole or not priced:
        name, value = ("tokens", tokens) if not whole else ("cost", cost)
        raise ActionError(
            f"{name} is {value!r}", where=role, expected="a whole number from 0" if not whole else "a number from 0"
        )
    budgets = running_budgets()
    _admitted(budgets)
    usage = Usage(calls=1, completion_tokens=tokens or 0, cost=None if cost is None else float(cost))
    _enter(_COUNTING.get(), role, budgets, usage)


def _admitted(budgets: Sequence[Budget]) -> None:
    """Admits a call to all budgets or to none."""
    for number, budget in enumerate(budgets):
        try:
            budget.admit()
        except BudgetError:
            for earlier in budgets[:number]:
                earlier.give_back()
            raise


def _usage(meter: Meter, model: str, said: Completion, began: float) -> Usage:
    """The usage of a call."""
    price = meter.prices.get(model)
    tokens = (0, 0) if said.cached else (said.prompt_tokens, said.completion_tokens)
    cost = price.of(said) if price is not None else 0.0 if said.cached else None
    return Usage(int(not said.cached), int(said.cached), 0, *tokens, cost, perf_counter() - began)


def _enter(meter: Meter, role: str, budgets: Sequence[Budget], usage: Usage) -> None:
    if meter is not _UNCOUNTED:
        meter.add(role, usage)
    for budget in budgets:
        budget.spend(usage)
