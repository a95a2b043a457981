"""What a fixed line must not hold: a value of an attribute, a number with a unit, a day to come."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from regulars.relative_dates import find_relative_dates
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import find_values, normalise

_SLOT = re.compile(r"\{\w+\}")
_FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"|hundred|thousand|dozen|hours?|couple)\b",
    re.IGNORECASE,
)
"""What may be a number with a unit; an hour is sixty minutes."""

_SOME_DAY = date(2025, 5, 14)


class ValueSearch:
    """Finds values of an ontology in fixed lines.

    Args:
        ontology: The attributes whose values are looked for.

    Example:
        >>> from regulars.scenarios import load_ontology
        >>> search = ValueSearch(load_ontology())
        >>> [(attribute.name, spelling) for attribute, spelling in search.terms("I moved to Bergen.")]
        [('home_city', 'bergen')]
    """

    def __init__(self, ontology: Ontology) -> None:
        self._spellings: dict[str, list[tuple[Attribute, str]]] = defaultdict(list)
        for attribute in ontology:
            for value, others in attribute.domain.aliases.items():
                for spelling in (value, *others):
                    self._spellings[normalise(spelling).split()[0]].append((attribute, normalise(spelling)))
        self._counted = [attribute for attribute in ontology if attribute.domain.unit]

    def terms(self, line: str) -> Iterator[tuple[Attribute, str]]:
        """The attributes with a value in the line, and its normalised spelling. A slot is a word of its own."""
        words = f" {' | '.join(normalise(part) for part in _SLOT.split(line))} "
        for word in dict.fromkeys(words.split()):
            for attribute, spelling in self._spellings.get(word, ()):
                if f" {spelling} " in words:
                    yield attribute, spelling

    def counted(self, line: str) -> Attribute | None:
        """The first attribute of whose unit the line names a number; None for none. One is no number here."""
        if not _FIGURE.search(line):
            return None
        return next((attribute for attribute in self._counted if _names(line, attribute)), None)


def _names(line: str, attribute: Attribute) -> bool:
    return any(int(mention.value or 0) > 1 for mention in find_values(_SLOT.sub(" ", line), attribute.domain))


def names_day_to_come(line: str) -> bool:
    """Whether the line names a day after the one on which it is said.

    Example:
        >>> names_day_to_come("See you tomorrow."), names_day_to_come("It rained yesterday.")
        (True, False)
    """
    said_on = _SOME_DAY.isoformat()
    return any(found.granularity == "day" and found.value > said_on for found in find_relative_dates(line, _SOME_DAY))
