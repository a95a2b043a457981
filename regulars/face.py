"""Makes a package import each of its public names when the name is first used.

Such a package is called a face. Its `__init__` imports its names under `TYPE_CHECKING`, where type checkers and editors
see them, and lists them in `__all__`. At run time `open_face` takes the same imports from the source text, once, so
that importing the package loads none of the modules behind it.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any


class _Face(ModuleType):
    """A package that imports a public name on first use."""

    def __getattr__(self, name: str) -> Any:
        if name not in self.__all__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        home = homes(self.__name__)[name]
        module = import_module(home)
        value = getattr(module, name) if hasattr(module, name) else import_module(f"{home}.{name}")
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Keeps a submodule from hiding the public name that it is called after, as importing it would."""
        if isinstance(value, ModuleType) and name in self.__all__:
            value = getattr(value, name, value)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *self.__all__})


def open_face(package: str) -> None:
    """Makes a package import its public names when they are first used. Call it after `__all__`.

    Args:
        package: The package's `__name__`.
    """
    sys.modules[package].__class__ = _Face


@cache
def homes(package: str) -> dict[str, str]:
    """The module that each public name of a face is imported from, by the imports under `TYPE_CHECKING`."""
    body = ast.parse(inspect.getsource(sys.modules[package])).body
    typed = next(node for node in body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    found = [node for node in typed.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in found for alias in node.names}
