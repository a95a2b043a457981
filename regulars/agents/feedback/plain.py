"""The policies that others wrap: nothing, how good a reply was, what was wrong with it, what would have been right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Carries, FeedbackPolicy, Moment, Shown
from regulars.agents.feedback.remarks import remark
from regulars.agents.feedback.scale import load_scale
from regulars.dialogue import FeedbackAction, VerdictKind

if TYPE_CHECKING:
    from regulars.seeding import SeedTree

__all__ = ["Diagnostic", "Evaluative", "Instructive", "Sealed", "Silent"]


@dataclass(frozen=True)
class Silent(FeedbackPolicy):
    """Shows nothing; the person still reacts in words."""

    carries = Carries.NOTHING
    withheld = True

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Never."""
        return False

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """Nothing."""
        return Shown(FeedbackAction.NONE, None, "", moment.reply)


@dataclass(frozen=True)
class Sealed(Silent):
    """Shows nothing, and the person does not learn either what was found: no reactions, trust and patience frozen."""


@dataclass(frozen=True)
class Evaluative(FeedbackPolicy):
    """Like, dislike, copy or none, and a satisfaction of 0 to 10 by the scale.

    Standing rules count too. Where nothing was asked, a reply that breaks one is disliked and one that only keeps some
    is liked; where something was asked, a broken rule costs satisfaction, and the reply is not liked any more.
    """

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """By the finding, and the rules that were kept and broken."""
        scale, kind = load_scale(), moment.verdict.kind
        if kind is VerdictKind.NONE:
            if moment.broken:
                return Shown(FeedbackAction.DISLIKE, scale.ill_done, "", moment.reply)
            return Shown(FeedbackAction.LIKE, scale.well_done, "", moment.reply)
        satisfaction = scale.satisfaction[kind]
        action = FeedbackAction.DISLIKE if kind in scale.disliked else FeedbackAction.NONE
        if moment.broken:
            satisfaction = max(0.0, satisfaction - scale.offended)
        elif kind is VerdictKind.CORRECT:
            copied = node.draws("copy").uniform() < scale.copied
            action = FeedbackAction.COPY if copied else FeedbackAction.LIKE
        return Shown(action, satisfaction, "", moment.reply)


@dataclass(frozen=True)
class Diagnostic(Evaluative):
    """Says besides what was wrong with an answer, and of which broken rule the person complains."""

    carries = Carries.DIAGNOSTIC

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """As evaluative, with a remark that names what was wrong."""
        return replace(super().content(moment, node), remark=remark(moment, node, instructive=False))


@dataclass(frozen=True)
class Instructive(Evaluative):
    """Says besides what would have been right: the value, and the rule that was broken."""

    carries = Carries.INSTRUCTIVE

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """As evaluative, with a remark that tells what would have been right."""
        return replace(super().content(moment, node), remark=remark(moment, node, instructive=True))
