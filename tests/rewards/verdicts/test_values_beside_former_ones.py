"""Replies that name today's value and former ones, or the value of a past time and later ones, in natural words.

Each family has its mirror image: the same wording with the values swapped is not right.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

WATER = Domain("weekly_water", ValueType.NUMBER, unit="litres", subjects=("water", "litres"))
TOLL = Domain("monthly_toll", ValueType.NUMBER, unit="euros", subjects=("toll", "month"))
RIDE = Domain("bus_ride", ValueType.NUMBER, unit="minutes", subjects=("bus", "ride"))
HALL = Domain("hall", aliases=dict.fromkeys(("Linden", "Marble", "Orchard"), ()), subjects=("hall", "practice"))
LEASE = Domain("lease_end", ValueType.DATE, subjects=("lease", "end", "date"))
BORROWER = Domain("borrower", aliases={"Tilde": (), "Ruben": ()}, subjects=("borrower", "ladder"))

USES_300 = Expectation("value", WATER, True, ("300",), ("200", "250"))
PAYS_45 = Expectation("value", TOLL, True, ("45",), ("60", "52"))
PAID_45_THEN = replace(PAYS_45, earlier=True)
RIDES_80 = Expectation("value", RIDE, True, ("80",), ("65",))
MEETS_IN_MARBLE = Expectation("value", HALL, True, ("Marble",), ("Linden", "Orchard"))
NOT_TOLD_ON_4_MARCH = Expectation("value", LEASE, False, earlier=True, asked_day="2025-03-04")
BROUGHT_BACK = Expectation("value", BORROWER, True, ("",), ("Tilde",), ("Ruben",), over=True)


def is_right(text: str, expectation: Expectation) -> bool:
    return find_verdict(text, None, expectation).kind.name == "CORRECT"


_AMOUNTS = [
    "It's {0} euros. In March you were paying {1}, and in early April {2}.",
    "You told me in May it's {0} euros now. Earlier it was {1} euros.",
    "You pay {0} euros a month. When you first told me in January it was {1}; in March it was {2}.",
    "{0} euros. At the start of April it was {1} euros, and at the end of March {2} euros.",
    "Your latest amount is {0} euros (15 and 18 March). Before that you were at {1} and {2}.",
    "**{0} euros** (15 & 18 March)\n\nEarlier: {1}, {2}.",
    "- **Latest:** {0} euros (15 March)\n- **Previous:** {1} euros (8 March), {2} euros (15 February)",
    "{0} euros, down from a high of {1}.",
    "I have {0} euros as the latest, following a high of {1} on 8 March.",
    "The most recent one, on 18 March, was {0} euros; the highest was {1} euros, on 8 March.",
    "Your toll is {0} euros; it's less than the {1} euros you had in April.",
    "You did pay {1} euros in March, but that was before the change. It's {0} euros now.",
    "Your most recent number was {0} euros. On 15 March it had still been {1} euros.",
]


@pytest.mark.parametrize("wording", _AMOUNTS)
def test_an_amount_of_today_counts_beside_former_ones(wording: str) -> None:
    assert is_right(wording.format("45", "60", "52"), PAYS_45)
    assert not is_right(wording.format("60", "45", "52"), PAYS_45)


@pytest.mark.parametrize(
    "wording",
    [
        "It's {0} now! You've been through a few: {1}, {2} and, since July, {0}.",
        "It's {0} now. You've had three halls this year: {1} (Feb), {2} (Apr) and {0} (Jun).",
        "It's {0}. You've also met in {1} and {2} this year.",
        "{0}. You did practise in {1}, but that's over.",
        "{0}! You've mentioned {1} a lot, but always as something you'd given up.",
        "{0}. In June it was {1}, in April {2}.",
        "That'd be {0}. {1} was the one you had in June.",
    ],
)
def test_a_name_of_today_counts_beside_former_ones(wording: str) -> None:
    assert is_right(wording.format("Marble", "Linden", "Orchard"), MEETS_IN_MARBLE)
    assert not is_right(wording.format("Linden", "Marble", "Orchard"), MEETS_IN_MARBLE)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The latest is 300 litres, above the usual 130–150 limit.", True),
        ("The latest is 250 litres, above the usual 130–300 limit.", False),
        ("It's 300 litres (normal is below 120-130).", True),
        ("It's 250 litres (normal is below 300).", False),
        ("You've saved 50 litres a week, because you now use 300 litres instead of 350.", True),
        ("You've saved 300 litres a week, because you now use 250 litres.", False),
        ("300, fifty more than before.", True),
        ("250, fifty less than before.", False),
        ("The last one I've got is 300 litres, starting at 200 and peaking at 350.", True),
        ("The last one I've got is 250 litres, starting at 200 and peaking at 300.", False),
    ],
)
def test_norms_and_differences_are_no_amounts(text: str, right: bool) -> None:
    assert is_right(text, USES_300) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Yep, one hour twenty.", True),
        ("1 h 20.", True),
        ("An hour twenty now, up from an hour five.", True),
        ("An hour and twenty minutes.", True),
        ("One hour five.", False),
        ("1 h 30.", False),
        ("One hour. Twenty people ride along.", False),
        ("An hour thirty, up from an hour twenty.", False),
    ],
)
def test_minutes_behind_an_hour_need_no_unit(text: str, right: bool) -> None:
    assert is_right(text, RIDES_80) is right


@pytest.mark.parametrize(
    "wording",
    [
        "When your blood pressure was 180, your toll was {0} euros; nowadays you pay {1}.",
        "{0} euros per month. (Since then: {1} and now 52.)",
        "Your toll was {0} euros then. By the time it changed to {1} euros, your blood pressure was 175.",
        "Your toll was {0} euros while your reading was 180. It changed to {1} euros in March.",
        "{0} euros; it went down to {1} euros two months later.",
        "Your toll at the time was {0} euros – much less than the {1} euros you paid after the review.",
        "{0} euros – that was what you paid until the end of March, when it became {1} euros.",
        "{0} euros, I'd say: the reading of 180 was in January, long before the toll was changed.",
    ],
)
def test_an_amount_of_then_counts_beside_later_ones(wording: str) -> None:
    assert is_right(wording.format("45", "60"), PAID_45_THEN)
    assert not is_right(wording.format("60", "45"), PAID_45_THEN)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("On 4 March you didn't tell me anything about your lease.", True),
        ("04/03/2025: nothing about your lease.", True),
        ("On that day, nothing.", True),
        ("Not on 4 March. You first mentioned it on 9 March.", True),
        ("It wasn't until 9 March that you told me about your lease, so on 4 March there was nothing.", True),
        ("Your lease didn't come up on 4 March. On 9 March you said it ends in August 2025.", True),
        ("Nothing on 4 March. Five days later you said August 2025.", True),
        ("You didn't mention it on 4 March. On 22 April you corrected it to 24 July 2025.", True),
        ("On 4 March you told me that your lease ends on 24 July 2025.", False),
        ("On 4 March you said it ends on 4 March 2026.", False),
        ("Nothing new: on 4 March you said it would end in August 2025.", False),
        ("It ends on 4 March 2025.", False),
        ("On 4 March you didn't say much, only that it ends in August 2025.", False),
        ("On 4 March you said August 2025. On 22 April you corrected it to 24 July 2025.", False),
    ],
)
def test_days_of_telling_are_no_answers_about_a_day_without_one(text: str, right: bool) -> None:
    assert is_right(text, NOT_TOLD_ON_4_MARCH) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It isn't on loan any more. Tilde had it until mid-February.", True),
        ("Tilde had it until you got it back in February.", True),
        ("It's free! Tilde had it for about three weeks.", True),
        ("It's not on loan. Tilde borrowed it for a while.", True),
        ("You've got it yourself.", True),
        ("It's not with anyone at the moment.", True),
        ("Tilde has it until mid-February.", False),
        ("It isn't with Ruben any more. Tilde borrowed it.", False),
        ("It's not on loan to Ruben, but to Tilde.", False),
        ("It's back with Tilde.", False),
        ("Tilde had it in January and hasn't returned it.", False),
        ("You lent it to Tilde, and you haven't told me that it's back.", False),
    ],
)
def test_who_had_a_thing_until_it_came_back_has_it_no_longer(text: str, right: bool) -> None:
    assert is_right(text, BROUGHT_BACK) is right
