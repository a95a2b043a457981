"""Families of natural replies: drafts, hearsay, careless spelling, amounts and dates; each with its counterpart."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

CITY = Domain("home_city", aliases={"Bergen": (), "Oslo": (), "Graz": (), "Porto": ()}, subjects=("city", "live"))
VETO = Domain(
    "venue_limit",
    aliases={"booming echoes": (), "low ceilings": (), "liquor shelves": ()},
    subjects=("venue", "veto"),
    lasting=True,
)
DENTIST = Domain("dentist", aliases={"Petrosyan": (), "Lindqvist": ()}, subjects=("dentist", "dental"))
CAR = Domain("car_model", aliases={"Nissan Leaf": (), "Toyota Yaris": (), "Fiat Panda": ()}, subjects=("car", "model"))
LANGUAGES = Domain("languages", aliases={"Arabic": (), "Mandarin": (), "Bulgarian": ()}, subjects=("language",))
EXERCISES = Domain("exercise", aliases={"heel slides": (), "clamshells": (), "bridges": ()}, subjects=("exercise",))
TIPS = Domain("career_route", aliases={"trial internships": (), "portfolio websites": ()}, subjects=("route",))
LOAN = Domain("loan_balance", ValueType.NUMBER, unit="rands", subjects=("loan", "balance"))
PRESSURE = Domain("blood_pressure", ValueType.NUMBER, unit="mmHg", subjects=("blood", "pressure", "systolic"))
MILEAGE = Domain("yearly_mileage", ValueType.NUMBER, unit="miles", subjects=("mileage", "drive"))
WARRANTY = Domain("warranty_end", ValueType.DATE, subjects=("warranty",))


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


# ---------------------------------------------------------------- texts written for somebody else

ASKING = (
    "Here's a script:\n\n\"Good morning! Does your hall have {}? If so, we'd look elsewhere.\"",
    "Questions for the innkeeper:\n- Are there {} in the hall?\n- How many seats are there?",
    "| Question | Why |\n|---|---|\n| Are there {}? | your veto |\n| How many seats? | the guests |",
    '"Hello, this is Maryam. Is your hall plagued by {}? Many thanks!"',
    '"Dear Sir, does the room suffer from {}? We can\'t have that."',
    "**Script for the call**\n1. Say hello.\n2. Ask: is the hall free of {}?",
)


@pytest.mark.parametrize("draft", ASKING)
def test_a_question_in_a_requested_text_names_the_value(draft):
    assert _kind(draft.format("booming echoes"), VETO, "booming echoes") == "correct"
    assert _kind(draft.format("low ceilings"), VETO, "booming echoes") == "wrong"


@pytest.mark.parametrize(
    "reply",
    ["Is it {} that you can't have?", "Do you mean {}?", "I'd be glad to. Was your veto {}?", "{}, perhaps?"],
)
def test_a_question_to_the_user_stays_a_question(reply):
    assert _kind(reply.format("booming echoes"), VETO, "booming echoes") == "undetermined"


@pytest.mark.parametrize(
    "draft",
    [
        'How about this: "Our friend can\'t bear {}. Be kind."',
        "> Dear team,\n> the nemesis you will meet: {}.\n> Zora",
        '"Dear team, the one we fight here: {}. Zora"',
        "*Chère Madame*, come soon. The foe you'll meet here: {}. À bientôt, Zora",
        'With what you told me in January, I\'d write: "Our mate suffers from {}, so mind the venue."',
    ],
)
def test_a_card_or_mail_says_its_value_in_other_words(draft):
    assert _kind(draft.format("booming echoes"), VETO, "booming echoes") == "correct"
    assert _kind(draft.format("low ceilings"), VETO, "booming echoes") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        'Your exact words were: "We finally live in Bergen".',
        "Your message from March reads: 'We moved to Bergen in the end.'",
        '"We finally live in Bergen", from our chat in March.',
    ],
)
def test_quoted_words_of_the_user_are_no_draft(reply):
    assert _kind(reply, CITY, "Bergen") == "undetermined"


# ---------------------------------------------------------------- other people's words, other matters, other names


@pytest.mark.parametrize(
    "reply",
    [
        "My sister told me {}.", "{} is what your colleague told me.", "Someone else mentioned {}.",
        "Another user said {}, by the way. Someone else told me {}.",
    ],
)  # fmt: skip
def test_hearsay_is_no_answer(reply):
    assert _kind(reply.format("Bergen", "Bergen"), CITY, "Bergen") != "correct"


@pytest.mark.parametrize("reply", ["You told me {}.", "{} is what you told me.", "Your sister told me Oslo, you {}."])
def test_the_users_own_words_are_one(reply):
    assert _kind(reply.format("Bergen"), CITY, "Bergen") == "correct"


@pytest.mark.parametrize(("role", "kind"), [("dentist", "correct"), ("vet", "off_task"), ("lawyer", "off_task")])
def test_a_name_in_another_role_is_no_answer(role, kind):
    assert _kind(f"Your {role} is Petrosyan.", DENTIST, "Petrosyan") == kind
    assert _kind(f"Your {role} is called Petrosyan.", DENTIST, "Petrosyan") == kind


@pytest.mark.parametrize(
    ("named", "kind"), [("Nissan", "correct"), ("Nissan Leaf", "correct"), ("Nissan Juke", "off_task")]
)
def test_a_part_of_a_name_counts_only_without_another_name_beside_it(named, kind):
    assert _kind(f"It's a {named}.", CAR, "Nissan Leaf") == kind


def test_a_labelled_model_decides_between_two_of_a_make():
    assert _kind("Make: Nissan\nModel: Leaf", CAR, "Nissan Leaf") == "correct"
    assert _kind("Make: Nissan\nModel: Juke", CAR, "Nissan Leaf") != "correct"


def test_a_list_that_ends_in_an_unknown_name_is_not_complete():
    assert (
        _kind("Arabic, Mandarin and Bulgarian.", LANGUAGES, "Arabic", "Mandarin", "Bulgarian", form="set") == "correct"
    )
    said = "Arabic, Mandarin, Bulgarian and Norwegian."
    assert _kind(said, LANGUAGES, "Arabic", "Mandarin", "Bulgarian", form="set") == "wrong"


@pytest.mark.parametrize("behind", ["are only something other people do", "were mentioned as what others do"])
def test_things_that_others_do_do_not_belong_to_an_order(behind):
    said = f"First heel slides, then clamshells; bridges {behind}."
    assert _kind(said, EXERCISES, "heel slides", "clamshells", form="order") == "correct"
    assert _kind("Heel slides, clamshells, bridges.", EXERCISES, "heel slides", "clamshells", form="order") == "wrong"


# ---------------------------------------------------------------- what held before


@pytest.mark.parametrize(
    "reply",
    ["As of now: {} (earlier: {})", "{} (before: {})", "{1} is what you said in January, and {0} in March.",
     "{1} is what you told me in May, and {0} in June."],
)  # fmt: skip
def test_the_value_told_last_counts(reply):
    assert _kind(reply.format("Bergen", "Oslo"), CITY, "Bergen", stale=("Oslo",)) == "correct"
    assert _kind(reply.format("Oslo", "Bergen"), CITY, "Bergen", stale=("Oslo",)) == "stale"


def test_an_old_and_a_new_entry_of_something_to_avoid():
    both = "Old entry: {}\nNew entry: {}"
    assert _kind(both.format("low ceilings", "booming echoes"), VETO, "booming echoes") == "correct"
    assert _kind(both.format("booming echoes", "low ceilings"), VETO, "booming echoes") == "wrong"


@pytest.mark.parametrize("reply", ["{} is what I noted; you say {} now.", "{1} is what you say now; I noted {0}."])
def test_a_claim_in_the_question_is_set_aside(reply):
    assert _kind(reply.format(135, 150), PRESSURE, "135") == "correct"
    assert _kind(reply.format(150, 135), PRESSURE, "135") == "wrong"


# ---------------------------------------------------------------- spelling, units, dates


@pytest.mark.parametrize(
    "reply",
    [
        "hm dont think u ever told me who ur dentist is, sorry", "dont think uve told me that", "no clue tbh",
        "i dont think ur dentist ever came up", "not smth u told me", "cant say, never heard it from u",
        "You mentioned a dentist, but no name.",
    ],
)  # fmt: skip
def test_careless_abstentions_are_read(reply):
    assert _kind(reply, DENTIST) == "correct"
    assert _kind(reply, DENTIST, "Petrosyan") == "abstained"


@pytest.mark.parametrize("reply", ["ur dentist is {}", "u told me {}", "{} tbh"])
def test_careless_answers_are_no_abstentions(reply):
    assert _kind(reply.format("petrosyan"), DENTIST, "Petrosyan") == "correct"
    assert _kind(reply.format("petrosyan"), DENTIST) == "unsupported"


@pytest.mark.parametrize("reply", ["None.", "0", "Zero.", "Nothing so far."])
def test_none_to_a_set_that_was_never_told_abstains(reply):
    assert _kind(reply, LANGUAGES, form="set") == "correct"
    assert _kind(reply, LANGUAGES, "Arabic", form="set") == "abstained"


@pytest.mark.parametrize("tag", ["anything else?", "did i miss any?", "is there anything to add?", "sounds good?"])
def test_an_offer_behind_a_list_asks_nothing(tag):
    assert _kind(f"arabic n mandarin, {tag}", LANGUAGES, "Arabic", "Mandarin", form="set") == "correct"
    assert _kind(f"arabic n bulgarian, {tag}", LANGUAGES, "Arabic", "Mandarin", form="set") == "wrong"


def test_a_memory_in_doubt_is_left_open():
    said = "I'm not certain. There might be something about Porto. I couldn't say for sure."
    assert _kind(said, CITY) == "undetermined"
    assert _kind("I couldn't say; nothing about Porto or any other city has come up.", CITY) == "correct"


@pytest.mark.parametrize(("written", "kind"), [("R8,500", "correct"), ("R8 500", "correct"), ("R9,500", "wrong")])
def test_rand_stands_before_its_amount(written, kind):
    assert _kind(written, LOAN, "8500") == kind


@pytest.mark.parametrize("written", ["{} systolic", "{}/85", "{} over 85"])
def test_the_upper_value_of_a_blood_pressure_counts(written):
    assert _kind(written.format(135), PRESSURE, "135", stale=("130",)) == "correct"
    assert _kind(written.format(130), PRESSURE, "135", stale=("130",)) == "stale"
    assert _kind("Your pulse is 135.", PRESSURE, "135") == "off_task"


def test_a_row_in_another_unit_is_wrong():
    assert _kind("| Period | Distance |\n|---|---|\n| Year | 11007 km |", MILEAGE, "11007") == "wrong"
    assert _kind("| Period | Distance |\n|---|---|\n| Year | 11007 miles |", MILEAGE, "11007") == "correct"


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("04/08/2025 (4 August)", "correct"), ("08/04/2025 (August 4)", "correct"), ("04/08/2025 (8 April)", "wrong"),
        ("04/08/2025", "undetermined"), ("04/08/2025, told on 9 June", "undetermined"),
    ],
)  # fmt: skip
def test_a_date_in_words_settles_the_figures_beside_it(written, kind):
    assert _kind(written, WARRANTY, "2025-08-04") == kind


@pytest.mark.parametrize("reply", ["My advice back then was to try {}.", "I suggested you try {}.", "Try {}, I said."])
def test_advice_to_try_something_is_advice(reply):
    assert _kind(reply.format("portfolio websites"), TIPS, "portfolio websites", form="choice") == "correct"
    assert _kind(reply.format("trial internships"), TIPS, "portfolio websites", form="choice") == "wrong"
    assert _kind("I told you not to try portfolio websites.", TIPS, "portfolio websites", form="choice") != "correct"
