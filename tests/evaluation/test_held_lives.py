"""A run and a build hold few lives in memory at a time, however many they play."""

from __future__ import annotations

import gc
import pickle

import pytest

import regulars
from regulars.datasets.formats import open_data
from regulars.datasets.summary import describe
from regulars.errors import DataError
from regulars.evaluation.building.build import build
from regulars.evaluation.building.plan import DataSetPlan
from regulars.evaluation.dry_run import dry_run
from regulars.evaluation.runs.config import RunConfig
from regulars.scenarios import kept as keeping
from regulars.scenarios.files import kept_scenarios, write_scenarios
from regulars.scenarios.kept import KeptScenarios
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario

SUITE = "smoke:users=1;sessions=1;lives=1"
LIVES = 30
MANY = f"smoke:users=1;sessions=1;lives={LIVES}"
FEW = 4
"""The life that is played, the one that was read last, and what a generator or the collector still holds."""


@pytest.fixture(scope="module")
def lives():
    return load_suite("smoke:users=1;sessions=1;lives=5").generate(0)


@pytest.fixture
def held():
    """The largest number of lives that `look` found in memory, without those that were there before."""

    class Held:
        def __init__(self):
            self.before, self.most, self.looks = self.counted(), 0, 0

        def counted(self):
            gc.collect()
            return sum(type(thing) is Scenario for thing in gc.get_objects())

        def look(self, *_):
            self.most = max(self.most, self.counted() - self.before)
            self.looks += 1

    return Held()


def run(held, **options):
    regulars.evaluate("none", references=False, progress=held.look, **options)
    return held


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_run_over_generated_lives(held, workers):
    run(held, suite=SUITE, seeds=LIVES, workers=workers)
    assert (held.looks, held.most <= FEW) == (LIVES, True)


def test_the_lives_of_one_seed(held):
    assert run(held, suite=MANY, seeds=1).most <= FEW
    assert held.looks == LIVES


def test_a_run_over_a_file_of_lives(held, tmp_path):
    write_scenarios(tmp_path / "lives.jsonl", load_suite(MANY).generate(0))
    opened = open_data(tmp_path / "lives.jsonl")
    assert f": {LIVES} lives, {LIVES} sessions, " in describe(opened)[0]
    assert run(held, data=opened).most <= FEW
    assert held.looks == LIVES


def test_a_run_that_is_lived_again(held, tmp_path):
    regulars.evaluate("none", references=False, suite=SUITE, seeds=LIVES, out=tmp_path / "RUN")
    assert run(held, data=tmp_path / "RUN", relive=True).most <= FEW
    assert held.looks == LIVES


def test_a_run_over_the_recordings_of_a_run(held, tmp_path):
    regulars.evaluate("none", references=False, suite=SUITE, seeds=LIVES, out=tmp_path / "RUN")
    assert run(held, data=tmp_path / "RUN").most <= FEW
    assert held.looks == LIVES


def test_a_run_that_goes_on(held, tmp_path):
    regulars.evaluate("none", references=False, suite=SUITE, seeds=2, out=tmp_path / "RUN")
    assert run(held, suite=SUITE, seeds=LIVES, out=tmp_path / "RUN", resume=True).most <= FEW


def test_a_build(held, tmp_path):
    build(
        DataSetPlan(suite=load_suite(SUITE), users=LIVES), tmp_path / "DATA", rows=("none",), reference="none",
        tell=held.look,
    )  # fmt: skip
    assert held.looks >= 2 * LIVES
    assert held.most <= FEW


def test_a_dry_run(held):
    dry_run(RunConfig(memory="none", suite=SUITE, seeds=LIVES), held.look)
    assert held.looks
    assert held.most < LIVES / 2  # those that are rehearsed


def test_lives_that_the_caller_holds_are_seen_here(held):
    given = load_suite(MANY).generate(0)
    run(held, data=given)
    assert held.most >= LIVES


# ---------------------------------------------------------------- the file of lives


def test_kept_scenarios_are_a_sequence_of_equal_ones(lives):
    kept = KeptScenarios(lives)
    assert (len(kept), list(kept), kept[-1], kept[1:3]) == (len(lives), lives, lives[-1], lives[1:3])
    assert [place.scenario for place in kept.places] == lives
    assert kept[1] is kept[1]
    with pytest.raises(IndexError):
        kept[len(lives)]


def test_a_scenario_can_be_read_while_others_are_added(lives):
    kept = KeptScenarios()
    places = []
    for number, life in enumerate(lives):
        places.append(kept.add(life))
        assert places[number // 2].scenario == lives[number // 2]
    assert [place.scenario for place in places] == lives


def test_another_process_gets_the_scenario_of_a_place(lives):
    places = list(KeptScenarios(lives).places)
    assert pickle.loads(pickle.dumps(places)) == lives


def test_a_file_of_scenarios_is_kept_whole_or_refused(lives, tmp_path):
    write_scenarios(tmp_path / "lives.jsonl", lives)
    assert list(kept_scenarios(tmp_path / "lives.jsonl")) == lives
    with (tmp_path / "lives.jsonl").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    with pytest.raises(DataError, match=f"line {len(lives) + 1}"):
        kept_scenarios(tmp_path / "lives.jsonl")


def test_no_room_for_temporary_files_is_told(lives, monkeypatch):
    def full(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "TemporaryFile", full)
    with pytest.raises(DataError, match="No space left on device") as refused:
        KeptScenarios(lives)
    assert "TMPDIR" in refused.value.remedy


def test_kept_lives_are_pickled_as_they_are(lives):
    kept = KeptScenarios(lives[:2])
    again = pickle.loads(pickle.dumps(kept))
    assert list(again) == lives[:2]
    assert list(kept) == lives[:2]
