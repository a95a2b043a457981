"""What a packed run holds, which life a name and a seed stand for, and which suite a label does."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from bare_records import bare

from regulars.datasets.formats import OpenedData
from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, DataError
from regulars.evaluation.runs import pack as packing
from regulars.evaluation.runs import relived
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.runs.pack import PackedRun, pack
from regulars.evaluation.whole_files import write_json
from regulars.scenarios.content import KEPT
from regulars.seeding import content_hash

# ---------------------------------------------------------------- packs


@pytest.fixture
def run(tmp_path):
    """A run of systems from five files, with content of its own."""
    names = ["one/mine.py", "two/mine.py", "changed.py", "gone.py", "three/mine.py"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(f"text of {name}".encode() + b"\xff")
    sources = {str(tmp_path / name): content_hash(f"text of {name}\ufffd", 16) for name in names}
    (tmp_path / "changed.py").write_text("another text")
    (tmp_path / "gone.py").unlink()
    folder = tmp_path / "RUN"
    folder.mkdir()
    append(folder / "episodes.jsonl", bare(versions={"regulars": "0.1.0", "msgspec": "0.0.1"}))
    manifest = RunManifest(
        schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90, sources=sources,
        units=(("s", 0, "x"),),
    )  # fmt: skip
    write_json(folder / "config.json", manifest)
    for name in (f"{KEPT}/b/deep/a.toml", f"{KEPT}/a.txt", "notes.txt", "run.lock"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{name}\n")
    return folder


def test_a_packed_run_holds_the_files_of_the_run_and_of_its_systems_that_are_the_same(run, tmp_path):
    found = pack(run, tmp_path / "a.zip")
    # The second and third file of one name stand in folders with their places among the sources: 1 and 4.
    listed = (
        "config.json", f"{KEPT}/a.txt", f"{KEPT}/b/deep/a.toml", "episodes.jsonl", "sources/1/mine.py",
        "sources/4/mine.py", "sources/mine.py", "environment.json",
    )  # fmt: skip
    assert found == PackedRun(
        tmp_path / "a.zip", listed, {
            str(tmp_path / "changed.py"): "it has changed since the run",
            str(tmp_path / "gone.py"): "it is no longer there",
        },
    )  # fmt: skip
    with ZipFile(found.path) as file:
        text = {name: file.read(name) for name in listed}
        members = file.infolist()
    assert text["sources/mine.py"] == b"text of one/mine.py\xff"
    assert text["sources/1/mine.py"] == b"text of two/mine.py\xff"
    assert text["sources/4/mine.py"] == b"text of three/mine.py\xff"
    assert text[f"{KEPT}/b/deep/a.toml"].decode() == f"{KEPT}/b/deep/a.toml\n"
    assert text["config.json"] == (run / "config.json").read_bytes()
    assert text["episodes.jsonl"] == (run / "episodes.jsonl").read_bytes()
    # Neither the time nor the rights of a file: the same run gives the same bytes.
    assert {(one.compress_type, one.external_attr >> 16, one.date_time) for one in members} == {
        (ZIP_DEFLATED, 0o644, (1980, 1, 1, 0, 0, 0))
    }
    assert not list(tmp_path.glob("*.part"))


def test_a_packed_run_tells_the_versions_it_was_played_and_packed_with(run, tmp_path, monkeypatch):
    named = [SimpleNamespace(name=name, version=version) for name, version in (("b", "2"), ("C", "3"), ("A", "1"))]
    monkeypatch.setattr(packing, "distributions", lambda: [*named, SimpleNamespace(name=None, version="9")])
    monkeypatch.setattr(packing.platform, "python_version", lambda: "3.11.9")
    monkeypatch.setattr(packing.platform, "platform", lambda: "Plan-9")
    pack(run, tmp_path / "a.zip")
    with ZipFile(tmp_path / "a.zip") as file:
        text = file.read("environment.json").decode()
    assert json.loads(text) == {
        "played_with": {"regulars": "0.1.0", "msgspec": "0.0.1"},
        "packed_with": {"python": "3.11.9", "platform": "Plan-9"},
        "packages": {"A": "1", "b": "2", "C": "3"},
    }
    assert list(json.loads(text)["packages"]) == ["A", "b", "C"], "in the order of the alphabet, capitals or not"
    assert text.startswith('{\n "played_with"')
    assert text.endswith("}\n")


def test_a_run_without_a_manifest_has_no_files_of_systems(tmp_path):
    (tmp_path / "RUN").mkdir()
    append(tmp_path / "RUN" / "episodes.jsonl", bare())
    found = pack(str(tmp_path / "RUN"), str(tmp_path / "a.zip"))
    assert (found.files, found.left_out) == (("episodes.jsonl", "environment.json"), {})


def test_what_could_not_be_packed_leaves_nothing_behind(run, tmp_path, monkeypatch):
    def full(*given):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(packing, "copyfileobj", full)
    with pytest.raises(ConfigurationError, match=r"a\.zip cannot be written: No space left on device"):
        pack(run, tmp_path / "a.zip")
    assert not list(tmp_path.glob("a.zip*"))


# ---------------------------------------------------------------- lives of a suite


def suite(lives):
    """A suite whose lives are their indices."""
    return SimpleNamespace(label="tiny-3", lives=lives, life=lambda index: index)


@pytest.mark.parametrize(
    ("lives", "name", "seed", "index"),
    [
        (4, "tiny-3/1", 0, 0),
        (4, "tiny-3/4", 0, 3),
        (4, "tiny-3/1", 1, 4),  # the first life after the four of the seed before
        (4, "tiny-3/2", 3, 13),
        (12, "tiny-3/12", 2, 35),
        (4, "tiny-3/5", 0, None),
        (4, "tiny-3/0", 1, None),
        (4, "tiny-3/12", 0, None),
        (4, "tiny-3/x", 0, None),
        (4, "tiny-3/-1", 1, None),
        (4, "tiny-3/", 0, None),
        (4, "tiny-3", 0, None),
        (4, "tiny-2/1", 0, None),  # another version
        (4, "more/tiny-3/1", 0, None),
        (4, f"tiny-3/{'1' * 5000}", 0, None),  # too long for a number
    ],
)
def test_a_life_is_known_by_its_place_in_the_suite_and_its_seed(lives, name, seed, index):
    assert relived._grown(suite(lives), name, seed) == index


@pytest.mark.parametrize(
    ("label", "language", "expected"),
    [
        ("smoke-23", "english", ("smoke", "", "", ("english",))),
        ("core-22@test", "english", ("core", "test", "", ("english",))),
        ("smoke-23:language=chinese", "chinese", ("smoke", "", "language=chinese", ("chinese",))),
        ("core-22@test:language=chinese", "chinese", ("core", "test", "language=chinese", ("chinese",))),
        ("smoke-23:content=0123", "english", ("smoke", "", "content=0123", ("english",))),
        ("smoke-23", "chinese", ("smoke", "", "", ("english",))),  # the suite's own languages
    ],
)
def test_a_label_stands_for_a_suite_with_its_split_language_and_settings(label, language, expected):
    found = relived._suite(SimpleNamespace(suite=label, language=language), "RUN")
    assert (found.name, found.split, found.given, found.languages) == expected
    assert found.label == label


@pytest.mark.parametrize("grown", ["the same", "another", "none"])
def test_each_life_of_a_run_is_grown_again_once_and_compared(tmp_path, monkeypatch, grown):
    for name, seed, system in (("tiny-3/2", 1, "x"), ("tiny-3/2", 1, "y"), ("tiny-3/1", 0, "x"), ("tiny-3/2", 0, "x")):
        append(tmp_path / "episodes.jsonl", bare(name, seed, system))
    lives = [SimpleNamespace(id=f"id-tiny-3/{place}") for place in (1, 2, 3, 4, 1, 2, 3, 4)]
    if grown == "another":
        lives[0] = lives[1]
    tiny = SimpleNamespace(label="tiny-3", lives=0 if grown == "none" else 4, life=lambda index: lives[index])
    opened = []
    monkeypatch.setattr(relived, "_suite", lambda recorded, where: opened.append(where) or tiny)
    found = relived.relived_lives(tmp_path)
    # Of the second seed, the second life is the sixth of all.
    expected = [("tiny-3/2", 1, lives[5]), ("tiny-3/1", 0, lives[0]), ("tiny-3/2", 0, lives[1])]
    if grown == "the same":
        assert list(found) == expected
        assert opened == [str(tmp_path / "episodes.jsonl")], "one suite is loaded once"
        return
    if grown == "another":
        assert next(found) == expected[0]
    with pytest.raises(DataError, match="the suite own has no life tiny-3/"):
        next(found)


def test_data_that_were_opened_are_a_run_by_the_file_they_came_from(tmp_path):
    append(tmp_path / "episodes.jsonl", bare())
    assert relived.is_run(SimpleNamespace(name=str(tmp_path))) is False, "only data of this package has a file's name"
    for path in (tmp_path, tmp_path / "episodes.jsonl", str(Path(tmp_path))):
        assert relived.is_run(path)
    assert relived.is_run(OpenedData(str(tmp_path), []))
    assert not relived.is_run(OpenedData(str(tmp_path / "gone"), []))
