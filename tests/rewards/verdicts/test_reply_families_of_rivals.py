"""Families of replies that put a value of no list in place of the right one, beside those with the right one last."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

NAMES = ("Brandvold", "Lindqvist", "Marchetti", "Okafor")
DENTIST = Domain("dentist", aliases=dict.fromkeys(NAMES, ()), subjects=("dentist",))
LIMIT = Domain("job_limit", aliases={"night shifts": (), "long drives": ()})


@pytest.mark.parametrize("right", ["Okafor", "Brandvold"])
@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("value", "You went to {right} once. The dentist who's treating you now is {last}."),
        ("value", "{right} comes up in my notes, but {last} came later, so put down {last}."),
        ("value", "{right} was the one before. Your dentist's {last}."),
        ("choice", "With {right} and one more on the list, I gave my vote to {last}."),
        ("choice", "{right} was on the list, but I voted for {last}."),
    ],
)
def test_a_name_of_no_list_in_place_of_the_right_one(form: str, text: str, right: str) -> None:
    key = Expectation(form, DENTIST, True, (right,))
    assert find_verdict(text.format(right=right, last="Silverberg"), None, key).kind.name != "CORRECT"
    assert find_verdict(text.format(right="Silverberg", last=right), None, key).kind.name == "CORRECT"


def test_not_knowing_which_of_two_was_chosen_leaves_it_open() -> None:
    key = Expectation("choice", DENTIST, True, ("Okafor",))
    torn = "Okafor was one, Lindqvist might have been the other, and which of them got my vote I couldn't say."
    assert find_verdict(torn, None, key).kind.name == "UNDETERMINED"
    chosen = "I picked Okafor; which of the others came second I can't recall."
    assert find_verdict(chosen, None, key).kind.name == "CORRECT"


def test_a_capitalised_item_with_an_article_is_another_thing() -> None:
    key = Expectation("set", DENTIST, True, ("Okafor", "Lindqvist"))
    assert find_verdict("Your list so far: Okafor, Lindqvist, and the Silverberg.", None, key).kind.name == "WRONG"
    assert find_verdict("Your list so far: Okafor, Lindqvist, and the form is done.", None, key).kind.name == "CORRECT"


@pytest.mark.parametrize("told", ["night shifts", "long drives"])
def test_what_was_liked_then_was_not_to_be_avoided_then(told: str) -> None:
    key = Expectation("value", LIMIT, True, (told,), earlier=True)
    for liked in ("You loved {} then.", "You said that {} were what you enjoyed most at that point."):
        assert find_verdict(liked.format(told), None, key).kind.name == "WRONG"
    for avoided in ("At that point, {} were off limits.", "You couldn't stand {} then."):
        assert find_verdict(avoided.format(told), None, key).kind.name == "CORRECT"
