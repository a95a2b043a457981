"""The operations of a writer's action, a JSON list, and the faults for which an action is refused as a whole.

| operation | fields |
|---|---|
| `add_fact` | `text`, and perhaps `id`: a new id, so that insights of the same action can refer to it |
| `update_fact` | `id`, `text` |
| `delete_fact` | `id` |
| `add_insight` | `refs`, `text`, and perhaps `id` |
| `update_insight` | `id`, `refs`, `text` |
| `delete_insight` | `id` |

A fact whose words are held already (case, punctuation and white space aside) is not added; its id then stands for the
held one, so references lead to that. When a fact is deleted, insights lose their references to it, and an insight with
fewer than two is deleted with it. So references are always valid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from regulars.envs.banks.bank import FEWEST_REFS, MOST_REFS, Bank, BankInsight, Limits
from regulars.values import normalise

MOST_OPERATIONS = 64
"""The most operations in one action."""

LONGEST_ACTION = 65536
"""The most characters of one action."""

LONGEST_ID = 32
"""The most characters of an id."""


class FaultKind(IntEnum):
    """Why an action was refused."""

    NONE = 0
    """It was not."""
    NOT_JSON = 1
    """It is no JSON, or longer than `LONGEST_ACTION`."""
    NOT_A_LIST = 2
    """It is no list of objects, or has more than `MOST_OPERATIONS`."""
    UNKNOWN_OPERATION = 3
    """An `op` is unknown."""
    WRONG_FIELD = 4
    """A field is missing, unknown, empty, too long, or of a wrong type."""
    UNKNOWN_ID = 5
    """It names an id that the bank does not hold, or adds one that it held."""
    FULL = 6
    """It adds more than the bank can hold."""


@dataclass(frozen=True, slots=True)
class OperationFault:
    """A fault in an action.

    Attributes:
        kind: Its kind.
        why: What is wrong, and what was expected.
    """

    kind: FaultKind
    why: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What an action did.

    Attributes:
        bank: The new bank; the old one if the action was refused.
        written: The ids of the facts that it added or changed.
        fault: Why it was refused; None if it was not.
    """

    bank: Bank
    written: tuple[str, ...] = ()
    fault: OperationFault | None = None


def apply(bank: Bank, action: str, limits: Limits) -> Applied:
    """Carries out the operations of an action, all or none.

    Args:
        bank: The bank.
        action: A JSON list of operations.
        limits: How much the bank may hold.

    Example:
        >>> applied = apply(Bank(), '[{"op": "add_fact", "text": "Ann has a cat."}]', Limits())
        >>> dict(applied.bank.facts), applied.written
        ({'f1': 'Ann has a cat.'}, ('f1',))
        >>> apply(Bank(), "[", Limits()).fault.kind.name
        'NOT_JSON'
    """
    read = _read(action)
    if isinstance(read, OperationFault):
        return Applied(bank, (), read)
    work = _Work(bank, limits)
    for place, operation in enumerate(read):
        fault = work.do(operation)
        if fault is not None:
            return Applied(bank, (), OperationFault(fault.kind, f"operation {place + 1}: {fault.why}"))
    made = Bank(work.facts, work.insights, work.made)
    return Applied(made, tuple(id for id in work.written if id in made.facts))


def _read(action: str) -> list[Mapping[str, Any]] | OperationFault:
    if len(action) > LONGEST_ACTION:
        return OperationFault(FaultKind.NOT_JSON, f"{len(action)} characters; expected at most {LONGEST_ACTION}")
    try:
        read = json.loads(action)
    except (ValueError, RecursionError) as error:
        return OperationFault(FaultKind.NOT_JSON, f"no JSON ({error}); expected a list of operations")
    if not isinstance(read, list) or not all(isinstance(one, dict) for one in read):
        return OperationFault(FaultKind.NOT_A_LIST, f"{type(read).__name__}; expected a list of objects")
    if len(read) > MOST_OPERATIONS:
        return OperationFault(FaultKind.NOT_A_LIST, f"{len(read)} operations; expected at most {MOST_OPERATIONS}")
    return read


class _Work:
    """A bank under change."""

    def __init__(self, bank: Bank, limits: Limits) -> None:
        self.facts = dict(bank.facts)
        self.insights = dict(bank.insights)
        self.made = bank.made
        self.written: dict[str, None] = {}
        self._limits = limits
        self._stands_for: dict[str, str] = {}

    def do(self, operation: Mapping[str, Any]) -> OperationFault | None:
        """Carries out one operation; returns its fault, if any."""
        op = operation.get("op")
        known = _OPERATIONS.get(op) if isinstance(op, str) else None
        if known is None:
            return OperationFault(
                FaultKind.UNKNOWN_OPERATION, f"op is {op!r}; expected one of {', '.join(_OPERATIONS)}"
            )
        needed, free, carry_out = known
        given = {name: value for name, value in operation.items() if name != "op"}
        for name in (*needed, *(name for name in free if name in given)):
            fault = self._check(name, given.pop(name, None))
            if fault is not None:
                return fault
        if given:
            return OperationFault(FaultKind.WRONG_FIELD, f"{op} has no field {next(iter(given))!r}")
        return carry_out(self, operation)

    def _check(self, name: str, value: Any) -> OperationFault | None:
        if name == "refs":
            if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                return OperationFault(FaultKind.WRONG_FIELD, f"refs is {value!r}; expected a list of ids of facts")
            return None
        longest = self._limits.letters if name == "text" else LONGEST_ID
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            shown = f"{len(value)} characters" if isinstance(value, str) else repr(value)
            return OperationFault(FaultKind.WRONG_FIELD, f"{name} is {shown}; expected 1 to {longest} characters")
        return None

    # ------------------------------------------------------------------ operations

    def add_fact(self, operation: Mapping[str, Any]) -> OperationFault | None:
        id, fault = self._new_id(operation, "f")
        if fault is not None:
            return fault
        same = normalise(operation["text"])
        held = next((other for other, text in self.facts.items() if normalise(text) == same), None)
        if held is not None:
            self._stands_for[id] = held
            return None
        if len(self.facts) >= self._limits.facts:
            return OperationFault(
                FaultKind.FULL, f"the bank holds {len(self.facts)} facts; delete or update some first"
            )
        self.facts[id] = operation["text"]
        self.written[id] = None
        return None

    def update_fact(self, operation: Mapping[str, Any]) -> OperationFault | None:
        id = self._held(operation["id"])
        if id not in self.facts:
            return _unknown(operation["id"], "fact")
        self.facts[id] = operation["text"]
        self.written[id] = None
        return None

    def delete_fact(self, operation: Mapping[str, Any]) -> OperationFault | None:
        id = self._held(operation["id"])
        if self.facts.pop(id, None) is None:
            return _unknown(operation["id"], "fact")
        for name, one in list(self.insights.items()):
            if id in one.refs:
                left = tuple(ref for ref in one.refs if ref != id)
                if len(left) < FEWEST_REFS:
                    del self.insights[name]
                else:
                    self.insights[name] = BankInsight(left, one.text)
        return None

    def add_insight(self, operation: Mapping[str, Any]) -> OperationFault | None:
        id, fault = self._new_id(operation, "i")
        if fault is not None:
            return fault
        if len(self.insights) >= self._limits.insights:
            return OperationFault(
                FaultKind.FULL, f"the bank holds {len(self.insights)} insights; delete or update some first"
            )
        return self._set_insight(id, operation)

    def update_insight(self, operation: Mapping[str, Any]) -> OperationFault | None:
        if operation["id"] not in self.insights:
            return _unknown(operation["id"], "insight")
        return self._set_insight(operation["id"], operation)

    def delete_insight(self, operation: Mapping[str, Any]) -> OperationFault | None:
        if self.insights.pop(operation["id"], None) is None:
            return _unknown(operation["id"], "insight")
        return None

    def _set_insight(self, id: str, operation: Mapping[str, Any]) -> OperationFault | None:
        refs = tuple(dict.fromkeys(map(self._held, operation["refs"])))
        missing = next((ref for ref in refs if ref not in self.facts), None)
        if missing is not None:
            return _unknown(missing, "fact")
        if not FEWEST_REFS <= len(refs) <= MOST_REFS:
            expected = f"{FEWEST_REFS} to {MOST_REFS} different facts"
            return OperationFault(FaultKind.WRONG_FIELD, f"refs names {len(refs)} facts; expected {expected}")
        self.insights[id] = BankInsight(refs, operation["text"])
        return None

    def _held(self, id: str) -> str:
        """The id of the fact that an id stands for."""
        return self._stands_for.get(id, id)

    def _new_id(self, operation: Mapping[str, Any], letter: str) -> tuple[str, OperationFault | None]:
        """The id of an addition: the given one, or the next free one."""
        taken = {*self.facts, *self.insights, *self._stands_for}
        given = operation.get("id")
        if given is not None:
            if given in taken:
                return given, OperationFault(
                    FaultKind.UNKNOWN_ID, f"the id {given!r} is taken; expected a new one, or none"
                )
            return given, None
        self.made += 1
        while f"{letter}{self.made}" in taken:
            self.made += 1
        return f"{letter}{self.made}", None


def _unknown(id: str, what: str) -> OperationFault:
    return OperationFault(FaultKind.UNKNOWN_ID, f"there is no {what} {id!r}")


_Operation = tuple[tuple[str, ...], tuple[str, ...], Callable[[_Work, Mapping[str, Any]], OperationFault | None]]

_OPERATIONS: Mapping[str, _Operation] = {
    "add_fact": (("text",), ("id",), _Work.add_fact),
    "update_fact": (("id", "text"), (), _Work.update_fact),
    "delete_fact": (("id",), (), _Work.delete_fact),
    "add_insight": (("refs", "text"), ("id",), _Work.add_insight),
    "update_insight": (("id", "refs", "text"), (), _Work.update_insight),
    "delete_insight": (("id",), (), _Work.delete_insight),
}
"""The fields that each operation needs, those that it may have, and what it does."""
