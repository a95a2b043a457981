"""The satisfaction scale: how pleased a person is with a reply, and which action follows (`scale.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Shown
from regulars.dialogue import FeedbackAction, VerdictKind

if TYPE_CHECKING:
    from regulars.seeding import Draws


HIGHEST = 10.0
"""The highest satisfaction; the lowest is 0."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The map from verdicts to satisfaction and actions; see `scale.toml` for each value.

    Attributes:
        satisfaction: Satisfaction with an answer, by verdict.
        disliked: Verdicts that lead to a dislike.
        copied: Share of right answers that are copied instead of liked.
        offended: Satisfaction lost by an answer that breaks a rule.
        well_done: Satisfaction with a reply that keeps a rule when nothing was asked.
        ill_done: Satisfaction with a reply that breaks a rule when nothing was asked.
        dislike_to: If satisfaction was moved: the highest value that is a dislike.
        like_from: If satisfaction was moved: the lowest value that is a like.
    """

    satisfaction: Mapping[VerdictKind, float]
    disliked: frozenset[VerdictKind]
    copied: float
    offended: float
    well_done: float
    ill_done: float
    dislike_to: float
    like_from: float

    def band(self, satisfaction: float) -> FeedbackAction:
        """The action for a satisfaction that a wrapper has moved."""
        if satisfaction <= self.dislike_to:
            return FeedbackAction.DISLIKE
        return FeedbackAction.LIKE if satisfaction >= self.like_from else FeedbackAction.NONE

    @property
    def lukewarm(self) -> tuple[float, ...]:
        """The satisfactions that go with neither like nor dislike, from low to high."""
        kept = {kind: value for kind, value in self.satisfaction.items() if kind not in self.disliked}
        offended = {max(0.0, value - self.offended) for value in kept.values()}
        return tuple(sorted(offended | {value for kind, value in kept.items() if kind is not VerdictKind.CORRECT}))


@cache
def load_scale() -> Scale:
    """The scale, the same for all people."""
    given = tomllib.loads(files("regulars.agents.feedback").joinpath("scale.toml").read_text("utf-8"))
    actions = given["actions"]
    return Scale(
        {VerdictKind[name.upper()]: float(value) for name, value in given["satisfaction"].items()},
        frozenset(VerdictKind[name.upper()] for name in actions["disliked"]),
        copied=actions["copied"],
        **given["rules"],
        dislike_to=actions["dislike_to"],
        like_from=actions["like_from"],
    )


def flipped(shown: Shown, draws: Draws) -> Shown:
    """The opposite feedback, with a satisfaction that also occurs without noise.

    Args:
        shown: The original feedback.
        draws: Decide the other satisfaction of a reply that is neither liked nor disliked.
    """
    scale = load_scale()
    if shown.action is FeedbackAction.DISLIKE:
        action, satisfaction = FeedbackAction.LIKE, scale.well_done
    elif shown.action is FeedbackAction.NONE:
        others = [level for level in scale.lukewarm if level != shown.satisfaction]
        action, satisfaction = FeedbackAction.NONE, draws.choice(others)
    else:
        action, satisfaction = FeedbackAction.DISLIKE, scale.ill_done
    return replace(shown, action=action, satisfaction=None if shown.satisfaction is None else satisfaction)


def moved(shown: Shown, by: float) -> Shown:
    """The feedback with satisfaction moved within 0 to 10; the action follows if it reaches another band.

    Args:
        shown: The original feedback.
        by: Points; negative for a stricter person.
    """
    if shown.satisfaction is None or not by:
        return shown
    scale = load_scale()
    satisfaction = min(HIGHEST, max(0.0, round(shown.satisfaction + by, 6)))
    band = scale.band(satisfaction)
    action = shown.action if band is scale.band(shown.satisfaction) else band
    return replace(shown, satisfaction=satisfaction, action=action)
