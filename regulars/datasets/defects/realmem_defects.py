"""Finds the defects of a RealMem file: dates, citations, memory points, and fields that are missing.

RealMem names sources by a turn's number from 1, and keeps a copy of the turn's text. Points of the type Schedule have
no source and say -1. A question's evidence stands in the reply after it, as sessions (`memory_session_uuids`).
Source: arXiv 2601.06966 and its published files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from regulars.data_faults import Place
from regulars.datasets.defects.defect import REMOVE, Defect, DefectClass, Edit, control_characters, repeated

SCHEDULE = "Schedule"
NO_SOURCE = -1
SECOND = "~"
"""Separates a repeated id of a memory point from its count: the second point with the id `A-01` becomes `A-01~2`."""

_UUID = re.compile(r"[0-9a-f]{8}")
_QUERY = re.compile(r"Q-\d{4,}")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d) \(\w+\)")
_ASKED = ("topic", "category_name", "session_type")
"""Fields that each turn with a question has."""

_REQUIRED = {"session_uuid": str, "current_time": str, "dialogue_turns": list, "extracted_memory": list}


def is_realmem(content: Any) -> bool:
    """Whether a file's content is that of a RealMem person."""
    if not isinstance(content, dict) or not isinstance(content.get("dialogues"), list):
        return False
    first = content["dialogues"][:1]
    return bool(first) and isinstance(first[0], dict) and _REQUIRED.keys() <= first[0].keys()


def realmem_defects(content: Mapping[str, Any]) -> Iterator[Defect]:
    """Yields the defects of a file in order."""
    yield from control_characters(content.get("_metadata", {}).get("person_name"), ("_metadata", "person_name"), "name")
    sessions: Sequence[Mapping[str, Any]] = content["dialogues"]
    for key in ("session_uuid", "session_identifier"):
        for place in repeated([session.get(key) for session in sessions]):
            at: Place = ("dialogues", place, key)
            yield Defect(DefectClass.DUPLICATE_ID, at, f"an earlier session has the {key} {sessions[place][key]!r}")
    places: dict[str, int] = {}
    for place, session in enumerate(sessions):
        places.setdefault(session["session_uuid"], place)
    latest = ""
    points: Counter[str] = Counter()
    for place, session in enumerate(sessions):
        where: Place = ("dialogues", place)
        yield from _ids(session, where)
        yield from _date(session, where, latest)
        latest = max(latest, session["current_time"])
        if not session["dialogue_turns"]:
            yield Defect(DefectClass.EMPTY, where, "the session has no turns")
        for number, point in enumerate(session["extracted_memory"]):
            at = (*where, "extracted_memory", number)
            yield from _point_id(point, at, points)
            yield from _source(point, at, session)
    yield from _questions(sessions, places)


def _ids(session: Mapping[str, Any], where: Place) -> Iterator[Defect]:
    id = session["session_uuid"]
    if not _UUID.fullmatch(id):
        yield Defect(DefectClass.MALFORMED_ID, (*where, "session_uuid"), f"{id!r} is not eight hexadecimal digits")


def _date(session: Mapping[str, Any], where: Place, latest: str) -> Iterator[Defect]:
    """Yields a date that is not one, or that lies before the date of a session ahead; it takes over that date."""
    at = (*where, "current_time")
    written = session["current_time"]
    match = _DATE.fullmatch(written)
    try:
        known = match is not None and bool(date.fromisoformat(match[1]))
    except ValueError:
        known = False
    if not known:
        yield Defect(DefectClass.FIELD_TYPE, at, f"{written!r} is no date such as '2025-12-24 (Wednesday)'")
    elif written[:10] < latest[:10]:
        message = f"{written} lies before {latest}, the date of a session ahead"
        yield Defect(DefectClass.TIME_BACKWARDS, at, message, (Edit(at, latest),))


def _point_id(point: Mapping[str, Any], where: Place, points: Counter[str]) -> Iterator[Defect]:
    at, id = (*where, "index"), point["index"]
    yield from control_characters(id, at, "id")
    points[id] += 1
    if points[id] > 1:
        message = f"an earlier memory point has the id {id!r}"
        yield Defect(DefectClass.DUPLICATE_ID, at, message, (Edit(at, f"{id}{SECOND}{points[id]}"),))


def _source(point: Mapping[str, Any], where: Place, session: Mapping[str, Any]) -> Iterator[Defect]:
    """Yields a source turn that does not exist, and copies of it that differ."""
    source, copied, at = point["source_turn"], point.get("source_content_snapshot"), (*where, "source_turn")
    turns = session["dialogue_turns"]
    if not isinstance(point["content"], str):
        message = f"the content is a {type(point['content']).__name__}, not a text"
        yield Defect(DefectClass.FIELD_TYPE, (*where, "content"), message)
    if point.get("session_uuid") != session["session_uuid"]:
        there = (*where, "session_uuid")
        message = f"the point names session {point.get('session_uuid')!r}, and stands in {session['session_uuid']}"
        yield Defect(DefectClass.EVIDENCE_UNKNOWN, there, message, (Edit(there, session["session_uuid"]),))
    alike = [number for number, turn in enumerate(turns, 1) if turn["content"] == copied]
    moved: tuple[Edit, ...] = ()
    if len(alike) == 1:
        speaker = turns[alike[0] - 1]["speaker"]
        moved = (Edit(at, alike[0]),)
        if speaker != point.get("source_role_snapshot"):
            moved += (Edit((*where, "source_role_snapshot"), speaker),)
    if point["type"] == SCHEDULE:
        if source != NO_SOURCE:
            message = f"a Schedule point names source turn {source}; expected {NO_SOURCE}"
            yield Defect(DefectClass.SOURCE_RANGE, at, message, (Edit(at, NO_SOURCE),))
        return
    if type(source) is not int or not 1 <= source <= len(turns):
        message = f"the source turn is {source!r}; the session has turns 1 to {len(turns)}"
        yield Defect(DefectClass.SOURCE_RANGE, at, message, moved)
        return
    turn = turns[source - 1]
    if turn["content"] != copied:
        there = (*where, "source_content_snapshot")
        message = f"the copy of turn {source} is not its text"
        yield Defect(DefectClass.SNAPSHOT, there, message, moved or (Edit(there, turn["content"]),))
    elif turn["speaker"] != point.get("source_role_snapshot"):
        there = (*where, "source_role_snapshot")
        message = f"turn {source} is spoken by {turn['speaker']}, and the copy says {point.get('source_role_snapshot')}"
        yield Defect(DefectClass.SNAPSHOT, there, message, (Edit(there, turn["speaker"]),))


def _questions(sessions: Sequence[Mapping[str, Any]], places: Mapping[str, int]) -> Iterator[Defect]:
    asked: set[str] = set()
    for number, session in enumerate(sessions):
        turns = session["dialogue_turns"]
        for place, turn in enumerate(turns):
            where: Place = ("dialogues", number, "dialogue_turns", place)
            id = turn.get("query_id")
            if "is_query" not in turn:
                edit = Edit((*where, "is_query"), id is not None)
                yield Defect(DefectClass.FIELD_MISSING, where, "the turn has no field is_query", (edit,))
            if id is None:
                continue
            if not (isinstance(id, str) and _QUERY.fullmatch(id)):
                yield Defect(DefectClass.MALFORMED_ID, (*where, "query_id"), f"{id!r} is no id such as 'Q-0002'")
            if str(id) in asked:
                yield Defect(DefectClass.DUPLICATE_ID, (*where, "query_id"), f"an earlier question has the id {id!r}")
            asked.add(str(id))
            missing = [name for name in _ASKED if name not in turn]
            if missing:
                yield Defect(DefectClass.FIELD_MISSING, where, f"the question {id} has no field {', '.join(missing)}")
            reply = turns[place + 1] if place + 1 < len(turns) else {}
            at = ("dialogues", number, "dialogue_turns", place + 1)
            yield from _citations(str(id), reply, at, number, sessions, places)


def _citations(
    id: str,
    reply: Mapping[str, Any],
    where: Place,
    number: int,
    sessions: Sequence[Mapping[str, Any]],
    places: Mapping[str, int],
) -> Iterator[Defect]:
    """Yields the faulty citations of a question. One is removed where a sound one remains."""
    cited = reply.get("memory_session_uuids") or []
    if not cited:
        yield Defect(DefectClass.NO_TARGET, where[:-1], f"the question {id} cites no session")
        return
    sound = {uuid for uuid in cited if uuid in places and places[uuid] < number}
    again = repeated(cited)
    used = reply.get("memory_used") or []
    for place, uuid in enumerate(cited):
        at = (*where, "memory_session_uuids", place)
        edits: tuple[Edit, ...] = (Edit(at, REMOVE),) if sound else ()
        if sound and place not in again and uuid not in sound:
            edits += tuple(
                Edit((*where, "memory_used", other), REMOVE)
                for other, memory in enumerate(used)
                if memory.get("session_uuid") == uuid
            )
        if uuid not in places:
            yield Defect(
                DefectClass.EVIDENCE_UNKNOWN, at, f"the question {id} cites {uuid!r}, which is no session", edits
            )
        elif places[uuid] >= number:
            when = "its own session" if places[uuid] == number else "a later session"
            yield Defect(DefectClass.EVIDENCE_LATER, at, f"the question {id} cites {uuid}, {when}", edits)
        elif place in again:
            yield Defect(DefectClass.EVIDENCE_REPEATED, at, f"the question {id} cites {uuid} twice", edits)
    for place, memory in enumerate(used):
        uuid = memory.get("session_uuid")
        if uuid in places and all(
            point["content"] != memory.get("content") for point in sessions[places[uuid]]["extracted_memory"]
        ):
            message = f"the memory that the question {id} needs was not extracted from session {uuid}"
            yield Defect(DefectClass.GOLD_UNSUPPORTED, (*where, "memory_used", place), message)
