"""Replies that the rules count, and that are doubted because of their words and signs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.rereading.doubts import FEWEST_WORDS, LEAST_CHANCE, chance_in_doubt
from regulars.rewards.verdicts.verdict import find_verdict, rules_say
from regulars.values import Domain, ValueType

STOP = Domain(
    "bus_stop",
    aliases={"Velodrome Gate": (), "Mill Gate": (), "Harbour Square": ()},
    subjects=("bus stop", "bus", "stop"),
)
GUESTS = Domain("guest_list", ValueType.NUMBER, unit="guests", subjects=("guest list", "guests", "guest", "count"))
AT_VELODROME = Expectation("value", STOP, True, ("Velodrome Gate",))
OF_144 = Expectation("value", GUESTS, True, ("144",))

OF_ANOTHER_MATTER = [
    ("The name of the stop you use is something I don't have. {} is where your dentist has his practice.", STOP),
    ("You haven't told me which stop you use in the mornings. {} came up as the place where your son plays.", STOP),
    ("You haven't told me how many people you're inviting. The {} I've got from you is what the flowers cost.", GUESTS),
]
OF_THE_USER = [
    ("You haven't told me when you leave, but the stop that you always use in the mornings is {}, I'm sure.", STOP),
    ("Your stop is {}. I don't know which of the lines you take from there, or when you leave the house.", STOP),
    ("I don't have the names yet, but you told me that there will be {} guests at your wedding, no more.", GUESTS),
]


def key_of(domain: Domain) -> Expectation:
    return AT_VELODROME if domain is STOP else OF_144


@pytest.mark.parametrize(("wording", "domain"), OF_ANOTHER_MATTER)
def test_a_value_of_another_matter_beside_not_knowing_does_not_count(wording: str, domain: Domain) -> None:
    key = key_of(domain)
    assert find_verdict(wording.format(key.gold[0]), None, key).kind is not VerdictKind.CORRECT


@pytest.mark.parametrize(("wording", "domain"), OF_THE_USER)
def test_an_answer_beside_what_is_not_known_counts(wording: str, domain: Domain) -> None:
    key = key_of(domain)
    assert find_verdict(wording.format(key.gold[0]), None, key).kind is VerdictKind.CORRECT


def chance(text: str, key: Expectation) -> float:
    return chance_in_doubt(text, rules_say(text, key), key)


def test_the_chance_of_a_tempting_reply_is_below_the_bound_and_that_of_an_answer_is_not() -> None:
    tempting, domain = OF_ANOTHER_MATTER[2]
    assert chance(tempting.format("144"), OF_144) < LEAST_CHANCE
    assert all(chance(wording.format(key_of(one).gold[0]), key_of(one)) >= LEAST_CHANCE for wording, one in OF_THE_USER)
    assert domain is GUESTS


def test_short_replies_and_questions_about_an_earlier_time_are_not_doubted() -> None:
    tempting = OF_ANOTHER_MATTER[2][0].format("144")
    assert chance(" ".join(tempting.split()[: FEWEST_WORDS - 1]), OF_144) == 1.0
    assert chance(tempting, replace(OF_144, earlier=True)) == 1.0


def test_a_reply_that_does_not_name_the_answer_is_not_doubted() -> None:
    assert chance(OF_ANOTHER_MATTER[2][0].format("143"), OF_144) == 1.0
