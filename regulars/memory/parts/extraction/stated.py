"""Extraction into typed stores: each statement becomes an item of the kind to which a router sends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import FACT, StatementReader
from regulars.memory.parts.text.cues import has_cue
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.view import View

Router: TypeAlias = Callable[[Draft], str]
"""From a statement to the store that it belongs to, which is the kind of the item; empty, and it is not held."""


def as_fact(draft: Draft) -> str:
    """There is one store."""
    return FACT


def proposals(part: Draft) -> Iterable[str]:
    """The sentences of an assistant's turn by which it proposes or chooses something."""
    if said_by_assistant(part):
        for sentence in sentences(part.text):
            if has_cue("proposal", sentence) and not sentence.endswith(("?", "？")):
                yield sentence


@dataclass(frozen=True, slots=True)
class Stated:
    """Extracts an item for each statement of a unit, of the kind that the router says.

    Attributes:
        reader: What reads statements.
        router: What says where a statement belongs.
        assistant: Whether what the assistant proposes or chooses is held as well, in its words and without claims.
    """

    reader: StatementReader
    router: Router = as_fact
    assistant: bool = False

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The items of a unit."""
        for part in unit.parts:
            said = [(statement.text, statement.claims) for statement in self.reader.statements(part)]
            if self.assistant:
                said += [(sentence, ()) for sentence in proposals(part)]
            for text, claims in said:
                draft = replace(part, kind=FACT, text=text, claims=claims)
                kind = self.router(draft)
                if kind:
                    yield replace(draft, kind=kind, extra={})
