"""Writes conversations as chat messages in OpenAI's form, which `regulars.datasets.readers.chat` reads.

Each line is a session: `messages` with `role`, `content` and the person's `name`, and the start in `date`. `user` holds
the id of the conversation, so that its sessions stay together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.export.output import ExportCounts, write_lines
from regulars.datasets.export.source import ExportSource
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.world import Scenario, Session

TIMES = ("session", "turn")


@dataclass(frozen=True, slots=True)
class ChatExport:
    """The format `chat`: a session a line.

    Attributes:
        times: `session` gives the start of each session; `turn` gives each message a `timestamp` as well, which
            OpenAI's own endpoints do not know.
    """

    times: str = "session"

    drops: ClassVar[tuple[str, ...]] = (
        "clock times of turns",
        "feedback",
        "sessions' purposes",
        "notes on people",
        "questions",
        "licence and other marks",
        "issues",
    )

    def __post_init__(self) -> None:
        if self.times not in TIMES:
            raise ConfigurationError(
                f"unknown choice of times {self.times!r}", where="chat", remedy=did_you_mean(self.times, TIMES)
            )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes all sessions as JSON lines."""
        written = ExportCounts()
        write_lines(out, self._lines(source, written))
        return written

    def _lines(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for scenario in source.conversations():
            written.wrote["conversations"] += 1
            names = {person.id: person.name for person in scenario.persons}
            for session in scenario.sessions:
                if not session.turns:
                    written.left_out["sessions without a turn"] += 1
                    continue
                written.wrote["sessions"] += 1
                written.wrote["messages"] += len(session.turns)
                yield self._line(scenario, session, names)

    def _line(self, scenario: Scenario, session: Session, names: dict[str, str]) -> dict[str, Any]:
        messages = []
        for turn in session.turns:
            message = {"role": "assistant", "content": turn.text}
            if turn.speaker != ASSISTANT:
                message = {"role": "user", "name": names[turn.speaker], "content": turn.text}
            if self.times == "turn":
                message["timestamp"] = turn.time.isoformat()
            messages.append(message)
        return {"user": scenario.id, "date": session.start.isoformat(), "messages": messages}
