"""Families of plain answers: a friend's no-go, a remark on one's memory, a place and its country, former values."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

GIFTS = Domain(
    "gift_limit", aliases={"scented candles": (), "loud toys": (), "raw nuts": ()}, subjects=("gifts", "presents")
)
SNACKS = Domain("snack_limit", aliases={"raw nuts": (), "cow's milk": ()}, subjects=("snacks",))
DRINKS = Domain("drink", aliases={"oolong": (), "mocha": (), "rooibos": ()}, subjects=("drink",))
CARS = Domain("car", aliases={"Opel Corsa": (), "Dacia Duster": ()}, subjects=("car",))
TOWNS = Domain("birth_town", aliases={"Girona": (), "Tampere": ()}, subjects=("born", "birthplace"), lasting=True)
COUNTRIES = Domain("country", aliases={"Spain": (), "Finland": ()}, subjects=("country", "live"))
CURTAINS = Domain("curtains", aliases={"pearl-grey fibre": (), "ochre velvet": (), "linen": ()}, subjects=("curtains",))
COLOURS = Domain("door_colour", aliases={"moss green": (), "brick red": ()}, subjects=("door", "colour", "front"))
SAVINGS = Domain("savings", ValueType.NUMBER, unit="euros", subjects=("savings",))


def _is_right(text: str, gold: str, domain: Domain, *stale: str) -> bool:
    return find_verdict(text, None, Expectation("value", domain, True, (gold,), stale)).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "text",
    [
        "Your best friend has a problem with {}.",
        "You said that your friend can't stand {}, so no.",
        "Your best friend doesn't like {}.",
        "Your friend's issue is {}.",
        "{} are what your friend has a problem with.",
        "The tricky part is that your best friend objects to {}.",
        "That's wrong. You told me that your friend can't have {}.",
    ],
)
def test_what_a_friend_does_not_want_as_a_gift(text: str) -> None:
    assert _is_right(text.format("scented candles"), "scented candles", GIFTS)
    assert not _is_right(text.format("loud toys"), "scented candles", GIFTS)
    assert not _is_right(text.replace("friend", "aunt").format("scented candles"), "scented candles", GIFTS)


@pytest.mark.parametrize(
    "text",
    [
        "Your friend loves {}.",
        "Your friend has no problem with {}.",
        "{} make the best present.",
        "Your friend wants {}.",
    ],
)
def test_what_a_friend_likes_is_no_no_go(text: str) -> None:
    assert not _is_right(text.format("loud toys"), "loud toys", GIFTS)


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("You eat raw nuts after every run.", False),
        ("You told me you always have raw nuts.", False),
        ("Raw nuts are what you eat after training.", False),
        ("You don't eat raw nuts.", True),
        ("You eat anything but raw nuts.", True),
        ("You never have raw nuts.", True),
    ],
)
def test_eating_a_thing_is_the_opposite_of_avoiding_it(text: str, is_right: bool) -> None:
    assert _is_right(text, "raw nuts", SNACKS) is is_right


@pytest.mark.parametrize(
    "text", ["{}, if I'm not mistaken?", "{}, if I remember correctly?", "{}, unless I'm mistaken?"]
)
def test_a_remark_on_ones_memory_is_a_tag(text: str) -> None:
    assert _is_right(text.format("oolong"), "oolong", DRINKS)
    assert not _is_right(text.format("mocha"), "oolong", DRINKS)


@pytest.mark.parametrize(
    "text", ["Is it oolong?", "Isn't it oolong?", "Isn't it oolong or mocha?", "Wasn't it oolong? No."]
)
def test_a_question_alone_does_not_answer(text: str) -> None:
    assert not _is_right(text, "oolong", DRINKS)


@pytest.mark.parametrize(
    ("text", "gold", "other", "domain"),
    [
        ("{}. It's in Europe.", "Girona", "Tampere", TOWNS),
        ("It's {}. That's in Catalonia, near the coast.", "Girona", "Tampere", TOWNS),
        ("You're from {} originally.", "Girona", "Tampere", TOWNS),
        ("{}, right? You moved to Cadiz recently.", "Spain", "Finland", COUNTRIES),
        ("{}. You've settled in Cadiz.", "Spain", "Finland", COUNTRIES),
        ("**{}.** You told me on 3 May that you'd moved to Cadiz.", "Spain", "Finland", COUNTRIES),
    ],
)
def test_where_a_place_lies_and_the_town_of_a_country(text: str, gold: str, other: str, domain: Domain) -> None:
    assert _is_right(text.format(gold), gold, domain)
    assert not _is_right(text.format(other), gold, domain)


@pytest.mark.parametrize(
    ("text", "gold", "domain"),
    [
        ("Girona. But now it's Lisbon.", "Girona", TOWNS),
        ("Spain. But now you've moved to Lisbon.", "Spain", COUNTRIES),
        ("You lived in Spain. Then you moved to Lisbon.", "Spain", COUNTRIES),
    ],
)
def test_another_place_still_takes_the_place(text: str, gold: str, domain: Domain) -> None:
    assert not _is_right(text, gold, domain)


@pytest.mark.parametrize(
    "text",
    [
        "The kids next door put stickers on your {}.",
        "You never said anything else. The kids drew on your {}.",
        "Your neighbour borrowed your {}, you said.",
    ],
)
def test_what_others_do_with_the_users_thing(text: str) -> None:
    assert _is_right(text.format("Opel Corsa"), "Opel Corsa", CARS)
    assert not _is_right(text.format("Dacia Duster"), "Opel Corsa", CARS)
    assert not _is_right(text.replace("your {}", "their {}").format("Opel Corsa"), "Opel Corsa", CARS)


@pytest.mark.parametrize(
    "text",
    ["Pearl-gray fiber.", "It's pearl gray fiber now.", "Your curtains are pearl-gray fibre.", "pearl-grey fiber"],
)
def test_american_spelling(text: str) -> None:
    assert _is_right(text, "pearl-grey fibre", CURTAINS, "linen")
    assert not _is_right(text, "ochre velvet", CURTAINS, "linen")
    assert _is_right("Ocher velvet.", "ochre velvet", CURTAINS)


@pytest.mark.parametrize(
    "text",
    [
        "{0}. Far easier to clean than {1}, I suppose!",
        "{0}, way more practical than {1}.",
        "{0}. Quite a change from {1}!",
        "{0}. For years you'd been using {1}.",
        "{0}. Older entries mention {1}.",
        "{0}. My older notes still list {1}.",
        "{0} is the current one. My notes also mention {1} as an earlier one.",
        "{0}. The old ones, {1}, were worn out.",
        "{0}. There's a photo that shows you with {1}, though.",
        "{0}. {1} also came up, but only because a friend sells it.",
        "You told me about {1}, which you replaced with {0}.",
    ],
)
def test_a_former_or_foreign_value_in_a_side_sentence(text: str) -> None:
    right, former = "ochre velvet", "linen"
    assert _is_right(text.format(right, former), right, CURTAINS, former)
    assert not _is_right(text.format(former, right), right, CURTAINS, former)


@pytest.mark.parametrize(
    "text",
    [
        "{0} euros. Older entries say {1} and 2,100.",
        "{0}, after {1} last time.",
        "{0} euros now, compared with {1} in July.",
        "It's €{0}. The older figure (€{1}) has been corrected.",
        "€{0}. A month ago you told me €{1}, so use the new one.",
        "{0} euros. Previous entries: {1}, 2,100.",
    ],
)
def test_a_former_amount_in_a_side_sentence(text: str) -> None:
    assert _is_right(text.format("4,350", "3,900"), "4350", SAVINGS, "3900", "2100")
    assert not _is_right(text.format("3,900", "4,350"), "4350", SAVINGS, "3900", "2100")


@pytest.mark.parametrize(
    "text",
    [
        "Your garage is {0}, but the front door is {1}.",
        "The fence is {0}. Your door is {1}.",
        "You told me about {0}, but your door is {1}.",
        "{0} is for the shed, the door is {1}.",
    ],
)
def test_an_unknown_value_for_the_matter_and_the_known_one_for_another_thing(text: str) -> None:
    assert not _is_right(text.format("moss green", "pale blue"), "moss green", COLOURS)
    assert _is_right(text.format("pale blue", "moss green"), "moss green", COLOURS)


@pytest.mark.parametrize(
    "text",
    [
        "Moss green. Your front door sounds lovely.",
        "You told me about moss green. Your door is lovely.",
        "Your door is moss green, the garage is white.",
        "It's moss green, and your door is in good shape.",
    ],
)
def test_praise_of_the_matter_is_no_other_answer(text: str) -> None:
    assert _is_right(text, "moss green", COLOURS)
