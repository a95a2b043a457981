"""What a ledger tells about one person, in the form from which the scripted assistant answers (`Told`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regulars.agents.assistant.disclosures import ReadDisclosure
from regulars.envs.ledger import OVER
from regulars.envs.probes.resolve_values import current
from regulars.values import ValueType

if TYPE_CHECKING:
    from datetime import datetime

    from regulars.envs.ledger import Ledger
    from regulars.scenarios.ontology.attributes import Ontology


class ToldInLedger:
    """The disclosures of one person in a ledger, and the assistant's choices for that person.

    Args:
        ledger: The disclosures and choices.
        ontology: The ontology of the attributes.
        person: The person's id.
    """

    def __init__(self, ledger: Ledger, ontology: Ontology, person: str) -> None:
        self._ledger = ledger
        self._ontology = ontology
        self._person = person
        self._order: dict[int, int] = {}

    def disclosures(self, attribute: str) -> Sequence[ReadDisclosure]:
        """The disclosures of an attribute, in the ledger's order. The last date has its most exact value."""
        told = self._ledger.of(self._person, attribute)
        if told and not self._order:
            self._order = {id(one): place for place, one in enumerate(self._ledger.disclosures)}
        found: list[ReadDisclosure] = []
        facts: set[str] = set()
        for one in told:
            over = one.how == OVER
            value, date = "" if over else one.value, written(one.time)
            found.append(ReadDisclosure(value, self._order[id(one)], 0, date, over, one.fact in facts))
            facts.add(one.fact)
        if found and not found[-1].over and self._ontology.attribute(attribute).type is ValueType.DATE:
            gold, _ = current(told, ValueType.DATE)
            found.append(ReadDisclosure(gold, found[-1].line, 0, found[-1].date))
        return found

    def attributes(self) -> Sequence[str]:
        """The attributes that the person told something about."""
        return self._ledger.attributes(self._person)

    def reasons(self, attribute: str, value: str) -> Sequence[str]:
        """The reasons that were told with a value."""
        told = self._ledger.of(self._person, attribute)
        return tuple(dict.fromkeys(one.reason for one in told if one.value == value and one.reason))

    def traits(self, among: Sequence[str]) -> Sequence[str]:
        """None: a ledger holds values, and no traits."""
        return ()

    def chosen(self, attribute: str) -> tuple[str, str]:
        """The last choice of an attribute for the person and its moment; both empty if there is none."""
        slot = (self._person, attribute)
        made = next((one for one in reversed(self._ledger.commitments) if (one.person, one.attribute) == slot), None)
        return (made.value, written(made.time)) if made is not None else ("", "")


def written(moment: datetime) -> str:
    """A moment as contexts write it: `2025-03-04 12:30`."""
    return moment.isoformat(" ", "minutes")[:16]
