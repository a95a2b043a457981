"""Reads values in tables: a row's other cells and the heads of its columns say whether a value holds.

`| Oslo | until May |` tells the past, `| Oslo | no |` denies Oslo, and a row that says yes leaves the silent rows of
its table out, and so does the only row in bold. A column headed `Before` or `Old` tells the past too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from regulars.rewards.assertions.body import TableRow, table_rows
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Mention

CROSSES = "✗✘❌✖🚫👎"
"""Marks before what does not hold, or is not wanted."""
_NO = re.compile(
    r"[\W_]*(?:no|not|nope|never|none|out|rejected|ruled out|dropped|passed over|discarded|struck|denied|false"
    r"|wrong|invalid"
    r"|(?:what )?i (?:\w+ )?(?:said|wrote|claimed|assumed|had)|my (?:mistake|claim|error)|claim(?:ed)?|premise"
    r"|assumption"
    rf"|n/a|too|x)\b|[\s*_]*(?:[–—{CROSSES}×-]|$)"
)
_YES = re.compile(
    r"[\s*_]*(?:✅|✓|✔|☑|👍|⭐|🏆|←|👈|➡|→)|[\W_]*(?:yes|yep|chosen|picked?|my (?:pick|choice)|winner|selected"
    r"|current(?:ly)?"
    r"|now|today|present|still|valid|open|active|in use|final|confirmed|new|latest|this one|true|right|correct"
    r"|recommended"
    r"|yours|your own|since)\b"
)
_PAST = re.compile(
    r"\b(?:former(?:ly)?|previous(?:ly)?|old|earlier|past|(?:(?:un)?till?|up to) (?:\w+ )?(?:\d+|recently|then|last|jan"
    r"|feb|mar|apr|may"
    r"|jun|jul|aug|sep|oct|nov|dec)\w*|before|outdated|out of date|superseded|replaced|no longer"
    r"|not (?:you )?any ?(?:more|longer)|ended|gone|used to|originally|initially|history"
    r"|expired|closed|cancelled|sold|given up|obsolete|archived)\b"
)
_NOW = re.compile(r"\b(?:now|current(?:ly)?|today|new|present|latest|still|since|as of|after|these days)\b")
_DATED = re.compile(r"\b(?:on|dates?|when|since|from|day)\b", re.IGNORECASE)
"""The head of a column of dates: they say nothing about the row's values."""
_DETAIL = re.compile(
    r"\b(?:phones?|tel|telephone|mobile|e-?mail|contact|address|postcode|website|url|fax|room|hours|notes?|remarks?"
    r"|comments?|details?|policy|reference|ref|account|numbers?)\b",
    re.IGNORECASE,
)
"""The head of a column of further details: that one is missing says nothing about the row's value."""
_BLANK = re.compile(r"(?:[\s*_.–—?-]|n/?a|tb[acd]|unknown|empty|blank)*")
"""A cell that is left open; where no other row names a value, it denies none."""
_WAS, _IS = re.compile(r"\W*(?:was|were|then)\W*"), re.compile(r"\W*(?:is|are)\W*")
_BOLD = re.compile(r"\*\*\w|__\w")


def settle_tables(lowered: str, mentions: Sequence[Mention], found: list[AssertionStatus]) -> None:
    """Changes the statuses `found` of the values in tables and labelled lines, in place."""
    _settle_lines(lowered, mentions, found)
    if len(mentions) > 1 and "\n" in lowered:
        _settle_marks(lowered, mentions, found)
        _settle_periods(lowered, mentions, found)
    if lowered.count("|") < 2:
        return
    starts = [mention.start for mention in mentions]
    rows = [(row, range(bisect_left(starts, row.start), bisect_left(starts, row.end))) for row in table_rows(lowered)]
    rows = [(row, inside) for row, inside in rows if inside]
    told = {row.start: _row_status(lowered, row, inside, mentions, is_only=len(rows) == 1) for row, inside in rows}
    bold = [row for row, _ in rows if _BOLD.search(lowered, row.start, row.end)]
    if len(bold) == 1 < len(rows) and told[bold[0].start] is None:
        told[bold[0].start] = AssertionStatus.CURRENT
    says_yes = any(status is AssertionStatus.CURRENT for status in told.values())
    for row, inside in rows:
        status = told[row.start]
        for index in inside:
            of_column = _column_status(row, row.cell_at(mentions[index].start))
            if of_column is not None:
                found[index] = of_column
            elif status is not None:
                found[index] = status
            elif says_yes and found[index] is AssertionStatus.CURRENT:
                found[index] = AssertionStatus.DENIED


_BEGINS_LINE = re.compile(r"(?:^|\n)[ \t>*•\d.)_-]*$")
_SAYS = re.compile(r"[ \t*_\"']*(?::|–|—|-|→|->|=|\()[ \t*_]*([^\n]+)")


_CROSSED = re.compile(rf"(?:^|\n)[ \t>*•\d.)_-]*(?:[{CROSSES}]|\[ \])\ufe0f?[ \t*_]*$")
_TICKED = re.compile(r"(?:^|\n)[ \t>*•\d.)_-]*(?:✅|✔|✓|☑|👍|⭐|🏆|\[x\])")
_PERIOD_ENDED = re.compile(
    r"(?:^|\n)[ \t>*•)_-]*(?:up (?:to|until|till)|until|till|to|before|prior to|through|former(?:ly)?|previous(?:ly)?"
    r"|old|earlier|at first|originally|initially)\b(?! now\b)[^\n:|]{0,40}:[ \t*_]*$"
)
_PERIOD_BEGUN = re.compile(
    r"(?:^|\n)[ \t>*•)_-]*(?:since|from|after|as of|now|today|current(?:ly)?|these days|new|at present)\b"
    r"[^\n:|]{0,40}:[ \t*_]*$"
)


def _settle_marks(lowered: str, mentions: Sequence[Mention], found: list[AssertionStatus]) -> None:
    """Denies values behind a cross at the beginning of their line, where other lines are ticked."""
    if _TICKED.search(lowered) is None:
        return
    for index, mention in enumerate(mentions):
        if _CROSSED.search(lowered, max(mention.start - 16, 0), mention.start):
            found[index] = AssertionStatus.DENIED


def _settle_periods(lowered: str, mentions: Sequence[Mention], found: list[AssertionStatus]) -> None:
    """Ages values in lines labelled by a time that is over (`Up to May: Oslo`), before one of the time since."""
    begun = -1
    for index in range(len(mentions) - 1, -1, -1):
        start = mentions[index].start
        low = max(start - 64, 0)
        if found[index] is not AssertionStatus.CURRENT:
            continue
        if _PERIOD_BEGUN.search(lowered, low, start):
            begun = index
        elif begun < 0 or mentions[index].value == mentions[begun].value:
            continue
        elif _PERIOD_ENDED.search(lowered, low, start):
            found[index] = AssertionStatus.PAST


def _settle_lines(lowered: str, mentions: Sequence[Mention], found: list[AssertionStatus]) -> None:
    """Reads lines such as `- Oslo: closed in May`, whose rest says whether the value holds."""
    for index, mention in enumerate(mentions):
        if found[index] is not AssertionStatus.CURRENT:
            continue
        if not _BEGINS_LINE.search(lowered, max(mention.start - 12, 0), mention.start):
            continue
        rest = _SAYS.match(lowered, mention.end)
        if rest is None or (index + 1 < len(mentions) and mentions[index + 1].start < rest.end()):
            continue
        if _PAST.match(rest[1]):
            found[index] = AssertionStatus.PAST
        elif _NO.match(rest[1]):
            found[index] = AssertionStatus.DENIED


def _row_status(
    lowered: str, row: TableRow, inside: Sequence[int], mentions: Sequence[Mention], *, is_only: bool
) -> AssertionStatus | None:
    """What the other cells of a row, perhaps the only one with values, say of its values; None if they say nothing."""
    taken = {row.cell_at(mentions[index].start) for index in inside}
    no = past = False
    for at, (start, end) in enumerate(row.cells):
        head = row.heads[at] if at < len(row.heads) else ""
        if at in taken or _DATED.search(head):
            continue
        cell = lowered[start:end]
        if (not at and not cell) or ((is_only or _DETAIL.search(head)) and _BLANK.fullmatch(cell)):
            continue
        if _YES.match(cell):
            return AssertionStatus.CURRENT
        if _PAST.search(cell):
            past = True
        elif _NOW.search(cell):
            return AssertionStatus.CURRENT
        elif _NO.match(cell):
            no = True
    if past:
        return AssertionStatus.PAST
    return AssertionStatus.DENIED if no else None


def _column_status(row: TableRow, at: int) -> AssertionStatus | None:
    """What the head of a column says of its cells, in a table with columns for before and now."""
    heads = row.heads
    if at >= len(heads):
        return None
    if _WAS.fullmatch(heads[at]) and any(_IS.fullmatch(head) for head in heads):
        return AssertionStatus.PAST
    others = [head for index, head in enumerate(heads) if index != at]
    if _PAST.search(heads[at]) and any(_NOW.search(head) for head in others):
        return AssertionStatus.PAST
    if _NOW.search(heads[at]) and any(_PAST.search(head) for head in others):
        return AssertionStatus.CURRENT
    return None
