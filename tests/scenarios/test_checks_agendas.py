"""Which agendas the checks reject: disclosures, anchors, choices, ends, things to forget, claims, outcomes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_plan import ASKED, ONTOLOGY, SECOND, UNMARKED, act, asks, day, found, planned, scenario, tell

from regulars.scenarios.checks.agendas import check_agendas
from regulars.scenarios.checks.incidents import check_incidents
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, DisclosurePhrasing, Form
from regulars.scenarios.language.packs import Language

ENGLISH = Language.load("english")
END, FORGET, REMIND, RELAY = ActKind.END, ActKind.FORGET, ActKind.REMIND, ActKind.RELAY
DELEGATE, GREET, CLOSE, TALK = ActKind.DELEGATE, ActKind.GREET, ActKind.CLOSE, ActKind.SMALL_TALK
GRAZ, OSLO, CAT = tell("city", "Graz", "graz"), tell("city", "Oslo", "oslo"), tell("pet", "cat", "cat")
OUTCOME = DisclosureMode.OUTCOME
ALWAYS = [one for one in ENGLISH.small_talk.values() if not (one.months or one.hours or one.against)]
"""Small talk of everybody at any time."""


def _agendas(days, *probes, **fields):
    return found(check_agendas(planned(days, *probes, **fields)))


def _incidents(days, *probes, **fields):
    return found(check_incidents(planned(days, *probes, **fields)))


def _with_fact(days, id, check=check_agendas, **changes):
    """The problems of the plan in which one fact is different."""
    made = scenario(days)
    persons = tuple(
        replace(one, facts=tuple(replace(fact, **changes) if fact.id == id else fact for fact in one.facts))
        for one in made.persons
    )
    return found(check(Planned(replace(made, persons=persons), ONTOLOGY)))


# ---------------------------------------------------------------- disclosures


def test_a_sound_agenda_has_no_problem():
    assert _agendas({2: [act(GREET), GRAZ, CAT, act(CLOSE)], 4: [OSLO]}) == []


@pytest.mark.parametrize(
    ("since", "problems"),
    [(day(2), []), (day(2) + SECOND, [("told-too-early", "graz")]), (day(2) - SECOND, [])],
)
def test_a_fact_is_told_from_the_moment_on_at_which_it_begins(since, problems):
    assert _with_fact({2: [GRAZ], 4: [CAT]}, "ada city=Graz", since=since) == problems


@pytest.mark.parametrize(
    ("until", "problems"),
    [(day(2), [("told-too-late", "graz")]), (day(2) + SECOND, []), (day(2) - SECOND, [("told-too-late", "graz")])],
)
def test_a_fact_is_told_before_the_moment_at_which_it_ends(until, problems):
    assert _with_fact({2: [GRAZ], 4: [CAT]}, "ada city=Graz", until=until) == problems


def test_people_tell_facts_of_their_own_and_each_once():
    foreign = [("foreign-fact", "graz")]
    assert _with_fact({2: [GRAZ], 4: [CAT]}, "ada city=Graz", person="bo") == foreign
    assert _agendas({2: [GRAZ], 4: [replace(GRAZ, id="again")]}) == [("told-twice", "again")]
    assert _agendas({2: [GRAZ]}, others={4: [replace(GRAZ, id="bos")]}) == []
    unknown = planned({2: [GRAZ]})
    nobody = replace(unknown.scenario, persons=(replace(unknown.scenario.persons[0], facts=()),))
    assert found(check_agendas(Planned(nobody, ONTOLOGY))) == [("unknown-fact", "graz")]


def test_an_act_names_the_attribute_of_its_fact():
    assert _with_fact({2: [GRAZ]}, "ada city=Graz", attribute="pet") == [("act-attribute", "graz")]


def test_an_outcome_is_no_disclosure_of_a_fact():
    assert _agendas({2: [GRAZ], 4: [act(ActKind.TELL, "dish", id="o", mode=OUTCOME)]}) == []


def test_an_unknown_attribute_is_found():
    assert _agendas({2: [act(TALK, "shoe", id="x")]}) == [("unknown-attribute", "x")]


@pytest.mark.parametrize(
    ("name", "phrasing", "sound"),
    [
        ("city", DisclosurePhrasing.DIRECT, True),
        ("city", DisclosurePhrasing.IN_PASSING, True),
        ("city", DisclosurePhrasing.PIECEMEAL, True),
        ("city", UNMARKED, True),
        ("pet", DisclosurePhrasing.DIRECT, True),
        ("pet", UNMARKED, True),
        ("pet", DisclosurePhrasing.IN_PASSING, False),
        ("pet", DisclosurePhrasing.ASSUMED, False),
        ("pet", DisclosurePhrasing.PIECEMEAL, False),
    ],
)
def test_an_attribute_is_told_in_phrasings_that_it_has(name, phrasing, sound):
    value = {"city": "Graz", "pet": "cat"}[name]
    problems = _agendas({2: [tell(name, value, "t", phrasing=phrasing)]})
    assert problems == ([] if sound else [("told-phrasing", "t")])


def test_what_follows_or_is_chosen_is_never_told():
    assert _agendas({2: [tell("country", "Norway", "t")]}) == [("told-phrasing", "t")]
    assert _agendas({2: [tell("dish", "trout", "t")]}) == [("told-phrasing", "t")]


@pytest.mark.parametrize(
    ("name", "value", "granularity", "sound"),
    [
        ("wedding", "2025-06-14", "day", True),
        ("wedding", "2025-06-14", "month", True),
        ("wedding", "2025-06-14", "year", False),
        ("wedding", "2025-06-14", "", False),
        ("surgery", "2025-06-14", "month", False),
        ("city", "Graz", "", True),
        ("city", "Graz", "day", False),
    ],
)
def test_a_date_is_told_at_a_granularity_of_its_attribute(name, value, granularity, sound):
    problems = _agendas({2: [tell(name, value, "t", granularity=granularity)]})
    assert problems == ([] if sound else [("told-granularity", "t")])


# ---------------------------------------------------------------- anchors

ANCHOR = replace(GRAZ, anchor=True)
PROBE = asks("single-session-user", Form.VALUE, "city", 9, anchor=True)


def test_anchors_come_first_in_their_session_after_the_greeting():
    more = tell("diet", "vegan", "vegan", anchor=True)
    diet = asks("single-session-user", Form.VALUE, "diet", 9, id="q", anchor=True)
    assert _agendas({2: [act(GREET), ANCHOR, more, CAT]}, PROBE, diet) == []
    assert _agendas({2: [CAT, ANCHOR]}, PROBE) == [("anchor-place", "graz")]
    assert _agendas({2: [ANCHOR, CAT, more]}, PROBE, diet) == [("anchor-place", "vegan")]
    assert _agendas({2: [CAT], 4: [ANCHOR]}, PROBE) == []


def test_an_anchor_is_an_open_disclosure():
    assert _agendas({2: [replace(ANCHOR, mode=ASKED)]}, PROBE) == [("anchor-mode", "graz")]
    talk = act(TALK, "city", id="talk", anchor=True)
    assert _agendas({2: [talk]}, PROBE) == [("anchor-mode", "talk")]


def test_messages_name_what_was_expected():
    def said(days):
        return [problem.message for problem in check_agendas(planned(days))]

    assert said({2: [tell("country", "Norway")]}) == ["tells country, which is never told but follows from city"]
    assert said({2: [tell("dish", "trout")]}) == [
        "tells dish, which is never told but follows from the outcome of a choice"
    ]
    assert said({2: [tell("wedding", "2025-06-14", granularity="year")]}) == [
        "tells wedding by its year; expected day or month"
    ]
    assert said({2: [tell("city", "Graz", granularity="day")]}) == ["tells city by its day; expected none"]
    assert said({2: [tell("wedding", "2025-06-14")]}) == ["tells wedding by its no granularity; expected day or month"]
    assert said({2: [act(DELEGATE, "dish")]}) == [
        "offers nothing to choose from; expected two or more different values of dish"
    ]


@pytest.mark.parametrize("kind", [ActKind.ASK, ActKind.REQUEST])
@pytest.mark.parametrize("name", ["city", "country"])
def test_what_is_anchored_is_never_asked_for_in_the_conversation(kind, name):
    assert _agendas({2: [ANCHOR], 4: [act(kind, name, id="q")]}, PROBE) == [("anchor-asked", "q")]
    assert _agendas({2: [ANCHOR]}, PROBE, others={4: [act(kind, name, id="q")]}) == []
    assert _agendas({2: [ANCHOR], 4: [act(kind, "pet", id="q")]}, PROBE) == []


@pytest.mark.parametrize("kind", [END, FORGET, RELAY])
def test_what_is_anchored_changes_by_anchors_only(kind):
    assert _agendas({2: [ANCHOR], 4: [act(kind, "city", id="x")]}, PROBE) == [("anchor-updated", "x")]


def test_an_anchor_may_follow_an_anchor_but_a_plain_disclosure_may_not():
    assert _agendas({2: [ANCHOR], 4: [OSLO]}, PROBE) == [("anchor-updated", "oslo")]
    assert _agendas({2: [ANCHOR], 4: [replace(OSLO, anchor=True)]}, PROBE) == []
    assert _agendas({2: [ANCHOR], 4: [act(REMIND, "city", id="r")]}, PROBE) == []


def test_each_anchor_has_a_probe_if_there_are_probes_beside_the_conversation():
    plain = replace(PROBE, anchor=False)
    assert _agendas({2: [ANCHOR]}, plain) == [("anchor-unprobed", "graz")]
    assert _agendas({2: [ANCHOR]}) == []
    inside = replace(plain, band=Band.IN)
    assert _agendas({2: [ANCHOR]}, inside) == []
    # A probe on what follows from the anchor will do; one about another person will not.
    assert _agendas({2: [ANCHOR]}, replace(PROBE, attribute="country")) == []
    assert _agendas({2: [ANCHOR]}, replace(PROBE, owner="bo"), others={4: [CAT]}) == [("anchor-unprobed", "graz")]


# ---------------------------------------------------------------- rounds and choices


def test_an_agenda_fits_the_rounds_of_its_session():
    talk = [act(TALK, id=f"talk{number}") for number in range(12)]
    silent = [act(GREET), act(CLOSE)]
    assert _agendas({2: [*talk, *silent]}) == []
    assert _agendas({2: [*talk, *silent, CAT]}) == [("agenda-too-long", "session 1")]
    # A piecemeal disclosure takes two rounds.
    pieces = replace(GRAZ, phrasing=DisclosurePhrasing.PIECEMEAL)
    assert _agendas({2: [*talk[:10], pieces]}) == []
    assert _agendas({2: [*talk[:11], pieces]}) == [("agenda-too-long", "session 1")]


def test_an_exchange_of_small_talk_takes_as_many_rounds_as_it_has_messages():
    three = next(one.id for one in ALWAYS if len(one.messages) == 3)
    talk = [act(TALK, id=f"talk{number}") for number in range(9)]
    exchange = act(TALK, id="named", other=three)
    assert _agendas({2: [*talk, exchange]}) == []
    assert _agendas({2: [*talk, exchange, CAT]}) == [("agenda-too-long", "session 1")]


def test_an_exchange_of_small_talk_is_known_and_comes_once():
    first, second = (exchange.id for exchange in ALWAYS[:2])
    once, twice = act(TALK, id="one", other=first), act(TALK, id="two", other=first)
    assert _agendas({2: [once, act(TALK, id="free")], 4: [act(TALK, id="other", other=second)]}) == []
    assert _agendas({2: [once], 4: [twice]}) == [("small-talk-twice", "two")]
    assert _agendas({2: [replace(once, other="kitchen-99")]}) == [("unknown-small-talk", "one")]
    # Once all have come, they may come again.
    every = [act(TALK, id=id, other=id) for id in ENGLISH.small_talk]
    assert ("small-talk-twice", "two") not in _agendas({2: every, 4: [twice]})


def test_an_exchange_of_small_talk_suits_its_speaker_and_the_time():
    unsuitable = [("unsuitable-small-talk", "one")]
    summer = next(one for one in ENGLISH.small_talk.values() if one.months and day(2).month not in one.months)
    assert _agendas({2: [act(TALK, id="one", other=summer.id)]}) == unsuitable
    late = next(one for one in ENGLISH.small_talk.values() if one.hours and day(2).hour not in one.hours)
    assert _agendas({2: [act(TALK, id="one", other=late.id)]}) == unsuitable
    against = next(one for one in ENGLISH.small_talk.values() if one.against and not (one.months or one.hours))
    made = scenario({2: [act(TALK, id="one", other=against.id)]})
    for traits, problems in (((), []), (tuple(against.against), unsuitable)):
        someone = replace(made.persons[0], persona=replace(made.persons[0].persona, traits=traits))
        changed = replace(made, persons=(someone, *made.persons[1:]))
        assert found(check_agendas(Planned(changed, ONTOLOGY))) == problems


@pytest.mark.parametrize(
    ("options", "sound"),
    [
        (("trout", "pesto"), True),
        (("trout",), False),
        ((), False),
        (("trout", "trout"), False),
        (("trout", "pesto", "trout"), False),
        (("trout", "caviar"), False),
    ],
)
def test_a_choice_offers_two_or_more_different_values(options, sound):
    problems = _agendas({2: [act(DELEGATE, "dish", id="d", options=options)]})
    assert problems == ([] if sound else [("options", "d")])


def test_a_choice_leaves_an_option_by_the_time_of_asking():
    vegan, choice = tell("diet", "vegan", "vegan"), act(DELEGATE, "dish", id="d", options=("trout", "goulash"))
    left = [("no-option-left", "d")]
    assert _agendas({2: [vegan], 4: [choice]}) == left
    assert _agendas({4: [vegan, choice]}) == left
    assert _agendas({4: [choice, vegan]}) == []
    assert _agendas({4: [choice], 6: [vegan]}) == []
    assert _agendas({4: [choice]}, others={2: [vegan]}) == []
    some = replace(choice, options=("trout", "pesto"))
    assert _agendas({2: [vegan], 4: [some]}) == []


# ---------------------------------------------------------------- ends


THIRD = day(3)


def _end(days, until=THIRD, **changes):
    return _with_fact(days, "ada city=Graz", check_incidents, until=until, **changes)


OVER = act(END, "city", id="over", value="Graz")


@pytest.mark.parametrize(
    ("until", "problems"),
    [
        (day(4), []),
        (day(4) - SECOND, []),
        (day(4) + SECOND, [("ended-too-early", "over")]),
        (None, [("ended-too-early", "over")]),
    ],
)
def test_an_end_is_told_once_the_fact_has_ended(until, problems):
    assert _end({2: [GRAZ], 4: [OVER]}, until) == problems


def test_an_end_follows_the_disclosure_of_its_fact():
    untold = [("ended-untold", "over")]
    assert _end({2: [GRAZ], 4: [OVER]}) == []
    assert _end({4: [GRAZ, OVER]}) == []
    assert _end({4: [OVER, GRAZ]}) == untold
    assert _end({4: [OVER], 6: [GRAZ]}) == untold
    # Another city was told before, but not this one.
    made = scenario({2: [OSLO, GRAZ], 4: [OVER]})
    sessions = (replace(made.sessions[0], agenda=made.sessions[0].agenda[:1]), made.sessions[1])
    ended = tuple(replace(fact, until=day(3)) for fact in made.persons[0].facts)
    only = replace(made, sessions=sessions, persons=(replace(made.persons[0], facts=ended),))
    assert found(check_incidents(Planned(only, ONTOLOGY))) == untold


def test_an_end_is_about_a_fact_of_its_person_and_attribute():
    assert _end({2: [GRAZ], 4: [replace(OVER, attribute="pet")]}) == [
        ("foreign-fact", "over"),
        ("ended-untold", "over"),
    ]
    assert ("foreign-fact", "over") in _end({2: [GRAZ], 4: [OVER]}, person="bo")
    assert _incidents({2: [GRAZ], 4: [replace(OVER, fact="city=Linz")]}) == [("unknown-fact", "over")]


def test_the_end_of_something_forgotten_is_not_told():
    forgotten = [("ended-forgotten", "over")]
    assert _end({2: [GRAZ], 3: [act(FORGET, "city")], 4: [OVER]}) == forgotten
    assert _end({2: [GRAZ], 4: [act(FORGET, "city"), OVER]}) == forgotten
    assert _end({2: [GRAZ], 4: [OVER], 6: [act(FORGET, "city")]}) == []
    assert _end({2: [GRAZ, CAT], 3: [act(FORGET, "pet")], 4: [OVER]}) == []


# ---------------------------------------------------------------- forgetting, reminders, claims, outcomes


def test_people_want_forgotten_what_they_told():
    forget = act(FORGET, "city", id="f")
    assert _incidents({2: [GRAZ], 4: [forget]}) == []
    assert _incidents({2: [GRAZ, forget]}) == []
    for days in ({2: [forget, GRAZ]}, {2: [forget], 4: [GRAZ]}, {2: [CAT, forget]}):
        assert _incidents(days) == [("forgot-untold", "f")], days
    assert _incidents({2: [CAT]}, others={1: [GRAZ], 4: [replace(forget, attribute="pet")]}) == [("forgot-untold", "f")]


def test_a_reminder_is_of_something_told_and_met_by_a_later_greeting():
    remind, meets = act(REMIND, "pet", id="r"), asks("proactive", Form.MENTION, "pet", day(4), target="r", band=Band.IN)
    assert _incidents({2: [CAT, remind], 4: [act(GREET)]}, meets) == []
    assert _incidents({2: [remind, CAT], 4: [act(GREET)]}, meets) == [("remind-untold", "r")]
    unmet = [("remind-unmet", "r")]
    assert _incidents({2: [CAT, remind]}) == unmet
    assert _incidents({2: [CAT, remind]}, replace(meets, time=day(2))) == unmet
    assert _incidents({2: [CAT, remind]}, replace(meets, time=day(2) + SECOND)) == []
    assert _incidents({2: [CAT, remind]}, replace(meets, target="q")) == unmet
    assert _incidents({2: [CAT, remind]}, replace(meets, form=Form.VALUE)) == unmet
    assert _incidents({2: [CAT, remind]}, replace(meets, owner="bo"), others={6: [OSLO]}) == unmet


@pytest.mark.parametrize("other", ["", "Paris", "Graz"])
def test_a_claim_and_an_assumption_are_false_values_of_the_attribute(other):
    assumed = replace(OSLO, phrasing=DisclosurePhrasing.ASSUMED, other=other)
    assert _incidents({2: [assumed]}, others={4: [GRAZ]}) == [("assumed-value", "oslo")]
    claim = act(RELAY, "city", id="c", other=other)
    assert _incidents({2: [claim]}, others={4: [GRAZ]}) == [("claimed-value", "c")]
    # Linz is nobody's city.
    assert _incidents({2: [replace(assumed, other="Linz")]}, others={4: [GRAZ]}) == []
    assert _incidents({2: [replace(claim, other="Linz")]}, others={4: [GRAZ]}) == []
    gossip = act(ActKind.GOSSIP, "city", id="g", options=("Linz", other) if other else ())
    assert _incidents({2: [gossip]}, others={4: [GRAZ]}) == [("gossip-value", "g")]
    assert _incidents({2: [replace(gossip, options=("Linz",))]}, others={4: [GRAZ]}) == []
    assert _incidents({2: [replace(OSLO, other=other)]}) == []


def test_an_outcome_follows_the_choice_of_its_person_and_attribute():
    choice = act(DELEGATE, "dish", id="d", options=("trout", "pesto"))
    told = act(ActKind.TELL, "dish", id="o", mode=OUTCOME, target="d")
    wrong = [("outcome", "o")]
    assert _incidents({2: [choice], 4: [told]}) == []
    assert _incidents({2: [choice, told]}) == wrong
    assert _incidents({2: [told], 4: [choice]}) == wrong
    assert _incidents({2: [choice], 4: [replace(told, target="x")]}) == wrong
    assert _incidents({2: [choice], 4: [replace(told, attribute="pet")]}) == wrong
    assert _incidents({2: [choice]}, others={4: [told]}) == wrong
    assert _incidents({2: [choice, CAT], 4: [replace(told, fact="pet=cat")]}) == wrong


def test_an_act_about_an_unknown_attribute_is_left_to_the_agenda():
    assert _incidents({2: [act(FORGET, "shoe", id="x")]}) == []
