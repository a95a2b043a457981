"""Rewards as sums of named, weighted terms for each seat and reply.

The assistant's first four terms pay for an answer, and an answer belongs to exactly one of them:

- `repair`: a question that is asked again, whatever it asks;
- `choice`: the question offers options, so that a guess may hit;
- `abstention`: no answer was told, so abstaining is right;
- `recall`: everything else: what was told, or what the assistant itself once chose, has to be remembered.

`cost` is the price of the reply's length, or of silence. `rules` pays for the standing rules that it kept, as far as
chance would not have kept them.
The user's term is `served`. An evaluator has none. The names do not depend on the verdict, so infos have constant keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from regulars.dialogue import Feedback, FeedbackAction, Verdict, VerdictKind
from regulars.errors import ConfigurationError, did_you_mean
from regulars.speed import filled_directly

_TERMS = {"assistant": ("recall", "repair", "abstention", "choice", "cost", "rules"), "user": ("served",)}


@filled_directly
@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """What the reward of an answer depends on, besides its verdict.

    Attributes:
        attempt: 1 at first, 2 if the question is asked again.
        answerable: False if abstaining is right.
        options: The number of options that the question offers; 0 for none.
        fitting: The number of these options that are right.
    """

    attempt: int = 1
    answerable: bool = True
    options: int = 0
    fitting: int = 0

    @property
    def term(self) -> str:
        """The term of the assistant's reward that pays for the answer."""
        return "repair" if self.attempt > 1 else self.first_term

    @property
    def first_term(self) -> str:
        """The term that pays for the answer when the question is asked for the first time."""
        if self.options:
            return "choice"
        return "recall" if self.answerable else "abstention"

    @property
    def chance(self) -> float:
        """The probability that an option drawn at random is right; 0 without options."""
        return self.fitting / self.options if self.options else 0.0


@dataclass(frozen=True, slots=True)
class Weights:
    """Reward weights: what each verdict and term is worth to the assistant, what a token costs, and the user's share.

    An answer earns what its verdict is worth. A gain is multiplied by the weight of its first term (`recall`,
    `abstention` or `choice`), and after a correction also by `repair`. A loss always counts in full. A choice among
    options is measured against chance: with the share c of right options, a right one is worth `correct * (1 - c)` and
    a wrong one `-correct * c`, both times `choice`, so a random choice earns 0 on average and a choice that cannot be
    wrong earns 0.

    A standing rule is measured against chance too: with the probability c that the reply keeps it by chance, a kept
    rule is worth `rules * (1 - c)` and a broken one `-rules * c`. So replies that do not depend on the person's rules
    earn 0 on average, whatever they say.

    The defaults are set so that a policy without a memory earns little. `python benchmarks/reward_policies.py` measures
    how much.

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
        recall: Weight of the term `recall`.
        repair: Weight of the term `repair`: the share of its reward that an answer keeps on the second attempt.
        abstention: Weight of the term `abstention`.
        choice: Weight of the term `choice`.
        token: Weight of the term `cost`: reward lost for each token of a reply beyond `free_tokens`.
        free_tokens: The number of free tokens.
        silence: Weight of the term `cost`: reward lost for an empty reply, which breaks no rule.
        rules: Weight of the term `rules`: the difference in reward between keeping and breaking a rule.
        served: The user's share of the verdict's worth.
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
    recall: float = 1.0
    repair: float = 0.25
    abstention: float = 0.5
    choice: float = 1.0
    token: float = 0.0005
    free_tokens: int = 60
    silence: float = 0.1
    rules: float = 0.1
    served: float = 1.0

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

    def pay(self, verdict: Verdict, question: JudgedQuestion) -> float:
        """The reward of an answer for the assistant, before cost and rules.

        Args:
            verdict: The verdict on the answer.
            question: What was asked.
        """
        worth, term = self.worth(verdict), question.first_term
        if term == "choice" and verdict.kind in (VerdictKind.CORRECT, VerdictKind.WRONG):
            right = verdict.kind is VerdictKind.CORRECT
            worth = self.choice * self.correct * (right - question.chance)
        elif worth > 0.0:
            worth *= getattr(self, term)
        return worth * self.repair if question.attempt > 1 and worth > 0.0 else worth


_FIELDS = {kind: kind.name.lower() for kind in VerdictKind if kind is not VerdictKind.NONE}


def assistant_terms(
    verdict: Verdict,
    tokens: int,
    weights: Weights,
    question: JudgedQuestion | None = None,
    *,
    silent: bool = False,
    chances: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, float]:
    """The assistant's terms; their sum is its reward.

    Args:
        verdict: The verdict on the reply.
        tokens: The reply's length, counted by `dialogue.count_tokens`.
        weights: The weights.
        question: What the reply answered; None if nothing was asked.
        silent: Whether the reply has no words.
        chances: By id of a standing rule, the probability that the reply keeps it by chance. Others are not paid.
    """
    terms = dict.fromkeys(_TERMS["assistant"], 0.0)
    if question is not None:
        terms[question.term] = weights.pay(verdict, question)
    beyond = tokens - weights.free_tokens
    terms["cost"] = (-weights.token * beyond if beyond > 0 else 0.0) - (weights.silence if silent else 0.0)
    terms["rules"] = weights.rules * (_above_chance(verdict, chances) if chances else 0)
    return terms


def _above_chance(verdict: Verdict, chances: Mapping[str, float]) -> float:
    """How many more rules were kept, and fewer broken, than chance would have."""
    kept = sum(1.0 - chances[rule] for rule in verdict.kept if rule in chances)
    return kept - sum(chances[rule] for rule in verdict.broken if rule in chances)


def user_terms(verdict: Verdict, weights: Weights) -> dict[str, float]:
    """The user's term `served`: its share of the verdict's worth."""
    return {"served": weights.served * weights.worth(verdict)}


def evaluator_terms(verdict: Verdict, weights: Weights) -> dict[str, float]:
    """The evaluator's terms: none, since the environment cannot tell whether its verdict was right."""
    return {}


def feedback_reward(feedback: Feedback | None) -> float:
    """Computes a reward in [-1, 1] from the visible feedback alone.

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
