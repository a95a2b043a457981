"""Streams: what lives share, drift, returning people, and what an exam shares with its block."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest

from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.streams.blocks import Stream, generate_stream
from regulars.scenarios.streams.files import read_stream, write_stream
from regulars.scenarios.streams.regulars_back import told_in, without_doubtful
from regulars.scenarios.streams.schedules import SCHEDULES
from regulars.scenarios.suites import load_suite, suite_scenarios
from regulars.scenarios.world import Scenario

ONTOLOGY = load_ontology()


@cache
def grown(schedule: str = "iid", seed: int = 1, **settings: object) -> Stream:
    return generate_stream(seed, **{"schedule": schedule, "blocks": 3, "people": 2, "sessions": 4, **settings})


def manners(scenario: Scenario) -> set[tuple[str, str]]:
    return {(rule.kind, rule.setting) for rule in scenario.persons[0].rules if rule.kind != "procedure"}


def procedures(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    rules = scenario.persons[0].rules
    return {rule.domain: tuple(rule.setting.split()) for rule in rules if rule.kind == "procedure"}


def values(lives: list[Scenario]) -> set[tuple[str, str]]:
    return {(fact.attribute, fact.value) for life in lives for fact in life.persons[0].facts}


def is_date(attribute: str) -> bool:
    return ONTOLOGY.attribute(attribute).type == "date"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_stream_is_valid_and_its_clock_never_runs_backwards(schedule: str) -> None:
    stream = grown(schedule)
    lives = [scenario for _, scenario in stream.scenarios()]
    assert not [problem for life in lives for problem in validate_scenario(life, ONTOLOGY)]
    for life, following in pairwise(lives):
        assert following.start >= max(session.start + session.budget for session in life.sessions)
        assert following.start >= max(probe.time for probe in life.probes)
    assert len({life.id for life in lives}) == len(lives) == 12
    assert {life.marks["stream"] for life in lives} == {stream.id}


def test_the_same_arguments_make_the_same_stream() -> None:
    assert generate_stream(1, blocks=3, people=2, sessions=4) == grown()
    assert grown(seed=2).id != grown().id


def test_the_names_of_a_streams_scenarios_say_block_half_and_number() -> None:
    names = [name for name, _ in grown().scenarios()]
    assert names[:5] == ["b1-train-1", "b1-train-2", "b1-exam-1", "b1-exam-2", "b2-train-1"]
    for name, scenario in grown().scenarios():
        assert name.startswith(f"b{scenario.marks['block']}-{scenario.marks['half']}-")


# ---------------------------------------------------------------------- schedules


def cohorts_by_block(stream: Stream) -> list[list[str]]:
    return [sorted(life.marks["cohort"] for life in block.train) for block in stream.blocks]


def test_who_comes_when() -> None:
    assert cohorts_by_block(grown("iid")) == [["c1", "c2"]] * 3
    assert cohorts_by_block(grown("aba")) == [["c1", "c1"], ["c2", "c2"], ["c1", "c1"]]
    assert cohorts_by_block(grown("blocked", blocks=4)) == [["c1", "c1"]] * 2 + [["c2", "c2"]] * 2
    for stream in (grown("aba"), grown("blocked", blocks=4)):
        for block in stream.blocks:
            here = {name for name, share in block.weights.items() if share}
            assert {life.marks["cohort"] for life in block.exam} == here


def test_gradual_drift_changes_one_rule_of_each_cohort_at_a_time() -> None:
    stream = grown("gradual")
    for before, after in pairwise(stream.blocks):
        for old, new in zip(before.cohorts, after.cohorts, strict=True):
            assert sum(one != other for one, other in zip(old.rules, new.rules, strict=True)) == 1
            assert old.procedures == new.procedures
        assert after.drift
        assert re.search(rf"b{after.number} 2\d{{3}}-\S+: c1: ", stream.marks["drift"])


def test_abrupt_drift_changes_everything_once() -> None:
    first, second, third = grown("abrupt").blocks
    assert second.drift
    assert not third.drift
    assert second.cohorts == third.cohorts
    for old, new in zip(first.cohorts, second.cohorts, strict=True):
        assert not set(old.rules) & set(new.rules)
        assert all(new.procedures[domain] != steps for domain, steps in old.procedures.items())
    assert grown("abrupt").marks["drift"].startswith("b2 20")


def test_newcomers_come_one_by_one_and_the_oldest_leave() -> None:
    stream = grown("newcomers", people=3)
    assert cohorts_by_block(stream) == [["c1"] * 3, ["c1", "c1", "c2"], ["c1", "c2", "c2"]]
    people = [{life.persons[0].id for life in block.train} for block in stream.blocks]
    for before, after in pairwise(people):
        assert len(before - after) == len(after - before) == 1
        assert (after - before).pop() in stream.marks["newcomers"]
        assert (before - after).pop() in stream.marks["leavers"]


def test_returning_people_keep_their_identity_in_new_lives() -> None:
    first, second = grown(people=4, regulars=0.5, language=True).blocks[:2]
    known = {life.persons[0].id: life for life in first.train}
    back = [life for life in second.train if life.persons[0].id in known]
    assert len(back) == 2
    for life in back:
        now, then = life.persons[0], known[life.persons[0].id].persons[0]
        assert (now.name, now.persona) == (then.name, then.persona)
        assert [rule.id for rule in now.rules] == [rule.id for rule in then.rules]
        assert not {fact.id for fact in now.facts} & {fact.id for fact in then.facts}
        assert life.marks["person"] == "regular"


def test_a_regular_is_asked_nothing_that_an_earlier_life_could_answer_otherwise() -> None:
    first, second = grown(people=4, regulars=0.5, probes_per_session=5).blocks[:2]
    told = {life.persons[0].id: told_in(life) for life in first.train}
    for life in second.train:
        before = told.get(life.persons[0].id, set())
        now = told_in(life)
        for probe in life.probes:
            source = ONTOLOGY.attribute(probe.attribute).implied_by or probe.attribute
            assert source not in before or source in now or probe.kind == "single-session-assistant"
    plain = first.train[0]
    assert without_doubtful(plain, set()) == plain
    fewer = without_doubtful(plain, told_in(plain) | {probe.attribute for probe in plain.probes})
    assert 0 < len(fewer.probes) < len(plain.probes)
    assert not validate_scenario(fewer, ONTOLOGY)


def test_late_attributes_are_told_in_no_earlier_block() -> None:
    stream = grown(late=3)
    told = [{name for life in (*block.train, *block.exam) for name in told_in(life)} for block in stream.blocks]
    reserved = [{name for name in names if ONTOLOGY.is_reserved(name)} for names in told]
    assert not reserved[0]
    assert not reserved[1]
    assert reserved[2]
    assert stream.marks["late"].startswith("b3 2")


# ---------------------------------------------------------------------- latents


def test_no_two_cohorts_share_anything() -> None:
    one, other = grown(seed=5).cohorts
    assert not set(one.rules) & set(other.rules)
    assert one.way != other.way
    assert one.procedures.keys() == other.procedures.keys()
    assert all(other.procedures[domain] != steps for domain, steps in one.procedures.items())
    assert all(3 <= len(steps) <= 5 for steps in one.procedures.values())


@pytest.mark.parametrize("schedule", ["iid", "gradual"])
def test_with_rho_one_everybody_follows_their_cohort(schedule: str) -> None:
    for block in grown(schedule, rho=1.0).blocks:
        cohorts = {cohort.name: cohort for cohort in block.cohorts}
        for life in (*block.train, *block.exam):
            cohort = cohorts[life.marks["cohort"]]
            assert manners(life) == set(cohort.rules)
            assert len(procedures(life)) == 2
            assert procedures(life).items() <= cohort.procedures.items()
            assert life.persons[0].persona.style.way == cohort.way != ""


@pytest.mark.parametrize("schedule", ["iid", "abrupt"])
def test_with_rho_zero_no_person_shares_a_rule_with_a_cohort(schedule: str) -> None:
    stream = grown(schedule, rho=0.0)
    every = [cohort for block in stream.blocks for cohort in block.cohorts]
    style_attributes = {style_attribute for cohort in every for style_attribute, _ in cohort.rules}
    for _, life in stream.scenarios():
        assert len(manners(life)) == 4
        assert not {style_attribute for style_attribute, _ in manners(life)} & style_attributes
        assert life.persons[0].persona.style.way == ""
        for domain, steps in procedures(life).items():
            assert all(cohort.procedures[domain] != steps for cohort in every)


def test_the_rules_of_one_person_never_fight() -> None:
    kinds = load_rules()
    for seed in (2, 3):
        for _, life in grown("abrupt", seed=seed, rho=0.5).scenarios():
            own = manners(life)
            fights = {
                fight for style_attribute, name in own for fight in kinds[style_attribute].settings[name].conflicts
            }
            assert len({style_attribute for style_attribute, _ in own}) == len(own)
            assert not fights & {f"{style_attribute}.{name}" for style_attribute, name in own}


def test_plans_are_asked_for_in_every_project_that_is_going_on() -> None:
    for _, life in grown(sessions=8).scenarios():
        asked = [act for session in life.sessions for act in session.agenda if act.kind is ActKind.CONSULT]
        own = {project.id: project.domain for project in life.persons[0].projects}
        assert {own[act.target] for act in asked} == set(procedures(life))
    plain = grown(procedures=False, language=False)
    assert not any(procedures(life) for _, life in plain.scenarios())


# ---------------------------------------------------------------------- exams


def test_an_exam_holds_other_people_with_other_values_in_other_words() -> None:
    stream = grown()
    train = [life for block in stream.blocks for life in block.train]
    exam = [life for block in stream.blocks for life in block.exam]
    met = {person for life in train for person in (life.persons[0].id, life.persons[0].name)}
    assert not met & {person for life in exam for person in (life.persons[0].id, life.persons[0].name)}
    shared = {name for name, _ in values(train) & values(exam)}
    assert all(ONTOLOGY.attribute(name).type == "date" for name in shared)
    assert {life.phrasing for life in exam} == {"held_out"}
    assert {life.phrasing for life in train} == {"open"}
    assert {life.marks["half"] for life in exam} == {"exam"}
    assert not [a for life in exam for session in life.sessions for a in session.agenda if a.kind is ActKind.WISH]


def test_acquaintances_come_from_the_train_half_and_are_asked_nothing_that_it_could_answer() -> None:
    settings = {"people": 3, "cohorts": 1, "regulars": 0.34, "acquainted": 0.67, "probes_per_session": 5}
    stream = grown("gradual", **settings)
    told: dict[str, set[str]] = {}
    for life in (life for block in stream.blocks for life in block.train):
        told.setdefault(life.persons[0].id, set()).update(told_in(life))
    for block in stream.blocks:
        lives = {life.persons[0].id: life for life in block.train}
        met = [life for life in block.exam if life.persons[0].id in lives]
        strangers = [life for life in block.exam if life.persons[0].id not in told]
        assert (len(met), len(strangers)) == (2, 1)
        back = {id for id, life in lives.items() if life.marks["person"] == "regular"}
        assert back <= {life.persons[0].id for life in met}, "those who came back are examined first"
        assert all(is_date(name) for name, _ in values(met) & values(block.train))
        for life in met:
            person = life.persons[0]
            then = lives[person.id].persons[0]
            assert (person.name, person.persona) == (then.name, then.persona)
            assert [rule.id for rule in person.rules] == [rule.id for rule in then.rules]
            assert not validate_scenario(life, ONTOLOGY)
            asked = [probe for probe in life.probes if not probe.anchor and probe.kind != "single-session-assistant"]
            for probe in asked:
                source = ONTOLOGY.attribute(probe.attribute).implied_by or probe.attribute
                assert source not in told[person.id] or source in told_in(life)
        again = stream.exam(block.number, 0)
        assert [[probe.id for probe in life.probes] for life in again] == [
            [probe.id for probe in life.probes] for life in block.exam
        ]


def test_without_acquaintances_a_stream_is_what_it_was() -> None:
    assert grown() == grown(acquainted=0.0)
    assert "acquainted" not in grown().marks
    assert grown(acquainted=0.5).marks["acquainted"] == "0.5"


def test_an_exam_that_is_held_at_another_date_differs_by_nothing_but_its_dates() -> None:
    stream = grown("abrupt")
    for block, trained in ((1, 0), (1, 3), (3, 0), (2, 1)):
        planned, held = stream.blocks[block - 1].exam, stream.exam(block, trained)
        follows = (
            stream.blocks[trained - 1].train[-1].sessions[-1].start if trained else stream.blocks[0].train[0].start
        )
        assert held[0].start >= follows
        assert held[1].start > held[0].sessions[-1].start
        for one, other in zip(planned, held, strict=True):
            assert one.start != other.start
            assert not validate_scenario(other, ONTOLOGY)
            person, again = one.persons[0], other.persons[0]
            assert (person.id, person.name, person.persona) == (again.id, again.name, again.persona)
            assert (manners(one), procedures(one)) == (manners(other), procedures(other))
            assert [(p.id, p.kind, p.attribute) for p in one.probes] == [
                (p.id, p.kind, p.attribute) for p in other.probes
            ]
            for first, second in zip(one.sessions, other.sessions, strict=True):
                assert [act.id for act in first.agenda] == [act.id for act in second.agenda]
    assert stream.exam(2, 2) == stream.blocks[1].exam


# ---------------------------------------------------------------------- files and suites


def test_a_stream_is_written_and_read_without_loss(tmp_path) -> None:
    path = tmp_path / "stream.jsonl"
    for schedule in ("gradual", "newcomers"):
        write_stream(path, grown(schedule))
        assert read_stream(path) == grown(schedule)
    assert read_stream(path).exam(2, 2) == grown("newcomers").blocks[1].exam
    with pytest.raises(ConfigurationError, match="generated, not read from a file"):
        read_stream(path).exam(1, 2)
    write_scenarios(path, [grown().blocks[0].train[0]])
    with pytest.raises(DataError, match="holds no stream"):
        read_stream(path)


def test_the_suites_of_streams_come_in_order() -> None:
    found = list(suite_scenarios("procedural", 1))
    names = [name.removeprefix("procedural-22/") for name, _, _ in found]
    assert names[:4] == ["b1-train-1", "b1-train-2", "b1-exam-1", "b1-exam-2"]
    assert [scenario for _, _, scenario in found] == load_suite("procedural").generate(0)
    assert {scenario.suite for _, _, scenario in found} == {"procedural-22"}
    assert load_suite("stream").grown(0).schedule == "gradual"
    with pytest.raises(UnknownNameError, match="has no split 'train'"):
        load_suite("stream@train")
    with pytest.raises(ConfigurationError, match="is not a stream"):
        load_suite("smoke").grown(0)


def test_a_suite_of_streams_takes_other_settings() -> None:
    given = load_suite("procedural:rho=0;blocks=2")
    assert given.label == "procedural-22:rho=0;blocks=2"
    assert given.stream == {**load_suite("procedural").stream, "rho": 0, "blocks": 2}
    assert load_suite("procedural").label == "procedural-22"
    with pytest.raises(ConfigurationError, match=r"unknown setting 'rh'.*did you mean 'rho'"):
        load_suite("procedural:rh=0")
    with pytest.raises(ConfigurationError, match="unknown setting 'rho'"):
        load_suite("smoke:rho=0")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"schedule": "abc"}, "schedule is 'abc'"),
        ({"rho": 1.5}, "rho is 1.5"),
        ({"blocks": 0}, "blocks is 0"),
        ({"schedule": "aba", "cohorts": 1}, "one cohort under aba"),
        ({"cohorts": 8}, "cohorts is 8"),
        ({"colour": 1}, "unknown option 'colour'"),
    ],
)
def test_impossible_stream_arguments_are_rejected(settings: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        generate_stream(1, **settings)
