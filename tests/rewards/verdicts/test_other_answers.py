"""Replies whose answer no domain lists: the known value beside it does not count, and does where it is the answer."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

INSURERS = Domain(
    "insurer",
    aliases=dict.fromkeys(("Zurimed", "Vitaloft", "Xenacare"), ()),
    subjects=("health", "insurance", "insurer"),
)
AIDS = Domain(
    "sleep_aid", aliases=dict.fromkeys(("wax earplugs", "lemon balm", "rain sounds"), ()), subjects=("sleep", "aid")
)


def _is_right(text: str, gold: str = "Zurimed", domain: Domain = INSURERS) -> bool:
    return find_verdict(text, None, Expectation("value", domain, True, (gold,))).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "text",
    [
        "You looked at {0} but went with {1} in the end.",
        "You almost chose {0}, but ended up with {1}.",
        "You went for {1} after comparing it with {0}.",
        "You chose {1} over {0}.",
        "{1}, since you preferred it to {0}.",
        "{1}. {0} was too expensive for you.",
        "{1}. {0} only came second.",
        "{1}, because {0} had no dental cover.",
    ],
)
def test_a_value_that_was_passed_over_for_an_unknown_one(text: str) -> None:
    assert not _is_right(text.format("Zurimed", "Helvamed"))
    assert _is_right(text.format("Helvamed", "Zurimed"))


@pytest.mark.parametrize(
    "text",
    [
        "Helvamed, near Zurimed.",
        "It was Zurimed, but you had it replaced with an Anzomed.",
        "You were with Zurimed, but not any more.",
        "You cancelled Zurimed.",
        "Zurimed and Helvamed.",
        "Zurimed or Helvamed.",
        "You have Zurimed for dental and Helvamed for everything else.",
        "Health insurance: Helvamed\nDental insurance: Zurimed",
        "You told me Helvamed. You joined Zurimed later.",
    ],
)
def test_a_value_in_a_side_role(text: str) -> None:
    assert not _is_right(text)


@pytest.mark.parametrize(
    "text",
    [
        "Zurimed, Omar.",
        "Omar, you're with Zurimed.",
        "Good news. Zurimed is what you told me.",
        "Sure. You went with Zurimed.",
        "Easy. Zurimed was the one with the dental cover, and you chose it.",
        "Zurimed and your policy number.",
        "Health insurer: Zurimed. Good luck with the form, Omar!",
        "Oui, bien sûr: you're with Zurimed.",
    ],
)
def test_an_answer_with_other_names_beside_it_counts(text: str) -> None:
    assert _is_right(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("A sleep mask. Wax earplugs hurt your ears.", False),
        ("Lavender oil, since the wax earplugs were uncomfortable.", False),
        ("Foam earplugs.", False),
        ("None at the moment, you stopped the wax earplugs.", False),
        ("The wax earplugs.", True),
        ("Your earplugs.", True),
        ("A good choice. Wax earplugs it is.", True),
    ],
)
def test_things_without_a_proper_name(text: str, right: bool) -> None:
    assert _is_right(text, "wax earplugs", AIDS) is right


@pytest.mark.parametrize(
    "text",
    [
        "I have no record of it. Examples would be Zurimed or Helvamed.",
        "You haven't told me. Many people use Zurimed.",
        "You never said. Zurimed is a popular one.",
        "I don't know. Some people are with Zurimed.",
        "I have no insurer on file. Zurimed is a common one.",
        "You didn't tell me. Lots of people have Zurimed.",
    ],
)
def test_an_example_leaves_an_abstention_one(text: str) -> None:
    assert not _is_right(text)


HOBBIES = Domain("hobby", aliases=dict.fromkeys(("archery", "juggling"), ()), subjects=("hobby", "hobbies"))
CITIES = Domain("home_city", aliases=dict.fromkeys(("Bergen", "Graz"), ()), subjects=("live", "city", "home"))


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        # What nobody listed and stands where the answer should is an answer all the same.
        ("Your hobby is falconry.", HOBBIES, "undetermined"),
        ("Your hobbies are falconry and needlework, and I'm sure of it.", HOBBIES, "undetermined"),
        ("Falconry.", HOBBIES, "undetermined"),
        ("You live in Reykholt.", CITIES, "undetermined"),
        ("Aqueduct Corner.", CITIES, "undetermined"),
        # None is given by what asks, denies, takes note or talks of something else.
        ("Is your hobby falconry?", HOBBIES, "off_task"),
        ("Your hobby is something I'd like to hear about.", HOBBIES, "off_task"),
        ("Your hobby is not falconry.", HOBBIES, "off_task"),
        ("Understood.", HOBBIES, "off_task"),
        ("Lovely weather today.", CITIES, "off_task"),
        ("Your cousin lives in Reykholt.", CITIES, "off_task"),
    ],
)
def test_an_answer_that_nobody_listed_is_no_chatter(text: str, domain: Domain, found: str) -> None:
    gold = next(iter(domain.aliases))
    for form in ("value", "set"):
        assert find_verdict(text, None, Expectation(form, domain, True, (gold,))).kind.name.lower() == found
