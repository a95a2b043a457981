"""The basic policies: no feedback, how good a reply was, what was wrong with it, what would have been right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Carries, FeedbackPolicy, Moment, Shown
from regulars.agents.feedback.remarks import remark
from regulars.agents.feedback.scale import load_scale, moved
from regulars.dialogue import FeedbackAction, VerdictKind

if TYPE_CHECKING:
    from regulars.seeding import SeedTree


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
    """Shows nothing, and hides the verdict from the person too: no reactions, trust and patience are frozen."""


@dataclass(frozen=True)
class Evaluative(FeedbackPolicy):
    """Like, dislike, copy or none, and a satisfaction of 0 to 10 by the scale.

    Standing rules count too. If nothing was asked, a reply that breaks a rule is disliked and one that keeps some is
    liked. If something was asked, a broken rule costs satisfaction, and the reply is not liked. The person's kindness
    moves the satisfaction, and the action where it reaches another band of the scale. If a model has rated the reply in
    the person's place, its rating is shown instead.
    """

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The model's rating, or one from the verdict, the kept and broken rules, and the person's kindness."""
        if moment.rated is not None:
            return moment.rated
        return moved(self._even(moment, node), moment.kindness)

    def _even(self, moment: Moment, node: SeedTree) -> Shown:
        """The rating of an even person."""
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
    """Evaluative, and says what was wrong with an answer or which rule it broke."""

    carries = Carries.DIAGNOSTIC

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """As evaluative, with a remark that names what was wrong."""
        return remarked(super().content(moment, node), moment, node, instructive=False)


@dataclass(frozen=True)
class Instructive(Evaluative):
    """Evaluative, and says what would have been right: the value, or the rule that was broken."""

    carries = Carries.INSTRUCTIVE

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """As evaluative, with a remark that tells what would have been right."""
        return remarked(super().content(moment, node), moment, node, instructive=True)


def remarked(shown: Shown, moment: Moment, node: SeedTree, *, instructive: bool) -> Shown:
    """The feedback with a remark on what the verdict finds wrong; without one where a model likes the reply."""
    if moment.rated is not None and shown.action is FeedbackAction.LIKE:
        return shown
    return replace(shown, remark=remark(moment, node, instructive=instructive))
