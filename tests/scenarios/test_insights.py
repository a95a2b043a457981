"""Interpretations: their gates, worked out on small entries by hand, and what the shipped entries promise."""

from __future__ import annotations

from itertools import product

import pytest

from regulars.errors import DataError
from regulars.scenarios.generator import generate
from regulars.scenarios.insights.entries import KINDS
from regulars.scenarios.insights.gates import load_insights, parse_insights
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.personas.tables import load_traits
from regulars.scenarios.suites import load_suite

ONTOLOGY = load_ontology()
SHIPPED = load_insights()

# A table of the guests (few or many) and the commute (short or long) for people who talk much or little. A talker with
# many guests is at ease, and so is a quiet person with few; the way to work decides the second half.
ENTRY = """
[crowd]
kind = "value-judgment"
question = "How is it for me?"
first = { attribute = "guest_list", many = [141, 999], few = [0, 140] }
second = { attribute = "commute", long = [100, 999], short = [0, 90] }
traits = ["talkative", "taciturn"]
conclusions = [
    ["At ease, and far from work.", "many long talkative", "few long taciturn"],
    ["At ease, and near to work.", "many short talkative", "few short taciturn"],
    ["Ill at ease, and far from work.", "few long talkative", "many long taciturn"],
    ["Ill at ease, and near to work.", "few short talkative", "many short taciturn"],
]
"""

DAYS = """
[days]
kind = "decision-guidance"
question = "What comes first?"
first = { attribute = "race_day" }
second = { attribute = "lease_end" }
traits = ["talkative", "taciturn"]
conclusions = [
    ["Tell all of them of the run.", "race_day talkative"],
    ["Tell all of them of the flat.", "lease_end talkative"],
    ["Tell none of them of the run.", "race_day taciturn"],
    ["Tell none of them of the flat.", "lease_end taciturn"],
]
"""


def _parse(text):
    return parse_insights(text, ONTOLOGY)


def _refused(*changes, text=ENTRY):
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    with pytest.raises(DataError) as raised:
        _parse(text)
    return str(raised.value)


def test_a_sound_entry_gives_the_conclusion_for_values_and_trait():
    (entry,) = _parse(ENTRY).values()
    # 144 guests are many and 134 are few; 120 minutes are long and 65 short.
    assert [
        entry.conclusion(guests, way, trait)
        for guests, way, trait in product(("144", "134"), ("120", "65"), ("talkative", "taciturn"))
    ] == [0, 2, 1, 3, 2, 0, 3, 1]
    assert entry.conclusion("144", "95", "talkative") is None
    assert entry.conclusion("144", "120", "patient") is None
    assert entry.situation("134", "120", "taciturn") == ("few", "long", "taciturn")


def test_a_leg_that_is_unknown_leaves_two_conclusions():
    (entry,) = _parse(ENTRY).values()
    here = ("many", "long", "talkative")
    assert [entry.fitting(here, leg) for leg in range(3)] == [{0, 2}, {0, 1}, {0, 2}]
    assert [entry.otherwise(here, position) for position in (1, 2, 3)] == ["other_fact", "other_fact", "other_both"]
    (days,) = _parse(DAYS).values()
    assert [days.fitting(("race_day", "taciturn"), leg) for leg in range(3)] == [{2, 3}, {2, 3}, {0, 2}]


def test_dates_are_compared_as_exactly_as_both_are_told():
    (days,) = _parse(DAYS).values()
    assert days.conclusion("2025-03-01", "2025-03-02", "taciturn") == 2
    assert days.conclusion("2025-03-02", "2025-03-01", "talkative") == 1
    assert days.conclusion("2025-03", "2025-04-09", "talkative") == 0
    assert days.conclusion("2025-03", "2025-03-09", "talkative") is None
    assert days.conclusion("2025-03-09", "", "talkative") is None


def test_an_unnecessary_fact_is_refused_with_its_line():
    # The way to work decides nothing any more: the first two conclusions are those of a talker with many guests.
    told = _refused(
        ('"few long taciturn"', '"many short talkative"'),
        ('near to work.", "many short talkative"', 'near to work.", "few long taciturn"'),
    )
    assert "insights.toml:8: crowd, conclusions: the second fact is not necessary in the situation" in told


def test_an_unnecessary_trait_and_an_unnecessary_first_fact_are_refused():
    by_guests = _refused(
        ('"few long taciturn"', '"many long taciturn"'),
        ('"few long talkative", "many long taciturn"', '"few long talkative", "few long taciturn"'),
    )
    assert "the trait is not necessary in the situation 'many long talkative'" in by_guests
    by_trait = _refused(
        ('"few long taciturn"', '"few long talkative"'),
        ('far from work.", "few long talkative", "many', 'far from work.", "few long taciturn", "many'),
    )
    assert "the first fact is not necessary in the situation 'many long talkative'" in by_trait


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"few short taciturn"', '"few tall taciturn"', "the situation 'few short taciturn' is unknown or has"),
        (', "few short taciturn"', "", "the situation 'few short taciturn' is unknown or has no right conclusion"),
        ('"few short taciturn"', '"many short talkative"', "the situation 'many short talkative' has two right"),
        ('["talkative", "taciturn"]', '["talkative", "patient"]', "talkative and patient do not exclude each other"),
        ('["talkative", "taciturn"]', '["talkative"]', "1 given; expected at least 2"),
        ("long = [100, 999]", "long = [120, 999]", "one side of commute has 25% of the values; expected 40% at least"),
        ("long = [100, 999]", "long = [80, 999]", "'80' lies on both sides of commute"),
        (", short = [0, 90]", "", "1 sides of commute; expected two"),
        ("long = [100, 999]", 'long = ["late"]', "the side 'long' of commute is wrong; expected a range"),
        ('"commute"', '"comute"', "'comute' is not an attribute"),
        ('"value-judgment"', '"judgment"', "'judgment' is not one of decision-guidance, interpretive-attribution"),
        ("Ill at ease, and near to work.", "No.", "are 3 to 31 letters long; expected a ratio of 1.4 at most"),
        ("Ill at ease, and near to work.", "Quite lost, so close by home.", "is the odd one out by its words"),
        ("At ease, and near to work.", "Ill at ease, and near to work.", "is the odd one out by its words"),
        ("Ill at ease, and near to work.", "Ill at ease, and a short commute.", "names 'commute', on which it rests"),
        ("Ill at ease, and near to work.", "Talkative, and near to work.", "names 'talkative', on which it rests"),
        ("question =", "questions =", "unknown field"),
    ],
)  # fmt: skip
def test_faults_are_named_with_file_and_line(old, new, told):
    message = _refused((old, new))
    assert told in message
    assert "insights.toml:" in message
    assert ": crowd, " in message


def test_values_that_an_entry_rests_on_stay_out_of_its_conclusions():
    city = ENTRY.replace("guest_list", "home_city").replace("[141, 999]", '["Bergen"]').replace("[0, 140]", '["Lyon"]')
    assert "crowd" in _parse(city)
    told = _refused(("Ill at ease, and near to work.", "Ill at ease in Lyon, near work."), text=city)
    assert "names 'Lyon', on which it rests" in told


def test_one_fact_that_is_a_date_is_refused():
    told = _refused(
        ('{ attribute = "lease_end" }', '{ attribute = "commute", a = [0, 90], b = [100, 999] }'), text=DAYS
    )
    assert "one fact is a date and the other is not" in told
    assert "days, second: is the attribute of the first fact" in _refused(('"lease_end" }', '"race_day" }'), text=DAYS)


def test_a_question_stands_once_and_in_no_other():
    again = ENTRY.replace("[crowd]", "[again]")
    assert "is also in the question of crowd" in _refused(text=ENTRY + again)
    other = again.replace("How is it for me?", "Well, how then? How is it for me? And why?")
    assert "is also in the question of crowd" in _refused(text=ENTRY + other)


# ---------------------------------------------------------------- the shipped entries


def test_there_are_forty_entries_with_ten_of_each_kind():
    kinds = [entry.kind.value for entry in SHIPPED.values()]
    assert len(kinds) >= 40
    assert all(
        kinds.count(kind) >= 10
        for kind in ("decision-guidance", "interpretive-attribution", "value-judgment", "contradiction")
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_another_side_of_either_fact_or_the_other_trait_changes_the_right_conclusion(name):
    entry = SHIPPED[name]
    one, other = entry.traits
    legs = [sorted(leg.sides.values(), key=min) for leg in (entry.first, entry.second)]
    if entry.compares_dates:
        days = [{"2025-04-01"}, {"2025-04-09"}]
        legs = [days, [{"2025-04-05"}, {"2025-04-20"}, {"2025-03-20"}]]
    for first, second in product(*([min(values) for values in leg] for leg in legs)):
        right = entry.conclusion(first, second, one)
        assert right is not None
        assert entry.conclusion(first, second, other) not in (None, right)
        others = [{entry.conclusion(min(values), second, one) for values in legs[0]}]
        others.append({entry.conclusion(first, min(values), one) for values in legs[1]})
        assert all(len(found) == 2 for found in others) or entry.compares_dates


def test_everybody_can_show_the_traits_that_entries_rest_on():
    english = Language.load("english")
    for trait in {trait for entry in SHIPPED.values() for trait in entry.traits}:
        lines = english.lines("traits", trait)
        assert len(lines) >= 3
        assert not any(trait.replace("_", " ") in line.lower() or "?" in line for line in lines)
    assert set(english.names("traits")) <= set(load_traits())


def test_a_pack_without_entries_has_none():
    assert Language.load("chinese").insights == {}


DISPUTED = {
    "job": {"glazier", "welder", "coroner"},
    "workout": {"Nordic walking", "trampolining", "aquafit"},
    "dance_style": {"tango"},
    "diet": {"gluten-free", "lactose-free", "flexitarian", "halal", "kosher"},
    "distance_course": {"Assyriology", "viticulture"},
}
"""Values on whose side readers disagree, since nobody says it: whether a glazier is called out, or a tango is slow."""


@pytest.mark.parametrize("name", SHIPPED)
def test_no_conclusion_rests_on_a_side_that_readers_dispute(name):
    for leg in (SHIPPED[name].first, SHIPPED[name].second):
        for side, values in leg.sides.items():
            disputed = values & DISPUTED.get(leg.attribute, set())
            assert not disputed, f"{name}: {sorted(disputed)} on the side {side!r} of {leg.attribute}"


def test_both_facts_and_the_trait_are_said_before_the_question():
    suite, asked = load_suite("hard"), 0
    for plan in (plan for seed in range(5) for plan in suite.scenarios(seed)):
        scenario = generate(**plan)
        for probe in scenario.probes:
            if probe.kind not in {kind.value for kind in KINDS}:
                continue
            asked += 1
            said = {
                (act.kind, act.attribute or act.other)
                for session in scenario.sessions
                for act in session.agenda
                if session.person == probe.owner and session.start < probe.time
            }
            assert {(ActKind.TELL, probe.attribute), (ActKind.TELL, probe.other), (ActKind.SHOW, probe.value)} <= said
    assert asked > 10
