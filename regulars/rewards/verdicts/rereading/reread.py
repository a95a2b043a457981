"""Reads a reply again that the rules do not count, as far as it names what is right or says that it does not know.

People word answers in more ways than rules foresee. The trees were learned from replies that the rules had never met
(`benchmarks/rereading.py`): from what the rules say of a reply, the values that it names and the words beside them,
they tell how likely the reply is right. Only replies that come close are read again, and only to count one that is
right; what the rules count stays counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.rereading.boosted_trees import BoostedTrees, read_trees
from regulars.rewards.verdicts.rereading.signs import ALL_ASKED, is_named, signs
from regulars.values import Mention, find_values

FORMS = frozenset({"value", "set", "order", "choice", "any", "count", "sum", "duration"})
"""The forms of answers that are read again: those that consist of values."""
LEAST_CHANCE = 0.5
"""The chance from which a reply counts as right."""
MOST_NAMED = 6
"""A reply that names more values lists what it knows, and is not read again."""
FEWEST_WORDS, LONGEST = 20, 3000
"""The least words and the most characters of a reply that is read again: rules read shorter ones well, and the trees
know no longer ones."""


@lru_cache(maxsize=1)
def learned_trees() -> BoostedTrees:
    """The trees of the second reading."""
    return read_trees(Path(__file__).with_name("trees.json"))


def reread(text: str, verdict: Verdict, expectation: Expectation) -> Verdict:
    """The verdict after a second reading.

    Args:
        text: The reply, without hidden reasoning.
        verdict: What the rules say.
        expectation: What a right answer is.
    """
    if verdict.kind is VerdictKind.CORRECT or not comes_close(text, expectation):
        return verdict
    chance = learned_trees().chance(signs(text, verdict, expectation))
    if chance < LEAST_CHANCE:
        return verdict
    values = expectation.gold if expectation.answerable else ()
    return Verdict(
        VerdictKind.CORRECT, values, score=1.0, reason=f"read again ({verdict.reason}): right by {chance:.2f}"
    )


def comes_close(text: str, expectation: Expectation) -> bool:
    """Whether a reply is read again: it names what is right among a few values, or says that it does not know."""
    if expectation.form not in FORMS or expectation.over or len(text) > LONGEST or is_chinese(text):
        return False
    if len(text.split()) < FEWEST_WORDS:
        return False
    named = find_values(text, expectation.domain)
    if len({one.value for one in named}) > MOST_NAMED or _lists(text, named, expectation):
        return False
    if not expectation.answerable:
        return abstains(text) or disclaims(text)
    return is_named(text, expectation) and not _is_of_another(text, expectation)


_JOINED = re.compile(r"[\s,;&/+*_|]*(?:and|or|as well as|plus|then)?[\s*_]*(?:in|the|an?|your|also)?[\s*_]*")
"""What stands between two values that are listed together."""
_SENTENCE = re.compile(r"[.!?\n]")
MOST_PARTS = 8
"""A sentence of so many parts between commas recites what was heard."""


def _lists(text: str, named: Sequence[Mention], expectation: Expectation) -> bool:
    """Whether a reply lists what it knows in place of an answer: several values together, or a recital."""
    if any(sentence.count(",") >= MOST_PARTS - 1 for sentence in _SENTENCE.split(text)):
        return True
    if expectation.form in ALL_ASKED:
        return False
    pairs = pairwise(named)
    return any(
        expectation.gold.count(one.value) != expectation.gold.count(other.value)
        and _JOINED.fullmatch(text, one.end, other.start) is not None
        for one, other in pairs
    )


def _is_of_another(text: str, expectation: Expectation) -> bool:
    """Whether a reply says what is right of other people alone: `your friend lives in Bergen`."""
    read = [one.status for one in read_assertions(text, expectation.domain) if one.value in expectation.gold]
    return bool(read) and set(read) == {AssertionStatus.FOREIGN}
