"""The dials of conduct: the formula, friction, kindness, files, and lives that stay playable."""

from __future__ import annotations

import pytest

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, DisclosurePhrasing
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.personas.conduct import (
    COURTESY,
    big_five_of,
    conduct_of,
    draw_conduct,
    draw_manners,
    faults_of,
    load_dials,
)
from regulars.scenarios.personas.files import read_personas
from regulars.scenarios.personas.tables import load_traits
from regulars.scenarios.planning.agenda import with_drips
from regulars.scenarios.world import BigFive, Conduct, Persona, Style
from regulars.seeding import SeedTree

assert roster.__name__
DIALS = load_dials()
AVERAGE = BigFive()


@pytest.mark.parametrize(
    ("name", "person", "friction", "chance", "expected"),
    [
        ("accusing", AVERAGE, 1.0, 0.5, 0.12),  # the base
        ("accusing", BigFive(neuroticism=0.5, agreeableness=-0.2), 1.0, 0.5, 0.20),  # .12 + .12 * .5 + .10 * .2
        ("accusing", BigFive(neuroticism=0.5, agreeableness=-0.2), 0.5, 0.5, 0.10),
        ("accusing", BigFive(neuroticism=0.5, agreeableness=-0.2), 1.0, 1.0, 0.25),  # the spread is .05
        ("accusing", BigFive(neuroticism=0.5, agreeableness=-0.2), 1.0, 0.0, 0.15),
        ("accusing", BigFive(neuroticism=1.0, agreeableness=-1.0), 1.0, 1.0, 0.35),  # .39, kept to the greatest value
        ("accusing", BigFive(neuroticism=-1.0, agreeableness=1.0), 1.0, 0.5, 0.0),  # -.10, kept to the least
        ("half", BigFive(conscientiousness=-1.0), 1.0, 0.5, 0.25),  # .15 + .10
        ("silent", BigFive(extraversion=-1.0, agreeableness=-1.0), 1.0, 0.5, 0.26),  # .12 + .08 + .06
        ("bundles", BigFive(extraversion=1.0), 1.0, 0.5, 0.38),  # .18 + .20
        ("vague", BigFive(conscientiousness=1.0), 1.0, 0.5, 0.0),  # .12 - .12
        ("pauses", BigFive(extraversion=-1.0), 0.5, 0.5, 0.17),  # (.25 + .10) / 2 = .175
        ("courtesy", AVERAGE, 0.0, 0.5, 0.5),  # the easy value
        ("courtesy", AVERAGE, 1.0, 0.5, 0.4),
        ("courtesy", BigFive(agreeableness=1.0), 0.5, 0.5, 0.6),  # halfway from .5 to .4 + .30
    ],
)
def test_a_dial_follows_its_formula(name, person, friction, chance, expected) -> None:
    assert DIALS[name].setting(person, friction, chance) == pytest.approx(expected, abs=0.0051)


def test_every_share_of_a_person_has_a_dial_with_a_range() -> None:
    assert set(DIALS) == (set(Conduct.__dataclass_fields__) - {"kindness"}) | {COURTESY}
    for dial in DIALS.values():
        assert 0 <= dial.low <= dial.base <= dial.high <= 1
        assert set(dial.big_five) <= set(BigFive.__dataclass_fields__)


def test_the_big_five_add_up_over_the_traits_and_stay_between_minus_one_and_one() -> None:
    """warm: agreeableness .6, extraversion .2; trusting: .5; patient: .4 and neuroticism -.4."""
    traits = [load_traits()[name] for name in ("warm", "trusting", "patient")]
    assert big_five_of(traits) == BigFive(extraversion=0.2, agreeableness=1.0, neuroticism=-0.4)
    assert big_five_of(traits[:1], {"extraversion": -0.5}) == BigFive(extraversion=-0.3, agreeableness=0.6)


def test_without_friction_everybody_is_easy() -> None:
    for seed in range(20):
        person = BigFive(neuroticism=1.0, agreeableness=-1.0, conscientiousness=-1.0)
        assert draw_conduct(SeedTree(seed).draws(), person, 0.0, {"even": 1.0}) == Conduct()
        assert draw_manners(SeedTree(seed).draws(), Style(), person, 0.0).courtesy == 0.5
    assert conduct_of(AVERAGE).curt == 0.25


def test_kindness_is_drawn_by_its_shares_and_leans_with_agreeableness() -> None:
    def points(shares, agreeableness=0.0):
        person = BigFive(agreeableness=agreeableness)
        return [draw_conduct(SeedTree(seed).draws(), person, 1.0, shares).kindness for seed in range(400)]

    assert set(points({"harsh": 1.0})) == {-2.0}
    assert set(points({"kind": 1.0})) == {1.0}
    default = points({"harsh": 0.25, "even": 0.5, "kind": 0.25})
    for value, expected in ((-2.0, 100), (0.0, 200), (1.0, 100)):
        assert abs(default.count(value) - expected) < 30  # three standard errors
    agreeable = points({"harsh": 0.25, "even": 0.5, "kind": 0.25}, 1.0)
    assert agreeable.count(-2.0) == 0  # .25 * (1 - 1)
    assert abs(agreeable.count(1.0) - 200) < 30  # .25 * 2 of .5 + .25 * 2
    assert set(points({"harsh": 1.0}, 1.0)) == {-2.0}  # nobody else is wanted


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"friction": 1.5}, "friction is 1.5"),
        ({"friction": -0.1}, "friction is -0.1"),
        ({"kindness": {"harsh": 0.5}}, "kindness is"),
        ({"kindness": {"mean": 1.0}}, "unknown kindnes"),
    ],
)
def test_options_out_of_range_are_refused(option, message) -> None:
    with pytest.raises(ConfigurationError, match=message):
        generate(1, personas=True, **option)


def test_the_options_reach_the_people_of_a_life() -> None:
    easy = generate(3, users=2, sessions=4, personas=True, friction=0.0, kindness={"kind": 1.0})
    assert {person.persona.conduct for person in easy.persons} == {Conduct(kindness=1.0)}
    uneasy = generate(3, users=2, sessions=4, personas=True)
    assert all(person.persona.conduct.silent + person.persona.conduct.curt > 0 for person in uneasy.persons)
    assert [p.persona.big_five for p in easy.persons] == [p.persona.big_five for p in uneasy.persons]
    assert scenario_from_json(scenario_to_json(uneasy)) == uneasy
    assert {person.persona.conduct for person in generate(3, users=2, sessions=4).persons} == {Conduct()}


def test_drips_turn_direct_disclosures_into_two_lines() -> None:
    direct, passing, pieces = DisclosurePhrasing.DIRECT, DisclosurePhrasing.IN_PASSING, DisclosurePhrasing.PIECEMEAL
    assert with_drips({direct: 0.5, passing: 0.4, pieces: 0.1}, 0.2) == pytest.approx(
        {direct: 0.4, passing: 0.4, pieces: 0.2}
    )
    assert with_drips({passing: 1.0}, 0.5) == {passing: 1.0}

    def dripped(share):
        person = ("Ada", Persona(conduct=Conduct(drips=share)))
        agendas = [session.agenda for session in generate(5, sessions=8, people=[person]).sessions]
        return sum(act.phrasing is pieces for agenda in agendas for act in agenda if act.kind is ActKind.TELL)

    assert dripped(0.0) == 0
    assert dripped(1.0) > 3


@pytest.mark.parametrize(
    ("conduct", "fault"),
    [
        (Conduct(curt=0.7, leaving=0.4), "curt, accusing and leaving add up to 1.1; expected 1 at most"),
        (Conduct(drips=1.2), "drips is 1.2; expected 0 to 1"),
        (Conduct(kindness=-11.0), "kindness is -11.0; expected -10 to 10"),
    ],
)
def test_a_conduct_out_of_range_is_a_fault(conduct, fault) -> None:
    assert faults_of(conduct) == [fault]


def test_a_scenario_with_a_conduct_out_of_range_is_not_valid() -> None:
    for conduct, expected in ((Conduct(curt=0.7, leaving=0.4), ["persona-conduct"]), (Conduct(curt=1.0), [])):
        scenario = generate(3, sessions=4, people=[("Ada", Persona(conduct=conduct))])
        codes = [problem.code for problem in validate_scenario(scenario, load_ontology())]
        assert [code for code in codes if code == "persona-conduct"] == expected


def test_a_file_of_people_sets_the_big_five_and_any_dial(tmp_path) -> None:
    path = tmp_path / "people.yaml"
    path.write_text(
        "personas:\n"
        "  - {name: Ada, traits: [worrier], conduct: {leaving: 0.5, kindness: -2}}\n"
        "  - {name: Bo, big_five: {conscientiousness: -1}}\n"
        "  - {name: Cy, style: {courtesy: 0.1, punctuation: dots}}\n",
        "utf-8",
    )
    ada, bo, cy = (persona for _, persona in read_personas(path))
    assert (ada.big_five.neuroticism, ada.conduct.leaving, ada.conduct.kindness) == (0.7, 0.5, -2.0)
    assert ada.conduct.accusing == pytest.approx(0.20)  # .12 + .12 * .7 = .204
    assert bo.conduct.half == pytest.approx(0.25)  # .15 + .10
    assert (cy.conduct, cy.style.courtesy, cy.style.punctuation) == (Conduct(), 0.1, "dots")


def test_faults_of_conduct_in_a_file_are_named_with_their_line(tmp_path) -> None:
    path = tmp_path / "people.yaml"
    path.write_text(
        "personas:\n"
        "  - name: Ada\n"
        "    big_five: {openess: 1}\n"
        "    conduct:\n"
        "      silent: 0.7\n"
        "      half: 0.7\n"
        "      drips: 3\n"
        "    style: {punctuation: none}\n",
        "utf-8",
    )
    with pytest.raises(DataError) as caught:
        read_personas(path)
    message = str(caught.value)
    for fault in ("unknown field", "half, beside and silent add up to 1.4", "is 3; expected a number", "'none' is not"):
        assert fault in message
    assert "people.yaml:7" in message


@pytest.mark.parametrize("conduct", [Conduct(silent=1.0), Conduct(beside=1.0), Conduct(half=1.0), Conduct(vague=1.0)])
def test_people_who_answer_nothing_leave_a_life_playable_and_their_facts_untold(conduct) -> None:
    """The open facts are told as ever; what waits for a question is told when it is asked again, or never."""
    heard = {}
    for name, one in (("easy", Conduct()), ("other", conduct)):
        scenario = generate(11, sessions=6, people=[("Ada", Persona(patience=9.0, conduct=one))])
        env = life_v0.raw_env(scenario=scenario, reward_to="nobody")
        cast = Cast(env, assistant=registry.build("assistant", "asker"))
        cast.reset(seed=1)
        cast.run()
        assert env.life.ending is not None
        assert env.life.ending.valid
        heard[name] = {fact for fact in env.life.ledger.told if fact}
    anchors = {act.fact for session in scenario.sessions for act in session.agenda if act.anchor}
    assert anchors <= heard["other"]
    if not (conduct.vague or conduct.half):  # whoever hears half of an answer asks again, in place of something else
        assert heard["other"] <= heard["easy"]
