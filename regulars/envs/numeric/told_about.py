"""What was told about one attribute: gathered once, for the contents and for the figures of all candidates."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from regulars.envs.ledger import OVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regulars.envs.ledger import Ledger
    from regulars.scenarios.ontology.attributes import Ontology


class ToldAbout:
    """What one person told about an attribute, and what other people told about theirs.

    It holds as long as the ledger does not grow.

    Args:
        ledger: The disclosures, choices and hearsay.
        ontology: The ontology of the attributes.
        person: The person's id.
        name: The attribute's name.

    Attributes:
        own: The person's disclosures, in order. Do not change it.
        plausible: All values that came up, the most misleading first: former, of others, hearsay, taken back,
            forgotten.
        times_by_others: How often other people told a value.
        others: The values that they told.
        mentioned: The values that the person said without telling them.
        taken_back: The values that the person took back or asked to forget.
        is_forgotten: Whether the person asked to forget some.
        out: The values that something told rules out.
        chosen: The values that the assistant chose for the person, in order.
        last: The place in `own` of the last disclosure of each value.
        first: The place of the first one.
        times: How often each value was told.
    """

    __slots__ = (
        "chosen", "first", "is_forgotten", "last", "mentioned", "others", "out", "own", "plausible", "taken_back",
        "times", "times_by_others",
    )  # fmt: skip

    def __init__(self, ledger: Ledger, ontology: Ontology, person: str, name: str) -> None:
        self.own = ledger.of(person, name)
        by_others = [
            one.value for teller in ledger.tellers(name) if teller != person for one in ledger.of(teller, name)
        ]
        mentioned = ledger.mentioned(person, name) if ledger.hearsay else []
        retracted = [one.value for one in ledger.retracted(person, name)]
        forgotten = ledger.forgotten(person, name)
        self.chosen: Sequence[str] = [
            one.value for one in ledger.commitments if one.person == person and one.attribute == name
        ]
        self.times_by_others, self.others = len(by_others), frozenset(by_others)
        self.mentioned, self.taken_back = frozenset(mentioned), frozenset((*retracted, *forgotten))
        self.is_forgotten = bool(forgotten)
        self.out: set[str] = set()
        for limit in ontology.limiting(name):
            for one in ledger.of(person, limit.name):
                self.out |= limit.ruled_out(name, one.value)
        found: list[str] = []
        own = [one.value for one in reversed(self.own)]
        for some in zip_longest(own, reversed(self.chosen), reversed(by_others), fillvalue=""):
            found += some
        self.plausible = tuple(dict.fromkeys((*found, *reversed(mentioned), *retracted, *forgotten)))
        self._find_places()

    def _find_places(self) -> None:
        self.first: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.times: dict[str, int] = {}
        for place, one in enumerate(self.own):
            if one.how != OVER:
                self.first.setdefault(one.value, place)
                self.last[one.value] = place
                self.times[one.value] = self.times.get(one.value, 0) + 1

    @property
    def is_over(self) -> bool:
        """Whether the person said last that the matter is over."""
        return bool(self.own) and self.own[-1].how == OVER
