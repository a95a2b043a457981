"""Items: the entries of a memory, built from the operations on them."""

from __future__ import annotations

from datetime import datetime

from regulars.memory.journal.operations import Claim, Draft, Op


class Item:
    """An entry of a memory. Only the journal changes it.

    Attributes:
        id: `SCOPE#n`, for the n-th item of its scope.
        order: n, from 1. It breaks ties of a ranking.
        scope: The scope that it belongs to.
        parts: The drafts that it consists of, oldest first.
        links: The ids of the items that it links to, each with the reason, in the order of linking.
        uses: The `TOUCH` operations on it, oldest first.
        finished: Whether it accepts no further turns.
        quarantined: Whether it is stored but invisible to searches.
    """

    __slots__ = ("finished", "id", "links", "order", "parts", "quarantined", "scope", "uses")

    def __init__(self, id: str, order: int, draft: Draft) -> None:
        self.id = id
        self.order = order
        self.scope = draft.scope
        self.parts = [draft]
        self.links: dict[str, str] = {}
        self.uses: list[Op] = []
        self.finished = False
        self.quarantined = False

    @property
    def kind(self) -> str:
        """The kind of its first part."""
        return self.parts[0].kind

    @property
    def text(self) -> str:
        """The texts of its parts, one per line."""
        return "\n".join(part.text for part in self.parts)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of its parts, in order."""
        return tuple(claim for part in self.parts for claim in part.claims)

    @property
    def time(self) -> datetime:
        """The moment of its last part."""
        return self.parts[-1].time

    @property
    def session(self) -> int:
        """The session of its last part."""
        return self.parts[-1].session

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of all turns that it rests on, in order, each once."""
        if len(self.parts) == 1:
            return self.parts[0].sources
        return tuple(dict.fromkeys(source for part in self.parts for source in part.sources))

    def copy(self) -> Item:
        """A copy with the same content."""
        replica = Item(self.id, self.order, self.parts[0])
        replica.parts = self.parts.copy()
        replica.links = self.links.copy()
        replica.uses = self.uses.copy()
        replica.finished = self.finished
        replica.quarantined = self.quarantined
        return replica
