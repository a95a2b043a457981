"""A scenario of one's own in YAML: what is left out is filled in, what is wrong is named with its line."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from regulars.datasets import read_any
from regulars.errors import DataError
from regulars.evaluation.evaluate import evaluate
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import read_scenarios, write_scenarios
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.own import read_own
from regulars.scenarios.world import ActKind, Band, Form

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "own_scenario.yaml"

GOOD = """\
persons:
  - name: Ada
    zone: Europe/Oslo
    facts:
      - {attribute: home_city, value: Lyon, since: 2020-05-01, until: 2025-01-20}
      - {attribute: home_city, value: Bergen, since: 2025-01-20}
sessions:
  - start: 2025-01-14 18:30
    agenda:
      - tell: {attribute: home_city, value: Lyon}
      - small_talk
  - start: 2025-01-21 19:00
    agenda:
      - delegate: {attribute: boat_name, options: [Kittiwake, Zephyr]}
      - ask: {attribute: home_city}
probes:
  - {attribute: home_city, time: 2025-01-23}
"""


def read(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")
    (scenario,) = read_own(path)
    return scenario


def refused(tmp_path, *changes):
    """What is said of the good file with these changes."""
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    return str(caught.value)


# ---------------------------------------------------------------- what is made


def test_the_example_validates_plays_and_survives_a_file(tmp_path):
    (scenario,) = read_any(EXAMPLE)
    assert validate_scenario(scenario, load_ontology()) == []
    write_scenarios(tmp_path / "x.jsonl", [scenario])
    assert read_scenarios(tmp_path / "x.jsonl") == [scenario]
    run = evaluate("bm25-turn", data=EXAMPLE, seeds=1, references=False)
    assert not run.faults
    assert run.rows


def test_what_is_left_out_is_filled_in(tmp_path):
    scenario = read(tmp_path, GOOD)
    assert validate_scenario(scenario, load_ontology()) == []
    for session in scenario.sessions:
        kinds = [act.kind for act in session.agenda]
        assert kinds[0] is ActKind.GREET
        assert kinds[-1] is ActKind.CLOSE
        assert session.start.utcoffset() == timedelta(hours=1)
    asked, beside = scenario.probes
    assert (asked.band, asked.session, asked.form, asked.kind) == (Band.IN, 2, Form.VALUE, "single-session-user")
    assert (beside.band, beside.kind) == (Band.OUT, "single-session-user")
    assert asked.id in [act.probe for act in scenario.sessions[1].agenda]


def test_the_same_file_gives_the_same_scenario(tmp_path):
    assert read(tmp_path, GOOD) == read(tmp_path, GOOD)
    assert read(tmp_path, GOOD.replace("Zephyr", "Albatross")).id != read(tmp_path, GOOD).id


def test_what_is_told_in_the_same_session_can_be_asked_there(tmp_path):
    text = GOOD.replace("      - small_talk\n", "      - request: {attribute: home_city}\n")
    asked = read(tmp_path, text).probes[0]
    assert (asked.session, asked.kind) == (1, "single-session-user")


def test_the_kind_of_a_question_follows_from_what_is_told(tmp_path):
    more = GOOD.replace("      - delegate", "      - tell: {attribute: home_city}\n      - delegate")
    more += "  - {attribute: job, time: 2025-01-24}\n  - {attribute: boat_name, time: 2025-01-25}\n"
    kinds = [probe.kind for probe in read(tmp_path, more).probes]
    assert kinds == ["knowledge-update", "knowledge-update", "abstention", "single-session-assistant"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("home_city, value: Lyon, since", "home_citty, value: Lyon, since"), 5, "did you mean 'home_city'"),
        (("value: Bergen", "value: Bergn"), 6, "did you mean 'Bergen'"),
        (("[Kittiwake, Zephyr]", "[Kittiwake, Zephir]"), 14, "did you mean 'Zephyr'"),
        (("[Kittiwake, Zephyr]", "[Kittiwake]"), 14, "two or more"),
        (("attribute: boat_name, options", "attribute: home_city, options"), 14, "told and not chosen"),
        (("until: 2025-01-20", "until: 2025-02-20"), 6, "two values at a time"),
        (("value: Lyon}", "value: Bergen}"), 10, "true only from"),
        (("value: Lyon}", "value: Porto}"), 10, "the facts are 'Lyon', 'Bergen'"),
        (("2025-01-21 19:00", "2025-01-14 18:45"), 12, "before session 1 is over"),
        (("      - small_talk", "      - small_tlak"), 11, "did you mean 'small_talk'"),
        (("    zone:", "    zoen:"), 3, "did you mean 'zone'"),
        (("Europe/Oslo", "Europe/Olso"), 3, "did you mean 'Europe/Oslo'"),
        (("since: 2025-01-20", "since: next spring"), 6, "expected a day or moment"),
        (("time: 2025-01-23", "time: 2025-01-14 18:40"), 17, "during session 1"),
        (("time: 2025-01-23", "time: 2025-01-23, form: sum"), 17, "sum of home_city"),
        (("probes:", "questions:"), 16, "unknown field"),
        (("  - start: 2025-01-14 18:30", "  - purpose: none"), 8, "start: is missing"),
        (("    facts:\n", "    rules: [{kind: length, setting: sung}]\n    facts:\n"), 4, "setting"),
        (("until: 2025-01-20", "until: 2019-01-20"), 5, "before it begins"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, change, line, said):
    message = refused(tmp_path, change)
    assert any(f"mine.yaml:{line}: " in one and said in one for one in message.splitlines()), message


def test_all_faults_are_named_at_once(tmp_path):
    message = refused(tmp_path, ("value: Bergen", "value: Bergn"), ("Zephyr", "Zephir"), ("small_talk", "smalltalk"))
    assert "3 faults" in message
    assert [f"mine.yaml:{line}:" in message for line in (6, 11, 14)] == [True] * 3


@pytest.mark.parametrize("text", ["", "[]", "persons: 3", "persons: [", "{persons: [{name: Ada}]}", "a: &a [*a]"])
def test_what_is_no_scenario_is_refused(tmp_path, text):
    with pytest.raises(DataError):
        read(tmp_path, text)
