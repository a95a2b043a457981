"""The occasion of a reply, and the tests of whether a standing rule had an opportunity there.

An opportunity test tells whether a reply could have kept or broken a rule at all: a reply without a date does not test
a rule about date formats. Tests have names, so a rule is data.
"""

from __future__ import annotations

import datetime as calendar
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from regulars.dialogue import PlanAct
from regulars.rewards.assertions.abstention import abstains as does_abstain
from regulars.rewards.style_checks.reply_text import (
    clocks_in,
    contracted_in,
    dates_in,
    find_phrases,
    large_numbers,
    numbers_in,
    sentences,
    sums_in,
    uncontracted_in,
)

_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Occasion:
    """What surrounds a reply, as far as a rule about its style may depend on it.

    Attributes:
        message: The message that the reply answers.
        name: The person's name.
        date: When it is said; None if unknown.
        opening: Whether it is the session's first reply.
        act: What the reply does.
        asked: Whether the message asks something.
        told: The dates of the disclosures that the reply rests on; empty if unknown.
        consulted: The project domain for which the message wants a plan; empty if none.
    """

    message: str = ""
    name: str = ""
    date: calendar.datetime | None = None
    opening: bool = False
    act: PlanAct = PlanAct.ANSWER
    asked: bool = False
    told: tuple[calendar.date, ...] = ()
    consulted: str = ""


Opportunity: TypeAlias = Callable[[str, Occasion, Mapping[str, Any]], bool]
"""Maps reply, occasion and the rule's parameters to whether the rule is tested. The reply is not empty."""

OPPORTUNITIES: dict[str, Opportunity] = {}
"""Opportunity tests by name."""

OPPORTUNITY_PARAMETERS: dict[str, frozenset[str]] = {}
"""The parameters that each test reads."""

_INFORMS = frozenset({PlanAct.ANSWER, PlanAct.ADVISE, PlanAct.REMIND, PlanAct.CONFIRM})
_ADVISES = frozenset({PlanAct.ADVISE, PlanAct.CONFIRM})


def _opportunity(*parameters: str) -> Callable[[Opportunity], Opportunity]:
    def enter(test: Opportunity) -> Opportunity:
        name = test.__name__
        OPPORTUNITIES[name] = test
        OPPORTUNITY_PARAMETERS[name] = frozenset(parameters)
        return test

    return enter


def has_words(text: str) -> bool:
    """Whether `text` contains a word."""
    return _WORD.search(text) is not None


@_opportunity()
def always(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Every reply gives an opportunity."""
    return True


@_opportunity()
def opening(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The first reply of a session."""
    return occasion.opening


@_opportunity()
def named(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Every reply to a person whose name is known."""
    return has_words(occasion.name)


@_opportunity()
def asked(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The message asks something."""
    return occasion.asked


@_opportunity()
def answers(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply answers from disclosures."""
    return occasion.act is PlanAct.ANSWER


@_opportunity()
def informs(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply has something to say: it answers, advises, reminds or chooses."""
    return occasion.act in _INFORMS


@_opportunity()
def advises(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply advises or chooses."""
    return occasion.act in _ADVISES


@_opportunity()
def abstains(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply says that it does not know what is asked."""
    return occasion.act is PlanAct.ABSTAIN or (occasion.asked and does_abstain(reply))


@_opportunity()
def acknowledges(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply acknowledges something."""
    return occasion.act is PlanAct.ACKNOWLEDGE


@_opportunity()
def names_date(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply names a calendar day."""
    return bool(dates_in(reply))


@_opportunity()
def names_time(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply names a time of day."""
    return bool(clocks_in(reply))


@_opportunity()
def names_money(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply names a sum of money in figures."""
    return bool(sums_in(reply))


@_opportunity()
def names_number(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply names a number below a hundred that is not part of a date, a time or a sum."""
    return bool(numbers_in(reply))


@_opportunity()
def names_thousands(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply names a number of four digits or more that is not a year."""
    return any(large_numbers(reply))


@_opportunity()
def contractible(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply contracts words, or has some that could be contracted."""
    return contracted_in(reply) or uncontracted_in(reply)


@_opportunity("instead")
def worded(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply uses a word for which the rule prefers one form (`instead`: from one form to the other)."""
    instead: Mapping[str, str] = parameters["instead"]
    return bool(find_phrases(reply, tuple(instead)) or find_phrases(reply, tuple(instead.values())))


@_opportunity("when")
def touched(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The message touches on the rule's topic: it contains one of the words in `when`."""
    return bool(find_phrases(occasion.message, parameters["when"]))


@_opportunity()
def quotable(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The message has enough words to be quoted, and the reply does more than acknowledge."""
    return occasion.act is not PlanAct.ACKNOWLEDGE and len(occasion.message.split()) >= 3


@_opportunity()
def several_sentences(reply: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The reply has more than one sentence."""
    return len(sentences(reply)) > 1
