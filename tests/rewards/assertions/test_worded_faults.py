"""Faults in other words, things that are welcome or not, and cells that are left open."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.limits.faults import find_faults
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain

ISSUES = Domain("workout_limit", aliases={"poor balance": (), "bad knees": (), "hip arthritis": ()}, lasting=True)
NOISES = Domain("calm_limit", aliases={"booming noise": (), "pet hair": ()}, lasting=True)
LANDLORDS = Domain("landlord", aliases={"Verhoeven": (), "Valdivia": ()}, subjects=("landlord",))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("your balance isn't great", "poor balance"),
        ("your balance isn't the best", "poor balance"),
        ("you have trouble with balance", "poor balance"),
        ("you have balance problems", "poor balance"),
        ("your balance is a bit off", "poor balance"),
        ("shaky balance", "poor balance"),
        ("your knees aren't very good", "bad knees"),
        ("knee trouble", "bad knees"),
        ("your balance isn't bad", ""),
        ("your balance is great", ""),
        ("no balance problems", ""),
        ("a work-life balance", ""),
    ],
)
def test_a_fault_in_other_words(text: str, value: str) -> None:
    assert [one.value for one in find_faults(text, [], ISSUES)] == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "welcome"),
    [
        ("You can sleep through booming noise.", True),
        ("You don't care about booming noise.", True),
        ("You said booming noise isn't an issue.", True),
        ("You mentioned booming noise as something you enjoy.", True),
        ("You asked for booming noise.", True),
        ("You said you'd like booming noise.", True),
        ("I'd rather have booming noise than that!", True),
        ("Booming noise is alright.", True),
        ("You can't sleep through booming noise.", False),
        ("You said you'd like booming noise kept out.", False),
        ("You asked for no booming noise.", False),
        ("Booming noise is an issue.", False),
        ("You were worried about booming noise.", False),
        ("You'd rather not have booming noise.", False),
    ],
)
def test_what_is_said_to_be_harmless_is_welcome(text: str, welcome: bool) -> None:
    wanted = AssertionStatus.WELCOMED if welcome else AssertionStatus.CURRENT
    assert [one.status for one in assertions(text, NOISES)] == [wanted]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("| Role | Name | Phone |\n|---|---|---|\n| Landlord | Verhoeven | |", "current"),
        ("| Role | Name | Phone |\n|---|---|---|\n| Landlord | Verhoeven | — |", "current"),
        ("| Role | Name | Phone | Email |\n|---|---|---|---|\n| Landlord | Verhoeven | ___ | ___ |", "current"),
        ("| Name | Role | Notes |\n|---|---|---|\n| Verhoeven | Landlord | n/a |", "current"),
        ("| Name | Fits |\n|---|---|\n| Verhoeven | no |", "denied"),
        ("| Name | Fits |\n|---|---|\n| Verhoeven | – |\n| Valdivia | yes |", "denied"),
    ],
)
def test_a_cell_that_is_left_open_denies_nothing_by_itself(text: str, status: str) -> None:
    assert assertions(text, LANDLORDS)[0].status is AssertionStatus(status)
