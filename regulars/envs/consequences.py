"""What is left to the assistant to choose, and what its choices bring about in a person's life."""

from __future__ import annotations

from datetime import datetime, timedelta

from regulars.agents.briefing import Consequence, Pending
from regulars.dialogue import Reply
from regulars.envs.ledger import Commitment, Ledger
from regulars.rewards.choice import chosen
from regulars.scenarios.world import Event, Fact
from regulars.seeding import content_hash
from regulars.values import Domain

__all__ = ["Choices"]

DELAY = timedelta(hours=3)
"""After which a choice shows its effect."""


class Choices:
    """The choices of a life.

    Attributes:
        asked: Ids of the acts that have left a choice to the assistant.
        caused: What happened because of one: the turn of the choice is the event's cause.
    """

    __slots__ = ("asked", "caused")

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.caused: list[Event] = []

    def take(
        self, reply: Reply, pending: Pending, domain: Domain, ledger: Ledger, turn: tuple[str, str, int], now: datetime
    ) -> tuple[str, Consequence | None]:
        """Enters the commitment that a reply makes.

        Args:
            reply: What was said, with its structured answer.
            pending: The delegation that it answers.
            domain: The attribute's values.
            ledger: Where commitments go.
            turn: The person's id, the reply's id, the session's number.
            now: The moment.

        Returns:
            The option chosen, empty if none was, and what comes of it; the first choice counts for that.
        """
        assert pending.act is not None
        act = pending.act
        value = chosen(reply.text, reply.answer, act.options, domain)
        if not value:
            return "", None
        person, reply_id, session = turn
        first = ledger.commitment(act.id) is None
        made = Commitment(act.id, person, act.attribute, value, reply_id, session, now)
        ledger.commit(made)
        if not first:
            return value, None
        key = pending.expectation
        return value, self._befall(made, key is not None and value not in key.gold, now)

    def _befall(self, made: Commitment, went_wrong: bool, now: datetime) -> Consequence:
        id = content_hash(f"{made.act} {made.value}", 12)
        fact = Fact(id, made.person, made.attribute, made.value, now + DELAY)
        event = Event(content_hash(f"event {id}", 12), made.person, now + DELAY, begins=(id,), cause=made.turn)
        self.caused.append(event)
        return Consequence(fact, went_wrong)
