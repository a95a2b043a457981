"""Verdicts and rewards: what a reply asserts, whether it is right, what it is worth, and what was recalled.

Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.rewards.expectation import Expectation
    from regulars.rewards.retrieval import ndcg, recall_all, recall_any
    from regulars.rewards.terms import Weights, feedback_reward
    from regulars.rewards.text import token_f1
    from regulars.rewards.verdicts import find_verdict

__all__ = [
    "Expectation",
    "Weights",
    "feedback_reward",
    "find_verdict",
    "ndcg",
    "recall_all",
    "recall_any",
    "token_f1",
]

open_face(
    __name__,
    {
        "regulars.rewards.expectation": ("Expectation",),
        "regulars.rewards.retrieval": ("ndcg", "recall_all", "recall_any"),
        "regulars.rewards.terms": ("Weights", "feedback_reward"),
        "regulars.rewards.text": ("token_f1",),
        "regulars.rewards.verdicts": ("find_verdict",),
    },
)
