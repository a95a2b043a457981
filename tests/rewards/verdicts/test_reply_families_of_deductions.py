"""Families of natural replies that work their answer out, or work on from it: shared options, shares, other spans."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

LETTERS = Domain("letters", aliases=dict.fromkeys("ABCD", ()))
WOULD_KEEP = (
    "Giving up neither viticulture nor ghost stories",
    "Giving up neither heraldry nor ghost stories",
    "Giving up neither viticulture nor steamy romance",
    "Giving up neither heraldry nor steamy romance",
)
HOBBIES = ("Origami", "Juggling", "Falconry", "Quilting")
DESCRIBED = (
    "The one who fears crowds and listens to Lark Radio",
    "The one who fears heights and listens to Lark Radio",
    "The one who fears crowds and listens to Wren Radio",
    "The one who fears heights and listens to Wren Radio",
)
COUNT = Domain("count", ValueType.NUMBER)
PENSION = Domain("pension", ValueType.NUMBER, unit="pounds", subjects=("pension",))
WAGE = Domain("salary", ValueType.NUMBER, unit="francs", subjects=("wage", "salary"))
STAMPS = Domain("stamps", ValueType.NUMBER, unit="stamps")
WARRANTY = Domain("warranty_end", ValueType.DATE)
BOATS = Domain("boat_name", aliases=dict.fromkeys(("Lodestar", "Leviathan", "Odyssey"), ()))


def _option(text, options, gold):
    return find_verdict(text, None, Expectation("option", LETTERS, True, (gold,), options=options)).kind.name.lower()


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "- Course: viticulture. That leaves A and C.\n- No-no: romance. That leaves C and D.\n\nThe overlap is {}.",
        "1. You grow wine, which leaves A and C.\n2. No romance, which leaves C and D.\n\nThe only one on both is {}.",
        "The first rules in A and C. The second rules in C and D. Common to both: {}.",
        "A and C are right about the course, C and D about the romance. {} is the only one that's right on both.",
        "For the course it's A or C. For the romance it's C or D. So {}.",
        "A and C fit the course, C and D fit the romance. {} fits both.",
    ],
)
def test_the_option_that_pairs_share_is_picked(reply):
    assert _option(reply.format("C"), WOULD_KEEP, "C") == "correct"
    assert _option(reply.format("C"), WOULD_KEEP, "D") == "wrong"
    assert _option(reply.format("A"), WOULD_KEEP, "C") == "wrong"


def test_pairs_alone_pick_none():
    assert _option("The course leaves A and C, the no-no C and D.", WOULD_KEEP, "C") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        '"{}".',
        "I'd go for {}.",
        "I'd say it's probably \"{}\". You study the first and keep the second out of your books.",
        'Not "Giving up neither viticulture nor ghost stories", but "{}".',
        "The answer is {}.",
    ],
)
def test_an_option_is_told_by_its_whole_text(reply):
    assert _option(reply.format(WOULD_KEEP[2]), WOULD_KEEP, "C") == "correct"
    assert _option(reply.format(WOULD_KEEP[3]), WOULD_KEEP, "C") == "wrong"


def test_a_whole_text_may_be_rejected():
    assert _option(f'Not "{WOULD_KEEP[2]}".', WOULD_KEEP, "C") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "You told me about {0}, about {1}, and now about {2}. The one you've never brought up is {3}, so that's it.",
        "You do {0}, {1} and {2}. {3} has never come up in our chats.",
        "The only one I've not heard about is {3}; {0}, {1} and {2} you told me of.",
        "{0}, {1} and {2} are all old news. You never mentioned {3}.",
    ],
)
def test_the_only_option_never_told_is_the_new_one(reply):
    assert _option(reply.format("origami", "falconry", "quilting", "juggling"), HOBBIES, "B") == "correct"
    assert _option(reply.format("origami", "juggling", "quilting", "falconry"), HOBBIES, "B") == "wrong"


def test_all_told_leaves_none_new():
    assert _option("You told me about origami, juggling, falconry and quilting.", HOBBIES, "B") != "correct"


def test_words_about_the_person_described_reject_no_letter():
    reply = "**{})** You're the one who can't stand *crowds* and who listens to *Wren Radio*."
    assert _option(reply.format("C"), DESCRIBED, "C") == "correct"
    assert _option(reply.format("A"), DESCRIBED, "C") == "wrong"
    assert _option("C can't be right.", DESCRIBED, "C") != "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Lodestar is elegant, Odyssey is common. Leviathan has weight. I'd tell the painter Leviathan.", "picked"),
        ("Naming a boat feels too personal for me to decide. I'll leave the christening to you.", "abstained"),
        ("I can't make a serious choice here.", "abstained"),
        ("Lodestar and Odyssey are both strong. I lean one way at dawn and the other at night.", "severalermined"),
        ("Lodestar or Odyssey: I lean one way at dawn and the other in the evening.", "undetermined"),
        ("Not Lodestar, and not Odyssey. That leaves the other one.", "picked"),
    ],
)
def test_to_choose_or_not(reply, expected):
    found = read_choice(reply, tuple(BOATS.aliases), BOATS)
    kinds = {"picked": ChoiceKind.PICKED, "abstained": ChoiceKind.DECLINED, "undetermined": ChoiceKind.OPEN}
    assert found.kind is kinds.get(expected, ChoiceKind.SEVERAL)
    assert found.kind is not ChoiceKind.PICKED or found.options == (1,)


@pytest.mark.parametrize(
    "reply",
    [
        "Starting from the forecast, £{0} per month, that makes {0} × 12 = £{1} a year. With 50 % for fixed costs "
        "(£{2}) and 30 % for needs (£{3}), you keep £{4} a month.",
        "Your pension is £{0} a month. Half of that, £{2}, goes on rent, which leaves £{2}.",
        "£{0} a month. {0} × 12 = {1} pounds a year.",
        "It's £{0} a month; set aside 30 %, so £{3}.",
    ],
)
def test_what_follows_from_an_amount_is_no_other_answer(reply):
    assert _kind(reply.format("1100", "13200", "550", "330", "220"), PENSION, "1100") == "correct"
    assert _kind(reply.format("900", "10800", "450", "270", "180"), PENSION, "1100") == "wrong"


def test_an_amount_of_which_the_right_one_is_half_is_wrong():
    assert _kind("Half of £2,200 is £1,100, and your pension is £2,200.", PENSION, "1100") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "142 from the cellar + 42 + 82 = {} stamps. At 20 per page, that's 14 pages, so I'd order 14.",
        "142 + 42 + 82 = {} stamps. You need 14 pages, so take 14.",
    ],
)
def test_a_number_of_other_things_is_no_result(reply):
    assert _kind(reply.format("266"), STAMPS, "266", form="sum") == "correct"
    assert _kind(reply.format("256"), STAMPS, "266", form="sum") == "wrong"


@pytest.mark.parametrize(
    ("reply", "count"),
    [
        ("Twee, om precies te zijn: kayaking and falconry.", "2"),
        ("Zwei, soweit ich weiß.", "2"),
        ("Deux ! Kayaking and falconry.", "2"),
        ("Son tres: judo, ajedrez y remo.", "3"),
        ("Vier!", "4"),
        ("Cinque.", "5"),
        ("Fyra: schack, judo, rodd och golf.", "4"),
    ],
)
def test_a_count_in_another_language(reply, count):
    assert _kind(reply, COUNT, count, form="count") == "correct"
    assert _kind(reply, COUNT, "9", form="count") == "wrong"


@pytest.mark.parametrize("reply", ["Due to the gap in my notes I can't say.", "Deux amis and you play golf."])
def test_a_word_that_only_looks_like_one(reply):
    assert _kind(reply, COUNT, "2", form="count") != "correct"


@pytest.mark.parametrize("reply", ["**Your wage:** {} {} per month", "u get {} {} a month", "{} {} i believe"])
def test_an_amount_in_another_currency_is_wrong(reply):
    assert _kind(reply.format("6271", "francs"), WAGE, "6271") == "correct"
    for currency in ("pounds", "euros", "zlotys", "rupees"):
        assert _kind(reply.format("6271", currency), WAGE, "6271") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "I think you said that it runs out in {} 2025, but I'm not sure about the exact day.",
        "It ends in {} 2025; I'm not certain of the day, though.",
        "{} 2025, but I'm unsure about the day.",
    ],
)
def test_a_doubt_about_the_day_leaves_the_month(reply):
    assert _kind(reply.format("March"), WARRANTY, "2025-03-29") == "partial"
    assert _kind(reply.format("April"), WARRANTY, "2025-03-29") == "wrong"
    assert _kind("March 2025, but I'm not sure.", WARRANTY, "2025-03-29") == "undetermined"
