"""Deals the values of attributes out to the people of a scenario.

Terms and numbers are dealt out like cards. Persons of one scenario share no value of an attribute while there are
enough values (`sharing`). Dates of one attribute lie in different months, so that they differ at every granularity at
which they are told; where people share the months of an attribute, they differ by the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from regulars.errors import ScenarioError
from regulars.scenarios.ontology.attribute import Attribute, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.sharing import COMMON, OTHERS, OWN, SPARE, Sharing, shares
from regulars.seeding import Draws, SeedTree

_TRIES = 40
"""Dates that are drawn before a free month is searched in order."""


class Values:
    """Deals out values. No two persons share one, unless the attribute has too few values.

    Args:
        ontology: Gives the values.
        node: The scenario's node.
        users: Number of persons who get values.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, users: int) -> None:
        self._node = node
        self._users = users
        self._ontology = ontology
        self._decks: dict[str, list[str]] = {}
        self._months: dict[str, set[tuple[int, int]]] = {}
        self._days: dict[str, set[date]] = {}
        self._sharing: Sharing | None = None

    def _deck(self, name: str) -> list[str]:
        deck = self._decks.get(name)
        if deck is None:
            attribute = self._ontology.attribute(name)
            deck = list(attribute.grid())
            if deck and attribute.change is not Change.DRIFTS:
                self._node.draws("deal", name).shuffle(deck)
            elif deck and not self._shares(name):
                deck = self._in_runs(deck, self._node.draws("deal", name))
            self._decks[name] = deck
        return deck

    def _in_runs(self, grid: Sequence[str], draws: Draws) -> list[str]:
        """A deck that gives each person a run of neighbouring values, so that values can drift."""
        low = draws.integer(SPARE + 1)
        high = len(grid) - (SPARE - low)
        spare = [*grid[:low], *grid[high:]]
        deck = list(grid[low:high])
        persons = list(range(self._users))
        draws.shuffle(persons)
        start = low
        for person in persons:
            size = len(deck[person :: self._users])
            deck[person :: self._users] = grid[start : start + size]
            start += size
        return deck + spare

    def hand(self, attribute: str, person: int) -> list[str]:
        """The terms or numbers of an attribute that the person can have."""
        if self._shares(attribute):
            return self._shared_hand(attribute, person)
        return self._deck(attribute)[person : -SPARE : self._users]

    def elsewhere(self, attribute: str, person: int) -> list[str]:
        """The terms or numbers that people outside the scenario can have, as far as the person does not have them."""
        if self._shares(attribute):
            return self._deck(attribute)[-SPARE - OTHERS : -SPARE]
        return self.hand(attribute, person)

    def is_apart(self, attribute: str, person: int) -> bool:
        """Whether the person shares no value of the attribute."""
        return not self._shares(attribute) or person in self._holders(attribute)

    def _shares(self, attribute: str) -> bool:
        return self._users > 1 and shares(self._ontology.attribute(attribute), self._users)

    def _holders(self, attribute: str) -> tuple[int, ...]:
        if self._sharing is None:
            self._sharing = Sharing(self._ontology, self._node, self._users)
        return self._sharing.holders(attribute)

    def _shared_hand(self, attribute: str, person: int) -> list[str]:
        """The person's own part of the deck, or the common part, in which each person begins elsewhere."""
        deck, holders = self._deck(attribute)[: -SPARE - OTHERS], self._holders(attribute)
        if person in holders:
            first = OWN * holders.index(person)
            return deck[first : first + OWN]
        common = deck[OWN * len(holders) :]
        first = person * COMMON % len(common) if common else 0
        return common[first:] + common[:first]

    def spare(self, attribute: str) -> str:
        """A value that no person has, for wrong assumptions and claims. Empty for a date."""
        deck = self._deck(attribute)
        return deck[-1] if deck else ""

    def day(
        self,
        attribute: Attribute,
        draws: Draws,
        since: date,
        avoided: set[tuple[int, int]],
        beyond: date = date.min,
    ) -> str:
        """A date in a month that is new for the attribute, outside `avoided` if possible; a new day if people share it.

        Args:
            attribute: Gives the span.
            draws: Decide the day.
            since: The day from which the span is counted.
            avoided: Months of other dates of the same life. The month of the result is added.
            beyond: A day that the date should lie behind: the one on which it is put off.

        Raises:
            ScenarioError: Every month of the span is taken.
        """
        taken = self._months.setdefault(attribute.name, set())
        low, high = attribute.span
        days = self._days.setdefault(attribute.name, set())
        best: date | None = None
        for _ in range(_TRIES):
            day = since + timedelta(days=draws.between(low, high))
            month = (day.year, day.month)
            if month not in taken:
                if best is None or best <= beyond < day:
                    best = day
                if month not in avoided and day > beyond:
                    best = day
                    break
        if best is None:
            span = [since + timedelta(days=number) for number in range(low, high + 1)]
            best = next((day for day in span if (day.year, day.month) not in taken), None)
            if best is None and self._shares(attribute.name):
                best = draws.choice([day for day in span if day not in days] or span)
        if best is None:
            raise ScenarioError(
                f"no month is left for another {attribute.label}",
                where="regulars.scenarios.generate",
                remedy="generate with fewer users, or widen the attribute's span in the ontology",
            )
        days.add(best)
        taken.add((best.year, best.month))
        avoided.add((best.year, best.month))
        return best.isoformat()
