"""Values in another spelling, in part, in another order or by their followers, beside words that only resemble them."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.spellings import (
    find_adherents,
    find_heads,
    find_misspelt,
    find_parts,
    find_rival,
    find_scattered,
    with_other_spellings,
)
from regulars.values import Domain, Mention, find_values

BANKS = Domain("bank", aliases={"Nordea": (), "Sparhaus": (), "Comerz": (), "ING": ()}, subjects=("bank", "giro"))
LAPTOPS = Domain("laptop", aliases={"Toshiba Satellite": (), "Nissan Leaf": (), "Dell Latitude": ()})
FLOORS = Domain("floor", aliases={"oak parquet": (), "felt drinks": (), "muddy ground": ("soft mud",)})
NEARBY = Domain("name", aliases={"Marina": (), "Karina": ()})


def misspelt(text: str, domain: Domain = BANKS) -> str:
    found = find_misspelt(text, find_values(text, domain), domain)
    return ", ".join(f"{text[one.start : one.end]}={one.value}" for one in found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nordeo", "nordeo=Nordea"),
        ("norda", "norda=Nordea"),
        ("nordeea", "nordeea=Nordea"),
        ("nodrea", "nodrea=Nordea"),
        ("ordea", ""),  # the first letter stands
        ("morde", ""),
        ("nordeas", "nordeas=Nordea"),
        ("nordo", ""),
        ("nordaeo", ""),
        ("nadroe", ""),
        ("nordea", ""),  # spelled rightly
        ("at sparhsus or nordae.", "sparhsus=Sparhaus, nordae=Nordea"),
        ("ign", ""),  # too short
        ("sparhaus", ""),
        ("spar haus", ""),
    ],
)
def test_one_letter_may_be_off(text: str, found: str) -> None:
    assert misspelt(text) == found


def test_a_spelling_as_near_to_two_values_is_neither():
    assert misspelt("marinna", NEARBY) == "marinna=Marina"
    both = Domain("name", aliases={"Marina": (), "Marine": ()})
    assert misspelt("marin", both) == ""
    assert misspelt("marino", both) == ""


def test_a_name_of_two_words_may_be_off_by_one_letter():
    assert misspelt("a toshiba satelite here", LAPTOPS) == "toshiba satelite=Toshiba Satellite"
    assert misspelt("a toshiba satelit", LAPTOPS) == ""
    assert misspelt("toshiba. satelite", LAPTOPS) == "toshiba. satelite=Toshiba Satellite"
    # Letters of a value that is named rightly make no other one.
    assert find_misspelt("nordeo", [Mention("ING", 2, 5)], BANKS) == []


@pytest.mark.parametrize(("more", "is_read"), [(0, True), (1, False)])
def test_replies_of_more_than_20000_characters_are_read_as_spelled(more: int, is_read: bool) -> None:
    def long(words: str) -> str:
        return words + " " * (20_000 + more - len(words))

    assert bool(find_misspelt(long("nordeo"), [], BANKS)) is is_read
    assert bool(find_parts(long("Toshiba"), LAPTOPS)) is is_read
    assert bool(find_scattered(long("ground and mud"), [], FLOORS)) is is_read
    assert find_rival(long("But now it's Fidor"), (), BANKS) == (13 if is_read else -1)


def parts(text: str, domain: Domain = LAPTOPS) -> str:
    return ", ".join(f"{text[one.start : one.end]}={one.value}" for one in find_parts(text, domain))


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("You own a Toshiba, as I know.", LAPTOPS, "Toshiba=Toshiba Satellite"),
        ("You own a toshiba, as I know.", LAPTOPS, ""),
        ("a toshiba", LAPTOPS, "toshiba=Toshiba Satellite"),
        ("this is toshiba", LAPTOPS, "toshiba=Toshiba Satellite"),
        ("well this is toshiba", LAPTOPS, ""),
        ("You own a Toshiba Portable now.", LAPTOPS, ""),
        ("You own a Toshiba Satellite now.", LAPTOPS, "Toshiba=Toshiba Satellite, Satellite=Toshiba Satellite"),
        ("You own a Laptop Toshiba now.", LAPTOPS, "Toshiba=Toshiba Satellite"),
        ("You own a Sony Toshiba now.", LAPTOPS, ""),
        ("You own the Leaf, as I know.", LAPTOPS, "Leaf=Nissan Leaf"),
        # Other words need an article or a mark.
        ("You chose the parquet for it.", FLOORS, "parquet=oak parquet"),
        ("You chose *parquet* for it.", FLOORS, "parquet=oak parquet"),
        ("You chose new parquet for it.", FLOORS, ""),
        ("You chose the oak for it.", FLOORS, ""),  # four letters
        ("You chose the drink for it.", FLOORS, "drink=felt drinks"),
        ("You own nothing at all.", LAPTOPS, ""),
    ],
)
def test_one_word_of_a_name_stands_for_it(text: str, domain: Domain, found: str) -> None:
    assert parts(text, domain) == found


def test_a_word_of_two_values_or_of_the_attribute_stands_for_neither():
    streets = Domain("street", aliases={"Mill Lane": (), "Mill Road": (), "Elm Street": ()})
    assert parts("You live in the Mill, as I know.", streets) == ""
    assert parts("You live in the Lane, as I know.", streets) == "Lane=Mill Lane"
    assert parts("You live in the Street, as I know.", streets) == ""
    # What must not be is named by its last word alone.
    limits = Domain("snack_limit", aliases={"heavy pots": (), "raw nuts": ()})
    assert parts("Leave the pots, as I know.", limits) == "pots=heavy pots"
    assert parts("Leave the heavy, as I know.", limits) == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Oak parquet or stone tiles: you took the parquet.", ["oak parquet"]),
        ("You saw oak parquet and took the parquet, not stone tiles.", ["oak parquet"]),
        ("You took the parquet, not oak parquet or stone tiles.", []),
        ("Oak parquet or elm parquet: you took the parquet.", []),
        ("Oak parquet: you took the parquet.", []),
        ("You took the parquet.", []),
    ],
)
def test_the_last_word_of_a_name_stands_for_the_one_value_named_before(text: str, found: list[str]) -> None:
    woods = Domain("floor", aliases={"oak parquet": (), "elm parquet": (), "stone tiles": ()})
    heads = find_heads(text, text.lower(), find_values(text, woods), woods)
    assert [(one.value, text[one.start : one.end]) for one in heads] == [(value, "parquet") for value in found]


def scattered(text: str, domain: Domain = FLOORS) -> str:
    found = find_scattered(text, find_values(text, domain), domain)
    return ", ".join(f"{text[one.start : one.end]}={one.value}" for one in found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ground that is muddy", "ground that is muddy=muddy ground"),
        ("muds and grounds", "muds and grounds=muddy ground"),
        ("muddled grounds", ""),
        ("the ground is, after rain, muddy", "ground is, after rain, muddy=muddy ground"),
        ("the ground is, after so much rain, muddy", ""),  # at most four words between
        ("the ground. it is muddy", ""),
        ("the ground; muddy", ""),
        ("muddy ground", ""),  # named as it stands
        ("mud and mud", ""),
        ("mud that is soft", "mud that is soft=muddy ground"),
        ("ground that is moody", ""),
        ("oaken parquets", ""),
        ("parquet of oak, ground that is muddy", "parquet of oak=oak parquet, ground that is muddy=muddy ground"),
        ("ground that is muddy, so mud on ground", "ground that is muddy=muddy ground"),
    ],
)
def test_words_in_another_order_and_inflection_are_the_value(text: str, found: str) -> None:
    assert scattered(text) == found


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("But now it's Fidor.", "Fidor"),
        ("Bet he's Fidor.", ""),
        ("But now it's fidor.", ""),
        ("But now it's Nordea.", ""),
        ("But now it's May.", ""),
        ("But now it's Giro.", ""),  # a word for the attribute
        ("But now it's April. But now it's Fidor.", "Fidor"),
        ("Yours is Fidor.", "Fidor"),
        ("Your bank is Fidor.", "Fidor"),
        ("Your dog is Fidor.", ""),
        ("You fled to Fidor.", ""),
        ("You moved to Fidor.", "Fidor"),
        ("now: Fidor", "Fidor"),
    ],
)
def test_a_name_that_is_no_value_holds_in_place_of_one(text: str, at: str) -> None:
    found = find_rival(text, find_values(text, BANKS), BANKS)
    assert found == (text.index(at) if at else -1)


def test_only_names_have_rivals():
    assert find_rival("But now it's Fidor.", (), FLOORS) == -1
    half = Domain("bank", aliases={"Nordea": (), "savings": ()})
    assert find_rival("But now it's Fidor.", (), half) == -1
    most = Domain("bank", aliases={"Nordea": (), "Comerz": (), "savings": ()})
    assert find_rival("But now it's Fidor.", (), most) == 13


BELIEFS = Domain("belief", aliases={"Buddhism": (), "Sikhism": (), "Judaism": (), "Islam": (), "Taoism": (), "art": ()})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("you're a sikh", ["Sikhism"]),
        ("you're buddhists", ["Buddhism"]),
        ("you're a buddhist", ["Buddhism"]),
        ("you're a jew", ["Judaism"]),
        ("you're muslims", ["Islam"]),
        ("you're a taoist", []),  # a stem of three letters
        ("you're an artist", []),
        ("you're a sikhist or a jewel", ["Sikhism"]),
    ],
)
def test_followers_stand_for_their_belief(text: str, found: list[str]) -> None:
    assert [one.value for one in find_adherents(text, BELIEFS)] == found


def test_only_a_domain_with_beliefs_has_followers():
    assert find_adherents("you're a buddhist", BANKS) == []
    assert find_adherents("you're a buddhist", Domain("belief", aliases={"Theism": (), "prism": ()})) == []


def test_a_part_counts_only_where_nothing_is_named_in_full():
    def found(text: str) -> list[str]:
        return [one.value for one in with_other_spellings(text, text.lower(), find_values(text, LAPTOPS), LAPTOPS)]

    assert found("Your Toshiba and your Leaf.") == ["Toshiba Satellite", "Nissan Leaf"]
    assert found("Your Toshiba and your Nissan Leaf.") == ["Nissan Leaf"]
    assert found("Your Dell Latitud, then your Nissan Leaf.") == ["Dell Latitude", "Nissan Leaf"]
    text = "You're a Sikh, not in Buddhism, but a Buddhist."
    values = with_other_spellings(text, text.lower(), find_values(text, BELIEFS), BELIEFS)
    assert [one.value for one in values] == ["Sikhism", "Buddhism", "Buddhism"]
