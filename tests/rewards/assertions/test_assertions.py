"""The status of a value is decided per clause."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, ValueType

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz", "Porto"), ()))
DATE = Domain("move", ValueType.DATE)


def statuses(text: str) -> dict[str, str]:
    return {one.value: one.status.value for one in assertions(text, CITY)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You moved from Oslo to Bergen.", {"Oslo": "past", "Bergen": "current"}),
        ("You moved to Bergen from Oslo.", {"Bergen": "current", "Oslo": "past"}),
        ("After leaving Oslo you settled in Bergen.", {"Oslo": "past", "Bergen": "current"}),
        ("Since the Oslo flat was sold, you live in Bergen.", {"Oslo": "past", "Bergen": "current"}),
        ("Your city is Bergen (formerly Oslo).", {"Bergen": "current", "Oslo": "past"}),
        ("Oslo until March, Bergen since.", {"Oslo": "past", "Bergen": "current"}),
        ("Before you moved to Bergen, you lived in Oslo.", {"Bergen": "current", "Oslo": "past"}),
        ("Oslo -> Bergen", {"Oslo": "past", "Bergen": "current"}),
        ("Oslo was replaced by Bergen.", {"Oslo": "past", "Bergen": "current"}),
        ("Bergen you used to live in Oslo", {"Bergen": "current", "Oslo": "past"}),
        ("You went from Mr Oslo to Mr Bergen.", {"Oslo": "past", "Bergen": "current"}),
        ("It was Oslo.", {"Oslo": "current"}),
        ("It was Oslo and is Bergen now.", {"Oslo": "past", "Bergen": "current"}),
        ("Is it Bergen?", {"Bergen": "questioned"}),
        ("You live in Bergen, don't you?", {"Bergen": "current"}),
        ("You live in Bergen; did you like Oslo?", {"Bergen": "current", "Oslo": "questioned"}),
        ('You wrote: "I live in Bergen".', {"Bergen": "quoted"}),
        ('You picked "Bergen".', {"Bergen": "current"}),
        ('You said you would never move to "Bergen".', {"Bergen": "denied"}),
        ("You told me you live in Bergen.", {"Bergen": "current"}),
        ("You mentioned that you lived in Bergen.", {"Bergen": "current"}),
        ("Neither Oslo nor Graz: Bergen.", {"Oslo": "denied", "Graz": "denied", "Bergen": "current"}),
        ("Not Oslo, Bergen.", {"Oslo": "denied", "Bergen": "current"}),
        ("You don't live in Oslo, Graz or Porto.", {"Oslo": "denied", "Graz": "denied", "Porto": "denied"}),
        ("Bergen or Oslo.", {"Bergen": "hypothetical", "Oslo": "hypothetical"}),
        ("You plan to move to Porto.", {"Porto": "hypothetical"}),
        ("If you like, I can look in Bergen.", {"Bergen": "current"}),
        ("If you lived in Porto, it would be warm.", {"Porto": "hypothetical"}),
        ("I think you live in Bergen.", {"Bergen": "current"}),
        ("I don't think you live in Bergen.", {"Bergen": "denied"}),
        ("Oslo, no, sorry, Bergen.", {"Oslo": "denied", "Bergen": "current"}),
        ("I haven't forgotten Bergen.", {"Bergen": "current"}),
        ("You chose Bergen over Oslo.", {"Bergen": "current", "Oslo": "denied"}),
        ("You probably live in Bergen.", {"Bergen": "current"}),
        ("Your sister lives in Graz, you live in Bergen.", {"Graz": "foreign", "Bergen": "current"}),
        ("You and your sister live in Bergen.", {"Bergen": "current"}),
        ("My brother? He lives in Graz.", {"Graz": "foreign"}),
        ("Oslo... actually, Bergen.", {"Oslo": "denied", "Bergen": "current"}),
        ("Oslo, Graz. Sorry, I mean Porto.", {"Oslo": "current", "Graz": "denied", "Porto": "current"}),
        ("Oslo, Graz or Porto.", {"Oslo": "hypothetical", "Graz": "hypothetical", "Porto": "hypothetical"}),
        ("City: Bergen\nBirthplace: Graz", {"Bergen": "current"}),
    ],
)
def test_status(text: str, expected: dict[str, str]) -> None:
    assert statuses(text) == expected


def test_a_date_of_disclosure_is_not_the_value() -> None:
    found = assertions("On 3 March 2025 you told me that you move on 14 May 2025.", DATE)
    assert [(one.value, one.status) for one in found] == [("2025-05-14", AssertionStatus.CURRENT)]
    assert [one.value for one in assertions("[2025-03-03 09:30] Ana: we move in May", DATE)] == ["--05"]


def test_a_date_that_bounds_is_not_asserted() -> None:
    assert [one.status for one in assertions("Two weeks after 14 May.", DATE)] == [AssertionStatus.HYPOTHETICAL]


def test_a_date_of_unknown_order_is_not_asserted() -> None:
    assert [one.status for one in assertions("You move on 05/06/2025.", DATE)] == [AssertionStatus.HYPOTHETICAL]
    assert [one.status for one in assertions("You move on 05/05/2025.", DATE)] == [AssertionStatus.CURRENT]


def test_spans_are_those_of_the_text_as_given() -> None:
    text = "You’re in Ber\u200bgen, ﬁne"
    (found,) = assertions(text, CITY)
    assert text[found.start : found.end] == "Ber\u200bgen"
    # The ligature is two letters when folded, so that everything behind it moves.
    text = "ﬁne: Oslo, ﬁne, Ber\u200bgen"
    assert [text[one.start : one.end] for one in assertions(text, CITY)] == ["Oslo", "Ber\u200bgen"]
    assert [(one.start, one.end) for one in assertions("Oslo, Bergen", CITY)] == [(0, 4), (6, 12)]


@pytest.mark.parametrize(
    "text",
    [
        "I don't know.",
        "I don’t know where you live.",
        "You haven't told me that yet.",
        "You never mentioned your city.",
        "I have no record of that.",
        "I don't have that information.",
        "I'm afraid I can't recall.",
        "That wasn't mentioned.",
        "There is no information on that.",
        "No idea, sorry!",
        "I'm not sure.",
        "I don't think you've told me that.",
        "I was never told.",
    ],
)
def test_abstentions(text: str) -> None:
    assert abstains(text)


@pytest.mark.parametrize(
    "text",
    [
        "You live in Bergen.",
        "I know a dentist there.",
        "I don't know any dentists there.",
        "You told me on Monday.",
        "I haven't forgotten.",
        "Could you tell me?",
        "Which city do you live in?",
        "No problem!",
        "",
    ],
)
def test_no_abstentions(text: str) -> None:
    assert not abstains(text)


def test_being_unsure_beside_a_guess_is_no_abstention() -> None:
    assert not abstains("I'm not sure, but perhaps Bergen.", guesses=True)
    assert abstains("I don't know, perhaps Bergen.", guesses=True)
