"""Files from outside: their text and hash, and the format that their first record shows."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from regulars.datasets.formats import read_any, scenario_files
from regulars.datasets.source import open_source
from regulars.errors import DataError
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate

OWN = """\
name: one
persons:
  - name: Ada
    facts: [{attribute: hobby, value: archery, since: 2019-01-01}]
sessions:
  - start: 2025-01-14 18:30
    agenda: [{tell: hobby}]
"""


@pytest.fixture
def write(tmp_path):
    def write(content, name="data.json"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# ---------------------------------------------------------------- sources


def test_a_misspelt_path_names_the_one_beside_it(tmp_path):
    (tmp_path / "test").mkdir()
    with pytest.raises(DataError, match=f"tset: the file does not exist.*did you mean '{tmp_path}/test'"):
        open_source(tmp_path / "tset")
    with pytest.raises(DataError, match="check the path; public data sets are not part"):
        open_source(tmp_path / "nowhere" / "talks.json")


def test_the_hash_is_over_the_bytes_and_the_text_is_without_a_byte_order_mark(write):
    plain, marked = write('{"é": 1}'), write(b"\xef\xbb\xbf" + '{"é": 1}'.encode(), "marked.json")
    assert open_source(plain).text == open_source(str(marked)).text == '{"é": 1}'
    assert open_source(plain).sha256 == sha256(plain.read_bytes()).hexdigest()
    assert open_source(marked).sha256 == sha256(marked.read_bytes()).hexdigest() != open_source(plain).sha256
    assert open_source(plain).path == plain
    assert open_source(marked).json("anything") == {"é": 1}


def test_a_tilde_stands_for_the_users_folder(write, tmp_path, monkeypatch):
    write("[1]")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert open_source("~/data.json").path == tmp_path / "data.json"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "data.json: the file is empty"),
        (b" \n\t ", "data.json: the file is empty"),
        (b"a\nb\xffc", "data.json, line 2: byte 3 is not UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(write, content, said):
    with pytest.raises(DataError, match=said):
        open_source(write(content))


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path):
    with pytest.raises(DataError, match="this is a directory"):
        open_source(tmp_path)
    with pytest.raises(DataError, match="the file does not exist"):
        open_source(tmp_path / "gone")


@pytest.mark.parametrize(
    ("content", "said", "place"),
    [
        ('[1,\n 2', "the file is incomplete", "line 2, column 3"),
        ('{"a": "b', "the file is incomplete", "line 1, column 7"),
        ("[1, 2} ", r"the file is not JSON \(Expecting ',' delimiter\)", "line 1, column 6"),
        ("[1] [2]", r"the file is not JSON \(Extra data\)", "line 1, column 5"),
    ],
)  # fmt: skip
def test_json_that_ends_early_is_told_from_what_is_no_json(write, content, said, place):
    with pytest.raises(DataError, match=said) as caught:
        open_source(write(content)).json("a list")
    assert caught.value.where.endswith(f"data.json, {place}")
    assert caught.value.expected == "a list"
    assert ("fetch" in caught.value.remedy) is ("incomplete" in said)


# ---------------------------------------------------------------- formats


def test_a_file_is_read_in_the_format_of_its_first_record(write, tmp_path):
    lives = [generate(seed, sessions=1) for seed in (2, 1)]
    write_scenarios(tmp_path / "lives.jsonl", lives)
    assert read_any(tmp_path / "lives.jsonl") == lives
    assert read_any(str(tmp_path / "lives.jsonl")) == lives
    talk = {
        "sample_id": "talk",
        "conversation": {
            "speaker_a": "A", "speaker_b": "B", "session_1_date_time": "9:05 am on 3 March, 2024",
            "session_1": [{"speaker": "A", "dia_id": "D1:1", "text": "Hello."}],
        },
        "qa": [],
    }  # fmt: skip
    for content in (json.dumps([talk]), f"\n [\n{json.dumps(talk)}]"):
        (found,) = read_any(write(content))
        assert (found.marks["sample_id"], len(found.sessions)) == ("talk", 1)


@pytest.mark.parametrize("name", ["one.yaml", "one.yml", "one.YAML"])
def test_a_scenario_of_ones_own_is_known_by_its_ending(write, name):
    (found,) = read_any(write(OWN, name))
    assert [person.name for person in found.persons] == ["Ada"]


def test_a_folder_is_read_file_by_file_in_the_order_of_the_names(write, tmp_path):
    for number, name in ((3, "c.jsonl"), (1, "a.jsonl")):
        write_scenarios(tmp_path / name, [generate(number, sessions=1)])
    write(OWN, "b.yml")
    write("other", "notes.txt")
    assert [file.name for file in scenario_files(tmp_path)] == ["a.jsonl", "b.yml", "c.jsonl"]
    found = read_any(tmp_path)
    assert [found[0], found[2]] == [generate(1, sessions=1), generate(3, sessions=1)]
    assert len(found) == 3
    write("[]", "d.json")  # an empty list is no data, and nothing is passed over in silence
    with pytest.raises(DataError, match=r"d\.json"):
        read_any(tmp_path)


def test_a_folder_without_scenarios_is_refused(write, tmp_path):
    write("other", "notes.txt")
    with pytest.raises(DataError, match="this folder holds no scenarios") as caught:
        read_any(tmp_path)
    assert caught.value.expected == "files ending in .json or .jsonl or .yaml or .yml, or the folder of a run"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"kind": "regulars.episode", "sample_id": 1, "conversation": 1, "qa": 1}', "several formats fit"),
        ('{"kind": "regulars.other", "schema": 1}', "unknown format: its first record has 'kind', 'schema'"),
        ('{"sample_id": "x", "qa": []}', "its first record has 'sample_id', 'qa'"),  # one key is missing
        ('{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1}', "'a', 'b', 'c', 'd', 'e', 'f'$"),
        ("[[1]]", "the first record is a int"),
        ('"words"', "the first record is a str"),
        ("{}", "the first record is a dict"),
        ("hello", r"the first record cannot be read"),
    ],
)
def test_other_records_are_refused_with_what_they_hold(write, content, said):
    with pytest.raises(DataError) as caught:
        read_any(write(content))
    message = str(caught.value)
    assert said.removesuffix("$") in message
    assert not said.endswith("$") or "'g'" not in message
    assert "locomo, " in caught.value.expected or "several" in message


def test_a_first_record_of_a_torn_file_is_named_by_its_place(write):
    with pytest.raises(DataError, match="the first record cannot be read") as caught:
        read_any(write('\n[\n{"kind": }'))
    assert caught.value.where.endswith("data.json, line 3, column 10")
    assert Path(caught.value.where.partition(",")[0]).name == "data.json"
