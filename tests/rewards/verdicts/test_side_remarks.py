"""Replies that name another value only to set it aside: the answer counts, and so it does with the values swapped."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.beside.side_remarks import masked_values, without_side_remarks
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

CITIES = Domain("city", aliases=dict.fromkeys(("Oslo", "Bergen", "Turku", "Malmö"), ()), subjects=("city", "live"))
PAINS = Domain("workout_limit", aliases={"stiff neck": (), "sore heels": ()}, subjects=("workout",), lasting=True)
GEMS = Domain("gem", aliases={"opal": (), "garnet": ()}, subjects=("gem", "stone", "ring"))


def _kind(text: str, gold: str, domain: Domain = CITIES, others: tuple[str, ...] = ()) -> str:
    stale = tuple(value for value in domain.aliases if value not in (gold, *others))
    return find_verdict(text, None, Expectation("value", domain, True, (gold,), stale, others)).kind.name.lower()


def _turns(text: str, gold: str, other: str, domain: Domain = CITIES) -> None:
    """The reply answers with `gold`, and with the values swapped it does not."""
    assert _kind(text.format(gold, other), gold, domain) == "correct"
    assert _kind(text.format(other, gold), gold, domain) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "{0}. In May you told me {1}.",
        "{0}. Back in early May you'd said {1}.",
        "{0}. For quite some time you told me {1}.",
        "{0}, although you'd mentioned {1} in May.",
        "{0}. You told me {1} several times in May, but {0} is the newer one.",
        "{0}. You told me {1} in May, then changed it.",
        "Even though you said {1} four times, your last two messages say {0}.",
        "{0}. In May it was still {1}, but you've told me about the change since.",
    ],
)
def test_a_former_value_that_was_told_in_a_month(text: str) -> None:
    _turns(text, "Turku", "Oslo")


def test_the_later_of_two_reports_is_no_side_remark() -> None:
    assert _kind("You said Oslo. In May you told me Turku.", "Oslo") != "correct"
    assert _kind("In May you told me Oslo.", "Oslo") == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "City: {0} (previously the {1})",
        "{0} (formerly in {1})",
        "{0} (was {1})",
        "{0} (used to be near {1})",
        "{0} (before, {1})",
        "{0} (until March: {1})",
        "It's {0} (before that it was {1}).",
        "{0} [replaces {1}]",
    ],
)
def test_a_former_value_in_brackets(text: str) -> None:
    _turns(text, "Turku", "Oslo")


@pytest.mark.parametrize(
    "text",
    [
        "{0}. ({1} and Malmö were earlier ones.)",
        "It's {0}. Malmö and {1} were your previous homes.",
        "{0}. Past cities: Malmö, {1}.",
        "{0}. Past places include {1} and Malmö.",
        "{0}. Already done: {1}, Malmö.",
        "{0}. You've already done {1} and Malmö.",
        "{0}, after {1} and Malmö.",
        "{0}, following {1} and Malmö.",
        "{0}, which came after {1} and Malmö.",
        "{0}\nChanged from: {1}",
    ],
)
def test_a_list_of_former_values(text: str) -> None:
    _turns(text, "Turku", "Oslo")


@pytest.mark.parametrize(
    "text",
    [
        "{1} got knocked off the top by {0}.",
        "{1} has given way to {0}.",
        "{0} took {1}'s place.",
        "You like {0} better than {1} these days.",
        "Between {1} and {0}, the newer one is {0}.",
        "Of {1} and {0}, the second is the current one.",
        "{1} was what you told me originally. Then you updated it to {0}.",
        "The first thing you told me was {1}. The update was {0}.",
        "Since May it's been {0}; up to then it was {1}.",
        "{0}. I've removed {1} from my notes.",
        "{0}. {1} is what you'd told me before.",
        "{0}. {1} is just what you wrote for the bank.",
    ],
)
def test_a_value_that_another_one_replaced(text: str) -> None:
    _turns(text, "Turku", "Oslo")


def test_what_somebody_might_prefer_replaces_nothing() -> None:
    assert _kind("Oslo might suit you better than your Turku.", "Turku") == "correct"
    assert _kind("You're in Oslo, ah, no longer: Turku.", "Turku") == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "I don't have {1} noted. You told me about {0}.",
        "I have no {1} noted. You told me about {0}.",
        "I can't find anything about {1}. You told me about your {0}.",
        "I'm not aware of any {1}. You told me you have {0}.",
        "No {1}, it's {0}.",
        "I must have mixed up {1} with something else; you told me about {0}.",
        "{1} isn't in my notes. It's {0}.",
        "No idea where I got {1} from. You told me {0}.",
    ],
)
def test_a_claimed_value_that_is_not_in_the_notes(text: str) -> None:
    _turns(text, "sore heels", "stiff neck", PAINS)


@pytest.mark.parametrize(
    "text",
    [
        "The gym thinks it's {1}, but you told me it's {0}.",
        "It's {0}, whatever the gym's old note about {1} says.",
        "Forget the note about {1}, it's {0}.",
        "The man in the shop went on about {1}, but you were concerned about {0}.",
        "Some people fear {1}, but for you it's {0}.",
        "{0}. {1} isn't a problem for you.",
    ],
)
def test_a_value_in_somebody_elses_mouth(text: str) -> None:
    _turns(text, "sore heels", "stiff neck", PAINS)


@pytest.mark.parametrize(
    "text",
    [
        "It's {0}. The {1} belonged to the lady on the train.",
        "{0}. The lady on the train is the one with the {1}.",
        "Your ring: {0}. Lady on the train: {1}.",
        "{0}. The woman you met on the train wore {1}.",
        "Your ring has {0}, hers has {1}.",
        "You: {0}. Her: {1}.",
    ],
)
def test_a_value_of_strangers(text: str) -> None:
    _turns(text, "opal", "garnet", GEMS)


def test_a_value_of_another_person_is_still_a_leak() -> None:
    assert _kind("Turku. In May you told me Oslo.", "Turku", others=("Oslo",)) == "leaked"


def test_only_questions_for_one_value_of_today_are_read_so() -> None:
    text = "Turku (previously Oslo)"
    wanted = Expectation("value", CITIES, True, ("Turku",), ("Oslo",))
    assert without_side_remarks(text, wanted) == "Turku"
    for other in (
        Expectation("set", CITIES, True, ("Turku", "Oslo")),
        Expectation("value", CITIES, False),
        Expectation("value", CITIES, True, ("Turku",), earlier=True),
    ):
        assert without_side_remarks(text, other) == text
    assert without_side_remarks("(Previously Oslo)", wanted) == "(Previously Oslo)"


def test_a_reply_that_names_values_too_often_has_no_mask() -> None:
    assert masked_values("Oslo", []) == "oslo"
    assert masked_values("\u0130", []) == ""
