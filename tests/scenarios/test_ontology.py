"""The ontology: what it holds, that its values cannot be mixed up, and that its files are checked."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from regulars.errors import DataError, ScenarioError
from regulars.scenarios.attribute_files import parse_category, settle_implications
from regulars.scenarios.attributes import (
    CATEGORIES,
    Cardinality,
    Change,
    first_names,
    load_ontology,
    render_value,
)
from regulars.scenarios.language import Language
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values, normalise

ONTOLOGY = load_ontology()
TERMS = [a for a in ONTOLOGY if a.type is ValueType.TERM]
SLOT = re.compile(r"\{\w+\}")


def within(short: str, long: str) -> bool:
    return f" {normalise(short)} " in f" {normalise(long)} "


def fixed_texts() -> list[tuple[str, str]]:
    """All words that people say beside values, with where they stand."""
    texts = [(f"{a.name} {kind}", line) for a in ONTOLOGY for kind, lines in a.phrases.items() for line in lines]
    texts += [(f"{a.name} label", a.label) for a in ONTOLOGY]
    texts += [(f"{a.name} cue", cue) for a in ONTOLOGY for cue in a.cues]
    texts += [("english", line) for line in Language.load("english").fixed_lines()]
    texts += [("name", name) for name in first_names()]
    return [(where, SLOT.sub(" ", text)) for where, text in texts]


def test_there_are_25_attributes_in_five_categories():
    assert len(ONTOLOGY) == 25
    assert {a.category for a in ONTOLOGY} == set(CATEGORIES)
    assert all(count >= 4 for count in Counter(a.category for a in ONTOLOGY).values())


def test_every_sort_of_attribute_is_there():
    numbers = [a for a in ONTOLOGY if a.type is ValueType.NUMBER]
    assert sum(a.type is ValueType.DATE for a in ONTOLOGY) >= 4
    assert len(numbers) >= 3
    assert len({a.domain.unit for a in numbers}) == len(numbers)
    assert sum(a.cardinality is Cardinality.MANY for a in ONTOLOGY) >= 5
    assert sum(a.is_chosen for a in ONTOLOGY) >= 4
    assert {a.sensitivity for a in ONTOLOGY} == {0, 1, 2, 3}
    assert sum(a.change is Change.STEPS and a.is_told for a in ONTOLOGY) >= 8


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


def test_values_of_one_attribute_do_not_contain_each_other():
    for attribute in TERMS:
        spellings = [(value, (value, *others)) for value, others in attribute.domain.aliases.items()]
        for (one, ours), (another, theirs) in combinations(spellings, 2):
            clash = [(a, b) for a in ours for b in theirs if within(a, b) or within(b, a)]
            assert not clash, (attribute.name, one, another)


def test_values_of_different_attributes_do_not_contain_each_other():
    spellings = [
        (attribute.name, spelling)
        for attribute in TERMS
        for value, others in attribute.domain.aliases.items()
        for spelling in (value, *others)
    ]
    clashes = [
        (one, another)
        for one, another in combinations(spellings, 2)
        if one[0] != another[0] and (within(one[1], another[1]) or within(another[1], one[1]))
    ]
    assert clashes == []


def test_numbers_of_different_attributes_are_different_numbers_and_no_days_or_years():
    grids = {a.name: set(a.grid()) for a in ONTOLOGY if a.type is ValueType.NUMBER}
    for one, another in combinations(grids, 2):
        assert not grids[one] & grids[another]
    assert all(31 < int(number) < 1800 for grid in grids.values() for number in grid)


def test_no_value_stands_in_a_fixed_phrase():
    found = [
        (where, attribute.name, mention.value)
        for where, text in fixed_texts()
        for attribute in ONTOLOGY
        for mention in find_values(text, attribute.domain)
        if not (attribute.type is ValueType.NUMBER and mention.value == "1")
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


def test_tellings_leave_no_doubt_about_the_status_of_the_value():
    doubtful = re.compile(
        r"\b(if|maybe|perhaps|might|would|could|should|hope|wish|almost|not|never|said|used to|was|were)\b|n't|[\"?“”]"
    )
    for attribute in ONTOLOGY:
        for kind in ("tell", "correct"):
            for line in attribute.phrases.get(kind, ()):
                after = line.replace("was born", "")
                assert not doubtful.search(after), line
        for line in attribute.phrases.get("update", ()):
            clause = line.split("{value}")[0].rsplit("{old}", 1)[-1].rsplit(",", 1)[-1]
            assert not re.search(r"\b(if|maybe|might|would|could|not|never)\b|n't|[\"?“”]", clause), line


def test_only_questions_carry_a_question_mark():
    asking = {"ask", "request", "set_question", "count_question", "recall_choice", "delegate"}
    for attribute in ONTOLOGY:
        for kind, lines in attribute.phrases.items():
            for line in lines:
                assert ("?" in line) is (kind in asking), line
    assert not [line for line in Language.load("english").fixed_lines() if "?" in line]


def test_names_and_small_talk_are_plenty():
    language = Language.load("english")
    assert len(first_names()) >= 60
    assert len(set(first_names())) == len(first_names())
    lines = {language.phrase("small_talk", SeedTree(seed).draws()) for seed in range(2000)}
    assert len(lines) >= 60


def test_all_wordings_are_different():
    lines = [line for a in ONTOLOGY for lines in a.phrases.values() for line in lines]
    assert [line for line, count in Counter(lines).items() if count > 1] == []


@pytest.mark.parametrize(
    ("value", "grain", "unit", "words"),
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
def test_values_are_written_as_people_write_them(value, grain, unit, words):
    assert render_value(value, grain, unit) == words


def test_an_unknown_attribute_is_named_with_the_closest_known_one():
    with pytest.raises(ScenarioError, match=r"'home_citty'.*did you mean 'home_city'"):
        ONTOLOGY.domain("home_citty")


GOOD = """
[shoe]
label = "shoe size"
type = "number"
cardinality = "one"
change = "static"
sensitivity = 0
cues = ["shoe size"]
low = 200
high = 300
step = 10
unit = "millimetres"
tell = ["My feet take {value}.", "My shoes measure {value}.", "Shoes of {value} fit me."]
ask = ["What is my shoe size?", "Which shoes fit me?", "How long are my feet?"]
request = ["Buy shoes?", "Order boots?", "Fetch sandals?"]
correct = ["For the record, {value}.", "To be clear, {value}."]
hint = ["About my shoes.", "My feet matter."]
"""


def read(text):
    attributes = {attribute.name: attribute for attribute in parse_category(text, "belongings", "belongings.toml")}
    return settle_implications(attributes)


def test_a_good_file_is_read():
    assert read(GOOD)["shoe"].grid()[:2] == ("200", "210")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('label = "shoe size"', "", "belongings.toml, shoe, label"),
        ('type = "number"', 'type = "size"', "belongings.toml, shoe.*'size'"),
        ("sensitivity = 0", "sensitivity = 4", "belongings.toml, shoe, sensitivity.*0 to 3"),
        ("low = 200", "low = 290", "belongings.toml, shoe, low to high"),
        ("step = 10", 'step = "10"', "belongings.toml, shoe, step"),
        ('cues = ["shoe size"]', "cues = []", "belongings.toml, shoe, cues"),
        ('hint = ["About my shoes.", "My feet matter."]', "", "belongings.toml, shoe, hint.*at least 2"),
        ('"My feet take {value}."', '"My feet are long."', "belongings.toml, shoe, tell.*slots"),
        ('"Buy shoes?"', '"Buy {value}?"', "belongings.toml, shoe, request.*slots"),
        ('cardinality = "one"', 'cardinality = "many"', "do not fit"),
        ("low = 200", "lowest = 200", "unknown field 'lowest'.*'low'"),
        ("[shoe]", "[shoe", "belongings.toml.*no TOML"),
        ('hint = ["A', 'implies = {car = {"200" = "x"}}\nhint = ["A', "'car' is no attribute"),
    ],
)
def test_a_bad_file_is_named_with_attribute_and_field(old, new, message):
    assert old in GOOD
    with pytest.raises(DataError, match=message):
        read(GOOD.replace(old, new))
