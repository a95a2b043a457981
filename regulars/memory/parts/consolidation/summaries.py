"""Summaries: the sentences that represent a session, in their original words.

They stand in for the summaries that a model writes in published systems. A summary's item has a part for each sentence,
with its own speaker, time and turn. So forgetting a turn on request removes only its sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.dialogue import count_tokens
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.terms import central
from regulars.memory.parts.view import View, add

SUMMARY = "summary"
"""The kind of a draft that summarises a session, or the nodes below it in a tree."""

WAYS = ("central", "lead")
"""How sentences are chosen: the most central ones, or the first."""


@dataclass(frozen=True, slots=True)
@checked(lines=(1, 100), how=WAYS)
class SessionSummary:
    """A session rule: adds an item made of some sentences of the session.

    Attributes:
        lines: The most sentences, 1 to 100.
        how: One of `WAYS`.
        kind: The kind of the item.
    """

    lines: int = 3
    how: str = "central"
    kind: str = SUMMARY

    def __call__(self, view: View, units: Sequence[Item]) -> Iterable[Op]:
        """The summary of the turns since the last settled session."""
        parts = [part for unit in units if unit.kind == TURN for part in unit.parts if part.sources]
        yield from added([replace(part, kind=self.kind) for part in chosen(parts, view, self.lines, self.how)], view)


def chosen(parts: Sequence[Draft], view: View, lines: int, how: str = "central") -> list[Draft]:
    """Some sentences of turns, each as a part without claims, in their original order."""
    if how == "lead":
        said = [replace(part, text=text) for part in parts for text in sentences(part.text)][:lines]
    else:
        said = central(parts, view, lines)
    return [replace(part, claims=(), extra={}) for part in said]


def fitting(parts: Sequence[Draft], view: View, tokens: int) -> list[Draft]:
    """The most central sentences of turns that take at most `tokens` tokens together."""
    count = sum(len(sentences(part.text)) for part in parts)
    said = chosen(parts, view, count, "lead")
    while said and sum(count_tokens(part.text) for part in said) > tokens:
        count = min(count, len(said)) - 1
        said = chosen(parts, view, count)
    return said


def added(parts: Sequence[Draft], view: View) -> Iterable[Op]:
    """The operations that add one item of these parts."""
    for number, part in enumerate(parts):
        if number == 0:
            yield add(part)
            continue
        item = view.newest()
        assert item is not None
        yield Op("MERGE", item.id, part)
