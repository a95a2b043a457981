"""Contexts of typed stores: the order of the stores and their shares of the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.parts.reading.lines import Page
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue


def whole(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """Shows the whole memory as far as it fits: the hits first, then the newest items."""
    page = _Stores(cue.budget)
    page.fill([*ranked, *reversed(view.items())])
    return page.printed()


@dataclass(frozen=True, slots=True)
@checked(share=(0.0, 1.0))
class ProfileFirst:
    """Shows a profile, then the hits.

    The profile has all items of some kinds, newest first, within a share of the budget. The hits get the rest.

    Attributes:
        kinds: The kinds of items that make up the profile.
        share: The share of the budget, in [0, 1].
    """

    kinds: tuple[str, ...]
    share: float = 0.5

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        page = _Stores(cue.budget)
        found = [item for item in ranked if item.kind in self.kinds]
        page.fill([*found, *reversed(view.items(*self.kinds))], int(cue.budget * self.share))
        page.fill(ranked)
        return page.printed()


@dataclass(frozen=True, slots=True)
class Split:
    """Gives each store its share of the budget, and the rest to the hits, best first.

    Attributes:
        shares: Pairs of a store's kind and its share of the budget, each in [0, 1] and together at most 1.
    """

    shares: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        shares = [share for _, share in self.shares]
        if not all(0 <= share <= 1 for share in (*shares, round(sum(shares), 9))):
            raise ConfigurationError(
                f"the shares are {shares}", where="Split", expected="shares in [0, 1], together at most 1"
            )

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        page = _Stores(cue.budget)
        for kind, share in self.shares:
            page.fill([item for item in ranked if item.kind == kind], int(cue.budget * share))
        page.fill(ranked)
        return page.printed()


@dataclass(frozen=True, slots=True)
class Layered:
    """Shows the hits of each layer in order of priority, as far as the budget lasts.

    Attributes:
        layers: The kinds of each layer, the most important first. All other kinds come last.
    """

    layers: tuple[tuple[str, ...], ...]

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        page = _Stores(cue.budget)
        for kinds in self.layers:
            page.fill([item for item in ranked if item.kind in kinds])
        page.fill(ranked)
        return page.printed()


class _Stores:
    """A page that shows the same words of one moment once, even if several stores have them."""

    def __init__(self, budget: int) -> None:
        self._page = Page(budget)
        self._shown: set[tuple[datetime, str, str]] = set()

    def fill(self, items: Sequence[Item], share: int | None = None) -> None:
        """Adds the items that fit, in order, within `share` tokens or within all that are left."""
        floor = 0 if share is None else max(0, self._page.left - share)
        for item in items:
            for number, part in enumerate(item.parts):
                if self._page.left <= floor:
                    return
                words = (part.time, part.name, normalised(part.text) or part.text)
                if words not in self._shown and self._page.offer(item, number, floor):
                    self._shown.add(words)

    def printed(self) -> tuple[str, int]:
        return self._page.printed()
