"""Admission: what happens when something new meets what is held."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.view import View, add

Admit: TypeAlias = Callable[[Draft, View], Iterable[Op]]
"""From something new to the operations that settle it with what is held."""


def append(draft: Draft, view: View) -> Iterable[Op]:
    """It is added, whatever is held."""
    return (add(draft),)
