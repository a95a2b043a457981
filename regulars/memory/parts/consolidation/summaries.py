"""Summaries: the sentences of a session that stand for it, as they were said.

They stand where published systems ask a model for a summary. A summary's item has a part for each sentence, with its
own speaker, time and turn, so that forgetting a turn on request takes its sentence along and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.terms import central
from regulars.memory.parts.view import View, add

SUMMARY = "summary"
"""The kind of a draft that stands for others: for a session, or for those below it in a tree."""

WAYS = ("central", "lead")
"""How sentences are chosen: those that say most of what all of them say, or the first."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """At the end of a session an item for it, made of some of its sentences. A rule on the end of a session.

    Attributes:
        lines: How many sentences at most, 1 to 100.
        how: One of `WAYS`.
        kind: The kind of the item.
    """

    lines: int = 3
    how: str = "central"
    kind: str = SUMMARY

    def __post_init__(self) -> None:
        check_ranges(self, lines=(1, 100))
        check_way(self.how, "SessionSummary")

    def __call__(self, view: View, units: Sequence[Item]) -> Iterable[Op]:
        """The summary of what was said since the last session."""
        parts = [part for unit in units if unit.kind == TURN for part in unit.parts if part.sources]
        yield from added([replace(part, kind=self.kind) for part in chosen(parts, view, self.lines, self.how)], view)


def check_way(how: str, where: str) -> None:
    """Raises `ConfigurationError` if there is no such way to choose sentences."""
    if how not in WAYS:
        raise ConfigurationError(f"how is {how!r}", where=where, expected=f"one of {', '.join(WAYS)}")


def chosen(parts: Sequence[Draft], view: View, lines: int, how: str = "central") -> list[Draft]:
    """Some sentences of turns, each as a part of its own without claims, in the order in which they were said."""
    if how == "lead":
        said = [replace(part, text=text) for part in parts for text in sentences(part.text)][:lines]
    else:
        said = central(parts, view, lines)
    return [replace(part, claims=(), extra={}) for part in said]


def fitting(parts: Sequence[Draft], view: View, tokens: int) -> list[Draft]:
    """The most central sentences of turns that have at most so many tokens together."""
    count = sum(len(sentences(part.text)) for part in parts)
    said = chosen(parts, view, count, "lead")
    while said and sum(count_tokens(part.text) for part in said) > tokens:
        count = min(count, len(said)) - 1
        said = chosen(parts, view, count)
    return said


def added(parts: Sequence[Draft], view: View) -> Iterable[Op]:
    """The operations that add an item of these parts."""
    for number, part in enumerate(parts):
        if number == 0:
            yield add(part)
            continue
        item = view.newest()
        assert item is not None
        yield Op("MERGE", item.id, part)
