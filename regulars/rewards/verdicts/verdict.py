"""The entry point of judging: compares a reply with what a right answer is, for every form of answer.

`matcher` judges values by what the reply asserts; `closed_forms` judges the closed forms. Both get an excerpt of a
reply that is too long (`assertions/excerpts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from regulars.dialogue import Verdict
from regulars.rewards.assertions.excerpts import LONGEST, LONGEST_ANSWER, excerpt
from regulars.rewards.verdicts.closed_forms import CLOSED_FORMS, judge_closed, judge_over
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge


def find_verdict(reply_text: str, answer: str | None, expectation: Expectation) -> Verdict:
    """The verdict on a reply.

    Args:
        reply_text: The words.
        answer: The structured answer; None or empty if there is none.
        expectation: What a right answer is.
    """
    if len(reply_text) > LONGEST:
        reply_text = excerpt(reply_text, _spellings(expectation))
    if answer is not None:
        answer = answer[:LONGEST_ANSWER]
    if expectation.form in CLOSED_FORMS:
        return judge_closed(reply_text, answer, expectation)
    if expectation.over:
        return judge_over(reply_text, answer, expectation)
    return judge(reply_text, answer, expectation)


def _spellings(expectation: Expectation) -> Iterator[str]:
    """The spellings of what a right answer or a leak would name."""
    for value in (*expectation.others, *expectation.gold, *expectation.stale, *expectation.options):
        yield value
        yield from expectation.domain.aliases.get(value, ())
