"""Writes conversations as RealMem's dialogues (arXiv 2601.06966), which `regulars.datasets.readers.realmem` reads.

Each conversation of one person with an assistant becomes a file, named as RealMem names its own. Questions that the
person asks in the conversation become queries; RealMem has no place for others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.export.history import extra_of, has_several_people
from regulars.datasets.export.output import ExportCounts, replacing
from regulars.datasets.export.source import ExportSource
from regulars.datasets.readers.realmem import KINDS, QUERIES, SESSIONS
from regulars.dialogue import ASSISTANT, count_tokens, session_id
from regulars.errors import DataError
from regulars.scenarios.memory_points import memory_points
from regulars.scenarios.world import Probe, RecordedTurn, Scenario, Session
from regulars.seeding import content_hash

ENDING = "_dialogues_256k.json"
_CATEGORIES = {kind: category for category, kind in KINDS.items()}
_INDENT = 2
_OTHERS = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class RealMemExport:
    """The format `realmem`: a folder with one JSON file for each conversation."""

    drops: ClassVar[tuple[str, ...]] = (
        "clock times of turns",
        "feedback",
        "sessions' purposes",
        "notes on people",
        "out-of-band questions",
        "kinds of questions that RealMem lacks",
        "reference answers",
        "further right answers",
        "evidence by turn",
        "further sets of evidence",
        "options of multiple choice",
        "marks of rubrics",
        "unanswerable questions",
        "licence and other marks",
        "issues",
    )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the folder.

        Raises:
            DataError: No conversation is of one person with an assistant.
        """
        written = ExportCounts()
        with replacing(out, folder=True) as part:
            taken: set[str] = set()
            for scenario in source.conversations():
                if has_several_people(scenario) or not _has_assistant(scenario):
                    written.left_out["conversations that are not of one person with an assistant"] += 1
                    continue
                file = _RealMemFile(scenario)
                text = json.dumps(file.content, indent=_INDENT, ensure_ascii=False)
                (part / _free_name(file.name, taken)).write_text(text, encoding="utf-8")
                written.wrote["conversations"] += 1
                written.wrote["queries"] += file.asked
                if beside := len(scenario.probes) - file.asked:
                    written.left_out["out-of-band questions"] += beside
            if not written.wrote:
                raise DataError(
                    "no conversation can be written",
                    where=str(source.path),
                    expected="conversations of one person with an assistant",
                )
        return written


def _free_name(person: str, taken: set[str]) -> str:
    """The name of a file for a person, without what a path could mean; numbered if it is taken."""
    stem = name = _OTHERS.sub("_", person).strip("_") or "Person"
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}_{number}"
    taken.add(name.casefold())
    return f"{name}{ENDING}"


def _has_assistant(scenario: Scenario) -> bool:
    return any(turn.speaker == ASSISTANT for session in scenario.sessions for turn in session.turns)


class _RealMemFile:
    """The content of one file."""

    def __init__(self, scenario: Scenario) -> None:
        self.extra = extra_of(scenario, "realmem")
        marks = scenario.marks if scenario.suite.startswith("realmem@") else {}
        headings = json.loads(marks.get(SESSIONS, "[]"))
        self.headings = headings if len(headings) == len(scenario.sessions) else []
        self.scenario = scenario
        speaker = {turn.speaker for session in scenario.sessions for turn in session.turns} - {ASSISTANT}
        person = next((one.name for one in scenario.persons if one.id in speaker), scenario.persons[0].name)
        self.name = marks.get("sample_id") or person
        self.uuids = {
            session_id(session.number): self._heading(session)["session_uuid"] for session in scenario.sessions
        }
        self.points: dict[int, list[dict[str, Any]]] = {}
        self._list_points()
        self.fields = {(one["session"], one["turn"]): one for one in json.loads(marks.get(QUERIES, "[]"))}
        self.asked = 0
        dialogues = [self._session(session) for session in scenario.sessions]
        self.content = {"_metadata": self._metadata(marks), "dialogues": dialogues}

    def _metadata(self, marks: Mapping[str, str]) -> dict[str, Any]:
        if "metadata" in marks:
            found: dict[str, Any] = json.loads(marks["metadata"])
            return found
        sessions = self.scenario.sessions
        tokens = sum(count_tokens(turn.text) for session in sessions for turn in session.turns)
        return {"person_name": self.name, "total_sessions": len(sessions), "total_tokens": tokens}

    def _heading(self, session: Session) -> dict[str, str]:
        if self.headings:
            found: dict[str, str] = self.headings[session.number - 1]
            return found
        return {
            "session_identifier": f"Life_1:S{session.number}_01",
            "session_uuid": content_hash(f"{self.scenario.id} {session.number}", 8),
            "current_time": f"{session.start:%Y-%m-%d (%A)}",
        }

    def _session(self, session: Session) -> dict[str, Any]:
        asked = self._queries(session)
        lines = [self._turn(turn) for turn in session.turns]
        for place, probe in asked.items():
            self.asked += 1
            query, reply = lines[place], lines[place + 1] if place + 1 < len(lines) else {}
            known = self.fields.get((session.number, place + 1), {})
            query |= {
                "is_query": True,
                "query_id": known.get("query_id") or f"Q-{self.asked:04}",
                "topic": known.get("topic") or "Life",
                "category_name": _CATEGORIES.get(probe.kind) or _category(probe),
                "session_type": known.get("session_type")
                or ("multi_session" if _is_over_sessions(probe) else "single_session"),
            }
            if reply.get("speaker") == "Assistant":
                cited = dict.fromkeys(id.partition(".")[0] for id in (probe.evidence[0] if probe.evidence else ()))
                reply |= {
                    "memory_used": known.get("memory_used", []),
                    "memory_session_uuids": [self.uuids[id] for id in cited],
                }
        for turn, line in zip(session.turns, lines, strict=True):
            kept = self.extra.get(turn.id, {})
            line |= kept if kept.get("content", turn.text).strip() == turn.text else {}
        return {
            **self._heading(session),
            "dialogue_turns": lines,
            "extracted_memory": self.points.get(session.number, []),
        }

    def _queries(self, session: Session) -> dict[int, Probe]:
        """The questions that lines of the session ask, by the place of the line."""
        ids = [turn.id for turn in session.turns]
        found: dict[int, Probe] = {}
        for probe in self.scenario.probes:
            if probe.before in ids:
                for place in range(len(ids)):
                    turn = session.turns[place]
                    if place not in found and turn.speaker != ASSISTANT and turn.text == probe.question:
                        found[place] = probe
                        break
        return found

    def _turn(self, turn: RecordedTurn) -> dict[str, Any]:
        speaker = "Assistant" if turn.speaker == ASSISTANT else "User"
        return {"speaker": speaker, "is_query": False, "content": turn.text, "query_id": None}

    def _list_points(self) -> None:
        turns = [turn for session in self.scenario.sessions for turn in session.turns]
        texts = {turn.id: self.extra.get(turn.id, {}).get("content", turn.text) for turn in turns}
        for point in memory_points(self.scenario):
            self.points.setdefault(point.session, []).append(
                {
                    "index": point.id,
                    "type": point.kind.title(),
                    "content": point.text,
                    "source_turn": point.source,
                    "source_content_snapshot": point.snapshot or texts.get(point.turn, ""),
                    "source_role_snapshot": point.role,
                    "session_uuid": self.uuids.get(session_id(point.session), ""),
                }
            )


def _is_over_sessions(probe: Probe) -> bool:
    return len({id.partition(".")[0] for ids in probe.evidence[:1] for id in ids}) > 1


def _category(probe: Probe) -> str:
    """The category of a question whose kind RealMem does not know."""
    if "tempor" in probe.kind:
        return "Temporal-reasoning"
    return "Dynamic Updating" if "updat" in probe.kind else "Dynamic Incremental"
