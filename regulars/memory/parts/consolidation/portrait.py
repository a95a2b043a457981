"""Portraits: the latest sentence on each attribute of a person, and traits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.items_by_kind import items_of_kinds
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.view import MemoryEvent, View, add, change, delete

PROFILE = "profile"
"""The kind of a draft that tells an attribute of a person."""

TRAIT = "trait"
"""The kind of a draft with a sentence about its own speaker."""

_SELF = frozenset({"i", "i'm", "i've", "i'd", "i'll", "my", "mine", "myself"})


@dataclass(frozen=True, slots=True)
class Portrait:
    """Keeps the latest sentence on each attribute that a person tells, or one per value if several can hold.

    A sentence is deleted when it is denied or over. Needs the tracker `ItemsByKind` for its kind.

    Attributes:
        reader: Reads statements; those without claims are ignored.
        kind: The kind of the items.
    """

    reader: StatementReader
    kind: str = PROFILE

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The changes from a finished unit."""
        if event.kind != "unit" or event.item is None:
            return
        for part in event.item.parts:
            for said in self.reader.statements(part):
                for claim in said.claims:
                    yield from self._settle(claim, replace(part, kind=self.kind, text=said.text, extra={}), view)

    def _settle(self, claim: Claim, part: Draft, view: View) -> Iterable[Op]:
        held = [item for item in items_of_kinds(view, self.kind) if any(_same(claim, other) for other in item.claims)]
        if claim.many:
            held = [item for item in held if not claim.value or any(claim.value == c.value for c in item.claims)]
        if not claim.holds:
            yield from (delete(item, "it is over") for item in held)
        elif held:
            yield change(held[-1], replace(part, claims=(claim,)), "it was told again")
        else:
            yield add(replace(part, claims=(claim,)))


def _same(one: Claim, other: Claim) -> bool:
    return (one.person, one.attribute) == (other.person, other.attribute)


@dataclass(frozen=True, slots=True)
@checked(last=(1, 1_000))
class Traits:
    """Keeps the latest sentences of the people, and of the assistant, about themselves.

    A sentence counts if it contains `I` or `my` and is not a question. Needs the tracker `ItemsByKind` for `trait`.

    Attributes:
        last: How many are kept for each side, 1 to 1,000.
    """

    last: int = 10

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The traits that a turn adds, and those deleted for them."""
        if event.kind != "turn" or event.item is None:
            return
        part = event.item.parts[-1]
        told = [text for text in sentences(part.text) if _of_oneself(text)]
        if not told:
            return
        for text in told[-self.last :]:
            yield add(replace(part, kind=TRAIT, text=text, claims=()))
        side = [
            item for item in items_of_kinds(view, TRAIT) if said_by_assistant(item.parts[0]) == said_by_assistant(part)
        ]
        for item in side[: -self.last]:
            yield delete(item, f"the limit is {self.last}")


def _of_oneself(text: str) -> bool:
    words: Sequence[str] = text.lower().replace("\u2019", "'").split()
    return not text.endswith(("?", "？")) and not _SELF.isdisjoint(word.strip(".,;:!") for word in words)
