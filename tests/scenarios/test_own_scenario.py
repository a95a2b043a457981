"""A user's scenario in YAML: gaps are filled in, and faults are reported with their line."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from regulars.agents.cast import Cast
from regulars.cli.main import app
from regulars.datasets import read_any
from regulars.dialogue import VerdictKind
from regulars.envs.aec import LifeAEC
from regulars.envs.life.goals import project_scores
from regulars.errors import DataError
from regulars.evaluation.evaluate import evaluate
from regulars.evaluation.systems.oracles import KnowingAssistant, told
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import read_scenarios, write_scenarios
from regulars.scenarios.kinds import NOISE_ACTS, ActKind, Band, DisclosureMode, DisclosurePhrasing, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.own import read_own

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


def test_the_example_holds_everything_that_can_be_written():
    (scenario,) = read_own(EXAMPLE)
    acts = [act for session in scenario.sessions for act in session.agenda]
    # A trait is shown for interpretations only, and a line is said as it was in recordings that live again.
    assert {act.kind for act in acts} == set(ActKind) - NOISE_ACTS - {ActKind.SHOW, ActKind.SAY}
    assert any(act.anchor for act in acts)
    assert any(act.mode is DisclosureMode.OUTCOME for act in acts)
    (person,) = scenario.persons
    (project,) = person.projects
    assert (project.goal, project.since) == ("a fortnight by the fjords", scenario.sessions[0].start)
    moved = [
        act.id for act in acts if act.kind is ActKind.PLAN or (act.attribute == "travel_transport" and act.options)
    ]
    assert list(project.steps) == moved
    assert (person.renamed, person.renamed_at) == ("Adele", scenario.sessions[3].start)
    assert {rule.kind for rule in person.rules} == {"order", "procedure"}
    assert {probe.kind for probe in scenario.probes} == {
        "single-session-user", "single-session-preference", "single-session-assistant", "knowledge-update", "temporal",
        "abstention", "dynamic-incremental", "poisoning", "proactive", "contextual-integrity",
    }  # fmt: skip
    assert [probe.attribute for probe in scenario.probes if probe.anchor] == ["hobby"]


def test_the_ideal_listener_answers_all_of_the_example():
    (scenario,) = read_own(EXAMPLE)
    env = LifeAEC(scenario=scenario, probes="fork", reward_to="nobody")
    cast = Cast(env, assistant=KnowingAssistant(lambda: env.life, Language.load("english"), told))
    cast.reset(seed=0)
    cast.run()
    life = env.life
    assert life.unresolved == []
    assert [one.probe.id for one in life.outcomes] == [probe.id for probe in scenario.probes]
    assert {one.verdict.kind for one in life.outcomes} == {VerdictKind.CORRECT}
    (score,) = project_scores(life)
    assert score.total == 90.0
    assert "Adele" in next(turn.text for turn in life.transcript if turn.session == 4)
    (procedure,) = [rule for rule in scenario.persons[0].rules if rule.kind == "procedure"]
    assert sum(procedure.id in note.broken for note in life.conduct) == 2


def test_the_example_is_written_and_validated_from_the_command_line(tmp_path):
    out = tmp_path / "mine.jsonl"
    made = CliRunner().invoke(app, ["generate", "--from", str(EXAMPLE), "--out", str(out)])
    assert made.exit_code == 0, made.output
    assert read_scenarios(out) == read_own(EXAMPLE)
    for path in (EXAMPLE, out):
        found = CliRunner().invoke(app, ["validate", str(path)])
        assert found.exit_code == 0, found.output


def test_gaps_are_filled_in(tmp_path):
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


def test_a_fact_can_be_asked_for_in_the_session_that_tells_it(tmp_path):
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
        (("attribute: boat_name, options", "attribute: home_city, options"), 14, "told by people, not chosen"),
        (("until: 2025-01-20", "until: 2025-02-20"), 6, "two values at a time"),
        (("value: Lyon}", "value: Bergen}"), 10, "true only from"),
        (("value: Lyon}", "value: Porto}"), 10, "the facts are 'Lyon', 'Bergen'"),
        (("2025-01-21 19:00", "2025-01-14 18:45"), 12, "before session 1 is over"),
        (("      - small_talk", "      - small_tlak"), 11, "did you mean 'small_talk'"),
        (("    zone:", "    zoen:"), 3, "did you mean 'zone'"),
        (("Europe/Oslo", "Europe/Olso"), 3, "did you mean 'Europe/Oslo'"),
        (("since: 2025-01-20", "since: next spring"), 6, "expected a day or moment"),
        (("since: 2025-01-20", "since: 2025-02-30"), 6, "expected a day or moment"),
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
def test_invalid_scenarios_are_rejected(tmp_path, text):
    with pytest.raises(DataError):
        read(tmp_path, text)


# ---------------------------------------------------------------- projects and incidents

RICH = """\
persons:
  - name: Ada
    traits: [taciturn, brisk]
    facts:
      - {attribute: diet, value: vegan, since: 2021-01-01}
      - {attribute: hobby, value: archery, since: 2021-01-01}
      - {attribute: salary, value: 4111}
      - {attribute: flatmate, value: Tobias, until: 2025-01-25}
      - {attribute: travel_transport_limit, value: choppy water}
    projects:
      - {name: fjords, domain: travel, goal: a fortnight by the fjords}
    rules:
      - {kind: procedure, domain: travel, steps: [season, papers]}
      - {kind: length, setting: at_least_three, shown: never}
    renamed: {name: Adele, since: 2025-02-01}
sessions:
  - start: 2025-01-14 18:30
    agenda:
      - tell: {attribute: hobby, anchor: true}
      - plan: fjords
      - tell: flatmate
      - tell: {attribute: diet, instead_of: kosher}
      - tell: {attribute: salary, reason: money}
      - tell: travel_transport_limit
      - remind: diet
  - start: 2025-02-02 18:30
    agenda:
      - end: flatmate
      - delegate: {attribute: travel_transport, options: [coastal ferries, sleeper trains]}
      - relay: {attribute: diet, value: halal}
      - message: {to: restaurant, with: diet, without: salary}
      - consult: fjords
      - forget: salary
  - start: 2025-02-09 18:30
    agenda:
      - outcome: travel_transport
      - plan: {project: fjords, state: finish}
      - gossip: {attribute: diet, values: [paleo, ketogenic]}
probes:
  - {attribute: hobby, time: 2025-02-10}
"""


def test_a_rich_life_is_read(tmp_path):
    scenario = read(tmp_path, RICH)
    assert validate_scenario(scenario, load_ontology()) == []
    first, second, third = scenario.sessions
    told_diet = next(act for act in first.agenda if act.attribute == "diet" and act.kind is ActKind.TELL)
    assert (told_diet.phrasing, told_diet.other) == (DisclosurePhrasing.ASSUMED, "kosher")
    assert second.agenda[0].attribute == "diet"
    assert [act.kind for act in first.agenda[:2]] == [ActKind.GREET, ActKind.TELL]
    assert third.agenda[1].target == second.agenda[2].id
    assert scenario.persons[0].renamed_at == second.start


def test_a_wish_is_said_behind_the_anchors(tmp_path):
    stated = RICH.replace(
        "{kind: length, setting: at_least_three, shown: never}", "{kind: order, setting: answer_first}"
    )
    kinds = [act.kind for act in read(tmp_path, stated).sessions[0].agenda]
    assert kinds[:4] == [ActKind.GREET, ActKind.TELL, ActKind.WISH, ActKind.PLAN]


def test_a_taste_that_follows_from_a_trait_gives_way_to_a_rule_and_one_that_is_written_does_not(tmp_path):
    scenario = read(tmp_path, RICH)
    assert "length.one_sentence" not in scenario.persons[0].persona.tastes
    liked = RICH.replace("    facts:\n", "    tastes: {length.one_sentence: 0.5}\n    facts:\n", 1)
    with pytest.raises(DataError, match=r"mine.yaml:15: .*own taste length.one_sentence"):
        read(tmp_path, liked)


def test_a_choice_is_a_question_only_where_something_is_ruled_out(tmp_path):
    kinds = [probe.kind for probe in read(tmp_path, RICH).probes]
    assert "single-session-preference" in kinds
    free = RICH.replace("coastal ferries, sleeper trains", "canal barges, sleeper trains")
    assert "single-session-preference" not in [probe.kind for probe in read(tmp_path, free).probes]


WHOLE_LINE = "      - tell: travel_transport_limit\n      - remind: diet\n"


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("domain: travel, goal", "domain: travle, goal"), 11, "did you mean 'travel'"),
        ((", goal: a fortnight by the fjords", ""), 11, "expected a text"),
        (("      - plan: fjords\n", ""), 11, "never begins"),
        (("- plan: fjords", "- plan: fjord"), 20, "did you mean 'fjords'"),
        (("- consult: fjords", "- consult: fjrods"), 32, "did you mean 'fjords'"),
        (("state: finish", "state: finished"), 37, "did you mean 'finish'"),
        (
            ("      - consult: fjords\n", "      - plan: {project: fjords, state: cancel}\n"),
            37,
            "was over in session 2",
        ),
        (("steps: [season, papers]", "steps: [season, paper]"), 13, "did you mean 'papers'"),
        (("steps: [season, papers]", "steps: [season, season]"), 13, "has an entry twice"),
        (("steps: [season, papers]", "steps: []"), 13, "expected a list"),
        (("renamed: {name: Adele, since: 2025-02-01}", "renamed: {name: Adele, since: 2026-01-01}"), 15, "no session"),
        (("renamed: {name: Adele, since: 2025-02-01}", "renamed: {name: Adele}"), 15, "since: is missing"),
        (("renamed: {name: Adele, since", "renamed: {name: Ada, since"), 2, "which is the name already"),
        (("anchor: true", "anchor: sometimes"), 19, "expected true or false"),
        (("anchor: true}", "anchor: true, mode: asked}"), 19, "expected an open disclosure"),
        ((WHOLE_LINE, "      - tell: {attribute: travel_transport_limit, anchor: true}\n"), 24, "does not come first"),
        (("{attribute: hobby, time: 2025-02-10}", "{attribute: diet, time: 2025-02-10}"), 19, "rests on the anchor"),
        (("instead_of: kosher", "instead_of: vegan"), 22, "expected a value that no person has"),
        (("instead_of: kosher", "instead_of: kosher, phrasing: unmarked"), 22, "leave it or `phrasing` out"),
        (("reason: money", "reason: monney"), 23, "did you mean 'money'"),
        (("- remind: diet", "- remind: job"), 25, "before it is told"),
        (("- end: flatmate", "- end: diet"), 28, "has no phrases for an end"),
        ((", until: 2025-01-25", ""), 28, "is over by then"),
        (("value: halal", "value: vegan"), 30, "expected a value that no person has"),
        (("value: halal", "value: hallal"), 30, "did you mean 'halal'"),
        (("to: restaurant", "to: restorant"), 31, "did you mean 'restaurant'"),
        (("with: diet, without", "with: hobby, without"), 31, "a message to restaurant does not need hobby"),
        (("without: salary", "without: job"), 31, "job is not private in a message to restaurant"),
        (("- forget: salary", "- forget: job"), 33, "before it is told"),
        (("- outcome: travel_transport", "- outcome: boat_name"), 36, "no earlier act delegates"),
        (
            ("    projects:\n      - {name: fjords, domain: travel, goal: a fortnight by the fjords}\n", ""),
            18,
            "no projects",
        ),
        (("- outcome: travel_transport", "- remind: diet"), 36, "the person has no later session"),
        (("- remind: diet", "- remind: diet\n      - remind: hobby"), 26, "expected one reminder in each session"),
        (("- consult: fjords", "- consult: {}"), 32, "is empty"),
        (
            ("- message: {to: restaurant, with: diet, without: salary}", "- message: doctor"),
            31,
            "expected fields by name",
        ),
    ],
)
def test_a_fault_of_a_rich_life_is_named_with_its_line(tmp_path, change, line, said):
    old, new = change
    assert old in RICH
    with pytest.raises(DataError) as caught:
        read(tmp_path, RICH.replace(old, new, 1))
    message = str(caught.value)
    assert any(f"mine.yaml:{line}: " in one and said in one for one in message.splitlines()), message


def test_a_reason_is_refused_where_every_update_gives_a_cause(tmp_path, monkeypatch):
    monkeypatch.setattr(Language, "gives_a_cause", lambda self, line: True)
    with pytest.raises(DataError, match=r"mine.yaml:23: .*each update of salary gives a cause itself.*add `words`"):
        read(tmp_path, RICH)
    read(tmp_path, RICH.replace("reason: money", 'reason: money, words: "I earn {value} a month now."'))


JUNK = [None, 3, -1.5, "", "x", "diet", "2025-02-02", True, [], [[]], [None], ["a"], {}, {"a": 1}]


def places(node, path=()):
    """Every place in the file."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


@given(place=st.sampled_from(list(places(yaml.safe_load(RICH)))), junk=st.sampled_from(JUNK))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_read_or_refused(tmp_path, place, junk):
    damaged = inner = yaml.safe_load(RICH)
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = deepcopy(junk)
    with suppress(DataError):
        assert validate_scenario(read(tmp_path, yaml.safe_dump(damaged)), load_ontology()) == []
