"""Counts what the calls of a model come to, by role, and holds them to budgets.

Whoever runs episodes says with `counting` where calls are counted and with `limits.spending` what they may come to;
both hold for the thread or task that they are entered in and for the tasks begun there.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from regulars.agents.models.limits import Budget, running_budgets
from regulars.agents.models.protocol import ChatModel, Completion, Finish, Message, Usage
from regulars.errors import BudgetError, DataError

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Meter", "Metered", "Price", "charged", "counting", "read_prices"]

Made = TypeVar("Made")

PER = 1_000_000
"""Prices are for so many tokens."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens of a model cost, in any currency: all prices of a run are in the same.

    Attributes:
        prompt: Of messages.
        completion: Of answers.
    """

    prompt: float
    completion: float

    def of(self, completion: Completion) -> float:
        """What a completion cost; nothing if it was replayed."""
        if completion.cached:
            return 0.0
        return (completion.prompt_tokens * self.prompt + completion.completion_tokens * self.completion) / PER


def read_prices(path: str | Path) -> dict[str, Price]:
    """A price table in TOML: a table for each model with `prompt` and `completion`, for a million tokens.

    Raises:
        DataError: The file cannot be read, or a model has no two prices from 0.
    """
    place = Path(path).expanduser()
    try:
        tables = tomllib.loads(place.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"the prices cannot be read: {error}", where=str(place)) from error
    prices = {}
    for model, table in tables.items():
        values = [table.get(name) for name in ("prompt", "completion")] if isinstance(table, dict) else []
        numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
        if len(numbers) != 2 or min(numbers) < 0 or len(table) != 2:
            raise DataError(
                f"the prices of {model!r} are {table!r}",
                where=str(place),
                expected="prompt and completion, each a number from 0, for a million tokens",
            )
        prices[model] = Price(float(numbers[0]), float(numbers[1]))
    return prices


class Meter:
    """What the calls of a run came to, by role. Threads and tasks may share it.

    Args:
        prices: By the model's name; calls of a model that is not there have no cost.
    """

    def __init__(self, prices: Mapping[str, Price] | None = None) -> None:
        self.prices = dict(prices or {})
        self._roles: dict[str, Usage] = {}
        self._lock = threading.Lock()

    def add(self, role: str, usage: Usage) -> None:
        """Enters what a call came to."""
        with self._lock:
            self._roles[role] = self._roles.get(role, Usage()) + usage

    def of(self, role: str) -> Usage:
        """What a role's calls came to."""
        with self._lock:
            return self._roles.get(role, Usage())

    @property
    def roles(self) -> dict[str, Usage]:
        """By role."""
        with self._lock:
            return dict(self._roles)

    @property
    def total(self) -> Usage:
        """Of all roles."""
        return sum(self.roles.values(), Usage())

    def __deepcopy__(self, memo: dict[int, Any]) -> Meter:
        """Itself: copies of a seat are counted together."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()


_NOBODY = Meter()
_COUNTING: ContextVar[Meter] = ContextVar("regulars_meter", default=_NOBODY)


@contextmanager
def counting(meter: Meter) -> Iterator[Meter]:
    """Every metered call within is counted by `meter`, unless its model has a meter of its own."""
    token = _COUNTING.set(meter)
    try:
        yield meter
    finally:
        _COUNTING.reset(token)


class Metered:
    """A model whose calls are counted for a role, and kept to the budgets that are running.

    Args:
        model: Whose calls.
        role: `assistant`, `user`, `evaluator`, or whatever the figures are to be called.
        meter: Where they are counted; by default wherever `counting` says.
        budget: Bounds all calls of this object's, beside the budgets of `limits.spending`.
    """

    def __init__(self, model: ChatModel, role: str, meter: Meter | None = None, budget: Budget | None = None) -> None:
        self.model = model
        self.role = role
        self.meter = meter
        self.budget = budget
        self.takes_schema = bool(getattr(model, "takes_schema", False))

    @property
    def name(self) -> str:
        """The model's."""
        return self.model.name

    @property
    def settings(self) -> dict[str, Any]:
        """The model's."""
        return dict(getattr(self.model, "settings", {}))

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        seed: int | None = None,
        purpose: str = "",
        **parameters: Any,
    ) -> Completion:
        """What the model says.

        Raises:
            BudgetError: A budget is used up; nobody was called.
        """
        held = self._holds(messages, schema=schema, seed=seed, **parameters)
        budgets, began = self._admit(held), perf_counter()
        try:
            said = self.model.complete(messages, schema=schema, seed=seed, purpose=purpose, **parameters)
        except BaseException:
            self._failed(budgets, began)
            raise
        return self._counted(budgets, began, said, held)

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        seed: int | None = None,
        purpose: str = "",
        **parameters: Any,
    ) -> Completion:
        """`complete`, awaited."""
        held = self._holds(messages, schema=schema, seed=seed, **parameters)
        budgets, began = self._admit(held), perf_counter()
        try:
            said = await self.model.acomplete(messages, schema=schema, seed=seed, purpose=purpose, **parameters)
        except BaseException:
            self._failed(budgets, began)
            raise
        return self._counted(budgets, began, said, held)

    @property
    def _meter(self) -> Meter:
        return self.meter if self.meter is not None else _COUNTING.get()

    def _holds(self, messages: Sequence[Message], **call: Any) -> bool:
        """Whether the model is a replay that holds the call, which then needs no budget."""
        holds = getattr(self.model, "holds", None)
        return bool(holds(messages, **call)) if holds is not None else False

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
        return said


def charged(role: str, model: str, call: Callable[[], tuple[Made, int]]) -> Made:
    """Makes a call that is no chat, such as for vectors, counted and held to the running budgets as one.

    Args:
        role: For whom.
        model: The model's name, by which it has a price.
        call: Gives what it made, and how many tokens went into it.

    Raises:
        BudgetError: A budget is used up; nobody was called.
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


def _admitted(budgets: Sequence[Budget]) -> None:
    """Lets a call through all budgets, or through none."""
    for number, budget in enumerate(budgets):
        try:
            budget.admit()
        except BudgetError:
            for earlier in budgets[:number]:
                earlier.give_back()
            raise


def _usage(meter: Meter, model: str, said: Completion, began: float) -> Usage:
    """What a call came to."""
    price = meter.prices.get(model)
    tokens = (0, 0) if said.cached else (said.prompt_tokens, said.completion_tokens)
    cost = price.of(said) if price is not None else 0.0 if said.cached else None
    return Usage(int(not said.cached), int(said.cached), 0, *tokens, cost, perf_counter() - began)


def _enter(meter: Meter, role: str, budgets: Sequence[Budget], usage: Usage) -> None:
    if meter is not _NOBODY:
        meter.add(role, usage)
    for budget in budgets:
        budget.spend(usage)
