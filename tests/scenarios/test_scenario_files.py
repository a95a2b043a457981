"""Scenario files are written and read without loss, and refused if damaged or foreign."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from regulars.errors import DataError
from regulars.scenarios.files import (
    read_scenarios,
    scenario_from_json,
    scenario_id,
    scenario_to_json,
    write_scenarios,
)
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import DisclosurePhrasing, Form, ScenarioOrigin
from regulars.scenarios.world import Probe, RecordedTurn

ONE = generate(4, sessions=4)


@pytest.mark.parametrize("users", [1, 2])
def test_a_scenario_comes_back_as_it_was(users):
    for seed in range(8):
        scenario = generate(seed, users=users)
        line = scenario_to_json(scenario)
        assert scenario_from_json(line) == scenario
        assert scenario_to_json(scenario_from_json(line)) == line
        assert "\n" not in line


def test_recorded_fields_come_back_too():
    start = datetime(2024, 2, 29, 8, 15, 30, 250000, tzinfo=ZoneInfo("Europe/Oslo"))
    turn = RecordedTurn("s001.t01", "p", "Häää? “ja” \u2028 \U0001f600", start)
    probe = Probe(
        "q", "open", Form.TEXT, "", "p", "p", "", start, before="s001.t01", question="Was?", gold="12",
        evidence=(("s001.t01",), ()), answerable=False,
    )  # fmt: skip
    scenario = replace(
        ONE,
        source=ScenarioOrigin.RECORDED,
        sessions=(replace(ONE.sessions[0], budget=timedelta(seconds=90.5), agenda=(), turns=(turn,)),),
        probes=(probe,),
        marks={"b": "2", "a": "1"},
        issues=("one", "two"),
    )
    assert scenario_from_json(scenario_to_json(scenario)) == scenario


def test_files_hold_one_scenario_a_line(tmp_path):
    path = tmp_path / "lives.jsonl"
    scenarios = [generate(seed, sessions=2) for seed in range(3)]
    write_scenarios(path, scenarios)
    assert read_scenarios(path) == scenarios
    assert [json.loads(line)["kind"] for line in path.read_text().splitlines()] == ["regulars.scenario"] * 3
    assert list(tmp_path.iterdir()) == [path]
    write_scenarios(str(path), scenarios[:1])
    assert read_scenarios(str(path)) == scenarios[:1]


def test_the_id_comes_from_content():
    assert ONE.id == scenario_id(ONE) == scenario_id(replace(ONE, id="other"))
    assert scenario_id(replace(ONE, suite="other")) != ONE.id
    assert scenario_id(scenario_from_json(scenario_to_json(ONE))) == ONE.id


@pytest.mark.parametrize("value", [1e-05, 1.5e-07, 3e22, 0.1, 1])
@pytest.mark.parametrize("text", ["", "a\x7f\u2028\x00", "\ud800"])
def test_numbers_and_texts_are_written_as_by_json(value, text):
    person = ONE.persons[0]
    person = replace(person, name=text, persona=replace(person.persona, patience=value))
    written = scenario_to_json(replace(ONE, persons=(person,)))
    assert json.dumps(json.loads(written), ensure_ascii=False, separators=(",", ":")) == written


def test_a_scenario_of_schema_1_is_read_under_the_new_names():
    old = Path(__file__).with_name("scenario_schema_1.jsonl")
    (line,) = old.read_text().splitlines()
    written = json.loads(line)
    (read,) = read_scenarios(old)
    assert read.marks["generator"] == "2"
    acts = [act for session in read.sessions for act in session.agenda]
    written_acts = [act for session in written["sessions"] for act in session["agenda"]]
    assert {one.get("way", "") for one in written_acts} == {"", "in_passing"}
    assert [act.id for act in acts] == [one["id"] for one in written_acts]
    assert [act.phrasing for act in acts] == [one.get("way", DisclosurePhrasing.DIRECT) for one in written_acts]
    assert [act.granularity for act in acts] == [one.get("grain", "") for one in written_acts]
    assert [probe.contrast for probe in read.probes] == [one.get("twin", "") for one in written["probes"]]
    assert any(act.granularity for act in acts)
    assert any(probe.contrast for probe in read.probes)
    # Its id comes from the content, in both schemas.
    assert scenario_id(read) == read.id
    assert scenario_from_json(scenario_to_json(read)) == read


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda line: line[:-40], r"lives.jsonl, line 2.*not complete JSON"),
        (lambda line: "[1]", r"line 2.*regulars.scenario"),
        (lambda line: '{"sample_id": 1}', r"line 2.*kind None"),
        (lambda line: line.replace('"schema":2', '"schema":3'), r"line 2.*schema 3.*expected 1 or 2"),
        (lambda line: line.replace('"suite":"smoke"', '"suite":5'), r"line 2, suite.*type str"),
        (lambda line: line.replace('"suite":"smoke",', ""), r"line 2.*'suite' is missing"),
        (lambda line: line.replace('"suite"', '"sweet"'), r"line 2.*unknown field 'sweet'"),
        (lambda line: line.replace('"source":"generated"', '"source":"dreamt"'), r"line 2, source.*generated or"),
        (lambda line: line.replace("+00:00", "", 1), r"line 2, start.*ISO 8601"),
        (lambda line: line.replace('"persons":[', '"persons":[5,'), r"line 2, persons\[0\].*an object"),
    ],
)
def test_torn_and_foreign_lines_are_named(tmp_path, change, message):
    path = tmp_path / "lives.jsonl"
    good = scenario_to_json(ONE)
    bad = change(good)
    assert bad != good
    path.write_text(f"{good}\n{bad}\n", encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_scenarios(path)


def test_missing_empty_and_binary_files_are_named(tmp_path):
    with pytest.raises(DataError, match=r"gone\.jsonl.*cannot be read"):
        read_scenarios(tmp_path / "gone.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(DataError, match="no scenario"):
        read_scenarios(tmp_path / "empty.jsonl")
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="UTF-8"):
        read_scenarios(tmp_path / "binary.jsonl")
