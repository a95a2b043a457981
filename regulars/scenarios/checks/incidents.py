"""Checks acts other than disclosures and questions: endings, wishes, reminders, claims, traits, gossip, outcomes."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, Form, MentionSort
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act, Session


def check_incidents(plan: Planned) -> Iterator[Problem]:
    """Yields acts that come before the thing they refer to, or refer to nothing."""
    checks = {
        ActKind.END: _end,
        ActKind.FORGET: _forget,
        ActKind.REMIND: _remind,
        ActKind.RELAY: _relay,
        ActKind.GOSSIP: _gossip,
        ActKind.MENTION: _mention,
    }
    for session in plan.scenario.sessions:
        for act in session.agenda:
            if act.attribute and act.attribute not in plan.ontology:
                continue
            if act.kind is ActKind.SHOW:
                yield from _show(plan, session, act)
            elif act.kind in checks:
                yield from checks[act.kind](plan, session, act)
            elif act.kind is ActKind.TELL and act.mode is DisclosureMode.OUTCOME:
                yield from _outcome(plan, session, act)
            elif act.kind is ActKind.TELL and act.phrasing is DisclosurePhrasing.ASSUMED:
                yield from _assumed(plan, act)


def _is_told(plan: Planned, session: Session, act: Act) -> bool:
    """Whether the attribute is told in an earlier session, or earlier in this one."""
    moment = (session.start, session.agenda.index(act))
    return any(one.moment < moment for one in plan.tells.get((session.person, act.attribute), ()))


def _end(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    fact = plan.facts.get(act.fact)
    if fact is None:
        yield Problem("unknown-fact", act.id, f"tells the end of fact {act.fact!r}, which no person has")
        return
    if fact.person != session.person or fact.attribute != act.attribute:
        message = f"tells the end of {fact.id}, which is not a fact of this person about {act.attribute}"
        yield Problem("foreign-fact", act.id, message)
    if fact.until is None or fact.until > session.start:
        yield Problem("ended-too-early", act.id, f"tells that {act.attribute} is over while it still holds")
    if any(moment[0] <= session.start for moment in plan.forgets.get((session.person, act.attribute), ())):
        yield Problem("ended-forgotten", act.id, f"tells the end of {act.attribute}, which is to be forgotten by then")
    if not any(one.act.fact == act.fact for one in plan.tells.get((session.person, act.attribute), ())):
        yield Problem("ended-untold", act.id, f"tells the end of the {act.attribute} {fact.value!r}, never told")
    elif not _is_told(plan, session, act):
        yield Problem("ended-untold", act.id, f"tells the end of {act.attribute} before {act.attribute} itself")


def _show(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    """Checks that a shown trait is one of the person's, and that the pack has words for it."""
    traits = plan.persons[session.person].persona.traits
    if act.other not in traits:
        expected = ", ".join(traits) or "none, for it has no traits"
        yield Problem("show-trait", act.id, f"shows that the person is {act.other!r}; expected {expected}")
    elif act.other not in plan.showable:
        yield Problem(
            "show-words", act.id, f"shows {act.other!r}; the pack {plan.scenario.language} has no lines for it"
        )


def _forget(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    if not _is_told(plan, session, act):
        yield Problem("forgot-untold", act.id, f"wants {act.attribute} forgotten before it is told")


def _remind(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    if not _is_told(plan, session, act):
        yield Problem("remind-untold", act.id, f"wants to be reminded of {act.attribute} before it is told")
    greeted = (
        probe
        for probe in plan.scenario.probes
        if probe.form is Form.MENTION and probe.target == act.id and probe.owner == session.person
    )
    probe = next(greeted, None)
    if probe is None or probe.time <= session.start:
        yield Problem("remind-unmet", act.id, f"no later greeting asks whether {act.attribute} is brought up")


def _relay(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    if fault := _not_false(plan, act.attribute, act.other):
        yield Problem("claimed-value", act.id, f"claims a value that {fault}")


def _gossip(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    for value in act.options or ("",):
        if fault := _not_false(plan, act.attribute, value):
            yield Problem("gossip-value", act.id, f"names a value of other people that {fault}")


def _mention(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    """Checks that a mention tells nothing that is not told: what is former, planned or told again is the person's."""
    if act.other not in [sort.value for sort in MentionSort]:
        expected = ", ".join(sort.value for sort in MentionSort)
        yield Problem("mention-sort", act.id, f"is {act.other!r}; expected {expected}")
        return
    sort, value = MentionSort(act.other), act.options[0] if act.options else ""
    if not act.target:
        fault = "names no fact" if sort in (MentionSort.FORMER, MentionSort.AGAIN) else ""
        if fault := fault or _not_false(plan, act.attribute, value):
            yield Problem("mention-value", act.id, f"is {sort.value} and {fault}")
        return
    fact = plan.facts.get(act.target)
    if fact is None or (fact.person, fact.attribute, fact.value) != (session.person, act.attribute, value):
        yield Problem("mention-value", act.id, f"is {sort.value} and names {act.target!r}, not this value's fact")
        return
    wrong = {
        MentionSort.FORMER: fact.until is None or fact.until > session.start,
        MentionSort.AGAIN: fact.since > session.start or (fact.until is not None and fact.until <= session.start),
        MentionSort.PLANNED: fact.since <= session.start,
    }
    if wrong.get(sort, True):
        yield Problem("mention-time", act.id, f"is {sort.value}, which {act.attribute} {value!r} is not on that day")
    elif sort is not MentionSort.PLANNED and not _is_told(plan, session, act):
        yield Problem("mention-untold", act.id, f"is {sort.value} and comes before {act.attribute} is told")


def _assumed(plan: Planned, act: Act) -> Iterator[Problem]:
    if fault := _not_false(plan, act.attribute, act.other):
        yield Problem("assumed-value", act.id, f"corrects an assumption that {fault}")


def _not_false(plan: Planned, attribute: str, value: str) -> str:
    """Why a value is not one that no person has; empty if it is."""
    if not value:
        return "is missing; expected a value that no person has"
    if value not in plan.ontology.attribute(attribute).grid():
        return f"is {value!r}; expected a value of {attribute}"
    if any(fact.attribute == attribute and fact.value == value for fact in plan.facts.values()):
        return f"is {value!r}, the {attribute} of a person; expected a value that no person has"
    return ""


def _outcome(plan: Planned, session: Session, act: Act) -> Iterator[Problem]:
    """Checks that the outcome of a choice is told after that choice."""
    chosen = plan.delegations.get(act.target)
    if chosen is None:
        yield Problem("outcome", act.id, f"tells the outcome of {act.target!r}, which is not a delegated choice")
    elif (chosen[0].person, chosen[1].attribute) != (session.person, act.attribute):
        yield Problem("outcome", act.id, f"tells the outcome of {act.target!r}, of another person or attribute")
    elif chosen[0].number >= session.number:
        yield Problem("outcome", act.id, f"tells the outcome of a choice of session {chosen[0].number}, not earlier")
    if act.fact:
        yield Problem("outcome", act.id, f"names fact {act.fact!r}; expected none, since the choice decides the fact")


def told_ways(ontology: Ontology, act: Act) -> bool:
    """Whether the attribute has phrases for the act's phrasing."""
    attribute = ontology.attribute(act.attribute)
    if act.phrasing is DisclosurePhrasing.PIECEMEAL:
        return bool(attribute.piecemeal)
    return (
        act.phrasing in (DisclosurePhrasing.DIRECT, DisclosurePhrasing.UNMARKED)
        or act.phrasing.value in attribute.phrases
    )
