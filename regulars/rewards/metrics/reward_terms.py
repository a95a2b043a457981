"""Rewards as sums of named, weighted terms for each seat and reply.

The assistant's terms are `answer` (the worth of its verdict), `cost` (the price of its length) and `rules` (the
standing rules that it kept and broke). The user's term is `served`. An evaluator has none. The names do not depend on
the verdict, so infos have constant keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from regulars.dialogue import Feedback, FeedbackAction, Verdict, VerdictKind
from regulars.errors import ConfigurationError, did_you_mean

_TERMS = {"assistant": ("answer", "cost", "rules"), "user": ("served",)}


@dataclass(frozen=True, slots=True)
class Weights:
    """What each verdict is worth to the assistant, what a token costs, and how much of it the user shares.

    The defaults are starting values and not tuned. If half of the answers were disclosed, then hedging, dumping a
    memory, asking back and any constant value earn nothing or less. Always abstaining earns the worth of the
    undisclosed half. The reward alone does not reveal that; the score of contrast pairs does, since both answers of a
    pair must be right.

    Attributes:
        correct: Gold asserted, nothing false.
        partial: Multiplied by the verdict's score.
        stale: A value whose successor was disclosed.
        wrong: Another value.
        unsupported: A value that was never disclosed.
        leaked: A value that only another person disclosed.
        abstained: Abstaining although the answer was disclosed.
        off_task: Neither answering nor abstaining.
        undetermined: The matcher cannot decide.
        token: Reward lost for each token of a reply beyond `free_tokens`.
        free_tokens: The number of free tokens.
        served: The user's share of the verdict's worth.
        kept: Reward for each standing rule that a reply keeps.
        broken: Reward lost for each standing rule that it breaks.
    """

    correct: float = 1.0
    partial: float = 1.0
    stale: float = -0.5
    wrong: float = -0.5
    unsupported: float = -0.5
    leaked: float = -1.0
    abstained: float = 0.0
    off_task: float = -0.1
    undetermined: float = 0.0
    token: float = 0.0005
    free_tokens: int = 60
    served: float = 1.0
    kept: float = 0.05
    broken: float = 0.1

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Weights:
        """Builds weights from those that differ from the defaults, by name.

        Raises:
            ConfigurationError: A name is unknown, or a weight is not a number.
        """
        names = [field.name for field in fields(cls)]
        if not isinstance(given, Mapping):
            raise ConfigurationError(f"weights are {given!r}", where="weights", expected="names with numbers")
        for name, weight in given.items():
            at = f"weight {name!r}"
            if name not in names:
                raise ConfigurationError(f"unknown {at}", where="weights", remedy=did_you_mean(str(name), names))
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or weight != weight:
                raise ConfigurationError(f"{at} is {weight!r}", where="weights", expected="a number")
        return cls(**given)

    @staticmethod
    def terms(role: str) -> tuple[str, ...]:
        """The names of the terms of a role: `assistant`, `user` or `evaluator`."""
        return _TERMS.get(role, ())

    def worth(self, verdict: Verdict) -> float:
        """What a verdict is worth; 0 if nothing was asked."""
        kind = verdict.kind
        if kind is VerdictKind.NONE:
            return 0.0
        weight: float = getattr(self, _FIELDS[kind])
        return weight * verdict.score if kind is VerdictKind.PARTIAL else weight


_FIELDS = {kind: kind.name.lower() for kind in VerdictKind if kind is not VerdictKind.NONE}


def assistant_terms(verdict: Verdict, tokens: int, weights: Weights) -> dict[str, float]:
    """The assistant's terms `answer`, `cost` and `rules`; their sum is its reward.

    Args:
        verdict: The verdict on the reply.
        tokens: The reply's length, counted by `dialogue.count_tokens`.
        weights: The weights.
    """
    beyond = tokens - weights.free_tokens
    return {
        "answer": weights.worth(verdict),
        "cost": -weights.token * beyond if beyond > 0 else 0.0,
        "rules": weights.kept * len(verdict.kept) - weights.broken * len(verdict.broken),
    }


def user_terms(verdict: Verdict, weights: Weights) -> dict[str, float]:
    """The user's term `served`: its share of the verdict's worth."""
    return {"served": weights.served * weights.worth(verdict)}


def evaluator_terms(verdict: Verdict, weights: Weights) -> dict[str, float]:
    """The evaluator's terms: none, since the environment cannot tell whether its verdict was right."""
    return {}


def feedback_reward(feedback: Feedback | None) -> float:
    """A number in [-1, 1] from the visible feedback alone.

    It is the mean of the parts that were shown: like and copy +1, dislike -1, satisfaction s of 0 to 10 as (s - 5) / 5.
    It is 0 if nothing was shown.
    """
    if feedback is None:
        return 0.0
    shown: list[float] = []
    if feedback.action is not FeedbackAction.NONE:
        shown.append(-1.0 if feedback.action is FeedbackAction.DISLIKE else 1.0)
    if feedback.satisfaction is not None:
        shown.append((min(max(feedback.satisfaction, 0.0), 10.0) - 5.0) / 5.0)
    return sum(shown) / len(shown) if shown else 0.0
