"""RealMem's memory manager: extracts points on projects, the person and the calendar from a session.

Source: RealMem (arXiv 2601.06966) and its repository. After each session it extracts dynamic points (the state of
current work, `Confirmed` or `Draft`), static points (facts about the person) and schedule points (due dates). A later
correction wins, and a `yes` confirms the earlier proposal. Duplicates are discarded in batches of twenty; recurring
points are protected in the schedule. A model does each of these steps there. Here cues, claims and dates do.
"""

from __future__ import annotations

from calendar import IllegalMonthError, monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from regulars.calendar_text import find_dates
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.stated import proposals
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.text.cues import has_cue, opens_with
from regulars.memory.parts.view import View
from regulars.relative_dates import in_dates

DYNAMIC, STATIC, SCHEDULE = "dynamic", "static", "schedule"
"""The kinds of points."""

STATUS, DUE, RECURS = "status", "due", "recurs"
"""The fields of a point in `extra`: whether it is confirmed, when it is due, whether it recurs."""


@dataclass(frozen=True, slots=True)
class Points:
    """Extracts the points of a session.

    A person's statement is static if it makes claims, else dynamic and `Confirmed`. A proposal of the assistant is
    dynamic and a `Draft`. It is `Confirmed` if the person's next turn opens with a confirmation, and dropped if that
    turn opens with a rejection. A statement with a future or recurring date is also put on the schedule.

    Attributes:
        reader: Reads statements.
    """

    reader: StatementReader

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The points of a unit, in their original order."""
        for number, part in enumerate(unit.parts):
            if said_by_assistant(part):
                yield from _proposed(part, unit.parts[number + 1 :])
                continue
            for said in self.reader.statements(part):
                kind = STATIC if any(map(slot_of, said.claims)) else DYNAMIC
                point = replace(part, kind=kind, text=said.text, claims=said.claims, extra={})
                yield replace(point, extra={STATUS: "Confirmed"}) if kind == DYNAMIC else point
                yield from _scheduled(point)


def _proposed(part: Draft, after: list[Draft]) -> Iterator[Draft]:
    reply = next((later for later in after if not said_by_assistant(later)), None)
    if reply is not None and opens_with("rejection", reply.text):
        return
    for sentence in proposals(part):
        point = replace(part, kind=DYNAMIC, text=sentence, claims=(), extra={STATUS: "Draft"})
        if reply is not None and opens_with("confirmation", reply.text):
            point = replace(point, extra={STATUS: "Confirmed"}, basis=reply.sources)
        yield point


def _scheduled(point: Draft) -> Iterator[Draft]:
    """The schedule entry of a statement that names a recurring date, or one that is not over."""
    told = point.time.date()
    ends = [_ends(found.value, told) for found in find_dates(in_dates(point.text, told))]
    due = max((end for end in ends if end is not None), default=None)
    recurs = has_cue("recurring", point.text)
    if recurs or (due is not None and due >= told):
        extra = {DUE: due.isoformat() if due is not None else "", RECURS: recurs}
        yield replace(point, kind=SCHEDULE, claims=(), extra=extra)


def _ends(value: str, told: date) -> date | None:
    """The last day of a date; without a year, the first such day from `told` on. None if the date does not exist."""
    years = (told.year, told.year + 1) if value.startswith("--") else (0,)
    for year in years:
        end = _last_day([*filter(None, [year]), *map(int, value.lstrip("-").split("-"))])
        if end is not None and (not year or end >= told):
            return end
    return None


def _last_day(parts: list[int]) -> date | None:
    year, month, day = (*parts, 0, 0)[:3]
    month = month or 12
    try:
        return date(year, month, day or monthrange(year, month)[1])
    except (ValueError, IllegalMonthError):
        return None
