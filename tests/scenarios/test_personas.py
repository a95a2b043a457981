"""Drawn personas: none repeated, none absurd, and traits with effects."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import product
from zoneinfo import ZoneInfo, available_timezones

import pytest
from drawn_people import NAMES, NODE, PERSONAS, RULES

from regulars.calendar_text import find_dates
from regulars.errors import ConfigurationError
from regulars.number_text import find_numbers
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.personas.impossible import barred, clashes, load_impossible
from regulars.scenarios.personas.sampling import draw_names, draw_persona, draw_personas, profile, small_talk_share
from regulars.scenarios.personas.tables import load_roots, load_stages, load_traits, load_voices
from regulars.scenarios.personas.tastes import contradicting
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.time.constraints import window_hours
from regulars.scenarios.world import Persona
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values


def values_in(text):
    """Values of term attributes that a text names."""
    terms = (attribute for attribute in load_ontology() if attribute.type is ValueType.TERM)
    return [(a.name, mention.value) for a in terms for mention in find_values(text, a.domain)]


def test_a_thousand_personas_without_a_repeat():
    assert len({(name, profile(persona)) for name, persona in zip(NAMES, PERSONAS, strict=True)}) == 1000
    assert len(set(NAMES)) == 1000
    assert len({profile(persona) for persona in PERSONAS}) > 990


def test_no_two_of_a_thousand_people_are_alike():
    names = draw_names(SeedTree(4), 1000)
    people = draw_personas([SeedTree(4).child("person", number) for number in range(1000)], names)
    assert len(set(names)) == len({profile(persona) for persona in people}) == 1000
    assert len({persona.notes.replace(name, "") for name, persona in zip(names, people, strict=True)}) > 990


def test_a_persona_like_an_earlier_one_is_drawn_again():
    node = SeedTree(3).child("person")
    one, other = draw_personas([node, node], ["Ingrid", "Ingrid"])
    assert one == draw_persona(node, name="Ingrid")
    assert profile(other) != profile(one)


def test_the_same_node_draws_the_same_person():
    again = [draw_persona(NODE.child("person", index), name=name) for index, name in enumerate(NAMES[:20])]
    assert again == PERSONAS[:20]
    assert draw_names(NODE, 20) == NAMES[:20]
    assert draw_names(SeedTree(1), 20) != NAMES[:20]


def test_names_repeat_only_when_all_have_been_given():
    everybody = {*first_names(), *(name for root in load_roots().values() for name in root.names)}
    assert len(everybody - set(first_names())) >= 900
    names = draw_names(NODE, len(everybody) + 10)
    assert len(set(names[: len(everybody)])) == len(everybody)


def test_a_new_name_is_of_the_same_region_and_gender():
    for language in ("english", "chinese"):
        roots = load_roots(language).values()
        kin = {name: set(root.like(name)) for root in roots for name in root.names}
        assert set(first_names(language)) <= set(kin)
        assert all(not set(root.women) & set(root.men) for root in roots)
        renamed = [generate(seed, renamed=True, personas=True, language=language).persons[0] for seed in range(20)]
        renamed += [generate(seed, renamed=True, language=language).persons[0] for seed in range(20)]
        for person in renamed:
            assert person.renamed != person.name
            assert person.renamed in kin[person.name]
    everybody = generate(1, users=36, sessions=72, language="chinese", renamed=True).persons  # all have a name
    assert everybody[0].renamed not in [person.name for person in everybody]


def test_no_name_is_a_value_a_date_or_a_number():
    names = "\n".join(name for root in load_roots().values() for name in root.names)
    assert values_in(names) == []
    assert not find_dates(names)
    assert not find_numbers(names)
    assert not [name for name in names.split("\n") if not re.fullmatch(r"[A-Z][a-z]{2,}", name)]


def test_no_absurd_combinations():
    traits, stages = load_traits(), load_stages()
    for persona in PERSONAS:
        stage = stages[persona.stage]
        assert 2 <= len(set(persona.traits)) == len(persona.traits) <= 4
        for one in persona.traits:
            assert not traits[one].opposites & set(persona.traits), persona
            assert one not in stage.barred
            assert traits[one].suits(persona.windows)
        of_households = [windows for home in stage.households.values() for windows in home.windows]
        assert persona.windows in (*stage.windows, *of_households)
        if "taciturn" in persona.traits:
            assert persona.style.length != "long"
        if "formal" in persona.traits:
            assert persona.style.formality != "casual"
        if "early_riser" in persona.traits:
            assert window_hours(persona.windows[0])[0] <= 9
        if "night_owl" in persona.traits:
            assert min(window_hours(window)[0] for window in persona.windows) >= 16
        if persona.stage == "retired":
            assert all(window_hours(window)[1] <= 21 for window in persona.windows)
            assert "children" not in persona.notes.replace("grandchildren", "")
        if persona.stage == "study":
            assert "grandchildren" not in persona.notes
            assert "retired" not in persona.notes
        assert set(persona.style.markers) <= set(load_voices().by_formality[persona.style.formality].markers)


def test_no_persona_has_an_impossible_combination():
    assert len(load_impossible()) >= 40
    for seed in range(2):
        for number, name in enumerate(draw_names(SeedTree(seed), 1000)):
            persona = draw_persona(SeedTree(seed).child("possible", number), name=name)
            assert clashes(persona) == [], persona


def test_each_impossible_pair_could_be_drawn_without_the_table():
    """Each has its two sides in one stage of life, or the table holds what nobody needs."""
    for pair in load_impossible():
        places = []
        for sort, value in (pair.one, pair.other):
            found = set()
            for stage in load_stages().values():
                homes = stage.households.values()
                of = {
                    "role": stage.roles,
                    "home": [text for home in homes for text in home.text],
                    "pride": stage.prides,
                    "context": [*stage.contexts, *(context for home in homes for context in home.contexts)],
                    "trait": set(load_traits()) - stage.barred,
                    "window": [" ".join(one) for holder in (stage, *homes) for one in holder.windows],
                }
                found |= {stage.name} if value in of[sort] else set()
            places.append(found)
        assert places[0] & places[1], pair


def test_notes_with_an_impossible_pair_are_found():
    noted = "Ada has retired early and has no regrets and lives alone. Ada is proud of a lifetime of honest work."
    (clash,) = clashes(Persona(notes=noted))
    assert "retired early" in clash
    assert clashes(Persona(notes=noted.replace("early and has no regrets", "and is busier than ever"))) == []


def test_every_combination_leaves_a_role_a_pride_and_a_context():
    """With any home, hours and traits a role, then a pride, then a context are left."""
    for stage in load_stages().values():
        traits = [("trait", trait) for trait in load_traits() if trait not in stage.barred]
        for home in stage.households.values():
            for text in home.text:
                for window in home.windows or stage.windows:
                    known = [("window", " ".join(window)), ("home", text), *traits]
                    roles = set(stage.roles) - barred("role", known)
                    assert roles
                    for role in roles:
                        prides = set(stage.prides) - barred("pride", [*known, ("role", role)])
                        assert prides
                        for pride in prides:
                            all_known = [*known, ("role", role), ("pride", pride)]
                            assert {*stage.contexts, *home.contexts} - barred("context", all_known)


def test_small_talk_follows_the_persona():
    small_talk = Language.load("english").small_talk
    shares = {}
    for seed in range(30):
        (person,) = (scenario := generate(seed, sessions=12, personas=True, projects=1)).persons
        acts = [act for session in scenario.sessions for act in session.agenda[1:-1]]
        said = [len(small_talk[act.other].messages) for act in acts if act.kind == "small_talk"]
        shares[seed] = small_talk_share(person.persona), sum(said) / (sum(said) + len(acts) - len(said))
    for wanted, found in shares.values():
        assert abs(found - wanted) < 0.1 or found > 0.3
    talkative = [found for wanted, found in shares.values() if wanted >= 0.35]
    taciturn = [found for wanted, found in shares.values() if wanted <= 0.1]
    assert min(talkative) > max(taciturn)


def test_no_rule_contradicts_the_taste_of_its_person():
    wished = 0
    for seed in range(40):
        for person in generate(seed, users=2, sessions=4, personas=True, rules=5).persons:
            for rule in person.rules:
                assert contradicting(person.persona.tastes, f"{rule.kind}.{rule.setting}") == []
            wished += len(person.rules)
    assert wished == 400


def test_a_cohorts_rule_is_no_persons_distaste():
    stream = generate_stream(1, blocks=2, people=2, cohorts=1, sessions=4, rho=1.0, personas=True)
    people = [person for _, scenario in stream.scenarios() for person in scenario.persons]
    rules = [(person, rule) for person in people for rule in person.rules if rule.kind in RULES]
    assert len(rules) > 10
    for person, rule in rules:
        assert contradicting(person.persona.tastes, f"{rule.kind}.{rule.setting}") == []


def test_typing_errors_are_a_dial_that_is_off_by_default():
    assert {p.persona.style.typos for p in generate(1, users=2, sessions=4, personas=True).persons} == {0.0}
    for personas in (True, False):
        people = generate(1, users=2, sessions=4, personas=personas, typos=0.1).persons
        assert {person.persona.style.typos for person in people} == {0.1}
    with pytest.raises(ConfigurationError, match="typos is 2"):
        generate(1, typos=2)


def test_traits_have_their_consequences():
    def mean(field, trait):
        found = [getattr(persona, field) for persona in PERSONAS if trait in persona.traits]
        assert len(found) > 20
        return sum(found) / len(found)

    for field, more, less in (
        ("patience", "patient", "impatient"),
        ("candour", "open_hearted", "guarded"),
        ("thinking", "thorough", "hasty"),
        ("reading", "thorough", "hasty"),
    ):
        assert mean(field, more) > 1.2 * mean(field, less)
    talk = {name: [small_talk_share(p) for p in PERSONAS if name in p.traits] for name in ("talkative", "taciturn")}
    assert min(talk["talkative"]) > max(talk["taciturn"])
    for persona in PERSONAS:
        assert 0.4 <= persona.patience <= 1.8
        assert 0.05 <= persona.candour <= 0.95
        assert 2 < persona.reading < 40
        assert 3 < persona.thinking < 90
        assert persona.style.typos == 0


def test_every_stage_trait_and_region_occurs():
    assert {persona.stage for persona in PERSONAS} == set(load_stages())
    assert {trait for persona in PERSONAS for trait in persona.traits} == set(load_traits())
    assert len(load_traits()) >= 14
    zones = {persona.zone for persona in PERSONAS}
    assert len(zones) >= 60
    assert zones <= available_timezones()
    offsets = {ZoneInfo(zone).utcoffset(datetime(2025, 7, 1)) for zone in zones}  # noqa: DTZ001  # asks the zone
    assert any(offset.total_seconds() % 3600 == 1800 for offset in offsets)


def test_people_mostly_live_where_their_name_is_common():
    homes = {name: root for root in load_roots().values() for name in root.names}
    known = [(homes[name], p) for name, p in zip(NAMES, PERSONAS, strict=True) if name in homes]
    assert 0.8 < sum(p.zone in root.zones for root, p in known) / len(known) < 0.95


def test_notes_are_a_few_sentences_without_values_or_figures():
    stages, traits = load_stages(), load_traits()
    fragments = [text for stage in stages.values() for text in (*stage.roles, *stage.prides, *stage.contexts)]
    homes = [home for stage in stages.values() for home in stage.households.values()]
    fragments += [text for home in homes for text in (*home.text, *home.contexts)]
    fragments += [trait.note for trait in traits.values()]
    whole = ".\n".join(fragments)
    assert values_in(whole) == []
    assert not find_dates(whole)
    assert not find_numbers(whole)
    for name, persona in zip(NAMES, PERSONAS, strict=True):
        assert persona.notes.count(name) >= 3
        assert 2 <= len(re.findall(r"[.](?: |$)", persona.notes)) <= 4
        assert "  " not in persona.notes


def test_opposites_are_mutual_and_every_pair_of_stage_and_trait_leaves_a_choice():
    traits, stages = load_traits(), load_stages()
    for one, other in product(traits.values(), traits.values()):
        assert (one.name in other.opposites) == (other.name in one.opposites)
    for stage in stages.values():
        for windows in stage.windows:
            able = [t for t in traits.values() if t.name not in stage.barred and t.suits(windows)]
            assert len(able) >= 14
