"""A context with a profile beside the hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.reading.lines import flat, held_tokens
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue


@dataclass(frozen=True, slots=True)
@checked(share=(0.0, 1.0), tail=(0, 1_000))
class ProfileAndHits:
    """Shows the newest items of some kinds within a share of the budget, then the newest turns, then the hits.

    The lowest hits are dropped first. A line whose words are part of another line of the same turn is left out.

    Attributes:
        kinds: The kinds of the profile, shown for every cue.
        share: The share of the budget that the profile may take, 0 to 1.
        tail: How many of the newest turns are shown for every cue, 0 to 1,000.
    """

    kinds: tuple[str, ...]
    share: float = 0.25
    tail: int = 0

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        last = view.items(TURN)[-self.tail :] if self.tail else []
        said = [*reversed(last), *ranked]
        words = [(part.sources[0], part.text) for item in said for part in item.parts if part.sources]
        beside = [item for item in reversed(view.items(*self.kinds)) if not _told(item, words)]
        return flat(cue, [*_within(beside, int(cue.budget * self.share)), *_once(said)], view)


def _told(item: Item, words: Sequence[tuple[str, str]]) -> bool:
    """Whether other text with the same source has all words of an item."""
    parts = [part for part in item.parts if part.sources]
    return all(any(part.text in text for source, text in words if source in part.sources) for part in parts)


def _within(items: Iterable[Item], tokens: int) -> Iterable[Item]:
    """The first items that take at most `tokens` tokens together."""
    for item in items:
        tokens -= held_tokens(item)
        if tokens < 0:
            return
        yield item


def _once(items: Sequence[Item]) -> Iterable[Item]:
    """The items, without those whose words are all in a longer or an earlier one."""
    for place, item in enumerate(items):
        others = [other for n, other in enumerate(items) if other.id != item.id and (n < place or _longer(other, item))]
        words = [(part.sources[0], part.text) for other in others for part in other.parts if part.sources]
        if not _told(item, words):
            yield item


def _longer(one: Item, other: Item) -> bool:
    return sum(len(part.text) for part in one.parts) > sum(len(part.text) for part in other.parts)
