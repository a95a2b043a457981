"""Readers: what of the ranked items is shown, as lines of text under a budget of tokens.

A line is one utterance, `[2025-03-01 09:30] Name: words`, with white space of any kind folded, so that no
text can pass itself off as a line of its own. A line is shown whole or not at all. Whatever ranked it, the
context stands in the order of time. A token is what `dialogue.count_tokens` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue

Read: TypeAlias = Callable[[Cue, Sequence[Item], View], tuple[str, int]]
"""From a cue, the ranked items and all that is held to the context and the number of its tokens."""

_Placed: TypeAlias = tuple[datetime, int, int, str]
"""When something was said, the order of its item, its number there, and its line."""


def flat(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """The best items first, each line that still fits, up to the budget."""
    page = Page(cue.budget)
    for item in ranked:
        for number in range(len(item.parts)):
            page.offer(item, number)
    return page.printed()


def shared(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """Some of each item, and more of the better ones: the reader for items of many parts.

    The item of rank r gets a share of the budget in proportion to 1 / r, which its parts fill in their order.
    What is left of all shares is filled in the same way, the best item first.
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
    """All that is held in the cue's scope, whatever the budget."""
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
        """Takes a part of an item that is not there yet, if `floor` tokens are left after it; says whether it did."""
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
        """The lines in the order of time, and their tokens."""
        return _in_time(self._lines.values()), self._budget - self.left


def _in_time(lines: Iterable[_Placed]) -> str:
    return "\n".join([text for _, _, _, text in sorted(lines)])


def distinct(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """As `flat`, without a line whose words a better line of the same turn holds already."""
    page = Page(cue.budget)
    shown: dict[str, list[str]] = {}
    for item in ranked:
        for number, part in enumerate(item.parts):
            held = shown.setdefault(part.sources[0], []) if part.sources else []
            if not any(part.text in text for text in held) and page.offer(item, number):
                held.append(part.text)
    return page.printed()


def held_tokens(item: Item) -> int:
    """The tokens of the lines of a context that shows all of an item."""
    return sum(part.line()[1] for part in item.parts if part.sources)


def best_lines(cue: Cue, lines: Iterable[tuple[Item, int]]) -> tuple[str, int]:
    """Parts of items, each by its number in the item, as they are offered, up to the budget."""
    page = Page(cue.budget)
    for item, number in lines:
        page.offer(item, number)
    return page.printed()
