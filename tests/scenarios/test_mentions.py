"""Mentions: values that are named and not told. Their words, their plan, and what they leave in the ledger."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from regulars import Cast, count_tokens, life_v0
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, MentionSort
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree
from regulars.values import find_values

ENGLISH, HELD_OUT = Language.load("english"), Language.load("english", "held_out")
MENTIONED = [one for one in ENGLISH.ontology if "of_others" in one.phrases and not one.project]
NAMED = [sort for sort in MentionSort if sort is not MentionSort.AGAIN]


@lru_cache(maxsize=1)
def life():
    return generate(5, sessions=16, mentions=4, changes=2, personas=True)


def mentions(scenario, *sorts):
    return [
        (session, act)
        for session in scenario.sessions
        for act in session.agenda
        if act.kind is ActKind.MENTION and act.other in sorts
    ]


# Words


def test_what_other_people_can_have_can_be_mentioned():
    assert len(MENTIONED) > 90
    for attribute in MENTIONED:
        for phrases, quoted, imagined in ((attribute.phrases, 3, 2), (attribute.held_out, 1, 1)):
            assert len(phrases["quoted"]) >= quoted, attribute.name
            assert len(phrases["imagined"]) >= imagined, attribute.name


def test_only_what_changes_is_planned_and_only_what_can_end_is_former():
    for attribute in MENTIONED:
        if not attribute.changes_value:
            assert "planned" not in attribute.phrases, attribute.name
        elif attribute.cardinality is Cardinality.ONE:
            assert len(attribute.phrases["former"]) >= 2, attribute.name
            assert attribute.held_out["former"], attribute.name


@pytest.mark.parametrize("language", [ENGLISH, HELD_OUT])
def test_a_mention_carries_its_value(language):
    for number, attribute in enumerate(MENTIONED):
        value = attribute.grid()[number % len(attribute.grid())]
        for sort in NAMED:
            if sort.value not in attribute.phrases:
                continue
            said = language.hearsay(attribute.name, sort.value, [value], SeedTree(number).draws(sort.value))
            assert [found.value for found in find_values(said, attribute.domain)] == [value], said
            assert "{" not in said


def test_what_is_told_again_is_introduced_without_a_value():
    for language in (ENGLISH, HELD_OUT):
        said = {language.act("again", SeedTree(seed).draws()) for seed in range(20)}
        assert len(said) >= 3
        for line in said:
            assert all(not find_values(line, attribute.domain) for attribute in MENTIONED), line


def test_a_language_without_such_words_has_no_mentions():
    scenario = generate(5, sessions=4, mentions=3, language="chinese")
    assert mentions(scenario, *MentionSort) == []


# Plans


def test_each_session_has_the_wanted_number():
    counts = [sum(act.kind is ActKind.MENTION for act in session.agenda) for session in life().sessions]
    assert counts == [4] * 16
    assert not mentions(generate(5, sessions=8), *MentionSort)


def test_all_sorts_are_planned_and_the_scenario_is_valid():
    assert {act.other for _, act in mentions(life(), *MentionSort)} == {sort.value for sort in MentionSort}
    assert validate_scenario(life(), ENGLISH.ontology) == []


def test_former_values_are_over_and_told_again_ones_hold():
    facts = {fact.id: fact for person in life().persons for fact in person.facts}
    for session, act in mentions(life(), "former"):
        assert facts[act.target].until <= session.start
    for session, act in mentions(life(), "again"):
        fact = facts[act.target]
        assert fact.since <= session.start
        assert fact.until is None or fact.until > session.start
        assert ENGLISH.ontology.attribute(act.attribute).cardinality is Cardinality.ONE


def test_other_values_belong_to_no_person():
    held = {(fact.attribute, fact.value) for person in life().persons for fact in person.facts}
    for _, act in mentions(life(), "quoted", "imagined", "planned"):
        assert act.target or (act.attribute, act.options[0]) not in held


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"other": "sung"}, "mention-sort"),
        ({"options": ()}, "mention-value"),
        ({"target": "nothing"}, "mention-value"),
    ],
)
def test_a_wrong_mention_is_found(change, code):
    session, act = mentions(life(), "quoted")[0]
    agenda = tuple(replace(act, **change) if one is act else one for one in session.agenda)
    sessions = tuple(replace(session, agenda=agenda) if one is session else one for one in life().sessions)
    problems = validate_scenario(replace(life(), sessions=sessions), ENGLISH.ontology)
    assert [(problem.code, problem.where) for problem in problems] == [(code, act.id)]


def test_a_value_of_the_person_is_no_quoted_one():
    fact = next(fact for fact in life().persons[0].facts if fact.attribute == mentions(life(), "again")[0][1].attribute)
    session, act = mentions(life(), "quoted")[0]
    wrong = replace(act, attribute=fact.attribute, options=(fact.value,))
    agenda = tuple(wrong if one is act else one for one in session.agenda)
    sessions = tuple(replace(session, agenda=agenda) if one is session else one for one in life().sessions)
    problems = validate_scenario(replace(life(), sessions=sessions), ENGLISH.ontology)
    assert "mention-value" in [problem.code for problem in problems]


# Played


@lru_cache(maxsize=1)
def played():
    env = life_v0.env(scenario=life())
    cast = Cast(env)
    cast.reset(seed=0)
    cast.run()
    return env.unwrapped.life


def test_named_values_are_hearsay_and_told_ones_stay():
    """Of the values that are somebody else's, none is a disclosure."""
    ledger, person = played().ledger, life().persons[0].id
    told = {(one.attribute, one.value) for one in ledger.disclosures}
    named = {(act.attribute, act.options[0]) for _, act in mentions(life(), "quoted", "imagined") if not act.target}
    said = {(one.attribute, one.value) for one in ledger.hearsay if one.person == person}
    assert len(named & said) > 20
    assert not named & told


def test_what_is_told_again_is_one_more_disclosure_of_the_same_fact():
    again = {act.target for _, act in mentions(life(), "again")}
    turns = [one.fact for one in played().ledger.disclosures if one.fact in again]
    assert any(turns.count(fact) > 1 for fact in again)


@pytest.mark.slow
@pytest.mark.parametrize(("suite", "least"), [("core", 15_000), ("hard", 40_000)])
def test_a_life_has_room(suite, least):
    for _, scenario in load_suite(suite).named():
        env = life_v0.env(scenario=scenario)
        cast = Cast(env)
        cast.reset(seed=0)
        cast.run()
        assert sum(count_tokens(turn.text) for turn in env.unwrapped.transcript) >= least
        assert validate_scenario(scenario, ENGLISH.ontology) == []
