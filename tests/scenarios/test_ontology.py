"""The ontology: its contents, distinct values, and checked files."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from regulars.errors import ScenarioError
from regulars.scenarios.language.packs import Language
from regulars.scenarios.lint.ontology import MENTIONS, held_out_overlaps, lint_ontology, value_clause
from regulars.scenarios.ontology.attribute import CATEGORIES, Cardinality, Change, render_value
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.projects.domains import load_domains
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType, find_values, normalise

ONTOLOGY = load_ontology()
TERMS = [a for a in ONTOLOGY if a.type is ValueType.TERM]
SLOT = re.compile(r"\{\w+\}")


DATES = ("2025-05-14", "2025-11-30", "2026-03-01")


def within(short: str, long: str) -> bool:
    return f" {normalise(short)} " in f" {normalise(long)} "


def stretches(words: str) -> set[str]:
    """All runs of whole words."""
    parts = words.split()
    return {" ".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)}


def fixed_texts() -> list[tuple[str, str]]:
    """All words that people say beside values, with where they stand."""
    texts = [(f"{a.name} {kind}", line) for a in ONTOLOGY for kind, lines in a.phrases.items() for line in lines]
    texts += [(f"{a.name} label", a.label) for a in ONTOLOGY]
    texts += [(f"{a.name} cue", cue) for a in ONTOLOGY for cue in a.cues]
    texts += [("english", line) for line in Language.load("english").fixed_lines()]
    texts += [("name", name) for name in first_names()]
    return [(where, SLOT.sub(" ", text)) for where, text in texts]


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_neither_piece_of_a_disclosure_tells_it_alone(language):
    pack, checked = Language.load(language), 0
    for attribute in (one for one in pack.ontology if one.piecemeal):
        for value in attribute.grid() or DATES:
            said = {pack.pieces(attribute.name, value, "", SeedTree(seed).draws()) for seed in range(8)}
            for piece in (piece for pair in said for piece in pair):
                assert pack.told_in(attribute.name, piece) == [], (attribute.name, piece)
            checked += len(said)
    assert checked > 300


def test_there_are_120_attributes_in_five_categories_beside_those_of_projects():
    own = [a for a in ONTOLOGY if not a.project]
    assert len(own) >= 120
    counts = Counter(a.category for a in own)
    assert set(counts) == set(CATEGORIES)
    assert all(count >= 20 for count in counts.values())
    assert {a.category for a in ONTOLOGY if a.project} == set(load_domains())


def test_eighty_attributes_are_told_in_all_phrasings():
    able = [a for a in ONTOLOGY if a.is_told and not a.project and a.piecemeal and "in_passing" in a.phrases]
    rich = [a for a in able if a.type is not ValueType.TERM or "assumed" in a.phrases]
    assert len(rich) >= 80
    assert all(a.phrases["tell"] and a.held_out["tell"] for a in rich)


def test_what_follows_from_an_attribute_is_right_for_told_implied_and_chosen_ones():
    home, country, boat = (ONTOLOGY.attribute(name) for name in ("home_city", "country", "boat_name"))
    assert (home.is_told, home.is_chosen, home.changes_value) == (True, False, True)
    assert (country.is_told, country.is_chosen) == (False, False)
    assert (boat.is_told, boat.is_chosen) == (False, True)
    # They follow the fields of the copy.
    assert replace(country, implied_by="").is_told
    assert not replace(home, change=Change.STATIC).changes_value
    assert replace(boat, phrases={}).is_told


def test_attributes_of_one_name_are_kept_apart_by_their_content():
    home = ONTOLOGY.attribute("home_city")
    other = replace(home, label="town")
    assert hash(home) == hash(other)
    assert len({home, other, replace(home)}) == 2


def test_an_attribute_has_as_many_values_as_its_grid():
    assert all(one.size() == len(one.grid()) for one in ONTOLOGY)
    assert {one.size() > 0 for one in ONTOLOGY if one.type is ValueType.DATE} == {False}


def test_told_attributes_are_those_that_people_tell_outside_projects():
    assert list(ONTOLOGY.told) == [one for one in ONTOLOGY if one.is_told and not one.project]
    few = [one.name for one in ONTOLOGY.told][:10]
    assert [one.name for one in ONTOLOGY.chosen(few).told] == few


def test_every_sort_of_attribute_is_there():
    own = [a for a in ONTOLOGY if not a.project]
    assert set(Counter(a.type for a in own)) == set(ValueType)
    assert {a.sensitivity for a in own} == {0, 1, 2, 3}
    assert set(Counter(a.cardinality for a in own)) == set(Cardinality)
    assert set(Counter(a.change for a in own)) == set(Change)
    least = {Cardinality.MANY: 10, Cardinality.COUNTER: 4, Cardinality.ONE: 80}
    assert all(sum(a.cardinality is one for a in own) >= count for one, count in least.items())
    assert sum(a.type is ValueType.DATE for a in own) >= 8
    assert sum(a.change is Change.DRIFTS for a in own) >= 5
    assert sum(a.change is Change.ENDS for a in own) >= 5
    assert sum(a.is_chosen for a in own) >= 4
    assert any(a.valence < 0 for a in own)
    assert any(a.valence > 0 for a in own)
    units = Counter(a.domain.unit for a in ONTOLOGY if a.type is ValueType.NUMBER)
    assert units.pop("minutes") == 2  # a commute and a limit on screens: people give such times in no other unit
    assert set(units.values()) == {1}
    assert all(units)


def test_relations_between_attributes_refer_to_existing_ones():
    moved = {name for a in ONTOLOGY for name in a.moves}
    assert len(moved) >= 8
    assert all(ONTOLOGY.attribute(name).changes_value for name in moved)
    for name in moved:
        assert all(name in mover.moves for mover in ONTOLOGY.moving(name))
    for attribute in ONTOLOGY:
        for name, exclusions in attribute.excludes.items():
            others = set(ONTOLOGY.attribute(name).grid())
            assert attribute in ONTOLOGY.limiting(name)
            assert set(exclusions) <= set(attribute.grid())
            assert all(values and set(values) < others for values in exclusions.values())


def test_every_project_choice_is_limited_by_something_that_is_told():
    for attribute in ONTOLOGY:
        if attribute.project and attribute.is_chosen:
            limits = ONTOLOGY.limiting(attribute.name)
            assert any(limit.is_told and limit.category == attribute.category for limit in limits)


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_each_context_needs_something_and_makes_something_private(language):
    ontology, contexts = load_ontology("", language), load_contexts(language)
    assert set(contexts) == set(load_contexts())
    assert len(contexts) == 19
    for context in contexts:
        assert any(context in one.needed for one in ontology)
        assert any(context in one.private for one in ontology)
        assert not [one.name for one in ontology if context in one.needed and context in one.private]
    assert all(one.is_told and one.cardinality is not Cardinality.COUNTER for one in ontology if one.needed)


def test_no_message_gives_away_what_harms_the_person():
    """What was wrong before: an employer got the dread of an applicant, a club's website what spoils relaxing."""
    assert "employer" in ONTOLOGY.attribute("career_route_limit").private
    assert "club" in ONTOLOGY.attribute("health_calm_limit").private
    salary = ONTOLOGY.attribute("salary")
    assert set(load_contexts()) - set(salary.private) == {"bank", "landlord"}
    assert set(salary.needed) == {"bank"}
    assert salary.private["club"] == "What somebody earns concerns those who pay, tax or lend."


def test_held_out_phrases_share_no_four_words_in_a_row_with_open_ones():
    assert [shared for a in ONTOLOGY for shared in held_out_overlaps(a)] == []


def test_a_city_implies_its_country_and_nothing_else_does():
    city = ONTOLOGY.attribute("home_city")
    assert all(len(ONTOLOGY.implied("home_city", value)) == 1 for value in city.grid())
    assert ONTOLOGY.implied("job", "plumber") == []
    country = ONTOLOGY.attribute("country")
    assert country.implied_by == "home_city"
    assert not country.is_told
    assert "tell" not in country.phrases
    assert len(set(city.implies["country"].values())) == len(city.grid())


def test_the_domain_is_always_the_same_object():
    assert ONTOLOGY.domain("car") is load_ontology().domain("car")


@pytest.mark.parametrize(("language", "day"), [("english", r"\bday\b"), ("chinese", "哪.?天|几号")])
def test_no_question_asks_for_the_day_of_what_may_be_told_by_its_month(language, day):
    for attribute in load_ontology("", language):
        if "month" in attribute.granularities:
            for phrases in (attribute.phrases, dict(attribute.held_out)):
                asked = [line for kind in ("ask", "request") for line in phrases.get(kind, ())]
                assert [line for line in asked if re.search(day, line)] == []


def test_values_of_one_attribute_do_not_contain_each_other():
    for attribute in TERMS:
        spellings = [(value, (value, *others)) for value, others in attribute.domain.aliases.items()]
        for (one, ours), (another, theirs) in combinations(spellings, 2):
            clash = [(a, b) for a in ours for b in theirs if within(a, b) or within(b, a)]
            assert not clash, (attribute.name, one, another)


def test_values_of_different_attributes_do_not_contain_each_other():
    owners = {
        normalise(spelling): attribute.name
        for attribute in TERMS
        for value, others in attribute.domain.aliases.items()
        for spelling in (value, *others)
    }
    clashes = [
        (spelling, owner, inner)
        for spelling, owner in owners.items()
        for inner in stretches(spelling)
        if owners.get(inner, owner) != owner
    ]
    assert clashes == []


def test_numbers_of_different_attributes_are_different_numbers_and_no_days_or_years():
    grids = {a.name: set(a.grid()) for a in ONTOLOGY if a.type is ValueType.NUMBER}
    for one, another in combinations(grids, 2):
        assert not grids[one] & grids[another]
    assert all(int(number) > 31 for grid in grids.values() for number in grid)
    assert not any(1800 <= int(number) <= 2200 for grid in grids.values() for number in grid)


@pytest.mark.slow
def test_no_value_stands_in_a_fixed_phrase():
    # Numbers with one unit, and dates, are found alike for all attributes; terms are looked for together.
    aliases: dict[str, tuple[str, ...]] = {}
    for attribute in TERMS:
        for value, others in attribute.domain.aliases.items():
            aliases[value] = (*aliases.get(value, ()), *others)
    terms = Domain("terms", aliases=aliases)
    different = {(a.type, a.domain.unit): a.domain for a in ONTOLOGY if a.type is not ValueType.TERM}
    found = [
        (where, domain.name, mention.value)
        for where, text in fixed_texts()
        for domain in (terms, *different.values())
        for mention in find_values(text, domain)
        if not (domain.type is ValueType.NUMBER and mention.value == "1")
    ]
    assert found == []


def test_values_that_follow_an_article_begin_with_a_consonant():
    after_article = [
        a
        for a in TERMS
        if any(re.search(r"\ba \{(value|old)\}", line) for lines in a.phrases.values() for line in lines)
    ]
    assert after_article
    for attribute in after_article:
        wrong = [value for value in attribute.grid() if value[0].lower() in "aeio"]
        assert not wrong, attribute.name


def test_disclosures_leave_no_doubt_about_the_status_of_the_value():
    doubtful = re.compile(r"\b(if|maybe|perhaps|might|would|could|should|hope|wish|almost|said|used to)\b", re.I)
    denied = re.compile(r"\b(not|never)\b|n't", re.I)
    for attribute in ONTOLOGY:
        for kind in ("tell", "also", "update", "correct", "assumed", "in_passing"):
            for line in attribute.phrases.get(kind, ()):
                clause = value_clause(line)
                assert "{value}" in clause, line
                assert not doubtful.search(clause), line
                assert attribute.name.endswith("_limit") or not denied.search(clause), line


def test_only_what_asks_carries_a_question_mark():
    asking = {"ask", "request", "set_question", "count_question", "sum_question", "recall_choice", "delegate"}
    for attribute in ONTOLOGY:
        for kind, lines in attribute.phrases.items():
            assert all("?" in line for line in lines) or kind != "in_passing", attribute.name
            may_ask = {*asking, *MENTIONS, "in_passing"}  # a mention may ask for something else
            assert not [line for line in lines if "?" in line] or kind in may_ask, attribute.name
    assert not [line for line in Language.load("english").fixed_lines() if "?" in line]


def test_terms_and_numbers_can_be_told_of_others_and_wrongly_of_the_person():
    """Dates are gossiped about by nobody."""
    for attribute in ONTOLOGY:
        if attribute.is_told and not attribute.project and attribute.type is not ValueType.DATE:
            for kind in ("of_others", "rumour"):
                assert attribute.phrases.get(kind), (attribute.name, kind)
                assert attribute.held_out.get(kind), (attribute.name, kind)


def test_names_and_small_talk_are_plenty():
    language = Language.load("english")
    assert len(first_names()) >= 60
    assert len(set(first_names())) == len(first_names())
    assert len(language.small_talk) >= 600
    assert {len(one.messages) for one in language.small_talk.values()} == {2, 3}


def test_all_wordings_are_different():
    lines = [line for a in ONTOLOGY for lines in a.phrases.values() for line in lines]
    assert [line for line, count in Counter(lines).items() if count > 1] == []


@pytest.mark.parametrize(
    ("value", "granularity", "unit", "words"),
    [
        ("2025-05-14", "day", "", "14 May 2025"),
        ("2025-05-04", "day", "", "4 May 2025"),
        ("2025-05-14", "month", "", "May 2025"),
        ("2025-05-14", "year", "", "2025"),
        ("2025-05", "day", "", "May 2025"),
        ("2025", "month", "", "2025"),
        ("Bergen", "", "", "Bergen"),
        ("980", "", "euros", "980 euros"),
    ],
)
def test_values_are_written_as_people_write_them(value, granularity, unit, words):
    assert render_value(value, granularity, unit) == words


def test_an_unknown_attribute_is_named_with_the_closest_known_one():
    with pytest.raises(ScenarioError, match=r"'home_citty'.*did you mean 'home_city'"):
        ONTOLOGY.domain("home_citty")


NAMES_A_DAY_TO_COME = {
    "Tomorrow I start with it.": True,
    "We meet at it on Sunday.": True,
    "Next Friday I will see it.": True,
    "Yesterday I found it.": False,
    "I found it today.": False,
    "On Sundays I go to it.": False,
}


@pytest.fixture(scope="module")
def days_to_come():
    """What the lint says of days to come in all those lines, beside an ontology of one attribute."""
    few = Ontology({"home_city": ONTOLOGY.attribute("home_city")})
    faults = lint_ontology(few, Language.load("english").over(few).recognition, list(NAMES_A_DAY_TO_COME))
    return [fault.message for fault in faults if "day to come" in fault.message]


@pytest.mark.parametrize("line", NAMES_A_DAY_TO_COME)
def test_a_phrase_that_names_a_day_to_come_is_found(line, days_to_come):
    assert any(repr(line) in message for message in days_to_come) is NAMES_A_DAY_TO_COME[line]
    assert len(days_to_come) == sum(NAMES_A_DAY_TO_COME.values())
