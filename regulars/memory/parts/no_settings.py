"""The base of indexes and trackers without settings."""

from __future__ import annotations

from typing import Self


class NoSettings:
    """Gives a class without settings its `repr` and its `blank`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def blank(self) -> Self:
        """An empty object of the same class."""
        return type(self)()
