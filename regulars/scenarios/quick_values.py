"""Lets frozen values be made in half the time, for those that a life has hundreds of."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def filled_directly(kind: type[T]) -> type[T]:
    """Gives a frozen dataclass with slots an `__init__` that fills each slot directly.

    The one that `dataclasses` writes looks up `object.__setattr__` for each field, which takes twice as long. Nothing
    else about the class changes: it takes the same arguments, and its values stay frozen.

    Args:
        kind: A frozen dataclass with slots. It has neither default factories nor a `__post_init__`.
    """
    names: dict[str, Any] = {}
    arguments, lines = ["self"], []
    for one in fields(kind):  # type: ignore[arg-type]  # a dataclass, as the decorator's place says
        names |= {f"default_{one.name}": one.default, f"fill_{one.name}": getattr(kind, one.name).__set__}
        arguments.append(one.name if one.default is MISSING else f"{one.name}=default_{one.name}")
        lines.append(f"    fill_{one.name}(self, {one.name})")
    exec("\n".join([f"def __init__({', '.join(arguments)}):", *lines]), names)
    init = names["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = kind.__init__.__annotations__
    kind.__init__ = init  # type: ignore[method-assign]
    return kind
