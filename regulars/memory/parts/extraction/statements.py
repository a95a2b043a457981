"""Statements: what a text is read to say, and by whom. Extractors, guards and forgetting on request rest on them.

What reads is exchangeable, and named in results, so that a mechanism and the quality of extraction are two axes:
`mem0-v1:reader=rules`, `mem0-v1:reader=none`. A reader sees text and nothing else, unless it is marked as an oracle.
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
"""The kind of a draft that holds one statement."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that was said, and what it claims.

    Attributes:
        text: The words, a sentence or a run of them, as they were said.
        claims: What was read in them; empty where the reader only sees that something is stated.
    """

    text: str
    claims: tuple[Claim, ...] = ()


class StatementReader(Protocol):
    """Reads statements. Its `repr` shows its settings and nothing else; it is picklable."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        """What a turn states, in its order; nothing of questions and of what the assistant said."""
        ...

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The attributes that a turn asks to be forgotten."""
        ...


def statement_reader(spec: str | StatementReader) -> StatementReader:
    """The reader that a spec names; a reader is given back as it is. Raises as `regulars.registry.build` does.

    Example:
        >>> statement_reader("none")
        Unread()
    """
    reader: StatementReader = registry.build("reader", spec) if isinstance(spec, str) else spec
    return reader


@dataclass(frozen=True, slots=True)
class Unread:
    """Reads no claims: every sentence of a person that is no question is a statement."""

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

    A fact has the words as they were said, the speaker, and the turn as its source.

    Attributes:
        reader: What reads.
        claimed: Whether only statements count in which a claim was read.
    """

    reader: StatementReader
    claimed: bool = False

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The facts of a unit."""
        for part in unit.parts:
            for said in self.reader.statements(part):
                if said.claims or not self.claimed:
                    yield replace(part, kind=FACT, text=said.text, claims=said.claims, extra={})
