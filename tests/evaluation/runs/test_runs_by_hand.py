"""Parts of a run whose answers a reader can work out: its manifest, lock, index, figures and comparisons."""

from __future__ import annotations

import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from bare_records import bare, streamed
from msgspec.structs import replace

from regulars.datasets.codec import seal
from regulars.datasets.episode_record import EpisodeConfig
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.envs.life.outcomes import Ending
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import ConfigurationError, RecordError, UnknownNameError
from regulars.evaluation.figures.result_rows import Difference, Row
from regulars.evaluation.runs import folder as folders
from regulars.evaluation.runs import index as indexes
from regulars.evaluation.runs import lock as locks
from regulars.evaluation.runs.finished import Run, comparable, row_named
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.lock import LockOwner, RunLock, is_running
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.runs.recorded import RecordedRun, check_is_run, find_episode, open_run
from regulars.evaluation.runs.relived import is_run
from regulars.evaluation.whole_files import write_json
from regulars.scenarios.kinds import Band, Form

MANIFEST = RunManifest(
    schema=2, version="0.1.0", systems=("a", "b"), feedback="evaluative", k=10, budget=1024,
    sources={"mine.py": "00"}, parts={"a": {"read": "lines"}}, scenarios=("s-1",), streams=("t-1",),
    units=(("s", 0, "a"), ("s", 0, "b")),
)  # fmt: skip
MORE = {"units": (*MANIFEST.units, ("s", 1, "a"))}


# ---------------------------------------------------------------- the manifest


@pytest.mark.parametrize(
    ("change", "grows"),
    [
        ({}, False),  # nothing more to play
        (MORE, True),
        ({**MORE, "systems": ("b", "a", "c")}, True),
        ({**MORE, "systems": ("a",)}, False),
        ({**MORE, "scenarios": ("s-2", "s-1")}, True),
        ({**MORE, "scenarios": ("s-2",)}, False),
        ({**MORE, "streams": ("t-1", "t-2")}, True),
        ({**MORE, "streams": ()}, False),
        ({**MORE, "sources": {"mine.py": "00", "yours.py": "11"}}, True),
        ({**MORE, "sources": {"mine.py": "11"}}, False),
        ({**MORE, "sources": {}}, False),
        ({**MORE, "parts": {"a": {"read": "lines"}, "c": {}}}, True),
        ({**MORE, "parts": {"a": {"read": "turns"}}}, False),
        ({**MORE, "k": 9}, False),
        ({**MORE, "labels": {"m": "a"}}, False),
        ({"systems": ("a", "b", "c")}, False),  # a system without an episode
        ({"units": (MANIFEST.units[0], ("s", 1, "a"))}, False),  # as many episodes, one of them lost
        ({"units": MANIFEST.units[:1]}, False),
    ],
)
def test_a_run_grows_if_episodes_come_and_nothing_is_lost(change, grows):
    assert replace(MANIFEST, **change).grows_from(MANIFEST) is grows


@pytest.mark.parametrize(
    ("sources", "changed"),
    [
        ({"mine.py": "00"}, []),
        ({"mine.py": "11"}, ["mine.py"]),
        ({}, []),  # it is not named any more: another option
        ({"yours.py": "11"}, []),
        ({"mine.py": "00", "yours.py": "11"}, []),
    ],
)
def test_a_source_changed_if_both_runs_name_it(sources, changed):
    assert replace(MANIFEST, sources=sources).changed_sources(MANIFEST) == changed


def test_a_manifest_that_cannot_be_written_is_told_as_the_folder(tmp_path, monkeypatch):
    def full(path, manifest):
        raise RecordError("cannot be written: No space left on device", where=str(path))

    monkeypatch.setattr(folders, "write_json", full)
    with pytest.raises(ConfigurationError) as caught, RunFolder(tmp_path / "RUN", MANIFEST, False):
        pass
    found = caught.value
    assert (found.what, found.where, found.remedy) == (
        f"{tmp_path / 'RUN'} cannot be written: No space left on device", "out", "name another folder"
    )  # fmt: skip
    assert list((tmp_path / "RUN").iterdir()) == [], "the lock is given back"


# ---------------------------------------------------------------- the lock

SINCE = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def owner(process=7, host="here", boot=""):
    return LockOwner(process=process, host=host, boot=boot, since=SINCE)


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (("here", "b1"), ("here", "b1"), True),
        (("here", "b1"), ("here", "b2"), True),  # one machine, started again
        (("here", "b1"), ("box", "b1"), True),  # a container on one machine
        (("here", "b1"), ("box", "b2"), False),
        (("here", "b1"), ("box", ""), False),
        (("here", ""), ("box", ""), False),  # neither tells its start: not the same one
        (("here", ""), ("here", ""), True),
    ],
)
def test_two_processes_share_a_machine_by_its_name_or_its_start(first, second, shared):
    one, other = (owner(host=host, boot=boot) for host, boot in (first, second))
    assert one.shares_machine(other) is other.shares_machine(one) is shared


@pytest.mark.parametrize(
    ("raised", "runs"), [(None, True), (ProcessLookupError, False), (PermissionError, True), (OSError, True)]
)
def test_a_process_runs_unless_the_system_knows_none(raised, runs, monkeypatch):
    def kill(process, signal):
        assert (process, signal) == (7, 0)
        if raised is not None:
            raise raised

    monkeypatch.setattr(os, "kill", kill)
    assert is_running(7) is owner().runs is runs


def test_a_system_that_cannot_tell_says_that_the_process_runs(monkeypatch):
    monkeypatch.setattr(os, "kill", lambda process, signal: pytest.fail("signal 0 ends a process there"))
    monkeypatch.setattr(os, "name", "nt")
    runs = is_running(7)
    monkeypatch.undo()
    assert runs


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59.9, "less than a minute ago"),
        (60, "1 minute ago"),
        (119.9, "1 minute ago"),
        (120, "2 minutes ago"),
        (3599.9, "59 minutes ago"),
        (3600, "1 hour ago"),
        (86399.9, "23 hours ago"),
        (86400, "1 day ago"),
        (172800, "2 days ago"),
    ],
)
def test_an_age_is_told_in_the_largest_whole_unit(seconds, words):
    assert locks._age(seconds) == words


@pytest.mark.parametrize(("content", "boot"), [("b1-2\n", "b1-2"), (None, "")])
def test_this_process_is_named_with_the_start_of_its_machine(tmp_path, monkeypatch, content, boot):
    if content is not None:
        (tmp_path / "boot_id").write_text(content)
    monkeypatch.setattr(locks, "_BOOT", tmp_path / "boot_id")
    found = LockOwner.here()
    assert (found.process, found.host, found.boot) == (os.getpid(), locks.node(), boot)
    assert found.since.tzinfo is UTC


def test_an_owner_is_told_by_process_machine_and_time_in_utc():
    assert str(owner()).startswith("process 7 on here, since 2026-01-02 03:04 UTC (")


def test_the_file_of_a_lock_names_its_owner_alone(tmp_path):
    path = tmp_path / "run.lock"
    path.write_bytes(b"x" * 4000)  # longer than what is written over it
    lock = RunLock(tmp_path)
    lock.acquire()
    assert path.read_bytes().endswith(b"}\n")
    found = msgspec.json.decode(path.read_bytes(), type=LockOwner)
    assert (found.process, found.host) == (os.getpid(), LockOwner.here().host)
    lock.release()
    lock.acquire()
    assert stat.S_IMODE(path.stat().st_mode) & 0o133 == 0, "others may read a new file; it is no program"
    lock.release()


def is_closed(file):
    try:
        os.fstat(file)
    except OSError:
        return True
    return False


def test_a_lock_without_a_named_owner_is_refused_as_that_of_another_process(tmp_path, monkeypatch):
    opened, named = [], locks._owner
    monkeypatch.setattr(locks, "_owner", lambda file: opened.append(file) or named(file))
    first, second = RunLock(tmp_path), RunLock(tmp_path)
    first.acquire()
    (tmp_path / "run.lock").write_bytes(b"")  # it has not been written yet
    with pytest.raises(ConfigurationError) as caught:
        second.acquire()
    found = caught.value
    assert found.what == f"{tmp_path} is being written by another process"
    assert (found.where, found.remedy) == ("out", "wait until it ends, or stop it")
    assert [is_closed(file) for file in opened] == [False, True]
    first.release()
    assert is_closed(opened[0])


@pytest.mark.parametrize("vanishes", [99, 100])
def test_a_lock_whose_file_vanishes_is_tried_a_hundred_times(tmp_path, monkeypatch, vanishes):
    at, held = [], locks._is_at

    def gone(file, path):
        at.append(file)
        return len(at) > vanishes and held(file, path)

    monkeypatch.setattr(locks, "_is_at", gone)
    lock = RunLock(tmp_path)
    if vanishes == 99:
        lock.acquire()
        assert len(at) == 100
        lock.release()
        return
    with pytest.raises(ConfigurationError) as caught:
        lock.acquire()
    found = caught.value
    assert (found.what, found.where) == (f"{tmp_path / 'run.lock'} cannot be locked", "out")
    assert is_closed(at[-1])


def test_a_folder_in_which_no_lock_can_be_written_is_told(tmp_path):
    (tmp_path / "run.lock").mkdir()
    with pytest.raises(ConfigurationError) as caught:
        RunLock(tmp_path).acquire()
    found = caught.value
    assert (found.what, found.where, found.remedy) == (
        f"{tmp_path} cannot be written: Is a directory", "out",
        "name a folder that you may write to, on a disk with free space",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("raised", "held"),
    [(None, True), (BlockingIOError, False), (OSError(errno.ENOLCK, "No locks available"), None)],
)
def test_a_file_system_without_locks_is_told_apart_from_a_lock_that_is_held(raised, held, monkeypatch):
    def flock(file, how):
        assert (file, how) == (3, locks.fcntl.LOCK_EX | locks.fcntl.LOCK_NB)
        if raised is not None:
            raise raised

    monkeypatch.setattr(locks.fcntl, "flock", flock)
    assert locks._hold(3) is held


def test_a_file_that_was_replaced_is_not_the_one_that_is_open(tmp_path):
    path = tmp_path / "run.lock"
    path.write_bytes(b"a")
    with path.open() as file:
        assert locks._is_at(file.fileno(), path)
        path.unlink()
        assert not locks._is_at(file.fileno(), path)
        path.write_bytes(b"a")
        assert not locks._is_at(file.fileno(), path)


# ---------------------------------------------------------------- the index


def probe(id, *verdicts, kind="temporal", owner="p1", asker="p1", status=ProbeStatus.ASKED):
    outcomes = tuple(
        OutcomeRecord(
            attempt=1, status=status, time=SINCE, turn="", question="?", reply="!", answer=None, recalled=None,
            used=None, expectation=None, evidence=(), mark=(0, 0), horizon=-1,
            verdict=VerdictRecord(kind=verdict, score=float(verdict == "correct"), source="matcher"),
        )
        for verdict in verdicts
    )  # fmt: skip
    return ProbeRecord(
        id=id, kind=kind, form=Form.VALUE, attribute="job", target="", owner=owner, asker=asker, purpose="",
        time=SINCE, session=0, band=Band.OUT, anchor=False, status=status if verdicts else ProbeStatus.UNREACHED,
        outcomes=outcomes,
    )  # fmt: skip


def peopled(record, suite, *people):
    return seal(replace(record, scenario=replace(record.scenario, persons=people, suite=suite)))


FORKED, BOUNDLESS = EpisodeConfig(probes="fork", unbounded=True), EpisodeConfig(probes="end", unbounded=True)
BROKEN = {"valid": False, "score": None, "fault": "late", "ending": Ending.ASSISTANT_ERROR}
RECORDS = [
    peopled(bare("s", 0, "b", config=FORKED, probes=(probe("q1", "stale"), probe("q2", "stale"))), "z-1", "p2", "p1"),
    peopled(bare("s", 0, "a", config=FORKED, ending=Ending.BUDGET), "z-1", "p1"),
    peopled(bare("s", 1, "b", config=BOUNDLESS, probes=(probe("q1", "correct", kind="count"),)), "a-2", "p1"),
    peopled(bare("s", 1, "a", config=EpisodeConfig(probes="fork"), **BROKEN), "a-2", "p1"),
]


@pytest.fixture
def index(tmp_path):
    for record in RECORDS:
        append(tmp_path / "episodes.jsonl", record)
    return open_run(tmp_path).index


def test_an_index_tells_systems_suites_cuts_and_faults_in_the_order_of_the_run(index):
    # b was forked in one of its two lives, and is unbounded in both; a is forked in both, and bounded in one.
    assert index.systems == {"b": (False, True), "a": (True, False)}
    assert index.suites == ["z-1", "a-2"]
    assert index.cut == [RECORDS[1].key], "a limit cuts an episode, and is no fault"
    assert index.faults == [(RECORDS[3].key, "late")]
    assert index.regime == ""


def test_an_index_sums_up_each_episode(index):
    found = index.summaries()
    assert [(one.number, one.key, one.people) for one in found] == [
        (1, RECORDS[0].key, ("p2", "p1")),
        (2, RECORDS[1].key, ("p1",)),
        (3, RECORDS[2].key, ("p1",)),
        (4, RECORDS[3].key, ("p1",)),
    ]
    assert [(one.ending, one.fault) for one in found] == [
        ("completed", ""), ("budget", ""), ("completed", ""), ("assistant_error", "late"),
    ]  # fmt: skip
    counted = [[(count.kind, count.verdict, count.questions) for count in one.questions] for one in found]
    assert counted == [[("temporal", "stale", 2)], [], [("count", "correct", 1)], []]
    assert len({one.digest for one in found}) == 4
    assert {len(one.digest) for one in found} == {16}


def test_questions_that_were_answered_wrongly_are_counted(index):
    lines = index.find()
    assert [(line.number, line.questions) for line in lines] == [(1, 2), (2, 0), (3, 1), (4, 0)]
    assert [line.ending for line in lines] == ["completed", "budget", "completed", "assistant_error"]
    assert [line.fault for line in lines] == ["", "", "", "late"]


def test_the_train_lives_of_a_stream_are_those_of_its_seed_and_system(tmp_path):
    places = [("train", 1, 1), ("exam", 1, 1), ("train", 2, 2), ("heard", 3, 3)]
    for seed, system in ((0, "x"), (1, "x"), (0, "y")):
        for number, (half, block, trained) in enumerate(places):
            append(
                tmp_path / "episodes.jsonl",
                bare(f"e{number}", seed, system, config=streamed(half, block, trained, regime="on-policy")),
            )
    run = open_run(tmp_path)
    # Four episodes of each: those of the second begin at 4, those of the third at 8; the first and third are train.
    found = [run.index.train_episodes(record.key) for record in run.records]
    assert found == [[], [0], [0], [0, 2], [], [4], [4], [4, 6], [], [8], [8], [8, 10]]
    plain = RecordedRun(tmp_path, run.records, None)
    for record, places in zip(run.records, found, strict=True):
        lives = [run.records[place] for place in places]
        assert run.lived_before(record) == plain.lived_before(record) == lives
    assert run.index.regime == "on-policy"


def test_a_memory_has_met_the_people_before_in_the_same_block(tmp_path):
    """In a block with two people, the second one meets a memory that knows the first."""
    names = ["after-0", "b1-train-1", "b1-train-2", "after-1", "b2-train-1"]
    places = [("exam", 1, 0), ("train", 1, 1), ("train", 1, 1), ("exam", 1, 1), ("train", 2, 2)]
    for name, place in zip(names, places, strict=True):
        append(tmp_path / "episodes.jsonl", bare(name, config=streamed(*place)))
    run = open_run(tmp_path)
    assert [[one.key.scenario for one in run.lived_before(record)] for record in run.records] == [
        [], [], names[1:2], names[1:3], names[1:3]
    ]  # fmt: skip


def test_parts_of_indexes_are_swept_if_their_process_has_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(indexes, "is_running", lambda process: process == 12)
    kept = tmp_path / "episodes.sqlite"
    names = [
        "episodes.sqlite", "episodes.sqlite.11.part", "episodes.sqlite.12.part", "episodes.sqlite.x.part",
        "other.sqlite.11.part",
    ]  # fmt: skip
    for name in names:
        (tmp_path / name).write_bytes(b"")
    indexes._sweep(kept)
    assert {one.name for one in tmp_path.iterdir()} == {*names} - {"episodes.sqlite.11.part"}


def test_an_index_depends_on_the_records_and_on_the_manifest(tmp_path):
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(b"one\n")
    first = indexes._stamp(path, b"{}")
    assert indexes._stamp(path, b"{}") == first
    assert indexes._stamp(path, b"{ }") != first
    size, times = path.stat().st_size, (path.stat().st_atime_ns, path.stat().st_mtime_ns)
    os.utime(path, ns=(times[0], times[1] + 1))
    assert indexes._stamp(path, b"{}") != first
    path.write_bytes(b"one\ntwo\n")
    os.utime(path, ns=times)
    assert size == 4
    assert indexes._stamp(path, b"{}") != first
    with pytest.raises(RecordError) as caught:
        indexes._stamp(tmp_path / "gone.jsonl", b"")
    assert caught.value.what == "the episodes cannot be read: No such file or directory"


def test_a_folder_in_which_no_index_can_be_written_anywhere_is_told(index, monkeypatch):
    def full(*given):
        raise OSError(errno.ENOSPC, "No space left on device")

    index.path.unlink()
    monkeypatch.setattr(indexes, "_make", full)
    with pytest.raises(RecordError, match=r"the index of the run cannot be written: .*No space left") as caught:
        open_run(index.episodes.parent)
    assert caught.value.remedy == "make room there or in the folder for temporary files"


# ---------------------------------------------------------------- a recorded run


def test_a_run_without_index_and_manifest_tells_what_it_can():
    run = RecordedRun(Path("RUN"), RECORDS, None)
    assert (run.named, run.options, run.rejected, run.notes) == (Path("RUN"), {}, [], [])
    assert run.names == ["s/0/b", "s/0/a", "s/1/b", "s/1/a"]
    assert run.spec_of("small") == "small"
    assert find_episode(run, "s/1/a") == 3


def test_a_manifest_knows_specs_and_how_many_episodes_are_missing():
    labelled = replace(MANIFEST, labels={"small": "openai:m"}, units=tuple(("s", seed, "a") for seed in range(4)))
    run = RecordedRun(Path("RUN"), RECORDS, labelled)
    assert (run.spec_of("small"), run.spec_of("a")) == ("openai:m", "a")
    assert run.options == {"k": 10, "budget": 1024}
    assert run.notes == []
    assert RecordedRun(Path("RUN"), RECORDS[:3], labelled).notes == [
        "only 3 of 4 episodes: complete the run with evaluate --resume"
    ]


@pytest.mark.parametrize(("units", "sound"), [((), 2), ((("s", 0, "x"),), 1), ((("s", 0, "x"), ("s", 1, "x")), 2)])
def test_a_manifest_that_lists_no_episodes_accepts_all(tmp_path, units, sound):
    """As those of schema 1 do not."""
    write_json(tmp_path / "config.json", replace(MANIFEST, units=units))
    for seed in (0, 1):
        append(tmp_path / "episodes.jsonl", bare(seed=seed))
    run = open_run(tmp_path)
    assert (len(run.records), [one.line for one in run.rejected]) == (sound, [2] * (2 - sound))
    assert (
        run.notes[: 2 - sound]
        == ["1 record of the run rejected and left out: line 2 (s/1/x): the run has no such episode"][: 2 - sound]
    )


@pytest.mark.parametrize(
    ("files", "sound"),
    [(["episodes.jsonl"], True), (["config.json"], True), (["results.json"], False), ([], False), (None, False)],
)
def test_a_folder_is_that_of_a_run_once_it_has_begun(tmp_path, files, sound):
    folder = tmp_path / "RUN"
    if files is not None:
        folder.mkdir()
        for name in files:
            (folder / name).write_text("")
    if sound:
        check_is_run(folder)
        return
    with pytest.raises(RecordError) as caught:
        check_is_run(folder)
    problem = "there is no such folder" if files is None else "the folder holds no episodes"
    assert (caught.value.what, caught.value.where) == (problem, str(folder))


def test_data_is_a_run_by_its_folder_or_its_file(tmp_path):
    (tmp_path / "RUN").mkdir()
    append(tmp_path / "RUN" / "episodes.jsonl", RECORDS[0])
    (tmp_path / "lives.jsonl").write_text("")
    (tmp_path / "empty").mkdir()
    given = [tmp_path / "RUN", str(tmp_path / "RUN"), tmp_path / "RUN" / "episodes.jsonl"]
    assert [is_run(data) for data in given] == [True, True, True]
    assert [is_run(data) for data in (tmp_path / "lives.jsonl", tmp_path / "empty", [], 7, None)] == [False] * 5


def test_a_run_without_episodes_yet_is_told_apart_from_one_without_a_sound_one(tmp_path):
    write_json(tmp_path / "config.json", MANIFEST)
    with pytest.raises(RecordError, match="the folder holds no episodes"):
        open_run(tmp_path)
    (tmp_path / "episodes.jsonl").write_text("")
    with pytest.raises(RecordError, match="the run has no episodes yet") as caught:
        open_run(tmp_path)
    assert caught.value.where == str(tmp_path / "episodes.jsonl")


# ---------------------------------------------------------------- figures


def row(metric, value, n, *, scenario="all", slice_="all", system="a"):
    return Row(
        system=system, suite="s", scenario=scenario, slice=slice_, metric=metric, value=value, n=n, ci95=None
    )  # fmt: skip


def test_what_a_share_counts_is_summed_over_systems_alone():
    rows = [
        row("faults", 0.25, 8),  # 2
        row("faults", 1 / 3, 9, system="b"),  # 3
        row("faults", 1.0, 5, scenario="s1"),
        row("faults", 1.0, 5, slice_="kind=x"),
        row("faults", 1.0, 5, scenario="s1", slice_="s1"),
        row("coverage", 1.0, 7),
    ]
    assert (Run(rows, ["a", "b"]).counted("faults"), Run(rows, ["a"]).counted("reward")) == (5, 0)


@pytest.mark.parametrize(
    ("shown", "recorded"),
    [
        (row("accuracy_anchor", 1.0, 2), False),
        (row("token_f1", 1.0, 2), True),
        (row("accuracy_abstention", 1.0, 2), True),
        (row("accuracy_options", 1.0, 2), True),
        (row("accuracy", 1.0, 2, slice_="category=multi-hop"), True),
        (row("accuracy", 1.0, 2, slice_="kind=multi_hop"), False),
        (row("accuracy", 1.0, 2, slice_="sub-category=x"), False),
    ],
)
def test_figures_of_recordings_are_known_by_metric_or_category(shown, recorded):
    assert Run([row("reward", 1.0, 2), shown], ["a"]).recorded is recorded
    assert Run([], ["a"]).recorded is False


def difference(system, metric, value, *, scenario="all", slice_="all"):
    return Difference(
        system=system, against="z", scenario=scenario, slice=slice_, metric=metric, value=value, pairs=3, ci95=None,
        p=None,
    )  # fmt: skip


COMPARED = Run(
    [],
    ["mem0-v1:reader=rules", "b", "z"],
    differences=[
        difference("b", "reward", 0.1, scenario="s1"),
        difference("b", "reward", 0.2, slice_="kind=x"),
        difference("b", "use", 0.3),
        difference("b", "reward", 0.4),
        difference("mem0-v1:reader=rules", "reward", 0.5),
    ],
)


def test_a_difference_is_found_by_all_four_of_its_names():
    assert COMPARED.difference("b", "reward").value == 0.4
    assert COMPARED.difference("b", "reward", "kind=x").value == 0.2
    assert COMPARED.difference("b", "reward", scenario="s1").value == 0.1
    assert COMPARED.difference("b", "use").value == 0.3
    assert COMPARED.difference("mem0-v1", "reward").value == 0.5


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("z", "reward"), "the system 'z'"),
        (("b", "recall"), "the metric 'recall'"),
        (("mem0-v1", "use"), "the metric 'use'"),
        (("b", "use", "kind=x"), "the metric 'use'"),  # the slice has other metrics
        (("b", "reward", "kind=y"), "the slice 'kind=y'"),
        (("b", "reward", "all", "s2"), "the scenario 's2'"),
    ],
)
def test_the_unknown_part_of_a_difference_is_named(names, said):
    with pytest.raises(UnknownNameError, match=f"no differences for {said}"):
        COMPARED.difference(*names)


def test_rows_that_were_asked_in_the_same_way_are_comparable():
    systems = ["a", "b", "c", "d"]
    assert comparable(None, systems, ["a"]) == []
    assert comparable("a", systems, ["c", "a"]) == ["a", "c"]
    assert comparable("b", systems, ["c", "a"]) == ["b", "d"]
    assert comparable("b", systems, []) == systems
    for alone in (("a", systems, ["a"]), ("a", systems, ["b", "c", "d"]), ("a", ["a"], ["a"])):
        with pytest.raises(ConfigurationError, match="there is no row to compare with 'a'"):
            comparable(*alone)
    with pytest.raises(UnknownNameError, match="no row is named 'e'") as caught:
        comparable("e", systems, ["a"])
    assert (caught.value.where, caught.value.expected) == ("against", "the name of a row of this run")


def test_a_row_is_named_with_or_without_its_reader():
    rows = ["mem0-v1:reader=rules", "oracle-rules + mem0-v1:reader=rules", "mem0-v3"]
    asked = ["mem0-v1", "oracle-rules + mem0-v1", "mem0-v3", "mem0-v2", "", " + "]
    assert [row_named(name, rows) for name in asked] == [*rows, "mem0-v2", "", " + "]
