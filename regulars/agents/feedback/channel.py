"""Delivers feedback to the assistant: at once or with a later line, one item a line, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Moment, Shown
from regulars.agents.feedback.specs import feedback_policy

if TYPE_CHECKING:
    from regulars.briefing import UserBriefing
    from regulars.scenarios.language.packs import Language
    from regulars.seeding import SeedTree


@dataclass(frozen=True, slots=True)
class Waiting:
    """One feedback item, and when it is due.

    Attributes:
        shown: The feedback.
        line: The first line of the person that may carry it, counted over the life.
        session: The first session of the person that may carry it, counted over the life.
    """

    shown: Shown
    line: int
    session: int


@dataclass(frozen=True, slots=True)
class Outbox:
    """A person's undelivered feedback. Immutable, so a copy of the person's state shares it.

    Attributes:
        lines: The number of the person's lines, including the current one.
        sessions: The number of the person's sessions, including this one.
        waiting: The feedback to deliver, in the order in which it came up.
    """

    lines: int = 0
    sessions: int = 0
    waiting: tuple[Waiting, ...] = ()

    def turned(self, *, opening: bool) -> Outbox:
        """The outbox at the person's next line."""
        return Outbox(self.lines + 1, self.sessions + opening, self.waiting)

    def noted(
        self, briefing: UserBriefing, language: Language, person: SeedTree, act: SeedTree, rated: Shown | None = None
    ) -> Outbox:
        """The outbox with the policy's feedback on the last reply; the same outbox if it shows none.

        Args:
            briefing: What the person knows, including the verdict.
            language: The person's language.
            person: The person's node, which draws the policy from a population.
            act: The node of the act that the reply answers, for all other draws.
            rated: How a model rates the reply in the person's place; None to rate by the scale.
        """
        policy = feedback_policy(briefing.feedback).settle(person_node(person))
        shown = policy.show(self.moment(briefing, language, rated), feedback_node(act))
        if shown is None:
            return self
        due = shown.due
        waiting = Waiting(shown, self.lines + due.turns, self.sessions + due.sessions)
        return Outbox(self.lines, self.sessions, (*self.waiting, waiting))

    def taken(self) -> tuple[Shown | None, Outbox]:
        """The first feedback that is due, if any, and the outbox without it."""
        for place, one in enumerate(self.waiting):
            if one.line <= self.lines and one.session <= self.sessions:
                left = (*self.waiting[:place], *self.waiting[place + 1 :])
                return one.shown, Outbox(self.lines, self.sessions, left)
        return None, self

    def moment(self, briefing: UserBriefing, language: Language, rated: Shown | None = None) -> Moment:
        """The last reply as feedback policies see it. The briefing must hold a verdict."""
        verdict, pending = briefing.verdict, briefing.pending
        assert verdict is not None
        rules = briefing.person.rules
        probe = pending.probe if pending is not None else None
        attribute = probe.attribute if probe is not None else pending.act.attribute if pending and pending.act else ""
        return Moment(
            verdict,
            language,
            tuple(rule for rule in rules if rule.id in verdict.kept),
            tuple(rule for rule in rules if rule.id in verdict.broken),
            rules,
            pending.expectation if pending is not None else None,
            attribute,
            self.sessions,
            self.lines,
            briefing.reply_id,
            briefing.person.persona.conduct.kindness,
            rated,
        )


def feedback_node(act: SeedTree) -> SeedTree:
    """The node at which the feedback on a reply is drawn, below that of the act that the reply answers."""
    return act.child("feedback")


def person_node(person: SeedTree) -> SeedTree:
    """The node at which a person's policy is drawn."""
    return person.child("feedback")
