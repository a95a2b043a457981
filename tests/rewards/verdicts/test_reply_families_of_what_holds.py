"""Families of replies about what holds, each beside its opposite: torn between two, over, gone, in other words."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.beside.unlisted_answers import offers_answer
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import rules_say
from regulars.values import Domain, ValueType

CITIES = Domain("home_city", aliases=dict.fromkeys(("Graz", "Turku", "Lugano"), ()), subjects=("city", "home"))
CITY = Expectation("value", CITIES, True, ("Turku",), stale=("Graz",))
FEARS = Domain(
    "kitchen_limit", aliases=dict.fromkeys(("heated oil", "dizziness spells", "chipped plates", "cracked lids"), ())
)
OIL = Expectation("value", FEARS, True, ("heated oil",))
NO_FEAR = Expectation("value", FEARS, False)
LODGER = Expectation(
    "value",
    Domain("flatmate", aliases=dict.fromkeys(("Ingrid", "Leopold"), ()), subjects=("flatmate", "lodger")),
    True,
    stale=("Leopold",),
    over=True,
)
SURGERY = Expectation(
    "value", Domain("surgery", aliases={"knee replacement": (), "cataract removal": ()}), True, ("knee replacement",)
)
RACE = Expectation("value", Domain("race_day", ValueType.DATE, subjects=("race", "day")), True, ("2025-03",))
DRINK = Expectation(
    "value", Domain("drink", aliases=dict.fromkeys(("sencha", "cocoa"), ())), True, ("sencha",), stale=("cocoa",)
)


@pytest.mark.parametrize(
    ("expectation", "text", "expected"),
    [
        (CITY, "It's Turku or a town beside it, and I honestly can't say which of the two it is.", "undetermined"),
        (CITY, "You live in Turku or somewhere near it. I don't know which of them is yours.", "undetermined"),
        (CITY, "Turku came up, and a village too. I can't decide between the two from here.", "undetermined"),
        (CITY, "You live in Turku. I can't decide between the two hotels that you sent.", "correct"),
        (CITY, "You live in Turku. I don't know which tram you take.", "correct"),
        (CITY, "Turku. Tram or bus, I don't know which of them you take.", "correct"),
        (CITY, "You couldn't decide between them for long, but you live in Turku.", "correct"),
        (CITY, "It's Turku. The old sign with Graz on it is in the bin, and Graz went in the bin too.", "correct"),
        (CITY, "Graz. The sign went in the bin.", "stale"),
        (CITY, "Graz since the 2nd of April, Turku since the 9th of May.", "correct"),
        (OIL, "What bothers you most is oil that gets hot.", "correct"),
        (OIL, "Heated oil is exactly what does you good.", "wrong"),
        (OIL, "Heated oil is what does you harm.", "correct"),
        (OIL, "You can't stand hot oil, so take care with the pots and the lids.", "correct"),
        (NO_FEAR, "We've talked about recipes and markets, but never about what you can't stand.", "correct"),
        (NO_FEAR, "It could have been smoke, or it may have been steam. I can't tell which.", "undetermined"),
        (NO_FEAR, "It could be that you never said, or it could be that it was lost. I can't tell.", "correct"),
        (NO_FEAR, 'Sure!\n\n"Hi Ada! I don\'t cook eels, so could you let me off those? Thanks"', "off_task"),
        (NO_FEAR, "I don't know what.\n\n\"Hi Ada! I don't cook it, so could you let me off? Thanks\"", "correct"),
        (NO_FEAR, "Your limit was smoke of any kind. I have no reason to think that this has changed.", "off_task"),
        (NO_FEAR, "I have no record of it.", "correct"),
        (NO_FEAR, "I never heard of it. Tell me and I'll write him a note.", "correct"),
        (SURGERY, "You've had a knee replaced.", "correct"),
        (SURGERY, "You've had a tooth pulled.", "off_task"),
        (RACE, "It's in March 2025. You didn't tell me which day it is.", "correct"),
        (DRINK, "Ask for sencha. You gave up the cocoa.", "correct"),
        (DRINK, "You could ask for sencha one day.", "undetermined"),
        (DRINK, "You have sencha before your first call.", "correct"),
        (DRINK, "You had cocoa before your doctor advised against it.", "off_task"),
    ],
)
def test_what_holds(expectation: Expectation, text: str, expected: str) -> None:
    found = rules_say(text, expectation)
    assert found.kind.name.lower() == expected, found.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**2025-03-01**: Leopold moves in.\n**2025-05-02**: he's left, the room is yours alone.", "correct"),
        ("Leopold in: 3 Mar. Room empty again: 9 May. Nothing since.", "correct"),
        ("My notes have Leopold as your flatmate. So the answer is that you don't have one right now.", "correct"),
        ("If you ever share again with Leopold, tell me. You don't have a flatmate any more.", "correct"),
        ("You lived with Leopold. He still lives there, but you moved out.", "correct"),
        ("You lived with Leopold. He still lives there.", "stale"),
        ("**2025-03-01**: Leopold moves in.", "stale"),
        ("Your flatmate is Leopold. So you don't need a new one.", "stale"),
        ("You share with Leopold. In short, nothing is missing.", "stale"),
        ("Your flatmate is Leopold. So the answer is that he still lives with you, no longer than a year.", "stale"),
        ("If you go shopping: your flatmate is Leopold.", "stale"),
    ],
)
def test_what_is_over(text: str, expected: str) -> None:
    found = rules_say(text, LODGER)
    assert found.kind.name.lower() == expected, found.reason


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("If I'm not mistaken, you studied in Heidelberg", True),
        ("If I'm not wrong, it's bay 14", True),
        ("If I'm not mistaken, it was never mentioned", False),
    ],
)
def test_a_modest_hedge_denies_nothing(text: str, offers: bool) -> None:
    assert offers_answer(text) is offers
