"""Checks whether a reply keeps a standing rule, and how often a rule was kept over an episode.

A rule is judged on the text of the reply, and only if it had an opportunity. Compliance is the share of opportunities
in which the rule was kept. A rule with fewer than `LEAST_OPPORTUNITIES` is untested and has no compliance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from regulars.errors import ConfigurationError, did_you_mean
from regulars.rewards.excerpts import excerpt
from regulars.rewards.style_checks.checks import CHECKS
from regulars.rewards.style_checks.occasions import OPPORTUNITIES, Occasion, has_words

LEAST_OPPORTUNITIES = 3
"""The number of opportunities below which a rule is untested."""


@dataclass(frozen=True, slots=True)
class Compliance:
    """How often a rule was kept.

    Attributes:
        kept: The number of replies that kept it.
        opportunities: The number of replies that could keep or break it.
    """

    kept: int
    opportunities: int

    @property
    def share(self) -> float | None:
        """The share of opportunities in which it was kept, in [0, 1]; None if the rule is untested."""
        return self.kept / self.opportunities if self.opportunities >= LEAST_OPPORTUNITIES else None


def comply(
    reply_text: str, occasion: Occasion, check: str, opportunity: str, parameters: Mapping[str, Any]
) -> bool | None:
    """Whether a reply keeps a rule.

    Args:
        reply_text: The words. A long reply is judged by its beginning and its end (`rewards/excerpts.py`).
        occasion: What surrounds them.
        check: A name in `CHECKS`.
        opportunity: A name in `OPPORTUNITIES`.
        parameters: The parameters of both.

    Returns:
        None if the rule had no opportunity; an empty reply gives none.

    Raises:
        ConfigurationError: The check or opportunity test is unknown.

    Example:
        >>> comply("It is Bergen.", Occasion(), "counts", "always", {"of": "sentences", "at_most": 2})
        True
    """
    tests = OPPORTUNITIES.get(opportunity)
    keeps = CHECKS.get(check)
    if tests is None or keeps is None:
        raise _unknown(check, opportunity)
    reply_text = excerpt(reply_text)
    if not has_words(reply_text) or not tests(reply_text, occasion, parameters):
        return None
    return keeps(reply_text, occasion, parameters)


def _unknown(check: str, opportunity: str) -> ConfigurationError:
    if check not in CHECKS:
        return ConfigurationError(f"unknown check {check!r}", where="a rule", remedy=did_you_mean(check, CHECKS))
    remedy = did_you_mean(opportunity, OPPORTUNITIES)
    return ConfigurationError(f"unknown opportunity test {opportunity!r}", where="a rule", remedy=remedy)


def compliance(notes: Iterable[tuple[Iterable[str], Iterable[str]]]) -> dict[str, Compliance]:
    """How each rule was kept over an episode, in the order of first opportunity.

    Args:
        notes: For each judged reply: the ids of the rules that it kept, and of the rules that it broke.

    Example:
        >>> compliance([(["r1"], []), (["r1"], ["r2"]), ([], ["r1"])])["r1"].share
        0.6666666666666666
    """
    kept: dict[str, int] = {}
    opportunities: dict[str, int] = {}
    for kept_here, broken_here in notes:
        for rules, worth in ((kept_here, 1), (broken_here, 0)):
            for rule in rules:
                kept[rule] = kept.get(rule, 0) + worth
                opportunities[rule] = opportunities.get(rule, 0) + 1
    return {rule: Compliance(kept[rule], opportunities[rule]) for rule in opportunities}
