"""Tells how a reply says, in other words than those of not knowing, that nothing was told."""

from __future__ import annotations

from regulars.chinese_text import is_chinese
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH, read_assertions
from regulars.rewards.verdicts.untold.asks_only import asks_only
from regulars.rewards.verdicts.untold.denied_tellings import names_in_denials_only
from regulars.rewards.verdicts.untold.one_date_known import knows_one_date
from regulars.rewards.verdicts.untold.others_only import names_only_others
from regulars.rewards.verdicts.untold.told_another_day import told_another_day


def says_untold(text: str, expectation: Expectation) -> str:
    """How a reply says that nothing was told; empty if it does not, or only says that it does not know.

    Args:
        text: The reply.
        expectation: What was asked for, and never told.

    Example:
        >>> from regulars.values import Domain
        >>> plant = Expectation("value", Domain("plant", aliases={"cactus": ()}, subjects=("plant",)), False)
        >>> says_untold("Just the cactus, and that's your cousin's.", plant)
        'knows only those of others'
    """
    if len(text) > LONGEST_TO_SEARCH or is_chinese(text):
        return ""
    if names_only_others(text, expectation):
        return "knows only those of others"
    if names_in_denials_only(text, expectation):
        return "denies having been told what it names"
    if told_another_day(text, expectation):
        return "names what was told on another day"
    if knows_one_date(text, expectation):
        return "knows one of two dates"
    if not read_assertions(text, expectation.domain) and asks_only(text, expectation):
        return "asks for it"
    return ""
