"""The folder of a run and its manifest: what may be resumed, and what is refused."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.manifest import RunManifest, read_manifest
from regulars.evaluation.whole_files import read_whole, write_json, write_whole

MANIFEST = RunManifest(schema=2, version="0.1.0", systems=("a", "b"), feedback="evaluative", k=10, budget=1024,
                       units=(("s", 0, "a"), ("s", 0, "b")))  # fmt: skip

OTHER = {
    "version": "0.2.0",
    "systems": ("b", "a"),
    "feedback": "silent",
    "noise": "typos:0.1",
    "k": 9,
    "budget": 1023,
    "cutoffs": (5, 9),
    "sources": {"mine.py": "00"},
    "parts": {"a": {"read": "lines"}},
    "unforked": {"mine.py:M": "it holds a socket"},
    "limits": {"calls": 3.0},
    "user": "openai:m",
    "judge": "openai:m",
    "judge_kinds": ("temporal",),
    "labels": {"m": "openai:m"},
    "prompts": {"judge": "00"},
    "scenarios": ("id",),
    "regime": "train",
    "streams": ("id",),
    "units": (("s", 1, "a"),),
}


def settle(*given):
    """Enters a folder and leaves it."""
    folder = RunFolder(*given)
    with folder:
        return folder


@pytest.mark.parametrize("name", OTHER)
def test_each_field_of_the_manifest_tells_two_runs_apart(name, tmp_path):
    other = replace(MANIFEST, **{name: OTHER[name]})
    assert MANIFEST.differences(other) == other.differences(MANIFEST) == [name]
    settle(tmp_path / "RUN", MANIFEST, False)
    with pytest.raises(ConfigurationError, match=f"other options: {name}$|other options: {name};"):
        settle(tmp_path / "RUN", other, True)


GROWN = replace(MANIFEST, systems=("b", "a"), sources={"mine.py": "00"}, parts={"b": {"read": "lines"}},
                units=(*MANIFEST.units, ("s", 1, "a"), ("s", 0, "b")))  # fmt: skip


def test_a_run_may_grow_by_seeds_and_systems_and_remembers_it(tmp_path):
    settle(tmp_path / "RUN", MANIFEST, False)
    settle(tmp_path / "RUN", GROWN, True)
    assert read_manifest(tmp_path / "RUN" / "config.json") == GROWN
    with pytest.raises(ConfigurationError, match="other options: systems, sources, parts, units"):
        settle(tmp_path / "RUN", MANIFEST, True)  # it cannot shrink again


def test_a_changed_file_is_named(tmp_path):
    settle(tmp_path / "RUN", GROWN, False)
    with pytest.raises(ConfigurationError, match=r"^out: mine\.py changed since the run in .*; expected the files"):
        settle(tmp_path / "RUN", replace(GROWN, sources={"mine.py": "11"}), True)


@pytest.mark.parametrize(
    "change",
    [
        {"k": 9},
        {"units": (("s", 1, "a"), ("s", 0, "b"))},  # one episode is gone
        {"sources": {}},
        {"parts": {"b": {"read": "turns"}}},
    ],
)
def test_a_run_that_grows_keeps_everything_else(change, tmp_path):
    settle(tmp_path / "RUN", GROWN, False)
    units = {"units": (*GROWN.units, ("s", 2, "a"))} | change
    with pytest.raises(ConfigurationError, match="other options"):
        settle(tmp_path / "RUN", replace(GROWN, **{**change, **units}), True)


def test_all_fields_are_in_the_table_above_and_all_differences_are_named():
    assert set(OTHER) == set(MANIFEST.__struct_fields__) - {"schema"}
    assert MANIFEST.differences(replace(MANIFEST, **OTHER)) == [
        name for name in MANIFEST.__struct_fields__ if name != "schema"
    ]
    assert MANIFEST.differences(MANIFEST) == []


def test_a_manifest_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "config.json"
    write_json(path, replace(MANIFEST, **OTHER))
    assert read_manifest(path) == read_manifest(path, resumed=True) == replace(MANIFEST, **OTHER)
    assert path.read_bytes().startswith(b'{\n "schema": 2,\n "version": "0.2.0",\n')
    assert path.read_bytes().endswith(b"}\n")


@pytest.mark.parametrize("number", [None, 1])
def test_a_manifest_of_schema_1_is_read_and_not_resumed(tmp_path, number):
    path = tmp_path / "config.json"
    write_json(path, MANIFEST)
    data = json.loads(path.read_bytes())
    del data["schema"]
    path.write_text(json.dumps(data | ({} if number is None else {"schema": number})))
    assert read_manifest(path) == MANIFEST
    with pytest.raises(ConfigurationError, match="earlier version"):
        read_manifest(path, resumed=True)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b'{"schema": 3}', "unknown schema 3"), (b"{", "is not the manifest"), (b"[]", "is not the manifest"),
     (b'{"schema": 2, "k": 1}', "is not the manifest")],
)  # fmt: skip
def test_what_is_no_manifest_is_refused_by_its_path(tmp_path, content, said):
    path = tmp_path / "config.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=said) as caught:
        read_manifest(path)
    assert str(path) in caught.value.where
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read_manifest(tmp_path / "gone.json")


# ---------------------------------------------------------------- the folder


def test_a_new_folder_gets_the_manifest_and_is_kept(tmp_path):
    with RunFolder(tmp_path / "deep" / "RUN", MANIFEST, resume=False) as path:
        assert path == tmp_path / "deep" / "RUN"
        assert read_manifest(path / "config.json") == MANIFEST
    assert path.is_dir()
    assert settle(str(path), MANIFEST, True).kept == path


def test_a_run_may_begin_where_it_was_to_be_resumed_and_in_an_empty_folder(tmp_path):
    for resume in (True, False):
        (tmp_path / str(resume)).mkdir()
        folder = settle(tmp_path / str(resume), MANIFEST, resume)
        assert (folder.path / "config.json").is_file()


def test_a_folder_with_a_run_is_resumed_only_on_request(tmp_path):
    settle(tmp_path, MANIFEST, False)
    before = (tmp_path / "config.json").read_bytes()
    with pytest.raises(ConfigurationError, match="already holds a run"):
        settle(tmp_path, MANIFEST, False)
    settle(tmp_path, MANIFEST, True)
    assert (tmp_path / "config.json").read_bytes() == before


def test_a_run_without_a_folder_leaves_nothing_behind():
    folder = RunFolder(None, MANIFEST, resume=False)
    assert folder.kept is None
    with folder as path:
        assert path.is_dir()
        assert not (path / "config.json").exists()
        (path / "episodes.jsonl").write_text("x")
    assert not path.exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((None, True), "there is no folder to resume"),
        (("", False), "the name of the folder is empty"),
        (("file", False), "is not a folder"),
        (("file/RUN", False), "cannot be written"),
        (("old", True), "holds episodes, but their config.json is missing"),
        (("old", False), "holds episodes, but their config.json is missing"),
    ],
)
def test_what_cannot_hold_a_run_is_refused(tmp_path, given, said):
    (tmp_path / "file").write_text("x")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "episodes.jsonl").write_text("")
    out, resume = given
    with pytest.raises(ConfigurationError, match=said):
        settle(tmp_path / out if out else out, MANIFEST, resume)


def test_a_file_is_replaced_as_a_whole(tmp_path):
    path = tmp_path / "results.json"
    write_whole(path, b"old and long")
    write_whole(path, b"new")
    assert read_whole(path) == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["results.json"]
    with pytest.raises(RecordError, match="cannot be read") as caught:
        read_whole(tmp_path / "gone")
    assert caught.value.where == str(tmp_path / "gone")
