"""Writes conversations as a data set for the Hugging Face hub: parquet files and a card, for `datasets.load_dataset`.

The configuration `conversations` has a row for each conversation, `questions` one for each question. The split is that
of the suite, such as `train` for `core@train`, and `test` for data without splits. Needs pyarrow (extra `data`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import yaml

from regulars.datasets.export.history import LANGUAGES
from regulars.datasets.export.output import ExportCounts, replacing
from regulars.datasets.export.source import ExportSource
from regulars.errors import ConfigurationError
from regulars.scenarios.content import base_of
from regulars.scenarios.world import Probe, RecordedTurn, Scenario, Session

BATCH = 256
"""The number of rows that are held before they are written."""

LICENCES = {"CC BY-NC 4.0": "cc-by-nc-4.0", "CC BY 4.0": "cc-by-4.0", "MIT": "mit", "Apache-2.0": "apache-2.0"}
"""The hub's names of licences. Others are called `other`."""

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
"""The hub's classes of size, with the number of rows below which they hold."""

_SPLIT = re.compile(r"@(train|validation|test)\b")


@dataclass(frozen=True, slots=True)
class HuggingFaceExport:
    """The format `huggingface`: a folder with a card and parquet files.

    Attributes:
        name: The name on the card.
    """

    name: str = "Conversations of people who come back"

    drops: ClassVar[tuple[str, ...]] = ("notes on people",)

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the folder.

        Raises:
            ConfigurationError: pyarrow is not installed.
        """
        _parquet()
        written = ExportCounts()
        with replacing(out, folder=True) as part, ExitStack() as stack:
            tables: dict[tuple[str, str], _Table] = {}
            facts = _Facts()
            for scenario in source.conversations():
                match = _SPLIT.search(scenario.suite)
                split = match[1] if match else "test"
                facts.add(scenario)
                rows = {"conversations": [_conversation(scenario)], "questions": _questions(scenario)}
                for config, found in rows.items():
                    if (config, split) not in tables:
                        table = _Table(part / config / f"{split}-00000-of-00001.parquet", config)
                        tables[config, split] = stack.enter_context(table)
                    for row in found:
                        tables[config, split].add(row)
                    written.wrote[config] += len(found)
            stack.close()
            counts = {place: table.rows for place, table in tables.items()}
            (part / "README.md").write_text(self._card(counts, facts), encoding="utf-8")
        return written

    def _card(self, counts: Mapping[tuple[str, str], int], facts: _Facts) -> str:
        head = {
            "pretty_name": self.name,
            "license": facts.licence,
            **({"license_name": "see-below"} if facts.licence == "other" else {}),
            "language": sorted(facts.languages),
            "task_categories": ["question-answering", "text-generation"],
            "tags": ["memory", "dialogue", "personalization"],
            "size_categories": [next((name for limit, name in SIZES if sum(counts.values()) < limit), "n>1M")],
            "configs": [
                {
                    "config_name": config,
                    **({"default": True} if config == "conversations" else {}),
                    "data_files": [
                        {"split": split, "path": f"{config}/{split}-*.parquet"}
                        for split in ("train", "validation", "test")
                        if (config, split) in counts
                    ],
                }
                for config in ("conversations", "questions")
            ],
        }
        rows = "\n".join(f"| {config} | {split} | {count} |" for (config, split), count in sorted(counts.items()))
        kinds = "\n".join(f"| {kind} | {count} |" for kind, count in sorted(facts.kinds.items()))
        licences = ", ".join(sorted(facts.licences)) or "not named by the data"
        return CARD.format(
            head=yaml.safe_dump(head, sort_keys=False, allow_unicode=True),
            name=self.name,
            rows=rows,
            sessions=facts.sessions,
            turns=facts.turns,
            kinds=kinds,
            licences=licences,
        )


CARD = """---
{head}---

# {name}

Conversations over many sessions, and questions about them with gold answers and evidence.

| configuration | split | rows |
|---|---|---|
{rows}

The conversations have {sessions} sessions and {turns} turns.

A row of `conversations` holds `persons` and `sessions`, with the turns of each session in `turns`. A row of `questions`
names its conversation by `conversation`. `evidence` lists sufficient sets of turns (`s003.t12`) or sessions (`s003`).
`before` is the turn before which the question is asked; if it is empty, the question is asked at `time`.

| kind of question | questions |
|---|---|
{kinds}

Licence of the data: {licences}.
"""
"""The card of a data set."""


class _Facts:
    """What the card says of the conversations."""

    def __init__(self) -> None:
        self.languages: set[str] = set()
        self.licences: set[str] = set()
        self.kinds: Counter[str] = Counter()
        self.sessions = self.turns = 0

    def add(self, scenario: Scenario) -> None:
        self.languages.add(LANGUAGES.get(base_of(scenario.language), scenario.language))
        if licence := scenario.marks.get("licence"):
            self.licences.add(licence)
        self.kinds.update(probe.kind for probe in scenario.probes)
        self.sessions += len(scenario.sessions)
        self.turns += sum(len(session.turns) for session in scenario.sessions)

    @property
    def licence(self) -> str:
        return LICENCES.get(next(iter(self.licences)), "other") if len(self.licences) == 1 else "other"


class _Table:
    """A parquet file under construction; its rows are written in batches."""

    def __init__(self, path: Path, config: str) -> None:
        arrow, parquet = _parquet()
        path.parent.mkdir(exist_ok=True)
        self.rows = 0
        self._arrow = arrow
        self._schema = _schema(arrow, config)
        self._waiting: list[dict[str, Any]] = []
        self._writer = parquet.ParquetWriter(path, self._schema)

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._writer.close()

    def add(self, row: dict[str, Any]) -> None:
        self.rows += 1
        self._waiting.append(row)
        if len(self._waiting) == BATCH:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(self._arrow.Table.from_pylist(self._waiting, schema=self._schema))
            self._waiting = []


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ConfigurationError(
            f"the package pyarrow cannot be imported: {error}",
            where="export huggingface",
            remedy="pip install 'regulars[data]'",
        ) from error
    return pyarrow, parquet


def _schema(arrow: Any, config: str) -> Any:
    text, number, several = arrow.string(), arrow.int64(), arrow.list_(arrow.string())
    pairs = arrow.list_(arrow.struct({"key": text, "value": text}))
    if config == "questions":
        return arrow.schema(
            {
                **dict.fromkeys(("conversation", "id", "kind", "form", "owner", "asker"), text),
                "time": arrow.timestamp("us", "UTC"),
                **dict.fromkeys(("before", "question", "gold"), text),
                "alternatives": several,
                "evidence": arrow.list_(several),
                "answerable": arrow.bool_(),
                "options": several,
                "rubric": arrow.bool_(),
            }
        )
    feedback = {"about": text, "action": number, "satisfaction": arrow.float64(), "text": text}
    moment = arrow.timestamp("us", "UTC")
    turn = {"id": text, "speaker": text, "text": text, "time": moment, "feedback": arrow.struct(feedback)}
    turns = arrow.list_(arrow.struct(turn))
    session = {"number": number, "person": text, "start": moment, "purpose": text, "turns": turns}
    return arrow.schema(
        {
            **dict.fromkeys(("id", "suite", "language"), text),
            "persons": arrow.list_(arrow.struct({"id": text, "name": text, "scope": text})),
            "sessions": arrow.list_(arrow.struct(session)),
            "marks": pairs,
            "issues": several,
            "extra": pairs,
        }
    )


def _conversation(scenario: Scenario) -> dict[str, Any]:
    return {
        "id": scenario.id,
        "suite": scenario.suite,
        "language": scenario.language,
        "persons": [{"id": one.id, "name": one.name, "scope": one.scope} for one in scenario.persons],
        "sessions": [_session(session) for session in scenario.sessions],
        "marks": _pairs(scenario.marks),
        "issues": list(scenario.issues),
        "extra": _pairs(scenario.extra),
    }


def _session(session: Session) -> dict[str, Any]:
    return {
        "number": session.number,
        "person": session.person,
        "start": session.start,
        "purpose": session.purpose,
        "turns": [_turn(turn) for turn in session.turns],
    }


def _turn(turn: RecordedTurn) -> dict[str, Any]:
    given = turn.feedback
    shown = {
        "about": given.about, "action": given.action, "satisfaction": given.satisfaction, "text": given.text
    } if given is not None else None  # fmt: skip
    return {"id": turn.id, "speaker": turn.speaker, "text": turn.text, "time": turn.time, "feedback": shown}


def _questions(scenario: Scenario) -> list[dict[str, Any]]:
    return [{"conversation": scenario.id, **_question(probe)} for probe in scenario.probes]


def _question(probe: Probe) -> dict[str, Any]:
    names = ("id", "kind", "owner", "asker", "time", "before", "question", "gold", "answerable", "rubric")
    return {
        **{name: getattr(probe, name) for name in names},
        "form": probe.form.value,
        "alternatives": list(probe.alternatives),
        "evidence": [list(ids) for ids in probe.evidence],
        "options": list(probe.options),
    }


def _pairs(texts: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"key": key, "value": value} for key, value in texts.items()]
