"""The messages of this room's errors, whole: what is wrong, where, what was expected, and what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bare_records import bare
from msgspec.structs import replace

from regulars.agents.models.metered import Meter
from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, RecordError, RegularsError, SeatError
from regulars.evaluation.play.curricula import check_regime
from regulars.evaluation.play.engines.processes import play_in_processes
from regulars.evaluation.play.engines.scheduling import Scheduling
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.replay import replay
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.manifest import RunManifest, read_manifest
from regulars.evaluation.runs.planned_units import single_lives
from regulars.evaluation.runs.recorded import open_run
from regulars.evaluation.systems.systems import System, systems
from regulars.scenarios.generator import generate

LIFE = generate(1, sessions=1)
MANIFEST = RunManifest(schema=2, version="0.1.0", systems=("a",), feedback="evaluative", k=10, budget=1024,
                       units=(("s", 0, "a"),))  # fmt: skip


def lives(**options: Any) -> list[Any]:
    return list(single_lives(RunConfig(**options), [System("a", lambda life: None)]))


class Uncopied:
    """An assistant that holds something open."""

    def __init__(self) -> None:
        self.open = 1

    def act(self, observation: Any) -> str:
        return ""

    def __deepcopy__(self, memo: Any) -> Any:
        raise RuntimeError("it is open")


CASES: list[tuple[Callable[[], Any], type[RegularsError], str]] = [
    *(
        ((lambda name=name, value=value: RunConfig(**{name: value})), ConfigurationError,
         f"evaluate: {name} is {value!r}; expected a whole number from 1.")
        for name, value in (
            ("seeds", 0), ("k", None), ("budget", 1.5), ("k", True), ("concurrency", 0), ("workers", None),
        )
    ),
    (lambda: RunConfig(step_timeout=0), ConfigurationError,
     "evaluate: step_timeout is 0; expected seconds above 0."),
    (lambda: RunConfig(limits={"call": 1}), ConfigurationError,
     "limits: unknown limit 'call'; did you mean 'calls'?"),
    (
        lambda: Scheduling(2, 3), ConfigurationError,
        "evaluate: workers 3 and concurrency 2 exclude each other; expected one of the two; "
        "set concurrency for seats that wait, such as models, or workers for seats that compute.",
    ),
    (
        lambda: RunConfig(suite="stream", concurrency=2).stream_suite(), ConfigurationError,
        "evaluate: concurrency is 2; expected 1 for a stream, whose lives share one memory and come in order; "
        "set workers to play several streams at once.",
    ),
    (
        lambda: RunConfig(suite="smoke", regime="train").stream_suite(), ConfigurationError,
        "suite smoke: regime 'train' needs a suite of streams; expected the suite stream or procedural; "
        "leave regime out, or choose such a suite.",
    ),
    (
        lambda: RunConfig(suite="stream", data=[], regime="train").stream_suite(), ConfigurationError,
        "data: regime 'train' needs a suite of streams; expected the suite stream or procedural; "
        "leave regime out, or choose such a suite.",
    ),
    (
        lambda: RunConfig(noise="typos:.1").check_quiet("here"), ConfigurationError,
        "here: noise 'typos:0.1' cannot be added here; expected generated single lives; leave noise out.",
    ),
    (
        lambda: RunConfig(memory=["none", 3]).memories(), ConfigurationError,
        "memory: invalid memory of type int; "
        "expected a name, FILE.py:NAME, MODULE:NAME, or a class with observe and recall.",
    ),
    (lambda: RunConfig(memory=[]).memories(), ConfigurationError,
     "memory: the list of memories is empty; add one or leave it out."),
    (lambda: lives(data=[1]), ConfigurationError,
     "data: data is not a list of scenarios; expected Scenario objects."),
    (lambda: lives(data=[]), ConfigurationError, "data: the data holds no scenarios; expected at least one."),
    (lambda: lives(data=[LIFE, LIFE]), ConfigurationError,
     f"data: duplicate scenario {LIFE.id}; remove one of the two."),
    (lambda: systems(["none", "none"], "scripted", references=(), k=10, budget=1024), ConfigurationError,
     "evaluate: duplicate system 'none'; name each system once."),
    (lambda: RunFolder(None, MANIFEST, True), ConfigurationError,
     "resume: there is no folder to resume; name it with --out."),
    (lambda: RunFolder("", MANIFEST, False), ConfigurationError,
     "out: the name of the folder is empty; name a folder."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), CASES)
def test_an_error_says_what_is_wrong_where_and_what_to_do(call, kind, message) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message


def test_an_assistant_that_cannot_be_copied_is_named() -> None:
    with pytest.raises(SeatError) as caught:
        systems(["none"], Uncopied(), references=(), k=10, budget=1024)
    assert str(caught.value).endswith(
        "Uncopied cannot be copied for each episode: it is open; pass its class, or make it copyable."
    )


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """A file, a folder with a run, with another run, with episodes alone, and below a file."""
    run = tmp_path / "run"
    with RunFolder(run, MANIFEST, False):
        pass
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "episodes.jsonl").write_text("")
    file = tmp_path / "file"
    file.write_text("")
    other = replace(MANIFEST, k=9, feedback="silent")
    for folder, manifest, resume, message in (
        (file, MANIFEST, False, f"out: {file} is not a folder; name a folder."),
        (run, MANIFEST, False, f"out: {run} already holds a run; add --resume, or name another folder."),
        (
            run, other, True,
            f"out: {run} holds a run with other options: feedback, k; expected the options that the run was started "
            "with, or more seeds or systems; repeat those options, or name another folder.",
        ),
        (alone, MANIFEST, True,
         f"out: {alone} holds episodes, but their config.json is missing; name another folder."),
        (file / "run", MANIFEST, False, f"out: {file}/run cannot be written: Not a directory; name another folder."),
    ):  # fmt: skip
        with pytest.raises(ConfigurationError) as caught, RunFolder(folder, manifest, resume):
            pass
        assert str(caught.value) == message
    assert RunFolder(run, MANIFEST, True).kept == run
    assert RunFolder(None, MANIFEST, False).kept is None


def test_a_manifest_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    with RunFolder(tmp_path / "run", MANIFEST, False):
        pass
    sound = json.loads((tmp_path / "run" / "config.json").read_text())
    path.write_text(json.dumps(sound | {"schema": 3}))
    with pytest.raises(RecordError) as unknown:
        read_manifest(path)
    assert str(unknown.value) == (
        f"{path}: unknown schema 3; expected schema 1 or 2; read it with the version of regulars that wrote it."
    )
    path.write_text(json.dumps(sound | {"schema": 1}))
    assert read_manifest(path) == MANIFEST
    with pytest.raises(ConfigurationError) as earlier:
        read_manifest(path, resumed=True)
    assert str(earlier.value) == (
        f"{path}: the run was started with an earlier version; expected a run of schema 2; "
        "read it with `regulars replay` or `explain`, or start a new run in another folder."
    )
    path.write_text('{"schema": 2}\n')
    with pytest.raises(RecordError) as strange:
        read_manifest(path)
    assert str(strange.value).startswith(f"{path}: is not the manifest of a run: ")
    assert str(strange.value).endswith("; name a folder that evaluate wrote.")


def test_a_run_without_episodes_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "one"
    with pytest.raises(RecordError) as missing:
        open_run(folder)
    assert str(missing.value) == f"{folder}: there is no such folder; name a folder that evaluate --out wrote."
    folder.mkdir(parents=True)
    with pytest.raises(RecordError) as bare:
        open_run(folder)
    assert str(bare.value) == f"{folder}: the folder holds no episodes; name a folder that evaluate --out wrote."
    (folder / "episodes.jsonl").write_text("")
    with pytest.raises(RecordError) as empty:
        open_run(folder)
    assert str(empty.value) == (f"{folder / 'episodes.jsonl'}: the run has no episodes yet; resume it with --resume.")
    near = tmp_path / "runs" / "on"
    with pytest.raises(RecordError) as close:
        open_run(near)
    assert str(close.value) == f"{near}: there is no such folder; did you mean {str(folder)!r}?"


def test_a_run_without_units_reports_nothing(tmp_path: Path) -> None:
    told: list[Any] = []
    log = EpisodeLog(tmp_path / "episodes.jsonl", [], Meter(), told.append)
    log.report()
    assert (told, log.jobs, list(log.close())) == ([], [], [])


def keeps_no_state(observation: Any) -> str:
    return ""


def test_a_system_that_cannot_be_forked_takes_no_exams() -> None:
    (plain,) = systems([], assistant=keeps_no_state)
    with pytest.raises(ConfigurationError) as caught:
        check_regime("stepwise", [plain])
    assert caught.value.where == "regime stepwise"
    assert caught.value.what.startswith("keeps_no_state cannot be forked for exams: ")
    assert caught.value.expected == "get_state and set_state, a picklable object, or a function with stateless = True"
    assert caught.value.remedy == "add these, or choose the regime train, which has no exams"
    with pytest.raises(ConfigurationError) as unknown:
        check_regime("of-policy", [])
    assert str(unknown.value) == (
        "regime: unknown regime 'of-policy'; expected on-policy, off-policy, stepwise, train; "
        "did you mean 'off-policy'?"
    )


def test_workers_need_what_can_be_pickled() -> None:
    with pytest.raises(ConfigurationError) as caught:
        play_in_processes([], Conditions({}), lambda unit, record: None, workers=2, recipe=lambda: [], meter=Meter())
    assert str(caught.value).startswith("workers: the assistant or a memory cannot be pickled for another process: ")
    assert str(caught.value).endswith(
        "; pass it as FILE.py:NAME, define it at the top level of a module, or use one worker."
    )


def test_an_episode_that_stands_twice_counts_once_and_is_named(tmp_path: Path) -> None:
    record = bare("s", 0)
    append(tmp_path / "episodes.jsonl", record)
    append(tmp_path / "episodes.jsonl", record)
    run = replay(tmp_path)
    assert run.notes == [
        "1 record of the run rejected and left out: line 2 (s/0/x): duplicate episode: line 1 is the same episode"
    ]
    assert [row.n for row in run.rows if row.metric == "reward" and row.scenario == "all"] == [1]
