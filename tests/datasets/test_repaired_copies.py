"""`repair` writes a copy of scenarios, public files and runs without their defects, and the list of its changes."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import bare_records
import pytest
from msgspec import structs
from test_bad_data_files import LOCOMO
from test_export_round_trips import LONGMEMEVAL, REALMEM

from regulars.datasets.codec import to_line
from regulars.datasets.defects.scenario_defects import repaired_scenarios, scenario_defects
from regulars.datasets.record_files import read_records
from regulars.datasets.recording import Recording
from regulars.datasets.validate import repair, validate
from regulars.errors import ConfigurationError
from regulars.scenarios.files import read_scenarios, write_scenarios
from regulars.scenarios.generator import generate

MONDAY = datetime(2025, 3, 3, 18, tzinfo=UTC)


def talk():
    """Two sessions of a recording; the question rests on the first turn."""
    made = Recording("talks@1", "t-7", licence="CC0")
    ida = made.person("Ida")
    for day, words in enumerate(("I moved to Bergen.", "I bought a boat.")):
        session = made.session(MONDAY + timedelta(days=day))
        session.say(ida, words, id=f"t{day}")
    made.ask("Where does Ida live?", "Bergen", evidence=["t0"])
    return made.scenario()


def with_probe(scenario, **fields):
    return replace(scenario, probes=(replace(scenario.probes[0], **fields),))


def changes_of(scenario):
    (made,), changes = repaired_scenarios([scenario])
    return made, [(str(change.kind), change.old, change.new) for change in changes]


def codes(scenario):
    return [str(problem.code) for problem in scenario_defects(scenario)]


def test_a_sound_scenario_stays_as_it_is():
    for scenario in (talk(), generate(3, sessions=2)):
        assert codes(scenario) == []
        assert changes_of(scenario) == (scenario, [])


def test_a_name_loses_its_control_characters_and_the_scenario_gets_a_new_id():
    person = replace(talk().persons[0], name="Ida\x1b[2J")
    scenario = replace(talk(), persons=(person,))
    assert codes(scenario) == ["control-character"]
    made, changes = changes_of(scenario)
    assert changes == [("control-character", "Ida\x1b[2J", "Ida[2J")]
    assert made.persons[0].name == "Ida[2J"
    assert made.id != scenario.id


def test_a_turn_before_the_one_ahead_takes_its_time():
    first, second = talk().sessions
    early = replace(second.turns[0], time=MONDAY - timedelta(hours=1))
    made, changes = changes_of(replace(talk(), sessions=(first, replace(second, turns=(early,)))))
    assert changes == [("time-backwards", "2025-03-03T17:00:00+00:00", "2025-03-03T18:00:00+00:00")]
    assert made.sessions[1].turns[0].time == made.sessions[1].start == MONDAY


@pytest.mark.parametrize(
    ("evidence", "before", "left", "kind"),
    [
        ((("s001.t01", "s009.t01"),), "", (("s001.t01",),), "evidence-unknown"),
        ((("s001.t01", "s002.t01"),), "s001.t01", (("s001.t01",),), "evidence-later"),
        ((("s002.t01",),), "s001.t01", (("s002.t01",),), None),  # nothing would be left
        ((("s001", "s002"),), "", (("s001", "s002"),), None),  # sessions
    ],
)
def test_a_question_loses_citations_where_others_remain(evidence, before, left, kind):
    made, changes = changes_of(with_probe(talk(), evidence=evidence, before=before))
    assert made.probes[0].evidence == left
    assert [change[0] for change in changes] == ([kind] if kind else [])


def test_recordings_name_repeated_sessions_and_questions_without_evidence():
    scenario = talk()
    again = replace(scenario.sessions[1], turns=(replace(scenario.sessions[1].turns[0], text="I moved to Bergen."),))
    assert codes(replace(scenario, sessions=(scenario.sessions[0], again))) == ["duplicate-filler"]
    assert codes(with_probe(scenario, evidence=())) == ["no-target"]
    assert codes(with_probe(scenario, evidence=(), answerable=False)) == []


def test_the_copy_of_a_file_of_scenarios_is_valid_and_its_changes_are_listed(tmp_path):
    one = generate(3, sessions=2)
    write_scenarios(tmp_path / "lives.jsonl", [one, talk(), one])
    made = repair(tmp_path / "lives.jsonl", tmp_path / "sound.jsonl")
    assert made.copy == tmp_path / "sound.jsonl"
    assert read_scenarios(made.copy) == [one, talk()]
    assert [json.loads(line) for line in made.list.read_text("utf-8").splitlines()] == [
        {"class": "duplicate-scenario", "place": "[2]", "old": one.id}
    ]
    assert validate(made.copy).problems == []


def test_the_copy_of_a_run_lacks_edited_and_repeated_episodes(tmp_path):
    run, copy = tmp_path / "run", tmp_path / "sound"
    run.mkdir()
    record = bare_records.bare(system="a")
    edited = structs.replace(bare_records.bare(system="b"), score=2.0)
    lines = [to_line(one) + b"\n" for one in (record, edited, record)]
    (run / "episodes.jsonl").write_bytes(b"".join(lines))
    (run / "config.json").write_text("{}", "utf-8")
    made = repair(run, copy)
    assert [one.key.system for one in read_records(copy / "episodes.jsonl")] == ["a"]
    assert (copy / "config.json").read_text("utf-8") == "{}"
    assert [str(change.kind) for change in made.changes] == ["record-hash", "duplicate-episode"]
    assert made.list == tmp_path / "sound.changes.jsonl"


@pytest.mark.parametrize(
    ("content", "change", "fixed"),
    [
        (
            LOCOMO, lambda file: file[0]["qa"][0]["evidence"].append("D1:1"),
            {"class": "evidence-repeated", "place": "[0].qa[0].evidence", "old": ["D1:1", "D1:1"], "new": ["D1:1"]},
        ),
        (
            LONGMEMEVAL, lambda file: file[1]["answer_session_ids"].append("ultrachat_7"),
            {"class": "evidence-repeated", "place": "[1].answer_session_ids[1]", "old": "ultrachat_7"},
        ),
        (
            REALMEM, lambda file: file["dialogues"][0]["extracted_memory"][0].update(source_role_snapshot="Assistant"),
            {"class": "snapshot-differs", "place": ".dialogues[0].extracted_memory[0].source_role_snapshot",
             "old": "Assistant", "new": "User"},
        ),
    ],
)  # fmt: skip
def test_a_public_file_stays_in_its_format(tmp_path, content, change, fixed):
    start = sound_copy(tmp_path, content)
    faulty = deepcopy(start)
    change(faulty)
    (tmp_path / "in.json").write_text(json.dumps(faulty), "utf-8")
    made = repair(tmp_path / "in.json", tmp_path / "out.json")
    assert json.loads(made.copy.read_text("utf-8")) == start
    assert made.copy.read_text("utf-8") == json.dumps(start, ensure_ascii=False, indent=1) + "\n"
    assert [json.loads(line) for line in made.list.read_text("utf-8").splitlines()] == [fixed]


def sound_copy(tmp_path, content):
    """The content without the defects that it has already."""
    (tmp_path / "first.json").write_text(json.dumps(content), "utf-8")
    return json.loads(repair(tmp_path / "first.json", tmp_path / "first-out.json").copy.read_text("utf-8"))


def test_a_folder_of_scenarios_may_be_called_like_a_file(tmp_path):
    folder = tmp_path / "lives.json"
    folder.mkdir()
    write_scenarios(folder / "one.jsonl", [talk()])
    made = repair(folder, tmp_path / "sound.jsonl")
    assert (read_scenarios(made.copy), made.changes) == ([talk()], [])


@pytest.mark.parametrize("taken", ["sound.jsonl", "sound.jsonl.changes.jsonl"])
def test_nothing_is_overwritten(tmp_path, taken):
    write_scenarios(tmp_path / "lives.jsonl", [talk()])
    (tmp_path / taken).write_text("mine", "utf-8")
    with pytest.raises(ConfigurationError, match=f"{taken} exists"):
        repair(tmp_path / "lives.jsonl", tmp_path / "sound.jsonl")
    assert (tmp_path / taken).read_text("utf-8") == "mine"


def test_a_copy_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    write_scenarios(tmp_path / "lives.jsonl", [talk()])
    with pytest.raises((ConfigurationError, ValueError), match="cannot be written"):
        repair(tmp_path / "lives.jsonl", tmp_path / "missing" / "sound.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["lives.jsonl"]
