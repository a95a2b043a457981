"""Doubts replies that the rules count, where words and signs are those of replies that are not right.

`You signed the lease on 12 February. I haven't been told when you're moving` names what is right, of another matter.
What speaks against such a reply is spread over its words, so it is learned (`benchmarks/rereading_doubts.py`): from
replies that tempt, beside natural ones. The trees look at the same signs as those of the second reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from regulars.dialogue import Verdict
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.rereading.boosted_trees import BoostedTrees, read_trees
from regulars.rewards.verdicts.rereading.signs import WORDS, is_named, signs
from regulars.rewards.verdicts.rereading.words import WordWeights, marked, read_words

LEAST_CHANCE = 0.2
"""The chance below which a reply is doubted."""
MOST_LOGIT = 1.5
"""A reply whose words speak for it with a higher logit is not doubted, whatever its signs."""
FEWEST_WORDS = 17
"""The least words of a reply that is doubted."""
FORMS = frozenset({"value", "set", "count", "sum", "duration", "choice", "any"})
"""The forms of answers that are doubted."""
PART = "answerable"
"""The part of the file of words."""


def chance_in_doubt(text: str, verdict: Verdict, expectation: Expectation) -> float:
    """The chance that a reply which the rules count is right; 1 where there is nothing to doubt.

    Args:
        text: The reply, without hidden reasoning, to a question that has an answer.
        verdict: What the rules say.
        expectation: What a right answer is.
    """
    if expectation.form not in FORMS or expectation.earlier or len(text.split()) < FEWEST_WORDS:
        return 1.0
    if not is_named(text, expectation):
        return 1.0
    words = learned_words().logit(marked(text, expectation))
    if words >= MOST_LOGIT:
        return 1.0
    return learned_trees().chance(_signs(text, verdict, expectation, words))


def _signs(text: str, verdict: Verdict, expectation: Expectation, words: float) -> Mapping[str, float]:
    return {**signs(text, verdict, expectation), WORDS: words}


@lru_cache(maxsize=1)
def learned_words() -> WordWeights:
    """What words speak for a reply, learned beside replies that tempt."""
    return read_words(Path(__file__).with_name("doubt_words.json"), (PART,))[PART]


@lru_cache(maxsize=1)
def learned_trees() -> BoostedTrees:
    """The trees that tell the chance."""
    return read_trees(Path(__file__).with_name("doubt_trees.json"))
