"""What runs, their systems and their streams refuse, in whole messages: what, where, what was expected, the remedy."""

from __future__ import annotations

import dataclasses
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bare_records import bare, streamed
from msgspec import convert, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from regulars.agents.models.metered import Meter
from regulars.datasets.codec import seal
from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, RegularsError
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.play import streams
from regulars.evaluation.play.curricula import check_regime
from regulars.evaluation.play.engines.scheduling import Scheduling
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.step_thread import late
from regulars.evaluation.runs import index as indexes
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.finished import Results, Run, SuiteOrigin, comparable
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.index import EpisodeLine, EpisodeSummary
from regulars.evaluation.runs.lock import LockOwner, RunLock
from regulars.evaluation.runs.manifest import RunManifest, read_manifest
from regulars.evaluation.runs.pack import pack
from regulars.evaluation.runs.planned_units import single_lives
from regulars.evaluation.runs.recorded import RecordedRun, find_episode, find_probe, open_run
from regulars.evaluation.runs.relived import relived_lives
from regulars.evaluation.systems import systems as rows
from regulars.evaluation.systems.labels import Labels, read_labels
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ScenarioOrigin

MANIFEST = RunManifest(
    schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90, sources={"mine.py": "00"}
)  # fmt: skip
ROW = Row(system="a", suite="s", scenario="all", slice="all", metric="reward", value=0.5, n=2, ci95=None)
LIFE = generate(1, sessions=1)
TWO = RecordedRun(Path("RUN"), [bare(), bare(seed=1)], None)


def enter(folder, manifest, resume=False):
    with RunFolder(folder, manifest, resume):
        pass


def labelled():
    labels = Labels({"n": "recencey"})
    labels.of("recency")
    labels.check_all_used()


def of(folder, *records):
    for record in records:
        append(folder / "episodes.jsonl", record)
    return folder


def of_suite(folder, label, **given):
    record = bare(**given)
    return of(folder, seal(replace(record, scenario=replace(record.scenario, suite=label))))


def recording():
    record = bare()
    return seal(replace(record, scenario=replace(record.scenario, source=ScenarioOrigin.RECORDED)))


def manifest(folder, text, **given):
    path = folder / "config.json"
    path.write_text(text)
    return read_manifest(path, **given)


def planned(data):
    return list(single_lives(RunConfig(data=data), []))


class Vanishing(RunLock):
    """A lock whose file is gone each time that it has been opened."""

    def _take(self):
        return False


def held(folder, host):
    """Asks for a lock that a process holds whose name is in the file."""
    first, second = RunLock(folder), RunLock(folder)
    first.acquire()
    owner = LockOwner(process=7, host=host, since=datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    (folder / "run.lock").write_bytes(encode(owner))
    try:
        second.acquire()
    finally:
        first.release()


CASES = {
    "cutoffs": (
        lambda _: RunConfig(cutoffs="5"),
        "evaluate: cutoffs are '5'; expected distinct whole numbers from 1, such as 5,10.",
    ),
    "a cutoff above k": (
        lambda _: RunConfig(cutoffs=[3, 9], k=8),
        "evaluate: the cutoff 9 is above k; expected at most 8, the items requested; raise k to 9.",
    ),
    "relive without data": (
        lambda _: RunConfig(relive=True, seeds=2),
        "evaluate: relive needs data; name a run, or recorded conversations, with --data.",
    ),
    "relive with seeds": (
        lambda _: RunConfig(relive=True, data="RUN", seeds=2),
        "evaluate: relive takes no seeds; leave seeds out: a run has its own, and a recording is lived once.",
    ),
    "an executor": (
        lambda _: RunConfig(executor="langgrap"),
        "evaluate: unknown executor 'langgrap'; did you mean 'langgraph'?",
    ),
    "a limit of 0": (
        lambda _: RunConfig(limits={"calls": 0}),
        "limits: calls is 0; expected a number above 0; leave a limit out for none.",
    ),
    "a file of figures": (
        lambda folder: Run([ROW], ["a"]).to_csv(folder / "gone" / "a.csv"),
        "Run.to_csv: {folder}/gone/a.csv cannot be written: No such file or directory; "
        "name a file in a folder of yours.",
    ),
    "a figure": (
        lambda _: Run([ROW], ["a"]).value("a", "rewards"),
        "Run.value: no figures for the metric 'rewards'; did you mean 'reward'?",
    ),
    "a figure of a system": (
        lambda _: Run([ROW], ["a", "bm25-turn"]).value("bm25-trn", "reward"),
        "Run.value: no figures for the system 'bm25-trn'; did you mean 'bm25-turn'?",
    ),
    "a row to compare with": (
        lambda _: comparable("bm25", ["bm25-turn", "none"], []),
        "against: no row is named 'bm25'; expected the name of a row of this run; did you mean 'bm25-turn'?",
    ),
    "a row alone": (
        lambda _: comparable("a", ["a", "b"], ["b"]),
        "against: there is no row to compare with 'a'; expected another row that was asked in the same way; "
        "add a memory, or leave it out.",
    ),
    "a changed file": (
        lambda folder: [enter(folder, MANIFEST), enter(folder, replace(MANIFEST, sources={"mine.py": "11"}), True)],
        "out: mine.py changed since the run in {folder} began; expected the files that the run was started with; "
        "put them back as they were, or name another folder.",
    ),
    "a lock that is a folder": (
        lambda folder: [(folder / "run.lock").mkdir(), RunLock(folder).acquire()],
        "out: {folder} cannot be written: Is a directory; "
        "name a folder that you may write to, on a disk with free space.",
    ),
    "records that are gone": (
        lambda folder: indexes._stamp(folder / "episodes.jsonl", b""),
        "{folder}/episodes.jsonl: the episodes cannot be read: No such file or directory; "
        "name a folder that evaluate wrote.",
    ),
    "an unknown system": (
        lambda folder: open_run(of(folder, bare(system="recency"))).episodes(system="recncy"),
        "{folder}/episodes.jsonl: the run has no system 'recncy'; did you mean 'recency'?",
    ),
    "a run in no folder": (
        lambda _: TWO.episodes(),
        "RecordedRun: the run is in no folder; open it with open_run.",
    ),
    "an unknown episode": (
        lambda _: find_episode(TWO, "s/2/x"),
        "RUN: unknown episode 's/2/x'; expected a number from 1 to 2, or SCENARIO/SEED/SYSTEM; did you mean 's/1/x'?",
    ),
    "an unknown question": (
        lambda _: find_probe(bare(), "q1"),
        "s/0/x: unknown question 'q1'; expected a number from 1 to 0, or an id; there are none.",
    ),
    "a run to pack over a file": (
        lambda folder: pack(of(folder, bare()), folder / "episodes.jsonl"),
        "pack: {folder}/episodes.jsonl exists; expected a new file; name another one.",
    ),
    "a run to pack nowhere": (
        lambda folder: pack(of(folder, bare()), folder / "gone" / "a.zip"),
        "pack: {folder}/gone/a.zip cannot be written: No such file or directory; name a file in a folder of yours.",
    ),
    "nothing to live again": (
        lambda _: list(relived_lives([])),
        "relive: the data is not a run; expected a folder that evaluate --out wrote.",
    ),
    "no episodes to live again": (
        lambda folder: [(folder / "episodes.jsonl").touch(), list(relived_lives(folder))],
        "{folder}/episodes.jsonl: the run has no episodes yet; resume it with --resume.",
    ),
    "streams to live again": (
        lambda folder: list(relived_lives(of(folder, bare(config=streamed("train", 1, 1))))),
        "{folder}/episodes.jsonl: this is a run over streams; expected a run over the lives of a suite; "
        "play the suite of streams with --suite.",
    ),
    "lives of no suite": (
        lambda folder: list(relived_lives(of_suite(folder, ""))),
        "{folder}/episodes.jsonl: the run plays 'scenarios of no suite'; "
        "expected a run over the lives of a built-in suite; name the file with its scenarios as --data, "
        "without --relive.",
    ),
    "lives of an unknown suite": (
        lambda folder: list(relived_lives(of_suite(folder, "nonesuch-3"))),
        "{folder}/episodes.jsonl: the run plays 'nonesuch-3'; "
        "expected a run over the lives of a built-in suite; name the file with its scenarios as --data, "
        "without --relive.",
    ),
    "lives of files": (
        lambda folder: list(relived_lives(of_suite(folder, "smoke-7:personas_file=/etc/hosts"))),
        "{folder}/episodes.jsonl: the run names files of its own: personas_file=/etc/hosts; expected a run over the "
        "lives of a built-in suite; a run opens no other files; name the suite with its files, without --relive: "
        "regulars evaluate --suite FILE.toml.",
    ),
    "an empty label": (lambda _: Labels({" ": "a"}), "label: the label ' ' is empty; expected NAME=SPEC."),
    "two labels": (
        lambda _: Labels({"a": "none", "b": "none"}),
        "label: 'none' has two labels, 'a' and 'b'; drop one.",
    ),
    "a label for nothing": (
        lambda _: labelled(),
        "label: the label 'n' stands for 'recencey', which no system has; did you mean 'recency'?",
    ),
    "a label of another form": (
        lambda _: read_labels(["a"]),
        "--label: label 'a'; expected NAME=SPEC, such as small=openai:M.",
    ),
    "a label twice": (
        lambda _: read_labels(["a=x", "a=y"]),
        "--label: the label 'a' occurs twice; name each spec apart.",
    ),
    "no episode": (lambda _: rows._nothing(), "no episode is running."),
    "a log nowhere": (
        lambda folder: EpisodeLog(folder / "gone" / "episodes.jsonl", [], Meter()),
        "{folder}/gone/episodes.jsonl: the episodes cannot be written: No such file or directory; check the folder.",
    ),
    "a number": (lambda _: RunConfig(seeds=0), "evaluate: seeds is 0; expected a whole number from 1."),
    "a time limit": (lambda _: RunConfig(step_timeout=0), "evaluate: step_timeout is 0; expected seconds above 0."),
    "a limit": (lambda _: RunConfig(limits={"call": 3}), "limits: unknown limit 'call'; did you mean 'calls'?"),
    "a regime of single lives": (
        lambda _: RunConfig(suite="smoke", regime="train").stream_suite(),
        "suite smoke: regime 'train' needs a suite of streams; expected the suite stream or procedural; "
        "leave regime out, or choose such a suite.",
    ),
    "a regime of data": (
        lambda _: RunConfig(data=[], regime="train").stream_suite(),
        "data: regime 'train' needs a suite of streams; expected the suite stream or procedural; "
        "leave regime out, or choose such a suite.",
    ),
    "noise in a stream": (
        lambda _: RunConfig(suite="stream", noise="typos:0.1").stream_suite(),
        "suite stream: noise 'typos:0.1' cannot be added here; expected generated single lives; leave noise out.",
    ),
    "a stream at once": (
        lambda _: RunConfig(suite="stream", concurrency=2).stream_suite(),
        "evaluate: concurrency is 2; expected 1 for a stream, whose lives share one memory and come in order; "
        "set workers to play several streams at once.",
    ),
    "no concurrency": (lambda _: Scheduling(0), "evaluate: concurrency is 0; expected a whole number from 1."),
    "no workers": (lambda _: Scheduling(1, 0), "evaluate: workers is 0; expected a whole number from 1."),
    "two ways at once": (
        lambda _: Scheduling(2, 3),
        "evaluate: workers 3 and concurrency 2 exclude each other; expected one of the two; "
        "set concurrency for seats that wait, such as models, or workers for seats that compute.",
    ),
    "a memory of no type": (
        lambda _: RunConfig(memory=["none", 5]).memories(),
        "memory: invalid memory of type int; "
        "expected a name, FILE.py:NAME, MODULE:NAME, or a class with observe and recall.",
    ),
    "no memory": (
        lambda _: RunConfig(memory=[]).memories(),
        "memory: the list of memories is empty; add one or leave it out.",
    ),
    "no folder to resume": (
        lambda _: enter(None, MANIFEST, True),
        "resume: there is no folder to resume; name it with --out.",
    ),
    "a folder without a name": (
        lambda _: enter("", MANIFEST),
        "out: the name of the folder is empty; name a folder.",
    ),
    "a folder with a run": (
        lambda folder: [enter(folder, MANIFEST), enter(folder, MANIFEST)],
        "out: {folder} already holds a run; add --resume, or name another folder.",
    ),
    "a run with other options": (
        lambda folder: [enter(folder, MANIFEST), enter(folder, replace(MANIFEST, k=8, noise="typos:.1"), True)],
        "out: {folder} holds a run with other options: noise, k; expected the options that the run was started with, "
        "or more seeds or systems; repeat those options, or name another folder.",
    ),
    "episodes without a manifest": (
        lambda folder: [(folder / "episodes.jsonl").touch(), enter(folder, MANIFEST, True)],
        "out: {folder} holds episodes, but their config.json is missing; name another folder.",
    ),
    "a file for a folder": (
        lambda folder: [(folder / "f").touch(), enter(folder / "f", MANIFEST)],
        "out: {folder}/f is not a folder; name a folder.",
    ),
    "a folder in a file": (
        lambda folder: [(folder / "f").touch(), enter(folder / "f" / "RUN", MANIFEST)],
        "out: {folder}/f/RUN cannot be written: Not a directory; name another folder.",
    ),
    "a manifest of another schema": (
        lambda folder: manifest(folder, '{"schema": 9}'),
        "{folder}/config.json: unknown schema 9; expected schema 1 or 2; "
        "read it with the version of regulars that wrote it.",
    ),
    "a manifest of schema 1 to resume": (
        lambda folder: manifest(folder, "{}", resumed=True),
        "{folder}/config.json: the run was started with an earlier version; expected a run of schema 2; "
        "read it with `regulars replay` or `explain`, or start a new run in another folder.",
    ),
    "a manifest that was cut": (
        lambda folder: manifest(folder, '{"schema": 2'),
        "{folder}/config.json: is not the manifest of a run: Input data was truncated; "
        "name a folder that evaluate wrote.",
    ),
    "a packed run to pack": (
        lambda folder: [pack(of(folder, bare()), folder / "a.zip"), pack(folder / "a.zip", folder / "b.zip")],
        "pack: {folder}/a.zip is packed already; copy the file.",
    ),
    "a scenario twice": (
        lambda _: planned([dataclasses.replace(LIFE, marks={"sample_id": "x"})] * 2),
        "data: duplicate scenario x; remove one of the two.",
    ),
    "data without scenarios": (lambda _: planned([]), "data: the data holds no scenarios; expected at least one."),
    "data of another type": (
        lambda _: planned(5),
        "data: data is not a list of scenarios; expected Scenario objects.",
    ),
    "a list of something else": (
        lambda _: planned([LIFE, "life"]),
        "data: data is not a list of scenarios; expected Scenario objects.",
    ),
    "a run beside another": (
        lambda folder: [(folder / "RUN").mkdir(), of(folder / "RUN", bare()), open_run(folder / "RUM")],
        "{folder}/RUM: there is no such folder; did you mean '{folder}/RUN'?",
    ),
    "a run that is not there": (
        lambda folder: open_run(folder / "RUN"),
        "{folder}/RUN: there is no such folder; name a folder that evaluate --out wrote.",
    ),
    "a folder in a folder that is not there": (
        lambda folder: open_run(folder / "gone" / "RUN"),
        "{folder}/gone/RUN: there is no such folder; name a folder that evaluate --out wrote.",
    ),
    "a folder that holds no run": (
        lambda folder: [(folder / "RUN").mkdir(), open_run(folder / "RUN")],
        "{folder}/RUN: the folder holds no episodes; name a folder that evaluate --out wrote.",
    ),
    "a run without episodes yet": (
        lambda folder: [(folder / "episodes.jsonl").touch(), open_run(folder)],
        "{folder}/episodes.jsonl: the run has no episodes yet; resume it with --resume.",
    ),
    "several episodes": (
        lambda _: find_episode(TWO, "s/"),
        "RUN: 2 episodes match 's/'; expected a number from 1 to 2, or SCENARIO/SEED/SYSTEM; known are: s/0/x, s/1/x.",
    ),
    "some of many episodes": (
        lambda _: find_episode(RecordedRun(Path("RUN"), [bare(seed=seed) for seed in range(12)], None), "/1"),
        "RUN: 3 episodes match '/1'; expected a number from 1 to 12, or SCENARIO/SEED/SYSTEM; "
        "known are: s/1/x, s/10/x, s/11/x.",
    ),
    "all of many episodes": (
        lambda _: find_episode(RecordedRun(Path("RUN"), [bare(seed=seed) for seed in range(12)], None), "/"),
        "RUN: 12 episodes match '/'; expected a number from 1 to 12, or SCENARIO/SEED/SYSTEM; "
        "known are: s/0/x, s/1/x, s/2/x, s/3/x, s/4/x, s/5/x, s/6/x, s/7/x.",
    ),
    "recordings to live again": (
        lambda folder: list(relived_lives(of(folder, recording()))),
        "{folder}/episodes.jsonl: this is a run over recordings; expected a run over the lives of a suite; "
        "leave --relive out, or name the data of that run.",
    ),
    "a life that the suite does not have": (
        lambda folder: list(relived_lives(of_suite(folder, "smoke-23", scenario="smoke-23/5", seed=2))),
        "{folder}/episodes.jsonl: the suite smoke-23 has no life smoke-23/5 of seed 2: it comes from a file, "
        "or the suite has changed; expected a run over the lives of a built-in suite, by this version; "
        "name the file with the lives as --data, or play the run with the version that wrote it.",
    ),
    "a regime": (
        lambda _: check_regime("on-polcy", []),
        "regime: unknown regime 'on-polcy'; expected on-policy, off-policy, stepwise, train; did you mean 'on-policy'?",
    ),
    "a system twice": (
        lambda _: systems(["none", "none"]),
        "evaluate: duplicate system 'none'; name each system once.",
    ),
    "a difference": (
        lambda _: Run([], ["a"]).difference("a", "reward"),
        "Run.difference: no differences for the system 'a'; there are none.",
    ),
    "a lock that vanishes": (
        lambda folder: Vanishing(folder).acquire(),
        "out: {folder}/run.lock cannot be locked; start again.",
    ),
    "a lock of a process here": (
        lambda folder: held(folder, LockOwner.here().host),
        "out: {folder} is being written by process 7 on HOST, since 2026-01-02 03:04 UTC (AGO); "
        "expected one process at a time; wait until it ends, or stop it.",
    ),
    "a lock of a process elsewhere": (
        lambda folder: held(folder, "a-machine"),
        "out: {folder} is being written by process 7 on a-machine, since 2026-01-02 03:04 UTC (AGO); "
        "expected one process at a time; if that process has ended, delete {folder}/run.lock.",
    ),
    "no saved assistant": (
        lambda folder: [(folder / "s").write_bytes(b"x"), streams._read(folder / "s")],
        "{folder}/s: is not a saved assistant; delete the file to replay the stream from its start.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_refused_is_told_whole(case, tmp_path):
    call, message = CASES[case]
    with pytest.raises(RegularsError) as caught:
        call(tmp_path)
    said = re.sub(r"\(\d+ (day|hour|minute)s? ago\)", "(AGO)", str(caught.value))
    assert said == message.format(folder=tmp_path).replace("HOST", LockOwner.here().host)


def test_without_pandas_the_whole_message_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ConfigurationError) as caught:
        Run([ROW], ["a"]).to_pandas()
    assert str(caught.value) == (
        "Run.to_pandas: pandas is not installed; pip install 'regulars[frames]', or use Run.to_csv."
    )


@pytest.mark.parametrize(("seconds", "shown"), [(2, "2"), (0.5, "0.5"), (30.0, "30")])
def test_lateness_is_told_whole(seconds, shown):
    assert str(late(seconds, "user_0")) == f"user_0: timeout: no action within {shown} seconds."


# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    "value",
    [
        SuiteOrigin(label="core-5", suite="core", version=5, split=""),
        Results(schema=3, suites=(), rows=()),
        MANIFEST,
        LockOwner.here(),
        EpisodeLine(number=1, episode="s/0/x", questions=0, failed=0, ending=None),
        EpisodeSummary(number=1, key=bare().key, digest="", ending=None, fault="", people=(), questions=()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_file_or_an_index_says_cannot_be_changed(value):
    name = value.__struct_fields__[0]
    with pytest.raises(AttributeError):
        setattr(value, name, getattr(value, name))


@pytest.mark.parametrize("kind", [SuiteOrigin, Results, RunManifest])
def test_files_of_runs_hold_no_other_fields_and_are_made_by_name(kind):
    value = {
        SuiteOrigin: SuiteOrigin(label="core-5", suite="core", version=5, split=""),
        Results: Results(schema=3, suites=(), rows=()),
        RunManifest: MANIFEST,
    }[kind]
    plain = to_builtins(value)
    assert convert(plain, kind) == value
    with pytest.raises(ValueError, match="unknown field `more`"):
        convert({**plain, "more": 1}, kind)
    with pytest.raises(TypeError):
        kind(*(getattr(value, name) for name in value.__struct_fields__))


def test_what_is_left_at_its_default_is_not_written():
    assert to_builtins(Results(schema=3, suites=(), rows=())) == {"schema": 3, "suites": (), "rows": ()}
    assert to_builtins(EpisodeLine(number=1, episode="s/0/x", questions=2, failed=1, ending="completed")) == {
        "number": 1, "episode": "s/0/x", "questions": 2, "failed": 1, "ending": "completed",
    }  # fmt: skip


def test_a_run_is_shown_without_its_many_rows():
    shown = repr(Run([ROW], ["a"]))
    assert "systems=['a']" in shown
    assert not [name for name in ("rows=", "differences=", "agreement=") if name in shown]
