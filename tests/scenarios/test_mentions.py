"""Mentions: values that are named and not told. Their frames, their plan, and what they leave in the ledger."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

import pytest

from regulars import Cast, count_tokens, life_v0
from regulars.errors import DataError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.mentions import MentionFrames, MentionSort, load_frames, mention, told_again
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.suites import load_suite
from regulars.scenarios.toml_tables import TomlFile
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values

ENGLISH, HELD_OUT = Language.load("english"), Language.load("english", "held_out")
FRAMES = load_frames("english")
NAMED = [sort for sort in MentionSort if sort is not MentionSort.AGAIN]
RUN = 4
"""Words in a row that an open and a held-out frame must not share."""


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


def _runs(line):
    words = re.findall(r"[{}\w']+", line.lower())
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


# Frames


@pytest.mark.parametrize("sort", NAMED)
def test_each_frame_quotes_the_telling(sort):
    for frame in FRAMES.all()[sort]:
        assert frame.count('"{line}"') == 1, frame


@pytest.mark.parametrize("sort", MentionSort)
def test_held_out_frames_share_no_four_words_in_a_row_with_open_ones(sort):
    opens = set().union(*map(_runs, FRAMES.lines(sort)))
    hidden = set().union(*map(_runs, FRAMES.lines(sort, "held_out")))
    assert opens & hidden == set()


def test_there_are_enough_frames_and_none_twice():
    frames = [frame for sort in NAMED for frame in FRAMES.all()[sort]]
    assert len(frames) == len(set(frames)) >= 90
    assert all(len(FRAMES.lines(sort, "held_out")) >= 8 for sort in NAMED)


def test_no_frame_names_a_value():
    text = "\n".join(frame for frames in FRAMES.all().values() for frame in frames)
    text = re.sub(r"[{}]", "", text)
    terms = [attribute.domain for attribute in ENGLISH.ontology if attribute.type is ValueType.TERM]
    assert [found.value for domain in terms for found in find_values(text, domain)] == []


def test_no_frame_is_read_as_a_question_about_an_attribute():
    for frames in FRAMES.all().values():
        for frame in frames:
            assert ENGLISH.asked_attribute(frame.replace("{line}", "Hm.").replace("{who}", "sister")) is None, frame


def test_unplanned_attributes_exist_and_change():
    assert all(ENGLISH.ontology.attribute(name).changes_value for name in FRAMES.unplanned)


@pytest.mark.parametrize("language", [ENGLISH, HELD_OUT])
def test_a_mention_carries_its_value(language):
    for number, attribute in enumerate(language.ontology):
        if not attribute.is_told or attribute.project or attribute.type is ValueType.DATE:
            continue
        value = attribute.grid()[number % len(attribute.grid())]
        for sort in NAMED:
            said = mention(language, attribute.name, sort, value, SeedTree(number).draws(sort.value))
            assert value in [found.value for found in find_values(said, attribute.domain)], said
            assert "{" not in said


def test_what_is_told_again_contradicts_nobody():
    before, said = told_again(ENGLISH, "diet", "vegan", SeedTree(3).draws())
    assert any(before.split()[0] == frame.split()[0] for frame in FRAMES.lines(MentionSort.AGAIN))
    assert "vegan" in said
    assert not said.startswith("No")


def test_a_frame_with_another_slot_is_rejected_with_its_line():
    frames = dict.fromkeys(NAMED, "x {line}") | {MentionSort.AGAIN: "Before it."}
    lines = [f'{sort.value} = ["{frame}"]' for sort, frame in frames.items()]
    text = "\n".join(['people = ["aunt"]', 'unplanned = ["rent"]', *lines, "[held_out]", *lines])
    source = TomlFile(text, "some.toml")
    MentionFrames(source)
    assert source.faults == []
    source = TomlFile(text.replace("x {line}", "x {label}", 1), "some.toml")
    MentionFrames(source)
    (fault,) = source.faults
    assert (fault.file, fault.line) == ("some.toml", 3)


def test_a_language_without_frames_has_no_mentions():
    assert load_frames("chinese") is None
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


def test_data_errors_name_the_pack(tmp_path, monkeypatch):
    (tmp_path / "mentions").mkdir()
    (tmp_path / "mentions" / "odd.toml").write_text("people = []\n", "utf-8")
    monkeypatch.setattr("regulars.scenarios.language.mentions.PACKS", tmp_path)
    with pytest.raises(DataError, match="the mentions of odd"):
        load_frames("odd")


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
