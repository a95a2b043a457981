"""Families of replies about what to spare, what to avoid, how many people share, and dates with what goes with them."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

HOBBIES = dict.fromkeys(("choir trips", "dance shoes", "sea cruises"), ())
SPARED = Expectation(
    "value", Domain("budget_cut_limit", aliases=HOBBIES, subjects=("budget", "sacred")), True, ("choir trips",)
)
AVOIDED = Expectation(
    "value", Domain("camping_limit", aliases=dict.fromkeys(("wet socks", "steep paths"), ())), True, ("wet socks",)
)
TEAM = Expectation(
    "value", Domain("team_size", ValueType.NUMBER, unit="guests", subjects=("team", "size")), True, ("23",)
)
EXAM = Expectation("value", Domain("exam_day", ValueType.DATE, subjects=("exam", "day")), True, ("2026-03",))
LEASE = Expectation(
    "value",
    Domain("lease_end", ValueType.DATE, subjects=("lease", "end"), lasting=True),
    True,
    ("2026-03",),
)


def kind(text: str, expectation: Expectation) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("Please don't cut the choir trips.", "Please cut the choir trips."),
        ("You can cut everything apart from the choir trips.", "You can cut the choir trips first."),
        ("Hands off the choir trips, please.", "The choir trips can go first."),
        ("The choir trips can't be cut.", "The choir trips can be cut."),
        ("The first thing to protect: choir trips.", "The first thing to go should be choir trips."),
        ("Leave the choir trips alone, and cut my books.", "You can cut the choir trips, but leave my books alone."),
        ("I'd never give up the choir trips.", "Let's start by cutting the choir trips."),
    ],
)
def test_what_is_spared_is_not_cut(text: str, turned: str) -> None:
    assert kind(text, SPARED) == "correct"
    assert kind(turned, SPARED) == "wrong"
    assert kind(text.replace("choir trips", "sea cruises"), SPARED) == "wrong"


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("Quick note before you pack: I hate wet socks.", "Quick note before you pack: I love wet socks."),
        ("Before you go: I can't stand wet socks.", "Before you go: I don't mind wet socks."),
        ("I'll do anything apart from wet socks.", "You love wet socks."),
        ("Hands off my wet socks!", "I adore wet socks!"),
        ("You like everything except wet socks.", "You like wet socks."),
        ("All the rest is fine, I detest wet socks.", "All is fine, and I enjoy wet socks."),
    ],
)
def test_what_is_set_apart_is_avoided(text: str, turned: str) -> None:
    assert kind(text, AVOIDED) == "correct"
    assert kind(turned, AVOIDED) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "{} mugs, one for each guest.",
        "{} badges in total, one each.",
        "One plate per person makes {} plates.",
        "You'll need {} plates. I'd also get 2 packs of napkins.",
        "2 packs of napkins, {} plates, one for everybody.",
        "There are {} of them, so: {} plates. I'd order a few spares in case some break.",
    ],
)
def test_one_thing_for_each_counts_people(text: str) -> None:
    assert kind(text.replace("{}", "23"), TEAM) == "correct"
    assert kind(text.replace("{}", "32"), TEAM) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "You've got until {}.",
        "You have three months left until {}.",
        "You've still got time until {} to learn.",
        "It's in {}. I don't know whether it's at the beginning or the end of the month.",
        "It's in {}. I don't know if that means the 1st or the 31st.",
        "It's in {}, so the peak of your revision should be in January 2026.",
        "The exam is in {}. Let's start in October and practise in January.",
    ],
)
def test_a_date_stays_beside_what_goes_with_it(text: str) -> None:
    assert kind(text.format("March 2026"), EXAM) == "correct"
    assert kind(text.format("April 2026"), EXAM) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "It ends next month, in {}.",
        "Your lease is over next month, in {}.",
        "It ends next month, {}, so the time's getting short.",
        "You'll have to leave in {}.",
    ],
)
def test_an_end_to_come_holds(text: str) -> None:
    assert kind(text.format("March 2026"), LEASE) == "correct"
    assert kind(text.format("April 2026"), LEASE) != "correct"
