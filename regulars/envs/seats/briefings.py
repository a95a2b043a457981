"""Makes the briefings: what each seat knows privately now, without the future and without other people's data."""

from __future__ import annotations

from dataclasses import replace

from regulars.briefing import EvaluatorBriefing, Pending, UserBriefing
from regulars.dialogue import Phase
from regulars.envs.life.conduct import judged_rules
from regulars.envs.life.exchange import Exchange
from regulars.envs.life.state import LifeState

_NOTHING_SAID = Exchange()


def user_briefing(life: LifeState, person: str) -> UserBriefing:
    """What `person` knows at this moment."""
    knowledge = life.knowledge[person]
    running = life.running if life.running is not None and life.running.person == person else None
    exchange = life.exchange if running is not None else _NOTHING_SAID
    sealed = life.signals.policy == "sealed"
    return UserBriefing(
        knowledge.bare,
        knowledge.facts,
        running.session if running is not None else None,
        life.phase,
        life.now,
        life.signals.policy,
        life.reactive,
        exchange.reply,
        None if sealed else exchange.verdict,
        None if sealed else _without_others(exchange.judged),
        life.ledger.told,
        knowledge.offered,
        knowledge.effects,
        life.scenario.phrasing,
        life.language.name,
        exchange.reply_id,
        running.order.held_back(life.now) if running is not None and running.order else frozenset(),
        life.ledger.slipped,
        knowledge.wordings,
    )


def evaluator_briefing(life: LifeState, *, worded: bool = False) -> EvaluatorBriefing:
    """What the evaluator judges now. With `worded`, it contains the words of the question, which take time to find."""
    replied = life.aside or life.exchange
    closing = life.phase is Phase.CLOSING
    return EvaluatorBriefing(
        None if closing else life.pending,
        replied.reply,
        replied.note.answer if replied.note else None,
        life.exchange.commitment,
        life.phase,
        tuple(life.running.verdicts) if closing and life.running is not None else (),
        *judged_rules(life),
        _asked(life) if worded and not closing else "",
    )


def _asked(life: LifeState) -> str:
    """The words of the pending question: the person's last line, or the out-of-band probe."""
    if life.aside is not None:
        return life.question(life.aside.asked)
    return life.exchange.message if life.exchange.pending is not None else ""


def _without_others(pending: Pending | None) -> Pending | None:
    """What is pending, as the user may know it: without the values that other people told."""
    if pending is None or pending.expectation is None or not pending.expectation.others:
        return pending
    return replace(pending, expectation=replace(pending.expectation, others=()))
