"""Choices that people leave to the assistant, and their effects on a person's life."""

from __future__ import annotations

from datetime import datetime, timedelta

from regulars.briefing import Effect
from regulars.dialogue import Reply
from regulars.envs.ledger import Commitment, Ledger
from regulars.rewards.choices.choice import chosen
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Act, Event, Fact
from regulars.seeding import content_hash
from regulars.values import Domain

DELAY = timedelta(hours=3)
"""The time from a choice to its effect."""


class Choices:
    """The choices of a life.

    Attributes:
        asked: Ids of the acts that left a choice to the assistant.
        caused: The events that choices caused; an event's cause is the turn of the choice.
    """

    __slots__ = ("asked", "caused")

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.caused: list[Event] = []

    def take(
        self,
        reply: Reply,
        act: Act,
        gold: Expectation | None,
        domain: Domain,
        ledger: Ledger,
        turn: tuple[str, str, int],
        now: datetime,
    ) -> tuple[str, Effect | None]:
        """Records the commitment that a reply makes.

        Args:
            reply: The reply, with its structured answer.
            act: The delegation that it answers.
            gold: The right choices; None if every choice is right.
            domain: The attribute's domain.
            ledger: The ledger that records the commitment.
            turn: The person's id, the reply's id, the session's number.
            now: The moment.

        Returns:
            The chosen option, empty for none; and its effect. Only the first choice on an act has an effect.

        The words make the choice, because the person hears nothing else. A structured answer may not contradict them.
        """
        value = chosen(reply.text, None, act.options, domain)
        if not value or (reply.answer and chosen("", reply.answer, act.options, domain) != value):
            return "", None
        person, reply_id, session = turn
        first = ledger.commitment(act.id) is None
        made = Commitment(act.id, person, act.attribute, value, reply_id, session, now)
        ledger.commit(made)
        if not first:
            return value, None
        return value, self._effect_of(made, gold is not None and value not in gold.gold, now)

    def _effect_of(self, made: Commitment, went_wrong: bool, now: datetime) -> Effect:
        id = content_hash(f"{made.act} {made.value}", 12)
        fact = Fact(id, made.person, made.attribute, made.value, now + DELAY)
        event = Event(content_hash(f"event {id}", 12), made.person, now + DELAY, begins=(id,), cause=made.turn)
        self.caused.append(event)
        return Effect(fact, went_wrong)
