"""A running gist: a few sentences that represent the whole conversation, chosen again with every turn.

Source: HEMA (Ahn, arXiv 2504.16754), `S_t = Summarise(S_(t-1), u_t)` in at most 60 tokens, and every 100 turns a
summary of the summaries. Here sentences are chosen, not written, so each line of the gist rests on one turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.consolidation.summaries import fitting
from regulars.memory.parts.items_by_kind import items_of_kinds
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.view import MemoryEvent, View, add, delete

GIST = "gist"
"""The kind of a line of the gist."""

ERAS = "gist-of-eras"
"""The kind of a line of the gist of gists."""


@dataclass(frozen=True, slots=True)
@checked(tokens=(1, 10_000), every=(1, 1_000_000), older=(1, 10_000))
class RunningGist:
    """Keeps the most central sentences of the gist and the newest turn. At times the gist moves to the upper level.

    Needs the trackers `ItemsByKind` for `gist` and `gist-of-eras`, `ScopeStatistics` and `WordCounts`.

    Attributes:
        tokens: The size of the gist, 1 to 10,000.
        every: After how many turns the gist moves into the gist of gists and restarts, 1 to 1,000,000.
        older: The size of the gist of gists in tokens, 1 to 10,000.
    """

    tokens: int = 60
    every: int = 100
    older: int = 120

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The changes of the gist after a turn."""
        if event.kind != "turn" or event.item is None:
            return
        part = event.item.parts[-1]
        said = [replace(part, kind=GIST, text=text, claims=(), extra={}) for text in sentences(part.text)]
        yield from _chosen_again(items_of_kinds(view, GIST), said, self.tokens, view)
        if statistics_of(view).turns(view.scope) % self.every == 0:
            lines = items_of_kinds(view, GIST)
            yield from (delete(item, "it moves into the gist of gists") for item in lines)
            passed = [replace(item.parts[0], kind=ERAS) for item in lines]
            yield from _chosen_again(items_of_kinds(view, ERAS), passed, self.older, view)


def _chosen_again(held: list[Item], new: list[Draft], tokens: int, view: View) -> Iterable[Op]:
    """Deletes and adds lines so that the most central ones that fit are kept.

    A line with the words of a stored line is not new.
    """
    lines = [item.parts[0] for item in held if item.parts[0].sources]
    texts = {part.text for part in lines}
    new = [part for part in new if part.text not in texts]
    kept = {(part.sources, part.text) for part in fitting([*lines, *new], view, tokens)}
    for item in held:
        if (item.sources, item.text) not in kept:
            yield delete(item, "it is no longer part of the gist")
    for part in {part.text: part for part in new}.values():
        if (part.sources, part.text) in kept:
            yield add(part)
