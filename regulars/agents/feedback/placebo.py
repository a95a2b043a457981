"""The placebo of a feedback policy: as many events of the same kind, without information."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulars.agents.feedback.judged_replies import load_reference
from regulars.agents.feedback.moment import Carries, FeedbackPolicy, Moment, Shown

if TYPE_CHECKING:
    from regulars.seeding import SeedTree


@dataclass(frozen=True)
class Placebo(FeedbackPolicy):
    """Gives feedback exactly when another policy would, but about an unrelated verdict.

    The verdict is drawn at the act from the reference distribution, which is independent of this life and its rules. It
    then passes through the other policy, including wrappers and delays, so actions, satisfactions and remarks have the
    same frequency, length and wording.

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
        """The spec, with the other policy after `of=`."""
        return f"placebo:of={self.of.spec}"

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Whether the other policy shows something."""
        return self.of.occurs(moment, node)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The other policy's feedback on a random verdict."""
        judged = load_reference(moment.language.name).draw(node.draws("placebo"))
        shown = self.of.content(judged.put_into(moment), node.child("placebo"))
        return replace(shown, about=moment.reply)

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """The placebo of the policy that the person would follow."""
        settled = self.of.settle(person)
        return self if settled is self.of else Placebo(settled)

    def strictness(self, session: int) -> float:
        """The other policy's strictness."""
        return self.of.strictness(session)
