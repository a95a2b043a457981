"""The wordings of false claims and of gossip: enough of them, of different build, and none that tells its value.

An attribute's own lines say them if it has any (`of_others`, `rumour`), else frames with its label.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from itertools import combinations

import pytest

from regulars.agents.assistant.disclosures import read_disclosures
from regulars.agents.readers.packs import PackReader
from regulars.memory.context_line import ContextLine
from regulars.memory.journal.operations import TURN, Draft
from regulars.scenarios.kinds import ActKind, MentionSort
from regulars.scenarios.language.packs import Language
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values

ENGLISH, HELD_OUT = Language.load("english"), Language.load("english", "held_out")
OPEN = {kind: ENGLISH.lines("acts", kind) for kind in ("relay", "gossip")}
HIDDEN = {kind: ENGLISH.lines("held_out", kind) for kind in ("relay", "gossip")}
SLOTS = {"relay": {"{label}", "{value}"}, "gossip": {"{label}", "{values}"}}
RUN = 4
"""Words in a row that an open and a held-out wording must not share."""


def draft(text):
    return Draft("p1", 1, datetime(2025, 5, 1, tzinfo=UTC), "Ada", text, ("t1",), TURN)


def _words(line):
    return re.findall(r"[{}\w']+", line.lower())


def _runs(line):
    words = _words(line)
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def test_there_are_forty_claims_a_third_of_them_held_out():
    claims = [*OPEN["relay"], *HIDDEN["relay"]]
    assert len(set(claims)) == len(claims) >= 40
    assert len(HIDDEN["relay"]) >= 12
    assert len({*OPEN["gossip"], *HIDDEN["gossip"]}) >= 30


@pytest.mark.parametrize("kind", SLOTS)
def test_each_wording_names_the_attribute_and_what_is_said_of_it(kind):
    for line in (*OPEN[kind], *HIDDEN[kind]):
        assert SLOTS[kind] <= set(re.findall(r"\{\w+\}", line)), line
        assert "?" not in line


@pytest.mark.parametrize("kind", SLOTS)
def test_held_out_wordings_share_no_four_words_in_a_row_with_open_ones(kind):
    shared = set().union(*map(_runs, OPEN[kind])) & set().union(*map(_runs, HIDDEN[kind]))
    assert shared == set()


def test_no_wording_holds_a_value_of_its_own():
    terms = [attribute.domain for attribute in ENGLISH.ontology if attribute.type is ValueType.TERM]
    text = "\n".join(line for lines in (OPEN, HIDDEN) for some in lines.values() for line in some)
    assert [mention.value for domain in terms for mention in find_values(re.sub(r"[{}]", "", text), domain)] == []


def test_no_two_claims_have_the_same_build():
    """Two claims share at most half of their words, without the slots."""
    for one, other in combinations([*OPEN["relay"], *HIDDEN["relay"]], 2):
        first, second = ({word for word in _words(line) if "{" not in word} for line in (one, other))
        assert len(first & second) <= max(len(first), len(second)) / 2, (one, other)


@pytest.mark.parametrize("kind", SLOTS)
def test_held_out_phrasing_uses_the_held_out_wordings_alone(kind):
    said = [{language.act(kind, SeedTree(seed).draws()) for seed in range(400)} for language in (ENGLISH, HELD_OUT)]
    assert said == [set(OPEN[kind]), set(HIDDEN[kind])]
    # What has no held-out wording is said in the open ones.
    assert HELD_OUT.act("remind", SeedTree(0).draws()) == ENGLISH.act("remind", SeedTree(0).draws())


@pytest.mark.parametrize("kind", SLOTS)
def test_no_frame_is_a_disclosure_or_a_question(kind):
    own = {"relay": "rumour", "gossip": "of_others"}[kind]
    framed = [attribute for attribute in ENGLISH.ontology if own not in attribute.phrases]
    assert len(framed) > 10
    for number, line in enumerate((*OPEN[kind], *HIDDEN[kind])):
        for attribute in framed[number % 5 :: 5]:
            values = attribute.grid()[:3] or ["1 May 1990", "2 June 1991", "3 July 1992"]
            text = line.replace("{label}", attribute.label).replace("{name}", "Ada")
            text = text.replace("{values}", ENGLISH.listed(values)).replace("{value}", values[0])
            assert read_disclosures(ENGLISH, attribute.name, [ContextLine("2025-05-01", "Ada", text)]) == [], text
            assert ENGLISH.asked_attribute(text) is None


def _line(text):
    return [ContextLine("2025-05-01", "Ada", text)]


@pytest.mark.parametrize("kind", ["of_others", "rumour"])
@pytest.mark.parametrize("pack", [ENGLISH, HELD_OUT], ids=lambda pack: pack.phrasing)
def test_no_line_on_others_is_a_disclosure_or_a_question(pack, kind):
    told = [attribute for attribute in ENGLISH.ontology if attribute.is_told]
    for attribute in ENGLISH.ontology:
        many = attribute.grid()[: 3 if kind == "of_others" else 1]
        said = (values for values in (many, many[:1]) if values)
        lines = {pack.hearsay(attribute.name, kind, one, SeedTree(n).draws()) for one in said for n in range(3)}
        for text in lines - {""}:
            assert [one.name for one in told if read_disclosures(ENGLISH, one.name, _line(text))] == [], text
            assert ENGLISH.asked_attribute(text) is None
            assert not any(statement.claims for statement in PackReader().statements(draft(text))), text


def test_gossip_names_several_values_in_one_line_and_one_in_a_line_of_its_own():
    lines = ENGLISH.ontology.attribute("home_city").phrases
    cities = ["Bergen", "Lyon", "Graz"]
    said = {ENGLISH.hearsay("home_city", "of_others", cities, SeedTree(n).draws()) for n in range(60)}
    assert said == {line.replace("{values}", "Bergen, Lyon and Graz") for line in lines["of_several"]}
    one = {ENGLISH.hearsay("home_city", "of_others", ["Bergen"], SeedTree(n).draws()) for n in range(60)}
    assert one == {_put(line, "Bergen") for line in lines["of_others"]}


def test_with_held_out_phrasing_gossip_and_claims_are_said_in_the_held_out_lines():
    lines = ENGLISH.ontology.attribute("home_city").held_out
    for kind, values, slot, filling in (
        ("of_others", ["Bergen", "Lyon"], "of_several", "Bergen and Lyon"),
        ("of_others", ["Bergen"], "of_others", "Bergen"),
        ("rumour", ["Bergen"], "rumour", "Bergen"),
    ):
        said = {HELD_OUT.hearsay("home_city", kind, values, SeedTree(n).draws()) for n in range(20)}
        assert said == {line.replace("{values}", filling).replace("{value}", filling) for line in lines[slot]}


def test_an_attribute_without_lines_of_its_own_has_none():
    assert ENGLISH.hearsay("boat_name", "of_others", ["Calypso"], SeedTree(1).draws()) == ""
    assert Language.load("chinese").hearsay("home_city", "rumour", ["成都"], SeedTree(1).draws()) == ""


def _put(line, value):
    return line.replace("{value}", value)


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_both_languages_have_claims_and_gossip_with_held_out_wordings(language):
    pack = Language.load(language)
    for kind, slots in SLOTS.items():
        for section in ("acts", "held_out"):
            assert all(slots <= set(re.findall(r"\{\w+\}", line)) for line in pack.lines(section, kind))


def test_what_is_gossiped_about_is_true_of_no_person():
    lines = 0
    for seed in range(2):
        for scenario in load_suite("core").generate(seed):
            true = {(fact.attribute, fact.value) for person in scenario.persons for fact in person.facts}
            for session in scenario.sessions:
                for act in session.agenda:
                    if act.kind is ActKind.GOSSIP:
                        lines += 1
                        assert not {(act.attribute, value) for value in act.options} & true
    assert lines > 200


def test_most_lines_about_terms_name_one_value_where_there_are_words_for_it():
    named = {True: [], False: []}
    for scenario in load_suite("core").generate(3):
        for session in scenario.sessions:
            for act in session.agenda:
                attribute = ENGLISH.ontology.attribute(act.attribute) if act.kind is ActKind.GOSSIP else None
                if attribute is not None and attribute.type == "term":
                    named["of_others" in attribute.phrases].append(len(act.options))
    assert set(named[False]) <= {2}
    assert set(named[True]) == {1, 2}
    assert 0.5 < named[True].count(1) / len(named[True]) < 0.9


def test_no_story_about_others_comes_again_in_the_same_words():
    """Each wording is said once in a life, so it never comes again with another value."""
    frames = {kind: {"open": len(OPEN[kind]), "held_out": len(HIDDEN[kind])} for kind in SLOTS}
    said = 0
    for name, lives in (("hard", 6), ("core", 6), ("multi-user", 3)):
        for index in range(lives):
            scenario, counts = load_suite(name).life(index), Counter()
            for session in scenario.sessions:
                for act in session.agenda:
                    if act.kind in (ActKind.GOSSIP, ActKind.RELAY) or (
                        act.kind is ActKind.MENTION and act.other != MentionSort.AGAIN
                    ):
                        counts[session.person, act.kind, act.attribute, _phrases_of(act)] += 1
            for (_, kind, attribute, phrases), times in counts.items():
                own = ENGLISH.ontology.attribute(attribute).lines(phrases, scenario.phrasing)
                assert times <= (len(own) or frames[kind.value][scenario.phrasing]), (attribute, phrases)
                said += times
    assert said > 4000


def _phrases_of(act):
    if act.kind is ActKind.GOSSIP:
        return "of_several" if len(act.options) > 1 else "of_others"
    return "rumour" if act.kind is ActKind.RELAY else act.other


@pytest.mark.parametrize("phrasing", ["open", "held_out"])
def test_no_two_stories_about_one_matter_have_the_same_relative_or_neighbour(phrasing):
    """Each names a value, and nobody has two."""
    told, alike = 0, []
    for attribute in ENGLISH.ontology:
        kinds = ("of_others", "of_several", "quoted", "imagined")
        lines = [line for kind in kinds for line in attribute.lines(kind, phrasing)]
        people = [found[1] for line in lines if (found := re.match(rf"My ({_PEOPLE})[ ,]", line))]
        told += len(people)
        alike += [(attribute.name, one) for one, times in Counter(people).items() if times > 1]
    assert told > 50
    assert alike == []


_PEOPLE = (
    "aunt|uncle|cousin|niece|nephew|godson|goddaughter|brother|sister|brother-in-law|sister-in-law|mother|father|"
    "grandmother|grandfather|neighbour|colleague|boss|flatmate|landlord|landlady|hairdresser|dentist|doctor"
)
