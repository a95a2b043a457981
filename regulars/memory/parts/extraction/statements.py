"""Statements and claims read from text. Extractors, guards and forgetting on request use them.

The reader is exchangeable and named in results, which separates the mechanism from the quality of extraction:
`mem0-v1:reader=rules`, `mem0-v1:reader=none`. A reader sees only text, unless it is marked as an oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from regulars import registry
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.view import View

FACT = "fact"
"""The kind of a draft with one statement."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement and its claims.

    Attributes:
        text: The original words, one or more sentences.
        claims: The claims in them; empty if the reader only finds that something is stated.
    """

    text: str
    claims: tuple[Claim, ...] = ()


class StatementReader(Protocol):
    """Reads statements. It is picklable, and its `repr` shows only its settings."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        """The statements of a turn, in order; none from questions or from the assistant."""
        ...

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The attributes that a turn asks to forget."""
        ...


def statement_reader(spec: str | StatementReader) -> StatementReader:
    """The reader of a spec; a reader object is returned unchanged. Raises as `regulars.registry.build` does.

    Example:
        >>> statement_reader("none")
        Unread()
    """
    reader: StatementReader = registry.build("reader", spec) if isinstance(spec, str) else spec
    return reader


@dataclass(frozen=True, slots=True)
class Unread:
    """Reads no claims: every sentence of a person, except questions, is a statement."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        """The sentences."""
        if said_by_assistant(part):
            return ()
        return tuple(Statement(text) for text in sentences(part.text) if not text.endswith(("?", "？")))

    def unwanted(self, part: Draft) -> Sequence[str]:
        """None."""
        return ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Extracts a fact for each statement of a unit.

    A fact has the original words, the speaker, and the turn as its source.

    Attributes:
        reader: Reads statements.
        claimed: Whether only statements with claims count.
    """

    reader: StatementReader
    claimed: bool = False

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The facts of a unit."""
        for part in unit.parts:
            for said in self.reader.statements(part):
                if said.claims or not self.claimed:
                    yield replace(part, kind=FACT, text=said.text, claims=said.claims, extra={})
