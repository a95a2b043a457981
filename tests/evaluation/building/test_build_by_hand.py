"""Steps of a build, one by one: folders and their errors, the lives of a split, its counts, what is told and kept."""

from __future__ import annotations

import errno
import json
import os
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from regulars.datasets.record_files import read_records
from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError, DataError
from regulars.evaluation.building import build as building
from regulars.evaluation.building import lives
from regulars.evaluation.building.build import BuiltDataSet, build
from regulars.evaluation.building.contents import SplitContents
from regulars.evaluation.building.plan import DataSetPlan
from regulars.scenarios.kinds import ActKind, ScenarioOrigin
from regulars.scenarios.suite import Suite
from regulars.scenarios.world import Act, Fact, Person, Scenario, Session

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
TINY = Suite("tiny", 1, "", ({"users": 1, "sessions": 2, "probes_per_session": 1, "anchors": 1},))
PLAN = DataSetPlan(suite=TINY, users=4, name="mine", seed=5)
RESERVED = "diet"
"""An attribute that lives of `train` do not tell: the hash of its name is divisible by six."""


# ---------------------------------------------------------------------- folders


def test_the_folder_of_work_is_made_where_nothing_or_a_build_is(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    assert building._opened(deep) == deep / ".building"
    (deep / ".building" / "kept").touch()
    (deep / "build.json").touch()
    assert building._opened(deep) == deep / ".building"
    assert (deep / ".building" / "kept").exists()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert building._opened(empty).is_dir()


def test_a_folder_that_is_none_or_holds_other_files_is_refused_in_whole_sentences(tmp_path: Path) -> None:
    file, full = tmp_path / "file", tmp_path / "full"
    file.touch()
    (full / "mine").mkdir(parents=True)
    with pytest.raises(ConfigurationError) as caught:
        building._opened(file)
    assert str(caught.value) == f"build: {file} is not a folder; name a folder."
    with pytest.raises(ConfigurationError) as caught:
        building._opened(full)
    assert str(caught.value) == (f"build: {full} holds other files; expected a new or empty folder, or one of a build.")
    assert not (full / ".building").exists()


def test_an_unfinished_build_goes_on_with_its_own_options_alone(tmp_path: Path) -> None:
    work = tmp_path / "set" / ".building"
    work.mkdir(parents=True)
    for _ in range(2):
        building._check_described(work, "{ä}")
    assert (work / "build.json").read_bytes() == "{ä}".encode()
    with pytest.raises(ConfigurationError) as caught:
        building._check_described(work, "{b}")
    assert str(caught.value) == (
        f"build: {tmp_path / 'set'} holds an unfinished build with other options; "
        f"expected those in {work / 'build.json'}; repeat those options, or name another folder."
    )


SUM_OF_A = "9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0"  # printf aaa | sha256sum


def finished(folder: Path) -> Path:
    """A data set of one file of three bytes, with what is left of the folder of work."""
    (folder / ".building" / "train").mkdir(parents=True)
    (folder / "a").write_text("aaa")
    (folder / "build.json").write_text("{}")
    (folder / "SHA256SUMS").write_text(f"{SUM_OF_A}  a\n")
    return folder


def test_a_finished_data_set_is_given_as_it_is(tmp_path: Path) -> None:
    folder = finished(tmp_path / "set")
    (folder / "later").write_text("no part of it")
    assert building._finished(folder, "{}") == BuiltDataSet(folder, 3, {"a": SUM_OF_A}, resumed=True)
    assert sorted(path.name for path in folder.iterdir()) == ["SHA256SUMS", "a", "build.json", "later"]


@pytest.mark.parametrize("described", [None, "{1}"])
def test_a_data_set_of_another_plan_or_of_none_is_refused(tmp_path: Path, described: str | None) -> None:
    folder = finished(tmp_path / "set")
    (folder / "build.json").unlink()
    if described is not None:
        (folder / "build.json").write_text(described)
    with pytest.raises(ConfigurationError) as caught:
        building._finished(folder, "{}")
    assert str(caught.value) == f"build: {folder} holds a data set with other options; name another folder."


def test_a_finished_data_set_that_was_changed_names_every_file(tmp_path: Path) -> None:
    folder = finished(tmp_path / "set")
    (folder / "SHA256SUMS").write_text(f"{SUM_OF_A}  a\n{SUM_OF_A}  b\n")
    (folder / "a").write_text("aab")
    with pytest.raises(DataError) as caught:
        building._finished(folder, "{}")
    assert str(caught.value) == (
        f"{folder}: the finished data set was changed: a has another content, b is missing; "
        "remove the folder and build again."
    )
    assert (folder / ".building").exists()


@pytest.mark.parametrize(
    ("error", "where", "why"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/disk/file"), "/disk/file", "No space left on device"),
        (OSError("it failed"), None, "it failed"),
    ],
)
def test_a_data_set_that_cannot_be_written_says_where_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, where: str | None, why: str
) -> None:
    def fails(folder: Path) -> Path:
        raise error

    monkeypatch.setattr(building, "_try_out", lambda plan: None)
    monkeypatch.setattr(building, "_opened", fails)
    with pytest.raises(ConfigurationError) as caught:
        build(PLAN, tmp_path / "set")
    assert str(caught.value) == (
        f"{where or tmp_path / 'set'}: the data set cannot be written: {why}; free some space or name another folder, "
        "then repeat the command: a build goes on where it stopped."
    )
    assert caught.value.__cause__ is error


def test_a_life_of_every_split_is_tried_before_a_new_folder_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four people are 2, 1 and 1. Data sets of seed 5 begin with life 5."""
    tried: list[tuple[str, int]] = []
    monkeypatch.setattr(building, "life_line", lambda part, number: tried.append((part.label, number)))
    monkeypatch.setattr(building, "_made", lambda *_: "made")
    assert build(PLAN, tmp_path / "set") == "made"
    assert tried == [("tiny-1@train", 5), ("tiny-1@validation", 5), ("tiny-1@test", 5)]
    (tmp_path / "set" / ".building").mkdir(exist_ok=True)
    assert build(PLAN, tmp_path / "set") == "made"
    assert len(tried) == 3


# ---------------------------------------------------------------------- a whole build


def test_a_build_tells_each_step_and_keeps_the_episodes_of_its_reference(tmp_path: Path) -> None:
    """On `test` both rows are played, for the card; the episodes of `none` are no part of the data set."""
    told: list[tuple[str, int, int]] = []
    built = build(
        DataSetPlan(suite=TINY, users=4, name="mine"), tmp_path / "set", tell=lambda *said: told.append(said),
        rows=("none", "recency"), reference="recency",
    )  # fmt: skip
    assert told == [
        ("train: lives", 0, 2), ("train: lives", 1, 2), ("train: lives", 2, 2),
        ("train: episodes", 1, 2), ("train: episodes", 2, 2),
        ("validation: lives", 0, 1), ("validation: lives", 1, 1), ("validation: episodes", 1, 1),
        ("test: lives", 0, 1), ("test: lives", 1, 1), ("test: episodes", 1, 2), ("test: episodes", 2, 2),
    ]  # fmt: skip
    described = json.loads((tmp_path / "set" / "build.json").read_text())
    assert described.pop("regulars") == building._version()
    assert described == {
        "schema": 1, "kind": "regulars.data-set", "name": "mine", "suite": "tiny-1", "users": 4, "seed": 0,
        "people": {"train": 2, "validation": 1, "test": 1}, "reference": "recency", "rows": ["none", "recency"],
    }  # fmt: skip
    systems = [[record.key.system for record in read_records(tmp_path / "set" / split / "episodes.jsonl")]
               for split in ("train", "validation", "test")]  # fmt: skip
    assert systems == [["recency"] * 2, ["recency"], ["recency"]]
    text = (tmp_path / "set" / "README.md").read_text()
    assert [line.split(" | ")[0] for line in text.splitlines() if line.startswith(("| none", "| recency"))] == [
        "| recency", "| none",
    ]  # fmt: skip
    assert not built.resumed
    assert built.sums.keys() == {
        path.relative_to(built.folder).as_posix() for path in built.folder.rglob("*") if path.is_file()
    } - {"SHA256SUMS"}


@pytest.mark.parametrize(("split", "lives", "played"), [("validation", 2, 2), ("test", 2, 4)])
def test_a_split_counts_each_life_once_however_many_rows_are_played(tmp_path: Path, split, lives, played) -> None:
    """Fourteen people are 10, 2 and 2. On `test` both rows play each life, and the reference alone is counted."""
    plan = DataSetPlan(suite=TINY, users=14, name="mine")
    found, _ = building._made_split(plan, split, tmp_path, 1, lambda *_: None, ("none", "recency"), "recency")
    records = list(read_records(tmp_path / split / "episodes.jsonl"))
    assert [record.key.system for record in records] == ["recency"] * lives
    assert {record.key.seed for record in records} == {0}
    assert len(list(read_records(tmp_path / f"{split}.run" / "episodes.jsonl"))) == played
    assert (found.lives, found.people, len(found.lengths)) == (lives, lives, lives)
    said = [sum(count_tokens(turn.text) for turn in record.transcript) for record in records]
    assert sorted(found.lengths) == sorted(said)


# ---------------------------------------------------------------------- lives


@pytest.fixture
def numbered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Lives are lines with their number. The list has the numbers of those that were generated."""
    made: list[int] = []

    def line(part: Suite, number: int) -> str:
        made.append(number)
        return f'"{part.label} {number} ä"'

    monkeypatch.setattr(lives, "life_line", line)
    return made


@pytest.mark.parametrize(
    ("before", "generated", "told"),
    [
        (None, [3, 5, 8], [0, 1, 2, 3]),
        ("", [3, 5, 8], [0, 1, 2, 3]),
        ('"one"\n', [5, 8], [1, 2, 3]),
        ('"one"\n"tw', [5, 8], [1, 2, 3]),
        ('"one"\n"two"\n', [8], [2, 3]),
        ('"one"\n"two"\n"three"\n', [], [3]),
    ],
)
def test_lives_go_on_after_the_last_whole_line(tmp_path, numbered, before, generated, told) -> None:
    path, done = tmp_path / "scenarios.jsonl", []
    if before is not None:
        path.write_text(before)
    lives.write_lives(path, TINY, [3, 5, 8], 1, done.append)
    assert (numbered, done) == (generated, told)
    kept = (before or "").rpartition("\n")[0].split("\n") if "\n" in (before or "") else []
    assert path.read_text("utf-8").splitlines() == [*kept, *(f'"tiny-1 {number} ä"' for number in generated)]


def test_a_life_is_on_the_disk_before_it_is_told(tmp_path, numbered, monkeypatch) -> None:
    path, log = tmp_path / "scenarios.jsonl", []
    monkeypatch.setattr(lives.os, "fsync", lambda number: log.append(f"synced {os.fstat(number).st_size}"))
    lives.write_lives(path, TINY, [3, 5], 1, lambda done: log.append(f"told {done}"))
    assert len('"tiny-1 3 ä"\n'.encode()) == 14
    assert log == ["told 0", "synced 14", "told 1", "synced 28", "told 2"]


def test_no_process_is_started_where_no_life_is_missing(tmp_path, monkeypatch) -> None:
    started: list[int] = []
    monkeypatch.setattr(lives, "ProcessPoolExecutor", lambda *given: started.append(1) or pytest.fail("a pool"))
    path = tmp_path / "scenarios.jsonl"
    path.write_text('"one"\n"two"\n')
    lives.write_lives(path, TINY, [3, 5], 2, lambda done: None)
    assert started == []
    with pytest.raises(pytest.fail.Exception):
        lives.write_lives(path, TINY, [3, 5, 8], 2, lambda done: None)


def test_few_lives_wait_for_their_turn() -> None:
    """Two may wait. So the first is given when three are asked for, and each further one when another is."""
    log: list[str] = []

    class Pool:
        def submit(self, call: Any, part: Suite, number: int) -> Future[str]:
            log.append(f"asked {number}")
            future: Future[str] = Future()
            future.set_result(str(number))
            return future

    given = lives._generated(Pool(), TINY, 2, [1, 2, 3, 4])  # type: ignore[arg-type]
    log.extend(f"given {line}" for line in given)
    assert log == [
        "asked 1", "asked 2", "asked 3", "given 1", "asked 4", "given 2", "given 3", "given 4",
    ]  # fmt: skip


# ---------------------------------------------------------------------- counts of a life


def fact(id: str, person: str, attribute: str) -> Fact:
    return Fact(id, person, attribute, "x", DAY)


def test_a_life_counts_its_people_and_the_facts_that_they_plan_to_tell() -> None:
    ann = Person("p1", "Ann", "p1", facts=(
        fact("f1", "p1", "home_city"), fact("f2", "p1", "home_city"), fact("f3", "p1", "employer"),
    ))  # fmt: skip
    bob = Person("p2", "Bob", "p2", facts=(fact("f4", "p2", "home_city"), fact("f5", "p2", RESERVED)))
    agenda = (Act("a1", ActKind.TELL, "f1"), Act("a2", ActKind.TELL, "f1"), Act("a3", ActKind.REMIND, "f3"))
    later = (Act("a4", ActKind.TELL, "f4"), Act("a5", ActKind.TELL, "f2"))
    sessions = (Session(1, "p1", DAY, agenda=agenda), Session(2, "p2", DAY, agenda=later))
    life = Scenario("s", ScenarioOrigin.GENERATED, "own", "english", DAY, (ann, bob), sessions, ())
    found = SplitContents()
    found.count_life(life)
    assert (found.lives, found.people, found.wordings) == (1, 2, {"open"})
    assert (dict(found.told), found.reserved) == ({"home_city": 3}, set())
    told = Session(3, "p2", DAY, agenda=(Act("a6", ActKind.TELL, "f5"),))
    held = Scenario("t", ScenarioOrigin.GENERATED, "own", "english", DAY, (bob,), (told,), (), phrasing="held_out")
    found.count_life(held)
    assert (found.lives, found.people, found.wordings) == (2, 3, {"open", "held_out"})
    assert (dict(found.told), found.reserved) == ({"home_city": 3, RESERVED: 1}, {RESERVED})
