"""Makes quickly what a life and an episode make by the hundreds: frozen values, and objects that are kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")

APART = 10_000
"""The threshold of the youngest generation: allocations minus deallocations before a search. Python's default: 700."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Searches for reference cycles less often within the context.

    Episodes keep almost everything they allocate, in journals, ledgers and records, and lives hold no cycles. So each
    search walks through the objects of all current episodes and finds almost nothing. Dropped cycles are freed later,
    but they are freed. The setting holds for the whole process. It stays unchanged if the search is off or already
    rarer.
    """
    youngest, *older = gc.get_threshold()
    if not 0 < youngest < APART:
        yield
        return
    gc.set_threshold(APART, *older)
    try:
        yield
    finally:
        gc.set_threshold(youngest, *older)


def filled_directly(kind: type[T]) -> type[T]:
    """Gives a frozen dataclass with slots an `__init__` that fills the slots by plain assignments.

    The one that `dataclasses` writes calls `object.__setattr__` for each field, which takes up to three times as long.
    For fields `a` and `b`, this writes

        def __init__(self, a, b=default_b):
            if self.__class__ is not Frozen:
                return plainly(self, a, b)
            set_attribute(self, "__class__", Unfrozen)
            self.a = a
            self.b = b
            self.__class__ = Frozen

    where `Unfrozen` has the same slots and takes assignments, `Frozen` is the dataclass, and `plainly` is its own
    `__init__`, for subclasses. Nothing else about the class changes: it takes the same arguments, and its values stay
    frozen. Setting the slots by their descriptors (`Frozen.a.__set__(self, a)`) needs no second class, but takes 30 %
    longer with eight fields.

    Args:
        kind: A frozen dataclass with slots. It has neither default factories nor a `__post_init__`.
    """
    given = fields(kind)  # type: ignore[arg-type]  # T stands for a dataclass, which no bound can say
    unfrozen = type(kind.__name__, (), {"__slots__": [one.name for one in given]})
    names: dict[str, Any] = {"Frozen": kind, "Unfrozen": unfrozen, "set_attribute": object.__setattr__}
    names["plainly"] = kind.__init__
    arguments, lines = ["self"], list[str]()
    for one in given:
        names[f"default_{one.name}"] = one.default
        arguments.append(one.name if one.default is MISSING else f"{one.name}=default_{one.name}")
        lines.append(f"    self.{one.name} = {one.name}")
    head = [
        f"def __init__({', '.join(arguments)}):",
        "    if self.__class__ is not Frozen:",
        f"        return plainly({', '.join(['self', *(one.name for one in given)])})",
        "    set_attribute(self, '__class__', Unfrozen)",
    ]
    exec("\n".join([*head, *lines, "    self.__class__ = Frozen"]), names)
    init = names["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = kind.__init__.__annotations__
    kind.__init__ = init  # type: ignore[method-assign]  # to give the class another `__init__` is the purpose
    return kind
