"""Makes the briefings: what each seat knows privately at this moment, and nothing that is later or somebody else's."""

from __future__ import annotations

from dataclasses import replace

from regulars.agents.briefing import EvaluatorBriefing, Pending, UserBriefing
from regulars.dialogue import Phase
from regulars.envs.life import Life

__all__ = ["evaluator_briefing", "user_briefing"]


def user_briefing(life: Life, person: str) -> UserBriefing:
    """What `person` knows now."""
    knowledge = life.knowledge[person]
    here = life.session is not None and life.session.person == person
    sealed = life.signals.policy == "sealed"
    return UserBriefing(
        knowledge.bare,
        knowledge.facts,
        life.session if here else None,
        life.phase,
        life.now,
        life.signals.policy,
        life.reactive,
        life.reply if here else "",
        life.verdict if here and not sealed else None,
        _without_others(life.judged) if here and not sealed else None,
        life.ledger.told,
        knowledge.offered,
    )


def evaluator_briefing(life: Life) -> EvaluatorBriefing:
    """What the evaluator is to judge now."""
    note = life.reply_note
    closing = life.phase is Phase.CLOSING
    return EvaluatorBriefing(
        None if closing else life.pending,
        life.reply,
        note.answer if note else None,
        life.commitment,
        life.phase,
        tuple(life.session_verdicts) if closing else (),
    )


def _without_others(pending: Pending | None) -> Pending | None:
    """As the user may know it: without what other people told."""
    if pending is None or pending.expectation is None or not pending.expectation.others:
        return pending
    return replace(pending, expectation=replace(pending.expectation, others=()))
