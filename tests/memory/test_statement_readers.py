"""Statements are read by general patterns and by known wordings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import islice

import pytest

from regulars.agents.readers.packs import language_of
from regulars.dialogue import ASSISTANT, Turn
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.extract import verbatim
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.scenarios.language.packs import Language

NOW = datetime(2025, 3, 1, tzinfo=UTC)


def part(text):
    return Draft("p1", 1, NOW, "Ann", text, ("s001.t01",))


def read(reader, text):
    return [
        (claim.attribute, claim.value, claim.holds)
        for said in statement_reader(reader).statements(part(text))
        for claim in said.claims
    ]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("My favourite drink is green tea.", [("drink", "green tea", True)]),
        ("My sister's name is Vera!", [("sister", "Vera", True)]),
        ("I work as a nurse at the clinic.", [("job", "nurse", True)]),
        ("We moved from Oslo to Rome last year.", [("home", "Rome", True)]),
        ("I’m living in Rome, near the river.", [("home", "Rome", True)]),
        ("I really love old films.", [("like", "old films", True)]),
        ("I can't stand coriander.", [("dislike", "coriander", True)]),
        ("I don't like mornings.", [("dislike", "mornings", True)]),
        ("I have a cat called Momo.", [("cat", "Momo", True)]),
        ("I bought a new tent.", [("buy", "new tent", True)]),
        ("I don't have a car.", [("have", "car", False)]),
        ("I've given up smoking.", [("have", "smoking", False)]),
        ("I'm 34 years old.", [("age", "34", True)]),
        ("I'm allergic to peanuts.", [("allergy", "peanuts", True)]),
        ("My job is teaching and my hobby is chess.", [("job", "teaching", True), ("hobby", "chess", True)]),
        ("What is my name?", []),
        ("The weather is fine.", []),
        ("我住在北京。", []),
    ],
)
def test_general_patterns_read_claims(text, claims):
    assert read("rules", text) == claims


def test_patterns_read_nothing_of_the_assistants_and_all_sentences_of_a_person():
    reader = statement_reader("rules")
    said = [one.text for one in reader.statements(part("I live in Rome. It rains. Do you mind?"))]
    assert said == ["I live in Rome.", "It rains."]
    own = verbatim(Turn("s001.t02", "p1", "p1", ASSISTANT, "Assistant", 1, "I live in Rome.", NOW))[0]
    assert reader.statements(own) == ()
    assert reader.unwanted(own) == ()
    assert reader.unwanted(part("Please forget what I said about my dentist.")) == ("dentist",)


def slowly(text):
    """The claims of a whole text, every attribute looked at."""
    language = language_of(text)
    told = [(one.name, value) for one in language.ontology for value in dict.fromkeys(language.told_in(one.name, text))]
    over = [one.name for one in language.ontology if language.ended_in(one.name, text)]
    return sorted(told), sorted(name for name in over if name not in dict(told))


def whole(text):
    """The claims of a text, by the reader."""
    found = {claim for said in statement_reader("packs").statements(part(text)) for claim in said.claims}
    told = sorted((claim.attribute, claim.value) for claim in found if claim.holds)
    return told, sorted(claim.attribute for claim in found if not claim.holds and claim.attribute not in dict(told))


@pytest.mark.parametrize("name", ["english", "chinese"])
def test_the_quick_look_misses_no_wording(name):
    language = Language.load(name)
    checked = 0
    for attribute in language.ontology:
        value = (*attribute.grid(), "2025-05-14")[0]
        written = language.value_words(attribute.name, value)
        for kind in ("tell", "update", "correct", "assumed", "in_passing", "ended"):
            for line in attribute.phrases.get(kind, ()):
                text = line.replace("{value}", written).replace("{old}", written).replace("{other}", written)
                told = any(language.told_in(attribute.name, said) for said in (text, text.upper()))
                if told or language.ended_in(attribute.name, text):
                    checked += 1
                    assert attribute.name in language.attributes_in(text)
                    assert set(attribute.implies) <= set(language.attributes_in(text))
                    assert attribute.name in language.attributes_in(text.replace(" ", "\n "))
    assert checked > 400


def test_rules_read_on_recorded_talk_what_a_look_at_every_attribute_reads(locomo_path):
    data = json.loads(locomo_path.read_text("utf-8"))
    turns = (
        turn["text"]
        for one in data
        for name, session in one["conversation"].items()
        if isinstance(session, list) and name.startswith("session_")
        for turn in session
    )
    for text in islice(turns, 0, 5000, 25):
        assert whole(text) == slowly(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Bergen. I work as a nurse.",
        "I moved from Lyon to Bergen, and I have stopped taking Zyloprim.",
        "The doctor took me off Lisinopril, so I'm free of tablets.",
        "我住在北京。",
    ],
)
def test_rules_read_of_disclosures_what_a_look_at_every_attribute_reads(text):
    assert whole(text) == slowly(text)
