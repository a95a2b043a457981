"""A session under way: who came, what was found in it, and how it will end."""

from __future__ import annotations

from collections.abc import Set
from datetime import datetime

from regulars.dialogue import Verdict, VerdictKind
from regulars.envs.binding import Sheet
from regulars.envs.hearing import Hearing
from regulars.envs.outcomes import Sitting, SittingEnding
from regulars.scenarios.time.order import Order
from regulars.scenarios.world import Person, Session

__all__ = ["Visit"]


class Visit:
    """One session of one person's, from its start to its end.

    Args:
        session: The plan.
        number: Its number as turn ids have it.
        person: Who comes.
        now: When it starts.
        gap: Hours since this person's last session; -1 before the first.
        caused: Ids of facts that the assistant brought about.
        order: Which acts of the person's come after others; None if none does.

    Attributes:
        sitting: What the session leaves behind.
        sheet: Its agenda as it is worked through.
        hearing: The recording that is listened to; None where people act.
        rounds: Rounds that are over.
        closing: How it will end; None while nobody knows.
        verdicts: The findings on its replies, in order.
        asked: When the person last spoke.
        answered: When the last reply was there, before it was read.
        order: What of the agenda comes after something else, and what of that was done.
    """

    __slots__ = (
        *(
            "answered",
            "asked",
            "closing",
            "gap",
            "hearing",
            "number",
            "person",
            "persona",
            "rounds",
            "scope",
            "session",
            "sheet",
            "sitting",
        ),
        *("order", "verdicts"),
    )

    def __init__(
        self,
        session: Session,
        number: int,
        person: Person,
        now: datetime,
        gap: float,
        caused: Set[str],
        order: Order | None = None,
    ) -> None:
        self.session = session
        self.number = number
        self.person = person.id
        self.persona = person.persona
        self.scope = person.scope
        self.gap = gap
        self.sitting = Sitting(number, person.id, now, now)
        self.sheet = Sheet(session, number, caused, person.projects)
        self.hearing: Hearing | None = None
        self.rounds = 0
        self.closing: SittingEnding | None = None
        self.verdicts: list[Verdict] = []
        self.asked = self.answered = now
        self.order = order
        if order is not None:
            order.enter(session)

    @property
    def ending(self) -> SittingEnding:
        """How it ended; one that was closed, and in which every reply that was judged was right, has satisfied."""
        ending = self.closing or SittingEnding.CLOSED
        right = all(verdict.kind is VerdictKind.CORRECT for verdict in self.verdicts)
        return SittingEnding.SATISFIED if ending is SittingEnding.CLOSED and self.verdicts and right else ending
