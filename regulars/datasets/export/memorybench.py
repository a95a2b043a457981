"""Writes conversations as rows of MemoryBench (arXiv 2510.17281): dialogs with feedback to train on, questions to test.

A session becomes a row of `train.jsonl`, with its messages as `dialog` and its feedback as `implicit_feedback`. A
question becomes a row of `test.jsonl`, with an empty dialog and its answer in `info`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, ClassVar

from regulars.datasets.export.history import LANGUAGES, as_messages, bare_question
from regulars.datasets.export.output import ExportCounts, replacing
from regulars.datasets.export.source import ExportSource
from regulars.datasets.memorybench_feedback import Round, rounds_by_session, to_list_shape, to_single_shape
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction
from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.content import base_of
from regulars.scenarios.world import Scenario

SHAPES = {"list": to_list_shape, "single": to_single_shape}
"""The two shapes of `implicit_feedback`."""


@dataclass(frozen=True, slots=True)
class MemoryBenchExport:
    """The format `memorybench`: a folder with `train.jsonl` and `test.jsonl`.

    Attributes:
        shape: `list` for feedback with lists of actions and satisfaction, `single` for one action.
    """

    shape: str = "list"

    drops: ClassVar[tuple[str, ...]] = (
        "clock times of turns",
        "sessions' purposes",
        "remarks of feedback",
        "names of speakers",
        "notes on people",
        "moments of questions",
        "marks of rubrics",
        "licence and other marks",
        "issues",
    )

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise ConfigurationError(
                f"unknown shape {self.shape!r}", where="memorybench", remedy=did_you_mean(self.shape, SHAPES)
            )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes both files. `test_idx` counts the rows of both together, from 0."""
        written = ExportCounts()
        with replacing(out, folder=True) as part, ExitStack() as stack:
            files: dict[str, IO[str]] = {
                name: stack.enter_context((part / f"{name}.jsonl").open("w", encoding="utf-8", newline="\n"))
                for name in ("train", "test")
            }
            for number, (name, row) in enumerate(self._rows(source)):
                written.wrote[f"rows of {name}"] += 1
                files[name].write(json.dumps({"test_idx": number, **row}, ensure_ascii=False) + "\n")
        return written

    def _rows(self, source: ExportSource) -> Iterator[tuple[str, dict[str, Any]]]:
        for scenario in source.conversations():
            name, lang = scenario.suite, LANGUAGES.get(base_of(scenario.language), scenario.language)
            given = _feedback(scenario)
            for session in scenario.sessions:
                dialog = as_messages(scenario, session.turns)
                yield (
                    "train",
                    {
                        "input_prompt": dialog[0]["content"] if dialog else "",
                        "dataset_name": name,
                        "lang": lang,
                        "info": {
                            "conversation": scenario.id,
                            "session": session.number,
                            "date": session.start.isoformat(),
                        },
                        "dialog": dialog,
                        "implicit_feedback": SHAPES[self.shape](given.get(session.number, ())),
                    },
                )
            for probe in scenario.probes:
                yield (
                    "test",
                    {
                        "input_prompt": bare_question(probe),
                        "dataset_name": name,
                        "lang": lang,
                        "info": {
                            "conversation": scenario.id,
                            "kind": probe.kind,
                            "golden_answer": probe.gold,
                            "other_answers": list(probe.alternatives),
                            "options": list(probe.options),
                            "evidence": [list(ids) for ids in probe.evidence],
                            "answerable": probe.answerable,
                            "date": probe.time.isoformat(),
                        },
                        "dialog": [],
                        "implicit_feedback": [],
                    },
                )


def _feedback(scenario: Scenario) -> dict[int, list[Round]]:
    turns = [
        (turn.id, session.number, turn.speaker == ASSISTANT) for session in scenario.sessions for turn in session.turns
    ]
    shown = [
        Feedback(one.about, FeedbackAction(one.action), one.satisfaction, one.text)
        for session in scenario.sessions
        for turn in session.turns
        if (one := turn.feedback) is not None
    ]
    return rounds_by_session(turns, shown)
