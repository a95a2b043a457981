"""Standing rules in a life: the rules in force, and the occasion that a reply is checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from regulars.dialogue import Phase, PlanAct
from regulars.envs.ledger import OVER, Ledger
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.projects.domains import ProjectStep, every_domain
from regulars.scenarios.world import Act, Person, StandingRule

PROCEDURE = "procedure"


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
