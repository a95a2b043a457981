"""Tells whether the first or the latest of someone's figures is the higher one, where a reply only tells the figures.

`It went up from 1,491 to 1,506` and `It used to be 1,491, and now it's 1,506` say so without calling one of them first,
latest or higher: by a word for a rise or fall, or by two figures and their times.
"""

from __future__ import annotations

import re

from regulars.number_text import canonical_number
from regulars.rewards.choices.times.days_told import find_days
from regulars.rewards.choices.times.time_statements import NamedOption
from regulars.rewards.choices.times.told_times import read_times

FIGURE = re.compile(r"(?<![\w.,])\d+(?:[, ]\d{3})*(?:\.\d+)?(?![\d%])(?!(?:st|nd|rd|th)\b)")
"""A figure that is no share and no ordinal."""
_DIFFERENCE = re.compile(
    r"\b(?:by|of|another|extra|plus|minus|difference)(?: (?:just|only|about|around|some|exactly))?[\s£$€+-]*$"
)
"""Before a figure by which another one has changed."""
_COMPARED = re.compile(r"[^,.;:]{0,24}\b(?:more|less|higher|lower|up|down|extra|increase|rise|drop)\b(?! than)")
"""Behind such a figure."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_CHANGE = re.compile(
    r"\b(?:(?P<up>(?:went|gone|going|go|goes|moved|crept|shot|jumped|edged|inched|came|is|'s|are|been) up\b"
    r"|up (?:by|from)\b|rose|risen|rising|rises|increas(?:e|es|ed|ing)|gr(?:ew|own|owing)|climb(?:ed|ing)|jumped|gained"
    r"|a rise|a raise|upwards?)"
    r"|(?P<down>(?:went|gone|going|go|goes|moved|crept|edged|inched|came|come|is|'s|are|been) down\b|down (?:by|from)\b"
    r"|fell|fallen|falling|dropp(?:ed|ing)|a drop|decreas(?:e|es|ed|ing)|declin(?:e|ed|ing)|shr(?:ank|unk|inking)"
    r"|reduc(?:ed|tion)|lowered|sank|sunk|a fall|a cut|(?:was|been) cut|downwards?))\b"
)
"""Words for a rise or a fall."""
UNCERTAIN = re.compile(
    r"\b(?:if|whether|might|(?<!from )(?<!in )(?<!of )(?<!for )(?<!since )may(?!'s)|could|either|unless|perhaps"
    r"|maybe|suppose|guess|not sure|unsure|can't|cannot|which"
    r"|don't know)\b|n't (?:know|tell|say)\b|\?"
)
"""Words that leave open which figure is the higher one."""
NEGATED = re.compile(r"\b(?:not|no|never|hardly)\b|n't\b")


def higher_by_figures(lowered: str) -> int | None:
    """Which figure a reply makes the higher one by its times or by a rise or fall.

    Args:
        lowered: The reply, case folded.

    Returns:
        0 for the first figure, 1 for the latest one; None if it does not say, or says both.

    Example:
        >>> higher_by_figures("it went up from 1,491 to 1,506."), higher_by_figures("it has fallen by 15.")
        (1, 0)
        >>> higher_by_figures("it used to be 1,491 and now it's 1,506."), higher_by_figures("it rose from 9 to 8.")
        (1, None)
    """
    by_times, by_change = _by_times(lowered), _by_change(lowered)
    found = {one for one in (by_times, by_change) if one is not None}
    return found.pop() if len(found) == 1 else None


def _by_change(lowered: str) -> int | None:
    """Which one is higher by words for a rise or a fall, if all of them agree and nothing is left open."""
    ways = {int(match["up"] is not None) for match in _CHANGE.finditer(lowered)}
    is_open = UNCERTAIN.search(lowered) is not None or NEGATED.search(lowered) is not None
    return ways.pop() if len(ways) == 1 and not is_open else None


def _by_times(lowered: str) -> int | None:
    """Which one is higher of two figures of which it is told which came first."""
    values: list[float] = []
    named: list[NamedOption] = []
    days = find_days(lowered)
    for match in FIGURE.finditer(lowered):
        before, behind = lowered[max(match.start() - 24, 0) : match.start()], lowered[match.end() : match.end() + 32]
        is_of_day = any(day.start < match.end() and match.start() < day.end for day in days)
        if is_of_day or _YEAR.fullmatch(match[0]):
            continue
        if _DIFFERENCE.search(before) or _COMPARED.match(behind):
            continue
        value = float(canonical_number(match[0]))
        if value not in values:
            values.append(value)
        named.append(NamedOption(values.index(value), *match.span()))
    if len(values) != len({0, 1}):
        return None
    told = read_times(lowered, named)
    if told is None or len(told.said) != len(values):
        return None
    orders = [order for order in ((0, 1), (1, 0)) if told.allows(order)]
    if len(orders) != 1:
        return None
    first, last = orders[0]
    return int(values[last] > values[first])
