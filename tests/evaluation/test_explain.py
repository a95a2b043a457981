"""Failure stages: labels from records, the rebuilt memory, and the explanation of one question."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import regulars
from regulars import registry
from regulars.cli.run_commands.explain import print_explanation
from regulars.datasets.codec import seal
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.memory import OperationRecord
from regulars.dialogue import VerdictKind
from regulars.errors import RecordError, UnknownNameError
from regulars.evaluation.explain import explain
from regulars.evaluation.figures.failure_stages import (
    STAGES,
    FailureStage,
    before,
    failure_stages,
    metric_of,
)
from regulars.evaluation.question_lines import questions_of
from regulars.evaluation.runs.recorded import find_episode, find_probe, open_run
from regulars.evaluation.systems.annotations import with_reader
from regulars.scenarios.generator import generate

SYSTEMS = ["none", "random", "recency", "bm25-session", "longmemeval", "keep-me-updated", "a-mem", "oracle-recall"]


class Newest:
    """A memory of somebody's: it keeps no journal."""

    def __init__(self):
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def recall(self, cue):
        return [turn for turn in self.turns if turn.scope == cue.scope][-3:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "run"
    foreign = f"{__file__}:Newest"
    regulars.evaluate([*SYSTEMS, foreign], data=[generate(1, sessions=8)], references=False, out=path)
    return path


@pytest.fixture(scope="module")
def run(folder):
    return open_run(folder)


def place_of(run, system):
    return next(place for place, one in enumerate(run.records) if one.key.system.endswith(with_reader(system)))


def op(verb, id, *sources, other=None, cause=""):
    return OperationRecord(verb=verb, id=id, cause=cause, sources=sources, other=other)


# ---------------------------------------------------------------------- labels


def test_every_planned_question_with_an_answer_has_one_label(run):
    for record in run.records:
        planned = [one for one in record.probes if one.kind != "abstention" and one.status != "void"]
        found = dict(failure_stages(record, {}))
        assert sorted(found) == sorted(one.id for one in planned)
        assert all(stage in STAGES for stage in found.values())


def test_shares_add_up_to_one_and_say_what_a_system_is(folder):
    scored = regulars.replay(folder)
    for system in scored.systems:
        assert sum(scored.value(system, metric_of(stage)) for stage in STAGES) == pytest.approx(1.0, abs=1e-4)
    not_told = scored.value("none", "failed_not_told")
    assert scored.value("none", "failed_not_written") == pytest.approx(1 - not_told, abs=1e-4)
    assert scored.value("recency", "failed_not_recalled") > 0.5
    assert scored.value("recency", "failed_not_written") == 0.0
    assert scored.value("oracle-recall", "failed_not_recalled") == 0.0


def test_a_record_in_which_the_evidence_was_deleted_says_forgotten(run):
    record = run.records[place_of(run, "recency")]
    place, probe = next(
        (place, probe)
        for place, probe in enumerate(record.probes)
        if probe.status == "asked" and len(probe.outcomes[0].evidence) == 1 and not probe.outcomes[0].turn
    )
    outcome = probe.outcomes[0]

    def stage(record, verdict=VerdictKind.ABSTAINED):
        return dict(failure_stages(record, {probe.id: verdict}))[probe.id]

    assert stage(record) is FailureStage.NOT_RECALLED
    item = next(one.id for one in record.journal if outcome.evidence[0][0] in (one.sources or ()))
    end = before(record, outcome)
    journal = list(record.journal)
    journal.insert(end, op("DELETE", item, cause=journal[-1].cause))
    assert stage(replace(record, journal=tuple(journal))) is FailureStage.NOT_RECALLED, "it was asked before"
    journal.insert(end - 1, op("DELETE", item))
    forgotten = replace(record, journal=tuple(journal))
    assert stage(forgotten) is FailureStage.FORGOTTEN
    answered = replace(probe, outcomes=(replace(outcome, recalled=outcome.evidence[0]),))
    recalled = replace(forgotten, probes=(*record.probes[:place], answered, *record.probes[place + 1 :]))
    assert stage(recalled) is FailureStage.NOT_USED
    assert stage(recalled, VerdictKind.STALE) is FailureStage.MISUSED
    assert stage(recalled, VerdictKind.CORRECT) is FailureStage.NONE


# ---------------------------------------------------------------------- one question


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "oracle-recall"])
def test_the_rebuilt_memory_is_the_recorded_one(system, run):
    place = place_of(run, system)
    for probe in range(0, len(run.records[place].probes), 9):
        found = explain(run, place, probe)
        assert list(found.notes) == []
        recorded = run.records[place].probes[probe].outcomes
        if system == "recency" and recorded and recorded[0].recalled is not None:
            turns = tuple(turn.turn for entry in found.recalled for turn in entry.turns)
            assert turns == recorded[0].recalled


def test_another_memory_than_the_recorded_one_is_said(run):
    place = place_of(run, "bm25-session")
    records = list(run.records)
    records[place] = replace(records[place], journal=records[place].journal[:-1])
    changed = type(run)(run.folder, records, run.manifest)
    (note,) = explain(changed, place, 0).notes
    assert "differs from the recorded one" in note


def test_what_is_said_of_one_question(run):
    place = place_of(run, "longmemeval")
    record = run.records[place]
    failed = next(one for one in questions_of(record) if one.failed == "not recalled")
    found = explain(run, place, failed.number - 1)
    assert found.asked.question
    assert found.asked.gold
    assert found.failed == "not recalled"
    assert {entry.fate for entry in found.evidence} == {"held"}
    for entry in found.evidence:
        assert entry.turn.text
        assert any(one.verb in ("ADD", "MERGE") and one.time for one in entry.operations)
    assert len(found.recalled) > 1
    assert all(entry.retrievers and entry.operations for entry in found.recalled)
    assert not any(entry.evidence for entry in found.recalled) or len(found.evidence) > 1
    assert msgspec.to_builtins(found)["failed"] == "not recalled"


def test_facts_are_shown_with_their_words_and_reasons(run):
    place = place_of(run, "keep-me-updated")
    facts = [
        entry
        for probe in range(len(run.records[place].probes))[:20]
        for entry in explain(run, place, probe).recalled
        if entry.kind != "turn"
    ]
    assert facts
    assert all(entry.text and entry.turns for entry in facts)
    made = [one for entry in facts for one in entry.operations]
    assert {one.verb for one in made} >= {"ADD"}


@pytest.mark.parametrize(("system", "said"), [("oracle-recall", "is an oracle"), ("Newest", "keeps no journal")])
def test_of_others_there_is_said_what_can_be_said(system, said, run):
    place = place_of(run, system)
    found = [explain(run, place, probe) for probe in range(0, 40, 6)]
    noted = [one for one in found if one.recalled]
    assert noted
    for one in noted:
        assert any(said in note for note in one.notes)
        assert not any(entry.operations for entry in one.recalled)


def test_a_memory_without_a_journal_is_not_said_to_have_written_nothing(run):
    place = place_of(run, "Newest")
    failed = [one.number - 1 for one in questions_of(run.records[place]) if one.failed == "not recalled"]
    assert failed
    for probe in failed:
        evidence = explain(run, place, probe).evidence
        assert {entry.fate for entry in evidence} == {"shown"}
    place = place_of(run, "none")
    unwritten = next(one for one in questions_of(run.records[place]) if one.failed == "not written")
    assert {entry.fate for entry in explain(run, place, unwritten.number - 1).evidence} == {"not written"}


def test_unknown_names_are_reported_with_the_known_ones(run, tmp_path):
    with pytest.raises(RecordError, match="there is no such folder"):
        open_run(tmp_path / "nowhere")
    with pytest.raises(RecordError, match="did you mean"):
        open_run(f"{run.folder}n")
    with pytest.raises(UnknownNameError, match="number from 1 to"):
        find_episode(run, "0")
    name = str(run.records[2].key)
    assert find_episode(run, name) == find_episode(run, "3") == 2
    with pytest.raises(UnknownNameError, match="did you mean"):
        find_episode(run, f"{name}x")
    record = run.records[0]
    id = record.probes[4].id
    assert find_probe(record, id) == find_probe(record, id[:8]) == find_probe(record, "5") == 4
    with pytest.raises(UnknownNameError, match="an id"):
        find_probe(record, "zzz")


def test_it_is_printed_from_the_run_to_the_question(folder, run, capsys):
    print_explanation(folder, None, None, False)
    episodes = capsys.readouterr().out.splitlines()
    assert len(episodes) == len(run.records) + 1
    print_explanation(folder, "2", None, False)
    assert len(capsys.readouterr().out.splitlines()) == len(run.records[1].probes) + 1
    print_explanation(folder, "2", "4", False)
    out = capsys.readouterr().out
    for part in ("question  ", "gold      ", "reply     ", "verdict   ", "recalled items"):
        assert part in out
    print_explanation(folder, "2", "4", True)
    assert json.loads(capsys.readouterr().out)["number"] == 4


def test_only_a_wrong_answer_has_a_line_on_what_failed(folder, run, capsys):
    place = place_of(run, "bm25-session")
    lines = questions_of(run.records[place])
    right = [one.number for one in lines if one.verdict == "correct"]
    wrong = [one.number for one in lines if one.verdict not in ("correct", "-")]
    for number, count in ((right[0], 0), (right[-1], 0), (wrong[0], 1)):
        print_explanation(folder, str(place + 1), str(number), False)
        assert capsys.readouterr().out.count("\nfailed    ") == count


def test_an_answer_without_a_verdict_has_a_stage_and_not_a_failure(run, tmp_path, capsys):
    place = place_of(run, "bm25-session")
    record = run.records[place]
    number = next(one.number for one in questions_of(record) if one.verdict not in ("correct", "-"))
    probe = record.probes[number - 1]
    outcome = probe.first
    undetermined = replace(outcome, verdict=replace(outcome.verdict, kind="undetermined"))
    probes = tuple(replace(one, outcomes=(undetermined,)) if one is probe else one for one in record.probes)
    append(tmp_path / "episodes.jsonl", seal(replace(record, probes=probes)))
    print_explanation(tmp_path, "1", str(number), False)
    out = capsys.readouterr().out
    assert "\nverdict   undetermined" in out
    assert (out.count("\nstage     "), out.count("\nfailed    ")) == (1, 0)


def test_all_names_every_registered_memory_once():
    run = regulars.evaluate("all,none,bm25-turn:b=0.3", data=[generate(1, sessions=1)], references=False)
    registered = [entry.name for entry in registry.entries("memory")]
    assert sorted(run.systems) == sorted([*map(with_reader, registered), "bm25-turn:b=0.3"])
    assert run.systems[-2:] == ["none", "bm25-turn:b=0.3"]
    assert not run.faults


def test_the_example_of_a_third_party_stands_in_the_table():
    example = Path(__file__).resolve().parents[2] / "examples" / "third_party_memory.py"
    spec = f"{example}:Keywords"
    run = regulars.evaluate([spec, "none"], data=[generate(1, sessions=6)], references=False)
    assert not run.faults
    assert run.value(spec, "answered") > run.value("none", "answered")
