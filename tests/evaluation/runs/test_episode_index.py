"""The index of a run: it finds episodes, is made again when it is stale, and never writes where it may not."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime

import pytest
from bare_records import bare, streamed
from msgspec.structs import replace

from regulars.datasets.codec import seal
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import RecordError, UnknownNameError
from regulars.evaluation.runs import index as indexes
from regulars.evaluation.runs.recorded import RecordedRun, open_run
from regulars.scenarios.kinds import Band, Form

TIME = datetime(2025, 3, 3, tzinfo=UTC)
RIGHT, STALE, LEAKED = "correct", "stale", "leaked"


def asked(id, kind, verdict, owner="p1", asker="p1"):
    outcome = OutcomeRecord(
        attempt=1, status=ProbeStatus.ASKED, time=TIME, turn="", question="?", reply="!", answer=None, recalled=None,
        used=None, expectation=None, evidence=(), mark=(0, 0), horizon=-1,
        verdict=VerdictRecord(kind=verdict, score=float(verdict == RIGHT), source="matcher"),
    )  # fmt: skip
    return ProbeRecord(
        id=id, kind=kind, form=Form.VALUE, attribute="job", target="", owner=owner, asker=asker, purpose="", time=TIME,
        session=0, band=Band.OUT, anchor=False, status=ProbeStatus.ASKED, outcomes=(outcome,),
    )  # fmt: skip


def peopled(record, *people):
    return seal(replace(record, scenario=replace(record.scenario, persons=people)))


RECORDS = [
    peopled(bare("s", 0, "a", probes=(asked("q1", "temporal", RIGHT), asked("q2", "count", STALE))), "p1", "p2"),
    peopled(bare("s", 0, "b", probes=(asked("q1", "temporal", STALE, "p2", "p1"),)), "p1", "p2"),
    peopled(bare("t", 1, "a", probes=(asked("q1", "count", LEAKED, "p3", "p3"),)), "p3"),
    peopled(bare("t", 1, "b", valid=False, score=None, fault="late", ending="assistant_error"), "p3"),
]


@pytest.fixture
def folder(tmp_path):
    for record in RECORDS:
        append(tmp_path / "episodes.jsonl", record)
    return tmp_path


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({}, [(1, 2), (2, 1), (3, 1), (4, 0)]),
        ({"person": "p3"}, [(3, 1), (4, 0)]),
        ({"person": "p2"}, [(1, 2), (2, 1)]),
        ({"system": "b"}, [(2, 1), (4, 0)]),
        ({"kind": "temporal"}, [(1, 1), (2, 1)]),
        ({"verdict": "stale"}, [(1, 1), (2, 1)]),
        # both hold for one question: episode 1 has a temporal question and a stale one, but no stale temporal one
        ({"kind": "temporal", "verdict": "stale"}, [(2, 1)]),
        ({"kind": "temporal", "person": "p2"}, [(2, 1)]),
        ({"kind": "count", "person": "p2"}, []),
        ({"verdict": "stale", "system": "a", "person": "p1"}, [(1, 1)]),
    ],
)
def test_episodes_are_found_by_person_kind_verdict_and_system(folder, where, found):
    run = open_run(folder)
    lines = run.episodes(**where)
    assert [(line.number, line.questions) for line in lines] == found
    assert [line.episode for line in lines] == [str(RECORDS[number - 1].key) for number, _ in found]
    assert [run.records[line.number - 1] for line in lines] == [RECORDS[number - 1] for number, _ in found]


def test_an_unknown_value_is_refused_with_the_known_ones(folder):
    run = open_run(folder)
    for name, value, remedy in (
        ("person", "p9", "known are: p1, p2, p3"),
        ("kind", "temporl", "did you mean 'temporal'?"),
        ("verdict", "wrong", "known are: "),
        ("system", "zzz", "known are: a, b"),
    ):
        with pytest.raises(UnknownNameError, match=f"the run has no {name} '{value}'") as caught:
            run.episodes(**{name: value})
        assert remedy in caught.value.remedy


def test_systems_suites_faults_and_names_are_told_without_reading(folder):
    index = open_run(folder).index
    (folder / "episodes.jsonl").unlink()
    assert index.systems == {"a": (False, False), "b": (False, False)}
    assert (index.suites, index.regime) == (["own"], "")
    assert index.faults == [(RECORDS[3].key, "late")]
    assert index.names == ["s/0/a", "s/0/b", "t/1/a", "t/1/b"]
    line = index.find(system="b")[-1]
    assert (line.ending, line.fault, line.failed) == ("assistant_error", "late", 0)


def test_an_index_is_used_again_and_made_again_when_it_is_stale(folder, monkeypatch):
    made = []
    make = indexes._make
    monkeypatch.setattr(indexes, "_make", lambda *given: made.append(1) or make(*given))
    for _ in range(2):
        assert len(open_run(folder).records) == 4
    assert len(made) == 1
    append(folder / "episodes.jsonl", bare("u", 0, "a"))
    assert len(open_run(folder).records) == 5
    assert len(made) == 2
    path = folder / "episodes.sqlite"
    for content in (b"", b"no database", path.read_bytes()[:5000]):
        path.write_bytes(content)
        assert len(open_run(folder).records) == 5
    assert len(made) == 5
    assert sorted(one.name for one in folder.iterdir()) == ["episodes.jsonl", "episodes.sqlite"]


def test_a_change_that_keeps_size_and_time_is_noticed_when_the_record_is_read(folder):
    run = open_run(folder)
    path = folder / "episodes.jsonl"
    stat = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"score":1.0', b'"score":9.0', 1))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    for opened in (run, open_run(folder)):
        with pytest.raises(RecordError, match="another program has changed the file"):
            opened.records[0]
        assert opened.records[1] == RECORDS[1]


def test_where_the_folder_cannot_be_written_the_index_is_temporary(folder, monkeypatch):
    make = indexes._make

    def only_elsewhere(path, *given):
        if path.parent == folder:
            raise sqlite3.OperationalError("attempt to write a readonly database")
        make(path, *given)

    monkeypatch.setattr(indexes, "_make", only_elsewhere)
    run = open_run(folder)
    assert [line.number for line in run.episodes(kind="count")] == [1, 3]
    assert [one.name for one in folder.iterdir()] == ["episodes.jsonl"]
    kept = run.index.path
    del run
    assert not kept.exists(), "it goes with its run"


def test_names_that_utf_8_cannot_hold_are_kept(tmp_path):
    strange = bare("s\ud800", 2**70, "x\udfff", fault="\ud801")
    append(tmp_path / "episodes.jsonl", strange)
    run = open_run(tmp_path)
    (line,) = run.episodes(system="x\udfff")
    assert (line.episode, line.fault) == (f"s\ud800/{2**70}/x\udfff", "\ud801")


def test_the_lives_before_an_exam_are_found_by_the_index(tmp_path):
    train = [bare(f"b{number}", config=streamed("train", number, number)) for number in (1, 2)]
    exam = bare("exam", config=streamed("exam", 1, 2))
    others = [
        bare("b1", seed=1, config=streamed("train", 1, 1)),
        bare("b1", system="y", config=streamed("train", 1, 1)),
    ]
    for record in (*others, *train, exam):
        append(tmp_path / "episodes.jsonl", record)
    run = open_run(tmp_path)
    assert run.lived_before(exam) == train
    assert RecordedRun(tmp_path, [*others, *train, exam], None).lived_before(exam) == train


def test_a_run_in_no_folder_has_no_index():
    with pytest.raises(RecordError, match="open it with open_run"):
        RecordedRun(None, RECORDS, None).episodes()
