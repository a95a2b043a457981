"""What a plan can make answerable: for each kind of probe the last moment at which it has no answer, and the first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_plan import ONTOLOGY, SECOND, UNMARKED, act, asks, attribute, day, found, planned, scenario, tell

from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.probes import check_probes
from regulars.scenarios.checks.reach import Reach, reach, rests_on
from regulars.scenarios.kinds import ActKind, Band, Form, ProbeKind
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import ValueType

ANSWER, NONE, VOID = Reach.ANSWER, Reach.NONE, Reach.VOID
VALUE, OPTION = Form.VALUE, Form.OPTION
END, FORGET, RELAY, DELEGATE, REMIND = (
    ActKind.END,
    ActKind.FORGET,
    ActKind.RELAY,
    ActKind.DELEGATE,
    ActKind.REMIND,
)  # fmt: skip

GRAZ, OSLO, BERGEN = tell("city", "Graz"), tell("city", "Oslo"), tell("city", "Bergen")
CAT, HORSE = tell("pet", "cat"), tell("pet", "horse")
ASTHMA, GOUT = tell("illness", "asthma"), tell("illness", "gout")
OVER = act(END, "city", value="Graz")
CHOICE = act(DELEGATE, "dish", id="a1", options=("trout", "pesto"))


def _reach(probe, days, **fields):
    return reach(probe, planned(days, **fields)).reach


# For each kind the days of the sessions, the probe, and what it is before and after the session on day 4.
TURNING = [
    ("single-session-user", VALUE, "city", {}, {4: [GRAZ]}, NONE),
    ("temporal", VALUE, "wedding", {}, {4: [tell("wedding", "2025-06-14")]}, NONE),
    ("knowledge-update", VALUE, "city", {}, {2: [GRAZ], 4: [OSLO]}, VOID),
    ("knowledge-update", VALUE, "city", {}, {2: [GRAZ], 4: [OVER]}, VOID),
    ("multi-session", Form.SET, "hobby", {}, {2: [tell("hobby", "chess")], 4: [tell("hobby", "karate")]}, VOID),
    ("dynamic-incremental", Form.SET, "hobby", {}, {4: [tell("hobby", "chess")]}, NONE),
    ("count", Form.COUNT, "hobby", {}, {4: [tell("hobby", "chess")]}, NONE),
    ("sum", Form.SUM, "saved", {}, {4: [tell("saved", "20")]}, NONE),
    ("sequence", Form.ORDER, "hobby", {}, {2: [tell("hobby", "chess")], 4: [tell("hobby", "karate")]}, VOID),
    ("open-domain", VALUE, "country", {}, {4: [GRAZ]}, NONE),
    ("conflict", VALUE, "city", {}, {2: [GRAZ], 4: [replace(OSLO, phrasing=UNMARKED)]}, VOID),
    ("conflict-multi-hop", VALUE, "country", {}, {2: [GRAZ], 4: [OSLO]}, VOID),
    ("episodic-cue", VALUE, "city", {"value": "2025-05-04"}, {2: [GRAZ], 4: [OSLO]}, NONE),
    ("multi-hop", VALUE, "city", {"other": "pet", "value": "Oslo"}, {1: [CAT], 2: [GRAZ], 4: [OSLO]}, VOID),
    ("poisoning", VALUE, "city", {}, {2: [GRAZ], 4: [act(RELAY, "city", other="Linz")]}, VOID),
    ("single-session-assistant", Form.CHOICE, "dish", {"target": "a1"}, {4: [CHOICE]}, VOID),
    ("single-session-preference", Form.ANY, "dish", {"value": "trout|pesto"}, {4: [tell("allergy", "nuts")]}, VOID),
    ("proactive", Form.MENTION, "pet", {"target": "r"}, {2: [CAT], 4: [act(REMIND, "pet", id="r")]}, VOID),
    (
        "contextual-integrity", Form.PASS_ON, "pet", {"other": "illness", "context": "landlord"},
        {2: [CAT], 4: [ASTHMA]}, VOID,
    ),
    (
        "contextual-integrity", Form.PASS_ON, "pet", {"other": "illness", "context": "landlord"},
        {2: [ASTHMA], 4: [CAT]}, VOID,
    ),
    (
        "duration", Form.DURATION, "wedding", {"other": "surgery"},
        {2: [tell("wedding", "2025-06-14")], 4: [tell("surgery", "2025-06-20")]}, NONE,
    ),
    ("recall-facts", OPTION, "city", {}, {4: [GRAZ]}, VOID),
    ("latest-preference", OPTION, "city", {}, {2: [GRAZ], 4: [OSLO]}, VOID),
    ("full-evolution", OPTION, "city", {}, {2: [GRAZ], 4: [OSLO]}, VOID),
    (
        "suggest-new", OPTION, "hobby", {},
        {2: [tell("hobby", "chess"), tell("hobby", "karate")], 4: [tell("hobby", "sailing")]}, VOID,
    ),
    ("compare", OPTION, "rent", {}, {2: [tell("rent", "300")], 4: [tell("rent", "400")]}, VOID),
    ("update-reason", OPTION, "city", {}, {2: [GRAZ], 4: [replace(OSLO, reason="money")]}, VOID),
    ("order-recall", OPTION, "city", {"other": "pet"}, {2: [GRAZ], 4: [CAT]}, VOID),
    ("aligned-recommendation", OPTION, "dish", {}, {4: [tell("diet", "vegan")]}, VOID),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "form", "name", "fields", "days", "before"), TURNING)
def test_a_probe_has_its_answer_from_the_disclosure_on_and_no_earlier(kind, form, name, fields, days, before):
    probe = asks(kind, form, name, day(4), **fields)
    # At nine the session begins, and a probe at that moment is asked before what is told in it.
    assert _reach(probe, days) is before
    assert _reach(replace(probe, time=day(4) + SECOND), days) is ANSWER
    assert _reach(replace(probe, owner="bo"), days, others={6: [HORSE]}) is not ANSWER


@pytest.mark.parametrize(("kind", "form", "name", "fields", "days", "before"), TURNING)
def test_a_probe_before_its_disclosure_does_not_pass(kind, form, name, fields, days, before):
    early = asks(kind, form, name, 4, id="early", **fields)
    late = asks(kind, form, name, 5, id="late", **fields)
    code = "probe-choice" if form is Form.CHOICE else "probe-unreachable"
    asked_in_band = form in (Form.ANY, Form.MENTION)
    problems = found(check_probes(planned(days, early, late)))
    wrong_band = [("probe-form", "early"), ("probe-form", "late")]
    assert problems == (wrong_band if asked_in_band else [(code, "early")])


def test_untold_kinds_say_why():
    plan = planned({2: [GRAZ], 4: [act(FORGET, "city")], 6: [CAT]})
    why = reach(asks("single-session-user", VALUE, "city", 5), plan).why
    assert why == "city should be forgotten before it"
    why = reach(asks("single-session-user", VALUE, "pet", 5), plan).why
    assert why == "pet is not told before it: it is told no earlier than in session 3"
    assert reach(asks("single-session-user", VALUE, "illness", 5), plan).why == "no disclosure of illness is planned"


def test_what_is_forgotten_has_no_answer_until_it_is_told_again():
    days = {2: [GRAZ], 4: [act(FORGET, "city")], 6: [OSLO]}
    for at, case in ((3, ANSWER), (4, ANSWER), (5, NONE), (6, NONE), (7, ANSWER)):
        assert _reach(asks("single-hop", VALUE, "city", at), days) is case, at
        # Forgetting the city makes the country unknown too.
        assert _reach(asks("open-domain", VALUE, "country", at), days) is case, at


def test_forgetting_and_telling_within_a_session_go_by_their_places():
    again = {2: [GRAZ], 4: [act(FORGET, "city"), OSLO]}
    assert _reach(asks("single-hop", VALUE, "city", 5), again) is ANSWER
    gone = {2: [GRAZ], 4: [OSLO, act(FORGET, "city")]}
    assert _reach(asks("single-hop", VALUE, "city", 5), gone) is NONE


# ---------------------------------------------------------------- counterparts of single kinds


def test_an_update_needs_a_second_disclosure_or_an_end():
    update = asks("knowledge-update", VALUE, "city", 5)
    assert _reach(update, {2: [GRAZ]}) is VOID
    assert _reach(update, {2: [GRAZ, OSLO]}) is ANSWER
    assert _reach(update, {2: [GRAZ], 4: [OVER]}) is ANSWER
    assert _reach(update, {2: [OVER]}) is VOID


def test_what_is_over_is_told_again_by_a_later_disclosure():
    days = {2: [GRAZ], 4: [OVER], 6: [OSLO]}
    for at, case in ((4, ANSWER), (5, VOID), (6, VOID), (7, ANSWER)):
        assert _reach(asks("recall-facts", OPTION, "city", at), days) is case, at
    plan = planned(days)
    assert [plan.latest("ada", "city", (day(at, 8), -1)) for at in (2, 3, 5, 7)] == ["", "Graz", "", "Oslo"]


def test_a_collection_over_sessions_needs_two_sessions():
    asked = asks("multi-session", Form.SET, "hobby", 5)
    assert _reach(asked, {2: [tell("hobby", "chess"), tell("hobby", "karate")]}) is VOID
    assert _reach(asked, {2: [tell("hobby", "chess")], 3: [tell("hobby", "karate")]}) is ANSWER


def test_an_order_needs_two_different_values():
    asked = asks("sequence", Form.ORDER, "hobby", 7)
    again = tell("hobby", "chess", id="again")
    assert _reach(asked, {}) is NONE
    assert _reach(asked, {2: [tell("hobby", "chess")], 4: [again]}) is VOID
    assert _reach(asked, {2: [tell("hobby", "chess")], 4: [tell("hobby", "karate")]}) is ANSWER


def test_a_conflict_needs_an_unmarked_last_disclosure():
    asked = asks("conflict", VALUE, "city", 7)
    unmarked = replace(OSLO, phrasing=UNMARKED)
    assert _reach(asked, {}) is NONE
    assert _reach(asked, {2: [replace(GRAZ, phrasing=UNMARKED)]}) is VOID
    assert _reach(asked, {2: [GRAZ], 4: [OSLO]}) is VOID
    assert _reach(asked, {2: [GRAZ], 4: [unmarked], 6: [BERGEN]}) is VOID
    assert _reach(asked, {2: [GRAZ], 4: [unmarked]}) is ANSWER


def test_a_conflict_over_two_hops_needs_its_source_twice():
    asked = asks("conflict-multi-hop", VALUE, "country", 7)
    assert [_reach(asked, days) for days in ({}, {2: [GRAZ]}, {2: [GRAZ], 4: [OSLO]})] == [NONE, VOID, ANSWER]


def test_a_question_for_a_day_needs_a_disclosure_on_it():
    days = {2: [GRAZ], 4: [OSLO]}
    cases = [_reach(asks("episodic-cue", VALUE, "city", 7, value=f"2025-05-0{n}"), days) for n in (2, 3, 4)]
    assert cases == [ANSWER, NONE, ANSWER]


@pytest.mark.parametrize(
    ("days", "case"),
    [
        ({2: [CAT], 4: [GRAZ]}, ANSWER),
        ({4: [CAT, GRAZ]}, ANSWER),
        ({4: [GRAZ, CAT]}, NONE),
        ({4: [GRAZ], 6: [CAT]}, NONE),
        ({2: [CAT], 4: [OSLO]}, VOID),
        ({2: [CAT], 3: [act(END, "pet", value="cat")], 4: [GRAZ]}, NONE),
        ({2: [CAT], 4: [GRAZ], 5: [act(END, "pet", value="cat")]}, ANSWER),
    ],
)
def test_two_hops_need_the_second_value_by_the_time_of_the_first(days, case):
    assert _reach(asks("multi-hop", VALUE, "city", 7, other="pet", value="Graz"), days) is case


def test_two_hops_to_what_never_changes_are_void_if_it_is_only_told_later():
    asked, ring = asks("multi-hop", VALUE, "city", 7, other="ring", value="Graz"), tell("ring", "opal")
    assert _reach(asked, {2: [ring], 4: [GRAZ]}) is ANSWER
    assert _reach(asked, {4: [GRAZ]}) is NONE
    assert _reach(asked, {4: [GRAZ], 6: [ring]}) is VOID


def test_a_namesake_needs_two_people_of_one_name():
    asked = asks("namesake", VALUE, "city", 7)
    plan = planned({2: [GRAZ]}, others={4: [HORSE]})
    assert reach(asked, plan).reach is VOID
    ada, bo = plan.scenario.persons
    alike = Planned(replace(plan.scenario, persons=(ada, replace(bo, name="Ada"))), ONTOLOGY)
    assert reach(asked, alike).reach is ANSWER
    assert reach(replace(asked, owner="bo"), alike).reach is NONE


def test_a_question_under_another_name_needs_a_renaming_before_it():
    asked = asks("renamed", VALUE, "city", 7)
    plan = planned({2: [GRAZ]})
    assert reach(asked, plan).reach is VOID
    for at, case in ((day(7, 8) - SECOND, ANSWER), (day(7, 8), VOID), (day(8), VOID)):
        renamed = replace(plan.scenario.persons[0], renamed="Eve", renamed_at=at)
        assert reach(asked, Planned(replace(plan.scenario, persons=(renamed,)), ONTOLOGY)).reach is case


def test_a_choice_belongs_to_its_person_and_attribute():
    asked = asks("single-session-assistant", Form.CHOICE, "dish", 7, target="a1")
    assert _reach(asked, {2: [CHOICE]}) is ANSWER
    assert _reach(replace(asked, target="a2"), {2: [CHOICE]}) is VOID
    assert _reach(asked, {}, others={2: [CHOICE]}) is VOID
    assert _reach(asked, {2: [replace(CHOICE, attribute="diet")]}) is VOID


def test_a_reminder_belongs_to_its_person_and_attribute():
    asked = asks("proactive", Form.MENTION, "pet", 7, target="r")
    assert _reach(asked, {2: [act(REMIND, "pet", id="r")]}) is ANSWER
    assert _reach(asked, {2: [act(REMIND, "pet", id="q")]}) is VOID
    assert _reach(asked, {2: [act(REMIND, "city", id="r")]}) is VOID
    assert _reach(asked, {}, others={2: [act(REMIND, "pet", id="r")]}) is VOID


def test_a_claim_is_about_the_person_and_attribute_that_are_asked_for():
    asked = asks("poisoning", VALUE, "city", 7)
    claim = act(RELAY, "city", other="Linz")
    assert _reach(asked, {2: [GRAZ, claim]}) is ANSWER
    assert _reach(asked, {2: [claim]}) is NONE
    assert _reach(asked, {2: [GRAZ, act(RELAY, "pet", other="newt")]}) is VOID
    assert _reach(asked, {2: [GRAZ]}, others={4: [claim]}) is VOID


def test_a_choice_under_a_constraint_needs_an_option_that_is_ruled_out():
    asked = asks("single-session-preference", Form.ANY, "dish", 7, value="goulash|pesto")
    vegan, fish = tell("diet", "vegan"), tell("allergy", "fish")
    assert _reach(asked, {2: [vegan]}) is ANSWER
    assert _reach(asked, {2: [fish]}) is VOID
    assert _reach(asked, {2: [vegan], 4: [tell("diet", "plain")]}) is VOID
    assert _reach(asked, {2: [vegan], 4: [act(END, "diet", value="vegan")]}) is VOID
    plan = planned({2: [vegan], 4: [fish]})
    assert plan.ruled_out("ada", "dish", (day(4), 0)) == dict.fromkeys(("goulash", "trout", "omelette"), "diet")
    assert plan.ruled_out("ada", "dish", (day(4), 1)) == {"goulash": "diet", "trout": "allergy", "omelette": "diet"}
    assert plan.ruled_out("bo", "dish", (day(5), 0)) == {}


def test_a_message_needs_one_fitting_and_one_private_value_that_hold():
    days = {2: [CAT, ASTHMA]}
    asked = asks("contextual-integrity", Form.PASS_ON, "pet", 7, other="illness", context="landlord")
    assert _reach(asked, days) is ANSWER
    assert _reach(replace(asked, context="doctor"), days) is VOID
    assert _reach(replace(asked, context="bank"), days) is VOID
    assert _reach(replace(asked, attribute="illness", other="pet", context="doctor"), days) is ANSWER
    assert _reach(asked, {2: [CAT, ASTHMA], 4: [act(END, "pet", value="cat")]}) is VOID
    assert _reach(asked, {2: [CAT, ASTHMA], 4: [act(FORGET, "illness")]}) is VOID


def test_a_message_in_which_both_values_fit_is_void():
    both = replace(ONTOLOGY.attribute("illness"), needed={"landlord": "Why."}, private={})
    plan = planned({2: [CAT, ASTHMA]})
    asked = asks("contextual-integrity", Form.PASS_ON, "pet", 7, other="illness", context="landlord")
    ontology = type(ONTOLOGY)({one.name: both if one.name == "illness" else one for one in ONTOLOGY})
    assert reach(asked, Planned(plan.scenario, ontology)).reach is VOID


def test_a_duration_needs_two_days_that_hold():
    asked = asks("duration", Form.DURATION, "wedding", 7, other="surgery")
    wedding, surgery = tell("wedding", "2025-06-14"), tell("surgery", "2025-06-20")
    assert _reach(asked, {2: [wedding, surgery]}) is ANSWER
    assert _reach(asked, {2: [replace(wedding, granularity="day"), surgery]}) is ANSWER
    assert _reach(asked, {2: [replace(wedding, granularity="month"), surgery]}) is NONE
    assert _reach(asked, {2: [wedding, surgery], 4: [act(END, "surgery", value="2025-06-20")]}) is NONE
    assert _reach(asked, {2: [wedding]}) is NONE


# ---------------------------------------------------------------- multiple choice


def test_least_numbers_of_values_of_multiple_choices():
    def told(name, *values):
        return {2: [tell(name, value, id=f"t{n}") for n, value in enumerate(values)]}

    cities, hobbies = [told("city", *some) for some in (["Graz"], ["Graz", "Graz"], ["Graz", "Oslo"])], []
    hobbies = [told("hobby", *some) for some in (["chess", "karate"], ["chess", "karate", "sailing"])]
    for kind, days, expected in (
        ("recall-facts", cities, [ANSWER, ANSWER, ANSWER]),
        ("latest-preference", cities, [VOID, VOID, ANSWER]),
        ("full-evolution", cities, [VOID, VOID, ANSWER]),
        ("suggest-new", hobbies, [VOID, ANSWER]),
    ):
        name = "hobby" if kind == "suggest-new" else "city"
        assert [_reach(asks(kind, OPTION, name, 7), some) for some in days] == expected, kind


@pytest.mark.parametrize("kind", ["recall-facts", "latest-preference", "new-scenario"])
def test_options_of_values_need_four_values_in_the_domain(kind):
    pets = {2: [CAT], 4: [HORSE]}
    assert _reach(asks(kind, OPTION, "pet", 7), pets) is VOID
    assert _reach(asks(kind, OPTION, "city", 7), {2: [GRAZ], 4: [OSLO]}) is ANSWER
    # A history needs no values beside its own.
    assert _reach(asks("full-evolution", OPTION, "pet", 7), pets) is ANSWER


def test_a_comparison_needs_a_first_and_a_last_number_that_differ():
    asked = asks("compare", OPTION, "rent", 9)
    rents = [tell("rent", "300"), tell("rent", "400"), tell("rent", "300", id="again")]
    assert _reach(asked, {2: rents[:1]}) is VOID
    assert _reach(asked, {2: rents[:1], 4: rents[1:2]}) is ANSWER
    assert _reach(asked, {2: rents[:1], 4: rents[1:2], 6: rents[2:]}) is VOID


def test_a_reason_has_to_be_given_before():
    asked = asks("update-reason", OPTION, "city", 7)
    reasoned = replace(OSLO, reason="money")
    assert _reach(asked, {2: [GRAZ], 4: [OSLO]}) is VOID
    assert _reach(asked, {2: [GRAZ], 4: [reasoned], 6: [BERGEN]}) is ANSWER
    assert _reach(asked, {2: [GRAZ], 8: [reasoned]}) is VOID


@pytest.mark.parametrize(
    ("days", "order"),
    [
        # Told in different sessions.
        ({2: [GRAZ], 4: [CAT]}, ANSWER),
        ({2: [GRAZ, CAT]}, VOID),
        # First together, last apart; and the other way round.
        ({2: [GRAZ, CAT], 4: [HORSE]}, VOID),
        ({2: [GRAZ], 4: [CAT, OSLO]}, ANSWER),
        # One is over.
        ({2: [GRAZ], 4: [CAT], 6: [OVER]}, VOID),
        ({2: [GRAZ]}, VOID),
    ],
)
def test_an_order_goes_by_the_first_sessions_of_two_attributes(days, order):
    assert _reach(asks("order-recall", OPTION, "city", 9, other="pet"), days) is order


DATES = Ontology({name: attribute(name, type=ValueType.DATE) for name in ("race_day", "moving_date")})
RACE, MOVE = tell("race_day", "2025-06-14"), tell("moving_date", "2025-06-20")
SHOWN = act(ActKind.SHOW, id="shown", other="orderly")


@pytest.mark.parametrize(
    ("days", "fields", "case"),
    [
        ({2: [RACE], 4: [MOVE], 6: [SHOWN]}, {}, ANSWER),
        # Told together; one is not told; the trait is shown too late, or another one is.
        ({2: [RACE, MOVE], 6: [SHOWN]}, {}, VOID),
        ({2: [RACE], 6: [SHOWN]}, {}, VOID),
        ({2: [RACE], 4: [MOVE], 12: [SHOWN]}, {}, VOID),
        ({2: [RACE], 4: [MOVE], 6: [replace(SHOWN, other="hasty")]}, {}, VOID),
        ({2: [RACE], 4: [MOVE]}, {}, VOID),
        # Told by the month only, the two may be on one day.
        ({2: [RACE], 4: [replace(MOVE, granularity="month")], 6: [SHOWN]}, {}, VOID),
        # Another entry than the one that rests on the two, or none.
        ({2: [RACE], 4: [MOVE], 6: [SHOWN]}, {"context": "race_or_lease"}, VOID),
        ({2: [RACE], 4: [MOVE], 6: [SHOWN]}, {"context": "home"}, VOID),
        ({2: [RACE], 4: [MOVE], 6: [SHOWN]}, {"target": "race_day"}, VOID),
    ],
)
def test_an_interpretation_needs_its_two_facts_and_the_shown_trait(days, fields, case):
    given = {"other": "moving_date", "value": "orderly", "target": "shown", "context": "race_or_move"} | fields
    probe = asks("decision-guidance", OPTION, "race_day", 9, **given)
    assert reach(probe, Planned(scenario(days), DATES)).reach is case


def test_dates_are_never_options():
    days = {2: [GRAZ], 4: [tell("wedding", "2025-06-14")]}
    assert _reach(asks("order-recall", OPTION, "city", 9, other="wedding"), days) is VOID


def test_a_recommendation_needs_a_limit_that_another_value_would_reverse():
    asked = asks("aligned-recommendation", OPTION, "dish", 9)
    # Vegan allows what kosher rules out, and the reverse; plain rules out nothing.
    out = {"vegan": ("goulash", "trout"), "kosher": ("pesto", "risotto")}

    def found(days, out=out, **doubtful):
        diet = replace(ONTOLOGY.attribute("diet"), excludes={"dish": out}, doubtful={"dish": doubtful})
        ontology = type(ONTOLOGY)({one.name: diet if one.name == "diet" else one for one in ONTOLOGY})
        return reach(asked, Planned(scenario(days), ontology)).reach

    vegan = tell("diet", "vegan")
    assert found({2: [vegan]}) is ANSWER
    assert found({2: [CAT]}) is VOID
    assert found({2: [vegan], 4: [tell("diet", "plain")]}) is VOID
    assert found({2: [vegan]}, {"vegan": ("goulash", "trout")}) is VOID
    assert found({2: [vegan]}, vegan=("pesto", "risotto")) is VOID


# ---------------------------------------------------------------- what a probe rests on


def test_a_probe_rests_on_what_is_told_of_its_attributes_before_it():
    plan = planned({2: [GRAZ, CAT], 4: [OSLO], 6: [BERGEN]}, others={8: [tell("city", "Linz")]})

    def values(probe):
        return [one.value for one in rests_on(probe, plan)]

    assert values(asks("single-hop", VALUE, "city", 5)) == ["Graz", "Oslo"]
    assert values(asks("order-recall", OPTION, "city", 5, other="pet")) == ["Graz", "Oslo", "cat"]
    assert values(asks("single-hop", VALUE, "city", 9, owner="bo")) == ["Linz"]
    assert values(asks("rule-keeping", Form.MANNER, "city", 5, value="length:short")) == []


def test_a_recommendation_rests_on_what_rules_out():
    plan = planned({2: [tell("diet", "vegan"), tell("allergy", "nuts"), CAT]})
    rested = rests_on(asks("aligned-recommendation", OPTION, "dish", 5), plan)
    assert [one.value for one in rested] == ["vegan", "nuts"]


def test_an_in_session_probe_is_asked_at_the_place_of_its_act():
    question = act(ActKind.ASK, "city", probe="p")
    probe = asks("single-session-user", VALUE, "city", day(4), band=Band.IN, session=2)
    assert _reach(probe, {2: [CAT], 4: [GRAZ, question]}) is ANSWER
    assert _reach(probe, {2: [CAT], 4: [question, GRAZ]}) is NONE


def test_a_probe_asked_twice_counts_at_its_first_act():
    question = act(ActKind.ASK, "city", probe="p")
    probe = asks("single-session-user", VALUE, "city", day(4), band=Band.IN, session=2)
    again = replace(question, id="again")
    assert _reach(probe, {2: [CAT], 4: [question, GRAZ, again]}) is NONE
    # Beside the conversation no act counts.
    assert _reach(replace(probe, band=Band.OUT, time=day(5)), {2: [CAT], 4: [question, GRAZ]}) is ANSWER


def test_every_kind_is_in_the_table_of_turning_points():
    elsewhere = {
        # Always answerable, or about people: above.
        "rule-keeping", "namesake", "renamed", "abstention",
        # The same rules as their neighbours: single-hop is told or untold, the others as listed.
        "single-hop", "dynamic-updating", "adversarial", "counterfactual", "forgetting", "temporal-reasoning",
        "implicit-preference", "new-scenario", "decision-guidance", "interpretive-attribution", "value-judgment",
        "contradiction",
    }  # fmt: skip
    assert {kind.value for kind in ProbeKind} == {row[0] for row in TURNING} | elsewhere
