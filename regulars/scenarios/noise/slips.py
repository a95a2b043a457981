"""Values that people say by mistake: of the right sort, held by no person, and never similar to the true one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from regulars.scenarios.noise.spec import load_noise_rules
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Scenario
from regulars.seeding import Draws
from regulars.values import ValueType, told_value


class Slips:
    """Deals out wrong values, each at most once in a scenario.

    Args:
        scenario: Values of its facts, assumptions and claims are never dealt.
        ontology: The attributes.
    """

    def __init__(self, scenario: Scenario, ontology: Ontology) -> None:
        self._ontology = ontology
        self._taken: dict[str, set[str]] = {}
        for person in scenario.persons:
            for fact in person.facts:
                self._take(fact.attribute, (fact.value,))
        for session in scenario.sessions:
            for act in session.agenda:
                self._take(act.attribute, (act.other, act.slip, *act.options))
        for probe in scenario.probes:
            self._take(probe.attribute, (probe.value,))

    def _take(self, attribute: str, values: Iterable[str]) -> None:
        self._taken.setdefault(attribute, set()).update(value for value in values if value)

    def suit(self, attribute: Attribute) -> bool:
        """Whether slips are possible: the attribute has one value at a time and implies or excludes nothing."""
        alone = not attribute.implies and not attribute.excludes and not self._ontology.limiting(attribute.name)
        return attribute.is_told and attribute.cardinality is Cardinality.ONE and alone

    def draw(self, attribute: Attribute, value: str, granularity: str, draws: Draws) -> str:
        """Draws a wrong value to say instead of `value`; empty if there is none.

        Args:
            attribute: The attribute.
            value: The true value.
            granularity: For a date: the granularity at which it is told. The wrong date differs at it.
            draws: Decide on the value.
        """
        if attribute.type is ValueType.DATE:
            wrong = _missed(value, granularity, draws)
            found = [] if wrong in self._taken.get(attribute.name, ()) else [wrong]
        else:
            found = [one for one in attribute.grid() if self._is_apart(attribute, one, value)]
        if not found:
            return ""
        slip = draws.choice(found)
        self._take(attribute.name, (slip,))
        return slip

    def _is_apart(self, attribute: Attribute, one: str, value: str) -> bool:
        """Whether no person has the value, and neither of the two occurs in the words of the other."""
        if one in self._taken.get(attribute.name, ()):
            return False
        if attribute.type is ValueType.NUMBER:
            return True
        return not told_value(one, value, attribute.domain) and not told_value(value, one, attribute.domain)


def _missed(value: str, granularity: str, draws: Draws) -> str:
    """Another date near `value`; in another month if only months are told."""
    rules = load_noise_rules()
    true = date.fromisoformat(value)
    sign = 1 if draws.integer(2) else -1
    if granularity == "day":
        return (true + sign * timedelta(days=draws.between(*rules.days))).isoformat()
    months = true.year * 12 + true.month - 1 + sign * draws.between(*rules.months)
    return date(months // 12, months % 12 + 1, min(true.day, 28)).isoformat()
