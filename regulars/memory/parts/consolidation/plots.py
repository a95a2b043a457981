"""Plots: what happened, at several scales, in sentences as they were said.

Source: the plot branch of MOOM (2025), where a model summarises a conversation at several scales. Here the most central
sentences of one scale are lifted to the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.consolidation.summaries import chosen
from regulars.memory.parts.items_by_kind import items_of_kinds
from regulars.memory.parts.settings import check_settings
from regulars.memory.parts.view import MemoryEvent, View, add, change

PLOT = "plot"
"""The kind of a line of the plot."""

_SCALE = "scale"
_WEIGHED = "weighed"
"""At how many scales a line was compared with others."""


@dataclass(frozen=True, slots=True)
class Plots:
    """Adds lines for each finished unit, and lifts the most central of every `width` lines to the next scale.

    Needs the trackers `ItemsByKind` for `plot`, and `WordCounts`.

    Attributes:
        lines: How many sentences of a unit are kept, and how many lines are lifted at once, 1 to 100.
        width: How many lines of a scale are compared, from `lines` + 1 to 1,000.
        scales: How many scales there are, 1 to 10.
    """

    lines: int = 2
    width: int = 8
    scales: int = 3

    def __post_init__(self) -> None:
        check_settings(self, lines=(1, 100), scales=(1, 10), width=(self.lines + 1, 1_000))

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The lines that a finished unit adds, and those lifted."""
        if event.kind != "unit" or event.item is None:
            return
        parts = [part for part in event.item.parts if part.sources]
        for part in chosen(parts, view, self.lines):
            yield add(replace(part, kind=PLOT, extra={_SCALE: 1, _WEIGHED: 0}))
        for scale in range(1, self.scales):
            peers = [item for item in items_of_kinds(view, PLOT) if scale_of(item) == scale and _weighed(item) < scale]
            if len(peers) >= self.width:
                yield from self._lift(peers[: self.width], scale, view)

    def _lift(self, peers: list[Item], scale: int, view: View) -> Iterable[Op]:
        lifted = {(part.sources, part.text) for part in chosen([item.parts[0] for item in peers], view, self.lines)}
        for item in peers:
            up = scale + 1 if (item.sources, item.text) in lifted else scale
            why = f"it represents others at scale {up}" if up > scale else "others represent it"
            yield change(item, replace(item.parts[0], extra={_SCALE: up, _WEIGHED: scale}), why)


def scale_of(item: Item) -> int:
    """The scale of a line of the plot, from 1."""
    return int(item.parts[0].extra.get(_SCALE, 1))


def _weighed(item: Item) -> int:
    return int(item.parts[0].extra.get(_WEIGHED, 0))
