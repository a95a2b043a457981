"""Writes questions as samples of Inspect (`inspect_ai.dataset.json_dataset` reads them); needs no package.

The input is what was said before the question, as dated lines, followed by the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.export.history import as_lines, bare_question, heard_before
from regulars.datasets.export.output import ExportCounts, write_lines
from regulars.datasets.export.source import ExportSource
from regulars.errors import ConfigurationError, DataError, did_you_mean
from regulars.rewards.choices.options import LETTERS
from regulars.scenarios.world import Probe, RecordedTurn, Scenario

HISTORIES = ("whole", "evidence", "none")
"""What stands before a question: all that was said, the turns of the first set of evidence, or nothing."""

UNKNOWN = "This was never said. A good answer says that it is not known."
"""The target of a question without an answer, for a grader that is a model."""


@dataclass(frozen=True, slots=True)
class InspectExport:
    """The format `inspect`: a sample for each question, as JSON lines.

    Attributes:
        history: One of `HISTORIES`.
    """

    history: str = "whole"

    drops: ClassVar[tuple[str, ...]] = (
        "feedback",
        "sessions' purposes",
        "boundaries of sessions",
        "notes on people",
        "licence and other marks",
        "issues",
    )

    def __post_init__(self) -> None:
        if self.history not in HISTORIES:
            raise ConfigurationError(
                f"unknown history {self.history!r}", where="inspect", remedy=did_you_mean(self.history, HISTORIES)
            )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the samples.

        Raises:
            DataError: There are no questions.
        """
        written = ExportCounts()
        write_lines(out, self._samples(source, written))
        return written

    def _samples(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for scenario in source.conversations():
            for probe in scenario.probes:
                written.wrote["samples"] += 1
                yield self._sample(scenario, probe)
        if not written.wrote:
            raise DataError("no conversation has a question", where=str(source.path), expected="recorded questions")

    def _sample(self, scenario: Scenario, probe: Probe) -> dict[str, Any]:
        names = {person.id: person.name for person in scenario.persons}
        asked = f"It is {probe.time:%Y-%m-%d %H:%M}. {names[probe.asker]} asks: {bare_question(probe)}"
        lines = as_lines(scenario, self._turns(scenario, probe))
        return {
            "id": f"{scenario.id}-{probe.id}",
            "input": "\n".join((*lines, "", asked)) if lines else asked,
            "target": _target(probe),
            **({"choices": list(probe.options)} if probe.options else {}),
            "metadata": {
                "conversation": scenario.id,
                "kind": probe.kind,
                "about": names[probe.owner],
                "evidence": [list(ids) for ids in probe.evidence],
                "answerable": probe.answerable,
                "rubric": probe.rubric,
                "language": scenario.language,
            },
        }

    def _turns(self, scenario: Scenario, probe: Probe) -> list[RecordedTurn]:
        turns = [turn for session in heard_before(scenario, probe) for turn in session.turns]
        if self.history == "whole":
            return turns
        wanted = set(probe.evidence[0]) if probe.evidence and self.history == "evidence" else set()
        return [turn for turn in turns if turn.id in wanted or turn.id.partition(".")[0] in wanted]


def _target(probe: Probe) -> str | list[str]:
    if probe.options and probe.gold:
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[LETTERS.index(probe.gold.lower())]
    if not probe.answerable or not probe.gold:
        return UNKNOWN
    return [probe.gold, *probe.alternatives] if probe.alternatives else probe.gold
