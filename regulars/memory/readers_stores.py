"""Readers of typed stores: who gets how much of the budget, and in what order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.errors import ConfigurationError
from regulars.memory.journal import Item
from regulars.memory.protocol import Cue
from regulars.memory.readers import Page
from regulars.memory.view import View

__all__ = ["Layered", "ProfileFirst", "Split", "whole"]


def whole(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """All that is held, as far as it fits: what was found first, then the newest."""
    page = Page(cue.budget)
    _fill(page, [*ranked, *reversed(view.items())])
    return page.printed()


@dataclass(frozen=True, slots=True)
class ProfileFirst:
    """A profile, then what was found.

    The profile is all items of some kinds, newest first, in at most a share of the budget; what they leave of it goes
    to what was found.

    Attributes:
        kinds: The kinds of items that make up the profile.
        share: Of the budget; in [0, 1].
    """

    kinds: tuple[str, ...]
    share: float = 0.5

    def __post_init__(self) -> None:
        _check_share("ProfileFirst", self.share)

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        page = Page(cue.budget)
        found = [item for item in ranked if item.kind in self.kinds]
        _fill(page, [*found, *reversed(view.items(*self.kinds))], cue.budget - int(cue.budget * self.share))
        _fill(page, ranked)
        return page.printed()


@dataclass(frozen=True, slots=True)
class Split:
    """Each store gets its share of the budget, and what is left over goes to what was found, best first.

    Attributes:
        shares: Pairs of a store's kind and its share of the budget; each in [0, 1], and at most 1 together.
    """

    shares: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        for _, share in self.shares:
            _check_share("Split", share)
        _check_share("Split", round(sum(share for _, share in self.shares), 9))

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        page = Page(cue.budget)
        for kind, share in self.shares:
            _fill(page, [item for item in ranked if item.kind == kind], page.left - int(cue.budget * share))
        _fill(page, ranked)
        return page.printed()


@dataclass(frozen=True, slots=True)
class Layered:
    """Layers in an order of priority: what was found of the first fills the budget before the second may.

    Attributes:
        layers: The kinds of each layer, the most important first; kinds that are in none come last.
    """

    layers: tuple[tuple[str, ...], ...]

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The context and its tokens."""
        page = Page(cue.budget)
        for kinds in self.layers:
            _fill(page, [item for item in ranked if item.kind in kinds])
        _fill(page, ranked)
        return page.printed()


def _fill(page: Page, items: Sequence[Item], floor: int = 0) -> None:
    for item in items:
        if page.left <= floor:
            return
        for number in range(len(item.parts)):
            page.offer(item, number, floor)


def _check_share(where: str, share: float) -> None:
    if not 0 <= share <= 1:
        raise ConfigurationError(f"a share is {share}", where=where, expected="shares in [0, 1], at most 1 together")
