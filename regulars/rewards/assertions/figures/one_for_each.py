"""Reads how many people there are from how many things they need: `41 cups, one for each colleague`.

Where people are counted and one thing goes to each of them, the number of things is theirs, and `one` is no number of
people. What else is ordered (`I'd also get 2 packs of coffee`) is another number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.number_text import find_numbers
from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.values import Domain, Mention

_OF_PEOPLE = frozenset({"colleagues", "guests", "people", "persons", "players", "students", "children", "visitors"})
"""Units that are people."""
_ONE_EACH = re.compile(
    r"\b(?:one|1)(?: (?!more\b|of\b)[a-z]+)? (?:each\b|apiece\b|per (?:person|head|capita|colleague|guest|member|player"
    r"|nose)|for (?:each|every|all|everybody|everyone|everyone's|any)\b)"
)
"""One thing goes to each: `one cup per person`, `one each`."""
_NEEDED = re.compile(
    r"\b(?:(?:you|we|they)(?:'ll| will|'d)? (?:need|want|require)|order|buy|get|bring|makes|that's|so:?"
    r"|total(?: of| is|:)?|comes to)(?: about| exactly| a total of| to (?:buy|order|get|bring))? [*_]*$"
)
"""Before a number of things that are needed."""
_THINGS = re.compile(r"[*_]* (?!percent|per\b|days?\b|weeks?\b|months?\b|years?\b|hours?\b|minutes?\b)[a-z-]+s\b")
_NEAR = 60
"""The characters before a number that show that it is needed, and before `one each` in which a number may stand."""


def with_one_for_each(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The numbers of people in a text, counted by the things that go to them if nothing else counts them.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it that have the domain's unit or none.
        domain: The domain.

    Example:
        >>> from regulars.values import ValueType
        >>> staff = Domain("team", ValueType.NUMBER, unit="colleagues")
        >>> [one.value for one in with_one_for_each("41 cups, one for each of them", (), staff)]
        ['41']
        >>> with_one_for_each("you have 41 plants.", (), staff)
        []
    """
    if domain.unit not in _OF_PEOPLE:
        return list(mentions)
    each = [match.span() for match in _ONE_EACH.finditer(lowered)]
    kept = [one for one in mentions if not any(low <= one.start < high for low, high in each)]
    if kept or abstains(lowered) or disclaims(lowered):
        return kept
    of_things = [
        Mention(one.value, one.start, one.end)
        for one in find_numbers(lowered)
        if _THINGS.match(lowered, one.end) and not any(low <= one.start < high for low, high in each)
    ]
    near = [one for one in of_things if any(one.end <= low <= one.end + _NEAR for low, _ in each)]
    needed = [one for one in of_things if _NEEDED.search(lowered, max(one.start - _NEAR, 0), one.start)]
    counted = [*near[-1:], *needed[:1]][:1]
    return [one for one in of_things if counted and one.value == counted[0].value]
