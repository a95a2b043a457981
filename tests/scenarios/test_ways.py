"""Styles of speaking add words and names, and never change what is told."""

from __future__ import annotations

import re

import pytest

from regulars.errors import UnknownNameError
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.ways import in_way, renamed, says_where, way_lines, way_names
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.pack_files import language_packs
from regulars.seeding import SeedTree

LANGUAGE = Language.load("english")
WAYS = [way_lines(way) for way in way_names()]
SAID = sorted({line for way in WAYS for line in way.openers + way.tails + way.turns})


def test_there_are_six_ways_and_more() -> None:
    assert len(way_names()) >= 6
    assert "ways" not in language_packs()
    with pytest.raises(UnknownNameError, match="did you mean 'harbour'"):
        way_lines("harbor")


def test_no_line_asks_counts_or_belongs_to_two_ways() -> None:
    assert not [line for line in SAID if re.search(r"[?{}\d]", line)]
    assert len(SAID) == sum(len(way.openers + way.tails + way.turns) for way in WAYS)


def test_no_line_tells_anything() -> None:
    talk = " ".join(SAID)
    assert not [a.name for a in load_ontology() if a.is_told and LANGUAGE.told_in(a.name, talk)]


def test_each_way_has_its_own_names_for_the_same_things() -> None:
    assert {frozenset(way.names) for way in WAYS} == {frozenset(WAYS[0].names)}
    for word in WAYS[0].names:
        assert len({way.names[word] for way in WAYS}) == len(WAYS)
    assert all("{name}" in way.gloss and "{word}" in way.gloss for way in WAYS)


def test_a_style_keeps_the_line_word_for_word() -> None:
    parts = ["Hello there.", "I moved from Oslo to Bergen."]
    for way in way_names():
        lines = way_lines(way)
        plain, greeting, asking = (
            {tuple(in_way(parts, way, SeedTree(seed).draws(), **given)) for seed in range(90)}
            for given in ({}, {"greets": True}, {"asks": True})
        )
        assert plain == {tuple(parts)}
        added = {(parts[0], said, parts[1]) for said in (*lines.openers, *lines.turns)}
        assert len(greeting & added) > 5
        assert greeting <= added | plain
        added = {(*parts, said) for said in lines.tails}
        assert len(asking & added) > 3
        assert asking <= added | plain


def test_things_are_called_by_the_ways_names_and_glossed_now_and_then() -> None:
    heard = {renamed("Who is my boss?", "harbour", SeedTree(seed).draws()) for seed in range(200)}
    assert heard == {
        "Who is my boss?",
        "Who is my skipper?",
        "On deck we say skipper for boss. Who is my skipper?",
    }


def test_an_aside_leads_back_to_the_matter_where_one_follows() -> None:
    lines = way_lines("harbour")
    asides = {*lines.openers, *lines.turns}
    for seed in range(90):
        given = {"greets": True, "back": ["But enough of that."]}
        said = in_way(["Hello there.", "I moved."], "harbour", SeedTree(seed).draws(), **given)
        assert said == ["Hello there.", "I moved."] or (
            said[1] in asides and said[2:] == ["But enough of that.", "I moved."]
        )
        alone = in_way(["Hello there."], "harbour", SeedTree(seed).draws(), **given)
        assert alone == ["Hello there."] or (len(alone) == 2 and alone[1] in asides)


def test_a_text_says_where_the_person_is_only_where_it_speaks_of_them() -> None:
    assert says_where("I'm standing under a whale at a museum.")
    assert not says_where("The shop sent me a new counter for the kitchen.")
