"""Reads a story in stages: values in the order of time, each with its date, of which the last one is in force.

`Oslo in March, Bergen in early May, Turku since the 9th` says Turku, however the words between tell it. A story counts
only if every value has a time, no time lies before the one told earlier, and nothing says that the last stage ended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.named_by_place import pointed_at
from regulars.rewards.verdicts.times.months import MONTH, MONTHS
from regulars.values import ValueType

_PARTS = {"early": 0.1, "start": 0.05, "beginning": 0.05, "mid": 0.5, "middle": 0.5, "late": 0.8, "end": 0.95}
_SEASONS = {"spring": 3.0, "summer": 6.0, "autumn": 9.0, "fall": 9.0}
_TIME = re.compile(
    r"\b(?:(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? |(?P<part>early|start|beginning|mid|middle|late|end)"
    r"(?:[ -]| of ))?(?P<month>" + MONTH + r")\b\.?(?: (?:the )?(?P<behind>\d{1,2})(?:st|nd|rd|th)?\b)?"
    r"(?:,? (?P<year>(?:19|20)\d\d)\b)?"
    r"|(?P<alone>(?:19|20)\d\d)\b"
    r"|the (?P<nth>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?" + MONTH + r"\b)"
    r"|(?:in|for|last|this|that|since|from|early|late) (?:the )?"
    r"(?P<season>spring|summer|autumn|fall)\b"
    r"|(?P<first>first|at first|initially|originally|to begin with|in the beginning|at the start"
    r"|(?:began|started) with)"
    r"|(?P<now>now|nowadays|today|these days|current(?:ly)?|at present|most recent(?:ly)?|latest)"
    r"|(?P<later>then|later|afterwards|after (?:that|which)|since|finally|eventually|in the end|lastly|last|ends?"
    r"|ended up))\b|(?P<arrow>→|[-=]>|➔|➜|»)"
)
"""A date or a word of order."""
_MONTH_MAY = re.compile(
    r"(?:in|since|by|until|till|from|to|of|during|on|through|around|last|this|and|or|[(,–|*\n-])\s*$|^\s*$"
)
"""Before `may`: it is the month."""
_ENDED = re.compile(
    r"\b(?:until|till|up to|used to|no longer|any ?more|quit|sold|stopped|cancell?ed|expired|over|gone|closed"
    r"|gave (?:it |that )?up|left|before|back to|return\w*|revert\w*|undid|undone|went back|not|never|\w+n't|if|might"
    r"|maybe|perhaps|plan\w*|want\w*|hop(?:e|es|ed|ing)|will|'ll|would|'d)\b"
    r"(?! (?:now|today|the present|this day|date|then)\b)"
)
"""Words around the last stage that say that it is over, undone or yet to come."""
_SENTENCE = re.compile(r"(?<!\bsept)(?<!\bjan)(?<!\bfeb)(?<!\baug)(?<!\boct)(?<!\bnov)(?<!\bdec)[.!?;\n](?=\s|$)")
_FEWEST, _MOST = 2, 20
"""The number of stages of a story."""
_AGAIN = re.compile(
    r"\b(?:back (?:to|at|in|on|with)|return\w*|revert\w*|undid|undone|again|re-?install\w*|cancell?ed|called off"
    r"|(?:the|your) (?:first|former|earlier|previous|original|old|second|third) (?:one|value|entry|place|choice))\b"
)
"""Words behind a story that take its last stage back."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A time at `text[start:end]`: in months since the year 0 or of a year, or only `first`, `later` or `now`."""

    start: int
    end: int
    month: float | None = None
    order: str = ""


def in_force(
    text: str, found: Sequence[Assertion], claims: list[Assertion], expectation: Expectation
) -> list[Assertion]:
    """The value that a reply points out by its place among those named, or the last stage of a story; else all claims.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        claims: Those that it asserts.
        expectation: What a right answer is; an earlier time has its own reading of stages.
    """
    if expectation.form != "value" or is_chinese(text):
        return claims
    holds = pointed_at(text, found)
    if not holds and not expectation.earlier and expectation.domain.type is not ValueType.DATE:
        holds = last_stage(text, found)
    return [one for one in found if one.value == holds and one.status in _TOLD][-1:] or claims


_TOLD = (AssertionStatus.CURRENT, AssertionStatus.PAST)


def last_stage(text: str, found: Sequence[Assertion]) -> str:
    """The value that is in force at the end of a story in which every value has its time; empty if there is none.

    Args:
        text: The reply.
        found: The values that it names, in text order.
    """
    told = [one for one in found if one.status in _TOLD]
    stages = [one for at, one in enumerate(told) if not at or told[at - 1].value != one.value]
    values = [one.value for one in stages]
    lowered = text.lower().replace("\u2019", "'")
    if not _FEWEST <= len(stages) <= _MOST or len(set(values)) < len(values) or len(lowered) != len(text):
        return ""
    times = _times(lowered, stages)
    before = [_between(times, low, one.start) for low, one in zip([0, *(s.end for s in stages)], stages, strict=False)]
    highs = [*(one.start for one in stages[1:]), _end_of_sentence(lowered, told[-1].end)]
    behind = [_between(times, one.end, high) for one, high in zip(stages, highs, strict=True)]
    if not before[0] and before[1] and before[1][-1].order == "arrow":
        before[0] = [_Moment(0, 0, order="first")]
    if all(before):
        runs = [run[-1] for run in before]
    elif all(behind[:-1]) and (behind[-1] or before[-1]):
        runs = [run[0] for run in behind[:-1]] + [(behind[-1] or before[-1])[0]]
    else:
        return ""
    if _is_emptied_out(lowered, stages, times):
        return ""
    if _ascends(runs):
        return told[-1].value if not _is_over(lowered, stages, told[-1]) else ""
    return told[0].value if _descends(runs) else ""


def _is_over(lowered: str, stages: Sequence[Assertion], last: Assertion) -> bool:
    """Whether words around the last stage say that it has ended, or words behind it that an earlier one came back."""
    begins = part_start(lowered, _SENTENCE, last.start)
    begins = max(begins, stages[-2].end, lowered.rfind(",", 0, last.start) + 1)
    ends = _end_of_sentence(lowered, last.end)
    if _ENDED.search(lowered, begins, last.start) or _ENDED.search(lowered, last.end, ends):
        return True
    return _AGAIN.search(lowered, last.end) is not None


_MOST_UNMARKED = 3
"""The most stages of a story that ends without a word of the present."""
_HOLDS = re.compile(
    r"\b(?:now|still|today|since|from|current\w*|stands?|holds?|latest|last|final\w*|ends?|to date|present"
    r"|onwards?|is|are|end)\b"
    r"|'(?:s|re)\b"
)
_IN_LINES = re.compile(r"→|[-=]>|\n[\s>*_]*(?:[-•–]|\d+[.)])?\s*\S")
"""Between stages: they are set out as a chain or a list."""
_FEWEST_STRAY, _SHORT = 3, 4
"""The number of short parts without stage or time that make a sentence a recital, and the most words of each."""


def _is_emptied_out(lowered: str, stages: Sequence[Assertion], times: Sequence[_Moment]) -> bool:
    """Whether a text recites what was heard: many short things besides the stages, or many stages and no end."""
    begins = part_start(lowered, _SENTENCE, stages[0].start)
    ends = _end_of_sentence(lowered, stages[-1].end)
    marks = [*((one.start, one.end) for one in stages), *((time.start, time.end) for time in times)]
    edges = [begins, *(comma.end() for comma in re.finditer(",", lowered[:ends]) if comma.end() > begins), ends]
    parts = [(low, high) for low, high in pairwise(edges) if len(lowered[low:high].split()) <= _SHORT]
    stray = [part for part in parts if not any(part[0] <= low < part[1] for low, _ in marks)]
    if len(stray) >= _FEWEST_STRAY and 2 * len(stray) > len(edges) - 1:
        return True
    if len(stages) <= _MOST_UNMARKED or _HOLDS.search(lowered, stages[-2].end):
        return False
    return not all(_IN_LINES.search(lowered, one.end, other.start) for one, other in pairwise(stages))


def _end_of_sentence(lowered: str, at: int) -> int:
    end = _SENTENCE.search(lowered, at)
    return end.start() if end else len(lowered)


def _times(lowered: str, stages: Sequence[Assertion]) -> list[_Moment]:
    """The times that a text names outside the values, in order."""
    times: list[_Moment] = []
    month = year = 0.0
    for match in _TIME.finditer(lowered):
        if any(one.start < match.end() and match.start() < one.end for one in stages):
            continue
        if match[0] == "may" and not _MONTH_MAY.search(lowered, max(match.start() - 10, 0), match.start()):
            continue
        at: float | None = None
        if match["month"]:
            day = match["day"] or match["behind"]
            year = float(match["year"]) if match["year"] else year
            month = float(MONTHS.index(match["month"][:3]))
            at = 12 * year + month + (int(day) / 32 if day else _PARTS.get(match["part"] or "", 0.0))
        elif match["alone"]:
            year = float(match["alone"])
            at = 12 * year
        elif match["nth"]:
            at = 12 * year + month + int(match["nth"]) / 32
        elif match["season"]:
            at = 12 * year + _SEASONS[match["season"]] - 1
        times.append(_Moment(*match.span(), at, match.lastgroup or ""))
    return times


def _between(times: Sequence[_Moment], low: int, high: int) -> list[_Moment]:
    return [time for time in times if low <= time.start and time.end <= high]


def _ascends(times: Sequence[_Moment]) -> bool:
    """Whether each time lies at or behind the one before; a year may turn once between autumn and spring."""
    if times[0].month is None and times[0].order != "first":
        return False
    turned = 0.0
    latest = times[0].month
    has_moved = latest is None
    for time in times[1:]:
        if time.order == "first" or (time.order == "now" and time is not times[-1]):
            return False
        if time.month is None or latest is None:
            has_moved = True
            latest = time.month if latest is None else latest
            continue
        month = time.month + turned
        if month < latest and not turned and latest < 12 and latest >= _AUTUMN and month <= _SPRING:
            turned, month = 12.0, month + 12
        if time.order == "season" and month < latest <= month + _SEASON:
            month = latest
        if month < latest:
            return False
        has_moved = has_moved or month > latest
        latest = month
    return has_moved


def _descends(times: Sequence[_Moment]) -> bool:
    """Whether each time is a date and lies before the one above it, as in a list with the newest entry on top."""
    months = [time.month for time in times]
    return all(one is not None and other is not None and one > other for one, other in pairwise(months))


_SEASON = 3
"""The number of months of a season."""
_SPRING, _AUTUMN = 4, 8
"""The last month in which a story that began in autumn may go on without naming the new year, and the first autumn."""
