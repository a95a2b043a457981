"""The placebo of a policy: as much of the same kind, and nothing in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulars.agents.feedback.judged_replies import load_reference
from regulars.agents.feedback.moment import Carries, FeedbackPolicy, Moment, Shown

if TYPE_CHECKING:
    from regulars.seeding import SeedTree

__all__ = ["Placebo"]


@dataclass(frozen=True)
class Placebo(FeedbackPolicy):
    """Shows something exactly when another policy would, but of a finding that has nothing to do with the reply.

    The finding is drawn by the act from the reference distribution, which knows neither this life nor its rules. What
    is shown of it goes through the other policy, wrappers and delays included, so that actions, satisfactions and
    remarks are as often, as long and as worded as elsewhere.

    Args:
        of: The other policy.
    """

    of: FeedbackPolicy

    carries = Carries.NOTHING

    @property
    def withheld(self) -> bool:  # type: ignore[override]  # follows from the other
        """Whether nothing is ever shown."""
        return self.of.withheld

    @property
    def spec(self) -> str:
        """With the other behind `of=`."""
        return f"placebo:of={self.of.spec}"

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Where the other policy shows something."""
        return self.of.occurs(moment, node)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """What the other would show of a finding of nobody's."""
        judged = load_reference(moment.language.name).draw(node.draws("placebo"))
        shown = self.of.content(judged.put_into(moment), node.child("placebo"))
        return replace(shown, about=moment.reply)

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """The placebo of the policy that the person would follow."""
        settled = self.of.settle(person)
        return self if settled is self.of else Placebo(settled)

    def strictness(self, session: int) -> float:
        """As the other."""
        return self.of.strictness(session)
