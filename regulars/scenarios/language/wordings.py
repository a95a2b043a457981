"""Which wording is said: a drawn one, or the next of several, so that nobody repeats a line while others are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regulars.scenarios.kinds import ActKind, DisclosurePhrasing
from regulars.scenarios.language.slots import of_length
from regulars.scenarios.world import Act

if TYPE_CHECKING:
    from regulars.seeding import Draws

_SAID_OFTEN = frozenset({
    ActKind.TELL, ActKind.GOSSIP, ActKind.RELAY, ActKind.MENTION, ActKind.ASK, ActKind.REQUEST, ActKind.CONSULT
})  # fmt: skip
"""Acts that come several times about one attribute or project."""

_OF_THEIR_OWN = (DisclosurePhrasing.IN_PASSING, DisclosurePhrasing.ASSUMED, DisclosurePhrasing.PIECEMEAL)
"""Phrasings for which attributes have separate wordings."""


def taken(lines: Sequence[str], draws: Draws, wording: int | None = None, length: str = "plain") -> str:
    """One of several wordings: a drawn one, or the one with a number in a drawn order.

    Args:
        lines: The wordings.
        draws: Decide the wording, or the order.
        wording: Its number from 0, counted round, or from the end where it is negative; None to draw it.
        length: Only wordings of this length are drawn, and in the order they come first (`of_length`).

    Example:
        >>> from regulars.seeding import SeedTree
        >>> said = [taken(("Hm.", "Oh.", "Ah."), SeedTree(1).draws(), number) for number in range(4)]
        >>> sorted(said[:3]), said[3] == said[0]
        (['Ah.', 'Hm.', 'Oh.'], True)
    """
    first = of_length(tuple(lines), length)
    if wording is None:
        return draws.choice(first)
    order, others = list(first), [line for line in lines if line not in first]
    draws.shuffle(order)
    draws.shuffle(others)
    order += others
    return order[wording % len(order)]


def said_alike(act: Act) -> tuple[str, ...]:
    """What an act has in common with all that are put into the same words; empty if its words are always drawn.

    Example:
        >>> said_alike(Act("a", ActKind.RELAY, attribute="rent", other="900"))
        ('relay', 'rent')
    """
    if act.kind not in _SAID_OFTEN or act.words or (act.kind is ActKind.TELL and not act.fact):
        return ()
    if act.kind is ActKind.REQUEST and act.other:
        return act.kind.value, "in a context", act.other
    if act.kind is ActKind.CONSULT:
        return act.kind.value, act.target
    if act.kind is ActKind.MENTION:
        return act.kind.value, act.attribute, act.other
    if act.phrasing in _OF_THEIR_OWN:
        return act.kind.value, act.attribute, act.phrasing.value
    several = ("several",) if len(act.options) > 1 else ()
    return act.kind.value, act.attribute, *several
