"""What a recorded run says of itself when it is measured again, and which of it is compared."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bare_records import bare
from played_runs import run_of

from regulars.datasets.episode_record import EpisodeKey
from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, UnknownNameError
from regulars.evaluation.replay import as_run, replay
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.whole_files import write_json

FAULT, CUT = (EpisodeKey("s", 0, "a"), "it broke"), EpisodeKey("s", 1, "a")


@pytest.mark.parametrize("has_manifest", [True, False])
def test_a_recorded_run_keeps_what_index_and_manifest_say(has_manifest: bool) -> None:
    """Of each system the index knows whether it was forked, and whether it has no budget."""
    systems = {"a": (True, False), "b": (False, True), "c": (True, True), "d": (False, False)}
    index = SimpleNamespace(systems=systems, faults=[FAULT], cut=[CUT], suites=["own-1"], regime="train")
    manifest = SimpleNamespace(unforked={"b": "it holds a socket"}, labels={"a": "openai:a"})
    recorded: Any = SimpleNamespace(
        index=index, manifest=manifest if has_manifest else None, named=Path("RUN"), notes=["one is missing"]
    )
    rows: Any = ["row"]
    assert as_run(recorded, rows, [], []) == Run(
        rows, ["a", "b", "c", "d"], Path("RUN"), [FAULT], cut=[CUT], forked=["a", "c"], unbounded=["b", "c"],
        unforked=manifest.unforked if has_manifest else {}, labels=manifest.labels if has_manifest else {},
        notes=["one is missing"], suites=["own-1"], regime="train",
    )  # fmt: skip


def with_manifest(folder: Path, **changes: Any) -> Path:
    fields = {"feedback": "evaluative", "k": 3, "budget": 9, "cutoffs": (2, 3), **changes}
    units = (("core", 0, "a"), ("core", 0, "b"))
    write_json(folder / "config.json", RunManifest(schema=2, version="", systems=("a", "b"), units=units, **fields))
    return folder


def recalls(run: Run) -> set[str]:
    return {row.metric.partition("@")[2] for row in run.rows if row.metric.startswith("turn_recall_all@")}


def test_recalls_are_measured_at_the_cutoffs_of_the_run_or_at_others_up_to_its_k(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "R", {"a": [[True]], "b": [[False]]})
    assert recalls(replay(folder)) == {"5", "10"}
    assert recalls(replay(folder, cutoffs=[7])) == {"7"}  # of a run without a manifest, k is unknown
    with_manifest(folder)
    assert recalls(replay(folder)) == {"2", "3"}
    assert recalls(replay(folder, cutoffs=[1, 3])) == {"1", "3"}
    with pytest.raises(ConfigurationError) as caught:
        replay(folder, cutoffs=[4])
    assert str(caught.value) == (
        "evaluate: the cutoff 4 is above k; expected at most 3, the items requested; raise k to 4."
    )


def test_systems_are_compared_on_request_alone(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "R", {"a": [[True]], "b": [[False]]})
    ticks: list[int] = []
    assert replay(folder, lambda: ticks.append(1)).differences == []
    assert len(ticks) == 2
    found = replay(folder, against="b").differences
    assert {(one.system, one.against) for one in found} == {("a", "b")}
    assert [
        one.value for one in found if (one.scenario, one.slice, one.metric) == ("all", "all", "accuracy_anchor")
    ] == [1.0]
    with pytest.raises(UnknownNameError):
        replay(folder, against="c")
    with pytest.raises(ConfigurationError, match="unknown slice 'x'"):
        replay(folder, slices=["x"])
    assert {row.slice.partition("=")[0] for row in replay(folder, slices=["session"]).rows} >= {"session"}
    assert "session" not in {row.slice.partition("=")[0] for row in replay(folder).rows}


def test_a_run_of_one_bare_life_has_its_reward(tmp_path: Path) -> None:
    append(tmp_path / "episodes.jsonl", bare("s", 0, score=0.25))
    run = replay(tmp_path)
    assert (run.systems, run.value("x", "reward"), run.out) == (["x"], 0.25, tmp_path)
