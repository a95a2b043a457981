"""Files of records: what is appended is read in order, and a torn last line does no harm."""

from __future__ import annotations

import pytest
from lived_by_hand import recorded
from msgspec.structs import replace

from regulars.datasets.codec import seal, to_line
from regulars.datasets.record_files import RecordPlace, StoredRecords, append, read_records, rearrange, repair
from regulars.errors import RecordError

FIRST, SECOND, THIRD = (seal(replace(recorded(), fault=name)) for name in ("first", "zweiter, ü", "third"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "episodes.jsonl"


def faults(path):
    return [record.fault for record in read_records(path)]


def test_records_are_appended_one_a_line_and_read_in_order(path):
    for record in (SECOND, FIRST, THIRD):
        append(path, record)
    assert path.read_bytes() == b"".join(to_line(one) + b"\n" for one in (SECOND, FIRST, THIRD))
    assert list(read_records(path)) == [SECOND, FIRST, THIRD]


def test_lines_are_kept_in_a_new_order_and_the_rest_is_dropped(path):
    places = [append(path, record) for record in (FIRST, SECOND, THIRD)]
    lengths = [len(to_line(record)) + 1 for record in (FIRST, SECOND, THIRD)]
    assert [(one.offset, one.length) for one in places] == [
        (0, lengths[0]), (lengths[0], lengths[1]), (lengths[0] + lengths[1], lengths[2]),
    ]  # fmt: skip
    moved = rearrange(path, [places[2], places[0]])
    assert faults(path) == ["third", "first"]
    assert [(one.offset, one.length) for one in moved] == [(0, lengths[2]), (lengths[2], lengths[0])]
    assert rearrange(path, []) == []
    assert path.read_bytes() == b""
    assert [one.name for one in path.parent.iterdir()] == ["episodes.jsonl"], "no temporary file is left"


def test_a_file_that_another_program_changed_is_neither_appended_to_nor_rearranged(path):
    place = append(path, FIRST)
    append(path, SECOND)
    with pytest.raises(RecordError, match=f"expected {place.length} bytes, not {path.stat().st_size}"):
        append(path, THIRD, place.length)
    path.write_bytes(path.read_bytes().replace(b"first", b"fIrst"))
    before = path.read_bytes()
    with pytest.raises(RecordError, match="another program has changed the file"):
        rearrange(path, [place])
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["episodes.jsonl"]


def test_a_line_that_cannot_be_written_whole_leaves_nothing_behind(path, monkeypatch):
    append(path, FIRST)
    whole = path.read_bytes()

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RecordError, match="No space left on device; check the folder, then resume the run"):
        append(path, SECOND)
    assert path.read_bytes() == whole


def test_stored_records_are_read_when_they_are_asked_for(path):
    places = [append(path, record) for record in (FIRST, SECOND, THIRD)]
    stored = StoredRecords(path, [places[2], places[0], places[1]])
    assert (len(stored), list(stored), stored[-1], stored[1]) == (3, [THIRD, FIRST, SECOND], SECOND, FIRST)
    assert list(stored[1:]) == [FIRST, SECOND]
    with pytest.raises(IndexError):
        stored[3]
    path.write_bytes(path.read_bytes().replace(b'"fault":"first"', b'"fault":"fIrst"'))
    assert stored[0] == THIRD, "the other lines are as they were"
    with pytest.raises(RecordError, match="byte 0: another program has changed the file since it was opened"):
        stored[1]
    path.unlink()
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        list(stored)


def test_a_torn_last_line_is_not_read_and_is_removed_before_the_next(path):
    append(path, FIRST)
    whole = path.read_bytes()
    path.write_bytes(whole + to_line(SECOND)[:40])
    assert faults(path) == ["first"]
    repair(path)
    assert path.read_bytes() == whole
    append(path, THIRD)
    assert faults(path) == ["first", "third"]


def test_a_last_line_without_a_break_counts_as_torn_even_if_it_is_whole(path):
    path.write_bytes(to_line(FIRST) + b"\n" + to_line(SECOND))
    assert faults(path) == ["first"]
    repair(path)
    assert path.read_bytes() == to_line(FIRST) + b"\n"


@pytest.mark.parametrize("content", [b"", b"a whole line\n", b"one\ntwo\n"])
def test_nothing_is_repaired_in_whole_lines(path, content):
    path.write_bytes(content)
    repair(path)
    assert path.read_bytes() == content


def test_a_file_of_one_torn_line_becomes_empty(path):
    path.write_bytes(b'{"schema": 2')
    repair(path)
    assert path.read_bytes() == b""


def test_a_missing_file_needs_no_repair_and_cannot_be_read(path):
    repair(path)
    assert not path.exists()
    with pytest.raises(RecordError, match="cannot be read: No such file") as caught:
        list(read_records(path))
    assert str(path) in str(caught.value)


def test_a_torn_line_in_the_middle_is_refused_by_its_number(path):
    path.write_bytes(to_line(FIRST) + b"\n" + to_line(SECOND)[:30] + b"\n" + to_line(THIRD) + b"\n")
    records = read_records(path)
    assert next(records).fault == "first"
    with pytest.raises(RecordError, match=r"episodes\.jsonl, line 2"):
        next(records)


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    missing = tmp_path / "gone" / "episodes.jsonl"
    with pytest.raises(RecordError, match="cannot be written") as caught:
        append(missing, FIRST)
    assert str(missing) in str(caught.value)
    with pytest.raises(RecordError, match="cannot be written"):
        rearrange(missing, [RecordPlace(0, 1, 0)])


def test_a_torn_line_longer_than_a_block_is_removed(path):
    append(path, FIRST)
    whole = path.read_bytes()
    path.write_bytes(whole + b"x" * 200_000)
    repair(path)
    assert path.read_bytes() == whole
    path.write_bytes(b"x" * 200_000)
    repair(path)
    assert path.read_bytes() == b""
