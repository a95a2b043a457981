"""How a face works: a package whose public names are imported when they are first used.

A face lists its names three times: in `__all__`, for type checkers under `TYPE_CHECKING`, and by the module that holds
them, for `open_face`. `tests/test_faces.py` compares the three.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any


class _Face(ModuleType):
    """A package that imports a public name on first use."""

    def __getattr__(self, name: str) -> Any:
        home = self.__dict__["__homes__"].get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        module = import_module(home)
        value = getattr(module, name) if hasattr(module, name) else module
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Keeps a submodule from hiding the public name that it is called after, as importing it would."""
        if isinstance(value, ModuleType) and name in self.__dict__["__homes__"]:
            value = getattr(value, name, value)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *self.__dict__["__homes__"]})


def open_face(package: str, homes: Mapping[str, Sequence[str]]) -> None:
    """Makes a package import its public names when they are first used.

    Args:
        package: The package's `__name__`.
        homes: From a module's full dotted name to the names that it holds. A module without names is public itself,
            under the last part of its name.
    """
    face = sys.modules[package]
    named = {name: home for home, names in homes.items() for name in names or [home.rpartition(".")[2]]}
    face.__dict__["__homes__"] = named
    face.__class__ = _Face
