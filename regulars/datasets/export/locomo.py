"""Writes conversations as LoCoMo's `locomo10.json` (arXiv 2402.17753), which `regulars.datasets.locomo` reads.

A conversation of a person with an assistant has `Assistant` as its second speaker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.export.history import extra_of
from regulars.datasets.export.output import ExportCounts, write_list
from regulars.datasets.export.source import ExportSource
from regulars.datasets.locomo import CATEGORIES, joined
from regulars.dialogue import ASSISTANT, is_session_id
from regulars.errors import DataError
from regulars.memory.context_line import ASSISTANT_NAME
from regulars.scenarios.world import Probe, RecordedTurn, Scenario

_CODES = {name: code for code, name in CATEGORIES.items()}
_INDENT = 2


@dataclass(frozen=True, slots=True)
class LoCoMoExport:
    """The format `locomo`: one JSON list of conversations of two speakers."""

    drops: ClassVar[tuple[str, ...]] = (
        "clock times of turns",
        "feedback",
        "sessions' purposes",
        "notes on people",
        "moments of questions",
        "kinds of questions that LoCoMo lacks",
        "whom a question is about",
        "further right answers",
        "evidence by session",
        "further sets of evidence",
        "marks of rubrics",
        "licence and other marks",
        "issues",
    )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes all conversations of two speakers to one file."""
        written = ExportCounts()
        write_list(out, self._entries(source, written), _INDENT)
        return written

    def _entries(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for scenario in source.conversations():
            speakers = _speakers(scenario)
            if len(speakers) > 2:
                written.left_out["conversations of more than two speakers"] += 1
                continue
            if len(set(speakers.values())) < 2:
                written.left_out["conversations of two speakers with the same name"] += 1
                continue
            written.wrote["conversations"] += 1
            written.wrote["turns"] += sum(len(session.turns) for session in scenario.sessions)
            written.wrote["questions"] += len(scenario.probes)
            yield _entry(scenario, speakers)
        if not written.wrote:
            raise DataError(
                "no conversation can be written", where=str(source.path), expected="conversations of two speakers"
            )


def _speakers(scenario: Scenario) -> dict[str, str]:
    """The names of the two speakers by id, persons before the assistant; more if more than two speak."""
    said = {turn.speaker for session in scenario.sessions for turn in session.turns}
    names = {person.id: person.name for person in scenario.persons}
    if ASSISTANT in said or len(names) < 2:
        names[ASSISTANT] = ASSISTANT_NAME
    return names


def _entry(scenario: Scenario, speakers: dict[str, str]) -> dict[str, Any]:
    extra = extra_of(scenario, "locomo")
    whole = extra.get("", {})
    first, second = speakers.values()
    conversation: dict[str, Any] = {"speaker_a": first, "speaker_b": second}
    for session in scenario.sessions:
        conversation[f"session_{session.number}_date_time"] = _moment(session.start)
        conversation[f"session_{session.number}"] = [
            _turn(turn, speakers, extra.get(turn.id, {})) for turn in session.turns
        ]
    return {
        "qa": [_question(probe, extra.get(probe.id, {})) for probe in scenario.probes],
        "conversation": conversation | whole.get("conversation", {}),
        **{key: value for key, value in whole.items() if key != "conversation"},
        "sample_id": scenario.marks.get("sample_id", scenario.id),
    }


def _turn(turn: RecordedTurn, speakers: dict[str, str], extra: dict[str, Any]) -> dict[str, Any]:
    line = {"speaker": speakers[turn.speaker], "dia_id": _dia_id(turn.id), "text": turn.text}
    was_edited = joined(extra | {"text": extra.get("text", turn.text)}) != turn.text
    return line if was_edited else line | extra


def _question(probe: Probe, extra: dict[str, Any]) -> dict[str, Any]:
    written: dict[str, Any] = {"question": probe.question}
    if probe.answerable:
        written["answer"] = probe.gold
    cited = probe.evidence[0] if probe.evidence else ()
    written["evidence"] = [_dia_id(id) for id in cited if not is_session_id(id)]
    written["category"] = _CODES.get(probe.kind) or _category(probe)
    return written | extra


def _category(probe: Probe) -> int:
    """The category of a question whose kind LoCoMo does not know, by what makes it hard."""
    if not probe.answerable:
        return _CODES["adversarial"]
    if "tempor" in probe.kind:
        return _CODES["temporal"]
    return _CODES["multi-hop" if probe.evidence and len(probe.evidence[0]) > 1 else "single-hop"]


def _dia_id(turn: str) -> str:
    session, _, utterance = turn.partition(".")
    return f"D{int(session[1:])}:{int(utterance[1:])}"


def _moment(time: datetime) -> str:
    """A time as LoCoMo writes it, such as `1:56 pm on 8 May, 2023`."""
    return f"{time.hour % 12 or 12}:{time:%M} {'pm' if time.hour >= 12 else 'am'} on {time.day} {time:%B, %Y}"
