"""The entry point of judging: compares a reply with what a right answer is, for every form of answer.

`matcher` judges values by what the reply asserts; `closed_forms` judges the closed forms.
"""

from __future__ import annotations

from regulars.dialogue import Verdict
from regulars.rewards.assertions.body import without_hidden_reasoning
from regulars.rewards.verdicts.closed_forms import CLOSED_FORMS, judge_closed
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.rewards.verdicts.over import judge_over


def find_verdict(reply_text: str, answer: str | None, expectation: Expectation) -> Verdict:
    """The verdict on a reply.

    Args:
        reply_text: The words; hidden reasoning in them (`<think>...</think>`) does not count.
        answer: The structured answer; None or empty if there is none.
        expectation: What a right answer is.
    """
    reply_text = without_hidden_reasoning(reply_text)
    if expectation.form in CLOSED_FORMS:
        return judge_closed(reply_text, answer, expectation)
    if expectation.over:
        return judge_over(reply_text, answer, expectation)
    return judge(reply_text, answer, expectation)
