"""Reading: prints ranked items as lines of text under a token budget.

A line is one utterance, `[2025-03-01 09:30] Name: words`. White space is collapsed, so a text cannot imitate a new
line. A line is shown whole or not at all. The context is in time order, whatever the ranking. `dialogue.count_tokens`
counts the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue

Read: TypeAlias = Callable[[Cue, Sequence[Item], View], tuple[str, int]]
"""From a cue, the ranked items and a view to the context and the number of its tokens."""

_Placed: TypeAlias = tuple[datetime, int, int, str]
"""The time of a part, the order of its item, its number in the item, and its line."""


def flat(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """Shows the best items first; lines that no longer fit are skipped."""
    page = Page(cue.budget)
    for item in ranked:
        for number in range(len(item.parts)):
            page.offer(item, number)
    return page.printed()


def shared(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """Shows some of each item, and more of the better ones. For items of many parts.

    The item at rank r gets a share of the budget in proportion to 1 / r, filled by its parts in order. Further parts
    fill the rest of the budget, the best item first.
    """
    page = Page(cue.budget)
    whole = sum(1.0 / rank for rank in range(1, len(ranked) + 1))
    for rank, item in enumerate(ranked, start=1):
        floor = page.left - int(cue.budget / rank / whole)
        for number in range(len(item.parts)):
            if page.left <= floor:
                break
            page.offer(item, number, floor)
    for item in ranked:
        for number in range(len(item.parts)):
            if page.left <= 0:
                return page.printed()
            page.offer(item, number)
    return page.printed()


def everything(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """Shows everything in the cue's scope, whatever the budget."""
    lines, tokens = [], 0
    for item in view.items():
        for number, part in enumerate(item.parts):
            if part.sources:
                text, size = part.line()
                lines.append((part.time, item.order, number, text))
                tokens += size
    return _in_time(lines), tokens


class Page:
    """A context being filled."""

    __slots__ = ("_budget", "_lines", "left")

    def __init__(self, budget: int) -> None:
        self.left = self._budget = budget
        self._lines: dict[tuple[str, int], _Placed] = {}

    def offer(self, item: Item, number: int, floor: int = 0) -> bool:
        """Adds a new part of an item if `floor` tokens are left after it. Returns whether it did."""
        key = (item.id, number)
        if self.left <= floor or key in self._lines:
            return False
        part = item.parts[number]
        if not part.sources:
            return False
        text, tokens = part.line()
        if tokens > self.left - floor:
            return False
        self._lines[key] = (part.time, item.order, number, text)
        self.left -= tokens
        return True

    def printed(self) -> tuple[str, int]:
        """The lines in time order, and their tokens."""
        return _in_time(self._lines.values()), self._budget - self.left


def _in_time(lines: Iterable[_Placed]) -> str:
    return "\n".join([text for _, _, _, text in sorted(lines)])


def distinct(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """As `flat`, but skips a line whose words are part of a better line of the same turn."""
    page = Page(cue.budget)
    shown: dict[str, list[str]] = {}
    for item in ranked:
        for number, part in enumerate(item.parts):
            held = shown.setdefault(part.sources[0], []) if part.sources else []
            if not any(part.text in text for text in held) and page.offer(item, number):
                held.append(part.text)
    return page.printed()


def held_tokens(item: Item) -> int:
    """The tokens that a whole item takes in a context."""
    return sum(part.line()[1] for part in item.parts if part.sources)


def best_lines(cue: Cue, lines: Iterable[tuple[Item, int]]) -> tuple[str, int]:
    """Shows parts of items, given by item and number, in this order up to the budget."""
    page = Page(cue.budget)
    for item, number in lines:
        page.offer(item, number)
    return page.printed()
