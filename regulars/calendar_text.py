"""Finds dates in English text and writes them as ISO 8601 prefixes, as precise as the words are.

`14 May 2025` becomes `2025-05-14`, `in May 2025` becomes `2025-05`, `2025` stays. A date without a year uses the
truncated style of ISO 8601:2000: `--05-14`, `--05`. `find_dates` skips dates in figures whose order of day and month
is ambiguous (`05/06/2025`); `find_unordered_dates` finds those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple


class FoundDate(NamedTuple):
    """A date in a text: its ISO form, its span, and `day`, `month` or `year`."""

    value: str
    start: int
    end: int
    granularity: str


def _numbered(*words: str) -> dict[str, int]:
    return {word: number for number, word in enumerate((word for line in words for word in line.split()), 1)}


_MONTHS = _numbered("january february march april may june july august september october november december")
MONTHS = tuple(_MONTHS)
"""The names of the months in small letters."""
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
ORDINALS = _numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth",
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third",
    "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth",
    "thirty-first",
)
"""Ordinals from `first` to `thirty-first` and their numbers."""
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")(?![^\W_])\.?"
_DAY = (
    r"(?:last(?=\s+day\s+of\s)|\d{1,2}(?:st|nd|rd|th)?|"
    + "|".join(sorted(ORDINALS, key=len, reverse=True))
    + r")(?![^\W_])"
)
_INITIALS = "".join(sorted({word[0] for word in (*_MONTHS, *ORDINALS, "last")}))
"""The letters that a date may begin with."""
_YEAR = r"(?:1[89]|20|21)\d\d(?!\d|[.,]\d)"
_PATTERN = re.compile(
    rf"""(?<![^\W_])(?=[\d{_INITIALS}])(?<![\d$€£][-/.,:])(?<![$€£])(?:
      (?P<iso_year>(?:1[89]|20|21)\d\d)(?P<mark>[-/.])(?P<iso_month>\d\d?)
        (?:(?P=mark)(?P<iso_day>\d\d?))?(?!\d)(?![-/.]\d)
    | (?P<first>\d\d?)(?P<cut>[-./])(?P<second>\d\d?)(?P=cut)(?P<figure_year>{_YEAR}|\d\d(?![\d./-]))
    | (?P<lone_month>0?[1-9]|1[0-2])/(?P<lone_year>{_YEAR})(?!/)
    | (?P<day_before>{_DAY})(?:\s+day)?[\s-]*(?:of\s+)?(?P<month_after>{_MONTH})
        (?:[\s,-]*(?:of\s+|in\s+)?(?P<year_after>{_YEAR}|'\d\d(?!\d)))?
    | (?P<month_before>{_MONTH})
        (?:\s*,?\s*(?:the\s+)?(?P<day_after>{_DAY})(?!:\d|[.,]\d|\s+{_MONTH})(?:\s*,?\s*(?P<year_last>{_YEAR}|'\d\d(?!\d)))?
          | [\s,-]*(?:of\s+)?(?P<year_next>{_YEAR}|'\d\d(?!\d)))?
    | (?P<year>{_YEAR})
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_FOREIGN_MONTHS = {
    **_numbered("januar februar märz april mai juni juli august september oktober november dezember"),
    **_numbered("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    **_numbered("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    **_numbered("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    **_numbered("januari februari maart april mei juni juli augustus september oktober november december"),
}
_FOREIGN = re.compile(
    rf"(?<![\w.,/-])(?:(?P<day>\d{{1,2}})(?:\.|º|er)?\s+(?:de\s+)?)?(?P<month>{'|'.join(_FOREIGN_MONTHS)})(?!\w)"
    rf"(?:\s+(?:de[l]?\s+)?(?P<year>{_YEAR}))?",
    re.IGNORECASE,
)
_FEASTS = {
    "new year's day": (1, 1), "epiphany": (1, 6), "valentine's day": (2, 14), "st patrick's day": (3, 17),
    "april fools' day": (4, 1), "halloween": (10, 31), "all saints' day": (11, 1), "christmas eve": (12, 24),
    "christmas day": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31),
}  # fmt: skip
"""Feasts with a fixed date, and their month and day."""
_FEAST = re.compile(
    rf"(?<![\w-])(?P<feast>{'|'.join(_FEASTS)})(?!\w)(?:(?:,| of| in)?\s+(?P<year>{_YEAR}))?", re.IGNORECASE
)
_ON = re.compile(r"(?:\b(?:on|is|was)\s+|^[\W_]*)$", re.IGNORECASE)
_WHOLE_MONTHS = [name.capitalize() for name in _MONTHS if len(name) > 4 or name in ("may", "june", "july")]
_LONE = re.compile(rf"^[\W_]*(?P<month>{'|'.join(_WHOLE_MONTHS)})[*_]*[.!](?=\s)")
"""A month that makes up the first sentence."""
_BARE = re.compile(
    r"(?:(?<![\w-])(?i:(?:it|that|deadline|date)(?:['\u2019]s| is| was)|still|now|not|longer|had|said|says?|with|to be)"
    r"|(?P<opens>^|(?<=[.!?\n] )))"
    rf"[\s*_]*(?P<month>{'|'.join(_WHOLE_MONTHS)})(?!\w|[*_ ,]+\d)"
    r"(?(opens)(?=[*_]*(?:[,;:]| [–-] | (?:now|it (?:is|was))\b)))"
)
"""A month without a year behind words that a month may follow: `no longer May`, `August now`."""
_SPACED = re.compile(rf"(?<![\d.,])(\d\d?)(?: ([·./-]) |(·))(\d\d?)(?: \2 |\3)({_YEAR})(?! ?[·./-])")
"""A date in figures with blanks around its marks, or with raised points."""
_WITHOUT_YEAR = re.compile(r"(?<![\w./-])(?!24/7(?!\d))(\d\d?)(?:\.(\d\d?)\.|/(\d\d?))(?![\w/-]|\.\d)")
"""A day and a month in figures: `18.9.`, `18/9`."""
_OF_SOME_YEAR = re.compile(rf"(?<!\w)({'|'.join(_MONTHS)})\.? (?:of )?(?:last|this|next|that) year", re.IGNORECASE)
_LEADS_TO_MONTH = _numbered(
    "in since until till during of last next this by from to through before after early mid late every for",
    "around about was is be between that",
)
_FOLLOWS_MONTH = re.compile(r"\s+(?:is|was)\s+(?:the|when|your|my|it)\b", re.IGNORECASE)
_ENDS_SENTENCE = re.compile(r"(?:^|[.!?:\n])[\s*_-]*$")
_AT_SENTENCE_END = re.compile(r"[*_]*\s*(?:[.!?,]+\s*)?(?:\n|$)|[*_]*[.!?](?=\s)")
_FOLLOWS_AMOUNT = re.compile(
    r"\s*(?:[€$£%]|(?:euros?|dollars?|pounds?|km|kilomet|miles?|metres?|meters?|kg|hours?|minutes?)\b)"
)
_UNORDERED = re.compile(rf"(?<![\w./-])(\d\d?)([/-])(\d\d?)\2({_YEAR}|\d\d(?![\d./-]))(?![\w/])")
_TURN = 70
"""Two-digit years below this belong to this century."""
_RUN = re.compile(r"[^\W_]+")
_LEAD = 64
"""The number of characters before a month's name that show whether it is one."""


def granularity_of(value: str) -> str:
    """The granularity of an ISO date prefix: `day`, `month` or `year`; empty if `value` is not a date.

    Example:
        >>> granularity_of("2025-05"), granularity_of("--05-14")
        ('month', 'day')
    """
    parts = _parts(value)
    if parts is None:
        return ""
    _, month, day = parts
    return "day" if day else "month" if month else "year"


def date_agrees(asserted: str, gold: str) -> str:
    """Compares two date prefixes; a missing year agrees with any.

    Returns:
        `equal`, `coarser` (asserted says less), `finer` (asserted says more) or `differs`.
    """
    ours, theirs = _parts(asserted), _parts(gold)
    if ours is None or theirs is None:
        return "equal" if asserted == gold else "differs"
    if any(a and b and a != b for a, b in zip(ours, theirs, strict=True)):
        return "differs"
    fine = _fineness(ours) - _fineness(theirs)
    return "equal" if fine == 0 else "finer" if fine > 0 else "coarser"


def narrow(value: str, granularity: str) -> str:
    """Shortens a date with a year to `granularity`; returns it unchanged if it is already as coarse."""
    length = {"year": 4, "month": 7}.get(granularity)
    return value[:length] if not value.startswith("--") else value


def month_name(month: int) -> str:
    """The English name of a month, 1 to 12."""
    return next(name for name, number in _MONTHS.items() if number == month).capitalize()


def find_dates(text: str) -> list[FoundDate]:
    """All dates in `text`, in order.

    A month's name alone counts only if it is capitalised and stands where a date can stand: after a word such as
    `in` or `since`, before `is when`, or as the whole text. So the verb `may` and a person called June are not dates.
    """
    return list(_found_dates(text))


@lru_cache(maxsize=32)
def _found_dates(text: str) -> Sequence[FoundDate]:
    """The same; kept for the last texts, each of which is searched several times."""
    found: list[FoundDate] = []
    position = 0
    while match := _PATTERN.search(text, position):
        position = match.end()
        date = _read(match, text)
        if date is None:
            position = max(match.start() + 1, _skip(match))
            continue
        found.append(date)
        position = date.end
    return found


def find_unordered_dates(text: str) -> list[FoundDate]:
    """The ambiguous dates in figures in `text`, where either number may be the month, read with the day first.

    They have no granularity, since only their year is certain.
    """
    found: list[FoundDate] = []
    for match in _UNORDERED.finditer(text):
        day, month = int(match[1]), int(match[3])
        if 1 <= day <= 12 and 1 <= month <= 12 and day != month:
            found.append(FoundDate(f"{_century(match[4])}-{month:02d}-{day:02d}", *match.span(), ""))
    return found


def find_foreign_dates(text: str) -> list[FoundDate]:
    """The dates in `text` in other words than English figures and months.

    They name their month in German, French, Spanish, Italian or Dutch (a month alone needs a year behind it), or they
    are a month without a year behind a word such as `still` or `not`, a month of last year, a feast with a fixed date,
    or figures with blanks between them.

    Example:
        >>> [date.value for date in find_foreign_dates("le 7 juin 2025, il 7 dicembre; September of last year")]
        ['2025-06-07', '--12-07', '--09']
        >>> [date.value for date in find_foreign_dates("seit Oktober 2024, on Boxing Day 2023, on 25 · 12 · 2023")]
        ['2024-10', '2023-12-26', '2023-12-25']
    """
    found: list[FoundDate] = []
    for match in _FOREIGN.finditer(text):
        if match["day"] or match["year"]:
            month, day = _FOREIGN_MONTHS[match["month"].lower()], int(match["day"] or 0)
            date = _dated(match["year"], month, day, *match.span())
            found += [date] if date is not None and (day or not match["day"]) else []
    found += _feasts(text)
    if (lone := _LONE.match(text)) is not None:
        found.append(FoundDate(f"--{_month(lone['month']):02d}", *lone.span("month"), "month"))
    for match in _WITHOUT_YEAR.finditer(text):
        day, month = int(match[1]), int(match[2] or match[3])
        if match[3] and month > len(_LENGTHS):
            day, month = month, day
        date = _dated(None, month, day, *match.span())
        found += [date] if date is not None and day and not (match[3] and _is_unordered(day, month)) else []
    found += [
        FoundDate(f"--{_month(bare['month']):02d}", *bare.span("month"), "month") for bare in _BARE.finditer(text)
    ]
    for match in _SPACED.finditer(text):
        first, second = int(match[1]), int(match[4])
        date = _dated(match[5], second, first, *match.span())
        found += [date] if date is not None and first and not _is_unordered(first, second) else []
    found += [
        FoundDate(f"--{_MONTHS[match[1].lower()]:02d}", *match.span(), "month")
        for match in _OF_SOME_YEAR.finditer(text)
    ]
    return sorted(found, key=lambda date: date.start)


def _feasts(text: str) -> Iterator[FoundDate]:
    """The feasts that date something: with a year, or behind `on` in a text without another number."""
    has_figures = re.search(r"\d", text) is not None
    for match in _FEAST.finditer(text):
        is_alone = _ON.search(text, max(match.start() - 8, 0), match.start()) and not has_figures
        date = _dated(match["year"], *_FEASTS[match["feast"].lower()], *match.span())
        if date is not None and (match["year"] or is_alone):
            yield date


def _skip(match: re.Match[str]) -> int:
    """Where to search on after a match that is not a date: after its first run of letters or digits."""
    start = match.start()
    run = _RUN.match(match.string, start)
    return run.end() if run else start + 1


def _read(match: re.Match[str], text: str) -> FoundDate | None:
    group = match.group
    start, end = match.span()
    if group("iso_year"):
        return _dated(group("iso_year"), int(group("iso_month")), int(group("iso_day") or 0), start, end)
    if group("first"):
        return _figures(match)
    if group("lone_month"):
        return _dated(group("lone_year"), int(group("lone_month")), 0, start, end)
    if group("day_before"):
        month, day = _month(group("month_after")), day_number(group("day_before"))
        day = day or _last_day(month, group("year_after"))
        return _dated(group("year_after"), month, day, start, end)
    if group("month_before"):
        month = _month(group("month_before"))
        if group("day_after"):
            return _dated(group("year_last"), month, day_number(group("day_after")), start, end)
        if group("year_next"):
            return _dated(group("year_next"), month, 0, start, end)
        return _dated(None, month, 0, start, end) if _is_month(text, start, end) else None
    if _FOLLOWS_AMOUNT.match(text, end):
        return None
    return FoundDate(group("year"), start, end, "year")


def _figures(match: re.Match[str]) -> FoundDate | None:
    """A date in figures: day first with dots; with slashes only if one of the two cannot be a month."""
    first, second = int(match["first"]), int(match["second"])
    if match["cut"] != ".":
        if _is_unordered(first, second):
            return None
        if second > 12:
            first, second = second, first
    return _dated(_century(match["figure_year"]), second, first, *match.span())


def _is_unordered(first: int, second: int) -> bool:
    return first <= 12 and second <= 12 and first != second


def _century(year: str) -> str:
    """A year in four digits; two digits mean the nearest past or the near future."""
    digits = year.lstrip("'")
    return digits if len(digits) == 4 else f"20{digits}" if int(digits) < _TURN else f"19{digits}"


def _dated(year: str | None, month: int, day: int, start: int, end: int) -> FoundDate | None:
    if not 1 <= month <= 12 or not 0 <= day <= _LENGTHS[month - 1]:
        return None
    head = f"{_century(year) if year else '-'}-{month:02d}"
    return FoundDate(f"{head}-{day:02d}", start, end, "day") if day else FoundDate(head, start, end, "month")


def _is_month(text: str, start: int, end: int) -> bool:
    if not text[start].isupper():
        return False
    lead = max(start - _LEAD, 0)
    if _ENDS_SENTENCE.search(text, lead, start) and _AT_SENTENCE_END.match(text, end):
        return True
    before = text[lead:start].rstrip(" -\t\n")
    word = before[max(before.rfind(" "), before.rfind("\n")) + 1 :].strip("(,;:\"'").lower()
    return word in _LEADS_TO_MONTH or bool(_FOLLOWS_MONTH.match(text, end))


def _month(written: str) -> int:
    return _MONTHS[written.lower().rstrip(".")]


def _last_day(month: int, year: str | None) -> int:
    """The last day of a month, in February that of a common year unless `year` is a leap year."""
    is_leap = year is not None and int(_century(year)) % 4 == 0
    return 28 if month == 2 and not is_leap else _LENGTHS[month - 1]


def day_number(written: str) -> int:
    """The day of the month that `1st`, `1` or `first` names; 0 if it names none."""
    digits = written.rstrip("stndrhSTNDRH")
    return int(digits) if digits.isdigit() else ORDINALS.get(written.lower(), 0)


def _parts(value: str) -> tuple[int, int, int] | None:
    """Year, month and day, 0 where missing; None if `value` is not a date prefix."""
    if value.startswith("--"):
        pieces = ["0", *value[2:].split("-")]
    else:
        pieces = value.split("-")
        if len(pieces[0]) != 4:
            return None
    if len(pieces) > 3 or not all(piece.isdecimal() and len(piece) <= 4 for piece in pieces):
        return None
    year, month, day = (int(piece) for piece in [*pieces, "0", "0"][:3])
    return year, month, day


def _fineness(parts: tuple[int, int, int]) -> int:
    return 3 if parts[2] else 2 if parts[1] else 1
