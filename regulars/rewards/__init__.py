"""Verdicts and rewards: what a reply asserts, whether it is right, what it is worth, and what was recalled.

Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.rewards.metrics.retrieval import ndcg, recall_all, recall_any
    from regulars.rewards.metrics.reward_terms import Weights, feedback_reward
    from regulars.rewards.metrics.token_f1 import token_f1
    from regulars.rewards.verdicts.expectation import Expectation
    from regulars.rewards.verdicts.verdict import find_verdict

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

open_face(__name__)
