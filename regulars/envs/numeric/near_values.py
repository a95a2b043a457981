"""Values that were never told: others that an attribute may take, and numbers and dates nearby.

Where values have an order, the number of near values below the given one is drawn, so each rank is equally likely.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import TYPE_CHECKING

from regulars.calendar_text import granularity_of
from regulars.values import ValueType

if TYPE_CHECKING:
    from regulars.scenarios.ontology.attribute import Attribute
    from regulars.seeding import Draws

WIDEST = 6
"""The greatest distance from one near value to the next, in steps."""

_DAYS = {"day": 1, "month": 31, "year": 366}
_LENGTHS = {"day": 10, "month": 7, "year": 4}


def near_values(
    attribute: Attribute, anchor: str, count: int, taken: Collection[str], today: str, draws: Draws
) -> list[str]:
    """Different values of an attribute that are not taken.

    Args:
        attribute: The attribute.
        anchor: The value that numbers and dates lie near; empty for a drawn one.
        count: The number of values. There are fewer if the attribute has no more.
        taken: Values to leave out.
        today: The day of asking, in ISO 8601; drawn dates lie in the attribute's span around it.
        draws: Decide the values.
    """
    if attribute.type is ValueType.TERM:
        return draws.sample([value for value in attribute.grid() if value not in taken], count)
    found: list[str] = []
    anchor = anchor or base_value(attribute, today, draws)
    for value in (anchor, *_beside(attribute, anchor, count + len(taken) + 1, draws)):
        if value and value not in taken and value not in found:
            found.append(value)
    return found[:count]


def base_value(attribute: Attribute, today: str, draws: Draws) -> str:
    """A drawn value of an attribute; empty if it has none."""
    if attribute.type is not ValueType.DATE:
        grid = attribute.grid()
        return draws.choice(grid) if grid else ""
    low, high = attribute.span
    start = date.fromisoformat(today) if today else date(2025, 1, 6)
    day = start + timedelta(days=draws.between(min(low, high), max(low, high)))
    granularity = draws.choice(attribute.granularities or ("day",))
    return day.isoformat()[: _LENGTHS[granularity]]


def _beside(attribute: Attribute, anchor: str, count: int, draws: Draws) -> list[str]:
    if attribute.type is ValueType.NUMBER:
        return [str(number) for number in near_numbers(int(anchor), attribute.step, count, draws)]
    return _near_dates(anchor, count, draws)


def near_numbers(number: int, step: int, count: int, draws: Draws) -> list[int]:
    """Different numbers from 0 near a number, as many of them below it as is drawn, if there is room for them.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> len(set(near_numbers(100, 10, 3, SeedTree(0).draws("near"))) - {100})
        3
    """
    below = min(draws.integer(count + 1), number // step)
    found: list[int] = []
    lower = higher = number
    for place in range(count):
        room = lower // step - (below - place - 1)
        distance = step * (1 + draws.integer(min(WIDEST, room) if place < below else WIDEST))
        if place < below:
            lower -= distance
            found.append(lower)
        else:
            higher += distance
            found.append(higher)
    draws.shuffle(found)
    return found


def _near_dates(anchor: str, count: int, draws: Draws) -> list[str]:
    """Dates near a date, as exact as it is; none for a date without a year."""
    granularity = granularity_of(anchor)
    if anchor.startswith("-") or granularity not in _DAYS:
        return []
    length = _LENGTHS[granularity]
    start = date.fromisoformat(f"{anchor}-01-01"[:10] if granularity == "year" else f"{anchor}-15"[:10])
    days = near_numbers(start.toordinal(), _DAYS[granularity], count, draws)
    return [date.fromordinal(day).isoformat()[:length] for day in days]
