"""Token F1 for free-text answers, as LoCoMo scores them.

Source: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents (arXiv 2402.17753), section on
question answering, and its published scoring procedure: SQuAD's normalisation with `and` among the articles, Porter
stems, and one rule for each category of question. The stemmer is Snowball's `porter`. It follows Porter's paper, so a
few words stem differently than in libraries that changed it.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial

from regulars.errors import ConfigurationError
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.excerpts import excerpt

CATEGORIES = {"multi-hop": 1, "temporal": 2, "open-domain": 3, "single-hop": 4, "adversarial": 5}
"""LoCoMo's categories by name."""

_ARTICLES = re.compile(r"\b(?:a|an|the|and)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ABSTAINED = "not mentioned"
_NOT_MENTIONED = ("not mentioned", "no information available")


def token_f1(prediction: str, gold: str) -> float:
    """F1 over stemmed tokens as multisets, in [0, 1]; 0 if they share none."""
    ours, theirs = stems(prediction), stems(gold)
    shared = sum((Counter(ours) & Counter(theirs)).values())
    if not shared:
        return 0.0
    precision, recall = shared / len(ours), shared / len(theirs)
    return 2 * precision * recall / (precision + recall)


def locomo_f1(prediction: str, gold: str, category: int | str) -> float:
    """LoCoMo's score of one answer, in [0, 1].

    Args:
        prediction: The answer.
        gold: The reference; empty if the data gives none.
        category: 1 to 5, or a name in `CATEGORIES`. 1, multi-hop: prediction and gold are split at commas; the mean
            over gold parts of the best F1. 2 and 4: token F1. 3, open-domain: against the part of the gold before `;`.
            5, adversarial: 1 if the answer says that it is not mentioned (the data's two phrases, or an abstention),
            else 0.

    Raises:
        ConfigurationError: The category is unknown.
    """
    number = CATEGORIES.get(category, 0) if isinstance(category, str) else category
    if number == 1:
        ours = [part.strip() for part in prediction.split(",")]
        parts = [part.strip() for part in gold.split(",")]
        return sum(max(token_f1(one, part) for one in ours) for part in parts) / len(parts)
    if number == 3:
        return token_f1(prediction, gold.partition(";")[0])
    if number in (2, 4):
        return token_f1(prediction, gold)
    if number == 5:
        lowered = prediction.lower()
        return float(any(phrase in lowered for phrase in _NOT_MENTIONED) or abstains(prediction))
    raise ConfigurationError(
        f"unknown category {category!r}", where="LoCoMo's F1", expected=f"1 to 5 or one of {', '.join(CATEGORIES)}"
    )


def answer_f1(reply: str, answer: str | None, golds: Sequence[str], category: str) -> float:
    """The score of an answer to a recorded question: LoCoMo's for its categories, plain token F1 for other data.

    Args:
        reply: The words; a long one counts in excerpts (`rewards/excerpts.py`).
        answer: The structured answer; decides if it is given; `-` abstains.
        golds: The references; the best score counts.
        category: The data's name for it.

    Returns:
        The score, in [0, 1]. An abstention is the right answer to a question that `wants_abstention`.
    """
    prediction = _ABSTAINED if answer == "-" else excerpt(answer or reply, golds)
    if wants_abstention(golds, category):
        return locomo_f1(prediction, "", "adversarial")
    score = partial(locomo_f1, category=category) if category in CATEGORIES else token_f1
    return max(score(prediction, gold) for gold in golds)


def wants_abstention(golds: Sequence[str], category: str) -> bool:
    """Whether a recorded question is one that no answer fits: LoCoMo's adversarial ones, and all without a reference.

    An abstention is right there, so a memory that recalls nothing gets them all right. Their score is no F1.
    """
    return not any(golds) or category == "adversarial"


def stems(text: str) -> list[str]:
    """The Porter stems of the words of `text`, lower-case, without punctuation and articles."""
    plain = _ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION))
    return [_stem(word) for word in plain.split()]


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    stem: str = _stemmer().stemWord(word)
    return stem


@lru_cache(maxsize=1)
def _stemmer():  # type: ignore[no-untyped-def]
    import snowballstemmer

    return snowballstemmer.stemmer("porter")
