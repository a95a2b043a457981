"""`regulars validate` checks scenarios, ontologies and runs, and finds each fault of a record."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

import regulars.scenarios
from regulars.datasets.codec import to_line
from regulars.datasets.record_files import read_records
from regulars.datasets.validate import validate, validate_record
from regulars.errors import DataError
from regulars.evaluation.evaluate import evaluate
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import load_ontology

BUILT_IN = Path(regulars.scenarios.__file__).parent


def codes(path):
    return [problem.code for problem in validate(path).problems]


# ---------------------------------------------------------------- scenarios and ontologies


def test_a_folder_of_scenarios_is_checked_as_a_whole(tmp_path):
    write_scenarios(tmp_path / "one.jsonl", [generate(1)])
    write_scenarios(tmp_path / "two.jsonl", [generate(2)])
    assert validate(tmp_path).checked == "2 scenarios"
    assert codes(tmp_path) == []
    write_scenarios(tmp_path / "two.jsonl", [generate(1)])
    assert codes(tmp_path) == ["duplicate-scenario"]


def test_an_ontology_is_checked(tmp_path):
    copytree(BUILT_IN / "ontology", tmp_path / "whole")
    assert codes(tmp_path / "whole") == []
    file = tmp_path / "whole" / "demographics.toml"
    file.write_text(file.read_text("utf-8").replace('"Which city do I live in?"', '"Do I live in Bergen?"'), "utf-8")
    assert "ontology" in codes(tmp_path / "whole")


def test_project_domains_are_checked_beside_the_built_in_attributes(tmp_path):
    copytree(BUILT_IN / "projects", tmp_path / "projects")
    assert codes(tmp_path) == []
    (tmp_path / "projects" / "travel.toml").write_text("[project]\nlabel = 3\n", "utf-8")
    with pytest.raises(DataError, match=r"travel\.toml:2"):
        validate(tmp_path)


def test_a_folder_with_nothing_in_it_is_refused(tmp_path):
    with pytest.raises(DataError, match="holds nothing to check"):
        validate(tmp_path)


# ---------------------------------------------------------------- records

YEAR = timedelta(days=366)


@cache
def record():
    """One finished episode."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        evaluate("recency", data=[generate(3, sessions=4)], seeds=1, references=False, out=f"{folder}/RUN")
        return next(iter(read_records(Path(folder) / "RUN" / "episodes.jsonl")))


def with_outcome(record, change):
    """The record with one outcome changed that has evidence."""
    probes = list(record.probes)
    place = next(n for n, p in enumerate(probes) if p.outcomes and p.outcomes[0].evidence and p.outcomes[0].expectation)
    first, *later = probes[place].outcomes
    probes[place] = replace(probes[place], outcomes=(change(first), *later))
    return replace(record, probes=tuple(probes))


def repeat_turn(record):
    return replace(record, transcript=(*record.transcript, record.transcript[-1]))


def turn_back(record):
    turns = list(record.transcript)
    turns[3] = dataclasses.replace(turns[3], time=turns[0].time - YEAR)
    return replace(record, transcript=tuple(turns))


def lose_turn(record):
    return with_outcome(record, lambda outcome: replace(outcome, evidence=(("nowhere",),)))


def ask_early(record):
    return with_outcome(record, lambda outcome: replace(outcome, time=outcome.time - YEAR))


def other_gold(record):
    return with_outcome(
        record, lambda outcome: replace(outcome, expectation=replace(outcome.expectation, gold=("Atlantis",)))
    )


FAULTS = {
    "record-hash": other_gold,
    "duplicate-turn": repeat_turn,
    "clock-backwards": turn_back,
    "dangling-evidence": lose_turn,
    "evidence-after-question": ask_early,
    "gold-not-of-ledger": other_gold,
}


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_of_a_record_is_found(code):
    assert validate_record(record(), load_ontology()) == []
    spoiled = FAULTS[code](record())
    assert code in {problem.code for problem in validate_record(spoiled, load_ontology())}


def test_an_episode_that_stands_twice_is_found(tmp_path):
    line = to_line(record()).decode()
    (tmp_path / "episodes.jsonl").write_text(f"{line}\n{line}\n", "utf-8")
    assert "duplicate-episode" in codes(tmp_path)
