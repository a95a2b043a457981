"""Walks all objects that are reachable from one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

_EVERYBODYS = (type, ModuleType, BuiltinFunctionType)


def reachable(root: object) -> Iterator[object]:
    """Every object that hangs on `root`, without classes, modules, and what functions see as globals."""
    waiting, seen = [root], {id(root)}
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, FunctionType):
            inside: list[Any] = [found.__closure__, found.__defaults__, found.__kwdefaults__]
        else:
            inside = gc.get_referents(found)
        for one in inside:
            if id(one) not in seen and not isinstance(one, _EVERYBODYS):
                seen.add(id(one))
                waiting.append(one)
