"""Reads MemoryBench's rows as recorded scenarios: dialogs with implicit feedback, and questions without a dialog.

A row with a dialog is a session of one user; its feedback is shown as in the recording. A row without one is a question
after all sessions. The rows of one set form one scenario. The folder of a run adds what its system answered.

Source: Ai et al., "MemoryBench: A Benchmark for Memory and Continual Learning in LLM Systems", arXiv 2510.17281.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from regulars.datasets.memorybench_feedback import Round, read_rounds
from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.readers.memorybench_run import PREDICTIONS, MemoryBenchRun, is_run, read_run
from regulars.datasets.recording import RecordedTalk, Recording
from regulars.datasets.source import open_source
from regulars.dialogue import ASSISTANT, turn_id
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.world import Scenario

LICENCE = "MIT"
LANGUAGES = {"en": "english", "zh": "chinese"}
"""The language pack for each `lang`."""

GOLDS = ("golden_answer", "golden_answers", "answer", "answers", "reference", "ground_truth")
"""The keys of `info` that may hold reference answers. Each set of MemoryBench has its own."""

ROWS = ("train.jsonl", "test.jsonl")
"""The files of a folder of rows, as the export writes them."""

ANSWERS = "answers"
"""The mark with what the system of a run answered, as a JSON list: row, step, response, metrics."""

FIRST = datetime(2024, 1, 1, 9, tzinfo=UTC)
"""The start of the first session of rows without dates; each further one begins a day later."""

_EXPECTED = "MemoryBench's rows: objects with test_idx, dataset_name, and input_prompt or input_chat_messages"
_ROLES = ("user", "assistant", "system")


def read(path: str | Path, dialog: str = "", rows: str = "") -> list[Scenario]:
    """Reads rows, or the folder of a run together with its rows.

    Args:
        path: A JSON or JSON-lines file of rows; a folder with `train.jsonl` and `test.jsonl`; or the folder of a run
            with `predict.json`.
        dialog: The system whose dialogs are read, for sets that have a field `dialog_SYSTEM` for each; empty for
            `dialog`.
        rows: For the folder of a run: the file or folder of its rows. By default they lie in the folder itself.

    Returns:
        One scenario for each set; rows whose `info` names a conversation form one for each conversation.

    Raises:
        DataError: The file cannot be read, or is in another format. The message names the row and the key.
        ConfigurationError: `rows` is given, and the path is no folder of a run.
    """
    place = Path(path).expanduser()
    run = read_run(place) if is_run(place) else None
    if rows and run is None:
        raise ConfigurationError("rows are for the folder of a run", where=str(place), expected=f"a {PREDICTIONS}")
    files = _files(Path(rows).expanduser() if rows else place, run)
    held, hashes = [], []
    for file in files:
        source = open_source(file)
        held += [(Field(where, _EXPECTED), row) for where, row in source.records(_EXPECTED)]
        hashes.append(source.sha256)
    if not held:
        raise Field(str(place), _EXPECTED).wrong("the file holds an empty list")
    hash = hashes[0] if len(hashes) == 1 else sha256("".join(hashes).encode()).hexdigest()
    sets: dict[str, _Set] = {}
    for where, row in held:
        name = _name(where, row)
        if name not in sets:
            sets[name] = _Set(name, hash, LANGUAGES.get(str(row.get("lang")), "english"), dialog)
        sets[name].add(where, row)
    scenarios = [one.scenario(run) for one in sets.values() if one.is_spoken]
    if not scenarios:
        raise DataError(
            "no row has a dialog",
            where=str(place),
            expected="rows to remember, such as those of the training split, beside the questions",
            remedy="name a folder with train.jsonl and test.jsonl, or a file that holds both",
        )
    return scenarios


def _files(place: Path, run: MemoryBenchRun | None) -> list[Path]:
    """The files of rows."""
    if not place.is_dir():
        return [place]
    found = [place / name for name in ROWS if (place / name).is_file()]
    if found:
        return found
    raise DataError(
        "the folder holds no rows",
        where=str(place),
        expected=" and ".join(ROWS),
        remedy="name the rows of the run: memorybench:path=RUN;rows=FILE" if run else "name the file with the rows",
    )


def _name(where: Field, row: Any) -> str:
    """The name of a row's scenario: its set, and the conversation if `info` names one."""
    dataset = where.name(row, "dataset_name")
    conversation = _info(row).get("conversation")
    return f"{dataset} {conversation}" if isinstance(conversation, str) and conversation else dataset


def _info(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The field `info`: an object, or one as text."""
    info = row.get("info")
    if isinstance(info, str):
        try:
            info = json.loads(info)
        except (ValueError, RecursionError):
            return {}
    return info if isinstance(info, dict) else {}


class _Set:
    """Fills the recording of one set."""

    def __init__(self, name: str, hash: str, language: str, dialog: str) -> None:
        marks = {"sample_id": name, "sha256": hash}
        self.made = Recording(f"memorybench@{hash[:8]}", name, licence=LICENCE, language=language, marks=marks)
        self.user = self.made.person("User")
        self.suffix = f"_{dialog}" if dialog else ""
        self.is_spoken = False
        self.rows: list[int] = []
        self.asked: list[int] = []
        self.pending: tuple[str, Round] | None = None
        self.sessions = 0

    def add(self, where: Field, row: Mapping[str, Any]) -> None:
        number: int = where.need(row, "test_idx", int)
        where = where.at(f"test_idx {shown(number)}")
        if number in self.rows:
            self.made.note("id repeated", f"test_idx {shown(number)} stands twice; both are kept")
        self.rows.append(number)
        lines: list[Any] = where.maybe(row, f"dialog{self.suffix}", list) or []
        if lines:
            self._talk(where, row, lines)
        else:
            self._ask(where, row, number)

    def scenario(self, run: MemoryBenchRun | None) -> Scenario:
        """The finished scenario, with the answers of a run."""
        if self.pending is not None:
            self.made.note("turn left out", "feedback on the last reply, which no line follows")
        if run is not None:
            dataset = self.made.name.partition(" ")[0]
            answers = [
                {"row": one.row, "step": one.step, "response": one.response, "metrics": dict(one.metrics)}
                for one in run.answers
                if one.dataset in (self.made.name, dataset) and one.row in self.rows
            ]
            for issue in run.issues:
                self.made.note(*issue)
            for number in set(self.asked) - {one["row"] for one in answers}:
                self.made.note("answer missing", f"the run did not answer test_idx {number}")
            self.made.marks |= {ANSWERS: json.dumps(answers, ensure_ascii=False)}
        return self.made.scenario()

    def _talk(self, where: Field, row: Mapping[str, Any], lines: Sequence[Any]) -> None:
        info = _info(row)
        self.sessions += 1
        given = info.get("session")
        number = given if type(given) is int and given > 0 else self.sessions
        talk = self.made.session(self._start(where, info), str(number), person=self.user)
        feedback = {one.number: one for one in self._rounds(where, row)}
        replies = 0
        for place, line in enumerate(lines, 1):
            at = where.at(f"message {place}")
            role = at.one_of(line, "role", _ROLES)
            text: str = at.need(line, "content", str)
            id = turn_id(number, place)
            if role == "system":
                self.made.note("turn left out", f"message {place} of session {number} is the system's")
            elif role == "assistant":
                replies += 1
                talk.say(ASSISTANT, text, id)
                if replies in feedback and text.strip():
                    self.pending = (id, feedback.pop(replies))
            else:
                self._say(talk, text, id)
            self.is_spoken = self.is_spoken or (role != "system" and bool(text.strip()))
        if feedback:
            self.made.note("field unreadable", f"{len(feedback)} rounds of feedback are about no reply of {number}")

    def _say(self, talk: RecordedTalk, text: str, id: str) -> None:
        """Adds a line of the user, with the feedback on the reply before it, which may lie in an earlier session."""
        if self.pending is None or not text.strip():
            talk.say(self.user, text, id)
            return
        about, given = self.pending
        talk.say(self.user, text, id, action=given.action, satisfaction=given.satisfaction, about=about)
        self.pending = None

    def _rounds(self, where: Field, row: Mapping[str, Any]) -> list[Round]:
        listed: list[Any] = where.maybe(row, f"implicit_feedback{self.suffix}", list) or []
        found = []
        for place, entry in enumerate(listed, 1):
            try:
                found += read_rounds([where.object(entry)], f"{where.where}, implicit_feedback {place}")
            except DataError as error:
                self.made.note("field unreadable", f"feedback {place} of session {self.sessions}: {error.what}")
        return found

    def _start(self, where: Field, info: Mapping[str, Any]) -> datetime:
        if not isinstance(info.get("date"), str):
            self.made.marks |= {"times": "not in the data"}
            return FIRST + timedelta(days=self.sessions - 1)
        return _moment(where, info["date"])

    def _ask(self, where: Field, row: Mapping[str, Any], number: int) -> None:
        info = _info(row)
        options = [text for text in _texts(info.get("options")) if text]
        golds = [gold for key in GOLDS for gold in _texts(info.get(key))][: 1 if options else None]
        others = _texts(info.get("other_answers"))
        evidence = info.get("evidence")
        cited = evidence if isinstance(evidence, list) else []
        sets = [[str(id) for id in ids] for ids in cited if isinstance(ids, list)]
        by_session = [[str(int(id[1:])) for id in ids] for ids in sets if all(_is_session(id) for id in ids)]
        by_turn = [ids for ids in sets if not all(_is_session(id) for id in ids)]
        kind = info.get("kind")
        self.asked.append(number)
        self.made.ask(
            _prompt(where, row),
            *golds,
            *others,
            kind=kind if isinstance(kind, str) and kind else where.name(row, "dataset_name"),
            evidence=by_turn[0] if by_turn else (),
            alternatives=by_turn[1:],
            sessions=by_session[0] if by_session else (),
            options=options,
            answerable=info.get("answerable") is not False,
        )


def _prompt(where: Field, row: Mapping[str, Any]) -> str:
    """The words of a question: a prompt, or the messages of the user."""
    if row.get("input_prompt") is not None:
        return str(where.need(row, "input_prompt", str))
    messages: list[Any] = where.need(row, "input_chat_messages", list)
    return "\n".join(_spoken(where, messages))


def _spoken(where: Field, messages: Sequence[Any]) -> Iterator[str]:
    for place, message in enumerate(messages, 1):
        at = where.at(f"input message {place}")
        if at.one_of(message, "role", _ROLES) != "assistant":
            yield at.need(message, "content", str)


def _texts(value: Any) -> list[str]:
    """A value as texts: one, several, or none."""
    listed = value if isinstance(value, list) else [value]
    return [str(one) for one in listed if isinstance(one, (str, int, float)) and not isinstance(one, bool)]


def _is_session(id: str) -> bool:
    return id[:1] == "s" and id[1:].isdecimal()


def _moment(where: Field, written: str) -> datetime:
    try:
        found = datetime.fromisoformat(written.strip())
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise where.wrong(f"the date {shown(written)} is not a time in ISO 8601 such as 2025-03-01T18:00:00Z") from None
