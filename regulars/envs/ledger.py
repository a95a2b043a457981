"""The ledger: what really reached the assistant, and what the assistant committed itself to.

It is the one source of gold. A disclosure is entered only as the text bears it out, at the granularity found there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Disclosure:
    """A fact reaching the assistant at a turn.

    Attributes:
        fact: The fact's id; of an implied disclosure the fact that implies it, of a slip the true one.
        person: Whom it is about.
        attribute: What of them.
        value: As told: a date told by its month is `2025-05`.
        how: `direct`, `correction`, `asked`, `implied`, `outcome`, or a phrasing; `over` where it tells that the
            value holds no more; `forgotten` where the person wanted what was told forgotten; `slip` where the value is
            not the true one, `mended` where the true one takes back a slip.
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


@dataclass(frozen=True, slots=True)
class NoiseNote:
    """Human noise that reached the assistant.

    Attributes:
        kind: Which.
        turn: The turn that has it.
        person: Whose.
        attribute: What it is about; empty where it is in the words alone.
    """

    kind: str
    turn: str
    person: str
    attribute: str = ""


FORGOTTEN = "forgotten"
OVER = "over"
SLIP = "slip"
MENDED = "mended"

Mark = tuple[int, int]
"""How much of a ledger there was at a moment: disclosures and commitments. Two marks of equal moments may differ."""


class Ledger:
    """All disclosures and commitments, in order. Append-only, so that any earlier state can be had again."""

    __slots__ = (
        "_by_slot",
        "_forgotten",
        "_latest",
        "_retracted",
        "_tellers",
        "commitments",
        "disclosures",
        "noise",
        "said",
        "slipped",
        "told",
    )  # fmt: skip

    def __init__(self) -> None:
        self.disclosures: list[Disclosure] = []
        self.commitments: list[Commitment] = []
        self.told: set[str] = set()
        self._by_slot: dict[tuple[str, str], list[Disclosure]] = {}
        self._tellers: dict[str, dict[str, None]] = {}
        self._forgotten: dict[tuple[str, str], list[str]] = {}
        self._latest: dict[str, Commitment] = {}
        self._retracted: dict[tuple[str, str], list[Disclosure]] = {}
        self.slipped: set[str] = set()
        self.said: dict[str, str] = {}
        self.noise: dict[NoiseNote, None] = {}

    def enter(self, disclosure: Disclosure) -> None:
        """Adds a disclosure. One that mends takes the slips on its fact out of what counts as told."""
        self.disclosures.append(disclosure)
        if disclosure.how == FORGOTTEN:
            slot = (disclosure.person, disclosure.attribute)
            dropped = self._by_slot.pop(slot, []) + self._retracted.pop(slot, [])
            self.slipped.difference_update(one.fact for one in dropped)
            self._forgotten.setdefault(slot, []).extend(one.value for one in dropped)
            return
        if disclosure.how == SLIP:
            self.slipped.add(disclosure.fact)
        elif disclosure.how != "implied":
            self.told.add(disclosure.fact)
        if disclosure.how == MENDED:
            self._retract(disclosure)
        self._by_slot.setdefault((disclosure.person, disclosure.attribute), []).append(disclosure)
        self._tellers.setdefault(disclosure.attribute, {})[disclosure.person] = None

    def _retract(self, mended: Disclosure) -> None:
        slot = (mended.person, mended.attribute)
        told = self._by_slot.get(slot, [])
        slips = [one for one in told if one.how == SLIP and one.fact == mended.fact]
        self._by_slot[slot] = [one for one in told if one not in slips]
        self._retracted.setdefault(slot, []).extend(slips)
        self.slipped.discard(mended.fact)

    def commit(self, commitment: Commitment) -> None:
        """Adds a commitment; on the same request a later one counts."""
        self.commitments.append(commitment)
        self._latest[commitment.act] = commitment

    def of(self, person: str, attribute: str) -> list[Disclosure]:
        """The disclosures about `attribute` of `person`, in order."""
        return self._by_slot.get((person, attribute), [])

    def turn_of(self, act: str) -> str | None:
        """The turn in which an act that tells no value was said: a reminder, a wish, a plan; None if it was not."""
        return self.said.get(act)

    def forgotten(self, person: str, attribute: str) -> list[str]:
        """The values that the person wanted forgotten."""
        return self._forgotten.get((person, attribute), [])

    def retracted(self, person: str, attribute: str) -> list[Disclosure]:
        """The slips that the person took back."""
        return self._retracted.get((person, attribute), [])

    def is_contested(self, person: str, attribute: str) -> bool:
        """Whether a slip stands beside the truth that was told, so that a listener cannot tell which is true."""
        told = self.of(person, attribute)
        slips = {one.fact for one in told if one.how == SLIP}
        return bool(slips) and any(one.fact in slips and one.how not in (SLIP, OVER) for one in told)

    def note_noise(self, kind: str, turn: str, person: str, attribute: str = "") -> None:
        """Notes that a turn has noise of a kind, once for what it is about."""
        self.noise[NoiseNote(str(kind), turn, person, attribute)] = None

    def noise_on(self, person: str, attributes: Iterable[str], turns: Iterable[str]) -> tuple[str, ...]:
        """The kinds of noise on what the person told of these attributes, and in the words of these turns."""
        about, at = set(attributes) - {""}, set(turns)
        notes = (one for one in self.noise if one.turn in at or (one.person == person and one.attribute in about))
        return tuple(dict.fromkeys(one.kind for one in notes))

    def attributes(self, person: str) -> list[str]:
        """What was told about the person, by the first disclosure."""
        return [attribute for owner, attribute in self._by_slot if owner == person]

    def tellers(self, attribute: str) -> Iterable[str]:
        """The people of whom `attribute` was told, in the order of their first disclosure."""
        return self._tellers.get(attribute, ())

    def commitment(self, act: str) -> Commitment | None:
        """What was chosen on the request `act`."""
        return self._latest.get(act)

    @property
    def mark(self) -> Mark:
        """How much there is now."""
        return len(self.disclosures), len(self.commitments)

    def at(self, mark: Mark) -> Ledger:
        """The ledger as it stood at `mark`."""
        earlier = Ledger()
        for disclosure in self.disclosures[: mark[0]]:
            earlier.enter(disclosure)
        for commitment in self.commitments[: mark[1]]:
            earlier.commit(commitment)
        earlier.said = dict(self.said)
        earlier.noise = dict(self.noise)
        return earlier
