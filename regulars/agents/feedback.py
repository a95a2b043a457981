"""Feedback policies: from a verdict to what the user lets the assistant see."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from regulars import registry
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.errors import UnknownNameError, did_you_mean
from regulars.seeding import Draws

__all__ = ["SATISFACTION", "FeedbackPolicy", "evaluative", "feedback_policy", "nothing"]

FeedbackPolicy = Callable[[Verdict, Draws], "tuple[FeedbackAction, float | None]"]
"""From a verdict and draws named by the act to an action and a satisfaction (0 to 10, None if not shown)."""

SATISFACTION: dict[VerdictKind, float] = {
    VerdictKind.CORRECT: 9.0,
    VerdictKind.PARTIAL: 6.0,
    VerdictKind.ABSTAINED: 4.0,
    VerdictKind.OFF_TASK: 3.0,
    VerdictKind.STALE: 2.0,
    VerdictKind.WRONG: 2.0,
    VerdictKind.UNSUPPORTED: 2.0,
    VerdictKind.LEAKED: 0.0,
}
"""How pleased a person is with a reply, 0 to 10. An undetermined one shows nothing."""

COPY_SHARE = 0.2
"""Share of right answers that are copied rather than liked."""

OFFENDED = 3.0
"""Satisfaction lost by a reply that was asked something and breaks a standing rule."""

WELL_DONE, ILL_DONE = 9.0, 2.0
"""Satisfaction with a reply that was asked nothing, and keeps a standing rule, or breaks one."""

_DISLIKED = (VerdictKind.STALE, VerdictKind.WRONG, VerdictKind.UNSUPPORTED, VerdictKind.LEAKED)


def evaluative(verdict: Verdict, draws: Draws) -> tuple[FeedbackAction, float | None]:
    """Like, dislike, copy or none, and a satisfaction of 0 to 10 by `SATISFACTION`.

    Standing rules count too. Where nothing was asked, a reply that breaks one is disliked and one that only keeps some
    is liked; where something was asked, a broken rule costs satisfaction, and the reply is not liked any more.
    """
    kind = verdict.kind
    satisfaction = SATISFACTION.get(kind)
    action = FeedbackAction.DISLIKE if kind in _DISLIKED else FeedbackAction.NONE
    if kind is VerdictKind.CORRECT:
        action = FeedbackAction.COPY if draws.uniform() < COPY_SHARE else FeedbackAction.LIKE
    if kind is VerdictKind.NONE and verdict.broken:
        return FeedbackAction.DISLIKE, ILL_DONE
    if kind is VerdictKind.NONE and verdict.kept:
        return FeedbackAction.LIKE, WELL_DONE
    if verdict.broken and satisfaction is not None:
        satisfaction = max(0.0, satisfaction - OFFENDED)
        action = FeedbackAction.NONE if kind is VerdictKind.CORRECT else action
    return action, satisfaction


def nothing(verdict: Verdict, draws: Draws) -> tuple[FeedbackAction, float | None]:
    """Shows no rating, whatever the verdict."""
    return FeedbackAction.NONE, None


@cache
def feedback_policy(name: str) -> FeedbackPolicy:
    """The registered policy `name`. Raises `UnknownNameError` for an unknown one."""
    entry = registry.find("feedback", name)
    if entry is None:
        known = [entry.name for entry in registry.entries("feedback")]
        raise UnknownNameError(f"unknown feedback policy {name!r}", remedy=did_you_mean(name, known))
    policy: Any = entry.load()
    return policy  # type: ignore[no-any-return]  # registered as such below


registry.register("feedback", "evaluative", evaluative, summary="like, dislike, copy or none, satisfaction 0 to 10")
registry.register("feedback", "silent", nothing, summary="no ratings; the user still reacts in words")
registry.register("feedback", "sealed", nothing, summary="no ratings, no reactions; trust and patience are frozen")
