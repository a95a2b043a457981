"""Which of several options a reply chose; the choice becomes the assistant's commitment."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.excerpts import LONGEST_ANSWER, excerpt
from regulars.values import Domain, told_value


def chosen(text: str, answer: str | None, options: Sequence[str], domain: Domain) -> str:
    """The one option that the reply chose.

    Args:
        text: The reply's words.
        answer: Its structured answer; if it names an option, it decides.
        options: Canonical values of `domain`.
        domain: The attribute's values.

    Returns:
        The option, or an empty string if none or more than one was chosen.
    """
    if answer:
        answer = answer[:LONGEST_ANSWER]
        named = [option for option in options if told_value(answer, option, domain)]
        return named[0] if len(named) == 1 else ""
    text = excerpt(text, options)
    found = {
        assertion.value
        for assertion in assertions(text, domain)
        if assertion.status == "current" and assertion.value in options
    }
    return found.pop() if len(found) == 1 else ""
