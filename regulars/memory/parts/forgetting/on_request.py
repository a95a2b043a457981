"""Forgetting on request: which turns a person means who asks for something to be forgotten."""

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
    """Finds the turns in which the person told what is to be forgotten, and those in which the assistant repeats it.

    Every turn that was ever taken in is looked at, whether it is still held or not, so that no word of it is left in
    the journal either. What somebody else told of the same attribute stays. The wish itself goes too, since it says
    what there was to forget, unless something else is told in it.

    Attributes:
        reader: Reads wishes and statements. What it does not recognise is not forgotten.
    """

    reader: StatementReader

    def __call__(self, draft: Draft, view: View) -> Iterable[str]:
        """The ids of the turns that a turn asks to be forgotten."""
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
    """What a system's settings say of it: `OnRequest` with the reader of that name, or none."""
    return OnRequest(statement_reader(reader)) if forgets else None


def says(text: str, value: str) -> bool:
    """Whether a text says a value: its words as words of their own, or its day in any wording."""
    if granularity_of(value) and any(found.value == value for found in find_dates(text)):
        return True
    words, wanted = normalise(text), normalise(value)
    return bool(wanted) and (wanted in words if has_chinese(value) else f" {wanted} " in f" {words} ")
