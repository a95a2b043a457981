"""The ledger: what really reached the assistant, and what the assistant committed itself to.

It is the one source of gold. A telling is entered only as the text bears it out, at the granularity found there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

__all__ = ["Commitment", "Ledger", "Mark", "Telling"]


@dataclass(frozen=True, slots=True)
class Telling:
    """A fact reaching the assistant at a turn.

    Attributes:
        fact: The fact's id; for an implied telling that of the fact that implies it.
        person: Whom it is about.
        attribute: What of them.
        value: As told: a date told by its month is `2025-05`.
        how: `direct`, `correction`, `asked` or `implied`.
        turn: The turn's id.
        session: Its number.
        time: When.
        act: The act that planned it, empty for a correction.
    """

    fact: str
    person: str
    attribute: str
    value: str
    how: str
    turn: str
    session: int
    time: datetime
    act: str = ""


@dataclass(frozen=True, slots=True)
class Commitment:
    """What the assistant asserted when a request made it choose.

    Attributes:
        act: The request's id.
        person: Who asked.
        attribute: What was to be chosen.
        value: What was chosen.
        turn: The reply's id.
        session: Its number.
        time: When.
    """

    act: str
    person: str
    attribute: str
    value: str
    turn: str
    session: int
    time: datetime


Mark = tuple[int, int]
"""How much of a ledger there was at a moment: tellings and commitments. Moments may be equal, marks tell them apart."""


class Ledger:
    """All tellings and commitments, in order. Append-only, so that any earlier state can be had again."""

    __slots__ = ("_by_slot", "_latest", "_tellers", "commitments", "tellings", "told")

    def __init__(self) -> None:
        self.tellings: list[Telling] = []
        self.commitments: list[Commitment] = []
        self.told: set[str] = set()
        self._by_slot: dict[tuple[str, str], list[Telling]] = {}
        self._tellers: dict[str, dict[str, None]] = {}
        self._latest: dict[str, Commitment] = {}

    def enter(self, telling: Telling) -> None:
        """Adds a telling."""
        self.tellings.append(telling)
        if telling.how != "implied":
            self.told.add(telling.fact)
        self._by_slot.setdefault((telling.person, telling.attribute), []).append(telling)
        self._tellers.setdefault(telling.attribute, {})[telling.person] = None

    def commit(self, commitment: Commitment) -> None:
        """Adds a commitment; on the same request a later one counts."""
        self.commitments.append(commitment)
        self._latest[commitment.act] = commitment

    def of(self, person: str, attribute: str) -> list[Telling]:
        """The tellings about `attribute` of `person`, in order."""
        return self._by_slot.get((person, attribute), [])

    def tellers(self, attribute: str) -> Iterable[str]:
        """The people of whom `attribute` was told, in the order of their first telling."""
        return self._tellers.get(attribute, ())

    def commitment(self, act: str) -> Commitment | None:
        """What was chosen on the request `act`."""
        return self._latest.get(act)

    @property
    def mark(self) -> Mark:
        """How much there is now."""
        return len(self.tellings), len(self.commitments)

    def at(self, mark: Mark) -> Ledger:
        """The ledger as it stood at `mark`."""
        earlier = Ledger()
        for telling in self.tellings[: mark[0]]:
            earlier.enter(telling)
        for commitment in self.commitments[: mark[1]]:
            earlier.commit(commitment)
        return earlier
