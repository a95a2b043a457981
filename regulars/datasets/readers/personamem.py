"""Reads PersonaMem as recorded scenarios: chats over evolving preferences, and multiple-choice questions within them.

A table of questions lies beside a file of shared contexts. A context is one scenario; a question sees the part of it
that its `end_index_in_shared_context` names. System messages hold the persona and open a block; a block is a session.

Source: Jiang et al., "Know Me, Respond to Me: Benchmarking LLMs for Dynamic User Profiling and Personalized Responses
at Scale", 2025.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.recording import Recording
from regulars.datasets.source import SourceFile, open_source
from regulars.dialogue import ASSISTANT
from regulars.errors import DataError
from regulars.rewards.choices.options import LETTERS
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash

LICENCE = "MIT"
TABLES, CONTEXTS = "questions_*.csv", "shared_contexts_*.jsonl"
"""The names of the two files."""

QUESTIONS = "questions"
"""The mark with the columns that no question holds, as a JSON list in the order of the table."""

LONGEST = "longest_option_right"
"""The mark with the share of questions whose longest option is right. Above the share of chance, length tells."""

FIRST = datetime(2024, 1, 1, 9, tzinfo=UTC)
"""The start of the first block; each further one begins a day later. The data names no times."""

COLUMNS = (
    "persona_id",
    "question_id",
    "question_type",
    "user_question_or_message",
    "correct_answer",
    "all_options",
    "shared_context_id",
    "end_index_in_shared_context",
)
"""The columns that a table must have."""

KINDS = {"track_full_preference_updates": "track_full_preference_evolution"}
"""Question types that some of the tables spell differently."""

_KEPT = (
    "persona_id",
    "question_id",
    "topic",
    "stereotypical",
    "distance_to_ref_in_blocks",
    "distance_to_ref_in_tokens",
)
_EXPECTED = f"PersonaMem's table {TABLES} with its {CONTEXTS}"
_OPTION = re.compile(r"^\s*\(?([a-z])\)\s*")
_NAME = re.compile(r"Name:[ \t]*([^\n\r,;—]{1,80})")
_ROLES = {"user": "User:", "assistant": "Assistant:", "system": ""}
_SPACE = 32
_LONGEST_OPTIONS = 100_000


def read(path: str | Path, contexts: str = "") -> list[Scenario]:
    """Reads a table with its contexts.

    Args:
        path: A table such as `questions_32k.csv`, or a folder with one table.
        contexts: The file of contexts; by default the one of the same size beside the table.

    Returns:
        One scenario for each context that has questions, in the order of the table. Each question comes before the
        message that its index names, so that nothing later was heard.

    Raises:
        DataError: A file cannot be read or is in another format. The message names the line and the column.
    """
    place = Path(path).expanduser()
    table = _table(place) if place.is_dir() else place
    source = open_source(table)
    rows = list(_rows(source))
    beside = Path(contexts).expanduser() if contexts else _beside(table)
    held = open_source(beside)
    talks = dict(_contexts(held))
    hash = content_hash(f"{source.sha256} {held.sha256}", 64)
    made: dict[str, _Context] = {}
    lost: list[str] = []
    for where, row in rows:
        key = row["shared_context_id"]
        if key not in talks:
            lost.append(f"question {shown(row['question_id'])} sees context {shown(key)}, which is not there")
            continue
        if key not in made:
            made[key] = _Context(key, hash, Field(str(beside), _EXPECTED).at(f"context {shown(key)}"), talks[key])
        made[key].ask(where, row)
    if not made:
        raise DataError(
            "no question sees a context of the file", where=str(table), expected=f"contexts of {table.name} in {beside}"
        )
    next(iter(made.values())).lost(lost)
    return [one.scenario() for one in made.values()]


def _table(folder: Path) -> Path:
    tables = sorted(folder.glob(TABLES))
    if len(tables) == 1:
        return tables[0]
    raise DataError(
        f"the folder has {len(tables)} tables",
        where=str(folder),
        expected=f"one {TABLES}",
        remedy="name one: personamem:FOLDER/questions_32k.csv",
    )


def _beside(table: Path) -> Path:
    """The file of contexts that belongs to a table."""
    named = table.with_name(f"shared_contexts_{table.stem.removeprefix('questions_')}.jsonl")
    others = sorted(table.parent.glob(CONTEXTS))
    if not named.is_file() and len(others) != 1:
        raise DataError(
            f"{named.name} is not beside the table",
            where=str(table),
            expected=_EXPECTED,
            remedy=f"fetch it too, or name it: personamem:path={table.name};contexts=FILE",
        )
    return named if named.is_file() else others[0]


def _rows(source: SourceFile) -> Iterator[tuple[Field, dict[str, str]]]:
    """The rows of the table, each with all columns."""
    reader = csv.DictReader(io.StringIO(source.text, newline=""), strict=True)
    count = 0
    try:
        lacking = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
        if lacking:
            raise Field(str(source.path), _EXPECTED).wrong(f"the table lacks the columns {', '.join(lacking)}")
        for row in reader:
            where = Field(f"{source.path}, line {reader.line_num}", _EXPECTED)
            if None in row or any(row[column] is None for column in COLUMNS):
                raise where.wrong("the row has another number of columns than the head")
            count += 1
            yield where, {str(name): text or "" for name, text in row.items()}
    except csv.Error as error:
        raise Field(f"{source.path}, line {reader.line_num}", _EXPECTED).wrong(f"no CSV ({error})") from error
    if not count:
        raise Field(str(source.path), _EXPECTED).wrong("the table has no rows")


def _contexts(source: SourceFile) -> Iterator[tuple[str, list[Any]]]:
    for place, record in source.records(_EXPECTED):
        where = Field(place, _EXPECTED)
        for key in where.object(record):
            yield key, where.need(record, key, list)


class _Context:
    """Fills the recording of one context."""

    def __init__(self, key: str, hash: str, where: Field, messages: list[Any]) -> None:
        self.made = Recording(
            f"personamem@{hash[:8]}",
            key,
            licence=LICENCE,
            marks={"sample_id": key, "sha256": hash, "times": "not in the data"},
        )
        self.kept: list[dict[str, str]] = []
        self.longest: list[bool] = []
        self.ids: set[str] = set()
        self.length = len(messages)
        self.spoken: list[int] = []
        persona = [one["content"] for one in map(where.object, messages) if one.get("role") == "system"]
        notes = next((text for text in persona if isinstance(text, str)), "")
        named = _NAME.search(notes)
        name = "".join(letter for letter in named[1] if ord(letter) >= _SPACE).strip() if named else ""
        self.person = self.made.person(name or "User", notes=notes)
        talk = None
        sessions = 0
        for place, message in enumerate(messages):
            at = where.at(f"message {place}")
            role = at.one_of(message, "role", tuple(_ROLES))
            text: str = at.need(message, "content", str)
            if role == "system" or talk is None:
                talk = self.made.session(FIRST + timedelta(days=sessions), str(sessions + 1), person=self.person)
                sessions += 1
            if role == "system":
                continue
            words = text.strip().removeprefix(_ROLES[role])
            talk.say(ASSISTANT if role == "assistant" else self.person, words, str(place))
            if words.strip():
                self.spoken.append(place)

    def lost(self, lines: list[str]) -> None:
        """Notes questions that belong to no context."""
        for line in lines:
            self.made.note("question left out", line)

    def ask(self, where: Field, row: Mapping[str, str]) -> None:
        id = row["question_id"]
        if id in self.ids:
            self.made.note("id repeated", f"question {shown(id)} stands twice; both are kept")
        self.ids.add(id)
        options = _options(row["all_options"])
        right = row["correct_answer"].strip().strip("()").lower()
        if not options or right not in tuple(LETTERS[: len(options)]):
            what = f"question {shown(id)} has {len(options)} options, and the answer {shown(row['correct_answer'])}"
            self.made.note("question left out", what)
            return
        kind = row["question_type"].strip()
        self.made.ask(
            row["user_question_or_message"],
            right.upper(),
            kind=KINDS.get(kind, kind) or "question",
            options=options,
            before=self._before(where, row),
        )
        if row["user_question_or_message"].strip():
            self.kept.append({name: row[name] for name in _KEPT if name in row})
            self.longest.append(len(options[LETTERS.index(right)]) == max(map(len, options)))

    def _before(self, where: Field, row: Mapping[str, str]) -> str:
        """The first message with words that the question does not see; empty after the last one."""
        written = row["end_index_in_shared_context"].strip()
        if not written.isdecimal() or len(written) > 9 or int(written) > self.length:
            what = f"question {shown(row['question_id'])} sees {shown(written)} of {self.length} messages"
            self.made.note("field unreadable", f"{what}; asked after the last one")
            return ""
        return next((str(place) for place in self.spoken if place >= int(written)), "")

    def scenario(self) -> Scenario:
        """The finished scenario."""
        share = sum(self.longest) / len(self.longest) if self.longest else 0.0
        self.made.marks |= {QUESTIONS: json.dumps(self.kept, ensure_ascii=False), LONGEST: f"{share:.3f}"}
        return self.made.scenario()


def _options(written: str) -> list[str]:
    """The texts of the options, which stand in the table as a list written in Python or JSON; empty if unreadable."""
    if len(written) > _LONGEST_OPTIONS:
        return []
    try:
        listed = ast.literal_eval(written.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        try:
            listed = json.loads(written)
        except (ValueError, RecursionError):
            return []
    if not isinstance(listed, list) or not 1 < len(listed) <= len(LETTERS):
        return []
    if not all(isinstance(one, str) and one.strip() for one in listed):
        return []
    return [_OPTION.sub("", one, count=1).strip() for one in listed]
