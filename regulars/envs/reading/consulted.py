"""Notes what an answer was read from, so that a caller knows which other contexts give the same answer.

A reading looks at a part of the ledger: the disclosures of some attributes, and some acts. Contexts that agree on these
are read alike. `regulars.envs.fixed_lives` keeps answers by that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from regulars.envs.ledger import Disclosure, Ledger, Mark

_OF_ALL = frozenset({"attributes", "disclosures", "slipped", "told"})
"""Names by which all disclosures are looked at."""


@dataclass(slots=True)
class Consulted:
    """What was looked at since the last `clear`.

    Attributes:
        attributes: The attributes whose disclosures were looked at.
        turns: The turns whose acts were looked at.
        everything: Whether all disclosures were looked at.
        words: Whether the words of all lines were.
    """

    attributes: set[str] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)
    everything: bool = False
    words: bool = False

    def clear(self) -> None:
        """Forgets all of it."""
        self.attributes.clear()
        self.turns.clear()
        self.everything = self.words = False


class WatchedLedger(Ledger):
    """A ledger that notes what is looked at. Its `mark` is always the same, so no answer depends on it.

    Args:
        ledger: The ledger, whose content it shares.
        consulted: Where it notes that.
    """

    __slots__ = ("_consulted",)

    def __init__(self, ledger: Ledger, consulted: Consulted) -> None:
        for name in Ledger.__slots__:
            setattr(self, name, getattr(ledger, name))
        self._consulted = consulted

    def __getattribute__(self, name: str) -> Any:
        if name in _OF_ALL:
            object.__getattribute__(self, "_consulted").everything = True
        return object.__getattribute__(self, name)

    @property
    def mark(self) -> Mark:
        """Nothing."""
        return 0, 0

    def of(self, person: str, attribute: str) -> list[Disclosure]:
        """The disclosures about `attribute` of `person`, in order."""
        self._consulted.attributes.add(attribute)
        return super().of(person, attribute)

    def forgotten(self, person: str, attribute: str) -> list[str]:
        """The values that the person asked to forget."""
        self._consulted.attributes.add(attribute)
        return super().forgotten(person, attribute)

    def retracted(self, person: str, attribute: str) -> list[Disclosure]:
        """The slips that the person took back."""
        self._consulted.attributes.add(attribute)
        return super().retracted(person, attribute)

    def tellers(self, attribute: str) -> Any:
        """The people who told `attribute`, by first disclosure."""
        self._consulted.attributes.add(attribute)
        return super().tellers(attribute)
