"""Families of replies about something that is over, beside those that name it as holding or do not know."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

NAMES = dict.fromkeys(("Ingrid", "Leopold", "Tamsin", "Ulrich"), ())
LODGER = Expectation(
    "value", Domain("flatmate", aliases=NAMES, subjects=("flatmate", "lodger")), True, stale=("Tamsin",), over=True
)
SWEETS = dict.fromkeys(("nougat", "fudge", "toffee", "sherbet"), ())
SWEET = Expectation(
    "value", Domain("given_up_treat", aliases=SWEETS), True, stale=("fudge",), others=("toffee",), over=True
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("March: lived with Tamsin. 2 June: she moved out.", "correct"),
        ("April 2025: started sharing with Tamsin. June 2025: ended, the room is yours alone.", "correct"),
        ("Is Tamsin still there? No, so it's just you.", "correct"),
        ("Tamsin's gone, so there's one name only.", "correct"),
        ("The flat has had to do without Tamsin since June, she has moved out.", "correct"),
        ("Has she moved out? No, Tamsin still lives with you.", "stale"),
        ("You share with Tamsin, so I've split it evenly.", "stale"),
        ("As you mentioned, you share with Casimir, so I've split it evenly.", "wrong"),
        ("Your flatmate's Casimir: he does the bath. Nothing on Sundays.", "wrong"),
        ("Tamsin, unless she has moved out.", "stale"),
        ("Tamsin on Mondays, you on Tuesdays. No one has to do two days in a row.", "stale"),
        ("I'm sorry, I haven't got any details about a flatmate, so that part stays empty.", "abstained"),
        ("I don't know who your flatmate is or whether they have moved out.", "abstained"),
    ],
)
def test_what_ended(text: str, expected: str) -> None:
    found = find_verdict(text, None, LODGER)
    assert found.kind.name.lower() == expected, found.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please don't get me any {}, I've given it up.", "stale"),
        ('"No {} for me, please!"', "stale"),
        ("I no longer eat {}, thanks!", "stale"),
        ("| To | Text |\n|---|---|\n| All | \"It's the {} that I've sworn off, so bring something else.\" |", "stale"),
        ("Please leave the {} at home. I gave it up in spring.", "stale"),
        ("You gave up {} for a while. That ended in May. You eat everything again.", "correct"),
        ("17 March: gave up {}. 17 April: caved in. So there's nothing to tell them.", "correct"),
        ("Until May it was {}; these days you can have whatever you fancy.", "correct"),
        ("You haven't sworn off anything right now: your {} ban was lifted.", "correct"),
        ("I don't know which treat you've given up.", "abstained"),
    ],
)
def test_what_was_given_up_holds_until_it_is_welcome_again(text: str, expected: str) -> None:
    found = find_verdict(text.format("fudge"), None, SWEET)
    assert found.kind.name.lower() == expected, found.reason
    if expected == "stale":
        assert find_verdict(text.format("toffee"), None, SWEET).kind.name.lower() == "leaked"


PARTNER = Expectation(
    "value", Domain("partner_name", aliases=NAMES, subjects=("partner",)), True, stale=("Tamsin",), over=True
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You're not in a relationship at the moment.", True),
        ("You're not with anyone right now.", True),
        ("You aren't dating anybody.", True),
        ("You're currently not seeing anyone, as far as I know.", True),
        ("I don't think you're in a relationship.", True),
        ("You're unattached.", True),
        ("Not anybody, as far as I'm aware.", True),
        ("You're not seeing anyone else.", False),
        ("You're not in a relationship with anyone but Tamsin.", False),
        ("I don't know if you're seeing anyone.", False),
        ("You're in a relationship with Tamsin.", False),
    ],
)
def test_a_denied_relationship_is_over(text: str, right: bool) -> None:
    assert (find_verdict(text, None, PARTNER).kind.name == "CORRECT") is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You and Tamsin broke up in May.", True),
        ("You and Tamsin broke up, and you haven't got back together.", True),
        ("You and Tamsin broke up. Have you met somebody new?", True),
        ("You and Tamsin broke up. If you've met somebody new, let me know.", True),
        ("After you and Tamsin broke up, you got together with Jonas.", False),
        ("You and Tamsin broke up. Since then you've been seeing someone called Jonas.", False),
        ("Not Tamsin any more! You've been together with Markus since May.", False),
        ("After the break-up with Tamsin you found a new partner.", False),
        ("You and Tamsin broke up, but you two are back together now.", False),
        ("You and Tamsin broke up, and you've met somebody new.", False),
        ("You're not with Tamsin any more, but with Piet.", False),
    ],
)
def test_a_new_one_or_the_old_one_again_is_not_over(text: str, right: bool) -> None:
    assert (find_verdict(text, None, PARTNER).kind.name == "CORRECT") is right
