"""The plan of one person: what the ledger says is told is what agendas tell."""

from __future__ import annotations

import pytest

from regulars.scenarios.generator import START
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.planning.calendar import plan_calendar
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.person_plans import TRUE_AND_UNTOLD, PersonPlan
from regulars.scenarios.world import Persona
from regulars.seeding import SeedTree

SESSIONS = 12
NAMES = ("Ada", "Ben")


def plan(seed: int, index: int = 0) -> PersonPlan:
    node, ontology = SeedTree(seed), Language.load("english").ontology
    calendar = plan_calendar(node, len(NAMES), SESSIONS, START)
    values, options = Values(ontology, node, len(NAMES)), GenerationOptions.read({}, "test")
    persona = Persona(10.0, 20.0, 1.0, "")
    return PersonPlan(
        ontology, node, values, index, len(NAMES), NAMES, persona, calendar, START, 4, options, "english", ()
    )


@pytest.mark.parametrize("index", range(len(NAMES)))
def test_a_person_has_its_own_sessions_and_name(index):
    made = plan(3, index)
    assert made.person.name == NAMES[index]
    assert {session.person for session in made.calendar} == {index}
    assert set(made.tells_at) <= set(range(len(made.calendar)))


def test_the_ledger_holds_the_values_that_agendas_tell():
    for seed in range(5):
        made = plan(seed)
        facts = {fact.id: fact for fact in made.person.facts}
        acts = [(place, act) for place, acts in made.tells_at.items() for act in acts]
        assert {act.kind for _, act in acts} == {ActKind.TELL}
        said = sorted((act.attribute, made.calendar[place].index, facts[act.fact].value) for place, act in acts)
        told = made.told().disclosures
        assert said == sorted((name, one.session, one.value) for name, ones in told.items() for one in ones)


def test_some_things_are_true_and_never_told():
    for seed in range(5):
        made = plan(seed)
        implied = {other for one in made.ontology for other in one.implies}
        untold = {fact.attribute for fact in made.person.facts} - set(made.told().disclosures) - implied
        assert 0 < len(untold) <= TRUE_AND_UNTOLD
