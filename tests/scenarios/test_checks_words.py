"""Words that give an answer away, and words about the future."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_plan import DAY, LANDLORD, LONG_AGO, ONTOLOGY, SECOND, act, asks, attribute, day, found, scenario, tell

from regulars.scenarios.checks.future_leaks import find_coming, find_unknown, sayable
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.wording import check_wording
from regulars.scenarios.kinds import ActKind, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act, Fact, Persona, Project, Style
from regulars.values import Domain, ValueType

GRAZ, OSLO, CAT = tell("city", "Graz"), tell("city", "Oslo"), tell("pet", "cat")
VALUE = Form.VALUE
LEAK = [("leaked-answer", "p")]


def _wording(probe, days=None, goal="", owner="ada", ontology=ONTOLOGY, **person):
    """The problems of a scenario in which a person has a goal, or another name, persona, ..."""
    made = scenario(days or {2: [GRAZ, CAT], 4: [OSLO]}, probe, others={6: [tell("illness", "gout")]})
    changes = {"projects": (Project("j", "travel", goal, day(1)),), **person}
    persons = tuple(replace(one, **changes) if one.id == owner else one for one in made.persons)
    return found(check_wording(Planned(replace(made, persons=persons), ontology)))


CITY = asks("knowledge-update", VALUE, "city", 5)


@pytest.mark.parametrize(
    ("goal", "leaks"),
    [
        ("a journey to Oslo", True),
        ("OSLO at last!", True),
        ("a journey to Osloland", False),
        # Graz was the answer before session 2 on day 4.
        ("a journey to Graz", False),
    ],
)
def test_no_goal_of_the_person_names_the_latest_value(goal, leaks):
    assert _wording(CITY, goal=goal) == (LEAK if leaks else [])
    assert _wording(CITY, goal=goal, owner="bo") == []


def test_the_goal_is_held_against_what_is_known_at_the_time_of_asking():
    early = replace(CITY, kind="single-session-user", time=day(3))
    assert _wording(early, goal="a journey to Graz") == LEAK
    assert _wording(early, goal="a journey to Oslo") == []
    assert _wording(replace(early, time=day(1)), goal="a journey to Graz") == []


def test_names_and_favourite_words_of_the_person_name_no_answer():
    assert _wording(CITY, name="Oslo") == LEAK
    assert _wording(CITY, renamed="Oslo", renamed_at=day(8)) == LEAK
    assert _wording(CITY, persona=Persona(style=Style(markers=("by Oslo",)))) == LEAK
    assert _wording(CITY, name="Oslo", owner="bo") == []


def test_another_spelling_of_the_answer_gives_it_away_too():
    spelled = replace(ONTOLOGY.attribute("city"), domain=Domain("city", aliases={"Graz": (), "Oslo": ("Christiania",)}))
    ontology = Ontology({one.name: spelled if one.name == "city" else one for one in ONTOLOGY})
    assert _wording(CITY, goal="to Christiania", ontology=ontology) == LEAK


def test_a_collection_is_given_away_by_any_of_its_values():
    days = {2: [tell("hobby", "chess"), tell("hobby", "karate")]}
    asked = asks("dynamic-incremental", Form.SET, "hobby", 5)
    assert _wording(asked, days, "a chess board") == _wording(asked, days, "a karate belt") == LEAK
    assert _wording(asked, days, "a pottery wheel") == []
    for kind, form in (("count", Form.COUNT), ("suggest-new", Form.OPTION)):
        assert _wording(asks(kind, form, "hobby", 5), days, "a chess board") == [], kind


def test_numbers_and_ended_values_give_nothing_away():
    rent = asks("single-session-user", VALUE, "rent", 5)
    assert _wording(rent, {2: [tell("rent", "300")]}, "300 euros") == []
    over = {2: [GRAZ], 4: [act(ActKind.END, "city", value="Graz")]}
    assert _wording(CITY, over, "to Graz") == []


def test_a_question_for_a_day_is_given_away_by_that_days_value():
    asked = asks("episodic-cue", VALUE, "city", 5, value="2025-05-02")
    assert _wording(asked, goal="to Graz") == LEAK
    assert _wording(asked, goal="to Oslo") == []


def test_two_hops_are_given_away_by_the_second_value():
    asked = asks("multi-hop", VALUE, "city", 5, other="pet", value="Graz")
    assert _wording(asked, goal="a home for a cat") == LEAK
    assert _wording(asked, goal="a journey to Oslo") == []


def test_no_wording_of_the_question_names_the_answer():
    asking = replace(ONTOLOGY.attribute("city"), phrases={"ask": ("Is it still Oslo?",)})
    ontology = Ontology({one.name: asking if one.name == "city" else one for one in ONTOLOGY})
    assert _wording(CITY, ontology=ontology) == LEAK
    assert _wording(CITY) == []
    held_out = replace(asking, phrases={}, held_out={"request": ("Do tell me about Oslo.",)})
    ontology = Ontology({one.name: held_out if one.name == "city" else one for one in ONTOLOGY})
    assert _wording(CITY, ontology=ontology) == LEAK
    # Wordings that tell are not asked.
    telling = replace(asking, phrases={"tell": ("I live in Oslo.",)})
    ontology = Ontology({one.name: telling if one.name == "city" else one for one in ONTOLOGY})
    assert _wording(CITY, ontology=ontology) == []
    labelled = replace(asking, phrases={}, label="Oslo")
    ontology = Ontology({one.name: labelled if one.name == "city" else one for one in ONTOLOGY})
    assert _wording(CITY, ontology=ontology) == LEAK


def test_no_fixed_line_and_no_request_for_a_message_names_the_answer():
    # "Hello" greets; one of the landlord's requests names the boxes of a form.
    for value, asked in (
        ("hello", asks("single-hop", VALUE, "pet", 5)),
        ("boxes", asks("contextual-integrity", Form.PASS_ON, "pet", 5, other="illness", context="landlord")),
    ):
        pets = attribute("pet", f"{value} cat", needed=LANDLORD)
        ontology = Ontology({one.name: pets if one.name == "pet" else one for one in ONTOLOGY})
        assert _wording(asked, {2: [tell("pet", value)]}, ontology=ontology) == LEAK
        assert _wording(asked, {2: [tell("pet", "cat")]}, ontology=ontology) == []


def test_chinese_answers_need_no_spaces_around_them():
    pets = replace(ONTOLOGY.attribute("pet"), domain=Domain("pet", aliases={"猫": (), "狗": ()}))
    ontology = Ontology({one.name: pets if one.name == "pet" else one for one in ONTOLOGY})
    asked, days = asks("single-hop", VALUE, "pet", 5), {2: [tell("pet", "猫")]}
    assert _wording(asked, days, "给猫一个家", ontology=ontology) == LEAK
    assert _wording(asked, days, "给狗一个家", ontology=ontology) == []


def test_an_unknown_context_is_left_to_the_check_of_its_form():
    assert _wording(asks("contextual-integrity", Form.PASS_ON, "pet", 5, other="illness", context="moon")) == []


def test_an_assumed_value_is_not_the_answer():
    asked = asks("counterfactual", VALUE, "city", 5, value="Oslo")
    assert _wording(asked) == [("value-is-gold", "p")]
    for other in ("Graz", "Linz"):
        assert _wording(replace(asked, value=other)) == []
    # Two hops name a told value, and a day is no city.
    assert _wording(asks("multi-hop", VALUE, "city", 5, other="pet", value="Oslo")) == []


# ---------------------------------------------------------------- facts that are still to come


def _fact(name, value, since, id="f"):
    return Fact(id, "ada", name, value, since)


KNOWN, COMING = _fact("city", "Graz", LONG_AGO, "known"), _fact("city", "Oslo", day(5, 12), "coming")
NOW = day(3)


def _coming(text, *facts, now=NOW, others=()):
    return found(find_coming(text, facts or (KNOWN, COMING), now, ONTOLOGY, others))


def test_a_value_is_known_from_the_second_at_which_it_begins():
    value = [("future-value", "coming")]
    assert _coming("I love Oslo.") == value
    assert _coming("I love Oslo.", now=day(5, 12) - SECOND) == value
    assert _coming("I love Oslo.", now=day(5, 12)) == []
    assert _coming("I love Graz, not Osloland.") == _coming("") == []


def test_a_value_that_held_before_or_that_others_said_is_no_leak():
    before = _fact("city", "Oslo", LONG_AGO, "before")
    assert _coming("I love Oslo.", before, COMING) == []
    assert _coming("I love Oslo.", others=["Is it Oslo?"]) == []
    assert _coming("I love Oslo.", others=["Is it Bergen?"]) == [("future-value", "coming")]


def test_a_number_counts_with_its_unit():
    rent = _fact("rent", "900", day(5))
    assert _coming("It will be 900 euros.", rent) == [("future-value", "f")]
    assert _coming("It is bus 900.", rent) == _coming("It will be 800 euros.", rent) == []


def test_a_number_without_a_unit_counts_by_itself():
    floor = attribute("floor", type=ValueType.NUMBER, low=40, high=90)
    ontology = Ontology({"floor": floor})
    fact = _fact("floor", "45", day(5))
    assert found(find_coming("I live on 45.", [fact], NOW, ontology)) == [("future-value", "f")]
    # What a stranger says of a number without a unit may be anything.
    assert found(find_unknown("My floor is 45.", [], NOW, Language.load("english").over(ontology))) == []


def test_the_day_on_which_something_known_began_may_be_said():
    begun = _fact("city", "Graz", day(2, 12), "begun")
    assert _coming("It was on 2 May 2025.", begun, COMING) == []
    assert _coming("It was on 2 May 2025.", begun, COMING, now=day(1)) == [("future-event", "begun")]


WEDDING = _fact("wedding", "2025-06-14", day(5))


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("It is on 14 June 2025.", True),
        ("It is in June 2025.", True),
        ("It is on 15 June 2025.", False),
        ("It is in July 2025.", False),
        ("It is in 2025.", False),
        ("It is on 14 June.", False),
    ],
)
def test_a_coming_date_is_found_at_the_granularity_of_the_words(text, leaks):
    assert _coming(text, WEDDING) == ([("future-date", "f")] if leaks else [])


def test_a_date_that_is_known_or_that_others_said_is_no_leak():
    text = "It is on 14 June 2025."
    assert _coming(text, WEDDING, _fact("surgery", "2025-06-14", LONG_AGO, "known")) == []
    assert _coming(text, WEDDING, _fact("surgery", "2025-06-15", LONG_AGO, "known")) == [("future-date", "f")]
    assert _coming(text, WEDDING, others=["On 14 June 2025?"]) == []
    assert _coming(text, WEDDING, others=["On 15 June 2025?"]) == [("future-date", "f")]


def test_the_day_on_which_something_begins_is_not_mentioned_before():
    event = [("future-event", "coming")]
    assert _coming("Wait until 5 May 2025.") == event
    assert _coming("Wait until 6 May 2025.") == _coming("It was on 4 May 2025.") == []
    assert _coming("Tomorrow is a great day.", now=day(4)) == event
    assert _coming("Tomorrow is a great day.", now=day(3)) == []
    # A question may name any day, and on the day itself it is no news.
    assert _coming("What will be tomorrow?", now=day(4)) == []
    assert _coming("It is 5 May 2025.", now=day(5, 9)) == []


def test_only_a_fact_that_is_to_come_leaks_and_each_once():
    facts = (KNOWN, COMING, _fact("pet", "cat", day(9), "cat"))
    assert _coming("Oslo, Oslo and Graz.", *facts) == [("future-value", "coming")]
    assert _coming("A cat in Oslo.", *facts) == [("future-value", "coming"), ("future-value", "cat")]
    unknown = _fact("shoe", "red", day(5, 12), "shoe")
    assert _coming("A red one.", unknown) == []
    assert _coming("Until 5 May 2025.", unknown) == [("future-event", "shoe")]


# ---------------------------------------------------------------- what a person cannot know

LANGUAGE = Language.load("english").over(ONTOLOGY)


def _unknown(text, *known, now=NOW):
    return found(find_unknown(text, known, now, LANGUAGE))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("We meet on 4 May 2025.", "2025-05-04"),
        ("We meet on 3 May 2025.", ""),
        ("We met on 2 May 2025.", ""),
        ("We meet in June 2025.", "2025-06"),
        ("We meet in May 2025.", ""),
        ("Will we meet on 4 May 2025?", ""),
        ("Shall we? We meet on 4 May 2025.", "2025-05-04"),
    ],
)
def test_a_coming_date_is_unknown_unless_it_is_asked_for(text, where):
    assert _unknown(text) == ([("future-date", where)] if where else [])


def test_a_known_date_may_be_said():
    assert _unknown("We meet on 4 May 2025.", "2025-05-04") == []
    assert _unknown("We meet on 4 May 2025.", "on 4 May 2025") == []
    assert _unknown("We meet on 4 May 2025.", "2025-05-05") == [("future-date", "2025-05-04")]


def test_a_name_an_amount_and_a_term_beside_its_cue_are_unknown_values():
    city = [("future-value", "city")]
    assert _unknown("Oslo is nice.") == city
    assert _unknown("oslo is nice.") == []
    assert _unknown("My city is oslo.") == city
    assert _unknown("Oslo is nice.", "Oslo") == _unknown("Oslo is nice.", "we talked of Oslo") == []
    assert _unknown("Oslo is nice.", "Graz") == city
    assert _unknown("I saw a cat.") == []
    assert _unknown("My pet? I saw a cat.") == []
    assert _unknown("My pet is a cat.") == [("future-value", "pet")]
    # An amount needs its unit and a word for its attribute.
    assert _unknown("The rent is 300 euros.") == [("future-value", "rent")]
    assert _unknown("The rent is bus 300.") == _unknown("It costs 300 euros.") == []


def test_any_cue_of_an_attribute_marks_its_values():
    pet = replace(ONTOLOGY.attribute("pet"), label="pet", cues=("animal", "companion"))
    language = Language.load("english").over(Ontology({"pet": pet}))
    for text in ("My pet is a cat.", "My animal is a cat.", "My companion is a cat."):
        assert found(find_unknown(text, [], NOW, language)) == [("future-value", "pet")], text
    assert found(find_unknown("My friend is a cat.", [], NOW, language)) == []


def test_the_agenda_lets_people_say_options_claims_and_slips():
    acts = [
        Act("a", ActKind.DELEGATE, options=("trout", "pesto")),
        Act("b", ActKind.RELAY, other="Linz"),
        Act("c", ActKind.SLIP, slip="Oslo"),
        Act("d", ActKind.ASK),
    ]
    assert sayable(acts) == ["trout", "pesto", "Linz", "Oslo"]


def test_days_of_the_plans_follow_each_other():
    assert day(4) - day(3) == DAY
