"""Extractors: what of a turn is held, and what is taken out of a finished unit of turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from regulars.dialogue import ASSISTANT, Turn
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.view import View

_BY = "by"

Hold: TypeAlias = Callable[[Turn], Sequence[Draft]]
"""From a turn to what of it enters the open unit."""

Extract: TypeAlias = Callable[[Item, View], Iterable[Draft]]
"""From a finished unit, whose parts are what was held of its turns, to what is taken out of it."""


def verbatim(turn: Turn) -> Sequence[Draft]:
    """The turn's words as they were said, whoever said them."""
    extra = {_BY: ASSISTANT} if turn.speaker == ASSISTANT else {}
    return (Draft(turn.scope, turn.session, turn.time, turn.name, turn.text, (turn.id,), extra=extra),)


def said_by_assistant(part: Draft) -> bool:
    """Whether the assistant said it, and no person."""
    return part.extra.get(_BY) == ASSISTANT


def turn_of(held: Draft) -> Turn:
    """The turn that a draft was held of, as far as the draft says."""
    speaker = ASSISTANT if said_by_assistant(held) else held.scope
    return Turn(
        held.sources[0], held.scope, held.scope, speaker, held.name, held.session, held.text, held.time
    )  # fmt: skip


def people_only(turn: Turn) -> Sequence[Draft]:
    """The turn's words, unless the assistant said them."""
    return () if turn.speaker == ASSISTANT else verbatim(turn)


def nothing(turn: Turn) -> Sequence[Draft]:
    """Nothing at all: the floor that every memory has to beat."""
    return ()


def nothing_extracted(unit: Item, view: View) -> Iterable[Draft]:
    """Nothing: a finished unit is held no more, and rules that see it make of it what they hold."""
    return ()
