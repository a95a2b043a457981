"""`regulars validate` checks scenarios and ontologies, one by one and as a whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

import regulars.scenarios
from regulars.datasets.validate import validate
from regulars.errors import DataError
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import load_ontology

BUILT_IN = Path(regulars.scenarios.__file__).parent


def codes(path):
    return [problem.code for problem in validate(path).problems]


def codes_of(path, *scenarios):
    write_scenarios(path, scenarios)
    return codes(path)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """What a copy of the built-in ontology gives, and a copy of the built-in project domains alone."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("whole", "projects")}
    copytree(BUILT_IN / "ontology", folders["whole"], dirs_exist_ok=True)
    copytree(BUILT_IN / "projects", folders["projects"] / "projects")
    return {name: validate(folder) for name, folder in folders.items()}


def test_a_folder_of_scenarios_is_checked_as_a_whole(tmp_path):
    write_scenarios(tmp_path / "one.jsonl", [generate(1)])
    write_scenarios(tmp_path / "two.jsonl", [generate(2)])
    assert validate(tmp_path).checked == "2 scenarios"
    assert codes(tmp_path) == []
    write_scenarios(tmp_path / "two.jsonl", [generate(1)])
    assert codes(tmp_path) == ["duplicate-scenario"]


def test_an_ontology_is_checked(tmp_path, copied):
    assert copied["whole"].problems == []
    copytree(BUILT_IN / "ontology", tmp_path / "whole")
    file = tmp_path / "whole" / "demographics.toml"
    file.write_text(file.read_text("utf-8").replace('"Which city do I live in?"', '"Do I live in Bergen?"'), "utf-8")
    assert "ontology" in codes(tmp_path / "whole")


def test_project_domains_are_checked_beside_the_built_in_attributes(tmp_path, copied):
    assert copied["projects"].problems == []
    copytree(BUILT_IN / "projects", tmp_path / "projects")
    (tmp_path / "projects" / "travel.toml").write_text("[project]\nlabel = 3\n", "utf-8")
    with pytest.raises(DataError, match=r"travel\.toml:2"):
        validate(tmp_path)


def test_a_folder_with_nothing_in_it_is_refused(tmp_path):
    with pytest.raises(DataError, match="holds nothing to check") as caught:
        validate(tmp_path)
    assert caught.value.where == str(tmp_path)
    assert "scenarios in .jsonl or .yaml, or files of an ontology" in caught.value.expected


def test_an_unsound_scenario_takes_no_part_in_the_check_of_the_whole_file(tmp_path):
    """Twice the same scenario is one finding of the file; twice the same fault is a finding of each."""
    sound = generate(1)
    unsound = replace(sound, sessions=())
    faults = codes_of(tmp_path / "unsound.jsonl", unsound)
    assert "no-session" in faults
    assert codes_of(tmp_path / "both.jsonl", unsound, unsound) == faults * 2
    assert codes_of(tmp_path / "mixed.jsonl", sound, unsound) == faults
    assert codes_of(tmp_path / "sound.jsonl", sound, sound) == ["duplicate-scenario"]


def test_scenarios_of_each_language_are_compared_with_their_own(tmp_path):
    chinese = generate(1, sessions=4, language="chinese")
    assert codes_of(tmp_path / "one.jsonl", generate(1, sessions=4), chinese) == []
    assert codes_of(tmp_path / "two.jsonl", generate(1, sessions=4), chinese, chinese) == ["duplicate-scenario"]


def test_defects_of_a_public_file_are_problems_and_what_its_reader_repaired_is_told(tmp_path):
    def line(number, text):
        return {"speaker": "Ines", "dia_id": f"D1:{number}", "text": text}

    talk = {
        "sample_id": "talk",
        "conversation": {
            "speaker_a": "Ines", "speaker_b": "Oleg", "session_1_date_time": "9:05 am on 3 March, 2024",
            "session_1": [line(1, "Hello."), line(2, "I repotted the lemon.")],
        },
        "qa": [{"question": "What did Ines repot?", "answer": "a lemon", "evidence": ["D1:2", "D"], "category": 4}],
    }  # fmt: skip
    (tmp_path / "talk.json").write_text(json.dumps([talk, {**talk, "sample_id": "other"}]), "utf-8")
    report = validate(tmp_path / "talk.json")
    assert report.checked == "2 scenarios"
    assert [(problem.code, problem.where) for problem in report.problems] == [
        ("malformed-id", "[0].qa[0].evidence[1]"), ("malformed-id", "[1].qa[0].evidence[1]"),
    ]  # fmt: skip
    assert [issue.partition(":")[0] for issue in report.repaired] == ["talk", "other"]
    assert validate(str(tmp_path / "talk.json")).repaired == report.repaired


def test_a_folder_with_one_category_of_attributes_is_an_ontology(copied):
    assert copied["whole"].checked.endswith(" attributes and 0 project domains")
    count, domains = len(load_ontology()), len(list((BUILT_IN / "projects").glob("*.toml")))
    assert copied["projects"].checked == f"{count} attributes and {domains} project domains"


def test_episodes_come_before_scenarios_in_a_folder(tmp_path):
    write_scenarios(tmp_path / "one.jsonl", [generate(1)])
    (tmp_path / "episodes.jsonl").write_text("", "utf-8")
    assert validate(tmp_path).checked == "0 episodes (0 ended by a fault)"
