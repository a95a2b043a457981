"""Items: what a memory holds, as the operations on it add up."""

from __future__ import annotations

from datetime import datetime

from regulars.memory.ops import Claim, Draft, Op

__all__ = ["Item"]


class Item:
    """Something held. Only the journal changes it.

    Attributes:
        id: `SCOPE#n`: the n-th item of its scope. It carries no label.
        order: n, from 1; ties of a ranking are broken by it.
        scope: Whose it is.
        parts: The drafts it is made of, in the order in which they came.
        links: The ids of the items it points to, each with the reason, in the order in which the links were made.
        uses: The `TOUCH` operations on it, oldest first: how often it was used, when and how.
        finished: Whether it takes in no further turn.
        quarantined: Held, but not to be found.
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
        """What it is: the kind of its first part."""
        return self.parts[0].kind

    @property
    def text(self) -> str:
        """The words of its parts, a line each."""
        return "\n".join(part.text for part in self.parts)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What was read in it, part by part."""
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
        """The ids of all turns it rests on, part by part, each once."""
        if len(self.parts) == 1:
            return self.parts[0].sources
        return tuple(dict.fromkeys(source for part in self.parts for source in part.sources))

    def copy(self) -> Item:
        """An item of its own with the same content."""
        twin = Item(self.id, self.order, self.parts[0])
        twin.parts = self.parts.copy()
        twin.links = self.links.copy()
        twin.uses = self.uses.copy()
        twin.finished = self.finished
        twin.quarantined = self.quarantined
        return twin
