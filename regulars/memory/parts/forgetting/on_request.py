"""Forgetting on request: finds the turns that a person asks to forget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.calendar_text import find_dates, granularity_of
from regulars.chinese_text import has_chinese
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import StatementReader, statement_reader
from regulars.memory.parts.view import View
from regulars.values import normalise


@dataclass(frozen=True, slots=True)
class OnRequest:
    """Finds the person's turns that told something to forget, and the assistant's turns that repeat it.

    It searches every turn that was ever stored, even deleted ones, so that no word is left in the journal. Other
    people's turns on the same attribute stay. The request itself is forgotten too, since it says what was known, unless
    it also tells something else.

    Attributes:
        reader: Reads requests and statements. A request that it does not recognise has no effect.
    """

    reader: StatementReader

    def __call__(self, draft: Draft, view: View) -> Iterable[str]:
        """The ids of the turns that a turn asks to forget."""
        names = frozenset(self.reader.unwanted(draft))
        if not names:
            return ()
        turns = view.told()
        values: set[str] = set()
        meant: dict[str, None] = {}
        for part in turns:
            told = [
                claim.value
                for said in self.reader.statements(part)
                for claim in said.claims
                if claim.attribute in names and claim.person == draft.name
            ]
            if told:
                meant.update(dict.fromkeys(part.sources))
                values.update(filter(None, told))
        for part in turns:
            if said_by_assistant(part) and any(says(part.text, value) for value in values):
                meant.update(dict.fromkeys(part.sources))
        if not any(said.claims for said in self.reader.statements(draft)):
            meant.update(dict.fromkeys(draft.sources))
        return tuple(meant)


def on_request(forgets: bool, reader: str) -> OnRequest | None:
    """`OnRequest` with the reader of that name if the system forgets on request, else None."""
    return OnRequest(statement_reader(reader)) if forgets else None


def says(text: str, value: str) -> bool:
    """Whether a text names a value: its words as whole words, or its date in any wording."""
    if granularity_of(value) and any(found.value == value for found in find_dates(text)):
        return True
    words, wanted = normalise(text), normalise(value)
    return bool(wanted) and (wanted in words if has_chinese(value) else f" {wanted} " in f" {words} ")
