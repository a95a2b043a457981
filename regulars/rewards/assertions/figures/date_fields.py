"""Reads dates that are given in separate fields, in two steps, or in figures with their format named.

`Day: 1, Month: 11, Year: 1976`, a table with these heads, `DD/MM/YYYY: 01/11/1976`, `summer 2024, June to be exact` and
`in April 2025, on the 1st` each name one date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from regulars.calendar_text import ORDINALS, day_number, month_name
from regulars.rewards.assertions.body import table_rows
from regulars.values import Mention

_MONTHS = [month_name(at).lower() for at in range(1, 13)]
_MONTH = (
    rf"(?:(?!may (?:i|we|you|it|be|have|not)\b)(?:{'|'.join(_MONTHS)})|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_YEAR = r"(?:1[89]|20|21)\d\d"
_FIELD = re.compile(
    rf"\b(?P<label>day|month|year|dd|mm|yyyy|d|m|y)\b[\s*_\"]*(?:[:=|]|\bis\b|\bof birth:?)?[\s*_\"|]*"
    rf"(?P<value>\d{{1,4}}(?:st|nd|rd|th)?|{_MONTH}|{_ORDINAL})(?![\w/-])"
)
"""A part of a date behind its label: `month: 11`."""
_BETWEEN = re.compile(
    r"(?:\s?\([a-z]+\))?[\s,;/|*_.>•-]*(?:(?:and|the|of|your|birth)\s+)*[\s*_]*(?:[-|:]{3,}[\s|:-]*)?"
)
_LABELS = {"day": "day", "dd": "day", "d": "day", "month": "month", "mm": "month", "m": "month"}
_FIGURES = re.compile(r"(?<![\d./-])(\d\d?)( ?[/.\- ] ?)(\d\d?)\2(\d{4}|\d\d)(?![\d/])")
_DAY_FIRST = (
    r"(?:d{1,2}[/. -]?\s?m{1,2}[/. -]?\s?y{2,4}|day(?:[/, -]+| then )month|day first|day comes first"
    r"|(?:european|british|uk|continental|australian) (?:format|style|order|notation|way))"
)
_MONTH_FIRST = (
    r"(?:m{1,2}[/. -]?\s?d{1,2}[/. -]?\s?y{2,4}|month(?:[/, -]+| then )day|month first|month comes first"
    r"|(?:american|us|u\.s\.) (?:format|style|order|notation|way))"
)
_FORMAT = re.compile(rf"\b(?:(?P<day>{_DAY_FIRST})|(?P<month>{_MONTH_FIRST}))")
"""The name of an order of day and month."""
_FORMAT_WITHIN = 40
"""The number of characters between a date in figures and the name of its format."""
_WANTS = r"(?:is|wants|needs|asks for|requires|expects|uses)"
_LINKED = re.compile(
    rf"[\s*_\"(),:;=–—-]*(?:(?:if (?:it's|they want|you need|(?:the|your|this) \w+ {_WANTS})|for|when|in|with|the|as"
    rf"|that's"
    r"|that is|is|written|format|using|your|put|it's|it is)\b[\s*_\"(,:–—-]*)*"
)
"""Between a date in figures and the name of its format."""
_SEPARATED = r"\s?[,:;(–—-]\s*"
_THEN_DAY = re.compile(
    rf"\b(?P<month>{_MONTH})(?: (?P<year>{_YEAR}))?\s?(?:[,:;(–—-]|\son\b)\s*(?:[\w ]{{0,24}}?[:,]\s)?"
    rf"(?:(?:on|namely|to be exact,?|exactly|and) )*the (?P<day>\d{{1,2}}(?:st|nd|rd|th)|{_ORDINAL})\b"
    r"(?! (?:of (?!it\b|the month\b)|week|time|day|one|year|month)\b)"
)
"""A month, and then its day: `in April 2025, on the 1st`."""
_THEN_MONTH = re.compile(
    rf"\b(?P<year>{_YEAR}){_SEPARATED}"
    rf"(?:(?:in|namely|specifically|more precisely|to be (?:exact|precise)|early|late|mid)[,:]? )*(?:the month of )?"
    rf"(?P<month>{_MONTH})(?! \d)\b(?! {_YEAR})"
)
"""A year, and then its month: `summer 2024, June to be exact`."""
_YEAR_THEN = re.compile(
    rf"\b(?P<year>{_YEAR}){_SEPARATED}(?:on )?(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)?"
    rf" (?P<month>{_MONTH})\b(?! {_YEAR})"
)
"""A year, and then a day of it: `in 1976, on 1 November`."""
_BRACKETED = re.compile(rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?(?P<month>{_MONTH}) \((?P<year>{_YEAR})\)")
"""A date with its year in brackets: `28 June (2025)`."""
_TRIGGERS = re.compile(
    rf"month|mm|\byy|day (?:first|then)|format|style|notation|\border\b|{_YEAR}\s?[,:;(–—-]|\({_YEAR}|[/|] ?[a-z]"
    rf"|\bthe (?:\d|[a-z-]+th\b|first|second|third)"
)
"""Words and marks without which no date is in fields, in steps or has a format."""


def with_fields(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """The dates of a text, with those that are given in fields or steps in place of their parts.

    Args:
        lowered: Case-folded text.
        mentions: The dates that were found in it; those in figures of unclear order have no granularity.

    Example:
        >>> [one.value for one in with_fields("day: 1, month: 11, year: 1976", [])]
        ['1976-11-01']
        >>> [one.value for one in with_fields("11/01/1976 (mm/dd/yyyy)", [])]
        ['1976-11-01']
    """
    if not _TRIGGERS.search(lowered):
        return mentions
    whole = [*_in_fields(lowered), *_in_tables(lowered), *_in_formats(lowered), *_in_steps(lowered)]
    if not whole:
        return mentions
    apart = [one for one in mentions if not any(date.start < one.end and one.start < date.end for date in whole)]
    return sorted([*apart, *whole], key=lambda one: one.start)


_IF_FORMAT = re.compile(
    rf"\b(?:if|when|where|in case) (?:it's|it is|they (?:want|use)|you need|(?:the|your|this) \w+(?: \w+)? {_WANTS})"
    rf"(?: it)?(?: in| as)? ?\"?(?={_DAY_FIRST}|{_MONTH_FIRST})"
)
"""A condition that only names a format."""


def without_format_conditions(lowered: str) -> str:
    """The text with blanks in place of conditions that only name a format: `if it's dd/mm/yyyy: 01/11/1976`.

    Example:
        >>> without_format_conditions("if it's dd/mm/yyyy: 01/11/1976").strip()
        'dd/mm/yyyy: 01/11/1976'
    """
    return _IF_FORMAT.sub(lambda match: " " * len(match[0]), lowered)


def _in_fields(lowered: str) -> Iterator[Mention]:
    """Dates whose parts stand behind their labels, side by side."""
    run: list[re.Match[str]] = []
    fields = [*_FIELD.finditer(lowered)] or [*_BEHIND.finditer(lowered)]
    for match in [*fields, None]:
        goes_on = (
            match is not None
            and run
            and _BETWEEN.fullmatch(lowered, run[-1].end(), match.start())
            and _kind(match) not in [_kind(one) for one in run]
        )
        if goes_on and match is not None:
            run.append(match)
            continue
        if run:
            yield from _joined({_kind(one): one["value"] for one in run}, run[0].start(), run[-1].end())
        run = [match] if match is not None else []


def _kind(field: re.Match[str]) -> str:
    return _LABELS.get(field["label"], "year")


_BEHIND = re.compile(
    rf"(?<![\w/.-])(?P<value>\d{{1,4}}(?:st|nd|rd|th)?|{_MONTH}) (?:for|as|in|under) (?:the )?(?:box "
    rf"|field )?\"?(?P<label>day|month|year)\b"
)
"""A part of a date before its label: `11 for the month`."""
_SLASHED = re.compile(
    rf"(?<![\w/.-])(?P<day>\d{{1,2}})(?:st|nd|rd|th)? ?[/|.] ?(?P<month>{_MONTH}) ?[/|.] ?(?P<year>{_YEAR})(?!\w)"
)
"""A day, a month in letters and a year with slashes between them."""


def _joined(parts: dict[str, str], start: int, end: int) -> Iterator[Mention]:
    """The date of which the parts are given; none without both month and year."""
    if "month" not in parts or "year" not in parts or not re.fullmatch(_YEAR, parts["year"]):
        return
    yield from _dated(parts["year"], parts["month"], parts.get("day", ""), start, end)


def _dated(year: str, month: str, day: str, start: int, end: int) -> Iterator[Mention]:
    number = int(month) if month.isdigit() else _number_of(month)
    which = day_number(day)
    if not 1 <= number <= len(_MONTHS) or not 0 <= which <= 31 or (day and not which):
        return
    head = f"{year or '-'}-{number:02d}"
    yield Mention(f"{head}-{which:02d}", start, end, "day") if which else Mention(head, start, end, "month")


def _number_of(month: str) -> int:
    return next((at for at, name in enumerate(_MONTHS, 1) if name.startswith(month[:3])), 0)


def _in_tables(lowered: str) -> Iterator[Mention]:
    """Dates in rows of tables that have columns for day, month and year."""
    for row in table_rows(lowered):
        kinds = [_LABELS.get(head, head) for head in row.heads]
        parts = {
            kind: lowered[low:high].strip(" *_")
            for kind, (low, high) in zip(kinds, row.cells, strict=False)
            if kind in ("day", "month", "year")
        }
        is_read = all(value.isdigit() or _number_of(value) or day_number(value) for value in parts.values())
        if is_read:
            yield from _joined(parts, row.start, row.end)


def _in_formats(lowered: str) -> Iterator[Mention]:
    """Dates in figures whose order of day and month is named beside them."""
    formats = list(_FORMAT.finditer(lowered))
    if not formats:
        return
    for match in _FIGURES.finditer(lowered):
        beside = [one for one in formats if _is_linked(lowered, match, one)]
        if not beside or (match[2] == " " and len(match[4]) < _FULL_YEAR):
            continue
        named = min(beside, key=lambda one: (one.start() < match.start(), abs(one.start() - match.start())))
        day, month = (match[1], match[3]) if named["day"] else (match[3], match[1])
        year = match[4] if len(match[4]) == _FULL_YEAR else ("20" if int(match[4]) < _TURN else "19") + match[4]
        yield from _dated(year, month, day, *match.span())


def _is_linked(lowered: str, figures: re.Match[str], name: re.Match[str]) -> bool:
    """Whether the name of a format stands right before or behind a date in figures, and belongs to it."""
    low, high = (name.end(), figures.start()) if name.start() < figures.start() else (figures.end(), name.start())
    return 0 <= high - low <= _FORMAT_WITHIN and _LINKED.fullmatch(lowered, low, high) is not None


_FULL_YEAR = 4
_TURN = 70
"""Two-digit years below this belong to this century."""


def _in_steps(lowered: str) -> Iterator[Mention]:
    """Dates that name a month and then its day, or a year and then what it is of it."""
    found = [
        match
        for pattern in (_SLASHED, _BRACKETED, _YEAR_THEN, _THEN_DAY, _THEN_MONTH)
        for match in pattern.finditer(lowered)
    ]
    taken: list[re.Match[str]] = []
    for match in found:
        if any(one.start() < match.end() and match.start() < one.end() for one in taken):
            continue
        taken.append(match)
        parts = match.groupdict()
        yield from _dated(parts.get("year") or "", str(parts["month"]), parts.get("day") or "", *match.span())
