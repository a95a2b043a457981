"""Families of natural replies that take back, confirm or exclude: the verdict turns when their values are swapped."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.figures.numbers import in_money
from regulars.rewards.choices.choice import read_choice
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.rewards.verdicts.messages import judge_message
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType, find_values

TOWN = Domain("home_town", aliases={"Bergen": (), "Lyon": (), "Graz": ()}, subjects=("home", "town", "live"))
CARD = Domain("card", aliases={"Visa": (), "Amex": ()}, subjects=("card",))
NUISANCE = Domain("calm_limit", aliases={"messy hands": (), "tight spaces": (), "pet hair": ()}, subjects=("calm",))
COOK = Domain("party_dish", aliases={"cheese fondue": (), "beef tartare": (), "onion soup": ()}, subjects=("dish",))
TALKS = Domain("talk", aliases={"parish leaflets": (), "radio spots": (), "info leaflets": ()}, subjects=("reach",))
SCIENCE = Domain("course", aliases={"speleology": (), "gemmology": ("gemology",), "virology": ()}, subjects=("course",))
DEBT = Domain("debt", ValueType.NUMBER, unit="rand", subjects=("debt",))
RENT = Domain("rent", ValueType.NUMBER, unit="euros", subjects=("rent",))
COMMUTE = Domain("commute", ValueType.NUMBER, unit="minutes", subjects=("commute",))
LEAVE = Domain("leave", ValueType.NUMBER, unit="weeks", subjects=("leave",))
COUNT = Domain("count", ValueType.NUMBER)
LICENCE = Domain("licence_date", ValueType.DATE, subjects=("licence",))
LETTERS = Domain("letters", aliases={"A": (), "B": (), "C": (), "D": ()})


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "I shouldn't have said {1}. You live in {0}.",
        "I shouldn't have assumed {1}: it's {0}.",
        "{0}. I don't have anything from you about {1}.",
        "{1} didn't come from you. You told me {0}.",
        "You told me {0}. I'm not sure where {1} came from.",
        "It was {0}, and I'm sorry for saying {1}.",
        "You live in {0}. Please ignore what I said about {1}.",
        "{0}. {1} must have come from somewhere else.",
        "{0}. (I've seen {1} mentioned, but that wasn't about you.)",
        "I have {0} for you, and nothing about {1}.",
        "It's {0}; {1} was never part of it.",
        "{0}. Why I said {1} I can't tell: it may well be wrong.",
        "Was it {1}? I'm quite sure it was {0}.",
        "Is it {1}? I'd say it is {0}.",
    ],
)
def test_what_a_reply_takes_back_or_asks_about_is_no_answer(reply: str) -> None:
    assert _kind(reply.format("Bergen", "Lyon"), TOWN, "Bergen") == "correct"
    assert _kind(reply.format("Lyon", "Bergen"), TOWN, "Bergen") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "You told me {0}. I'm not sure where the {1} came from.",
        "{0}. {1} isn't something you told me.",
        "I don't see {1} anywhere in what you've told me. It's {0}.",
        "{0}. I shouldn't have assumed {1}.",
        "{1} didn't come from you. You mentioned {0}.",
        "- ❌ {1}\n- ✅ {0}",
    ],
)
def test_so_is_a_thing_to_avoid_that_a_reply_takes_back(reply: str) -> None:
    assert _kind(reply.format("messy hands", "pet hair"), NUISANCE, "messy hands") == "correct"
    assert _kind(reply.format("pet hair", "messy hands"), NUISANCE, "messy hands") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "I have nothing from you on that. Pet hair didn't come from you.",
        "You never mentioned pet hair to me, nor any other.",
    ],
)
def test_a_thing_to_avoid_that_only_a_stranger_told_is_no_leak_where_it_is_denied(reply: str) -> None:
    assert _kind(reply, NUISANCE, others=("pet hair",)) == "correct"


def test_a_cross_alone_names_what_to_avoid() -> None:
    assert _kind("❌ pet hair", NUISANCE, "pet hair") == "correct"


@pytest.mark.parametrize("thing", ["I love it there", "leave a bit of {}, i love it", "Add {}, we like that."])
def test_a_thing_to_avoid_that_is_called_welcome_is_wrong(thing: str) -> None:
    assert _kind(thing.format("pet hair"), NUISANCE, "pet hair") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "Was it {}? I'm quite certain that it was.",
        "Is it {}? I'd say so.",
        "Might it be {}? I'd say that's it.",
        "Could it be {}? I think so.",
    ],
)
def test_a_question_that_the_reply_answers_by_yes_is_an_answer(reply: str) -> None:
    assert _kind(reply.format("Bergen"), TOWN, "Bergen") == "correct"
    assert _kind(reply.format("Lyon"), TOWN, "Bergen") == "wrong"


def test_what_somebody_would_have_said_is_an_answer_unless_something_is_set_against_it() -> None:
    assert _kind("I'd have said Bergen.", TOWN, "Bergen") == "correct"
    assert _kind("I'd have said Lyon.", TOWN, "Bergen") == "wrong"
    assert _kind("I'd have said Bergen, but I was wrong.", TOWN, "Bergen") != "correct"
    assert _kind("I'd have said Lyon. It's Bergen.", TOWN, "Bergen") == "correct"


def test_neither_of_two_denied_values_is_asserted() -> None:
    assert _kind("Not Lyon, nor Bergen.", TOWN, "Bergen") == "off_task"
    assert _kind("Not Lyon, Bergen.", TOWN, "Bergen") == "correct"


@pytest.mark.parametrize(
    "reply", ["Before that, your flat was in {}.", "Formerly, your home was in {}.", "Until then, you were in {}."]
)
def test_words_for_an_earlier_time_before_a_comma_age_what_follows(reply: str) -> None:
    assert _kind(reply.format("Bergen"), TOWN, "Bergen") == "off_task"
    assert _kind("Previously, you told me that it's Bergen.", TOWN, "Bergen") == "correct"


def test_what_has_not_ended_holds() -> None:
    over = {"over": True, "stale": ("Visa",)}
    assert _kind("You haven't cancelled your Visa.", CARD, **over) == "stale"
    assert _kind("You never gave up the Visa.", CARD, **over) == "stale"
    assert _kind("You've cancelled your Visa.", CARD, **over) == "correct"
    assert _kind("Nobody but Visa.", CARD, **over) == "stale"
    assert _kind("You haven't cancelled your Visa.", CARD, "Visa") == "correct"
    assert _kind("That account has been paid off, the Visa is cleared.", CARD, **over) == "correct"


def test_that_something_is_over_is_no_abstention() -> None:
    assert _kind("That's over, there is none.", CARD) == "unsupported"
    assert _kind("There is none.", CARD) == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "{0}! The guests would not touch the rest.",
        "Definitely the {0}! The {1} would be a bad idea.",
        "We said either one. So make {0}.",
        "Take the {0}, not the {1}.",
    ],
)
def test_the_last_word_of_a_name_may_stand_for_it(reply: str) -> None:
    assert _kind(reply.format("fondue", "tartare"), COOK, "cheese fondue", form="any") == "correct"
    assert _kind(reply.format("tartare", "fondue"), COOK, "cheese fondue", form="any") == "wrong"


def test_the_last_word_tells_values_apart_that_were_named_before() -> None:
    reply = "You couldn't decide between radio spots and parish leaflets, and I went with the {}."
    assert _kind(reply.format("leaflets"), TALKS, "parish leaflets", form="choice") == "correct"
    assert _kind(reply.format("spots"), TALKS, "parish leaflets", form="choice") == "wrong"


def test_what_is_too_much_is_not_proposed() -> None:
    assert _kind("Cheese fondue is too heavy.", COOK, "cheese fondue", form="any") != "correct"


def test_a_value_for_each_case_is_no_choice() -> None:
    reply = "If you have time, the fondue, if you're in a hurry, the tartare."
    assert _kind(reply, COOK, "cheese fondue", form="any") == "undetermined"
    assert _kind("If you ask me, cheese fondue.", COOK, "cheese fondue", form="any") == "correct"


@pytest.mark.parametrize("reply", ["I'd leave that to you.", "I'd rather not advise you on that."])
def test_who_leaves_the_choice_to_the_user_abstains(reply: str) -> None:
    assert _kind(reply, COOK, "cheese fondue", form="any") == "abstained"


def test_a_neighbouring_science_is_no_slip_of_the_pen() -> None:
    assert _kind("It's speleology. That takes some geology, too.", SCIENCE, "speleology") == "correct"
    assert _kind("It's speleology. That takes some gemology, too.", SCIENCE, "speleology") == "wrong"
    assert _kind("It's speleolgy.", SCIENCE, "speleology") == "correct"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Noch 8.750 Rand.", "8750"),
        ("8.750 rand", "8750"),
        ("8,750 rand", "8750"),
        ("8.75 rand", "8.75"),
        ("You owe 8,750 rand, down from 9,250.", "8750"),
        ("It started this year at 9,250 rand. You still owe 8,750 and have paid back 500 since.", "8750"),
        ("When it falls due you're set to receive 900 rand.", "900"),
        ("You'll get 900 rand.", "900"),
    ],
)
def test_amounts_of_money(reply: str, value: str) -> None:
    assert _kind(reply, DEBT, value) == "correct"
    assert _kind(reply, DEBT, "777") != "correct"


def test_currencies_may_have_their_names_in_other_languages() -> None:
    pounds = Domain("pension", ValueType.NUMBER, unit="pounds")
    assert _kind("1.326 Pfund im Monat.", pounds, "1326") == "correct"
    assert _kind("1.326 Franken im Monat.", pounds, "1326") != "correct"
    assert in_money("8.750 km", find_values("8.750 km", COMMUTE), COMMUTE) == []


@pytest.mark.parametrize(
    ("reply", "domain", "value"),
    [
        ("80 euros, in total 900 euros.", RENT, "900"),
        ("900 euros in total, 80 of it for heating.", RENT, "900"),
        ("900 euros; with electricity 980 in all.", RENT, "900"),
        ("Two and a half weeks.", LEAVE, "2.5"),
        ("It's two and a half weeks in all.", LEAVE, "2.5"),
        ("It went from 60 minutes to an hour and a half.", COMMUTE, "90"),
        ("148 minutes, which is about two and a half hours.", COMMUTE, "148"),
    ],
)
def test_totals_and_halves(reply: str, domain: Domain, value: str) -> None:
    assert _kind(reply, domain, value) == "correct"
    assert _kind(reply, domain, "77") != "correct"


@pytest.mark.parametrize("reply", ["It's between 30 - 40 euros.", "between 30 and 40 euros", "at least 30 euros"])
def test_a_range_is_left_open(reply: str) -> None:
    assert _kind(reply, RENT, "30") == _kind(reply, RENT, "40") == "undetermined"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("A pair each, two in all, i.e. four.", "4"),
        ("You have six allergies. There are two medicines among them, three foods, and nickel.", "6"),
        ("Du spielst fünf Instrumente, that's quite a collection.", "5"),
        ("Only one that I know of.", "1"),
        ("357, if I didn't mess up.", "357"),
    ],
)
def test_counts(reply: str, value: str) -> None:
    assert _kind(reply, COUNT, value, form="count") == "correct"
    assert _kind(reply, COUNT, "9", form="count") != "correct"


def test_a_count_left_open_stays_open_beside_a_word_for_a_total() -> None:
    assert _kind("Three or four altogether.", COUNT, "4", form="count") == "undetermined"


@pytest.mark.parametrize(
    ("reply", "date"),
    [
        ("Seit Oktober 2024.", "2024-10"),
        ("On Boxing Day 2023!", "2023-12-26"),
        ("> **25 · 12 · 2023**", "2023-12-25"),
        ("August. You didn't give me a day.", "2025-08"),
    ],
)
def test_dates_in_other_words(reply: str, date: str) -> None:
    assert _kind(reply, LICENCE, date) == "correct"
    assert _kind(reply, LICENCE, "2020-01-01") == "wrong"


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("b came 1st", "B"),
        ("I'm inclined to say B, since I don't think that the rest is so.", "B"),
        ("**B)** I wasn't happy any more", "B"),
        ("Enamellers: yes. Clothworkers: yes. Embroiderers: yes. So B isn't one of yours.", "B"),
        ("Wouldn't B suit you better? I'd say it does.", "B"),
    ],
)
def test_options(reply: str, letter: str) -> None:
    options = ("Because of an argument", "I wasn't happy any more", "To have less stress", "A friend's advice")
    key = {"form": "option", "options": options}
    assert _kind(reply, LETTERS, letter, **key) == "correct"
    assert _kind(reply, LETTERS, "D", **key) == "wrong"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("Not enough information.", "abstained"),
        ("How many were there at the start? I no longer know, so I can't compare.", "abstained"),
    ],
)
def test_who_cannot_compare_picks_no_option(reply: str, found: str) -> None:
    assert _kind(reply, LETTERS, "A", form="option", options=("The earliest one.", "The latest one.")) == found


def test_early_in_a_month_is_no_option() -> None:
    reply = "You began with 214 in early February, and the last was 244. The {} one is higher."
    key = {"form": "option", "options": ("The earliest one.", "The latest one.")}
    assert _kind(reply.format("latest"), LETTERS, "B", **key) == "correct"
    assert _kind(reply.format("earliest"), LETTERS, "B", **key) == "wrong"


def test_a_message_that_calls_welcome_what_is_to_be_avoided_is_wrong() -> None:
    needed = Content("calm_limit", NUISANCE, ("pet hair",), needed=True)
    key = Expectation("pass_on", NUISANCE, True, ("pet hair",), contents=(needed,))
    assert judge_message("Dear host,\n\nI can't stand pet hair.\n\nNed", "", key).kind.name == "CORRECT"
    assert judge_message("Dear host,\n\nI love pet hair, so bring it on.\n\nNed", "", key).kind.name == "WRONG"
    liked = Expectation(
        "pass_on", NUISANCE, True, ("pet hair",), contents=(Content("", NUISANCE, ("pet hair",), True),)
    )
    assert judge_message("Dear host,\n\nI love pet hair.\n\nNed", "", liked).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "reply",
    [
        'Next to the red line goes "{} euros".',
        'The note should say: "The rent is {} euros."',
        "As requested: rent, {} euros.",
    ],
)
def test_words_that_are_to_be_written_down_are_asserted(reply: str) -> None:
    assert _kind(reply.format(900), RENT, "900") == "correct"
    assert _kind(reply.format(800), RENT, "900") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "{0} these days, isn't it? You mentioned the change from {1} when we last talked.",
        "You live in {0} now that the flat in {1} has been sold.",
        "You used to live in {1}, but {0} is your home now.",
    ],
)
def test_a_change_told_in_a_noun_or_an_aside_ages_what_it_leaves(reply: str) -> None:
    assert _kind(reply.format("Bergen", "Lyon"), TOWN, "Bergen", stale=("Lyon",)) == "correct"
    assert _kind(reply.format("Lyon", "Bergen"), TOWN, "Bergen", stale=("Lyon",)) == "stale"


def test_a_role_of_the_attribute_itself_sets_nobody_aside() -> None:
    boss = Domain("boss", aliases={"Eastlake": (), "Dalgliesh": ()}, subjects=("boss", "manager"))
    reply = "You used to work for {}, but {} is your boss now."
    assert _kind(reply.format("Eastlake", "Dalgliesh"), boss, "Dalgliesh", stale=("Eastlake",)) == "correct"
    assert _kind(reply.format("Dalgliesh", "Eastlake"), boss, "Dalgliesh", stale=("Eastlake",)) == "stale"


def test_what_one_would_leave_over_is_to_be_avoided() -> None:
    assert _kind("You'd walk out over tight spaces.", NUISANCE, "tight spaces") == "correct"
    assert _kind("You'd walk out over pet hair.", NUISANCE, "tight spaces") == "wrong"


@pytest.mark.parametrize(
    ("reply", "picked"),
    [
        ("Put {0} on it. {1} sounds as if it had broken down.", 0),
        ("I'd begin with {0} and keep {1} for later.", 0),
        ("Get him {0}. {1} isn't much use, and the rest needs a garden.", 0),
    ],
)
def test_what_is_put_off_is_not_picked(reply: str, picked: int) -> None:
    domain = Domain("robot", aliases={"Klonk": (), "Noggin": (), "Lurch": ()})
    for names in (("Klonk", "Noggin"), ("Noggin", "Klonk")):
        choice = read_choice(reply.format(*names), ("Klonk", "Noggin", "Lurch"), domain)
        assert [("Klonk", "Noggin", "Lurch")[option] for option in choice.options] == [names[picked]]


def test_a_bad_idea_is_not_proposed() -> None:
    assert _kind("The suits! Cheese fondue would be a bad idea.", COOK, "cheese fondue", form="any") != "correct"
    assert _kind("Cheese fondue would be a treat.", COOK, "cheese fondue", form="any") == "correct"
