"""The ledger: what really reached the assistant, and what the assistant committed itself to.

It is the one source of gold. A telling is entered only as the text bears it out, at the granularity found there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

__all__ = ["FORGOTTEN", "OVER", "Commitment", "Ledger", "Mark", "Telling"]


@dataclass(frozen=True, slots=True)
class Telling:
    """A fact reaching the assistant at a turn.

    Attributes:
        fact: The fact's id; for an implied telling that of the fact that implies it.
        person: Whom it is about.
        attribute: What of them.
        value: As told: a date told by its month is `2025-05`.
        how: `direct`, `correction`, `asked`, `implied`, `outcome`, or a way of telling; `over` where it tells that the
            value holds no more; `forgotten` where the person wanted what was told forgotten.
        turn: The turn's id.
        session: Its number.
        time: When.
        act: The act that planned it, empty for a correction.
        after: Earlier turns without which this one does not say it.
        reason: Why it changed, if that was said.
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
    after: tuple[str, ...] = ()
    reason: str = ""

    @property
    def turns(self) -> tuple[str, ...]:
        """All turns that it takes to say it."""
        return (*self.after, self.turn)


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


FORGOTTEN = "forgotten"
OVER = "over"

Mark = tuple[int, int]
"""How much of a ledger there was at a moment: tellings and commitments. Moments may be equal, marks tell them apart."""


class Ledger:
    """All tellings and commitments, in order. Append-only, so that any earlier state can be had again."""

    __slots__ = ("_by_slot", "_forgotten", "_latest", "_tellers", "commitments", "said", "tellings", "told")

    def __init__(self) -> None:
        self.tellings: list[Telling] = []
        self.commitments: list[Commitment] = []
        self.told: set[str] = set()
        self._by_slot: dict[tuple[str, str], list[Telling]] = {}
        self._tellers: dict[str, dict[str, None]] = {}
        self._forgotten: dict[tuple[str, str], list[str]] = {}
        self._latest: dict[str, Commitment] = {}
        self.said: dict[str, str] = {}

    def enter(self, telling: Telling) -> None:
        """Adds a telling."""
        self.tellings.append(telling)
        if telling.how == FORGOTTEN:
            slot = (telling.person, telling.attribute)
            dropped = self._by_slot.pop(slot, [])
            self._forgotten.setdefault(slot, []).extend(one.value for one in dropped)
            return
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

    def turn_of(self, act: str) -> str | None:
        """The turn in which an act that tells no value was said: a reminder, a wish, a plan; None if it was not."""
        return self.said.get(act)

    def forgotten(self, person: str, attribute: str) -> list[str]:
        """The values that the person wanted forgotten."""
        return self._forgotten.get((person, attribute), [])

    def attributes(self, person: str) -> list[str]:
        """What was told about the person, by the first telling."""
        return [attribute for owner, attribute in self._by_slot if owner == person]

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
        earlier.said = dict(self.said)
        return earlier
