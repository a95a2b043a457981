"""How pleased a person is with a reply, and the action that goes with it (`scale.toml`)."""

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

__all__ = ["Scale", "flipped", "load_scale", "moved"]

HIGHEST = 10.0
"""Of satisfaction; the lowest is 0."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The map from findings to satisfaction and actions; see `scale.toml` for each value.

    Attributes:
        satisfaction: With an answer, by finding.
        disliked: Findings that are disliked.
        copied: Share of right answers that are copied rather than liked.
        offended: Satisfaction lost by an answer that breaks a rule.
        well_done: Satisfaction with a reply to which nothing was asked, and which keeps a rule.
        ill_done: Satisfaction with one that breaks a rule.
        dislike_to: Where satisfaction is moved: at most this is disliked.
        like_from: At least this is liked.
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
        """The action that goes with a satisfaction, where a wrapper has moved it."""
        if satisfaction <= self.dislike_to:
            return FeedbackAction.DISLIKE
        return FeedbackAction.LIKE if satisfaction >= self.like_from else FeedbackAction.NONE

    @property
    def lukewarm(self) -> tuple[float, ...]:
        """The satisfactions with replies that are neither liked nor disliked, from low to high."""
        kept = {kind: value for kind, value in self.satisfaction.items() if kind not in self.disliked}
        offended = {max(0.0, value - self.offended) for value in kept.values()}
        return tuple(sorted(offended | {value for kind, value in kept.items() if kind is not VerdictKind.CORRECT}))


@cache
def load_scale() -> Scale:
    """The scale of all people."""
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
    """The contrary of what was to be shown, with a satisfaction that is shown in earnest too.

    Args:
        shown: What was to be shown.
        draws: Decide which other satisfaction a reply gets that is neither liked nor disliked.
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
    """What is shown with the satisfaction moved within 0 to 10, and the action with it where it gets to another band.

    Args:
        shown: What was to be shown.
        by: Points, below 0 for a stricter person.
    """
    if shown.satisfaction is None or not by:
        return shown
    scale = load_scale()
    satisfaction = min(HIGHEST, max(0.0, round(shown.satisfaction + by, 6)))
    band = scale.band(satisfaction)
    action = shown.action if band is scale.band(shown.satisfaction) else band
    return replace(shown, satisfaction=satisfaction, action=action)
