"""Checks standing rules and projects, and the acts that state rules, advance projects or ask about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations

from regulars.errors import did_you_mean
from regulars.scenarios.checks.plan import Planned, overlap
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import ActKind, Form, RuleDisclosure
from regulars.scenarios.personas.tastes import contradicting
from regulars.scenarios.projects.domains import STATES, every_domain
from regulars.scenarios.rules.standing import PROCEDURE, load_rules
from regulars.scenarios.world import Act, Person, Probe, Project, Session, StandingRule

LIFTED = "lifted"
_WISHES = (RuleDisclosure.STATED.value, RuleDisclosure.HINTED.value, LIFTED)
_OVER = ("cancel", "finish")


def check_rules(plan: Planned) -> Iterator[Problem]:
    """Yields the problems with standing rules and projects."""
    for person in plan.scenario.persons:
        for rule in person.rules:
            yield from _rule(rule)
            for taste in contradicting(person.persona.tastes, f"{rule.kind}.{rule.setting}"):
                own = f"the person's own taste {taste} ({person.persona.tastes[taste]})"
                message = f"wants {rule.kind} {rule.setting}, against {own}; expected rules that agree with the tastes"
                yield Problem("rule-taste", rule.id, message)
        for one, other in combinations(person.rules, 2):
            if _clash(one, other) and overlap(one, other):
                message = f"wants {one.kind} {one.setting} while {other.kind} {other.setting} ({other.id}) is wanted"
                yield Problem("rule-conflict", one.id, f"{message}; expected rules that can be kept together")
        for project in person.projects:
            yield from _project(project, plan)
    yield from _wishes(plan)
    yield from _states(plan)
    for probe in plan.scenario.probes:
        if probe.form is Form.MANNER:
            yield from _asked(probe, plan.persons[probe.owner])


def _rule(rule: StandingRule) -> Iterator[Problem]:
    if rule.until is not None and rule.until <= rule.since:
        yield Problem("rule-interval", rule.id, f"ends {rule.until}, before it begins {rule.since}")
    if rule.kind == PROCEDURE:
        domain = every_domain().get(rule.domain)
        steps = rule.setting.split()
        if domain is None:
            remedy = did_you_mean(rule.domain, every_domain())
            yield Problem("unknown-rule", rule.id, f"is about the domain {rule.domain!r}; {remedy}")
        elif not steps or any(step not in domain.steps for step in steps):
            yield Problem("unknown-rule", rule.id, f"{rule.setting!r} holds a step that {rule.domain} does not have")
        return
    kind = load_rules().get(rule.kind)
    if kind is None:
        remedy = did_you_mean(rule.kind, load_rules())
        yield Problem("unknown-rule", rule.id, f"unknown style attribute {rule.kind!r}; {remedy}")
    elif rule.setting not in kind.settings:
        remedy = did_you_mean(rule.setting, kind.settings)
        yield Problem("unknown-rule", rule.id, f"{rule.setting!r} is not a setting of {rule.kind}; {remedy}")


def _clash(one: StandingRule, other: StandingRule) -> bool:
    if PROCEDURE in (one.kind, other.kind):
        return one.kind == other.kind and one.domain == other.domain
    if one.kind == other.kind:
        return True
    kind = load_rules().get(one.kind)
    setting = kind.settings.get(one.setting) if kind is not None else None
    return setting is not None and f"{other.kind}.{other.setting}" in setting.conflicts


def _wishes(plan: Planned) -> Iterator[Problem]:
    """Checks that a stated or hinted rule belongs to the person and holds, and that a lifted rule has ended."""
    said: set[tuple[str, str]] = set()
    for session in plan.scenario.sessions:
        for act in session.agenda:
            if act.kind is not ActKind.WISH:
                continue
            rules = {rule.id: rule for rule in plan.persons[session.person].rules}
            rule = rules.get(act.target)
            if rule is None or act.other not in _WISHES:
                expected = f"expected {', '.join(_WISHES)}, and a rule of the same person"
                yield Problem("wish-rule", act.id, f"says {act.other!r} of the rule {act.target!r}; {expected}")
                continue
            said.add((rule.id, act.other))
            if act.other == LIFTED and (rule.until is None or session.start < rule.until):
                yield Problem("wish-time", act.id, f"lifts {rule.id} in session {session.number}, while it holds")
            if act.other != LIFTED and not _holds(rule, session.start):
                message = f"says {act.other!r} of {rule.id} in session {session.number}, when it does not hold"
                yield Problem("wish-time", act.id, message)
    for person in plan.scenario.persons:
        for rule in person.rules:
            if rule.shown is not RuleDisclosure.NEVER and (rule.id, rule.shown.value) not in said:
                yield Problem("rule-unsaid", rule.id, f"should be {rule.shown.value}, but no act does so")


def _holds(rule: StandingRule, time: datetime) -> bool:
    return rule.since <= time and (rule.until is None or time < rule.until)


def _asked(probe: Probe, person: Person) -> Iterator[Problem]:
    """Checks that a question about manner names a rule that its person has at that time."""
    named = [rule for rule in person.rules if f"{rule.kind}:{rule.setting}" == probe.value]
    if not named:
        yield Problem("probe-rule", probe.id, f"asks for the rule {probe.value!r}, which {person.id} does not have")
    elif not any(_holds(rule, probe.time) for rule in named):
        since = named[0].since.isoformat()
        yield Problem("probe-rule", probe.id, f"asks for {probe.value!r} when it does not hold; it holds from {since}")


def _project(project: Project, plan: Planned) -> Iterator[Problem]:
    domain = every_domain().get(project.domain)
    if domain is None:
        remedy = did_you_mean(project.domain, every_domain())
        yield Problem("unknown-project", project.id, f"unknown domain {project.domain!r}; {remedy}")
    elif not project.goal:
        yield Problem("unknown-project", project.id, "has no goal; expected the goal in words")
    acts = {act.id for session in plan.scenario.sessions for act in session.agenda}
    for step in project.steps:
        if step not in acts:
            yield Problem("unknown-project", project.id, f"has the step {step!r}, which is not an act")


def _states(plan: Planned) -> Iterator[Problem]:
    """Checks that a project is begun first, and that nothing happens to it after its end."""
    moves: dict[str, list[tuple[Session, Act]]] = {}
    for session in plan.scenario.sessions:
        for act in session.agenda:
            if act.kind is not ActKind.PLAN:
                continue
            own = {project.id: project for project in plan.persons[session.person].projects}
            if act.target not in own or act.other not in STATES:
                expected = f"expected {', '.join(STATES)}, and a project of the same person"
                yield Problem("plan-project", act.id, f"says {act.other!r} of the project {act.target!r}; {expected}")
                continue
            if session.start < own[act.target].since:
                since = own[act.target].since.isoformat()
                yield Problem("plan-order", act.id, f"says {act.other!r} before the project begins, which is {since}")
            moves.setdefault(act.target, []).append((session, act))
    yield from _consultations(plan, moves)
    for project, states in moves.items():
        begun = next((session.number for session, act in states if act.other == "create"), None)
        closed = next((session.number for session, act in states if act.other in _OVER), None)
        for session, act in states:
            if begun is None or (act.other != "create" and session.number < begun):
                where = f"in session {session.number}, before {project} is begun"
                yield Problem("plan-order", act.id, f"says {act.other!r} {where}")
            elif closed is not None and session.number > closed:
                where = f"in session {session.number}, after {project} was over in session {closed}"
                yield Problem("plan-order", act.id, f"says {act.other!r} {where}")


def _consultations(plan: Planned, moves: Mapping[str, Sequence[tuple[Session, Act]]]) -> Iterator[Problem]:
    """Checks that people ask how to proceed only with their own running projects."""
    for session in plan.scenario.sessions:
        own = {project.id for project in plan.persons[session.person].projects}
        for act in session.agenda:
            if act.kind is not ActKind.CONSULT:
                continue
            if act.target not in own:
                message = f"asks how to proceed with the project {act.target!r}"
                yield Problem("consult-project", act.id, f"{message}; expected one of the same person")
                continue
            now = (session.start, session.agenda.index(act))
            moves_of = moves.get(act.target, ())
            past = {move.other for when, move in moves_of if (when.start, when.agenda.index(move)) < now}
            if "create" not in past:
                yield Problem("consult-time", act.id, f"asks how to proceed with {act.target} before it is begun")
            elif not past.isdisjoint(_OVER):
                yield Problem("consult-time", act.id, f"asks how to proceed with {act.target} after it is over")
