"""The ledger: what people told the assistant, and what the assistant committed itself to.

Gold answers are computed from the ledger alone. It records a disclosure only as far as the text supports it, at the
granularity of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from regulars.speed import filled_directly


@filled_directly
@dataclass(frozen=True, slots=True)
class Disclosure:
    """A fact that reaches the assistant in a turn.

    Attributes:
        fact: The fact's id. An implied disclosure has the id of the implying fact, a slip the id of the true fact.
        person: The person that it is about.
        attribute: The attribute that it is about.
        value: The value as told: a date told by its month is `2025-05`.
        how: `direct`, `correction`, `asked`, `implied`, `outcome`, or a phrasing. `over`: the value no longer holds.
            `forgotten`: the person asks to forget what was told. `slip`: the value is wrong. `mended`: the true value
            takes back a slip.
        turn: The turn's id.
        session: The session's number.
        time: The moment of the turn.
        act: The act that planned it; empty for a correction.
        after: Earlier turns that are needed to understand this one.
        reason: Why the value changed; empty if the person did not say.
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
        """All turns that together make the disclosure."""
        return (*self.after, self.turn)


@dataclass(frozen=True, slots=True)
class Commitment:
    """A choice that the assistant made on request.

    Attributes:
        act: The request's id.
        person: The person who asked.
        attribute: The attribute whose value was chosen.
        value: The chosen value.
        turn: The reply's id.
        session: The session's number.
        time: The moment of the reply.
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
    """Human noise in a turn.

    Attributes:
        kind: The kind of noise.
        turn: The turn's id.
        person: The person who spoke.
        attribute: The attribute that it is about; empty for noise in the wording.
    """

    kind: str
    turn: str
    person: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Hearsay:
    """A value that a person said without telling it: somebody else's, or a claim that is false.

    Attributes:
        after: The number of disclosures in the ledger before it.
        person: The person who said it.
        attribute: The attribute.
        value: The value.
        turn: The turn's id.
    """

    after: int
    person: str
    attribute: str
    value: str
    turn: str


FORGOTTEN = "forgotten"
OVER = "over"
SLIP = "slip"
MENDED = "mended"

Mark = tuple[int, int]
"""The size of a ledger at a moment: its numbers of disclosures with hearsay, and of commitments.

They may grow within one moment.
"""


class Ledger:
    """All disclosures and commitments in order. Append-only, so that `at` can rebuild any earlier state."""

    __slots__ = (
        "_by_slot",
        "_forgotten",
        "_latest",
        "_retracted",
        "_tellers",
        "commitments",
        "disclosures",
        "hearsay",
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
        self.hearsay: list[Hearsay] = []
        self.slipped: set[str] = set()
        self.said: dict[str, str] = {}
        self.noise: dict[NoiseNote, None] = {}

    def enter(self, disclosure: Disclosure) -> None:
        """Adds a disclosure. After a `mended` one, slips about its fact no longer count as told."""
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
        """Adds a commitment. The latest one on a request counts."""
        self.commitments.append(commitment)
        self._latest[commitment.act] = commitment

    def of(self, person: str, attribute: str) -> list[Disclosure]:
        """The disclosures about `attribute` of `person`, in order."""
        return self._by_slot.get((person, attribute), [])

    def mention(self, person: str, attribute: str, value: str, turn: str) -> None:
        """Records hearsay: a value that `person` said without telling it."""
        self.hearsay.append(Hearsay(len(self.disclosures), person, attribute, value, turn))

    def mentioned(self, person: str, attribute: str) -> list[str]:
        """The values of an attribute that the person said without telling them, each once, in order."""
        said = (one.value for one in self.hearsay if (one.person, one.attribute) == (person, attribute))
        return list(dict.fromkeys(said))

    def turn_of(self, act: str) -> str | None:
        """The turn of an act without a value, such as a reminder or a wish; None if it was never said."""
        return self.said.get(act)

    def forgotten(self, person: str, attribute: str) -> list[str]:
        """The values that the person asked to forget."""
        return self._forgotten.get((person, attribute), [])

    def retracted(self, person: str, attribute: str) -> list[Disclosure]:
        """The slips that the person took back."""
        return self._retracted.get((person, attribute), [])

    def is_contested(self, person: str, attribute: str) -> bool:
        """Whether both a slip and the true value were told, so that a listener cannot know which is true."""
        told = self.of(person, attribute)
        slips = {one.fact for one in told if one.how == SLIP}
        return any(one.fact in slips and one.how not in (SLIP, OVER) for one in told)

    def note_noise(self, kind: str, turn: str, person: str, attribute: str = "") -> None:
        """Records noise of a turn, once per kind and attribute."""
        self.noise[NoiseNote(str(kind), turn, person, attribute)] = None

    def noise_on(self, person: str, attributes: Iterable[str], turns: Iterable[str]) -> tuple[str, ...]:
        """The kinds of noise on these attributes of the person, and in the wording of these turns."""
        about, at = set(attributes) - {""}, set(turns)
        notes = (one for one in self.noise if one.turn in at or (one.person == person and one.attribute in about))
        return tuple(dict.fromkeys(one.kind for one in notes))

    def attributes(self, person: str) -> list[str]:
        """The attributes that the person told something about, by first disclosure."""
        return [attribute for owner, attribute in self._by_slot if owner == person]

    def tellers(self, attribute: str) -> Iterable[str]:
        """The people who told `attribute`, by first disclosure."""
        return self._tellers.get(attribute, ())

    def commitment(self, act: str) -> Commitment | None:
        """The latest choice on the request `act`; None if there is none."""
        return self._latest.get(act)

    @property
    def mark(self) -> Mark:
        """The size of the ledger now."""
        return len(self.disclosures) + len(self.hearsay), len(self.commitments)

    def at(self, mark: Mark) -> Ledger:
        """The ledger as it was at `mark`."""
        earlier = Ledger()
        heard = iter([*self.hearsay, None])
        said = next(heard)
        for place in range(len(self.disclosures) + 1):
            while said is not None and said.after == place and earlier.mark[0] < mark[0]:
                earlier.hearsay.append(said)
                said = next(heard)
            if place < len(self.disclosures) and earlier.mark[0] < mark[0]:
                earlier.enter(self.disclosures[place])
        for commitment in self.commitments[: mark[1]]:
            earlier.commit(commitment)
        earlier.said = dict(self.said)
        earlier.noise = dict(self.noise)
        return earlier
