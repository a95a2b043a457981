"""The messages of files that cannot be read, whole: what is wrong, where, what was expected, and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bare_records import bare

from regulars.datasets.formats import open_data, read_any
from regulars.datasets.memorybench_feedback import read_rounds
from regulars.datasets.record_files import append, read_records
from regulars.datasets.source import open_source
from regulars.errors import DataError, RecordError, RegularsError


def message_of(kind: type[RegularsError], call: Any) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, ": the file does not exist; expected a data file; check the path; "
         "public data sets are not part of this package, fetch them from their authors."),
        (b" \n", ": the file is empty; fetch the file again."),
        (b"a\n\xff", ", line 2: byte 2 is not UTF-8; expected text in UTF-8; "
         "unpack the file first, or save it as UTF-8."),
    ],
)  # fmt: skip
def test_a_file_that_is_no_text_is_named(tmp_path: Path, content, message) -> None:
    path = tmp_path / "data.json"
    if content is not None:
        path.write_bytes(content)
    assert message_of(DataError, lambda: open_source(path)) == f"{path}{message}"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert message_of(DataError, lambda: open_source(tmp_path)) == (
        f"{tmp_path}: this is a directory; expected a file; name a file in it."
    )
    (tmp_path / "file").write_text("x")
    assert message_of(DataError, lambda: open_source(tmp_path / "file" / "below")) == (
        f"{tmp_path}/file/below: the file cannot be read (Not a directory); check its permissions."
    )
    empty = tmp_path / "empty"
    empty.mkdir()
    found = message_of(DataError, lambda: read_any(empty))
    assert found.startswith(f"{empty}: this folder holds no scenarios; expected files ending in .json or ")
    assert found.endswith("; name a file, or the folder that generate or evaluate wrote.")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('{"a": 1,\n', "line 2, column 1", "the file is incomplete; expected a list; fetch the file again."),
        ('{"a": "x', "line 1, column 7", "the file is incomplete; expected a list; fetch the file again."),
        (
            '{"a" 1}', "line 1, column 6",
            "the file is not JSON (Expecting ':' delimiter); expected a list; check that this is the file you mean.",
        ),
    ],
)  # fmt: skip
def test_json_that_breaks_off_or_is_none(tmp_path: Path, text, place, message) -> None:
    path = tmp_path / "data.json"
    path.write_text(text)
    assert message_of(DataError, lambda: open_source(path).json("a list")) == f"{path}, {place}: {message}"


def test_files_in_other_formats_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(json.dumps([{"question": 1, "reply": 2}]))
    unknown = message_of(DataError, lambda: read_any(path))
    assert unknown.startswith(
        f"{path}: unknown format: its first record has 'question', 'reply'; expected a file in one of the formats "
    )
    assert unknown.endswith("; convert it first, or write a reader: FILE.py:READER:data.json.")
    path.write_text("[3]")
    assert message_of(DataError, lambda: read_any(path)).startswith(f"{path}: the first record is a int; ")
    path.write_text("[{")
    broken = message_of(DataError, lambda: read_any(path))
    assert broken.startswith(f"{path}, line 1, column 3: the first record cannot be read (")
    assert broken.endswith("; check that this is the right file, and that it is complete.")
    path.write_text(json.dumps({"question_id": 1, "messages": [], "_metadata": 2}))
    near = message_of(DataError, lambda: open_data(f"{tmp_path}/data.json"))
    assert "no message has words" in near
    path.write_text(json.dumps({"question_id": 1, "qa": 2}))
    near = message_of(DataError, lambda: read_any(path))
    assert "; near formats are longmemeval (lacks 'haystack_sessions'), locomo (lacks 'sample_id', " in near
    path.write_text(json.dumps({"_metadata": 1, "dialogues": 2, "messages": []}))
    several = message_of(DataError, lambda: read_any(path))
    assert several == (
        f"{path}: several formats fit: realmem, chat; expected a file in one format; name the right one, "
        f"such as realmem:{path}."
    )


def test_records_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_text("{\n")
    assert message_of(RecordError, lambda: list(read_records(path))).endswith(
        ": the line is not JSON; expected one episode record per line."
    )
    append(tmp_path / "sound.jsonl", bare())
    data = json.loads((tmp_path / "sound.jsonl").read_text())
    path.write_text(json.dumps(data | {"ending": 3}) + "\n")
    assert message_of(RecordError, lambda: list(read_records(path))).endswith("; record it again.")
    unwritten = message_of(RecordError, lambda: append(tmp_path / "none" / "episodes.jsonl", bare()))
    assert unwritten.startswith(f"{tmp_path}/none/episodes.jsonl: the episode cannot be written: ")
    assert unwritten.endswith("; check the folder, then resume the run.")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"round": 1}, "not feedback of MemoryBench; expected 'implicit_actions', a list, or 'implicit_action'."),
        ({"implicit_actions": [], "round": 0}, "'round' is 0; expected a whole number from 1."),
        ({"implicit_action": "like", "round": -1}, "'round' is -1; expected a whole number from 0."),
        ({"implicit_actions": ["like", "copy"], "round": 1},
         "invalid actions ['like', 'copy']; expected a list with one action, or none."),
        ({"implicit_actions": ["like"], "round": 1, "satisfaction_score": 10.5},
         "'satisfaction_score' is 10.5; expected a number from 0 to 10."),
        ({"implicit_action": "lik", "round": 0}, "unknown action 'lik'; expected none, like, dislike, copy."),
    ],
)  # fmt: skip
def test_feedback_that_is_none_is_named_by_its_place(entry, message) -> None:
    sound = {"implicit_actions": ["like"], "round": 1}
    assert message_of(DataError, lambda: read_rounds([sound, entry], "file")) == f"file[1]: {message}"
