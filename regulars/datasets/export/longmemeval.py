"""Writes questions as LongMemEval's file (arXiv 2410.10813), which `regulars.datasets.readers.longmemeval` reads.

Each question is an instance with its own history: the sessions that the assistant has heard before it. Turns of the
sessions that hold evidence are marked with `has_answer`. Where several people speak, names stand before their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.export.history import as_messages, extra_of, heard_before
from regulars.datasets.export.output import ExportCounts, write_list
from regulars.datasets.export.source import ExportSource
from regulars.datasets.readers.longmemeval import TYPES
from regulars.dialogue import ASSISTANT, session_id
from regulars.errors import DataError
from regulars.scenarios.world import Probe, Scenario, Session

_INDENT = 4


@dataclass(frozen=True, slots=True)
class LongMemEvalExport:
    """The format `longmemeval`: one JSON list of questions, each with its history."""

    drops: ClassVar[tuple[str, ...]] = (
        "clock times of turns",
        "feedback",
        "sessions' purposes",
        "names of speakers",
        "notes on people",
        "kinds of questions that LongMemEval lacks",
        "whom a question is about",
        "further right answers",
        "further sets of evidence",
        "marks of rubrics",
        "licence and other marks",
        "issues",
    )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes all questions that some session precedes to one file.

        Raises:
            DataError: There are none.
        """
        written = ExportCounts()
        write_list(out, self._instances(source, written), _INDENT)
        return written

    def _instances(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for scenario in source.conversations():
            for probe in scenario.probes:
                heard = heard_before(scenario, probe)
                if not heard:
                    written.left_out["questions before the first session"] += 1
                    continue
                written.wrote["questions"] += 1
                yield _instance(scenario, probe, heard)
        if not written.wrote:
            raise DataError("no conversation has a question", where=str(source.path), expected="recorded questions")


def _instance(scenario: Scenario, probe: Probe, heard: Sequence[Session]) -> dict[str, Any]:
    extra: Mapping[str, Any] = extra_of(scenario, "longmemeval").get("", {})
    if len(extra.get("ids", ())) != len(heard):  # the conversation was changed since it was read
        extra = {}
    cited = set(probe.evidence[0]) if probe.evidence else set()
    named = extra.get("ids") or [f"{scenario.id}_{session.number}" for session in heard]
    sessions = [_session(scenario, session, cited, extra) for session in heard]
    history = list(zip(named, extra.get("dates") or [_date(one.start) for one in heard], sessions, strict=True))
    if "order" in extra:
        history = [history[place] for place in extra["order"]]
    touched = {session_id(session.number) for session in heard} & {id.partition(".")[0] for id in cited}
    answers = [id for id, session in zip(named, heard, strict=True) if session_id(session.number) in touched]
    return {
        "question_id": scenario.marks.get("sample_id") if extra else _question_id(scenario, probe),
        "question_type": probe.kind if probe.kind in TYPES else _type(probe, cited, heard),
        "question": _unless_changed(extra.get("question"), probe.question),
        "answer": _unless_changed(extra.get("answer"), probe.gold),
        "question_date": extra.get("question_date", _date(probe.time)),
        "haystack_dates": [date for _, date, _ in history],
        "haystack_session_ids": [id for id, _, _ in history],
        "haystack_sessions": [session for _, _, session in history],
        "answer_session_ids": extra.get("answer_session_ids", answers),
    }


def _session(scenario: Scenario, session: Session, cited: set[str], extra: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The turns of a session; where one is evidence, each says whether it has the answer."""
    messages: list[dict[str, Any]] = list(as_messages(scenario, session.turns))
    holds = any(turn.id in cited for turn in session.turns)
    flags: Mapping[str, bool] | None = extra.get("has_answer")
    words: Mapping[str, str] = extra.get("words", {})
    for turn, message in zip(session.turns, messages, strict=True):
        if words.get(turn.id, "").strip() == turn.text:
            message["content"] = words[turn.id]
        if flags is None and holds:
            message["has_answer"] = turn.id in cited
        elif flags is not None and turn.id in flags:
            message["has_answer"] = flags[turn.id]
    return messages


def _unless_changed(written: Any, held: str) -> Any:
    """A value as the file had it, if the scenario still holds it."""
    return written if str("" if written is None else written).strip() == held else held


def _question_id(scenario: Scenario, probe: Probe) -> str:
    return f"{scenario.id}_{probe.id}{'' if probe.answerable else '_abs'}"


def _type(probe: Probe, cited: set[str], heard: Sequence[Session]) -> str:
    """The type of a question whose kind LongMemEval does not know, by what it takes to answer it."""
    if "tempor" in probe.kind:
        return "temporal-reasoning"
    if "updat" in probe.kind:
        return "knowledge-update"
    if len({id.partition(".")[0] for id in cited}) > 1:
        return "multi-session"
    speakers = {turn.speaker for session in heard for turn in session.turns if turn.id in cited}
    return "single-session-assistant" if speakers == {ASSISTANT} else "single-session-user"


def _date(time: datetime) -> str:
    return f"{time:%Y/%m/%d (%a) %H:%M}"
