"""`regulars validate` checks scenarios, ontologies and runs, and finds each fault of a record."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

import regulars.scenarios
from regulars.datasets.record import read_records
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
    with pytest.raises(DataError, match="holds nothing that can be checked"):
        validate(tmp_path)


# ---------------------------------------------------------------- records


@cache
def record():
    """One finished episode."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        evaluate("recency", data=[generate(3, sessions=4)], seeds=1, references=False, out=f"{folder}/RUN")
        return next(iter(read_records(Path(folder) / "RUN" / "episodes.jsonl")))


def outcome(spoiled):
    return next(o for probe in spoiled["probes"] for o in probe["outcomes"] if o["evidence"] and o["expectation"])


def repeat_turn(spoiled):
    spoiled["transcript"].append(spoiled["transcript"][-1])


def turn_back(spoiled):
    spoiled["transcript"][3]["time"] = spoiled["transcript"][0]["time"].replace("2025", "2024")


def lose_turn(spoiled):
    outcome(spoiled)["evidence"] = [["nowhere"]]


def ask_early(spoiled):
    outcome(spoiled)["time"] = outcome(spoiled)["time"].replace("2025", "2024")


def other_gold(spoiled):
    outcome(spoiled)["expectation"]["gold"] = ["Atlantis"]


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
    spoiled = copy.deepcopy(record())
    FAULTS[code](spoiled)
    assert code in {problem.code for problem in validate_record(spoiled, load_ontology())}


def test_an_episode_that_stands_twice_is_found(tmp_path):
    line = json.dumps(record())
    (tmp_path / "episodes.jsonl").write_text(f"{line}\n{line}\n", "utf-8")
    assert "duplicate-episode" in codes(tmp_path)
