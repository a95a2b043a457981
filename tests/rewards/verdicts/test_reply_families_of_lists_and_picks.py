"""Families of replies that pick an option or list values, each beside replies of other meaning in like words."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

LETTERS = Domain("letter", aliases=dict.fromkeys("ABCD", ()))
TEAS = ("Oolong", "Rooibos", "Sencha", "Assam")
PRESENTS = ("Painted candles", "Love songs")
FIGURES = ("The latest one.", "The earliest one.")
TOLD = ("My baker: Ainsley Croft.", "Torvane (that's my gym).")
SPORT = Domain("sport", aliases=dict.fromkeys(("hill sprints", "river rowing"), ()), subjects=("sport",))
DISH = Domain("dish", aliases=dict.fromkeys(("lentil stew", "beef stew", "almond gnocchi"), ()), subjects=("dish",))
CITY = Domain("trip", aliases=dict.fromkeys(("Lisbon", "Tallinn", "Porto"), ()), subjects=("trip", "city"))
NAME = Domain("boat_name", aliases=dict.fromkeys(("Puffin", "Gannet", "Skua"), ()), subjects=("boat", "name"))
DANCE = Domain("dance", aliases=dict.fromkeys(("salsa", "polka", "foxtrot", "bolero"), ()), subjects=("dance",))
COUNT = Domain("fish", ValueType.NUMBER, subjects=("fish",))


def _option(text: str, right: str, options: tuple[str, ...]) -> str:
    return find_verdict(text, None, Expectation("option", LETTERS, True, (right,), options=options)).kind.name.lower()


def _kind(text: str, form: str, domain: Domain, *gold: str, others: tuple[str, ...] = ()) -> str:
    expectation = Expectation(form, domain, bool(gold), gold, others=others)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "You drink Oolong at work, Sencha at night and Assam on Sundays. The Rooibos, though, that one isn't yours.",
        "Oolong, Sencha, Assam: all yours. But the Rooibos? Never heard you mention it.",
        "You told me about Assam in May, when all of them were ill. Sencha and Oolong came later. The odd one out is"
        " the Rooibos, which has never come up.",
        "Oolong, Sencha and Assam are yours. The exception is Rooibos.",
    ],
)
def test_the_odd_one_out_is_picked(reply: str) -> None:
    assert _option(reply, "B", TEAS) == "correct"
    assert _option(reply, "A", TEAS) == "wrong"


@pytest.mark.parametrize("reply", ["Oolong? Never heard a bad word about it.", "The odd one out? You tell me."])
def test_without_an_odd_one_out_no_option_is_picked(reply: str) -> None:
    assert _option(reply, "B", TEAS) != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "Love songs are very romantic! Painted candles don't have that problem, so they suit you better.",
        "Love songs would be too much. The painted candles have no such drawback, so they suit you best.",
        "The candles. Love songs are romantic, and she won't want that. You can paint the candles before Friday.",
    ],
)
def test_an_option_without_the_flaw_of_the_other_is_picked(reply: str) -> None:
    assert _option(reply, "A", PRESENTS) == "correct"


def test_an_option_without_the_charm_of_the_other_is_not() -> None:
    assert _option("Painted candles don't have that charm, so love songs suit you better.", "B", PRESENTS) == "correct"


@pytest.mark.parametrize("reply", ["I'm fairly sure the {} figure is the bigger one.", "The {} amount is higher."])
def test_newer_and_older_are_the_latest_and_the_earliest(reply: str) -> None:
    assert _option(reply.format("newer"), "A", FIGURES) == "correct"
    assert _option(reply.format("older"), "A", FIGURES) == "wrong"


def test_what_was_told_earlier_is_picked_before_what_came_then() -> None:
    reply = "Always your baker: Ainsley Croft is whom you mentioned earlier, then came the gym."
    assert _option(reply, "A", TOLD) == "correct"
    assert _option(reply, "B", TOLD) == "wrong"
    assert _option("You spoke of your baker. The gym is what you mentioned earlier.", "B", TOLD) == "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("River rowing, hands down! Your knees are sore, so the sprints stay in the cupboard.", "wrong"),
        ("Hill sprints, hands down! You get seasick, so the rowing stays behind.", "correct"),
        ("Hill sprints have speed, and river rowing has calm. That's a decision I'd rather leave to you.", "abstained"),
        ("Hill sprints or river rowing? I'd go with the sprints, and the rest I'd rather leave to you.", "correct"),
        ("depends really, hill sprints are quick, you could make a case for either one", "undetermined"),
        ("Hill sprints are quick. There's a case for both.", "undetermined"),
        ("There's a case for both, but I'd go with hill sprints.", "correct"),
        ("Hill sprints can't wait.", "correct"),
    ],
)  # fmt: skip
def test_a_choice_between_two_is_read(reply: str, expected: str) -> None:
    assert _kind(reply, "any", SPORT, "hill sprints") == expected


def test_a_dish_is_told_by_its_last_word_if_its_others_are_named() -> None:
    reply = "Nuts are out, which rules out the gnocchi. Buy lentils, cumin and carrots. Stew it is!"
    assert _kind(reply, "any", DISH, "lentil stew") == "correct"
    assert _kind(reply, "any", DISH, "beef stew") != "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("It was Gannet, Skua or Puffin, and my pick was the last of these.", "correct"),
        ("2 May: Gannet / Skua / Puffin to choose from. Then I chose the last one |", "correct"),
        ("2 May: Puffin / Gannet / Skua on the table. Pick: Puffin.", "correct"),
        ("2 May: Gannet / Puffin / Skua. Winner: Skua.", "wrong"),
        ("It was Gannet, Puffin or Skua, and my choice fell on the first.", "wrong"),
        ("It was Gannet, Skua or Puffin, and I forget which.", "undetermined"),
    ],
)  # fmt: skip
def test_the_choice_of_then_is_pointed_at_or_labelled(reply: str, expected: str) -> None:
    found = _kind(reply, "choice", NAME, "Puffin")
    assert found == expected if expected != "undetermined" else found != "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Two: Lisbon and Tallinn. No magnet from Porto for you, that was your neighbour.", "correct"),
        ("Lisbon and Tallinn. Leave out Porto, that was your sister.", "correct"),
        ("Lisbon and Tallinn. And Porto for you, that was in June.", "wrong"),
    ],
)  # fmt: skip
def test_a_value_that_is_left_to_another_person_is_not_listed(reply: str, expected: str) -> None:
    assert _kind(reply, "set", CITY, "Lisbon", "Tallinn") == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Salsa, then polka.\n\nThe foxtrot and bolero came up in between, but they belong to your aunt.", "correct"),
        ("Salsa, then polka. The foxtrot came up later, but it comes from your boss.", "correct"),
        ("Salsa, then polka. The foxtrot came up later, but it belongs on the list.", "wrong"),
    ],
)  # fmt: skip
def test_what_belongs_to_others_is_no_part_of_an_order(reply: str, expected: str) -> None:
    assert _kind(reply, "order", DANCE, "salsa", "polka") == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The only one is the polka heard through your wall; it's the man upstairs who dances. You yourself haven't"
         " told me about any dance of yours.", "correct"),
        ("No dances of your own have reached me.", "correct"),
        ("I don't think you've introduced me to them yet!", "correct"),
        ("None of your own so far.", "correct"),
        ("The polka. You haven't told me about any other dance.", "unsupported"),
        ("The polka has reached me.", "unsupported"),
    ],
)  # fmt: skip
def test_an_order_of_nothing_is_none(reply: str, expected: str) -> None:
    assert _kind(reply, "order", DANCE) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("If it's the same fish, that makes 3, if not, it's 4.", "undetermined"),
        ("If the guppy is the old one, it's three, otherwise four. I can't tell.", "undetermined"),
        ("3 fish. If you get another one, tell me.", "correct"),
    ],
)  # fmt: skip
def test_a_number_for_each_case_is_no_answer(reply: str, expected: str) -> None:
    found = _kind(reply, "count", COUNT, "3")
    assert found == expected if expected == "correct" else found != "correct"
