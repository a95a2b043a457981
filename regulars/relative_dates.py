"""Turns relative dates into calendar dates: `tomorrow`, `next Friday`, `in three weeks`.

A relative date counts from the day on which the speaker says it, in the speaker's time zone. It means the nearest date
that fits: `Friday` and `this Friday` are the first Friday from that day on, `next Friday` the first one after it, `last
Friday` the latest before it. A month or year later is the same day of that month, or the month's last day if it is
shorter. `In a week` may be a rate and is not a date; `in one week` and `in a week's time` are.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

from regulars.calendar_text import FoundDate, month_name

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS = {"day before yesterday": -2, "yesterday": -1, "today": 0, "tomorrow": 1, "day after tomorrow": 2}
_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen"),
)
_COUNTS = {word: number for number, word in enumerate(_NUMBERS, 1)} | {"a": 1, "an": 1}
_COUNT = r"(?:\d{1,3}|" + "|".join(sorted(_COUNTS, key=len, reverse=True)) + ")"
_UNIT = r"(?:days?|weeks?|fortnights?|months?|years?)"
_WEEKDAY = "|".join(_WEEKDAYS)
_PATTERN = re.compile(
    rf"""(?<![\w-])(?:
      (?:the\s+)?(?P<day>day\ after\ tomorrow|day\ before\ yesterday|today|tomorrow|yesterday)
    | in\s+(?P<ahead>(?!an?\s){_COUNT}|an?(?=\s\w+'s\stime))\s+(?P<ahead_unit>{_UNIT})(?:'s?\stime)?
    | (?P<back>{_COUNT})\s+(?P<back_unit>{_UNIT})\s+ago
    | (?:a|one)\s+week\s+(?:from\s+)?(?P<week_day>today|tomorrow)
    | (?P<which>next|this|last|coming|on)\s+(?P<weekday>{_WEEKDAY})
    | (?P<whole>next|this|last)\s+(?P<span>month|year)
    )(?![\w-])""",
    re.IGNORECASE | re.VERBOSE,
)


def later_by(day: date, months: int) -> date:
    """The same day `months` later, or earlier if negative; the month's last day if it is shorter.

    Example:
        >>> later_by(date(2024, 2, 29), 12), later_by(date(2025, 1, 31), 1)
        (datetime.date(2025, 2, 28), datetime.date(2025, 2, 28))
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def find_relative_dates(text: str, told_on: date) -> list[FoundDate]:
    """The relative dates in `text`, in order.

    Args:
        text: What was said.
        told_on: The day on which it was said, where the speaker was.

    Example:
        >>> [found.value for found in find_relative_dates("Next Friday, or in two weeks.", date(2025, 5, 14))]
        ['2025-05-16', '2025-05-28']
    """
    found = []
    for match in _PATTERN.finditer(text):
        try:
            value = _meant(match, told_on)
        except (ValueError, OverflowError):
            continue  # beyond the calendar
        granularity = {4: "year", 7: "month"}.get(len(value), "day")
        found.append(FoundDate(value, match.start(), match.end(), granularity))
    return found


def in_dates(text: str, told_on: date) -> str:
    """Replaces every relative date in `text` by its calendar date: `on 16 May 2025` for `next Friday`.

    Example:
        >>> in_dates("The lease ends next Friday.", date(2025, 5, 14))
        'The lease ends on 16 May 2025.'
    """
    found = find_relative_dates(text, told_on)
    for one in reversed(found):
        text = text[: one.start] + _in_words(one.value) + text[one.end :]
    return text


def _meant(match: re.Match[str], told_on: date) -> str:
    group = match.group
    if group("day"):
        return _ahead(told_on, _DAYS[" ".join(group("day").lower().split())], "day")
    if group("ahead"):
        return _ahead(told_on, _count(group("ahead")), group("ahead_unit"))
    if group("back"):
        return _ahead(told_on, -_count(group("back")), group("back_unit"))
    if group("week_day"):
        return _ahead(told_on, 7 + _DAYS[group("week_day").lower()], "day")
    if group("weekday"):
        return _weekday(told_on, group("which").lower(), _WEEKDAYS.index(group("weekday").lower())).isoformat()
    step = {"next": 1, "this": 0, "last": -1}[group("whole").lower()]
    if group("span").lower() == "year":
        return str(told_on.year + step)
    return later_by(told_on.replace(day=1), step).isoformat()[:7]


def _count(written: str) -> int:
    return int(written) if written.isdigit() else _COUNTS[written.lower()]


def _ahead(told_on: date, count: int, unit: str) -> str:
    steps: dict[str, Callable[[], date]] = {
        "day": lambda: told_on + timedelta(days=count),
        "week": lambda: told_on + timedelta(weeks=count),
        "fortnight": lambda: told_on + timedelta(weeks=2 * count),
        "month": lambda: later_by(told_on, count),
        "year": lambda: later_by(told_on, 12 * count),
    }
    return steps[unit.lower().rstrip("s")]().isoformat()


def _weekday(told_on: date, which: str, weekday: int) -> date:
    ahead = (weekday - told_on.weekday()) % 7
    if which == "last":
        return told_on - timedelta(days=7 - ahead if ahead else 7)
    if which in ("next", "coming") and not ahead:
        ahead = 7
    return told_on + timedelta(days=ahead)


def _in_words(value: str) -> str:
    year, *rest = value.split("-")
    if not rest:
        return f"in {year}"
    month = f"{month_name(int(rest[0]))} {year}"
    return f"on {int(rest[1])} {month}" if len(rest) == 2 else f"in {month}"
