"""Which replies of a run go to judges, what is put to them, and what of a record changes, on records made by hand."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace
from played_runs import faulty, life, question, turn

from regulars.agents.models.protocol import Call, Completion
from regulars.agents.models.rehearsal import rehearsing
from regulars.datasets.codec import is_unchanged
from regulars.datasets.record_files import append, read_records
from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.datasets.record_parts.usage import ModelRecord
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError
from regulars.evaluation.dry_run import StandIn
from regulars.evaluation.judging import judge_run
from regulars.evaluation.runs.manifest import SCHEMA, RunManifest, read_manifest
from regulars.evaluation.whole_files import write_json
from regulars.scenarios.kinds import Form

UPDATE, COUNT = "knowledge-update", "count"


class Noting(StandIn):
    """A judge in this process that keeps what it was asked."""

    calls: ClassVar[list[Call]] = []

    def answer(self, call: Call) -> Completion:
        self.calls.append(call)
        return super().answer(call)


@pytest.fixture
def calls():
    Noting.calls = []
    with rehearsing(Noting):
        yield Noting.calls


def put(calls: list[Call]) -> list[str]:
    """All words of each call."""
    return ["\n".join(message.content for message in call.messages) for call in calls]


TURNS = (
    turn("s001.t01", 0, "I work at Drumlock."), turn("s001.t02", 1, "Noted.", speaker=ASSISTANT),
    turn("s001.t03", 2, "Which firm is mine?"), turn("s001.t04", 3, "Yours is Drumlock.", speaker=ASSISTANT),
)  # fmt: skip


def asked(id: str, kind: str = UPDATE, /, plan: dict[str, Any] | None = None, **changes: Any):
    made = question(id, right=True, kind=kind)
    return replace(made, outcomes=(replace(made.outcomes[0], **changes),), **(plan or {}))


def run(folder, *records, **fields: Any):
    folder.mkdir()
    for record in records:
        append(folder / "episodes.jsonl", record)
    units = tuple(record.key for record in records)
    manifest = {
        "schema": SCHEMA, "version": "", "systems": ("x",), "feedback": "silent", "k": 10, "budget": 9,
        "units": tuple((key.scenario, key.seed, key.system) for key in units), **fields,
    }  # fmt: skip
    write_json(folder / "config.json", RunManifest(**manifest))
    return folder


# ---------------------------------------------------------------------- which replies


def verdict(**changes: Any):
    return replace(question("q", right=True).outcomes[0].verdict, **changes)


@pytest.mark.parametrize(
    ("probe", "count"),
    [
        (asked("q"), 1),
        (asked("q", verdict=None), 1),
        (asked("q", verdict=verdict(late=True)), 0),
        (asked("q", expectation=None), 0),
        (asked("q", plan={"form": Form.MANNER}), 0),
        (asked("q", COUNT), 0),
        (replace(asked("q"), outcomes=()), 0),
        (replace(asked("q"), outcomes=(asked("q").outcomes[0], replace(asked("q").outcomes[0], attempt=2))), 2),
    ],
)
def test_replies_in_time_to_questions_of_the_judged_kinds_with_a_key_are_judged(tmp_path, calls, probe, count):
    judge_run(run(tmp_path / "run", life(0, "x", [probe])), "openai:j", kinds=[UPDATE])
    assert len(calls) == count


def test_all_kinds_are_judged_by_default_and_no_episode_that_ended_with_a_fault(tmp_path, calls):
    broken = replace(faulty(1, "x"), probes=(asked("q"),))
    from regulars.datasets.codec import seal

    judge_run(run(tmp_path / "run", life(0, "x", [asked("a"), asked("b", COUNT)]), seal(broken)), "openai:j")
    assert len(calls) == 2


def test_each_judge_of_a_panel_is_asked_about_each_reply(tmp_path, calls):
    folder = run(tmp_path / "run", life(0, "x", [asked("a"), asked("b")]))
    judge_run(folder, "openai:j,openai:k", out=tmp_path / "out", concurrency=1)
    assert len(calls) == 4
    (record,) = read_records(tmp_path / "out" / "episodes.jsonl")
    for probe in record.probes:
        assert [one.judge for one in probe.outcomes[0].verdict.opinions] == ["j", "k"]
    assert [(one.role, one.model, sum(one.finish.values())) for one in record.models] == [
        ("evaluator", "j", 2), ("evaluator", "k", 2),
    ]  # fmt: skip


# ---------------------------------------------------------------------- what is put to them


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Where do I work?"),
        ({"turn": "s001.t04", "question": ""}, "Which firm is mine?"),  # the line before the reply
        ({"turn": "s001.t04"}, "Where do I work?"),
    ],
)
def test_a_judge_is_asked_with_the_words_of_the_question(tmp_path, calls, changes, words):
    record = life(0, "x", [asked("q", reply="At Embertal.", **changes)], transcript=TURNS)
    judge_run(run(tmp_path / "run", record), "openai:j")
    (text,) = put(calls)
    assert (words in text, "Drumlock" in text, "At Embertal." in text) == (True, True, True)
    assert ("Which firm is mine?" in text) == (words == "Which firm is mine?")


@pytest.mark.parametrize("turn_", ["s001.t01", "s009.t01"])
def test_a_reply_without_a_line_before_it_has_no_question(tmp_path, calls, turn_):
    record = life(0, "x", [asked("q", turn=turn_, question="", reply="At Embertal.")], transcript=TURNS)
    judge_run(run(tmp_path / "run", record), "openai:j")
    (text,) = put(calls)
    assert not any(one.text in text for one in TURNS)


RECALL = RecallRecord(
    turn="", probe="q", level="turn", tokens=9, why="",
    hits=(HitRecord("i1", 1.0, ("s001.t03",)), HitRecord("i2", 0.5, ("s001.t02",))),
)  # fmt: skip
LINES = "[2025-03-03 09:02] Ann: Which firm is mine?\n[2025-03-03 09:01] Ann: Noted."


def test_three_scales_are_asked_of_the_reply_and_of_what_was_recalled(tmp_path, calls):
    record = life(0, "x", [asked("q", reply="At Embertal.")], transcript=TURNS, recollections=(RECALL,))
    judge_run(run(tmp_path / "run", record), "openai:j", scale="realmem")
    answer, recall, helpfulness = put(calls)
    assert ("At Embertal." in answer, LINES in answer) == (True, False)
    assert ("At Embertal." in recall, LINES in recall) == (False, True)
    assert ("At Embertal." in helpfulness, LINES in helpfulness) == (False, True)
    assert len({call.seed for call in calls}) == 1  # one seed for a question and its reply


def test_a_role_is_rated_with_the_first_sufficient_set_of_evidence_and_the_key(tmp_path, calls):
    evidence = (("s001.t03", "s001.t01", "s001.t03"), ("s001.t02",))
    record = life(0, "x", [asked("q", evidence=evidence)], transcript=TURNS)
    judge_run(run(tmp_path / "run", record), "openai:j", scale="rolememo", persona="A grumpy cook.")
    assert calls
    wanted = (
        "[2025-03-03 09:02] Ann: Which firm is mine?\n[2025-03-03 09:00] Ann: I work at Drumlock.\n"
        "What follows from it: Drumlock"
    )
    assert all(wanted in text for text in put(calls))
    assert any("A grumpy cook." in text for text in put(calls))
    assert not any("remember what it was told" in text for text in put(calls))


# ---------------------------------------------------------------------- what changes


def test_a_judged_run_says_by_whom_and_keeps_everything_else(tmp_path, calls):
    def model(role: str, name: str) -> ModelRecord:
        return ModelRecord(role=role, model=name, served={}, finish={"stop": 5})

    before = life(
        0, "x", [asked("a"), asked("b", COUNT)],
        models=(model("assistant", "m"), model("evaluator", "old"), model("user", "u")),
    )  # fmt: skip
    folder, told = run(tmp_path / "run", before, life(1, "x", []), feedback="evaluative"), []
    finished = judge_run(
        folder, "openai:j", kinds=[UPDATE], out=tmp_path / "out", tick=lambda done, of: told.append((done, of))
    )
    assert told == [(1, 2), (2, 2)]
    assert finished.out == tmp_path / "out"
    assert (tmp_path / "out" / "results.json").exists()
    assert finished.usage["evaluator"].calls == 1
    first, second = read_records(tmp_path / "out" / "episodes.jsonl")
    assert is_unchanged(first)
    assert [(one.role, one.model) for one in first.models] == [("assistant", "m"), ("user", "u"), ("evaluator", "j")]
    assert "models" not in json.loads((tmp_path / "out" / "episodes.jsonl").read_text().splitlines()[1])
    assert (first.config.judge, second.config.judge) == ("openai:j", "openai:j")
    judged, kept = (probe.outcomes[0].verdict for probe in first.probes)
    assert (len(judged.opinions), kept) == (1, before.probes[1].outcomes[0].verdict)
    assert replace(first.probes[0].outcomes[0], verdict=None) == replace(before.probes[0].outcomes[0], verdict=None)
    manifest = read_manifest(tmp_path / "out" / "config.json")
    assert (manifest.judge, manifest.judge_kinds, manifest.feedback) == ("openai:j", (UPDATE,), "evaluative")
    assert "judge" in manifest.prompts
    judge_run(folder, "openai:j", out=tmp_path / "all")
    assert read_manifest(tmp_path / "all" / "config.json").judge_kinds == ()


def test_without_a_folder_nothing_is_written(tmp_path, calls):
    folder = run(tmp_path / "run", life(0, "x", [asked("a")]))
    before = {path: path.read_bytes() for path in folder.iterdir()}
    finished = judge_run(folder, "openai:j")
    assert finished.out is None
    assert {path: path.read_bytes() for path in folder.iterdir() if path in before} == before
    assert not (folder / "results.json").exists()


def test_ratings_stand_beside_the_verdict(tmp_path, calls):
    record = life(0, "x", [asked("q"), asked("r", verdict=None)], recollections=(RECALL,), transcript=TURNS)
    judge_run(run(tmp_path / "run", record), "openai:j", scale="realmem", out=tmp_path / "out")
    (judged,) = read_records(tmp_path / "out" / "episodes.jsonl")
    first, second = (probe.outcomes[0] for probe in judged.probes)
    assert list(first.ratings) == ["realmem_answer", "realmem_recall", "realmem_helpfulness"]
    assert (first.unrated, first.verdict, second.verdict) == ((), record.probes[0].outcomes[0].verdict, None)


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("judge", "options", "told"),
    [
        ("openai:j", {"scale": "answer"}, ("unknown scale 'answer'", "judge", "", "did you mean 'answers'?")),
        ("openai:j", {"concurrency": 0}, ("concurrency is 0", "judge", "a whole number from 1", "")),
        ("openai:j", {"concurrency": True}, ("concurrency is True", "judge", "a whole number from 1", "")),
        ("openai:j", {"concurrency": 2.0}, ("concurrency is 2.0", "judge", "a whole number from 1", "")),
        ("scripted", {}, ("'scripted' is not a model", "judge", "models, such as openai:MODEL", "")),
        ("openai:j,openai:k", {"scale": "realmem"}, ("realmem takes one judge", "judge", "", "name one")),
        ("openai:j,openai:k", {"scale": "rolememo"}, ("rolememo takes one judge", "judge", "", "name one")),
    ],
)
def test_what_cannot_judge_is_refused_with_the_remedy(tmp_path, calls, judge, options, told):
    with pytest.raises(ConfigurationError) as caught:
        judge_run(run(tmp_path / "run", life(0, "x", [asked("q")])), judge, **options)
    error = caught.value
    assert (error.what, error.where, error.expected, error.remedy) == told
    assert calls == []


def test_records_without_a_manifest_are_no_whole_run(tmp_path, calls):
    folder = run(tmp_path / "run", life(0, "x", [asked("q")]))
    (folder / "config.json").unlink()
    with pytest.raises(ConfigurationError) as caught:
        judge_run(folder, "openai:j")
    error = caught.value
    assert (error.what, error.where, error.remedy) == (
        "the run has no config.json",
        str(folder),
        "name a folder of a whole run",
    )
