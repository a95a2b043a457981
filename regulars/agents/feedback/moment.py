"""What a person has before them when they may show something, and what they show.

A policy is an object with `show(moment, node)`: from what was found of a reply to what the assistant gets to see of
it, or nothing. It is made of two questions, so that a policy can be wrapped around another: whether anything is shown
(`occurs`), and what (`content`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from regulars.dialogue import FeedbackAction, Verdict, VerdictKind

if TYPE_CHECKING:
    from regulars.rewards.expectation import Expectation
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.world import StandingRule
    from regulars.seeding import SeedTree

__all__ = ["Carries", "Due", "FeedbackPolicy", "Moment", "Shown"]


class Carries(IntEnum):
    """What can be learnt from what a policy shows, each including those before it."""

    NOTHING = 0
    """Nothing of the reply or of the person's rules."""
    EVALUATIVE = 1
    """How good the reply was."""
    DIAGNOSTIC = 2
    """What was wrong with it, or which rule it broke."""
    INSTRUCTIVE = 3
    """The right value, or the rule."""


@dataclass(frozen=True, slots=True)
class Due:
    """When something arrives, counted from the line that answers the reply.

    Attributes:
        turns: Lines of the person later.
        sessions: Sessions of the person later; it then comes with the first line that is free.
    """

    turns: int = 0
    sessions: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One reply that was judged, as its person sees it.

    Attributes:
        verdict: The finding.
        language: The person's language.
        kept: The person's rules that the reply keeps.
        broken: Those that it breaks.
        rules: All the person's rules.
        expectation: What would have been right, where something was asked and could be resolved.
        attribute: What was asked about, empty if nothing was.
        session: The person's sessions so far, this one included.
        turn: The person's lines so far, the one that answers included.
        reply: The reply's id.
    """

    verdict: Verdict
    language: Language
    kept: tuple[StandingRule, ...] = ()
    broken: tuple[StandingRule, ...] = ()
    rules: tuple[StandingRule, ...] = ()
    expectation: Expectation | None = None
    attribute: str = ""
    session: int = 1
    turn: int = 1
    reply: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether there is anything to show: a finding on an answer, or a rule kept or broken without a question."""
        kind = self.verdict.kind
        return kind is not VerdictKind.UNDETERMINED and bool(kind is not VerdictKind.NONE or self.kept or self.broken)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a person shows of a reply.

    Attributes:
        action: Like, dislike, copy or none.
        satisfaction: 0 to 10, None if not shown.
        remark: Words, empty if none.
        about: The id of the reply.
        due: When it arrives.
    """

    action: FeedbackAction
    satisfaction: float | None
    remark: str = ""
    about: str = ""
    due: Due = Due()  # frozen, so one default serves all


class FeedbackPolicy(ABC):
    """What a person lets be seen. Subclasses say what (`content`), and perhaps when (`occurs`).

    Attributes:
        carries: What can be learnt from it.
        withheld: Whether nothing is ever shown, whoever plays the user.
    """

    carries: Carries = Carries.EVALUATIVE
    withheld: bool = False

    @property
    def spec(self) -> str:
        """What names the policy; `feedback_policy` makes an equal one of it."""
        return type(self).__name__.lower()

    def show(self, moment: Moment, node: SeedTree) -> Shown | None:
        """What is shown of a reply, None if nothing is.

        Args:
            moment: The reply and what was found of it.
            node: The node of the act that the reply answers. Every draw has a name below it, so that two assistants
                that reach the act meet the same chance there.
        """
        if not self.occurs(moment, node):
            return None
        shown = self.content(moment, node)
        return shown if shown.about == moment.reply else replace(shown, about=moment.reply)

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Whether anything is shown."""
        return moment.is_judged

    @abstractmethod
    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """What is shown, given that something is."""

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """The policy that one person follows: this one, unless people differ."""
        return self

    def strictness(self, session: int) -> float:
        """By how many points of satisfaction the person is harder to please than others, in that session of theirs."""
        return 0.0
