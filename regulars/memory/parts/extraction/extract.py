"""Extraction: what a memory stores of a turn, and which drafts it extracts from a finished unit of turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from regulars.dialogue import ASSISTANT, Turn
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.view import View

_BY = "by"

Hold: TypeAlias = Callable[[Turn], Sequence[Draft]]
"""From a turn to the drafts that enter the open unit."""

Extract: TypeAlias = Callable[[Item, View], Iterable[Draft]]
"""From a finished unit, whose parts are the stored turns, to the drafts extracted from it."""


def verbatim(turn: Turn) -> Sequence[Draft]:
    """The original words of a turn, by any speaker."""
    extra = {_BY: ASSISTANT} if turn.speaker == ASSISTANT else {}
    return (Draft(turn.scope, turn.session, turn.time, turn.name, turn.text, (turn.id,), extra=extra),)


def said_by_assistant(part: Draft) -> bool:
    """Whether the assistant said it."""
    return part.extra.get(_BY) == ASSISTANT


def turn_of(held: Draft) -> Turn:
    """Rebuilds the turn of a draft, as far as the draft tells."""
    speaker = ASSISTANT if said_by_assistant(held) else held.scope
    return Turn(
        held.sources[0], held.scope, held.scope, speaker, held.name, held.session, held.text, held.time
    )  # fmt: skip


def people_only(turn: Turn) -> Sequence[Draft]:
    """The original words of a person's turn; nothing of the assistant's turns."""
    return () if turn.speaker == ASSISTANT else verbatim(turn)


def nothing(turn: Turn) -> Sequence[Draft]:
    """Stores nothing: the floor for every memory."""
    return ()


def nothing_extracted(unit: Item, view: View) -> Iterable[Draft]:
    """Extracts nothing. Only what rules made of the finished unit stays."""
    return ()
