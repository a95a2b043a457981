"""Families of replies that come to a total by running sums, in a box, by counting on, or as a single thing."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

FUND = Domain("boat_fund", ValueType.NUMBER, unit="dollars")
DAYS = Domain("days", ValueType.NUMBER, unit="days")
COUNT = Domain("count", ValueType.NUMBER)


@pytest.mark.parametrize(
    ("form", "domain", "text", "gold", "other"),
    [
        ("sum", FUND, "It began with 120. The next day 80 came on top (200), payday added 50 (250).", "250", "50"),
        ("sum", FUND, "120 first. After the 80 it was at 200, after the 50 at 250. You're at 260 now.", "260", "250"),
        ("sum", FUND, "120 + 80 + 50. $\\boxed{250}$", "250", "50"),
        ("sum", FUND, "The pot holds 250 dollars after the 50 of the 31st.", "250", "50"),
        ("sum", FUND, "The right figure is 120. I'd counted the 80 twice, so I got 200.", "120", "200"),
        ("duration", DAYS, "1. 44 x 365 = 16060\n2. (1984, 88, 92) = 3\n\n$$\\boxed{16063}$$", "16063", "88"),
        ("count", COUNT, "I've got a single award noted for you.", "1", "2"),
        ("count", COUNT, "The rosette (1), the cup (2), the medal (3). There we are.", "3", "1"),
    ],
)
def test_the_total_counts(form: str, domain: Domain, text: str, gold: str, other: str) -> None:
    assert find_verdict(text, None, Expectation(form, domain, True, (gold,))).kind.name == "CORRECT"
    assert find_verdict(text, None, Expectation(form, domain, True, (other,))).kind.name == "WRONG"


def test_not_a_single_one_is_none() -> None:
    found = find_verdict("You haven't told me about a single award.", None, Expectation("count", COUNT, True, ("1",)))
    assert found.kind.name == "ABSTAINED"
