"""Finds the defects of a LongMemEval file: repeated fillers, dates, citations, answers.

Source of the format: arXiv 2410.10813 and its published files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from regulars.data_faults import Place
from regulars.datasets.defects.defect import REMOVE, Defect, DefectClass, Edit, EntryOrder, control_characters, repeated
from regulars.datasets.defects.support import is_supported

ABSTENTION = "_abs"
"""The end of the ids of questions whose right answer is an abstention."""

LISTS = ("haystack_session_ids", "haystack_dates", "haystack_sessions")
"""The three lists of a history, which belong together entry by entry."""

TYPES = (
    *("single-session-user", "single-session-assistant", "single-session-preference"),
    *("multi-session", "temporal-reasoning", "knowledge-update"),
)
_PLAIN = "single-session-user"
"""The type whose answers stand in the evidence. Others may have to be inferred."""

_DATE = re.compile(r"(\d{4}/\d\d/\d\d) \(\w{3}\) (\d\d:\d\d)")


def is_longmemeval(content: Any) -> bool:
    """Whether a file's content is a list of LongMemEval questions."""
    needed = {"question_id", "question", "answer_session_ids", *LISTS}
    first = content[0] if isinstance(content, list) and content else None
    return isinstance(first, dict) and needed <= first.keys()


def longmemeval_defects(content: Sequence[Mapping[str, Any]]) -> Iterator[Defect]:
    """Yields the defects of a file in order."""
    for place in repeated([one["question_id"] for one in content]):
        where = (place, "question_id")
        yield Defect(DefectClass.DUPLICATE_ID, where, f"an earlier question has the id {content[place]['question_id']}")
    for place, one in enumerate(content):
        yield from _question(one, (place,))


def _question(one: Mapping[str, Any], where: Place) -> Iterator[Defect]:
    id = str(one["question_id"])
    yield from control_characters(id, (*where, "question_id"), "id")
    if one.get("question_type") not in TYPES:
        message = f"the question {id} has the type {one.get('question_type')!r}; expected {' or '.join(TYPES)}"
        yield Defect(DefectClass.FIELD_TYPE, (*where, "question_type"), message)
    abstains = id.endswith(ABSTENTION)
    if not abstains and one.get("answer") in (None, ""):
        yield Defect(DefectClass.NO_GOLD, (*where, "answer"), f"the question {id} has no answer")
    lengths = {name: len(one[name]) for name in LISTS}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} {length}" for name, length in lengths.items())
        yield Defect(DefectClass.FIELD_TYPE, where, f"the lists of question {id} have different lengths: {said}")
        return
    dates = [_moment(text) for text in one["haystack_dates"]]
    for place, moment in enumerate(dates):
        if moment is None:
            at = (*where, "haystack_dates", place)
            message = f"{one['haystack_dates'][place]!r} is no date such as '2023/05/30 (Tue) 23:40'"
            yield Defect(DefectClass.FIELD_TYPE, at, message)
    yield from _history(one, where, dates)
    yield from _evidence(one, where, dates, abstains=abstains)


def _moment(text: Any) -> datetime | None:
    match = _DATE.fullmatch(text) if isinstance(text, str) else None
    try:
        return datetime.strptime(f"{match[1]} {match[2]}", "%Y/%m/%d %H:%M") if match else None  # noqa: DTZ007  # the data names no zone
    except ValueError:
        return None


def _history(one: Mapping[str, Any], where: Place, dates: Sequence[datetime | None]) -> Iterator[Defect]:
    """Yields repeated and empty sessions, and dates that run backwards.

    The first of them has the edit that repairs all: repeated sessions are left out, and the others sorted by date.
    """
    ids, sessions = one["haystack_session_ids"], one["haystack_sessions"]
    again = set(repeated([[(turn.get("role"), turn.get("content")) for turn in session] for session in sessions]))
    found: list[Defect] = []
    for place in sorted(again):
        at = (*where, "haystack_sessions", place)
        found.append(Defect(DefectClass.DUPLICATE_FILLER, at, f"session {ids[place]!r} stands in the history already"))
    for place in repeated(ids):
        if place not in again:
            at = (*where, "haystack_session_ids", place)
            found.append(Defect(DefectClass.DUPLICATE_ID, at, f"an earlier session has the id {ids[place]!r}"))
    for place, session in enumerate(sessions):
        if not session:
            at = (*where, "haystack_sessions", place)
            found.append(Defect(DefectClass.EMPTY, at, f"session {ids[place]!r} has no turns"))
    latest: datetime | None = None
    for place, moment in enumerate(dates):
        if moment is not None and latest is not None and moment < latest:
            at = (*where, "haystack_dates", place)
            message = f"{one['haystack_dates'][place]} lies before the date of a session ahead"
            found.append(Defect(DefectClass.TIME_BACKWARDS, at, message))
        elif moment is not None:
            latest = moment
    kept = [place for place in range(len(ids)) if place not in again]
    known = [moment for moment in dates if moment is not None]
    if len(known) == len(dates):
        kept.sort(key=known.__getitem__)
    if found and kept != list(range(len(ids))):
        order = EntryOrder(tuple(kept))
        edits = tuple(Edit((*where, name), order) for name in LISTS)
        found[0] = Defect(found[0].kind, found[0].place, found[0].message, edits)
    yield from found


def _evidence(
    one: Mapping[str, Any], where: Place, dates: Sequence[datetime | None], *, abstains: bool
) -> Iterator[Defect]:
    id, cited = one["question_id"], one["answer_session_ids"]
    places: dict[str, int] = {}
    for place, session in enumerate(one["haystack_session_ids"]):
        places.setdefault(session, place)
    if not cited and not abstains:
        yield Defect(DefectClass.NO_TARGET, (*where, "answer_session_ids"), f"the question {id} cites no session")
    asked = _moment(one.get("question_date"))
    if asked is None:
        message = f"{one.get('question_date')!r} is no date such as '2023/05/30 (Tue) 23:40'"
        yield Defect(DefectClass.FIELD_TYPE, (*where, "question_date"), message)
    sound = [session for session in cited if session in places]
    for place, session in enumerate(cited):
        at = (*where, "answer_session_ids", place)
        when = dates[places[session]] if session in places else None
        if session not in places:
            edits = (Edit(at, REMOVE),) if sound else ()
            message = f"the question {id} cites {session!r}, which is no session of its history"
            yield Defect(DefectClass.EVIDENCE_UNKNOWN, at, message, edits)
        elif asked is not None and when is not None and when > asked:
            message = f"the question {id} is asked on {one['question_date']}, before its evidence {session!r}"
            yield Defect(DefectClass.EVIDENCE_LATER, at, message)
    for place in repeated(cited):
        at = (*where, "answer_session_ids", place)
        yield Defect(
            DefectClass.EVIDENCE_REPEATED, at, f"the question {id} cites {cited[place]!r} twice", (Edit(at, REMOVE),)
        )
    told = " ".join(turn["content"] for session in sound for turn in one["haystack_sessions"][places[session]])
    gold = "" if abstains or one.get("answer") is None else str(one["answer"])
    if one.get("question_type") == _PLAIN and sound and not is_supported(gold, told):
        message = f"no word of the answer {gold!r:.80} stands in the evidence of question {id}"
        yield Defect(DefectClass.GOLD_UNSUPPORTED, (*where, "answer"), message)
