"""The part of an episode record about what was said: turns, the ledger of what they told, and their noise.

A record holds hundreds of turns and values said in passing, so they have shorter types than in the episode.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import UNSET, Struct, UnsetType, field

from regulars.envs.ledger import Commitment, Disclosure, NoiseNote


class TurnRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A turn of the transcript; see `regulars.dialogue.Turn`.

    Attributes:
        other_scope: Whose memory it belongs to; missing if it is the person's.
    """

    id: str
    person: str
    speaker: str
    name: str
    session: int
    text: str
    time: datetime
    other_scope: str | UnsetType = field(default=UNSET, name="scope")

    @property
    def scope(self) -> str:
        """Whose memory the turn belongs to."""
        return self.person if self.other_scope is UNSET else self.other_scope


class HearsayRecord(Struct, frozen=True, array_like=True):
    """A value that a person said without telling it; see `regulars.envs.ledger.Hearsay`.

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


class LedgerRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The ledger at the end of the episode.

    Attributes:
        disclosures: The disclosures in order.
        commitments: The commitments in order.
        said: The turns of acts that disclose no value, by act; None in records of schema 1 that lack them.
        hearsay: The values that were said without being told, in order.
    """

    disclosures: tuple[Disclosure, ...]
    commitments: tuple[Commitment, ...]
    said: Mapping[str, str] | None
    hearsay: tuple[HearsayRecord, ...] = ()


class NoiseRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The human noise of an episode.

    Attributes:
        spec: The requested noise.
        touched: Whether any noise reached the assistant.
        turns: The turns with noise.
    """

    spec: str
    touched: bool
    turns: tuple[NoiseNote, ...]
