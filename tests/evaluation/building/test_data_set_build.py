"""A build gives the same bytes however it was interrupted and by however many workers, and keeps what it made."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree

import pytest

from regulars.datasets.codec import is_unchanged
from regulars.datasets.formats import open_data
from regulars.datasets.record_files import read_records
from regulars.datasets.validate import validate
from regulars.errors import ConfigurationError, DataError
from regulars.evaluation.building import build as building
from regulars.evaluation.building.build import build, check
from regulars.evaluation.building.contents import SplitContents
from regulars.evaluation.building.plan import DataSetPlan
from regulars.evaluation.runs.lock import RunLock
from regulars.evaluation.runs.recorded import open_run
from regulars.scenarios.files import read_scenarios
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite

TINY = Suite("tiny", 1, "", ({"users": 1, "sessions": 2, "probes_per_session": 1, "anchors": 1},))
ROWS = ("none",)
SPLITS = ("train", "validation", "test")


def tiny(users=4):
    return DataSetPlan(suite=TINY, users=users, name="tiny-1")


def made(out, *, tell=None, workers=1, rows=ROWS):
    return build(tiny(), out, workers=workers, tell=tell, rows=rows, reference="none")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return made(tmp_path_factory.mktemp("whole") / "set")


def test_the_files_of_a_data_set(whole):
    assert sorted(whole.sums) == sorted([
        "LICENSE", "README.md", "build.json", "plots/evidence_distance.svg", "plots/floors_and_ceilings.svg",
        "plots/kinds.svg", "plots/tokens.svg",
        *(f"{split}/{name}.jsonl" for split in SPLITS for name in ("episodes", "scenarios")),
    ])  # fmt: skip
    assert [len(read_scenarios(whole.folder / split / "scenarios.jsonl")) for split in SPLITS] == [2, 1, 1]
    described = json.loads((whole.folder / "build.json").read_text("utf-8"))
    assert described["people"] == {"train": 2, "validation": 1, "test": 1}
    assert not (whole.folder / ".building").exists()
    assert whole.size == sum((whole.folder / name).stat().st_size for name in whole.sums)


def test_episodes_are_sound_and_hold_nothing_of_one_machine(whole):
    for split in SPLITS:
        records = list(read_records(whole.folder / split / "episodes.jsonl"))
        lives = read_scenarios(whole.folder / split / "scenarios.jsonl")
        assert [record.scenario.id for record in records] == [life.id for life in lives]
        assert {life.suite for life in lives} == {f"tiny-1@{split}"}
        assert all(is_unchanged(record) for record in records)
        assert all((record.timings, list(record.versions)) == ({}, ["regulars"]) for record in records)
        assert validate(whole.folder / split).problems == []


def test_people_of_two_splits_differ_and_test_speaks_in_held_out_wordings(whole):
    lives = {split: read_scenarios(whole.folder / split / "scenarios.jsonl") for split in SPLITS}
    ids = [person.id for split in SPLITS for life in lives[split] for person in life.persons]
    assert len(ids) == len(set(ids)) == 4
    assert [{life.phrasing for life in lives[split]} for split in SPLITS] == [{"open"}, {"open"}, {"held_out"}]
    contents = {split: SplitContents() for split in SPLITS}
    for split in SPLITS:
        for life in lives[split]:
            contents[split].count_life(life)
    assert not contents["train"].reserved
    assert not contents["validation"].reserved
    assert contents["test"].reserved


def test_distances_of_questions_are_counted_from_the_records(whole):
    """A question's distance in tokens is that of the turns from its evidence on, which are its distance in turns."""
    from regulars.dialogue import count_tokens

    (record,) = read_records(whole.folder / "test" / "episodes.jsonl")
    contents = SplitContents()
    contents.count_episode(record)
    assert list(contents.lengths) == [sum(count_tokens(turn.text) for turn in record.transcript)]
    firsts = [probe.outcomes[0] for probe in record.probes if probe.outcomes and probe.outcomes[0].horizon >= 0]
    assert list(contents.turns_back) == [first.horizon for first in firsts]
    measured = zip(firsts, contents.tokens_back, contents.days_back, strict=True)
    plain = [one for one in measured if len(one[0].evidence) == len(one[0].evidence[0]) == 1]
    assert plain
    for first, tokens, days in plain:
        place = next(number for number, turn in enumerate(record.transcript) if turn.id == first.evidence[0][0])
        between = record.transcript[place : place + first.horizon]
        assert tokens == sum(count_tokens(turn.text) for turn in between)
        assert days == (first.time - record.transcript[place].time).total_seconds() / 86400


def test_the_card_shows_counts_and_rows(whole):
    card = (whole.folder / "README.md").read_text("utf-8")
    assert card.startswith("---\npretty_name: 'tiny-1'\nlicense: mit\nlanguage:\n- en\n")
    assert "| people | 2 | 1 | 1 |" in card
    assert "| wordings | open | open | held_out |" in card
    assert "| none | " in card
    for plot in (whole.folder / "plots").iterdir():
        assert f"(plots/{plot.name})" in card


def test_options_that_fit_no_life_are_refused_before_a_folder_is_made(tmp_path):
    plan = DataSetPlan(suite=load_suite("smoke:users=3"), users=4)
    with pytest.raises(ConfigurationError, match=r"has as few people as the split \w+, which has 2.*more users"):
        build(plan, tmp_path / "set")
    assert not (tmp_path / "set").exists()


def test_one_process_at_a_time_builds_in_a_folder(tmp_path, whole):
    folder = tmp_path / "set"
    (folder / ".building").mkdir(parents=True)
    lock = RunLock(folder / ".building")
    lock.acquire()
    with pytest.raises(ConfigurationError, match="is being written by process"):
        made(folder)
    lock.release()
    assert made(folder).sums == whole.sums


def test_a_folder_in_which_another_process_has_just_begun_holds_no_other_files(tmp_path, whole, monkeypatch):
    folder = tmp_path / "set"
    folder.mkdir()
    list_files = Path.iterdir

    def begun_meanwhile(self):
        if self == folder:
            (folder / ".building").mkdir(exist_ok=True)
        return list_files(self)

    monkeypatch.setattr(Path, "iterdir", begun_meanwhile)
    assert made(folder).sums == whole.sums


def test_a_data_set_that_another_process_finishes_meanwhile_is_recognised(tmp_path, whole, monkeypatch):
    folder = tmp_path / "set"

    class Waiting(RunLock):
        """Gets the lock when the other process has finished."""

        def acquire(self):
            copytree(whole.folder, folder, dirs_exist_ok=True)
            super().acquire()

    monkeypatch.setattr(building, "RunLock", Waiting)
    built = made(folder)
    assert (built.resumed, built.sums) == (True, whole.sums)


class Stopped(BaseException):
    """Stands for Ctrl-C."""


def stops_at(call):
    """A `tell` that stops the build at one of its calls, and notes what it was told."""
    told = []

    def tell(*said):
        told.append(said)
        if len(told) == call:
            raise Stopped

    return tell, told


def test_a_build_that_stops_at_any_step_goes_on_to_the_same_bytes(whole, tmp_path):
    """Each round gets one step further, so the build is interrupted at every one of its steps."""
    done = {}
    for call in range(1, 40):
        tell, told = stops_at(call)
        try:
            built = made(tmp_path / "set", tell=tell)
            break
        except Stopped:
            what, finished, _ = told[-1]
            assert finished >= done.get(what, 0)
            done[what] = finished
    assert built.sums == whole.sums
    assert not built.resumed


def test_a_finished_build_is_recognised_and_a_changed_one_refused(whole, tmp_path):
    built = made(tmp_path / "set")
    again = made(tmp_path / "set", tell=lambda *_: pytest.fail("something was made"))
    assert again.resumed
    assert again.sums == built.sums == whole.sums
    with (tmp_path / "set" / "README.md").open("a") as file:
        file.write("mine")
    with pytest.raises(DataError, match=r"the finished data set was changed: README\.md has another content"):
        made(tmp_path / "set")


def test_what_explain_and_view_leave_in_a_data_set_is_no_change(whole, tmp_path):
    folder = Path(copytree(whole.folder, tmp_path / "set"))
    open_run(folder / "test").episodes()
    (folder / "test" / "view").mkdir()
    (folder / "test" / "view" / "index.html").write_text("<p>", "utf-8")
    assert (folder / "test" / "episodes.sqlite").exists()
    again = made(folder)
    assert again.resumed
    assert again.sums == whole.sums
    (folder / "test" / "scenarios.jsonl").unlink()
    with pytest.raises(DataError, match=r"changed: test/scenarios\.jsonl is missing"):
        made(folder)


def test_a_whole_data_set_given_as_data_is_told_which_file_to_name(whole):
    with pytest.raises(DataError, match=r"this is a built data set.*name the lives.*test/scenarios\.jsonl"):
        open_data(whole.folder)


def test_checksums_of_a_build_are_compared(whole, tmp_path):
    sums = tmp_path / "sums"
    text = (whole.folder / "SHA256SUMS").read_text("utf-8")
    sums.write_text(text, "utf-8")
    assert check(whole, sums) == []
    sums.write_text(text.replace("README.md", "READYOU.md"), "utf-8")
    assert check(whole, sums) == ["README.md is not expected", "READYOU.md is missing"]


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x", "utf-8")
    with pytest.raises(ConfigurationError, match="holds other files"):
        made(tmp_path / "mine")
    with pytest.raises(ConfigurationError, match="is not a folder"):
        made(tmp_path / "mine" / "thesis.tex")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.tex"]


def test_another_plan_does_not_go_on_with_a_build(tmp_path, whole):
    tell, _ = stops_at(1)
    with pytest.raises(Stopped):
        made(tmp_path / "set", tell=tell)
    with pytest.raises(ConfigurationError, match="an unfinished build with other options"):
        build(tiny(users=5), tmp_path / "set", rows=ROWS, reference="none")
    with pytest.raises(ConfigurationError, match="holds a data set with other options"):
        build(tiny(users=5), whole.folder, rows=ROWS, reference="none")


def test_a_torn_line_of_a_life_is_written_again(whole, tmp_path):
    tell, _ = stops_at(3)  # two lives of train are written
    with pytest.raises(Stopped):
        made(tmp_path / "set", tell=tell)
    lives = tmp_path / "set" / ".building" / "train" / "scenarios.jsonl"
    lives.write_bytes(lives.read_bytes()[:-20])
    assert made(tmp_path / "set").sums == whole.sums


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(whole, tmp_path):
    for workers in (2, 3):
        assert made(tmp_path / str(workers), workers=workers).sums == whole.sums


BUILD = """
import sys
from test_data_set_build import made
if __name__ == "__main__":
    made(sys.argv[1])
"""


@pytest.mark.slow
def test_killed_builds_lose_at_most_the_step_under_way(whole, tmp_path):
    """Kills a build at random moments until it is complete, thirty times at most; later ones may run to the end."""
    script = tmp_path / "build.py"
    script.write_text(BUILD, "utf-8")
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    draws = random.Random(0)
    work = tmp_path / "set" / ".building"
    kept = 0
    for attempt in range(31):
        process = subprocess.Popen([sys.executable, script, tmp_path / "set"], env={**os.environ, "PYTHONPATH": paths})
        if attempt < 30:
            deadline = time.monotonic() + draws.uniform(0.2, 4)
            while time.monotonic() < deadline and process.poll() is None:
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
        process.wait()
        lines = sum(path.read_bytes().count(b"\n") for path in work.rglob("*.jsonl")) if work.is_dir() else kept
        assert lines >= kept
        kept = lines
        if (tmp_path / "set" / "SHA256SUMS").exists() and not work.exists():
            break
    assert made(tmp_path / "set").sums == whole.sums


def test_checksums_half_written_by_a_killed_build_are_written_again(whole, tmp_path):
    made(tmp_path / "set")
    (tmp_path / "set" / "SHA256SUMS").unlink()
    (tmp_path / "set" / "SHA256SUMS.part").write_text("torn")
    (tmp_path / "set" / ".building").mkdir()
    assert made(tmp_path / "set").sums == whole.sums
    assert not (tmp_path / "set" / "SHA256SUMS.part").exists()
