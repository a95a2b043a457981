"""Reads RealMem's dialogues as recorded scenarios: one person's projects over many sessions, with noise sessions.

Each file is one scenario. Queries become recorded questions whose evidence is whole sessions. The identifier of a
session names its project, so it stands in a mark and never in a text that a memory sees.

Source: "RealMem: Benchmarking LLMs in Real-World Memory-Driven Interaction", arXiv 2601.06966.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.readers.memory_points import MARK, MemoryPoint, to_mark
from regulars.datasets.recording import RecordedTalk, Recording
from regulars.datasets.source import open_source
from regulars.dialogue import ASSISTANT, turn_id
from regulars.errors import ConfigurationError
from regulars.scenarios.world import Scenario

KINDS = {
    "Dynamic Incremental": "dynamic-incremental",
    "Dynamic Updating": "dynamic-updating",
    "Temporal-reasoning": "temporal-reasoning",
    "Implicit Preference": "implicit-preference",
}
"""The query categories, and the names that `Probe.kind` holds."""

POINT_TYPES = ("Dynamic", "Static", "Schedule")
LICENCE = "Apache-2.0"
NOISE = "Enhanced"
"""The project of sessions that were added as noise, as `session_identifier` begins."""

SESSIONS = "sessions"
"""The mark with identifier, uuid and date of each session, as a JSON list."""
QUERIES = "queries"
"""The mark with the fields of queries that no question has, as a JSON list: place, id, topic, type, memories used."""

_EXPECTED = "RealMem's file: an object with _metadata and dialogues, a list of sessions with dialogue_turns"
_SPEAKERS = ("User", "Assistant")
_FIRST_HOUR = time(8, tzinfo=UTC)
_HORIZONS = ("session", "turn")


def read(path: str | Path, horizon: str = "session") -> list[Scenario]:
    """Reads the file of one person.

    Args:
        path: A file such as `Lin_Wanyu_dialogues_256k.json`.
        horizon: `session` asks each query before its session begins, as RealMem evaluates. `turn` asks it before its
            recorded reply, when the memory has seen the earlier turns of the session.

    Returns:
        A list of one scenario. Dates have no clock in the file, so the first session of a day begins at 8:00 UTC and
        the next ones an hour later each.

    Raises:
        DataError: The file cannot be read or is in another format. The message names the session and the key.
        ConfigurationError: The horizon is unknown.
    """
    if horizon not in _HORIZONS:
        raise ConfigurationError(f"unknown horizon {horizon!r}", where="realmem", expected=" or ".join(_HORIZONS))
    source = open_source(path)
    place = Field(str(source.path), _EXPECTED)
    content = place.object(source.json(_EXPECTED))
    metadata = place.need(content, "_metadata", dict)
    name = place.at("_metadata").name(metadata, "person_name")
    sessions: list[Any] = place.need(content, "dialogues", list)
    if not sessions:
        raise place.wrong("the file has no sessions")
    made = Recording(
        f"realmem@{source.sha256[:8]}",
        name,
        licence=LICENCE,
        marks={"sample_id": name, "sha256": source.sha256, "metadata": json.dumps(metadata, ensure_ascii=False)},
    )
    _Dialogues(made, place, horizon).fill(sessions)
    return [made.scenario()]


class _Dialogues:
    """Fills the recording of one person with sessions, queries and memory points."""

    def __init__(self, made: Recording, place: Field, horizon: str) -> None:
        self.made = made
        self.place = place
        self.by_turn = horizon == "turn"
        self.person = made.person(made.name.replace("_", " "))
        self.on_day: Counter[date] = Counter()
        self.points: list[MemoryPoint] = []
        self.queries: list[dict[str, Any]] = []
        self.headings: list[dict[str, str]] = []

    def fill(self, sessions: Sequence[Any]) -> None:
        for number, session in enumerate(sessions, 1):
            where = self.place.at(f"session {number}")
            uuid: str = where.need(session, "session_uuid", str)
            where = where.at(uuid)
            identifier: str = where.need(session, "session_identifier", str)
            written: str = where.need(session, "current_time", str)
            turns: list[Any] = where.need(session, "dialogue_turns", list)
            purpose = "noise" if identifier.partition(":")[0] == NOISE else "project"
            talk = self.made.session(self._start(where, written), uuid, purpose, self.person)
            for place, turn in enumerate(turns, 1):
                self._say(where.at(f"turn {place}"), talk, turn, f"{number}/{place}")
            if talk.has_words:
                heading = {"session_identifier": identifier, "session_uuid": uuid, "current_time": written}
                self.headings.append(heading)
            for place, turn in enumerate(turns, 1):
                if turn.get("is_query"):
                    self._ask(where.at(f"turn {place}"), f"{number}/", place, turns)
            self._keep_points(where, session, turns)
            self._keep_fields(turns)
        marks = {MARK: to_mark(self.points), SESSIONS: _listed(self.headings), QUERIES: _listed(self.queries)}
        self.made.marks |= marks

    def _start(self, where: Field, written: str) -> datetime:
        day = where.moment(written[:10], "%Y-%m-%d", such_as="2025-12-24 (Wednesday)").date()
        hours = self.on_day[day]
        self.on_day[day] += 1
        return datetime.combine(day, _FIRST_HOUR) + timedelta(hours=hours)

    def _say(self, where: Field, talk: RecordedTalk, turn: Any, id: str) -> None:
        speaker = where.one_of(turn, "speaker", _SPEAKERS)
        if "is_query" not in turn:
            self.made.note("field unreadable", f"turn {id} has no is_query; read as no query")
        where.maybe(turn, "is_query", bool)
        talk.say(ASSISTANT if speaker == "Assistant" else self.person, where.need(turn, "content", str), id)

    def _ask(self, where: Field, session: str, place: int, turns: Sequence[Mapping[str, Any]]) -> None:
        """Adds a query. Its reference is the recorded reply, a good answer among many."""
        turn = turns[place - 1]
        kind = KINDS[where.one_of(turn, "category_name", tuple(KINDS))]
        reply: Mapping[str, Any] = turns[place] if place < len(turns) and turns[place]["speaker"] == "Assistant" else {}
        gold = str(reply.get("content", "")).strip()
        used: list[Any] = where.maybe(reply, "memory_used", list) or []
        cited = where.texts(reply, "memory_session_uuids") if reply.get("memory_session_uuids") is not None else []
        first = next((at for at, one in enumerate(turns, 1) if _has_words(one)), place)
        self.made.ask(
            turn["content"],
            *([gold] if gold else []),
            kind=kind,
            sessions=cited or dict.fromkeys(where.need(one, "session_uuid", str) for one in used),
            rubric=True,
            before=f"{session}{(place + 1 if gold else place) if self.by_turn else first}",
        )
        self.queries.append(
            {
                "session": len(self.headings),
                "turn": place,
                "query_id": where.maybe(turn, "query_id", str),
                "topic": where.maybe(turn, "topic", str),
                "session_type": where.maybe(turn, "session_type", str),
                "memory_used": used,
            }
        )

    def _keep_fields(self, turns: Sequence[Mapping[str, Any]]) -> None:
        """Keeps for an export what no question holds, such as the memories that replies without a query use."""
        spoken = [(place, turn) for place, turn in enumerate(turns) if _has_words(turn)]
        for number, (place, turn) in enumerate(spoken, 1):
            kept = {"content": turn["content"]} if turn["content"] != turn["content"].strip() else {}
            if not place or not turns[place - 1].get("is_query"):
                kept |= {name: turn[name] for name in ("memory_used", "memory_session_uuids") if name in turn}
            if not turn.get("is_query") and turn.get("query_id") is not None:
                kept["query_id"] = turn["query_id"]
            if kept:
                self.made.extra[turn_id(len(self.headings), number)] = json.dumps(kept, ensure_ascii=False)

    def _keep_points(self, where: Field, session: Mapping[str, Any], turns: Sequence[Mapping[str, Any]]) -> None:
        listed: list[Any] = where.maybe(session, "extracted_memory", list) or []
        known = {point.id for point in self.points}
        for place, one in enumerate(listed, 1):
            at = where.at(f"memory {place}")
            id: str = at.need(one, "index", str)
            kind = at.one_of(one, "type", POINT_TYPES)
            source: int = at.need(one, "source_turn", int)
            snapshot = at.maybe(one, "source_content_snapshot", str) or ""
            if id in known:
                self.made.note("id repeated", f"memory point {shown(id)} stands twice; both are kept")
            known.add(id)
            number = len(self.headings)
            is_there = 1 <= source <= len(turns) and _has_words(turns[source - 1])
            if not is_there and kind != "Schedule":
                cites = f"memory point {shown(id)} cites turn {source} of {len(turns)}"
                self.made.note("evidence unknown", f"{cites}; kept without a turn")
            self.points.append(
                MemoryPoint(
                    id=id,
                    kind=kind.lower(),
                    text=self._statement(at, one, id),
                    session=number,
                    turn=turn_id(number, sum(map(_has_words, turns[:source]))) if is_there else "",
                    source=source,
                    role=at.maybe(one, "source_role_snapshot", str) or "",
                    snapshot="" if is_there and turns[source - 1]["content"] == snapshot else snapshot,
                )
            )

    def _statement(self, where: Field, point: Mapping[str, Any], id: str) -> str:
        """The words of a memory point. In the public files a few are objects."""
        content = point.get("content")
        if not isinstance(content, (dict, list)):
            return str(where.need(point, "content", str))
        self.made.note("field unreadable", f"memory point {shown(id)} holds an object; kept as JSON")
        return json.dumps(content, ensure_ascii=False)


def _listed(entries: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(list(entries), ensure_ascii=False)


def _has_words(turn: Mapping[str, Any]) -> bool:
    return bool(turn["content"].strip())
