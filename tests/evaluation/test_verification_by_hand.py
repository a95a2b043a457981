"""Which lines of a run count, and why others do not; files that are written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from bare_records import bare
from msgspec import Struct
from msgspec.structs import replace

from regulars.datasets.codec import to_line
from regulars.datasets.record_files import RecordPlace
from regulars.errors import RecordError
from regulars.evaluation import whole_files
from regulars.evaluation.verification import RecordVerifier, RejectedRecord, set_aside, told_rejections
from regulars.evaluation.whole_files import read_whole, write_json, write_whole

FIRST, SECOND = bare("s", 0), bare("s", 1)
NEWER = bare("s", 2, versions={"regulars": "0.2.0"})
SAME = bare("s", 3, versions={"regulars": "0.1.0"})
EDITED = replace(bare("s", 4), score=0.5)
DUPLICATE = "duplicate episode: line 1 is the same episode"
TORN = "it is incomplete: the run was interrupted, or is being written"


def verified(tmp_path: Path, *lines: Any, torn: bytes = b"", **given: Any) -> list[Any]:
    path = tmp_path / "episodes.jsonl"
    texts = [one if isinstance(one, bytes) else to_line(one) for one in lines]
    path.write_bytes(b"".join(text + b"\n" for text in texts) + torn)
    return list(RecordVerifier(**given).lines(path))


def told(found: list[Any]) -> list[Any]:
    """The name of a sound record, or line, episode and reason of a rejection."""
    assert all((one.record is None) != (one.rejected is None) for one in found)
    return [
        str(one.record.key) if one.record else (one.rejected.line, one.rejected.episode, one.rejected.why)
        for one in found
    ]


def test_a_record_counts_once_and_the_first_sound_one_counts(tmp_path: Path) -> None:
    found = verified(tmp_path, FIRST, SECOND, FIRST)
    assert told(found) == ["s/0/x", "s/1/x", (3, "s/0/x", DUPLICATE)]
    damaged = replace(FIRST, score=0.5)
    edited = "the record was edited or damaged after it was written"
    assert told(verified(tmp_path, damaged, FIRST, FIRST)) == [
        (1, "s/0/x", edited), "s/0/x", (3, "s/0/x", DUPLICATE.replace("line 1", "line 2")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("version", "whole"),
    [
        ("", ["s/0/x", "s/2/x", "s/3/x"]),
        ("0.1.0", ["s/0/x", (2, "s/2/x", "it was recorded by version 0.2.0, and the run by 0.1.0"), "s/3/x"]),
    ],
)
def test_a_record_that_says_another_version_than_the_run_is_rejected(tmp_path, version, whole) -> None:
    """A record without a version is of the run's."""
    assert told(verified(tmp_path, FIRST, NEWER, SAME, version=version)) == whole


@pytest.mark.parametrize(
    ("planned", "counts"),
    [(None, True), ({("s", 0, "x")}, True), (set(), False), ({("s", 1, "x")}, False), ({("s", 0, "y")}, False),
     ({("t", 0, "x")}, False)],
)  # fmt: skip
def test_an_episode_belongs_to_a_run_by_scenario_seed_and_system(tmp_path, planned, counts) -> None:
    expected = "s/0/x" if counts else (1, "s/0/x", "the run has no such episode")
    assert told(verified(tmp_path, FIRST, planned=planned)) == [expected]


def test_an_edited_record_is_named_and_one_that_cannot_be_read_is_not(tmp_path: Path) -> None:
    found = told(verified(tmp_path, EDITED, b"{"))
    assert found[0] == (1, "s/4/x", "the record was edited or damaged after it was written")
    assert found[1][:2] == (2, "")
    assert found[1][2]


def test_lines_have_their_places_and_an_incomplete_last_one_is_rejected(tmp_path: Path) -> None:
    one, two = to_line(FIRST) + b"\n", to_line(SECOND) + b"\n"
    found = verified(tmp_path, FIRST, SECOND, torn=b'{"sch')
    assert told(found) == ["s/0/x", "s/1/x", (3, "", TORN)]
    assert [(line.place, line.text) for line in found] == [
        (RecordPlace.of(one, 0), one),
        (RecordPlace.of(two, len(one)), two),
        (RecordPlace.of(b'{"sch', len(one) + len(two)), b'{"sch'),
    ]
    assert told(verified(tmp_path, torn=b"{")) == [(1, "", TORN)]


def test_rejected_lines_are_set_aside_with_their_reason(tmp_path: Path) -> None:
    found = verified(tmp_path, FIRST, FIRST, torn=b"\xff{")
    for _ in range(2):
        set_aside(tmp_path, found)
    lines = (tmp_path / "episodes.rejected.jsonl").read_bytes().splitlines()
    assert len(lines) == 4  # the sound line is not among them
    assert [json.loads(line) for line in lines[2:]] == [
        {"line": 2, "episode": "s/0/x", "why": DUPLICATE, "text": to_line(FIRST).decode()},
        {"line": 3, "episode": "", "why": TORN, "text": "\udcff{"},
    ]
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(RecordError) as caught:
        set_aside(file, found)
    assert str(caught.value) == (
        f"{file / 'episodes.rejected.jsonl'}: a rejected record cannot be set aside: Not a directory; "
        "check the folder, then resume the run."
    )


def rejections(count: int) -> list[RejectedRecord]:
    return [RejectedRecord(line=number, episode="s" * (number % 2), why="x") for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("count", "note"),
    [
        (0, []),
        (1, ["1 record of the run rejected and left out: line 1 (s): x"]),
        (2, ["2 records of the run rejected and left out: line 1 (s): x; line 2: x"]),
        (5, ["5 records of the run rejected and left out: line 1 (s): x; line 2: x; line 3 (s): x; line 4: x; "
             "line 5 (s): x"]),
        (6, ["6 records of the run rejected and left out: line 1 (s): x; line 2: x; line 3 (s): x; line 4: x; "
             "line 5 (s): x; and 1 more"]),
        (8, ["8 records of the run rejected and left out: line 1 (s): x; line 2: x; line 3 (s): x; line 4: x; "
             "line 5 (s): x; and 3 more"]),
    ],
)  # fmt: skip
def test_a_note_names_five_rejected_records(count, note) -> None:
    assert told_rejections(rejections(count), "left out") == note


# ---------------------------------------------------------------------- whole files


class Figure(Struct):
    value: float


def test_a_json_file_is_indented_by_one_and_ends_its_line(tmp_path: Path) -> None:
    write_json(tmp_path / "one.json", Figure(0.5))
    assert read_whole(tmp_path / "one.json") == b'{\n "value": 0.5\n}\n'


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_figure_that_is_no_number_is_refused_before_the_file_is_touched(tmp_path: Path, value: float) -> None:
    path = tmp_path / "one.json"
    write_whole(path, b"old")
    with pytest.raises(RecordError) as caught:
        write_json(path, Figure(value))
    assert str(caught.value).startswith(f"{path}: a figure is not a number: ")
    assert str(caught.value).endswith("; report this error.")
    assert path.read_bytes() == b"old"


def test_a_file_that_cannot_be_written_keeps_its_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.json"
    write_whole(path, b"old")
    sizes: list[int] = []

    def full(number: int) -> None:
        sizes.append(os.fstat(number).st_size)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files.os, "fsync", full)
    with pytest.raises(RecordError) as caught:
        write_whole(path, b"longer")
    assert str(caught.value) == (
        f"{path}: cannot be written: No space left on device; make room or check the folder, then resume."
    )
    assert sizes == [6]  # all bytes have left the program before the disk is asked
    assert [one.name for one in tmp_path.iterdir()] == ["one.json"]
    assert path.read_bytes() == b"old"


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        read_whole(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory."
