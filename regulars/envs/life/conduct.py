"""Standing rules in a life: the rules in force, the occasion that a reply is checked against, and what chance keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache

from regulars.agents.style.rules import PROCEDURE, default_book
from regulars.dialogue import Phase, PlanAct, Verdict
from regulars.envs.ledger import OVER, Ledger
from regulars.envs.life.state import LifeState
from regulars.envs.probes.gold import AskedProbe
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.content import opened
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.personas.tastes import wishes_barred
from regulars.scenarios.projects.domains import ProjectStep, every_domain
from regulars.scenarios.rules.standing import RuleSetting
from regulars.scenarios.world import Act, Person, StandingRule


def in_force(person: Person, now: datetime, ledger: Ledger) -> tuple[StandingRule, ...]:
    """The person's rules in force, whether the assistant knows them or not.

    The setting of a procedure lists the steps that are needed. A step that depends on a personal fact is needed only
    after the person told that fact, because an assistant cannot know it earlier.
    """
    held = (rule for rule in person.rules if rule.since <= now and (rule.until is None or now < rule.until))
    return tuple(_resolved(rule, person, ledger) if rule.kind == PROCEDURE else rule for rule in held)


def _resolved(rule: StandingRule, person: Person, ledger: Ledger) -> StandingRule:
    steps = every_domain()[rule.domain].steps
    needed = [name for name in rule.setting.split() if _is_needed(steps[name], person, ledger)]
    return replace(rule, setting=" ".join(needed))


def _is_needed(step: ProjectStep, person: Person, ledger: Ledger) -> bool:
    if not step.attribute:
        return True
    told = ledger.of(person.id, step.attribute)
    return bool(told) and told[-1].how != OVER and told[-1].value in step.values


def domain_of(person: Person, act: Act | None) -> str:
    """The project domain that `act` asks a plan for; empty for other acts."""
    if act is None or act.kind is not ActKind.CONSULT:
        return ""
    return next((project.domain for project in person.projects if project.id == act.target), "")


def occasion(
    message: str, name: str, now: datetime, phase: Phase, act: Act | None, told: Sequence[date], consulted: str = ""
) -> Occasion:
    """The occasion of a reply: what rules are checked against, besides the reply.

    Args:
        message: The words that the reply answers.
        name: The person's name.
        now: The moment.
        phase: The phase of the session.
        act: The act that the reply answers; None for none.
        told: The dates on which the evidence of the question was told.
        consulted: The project domain of a wanted plan; empty for none.
    """
    wanted = PlanAct.ACKNOWLEDGE
    if act is not None:
        advises = act.kind in (ActKind.DELEGATE, ActKind.CONSULT)
        wanted = PlanAct.ADVISE if advises else PlanAct.ANSWER
    elif phase is Phase.PROBE:
        wanted = PlanAct.ANSWER
    asked = act is not None or phase is Phase.PROBE
    return Occasion(message, name, now, phase is Phase.OPENING, wanted, asked, tuple(told), consulted)


def judged_rules(life: LifeState) -> tuple[tuple[StandingRule, ...], Occasion | None]:
    """The rules in force and the occasion that a reply is checked against now; none if nothing is judged."""
    exchange = life.exchange
    if life.aside is not None:
        asked: AskedProbe | None = life.aside.asked
        person, act, now = life.persons[life.aside.asked.probe.owner], None, life.last_moment
    elif life.running is not None and life.phase is not Phase.CLOSING:
        asked, person, now = exchange.asked, life.persons[life.running.person], life.now
        act = exchange.pending.act if exchange.pending is not None else exchange.consulted
    else:
        return (), None
    if not person.rules:
        return (), None
    evidence = asked.resolution.evidence if asked is not None else ()
    told = [life.told_on(turn) for turn in evidence[0]] if evidence else []
    consulted = domain_of(person, exchange.consulted)
    around = occasion(exchange.message, life.names[person.id], now, life.phase, act, told, consulted)
    return in_force(person, now, life.ledger), around


def chances(life: LifeState, verdict: Verdict) -> dict[str, float]:
    """The probability that the last reply keeps by chance each rule that it kept or broke, by the rule's id.

    A rule with a setting that the book does not have is left out.
    """
    rules, around = judged_rules(life)
    if around is None or life.running is None:
        return {}
    person, judged = life.persons[life.running.person], {*verdict.kept, *verdict.broken}
    return {
        rule.id: chance_of_keeping(person, rule, life.exchange.reply, around)
        for rule in rules
        if rule.id in judged and (rule.kind == PROCEDURE or _setting(rule))
    }


def chance_of_keeping(person: Person, rule: StandingRule, reply: str, around: Occasion) -> float:
    """The probability that a reply keeps a rule of a person by chance, in [0, 1].

    A setting that contradicts another rule of the person, or a taste, is none that the rule could have had.

    Args:
        person: The person.
        rule: One of their rules, with a setting that the book has.
        reply: The reply's words.
        around: What surrounds the reply.
    """
    barred = wishes_barred(person.persona.tastes) | _conflicting(tuple(opened()), person.rules, rule.id)
    return default_book().chance(reply, around, rule, barred)


@lru_cache(maxsize=1024)
def _conflicting(contents: tuple[str, ...], rules: tuple[StandingRule, ...], id: str) -> frozenset[str]:
    """The settings that conflict with a person's rules other than `id`; kept, as every judged reply asks for them.

    Args:
        contents: The names of the open contents, whose rules count as well.
        rules: The rules of the person.
        id: The id of the rule whose own conflicts are left out.
    """
    others = (_setting(other) for other in rules if other.id != id)
    return frozenset(setting for other in others if other is not None for setting in other.conflicts)


def _setting(rule: StandingRule) -> RuleSetting | None:
    """The setting of a rule; None for a procedure, and for one that the book does not have."""
    kind = default_book().rules.get(rule.kind)
    return kind.settings.get(rule.setting) if kind is not None else None
