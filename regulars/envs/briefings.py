"""Makes the briefings: what each seat knows privately at this moment, and nothing that is later or somebody else's."""

from __future__ import annotations

from dataclasses import replace

from regulars.agents.briefing import EvaluatorBriefing, Pending, UserBriefing
from regulars.dialogue import Phase
from regulars.envs.conduct import domain_of, in_force, occasion
from regulars.envs.state import LifeState
from regulars.rewards.compliance import Occasion
from regulars.scenarios.world import StandingRule

__all__ = ["evaluator_briefing", "user_briefing"]


def user_briefing(life: LifeState, person: str) -> UserBriefing:
    """What `person` knows now."""
    knowledge = life.knowledge[person]
    visit = life.visit
    here = visit is not None and visit.person == person
    sealed = life.signals.policy == "sealed"
    return UserBriefing(
        knowledge.bare,
        knowledge.facts,
        visit.session if visit is not None and here else None,
        life.phase,
        life.now,
        life.signals.policy,
        life.reactive,
        life.reply if here else "",
        life.verdict if here and not sealed else None,
        _without_others(life.judged) if here and not sealed else None,
        life.ledger.told,
        knowledge.offered,
        knowledge.outcomes,
        life.scenario.phrasing,
        life.language.name,
        life.reply_id if here else "",
        visit.order.held_back(life.now) if visit is not None and here and visit.order else frozenset(),
        life.ledger.slipped,
    )


def evaluator_briefing(life: LifeState, *, worded: bool = False) -> EvaluatorBriefing:
    """What the evaluator is to judge now; `worded` with the words of the question, which cost something to find."""
    note = life.reply_note
    closing = life.phase is Phase.CLOSING
    return EvaluatorBriefing(
        None if closing else life.pending,
        life.reply,
        note.answer if note else None,
        life.commitment,
        life.phase,
        tuple(life.visit.verdicts) if closing and life.visit is not None else (),
        *_conduct(life),
        _asked(life) if worded and not closing else "",
    )


def _asked(life: LifeState) -> str:
    """The words of what is pending: the person's last line, or the question beside the conversation."""
    probe = life.pending.probe if life.pending is not None else None
    if life.phase is not Phase.PROBE or probe is None:
        return life.message if life.pending is not None else ""
    return probe.question or life.question(probe)


def _conduct(life: LifeState) -> tuple[tuple[StandingRule, ...], Occasion | None]:
    """The rules in force and what a reply is checked against; none where there are no rules, or nothing is judged."""
    person = life.persons[life.visit.person] if life.visit is not None else None
    if life.pending is not None and life.pending.probe is not None and life.phase is Phase.PROBE:
        person = life.persons[life.pending.probe.owner]
    if person is None or not person.rules or life.phase is Phase.CLOSING:
        return (), None
    act = life.pending.act if life.pending is not None else life.consulted
    now = life.now if life.phase is not Phase.PROBE else life.last_moment
    evidence = life.resolution.evidence[0] if life.resolution is not None and life.resolution.evidence else ()
    told = [life.told_on(turn) for turn in evidence]
    around = occasion(
        life.message, life.names[person.id], now, life.phase, act, told, domain_of(person, life.consulted)
    )
    return in_force(person, now, life.ledger), around


def _without_others(pending: Pending | None) -> Pending | None:
    """As the user may know it: without what other people told."""
    if pending is None or pending.expectation is None or not pending.expectation.others:
        return pending
    return replace(pending, expectation=replace(pending.expectation, others=()))
