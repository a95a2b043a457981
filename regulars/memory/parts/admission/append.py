"""Admission decides what a new draft changes among the stored items. By default it is added."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.view import View, add

Admit: TypeAlias = Callable[[Draft, View], Iterable[Op]]
"""From a new draft to the operations that admit it."""


def append(draft: Draft, view: View) -> Iterable[Op]:
    """Adds every draft."""
    return (add(draft),)
