"""How what a person shows gets to the assistant: now, or with a later line, one piece a line, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Moment, Shown
from regulars.agents.feedback.specs import feedback_policy

if TYPE_CHECKING:
    from regulars.agents.briefing import UserBriefing
    from regulars.scenarios.language.packs import Language
    from regulars.seeding import SeedTree

__all__ = ["Outbox", "Waiting", "person_node"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is to be shown, and from when on.

    Attributes:
        shown: What.
        line: The person's line with which it may go at the earliest, counted over the life.
        session: The person's session, likewise.
    """

    shown: Shown
    line: int
    session: int


@dataclass(frozen=True, slots=True)
class Outbox:
    """What a person has yet to show. Immutable, so that a state that holds it is copied by reference.

    Attributes:
        lines: The person's lines so far, the one in the making included.
        sessions: The person's sessions so far, this one included.
        waiting: What is to be shown, in the order in which it came up.
    """

    lines: int = 0
    sessions: int = 0
    waiting: tuple[Waiting, ...] = ()

    def turned(self, *, opening: bool) -> Outbox:
        """At the person's next line."""
        return Outbox(self.lines + 1, self.sessions + opening, self.waiting)

    def noted(self, briefing: UserBriefing, language: Language, person: SeedTree, act: SeedTree) -> Outbox:
        """With what the person's policy lets be seen of the last reply.

        Args:
            briefing: What the person knows, the finding among it.
            language: The person's language.
            person: The person's node, by which a policy of the population is drawn.
            act: The node of the act that the reply answers, by which all else is.
        """
        policy = feedback_policy(briefing.feedback).settle(person_node(person))
        shown = policy.show(self._moment(briefing, language), act.child("feedback"))
        if shown is None:
            return self
        due = shown.due
        waiting = Waiting(shown, self.lines + due.turns, self.sessions + due.sessions)
        return Outbox(self.lines, self.sessions, (*self.waiting, waiting))

    def taken(self) -> tuple[Shown | None, Outbox]:
        """The first that is due by now, if any, and what is left then."""
        for place, one in enumerate(self.waiting):
            if one.line <= self.lines and one.session <= self.sessions:
                left = (*self.waiting[:place], *self.waiting[place + 1 :])
                return one.shown, Outbox(self.lines, self.sessions, left)
        return None, self

    def _moment(self, briefing: UserBriefing, language: Language) -> Moment:
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
        )


def person_node(person: SeedTree) -> SeedTree:
    """Where a person's policy is drawn."""
    return person.child("feedback")
