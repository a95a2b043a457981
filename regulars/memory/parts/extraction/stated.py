"""Extraction into typed stores: a router chooses the kind of each statement."""

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
"""From a statement to its store, which becomes the kind of the item. An empty kind drops the statement."""


def as_fact(draft: Draft) -> str:
    """A router for a single store."""
    return FACT


def proposals(part: Draft) -> Iterable[str]:
    """The sentences of the assistant's turn that propose or choose something."""
    if said_by_assistant(part):
        for sentence in sentences(part.text):
            if has_cue("proposal", sentence) and not sentence.endswith(("?", "？")):
                yield sentence


@dataclass(frozen=True, slots=True)
class Stated:
    """Extracts a draft for each statement of a unit, of the kind that the router chooses.

    Attributes:
        reader: Reads statements.
        router: Chooses the kind.
        assistant: Whether to also store the assistant's proposals and choices, in its words and without claims.
    """

    reader: StatementReader
    router: Router = as_fact
    assistant: bool = False

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The drafts of a unit."""
        for part in unit.parts:
            said = [(statement.text, statement.claims) for statement in self.reader.statements(part)]
            if self.assistant:
                said += [(sentence, ()) for sentence in proposals(part)]
            for text, claims in said:
                draft = replace(part, kind=FACT, text=text, claims=claims)
                kind = self.router(draft)
                if kind:
                    yield replace(draft, kind=kind, extra={})
