"""Defines a feedback policy: what a person sees when they may give feedback, and what they show.

A policy has `show(moment, node)`, which maps a judged reply to the feedback that the assistant sees, or to none. It is
made of two parts so that policies can be wrapped: whether anything is shown (`occurs`), and what (`content`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from regulars.dialogue import FeedbackAction, Verdict, VerdictKind

if TYPE_CHECKING:
    from regulars.rewards.verdicts.expectation import Expectation
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.world import StandingRule
    from regulars.seeding import SeedTree


class Carries(IntEnum):
    """What an assistant can learn from a policy's feedback; each level includes those before it."""

    NOTHING = 0
    """Nothing about the reply or the person's rules."""
    EVALUATIVE = 1
    """How good the reply was."""
    DIAGNOSTIC = 2
    """What was wrong with it, or which rule it broke."""
    INSTRUCTIVE = 3
    """The right value, or the rule."""


@dataclass(frozen=True, slots=True)
class Due:
    """When feedback arrives, counted from the line that answers the reply.

    Attributes:
        turns: How many lines of the person later.
        sessions: How many sessions of the person later; it then comes with the first free line.
    """

    turns: int = 0
    sessions: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One judged reply, as the person sees it.

    Attributes:
        verdict: The verdict.
        language: The person's language.
        kept: The person's rules that the reply keeps.
        broken: The person's rules that it breaks.
        rules: All the person's rules.
        expectation: What a right answer is, if something was asked and could be resolved.
        attribute: The attribute that was asked about; empty if nothing was asked.
        session: The number of the person's sessions, including this one.
        turn: The number of the person's lines, including the one that answers.
        reply: The reply's id.
        kindness: Points by which the person's satisfaction lies above that of an even person.
        rated: How a model rates the reply in the person's place; None to rate by the scale.
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
    kindness: float = 0.0
    rated: Shown | None = None

    @property
    def is_judged(self) -> bool:
        """Whether there is anything to show: a verdict on an answer, or a kept or broken rule without a question."""
        kind = self.verdict.kind
        return kind is not VerdictKind.UNDETERMINED and bool(kind is not VerdictKind.NONE or self.kept or self.broken)


@dataclass(frozen=True, slots=True)
class Shown:
    """The feedback on a reply.

    Attributes:
        action: Like, dislike, copy or none.
        satisfaction: 0 to 10, None if not shown.
        remark: Words; empty if none.
        about: The id of the reply.
        due: When it arrives.
    """

    action: FeedbackAction
    satisfaction: float | None
    remark: str = ""
    about: str = ""
    due: Due = Due()  # frozen, so one default serves all


class FeedbackPolicy(ABC):
    """A feedback policy. Subclasses define what is shown (`content`), and optionally when (`occurs`).

    Attributes:
        carries: What an assistant can learn from it.
        withheld: Whether all feedback is withheld, whatever policy plays the user.
    """

    carries: Carries = Carries.EVALUATIVE
    withheld: bool = False

    @property
    def spec(self) -> str:
        """The policy's spec; `feedback_policy` builds an equal policy from it."""
        return type(self).__name__.lower()

    def show(self, moment: Moment, node: SeedTree) -> Shown | None:
        """The feedback on a reply; None if there is none.

        Args:
            moment: The judged reply.
            node: The node of the act that the reply answers. Every draw is named below it, so two assistants that
                reach the act meet the same chance there.
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
        """The feedback, given that there is some."""

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """Returns the policy for one person: this one, unless it differs between people."""
        return self

    def strictness(self, session: int) -> float:
        """How many points of satisfaction the person deducts in that session, compared with the default."""
        return 0.0
