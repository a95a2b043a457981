"""Extractors: what of a turn is held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from regulars.dialogue import Turn
from regulars.memory.journal import Draft

__all__ = ["Extract", "nothing", "verbatim"]

Extract: TypeAlias = Callable[[Turn], Sequence[Draft]]
"""From a turn to what is to be held of it."""


def verbatim(turn: Turn) -> Sequence[Draft]:
    """The turn's words as they were said, whoever said them."""
    return (Draft(turn.scope, turn.session, turn.time, turn.name, turn.text, (turn.id,)),)


def nothing(turn: Turn) -> Sequence[Draft]:
    """Nothing at all: the floor that every memory has to beat."""
    return ()
