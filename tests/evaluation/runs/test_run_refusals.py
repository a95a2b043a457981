"""What runs, their systems and their streams refuse, in whole messages: what, where, what was expected, the remedy."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bare_records import bare, streamed
from msgspec import convert, to_builtins
from msgspec.structs import replace

from regulars.agents.models.metered import Meter
from regulars.datasets.codec import seal
from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, RegularsError
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.play import streams
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.step_thread import late
from regulars.evaluation.runs import index as indexes
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.finished import Results, Run, SuiteOrigin, comparable
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.index import EpisodeLine, EpisodeSummary
from regulars.evaluation.runs.lock import LockOwner, RunLock
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.runs.pack import pack
from regulars.evaluation.runs.recorded import RecordedRun, find_episode, find_probe, open_run
from regulars.evaluation.runs.relived import relived_lives
from regulars.evaluation.systems.labels import Labels, read_labels
from regulars.evaluation.systems.systems import _nothing

MANIFEST = RunManifest(
    schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90, sources={"mine.py": "00"}
)  # fmt: skip
ROW = Row(system="a", suite="s", scenario="all", slice="all", metric="reward", value=0.5, n=2, ci95=None)
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
        "relive: the data is no run; expected a folder that evaluate --out wrote.",
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
    "no episode": (lambda _: _nothing(), "no episode is running."),
    "a log nowhere": (
        lambda folder: EpisodeLog(folder / "gone" / "episodes.jsonl", [], Meter()),
        "{folder}/gone/episodes.jsonl: the episodes cannot be written: No such file or directory; check the folder.",
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
    assert str(caught.value) == message.format(folder=tmp_path)


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
        EpisodeLine(1, "s/0/x", 0, 0, None),
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
    assert to_builtins(EpisodeLine(1, "s/0/x", 2, 1, "completed")) == {
        "number": 1, "episode": "s/0/x", "questions": 2, "failed": 1, "ending": "completed",
    }  # fmt: skip


def test_a_run_is_shown_without_its_many_rows():
    shown = repr(Run([ROW], ["a"]))
    assert "systems=['a']" in shown
    assert not [name for name in ("rows=", "differences=", "agreement=") if name in shown]
