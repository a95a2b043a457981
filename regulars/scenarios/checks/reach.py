"""Tells whether the plan can make a probe answerable: what a right answer rests on, by form and kind.

A probe has an answer, has none (abstaining is right), or is void (it cannot be asked). An episode resolves probes from
the ledger into the same three cases. This module predicts the case from the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from regulars.scenarios.checks.plan import Meant, Planned, is_contradiction, values_of
from regulars.scenarios.insights.entries import KINDS
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.ontology.exclusions import recommendation
from regulars.scenarios.world import Probe
from regulars.values import ValueType

K = ProbeKind

OPTIONS = 4
"""Number of options of a multiple choice, as in `envs/resolve_options`."""


class Reach(Enum):
    """The case of a probe if everything goes as planned."""

    ANSWER = "has an answer"
    NONE = "has no answer"
    VOID = "cannot be asked"


@dataclass(frozen=True, slots=True)
class Reached:
    """The case of a probe, and the reason if it has no answer."""

    reach: Reach
    why: str = ""


_ANSWER = Reached(Reach.ANSWER)


def _none(why: str) -> Reached:
    return Reached(Reach.NONE, why)


def _void(why: str) -> Reached:
    return Reached(Reach.VOID, why)


def reach(probe: Probe, plan: Planned) -> Reached:
    """The case of `probe` if everything goes as planned. Its form and fields are valid."""
    by_form = _BY_FORM.get(probe.form)
    if by_form is not None:
        return by_form(probe, plan)
    return _BY_KIND.get(probe.kind, _told)(probe, plan)


def rests_on(probe: Probe, plan: Planned) -> list[Meant]:
    """The planned disclosures that a probe's answer may rest on. A rule is not a disclosure."""
    if probe.form is Form.MANNER:
        return []
    names = [probe.attribute, *([probe.other] if probe.other else [])]
    if probe.kind == K.ALIGNED_RECOMMENDATION:
        names = [limit.name for limit in plan.ontology.limiting(probe.attribute)]
    return [one for name in names for one in plan.known(probe.owner, name, plan.moment(probe))]


def _known(probe: Probe, plan: Planned, attribute: str = "") -> list[Meant]:
    return plan.known(probe.owner, attribute or probe.attribute, plan.moment(probe))


def _untold(probe: Probe, plan: Planned, attribute: str = "") -> str:
    """Says why nothing about an attribute is known."""
    name = attribute or probe.attribute
    if any(moment < plan.moment(probe) for moment in plan.forgets.get((probe.owner, name), ())):
        return f"{name} should be forgotten before it"
    later = plan.later(probe.owner, name, plan.moment(probe))
    return f"{name} is not told before it: {later}" if later else f"no disclosure of {name} is planned"


def _told(probe: Probe, plan: Planned) -> Reached:
    return _ANSWER if _known(probe, plan) else _none(_untold(probe, plan))


# Base kinds: told often enough


def _update(probe: Probe, plan: Planned) -> Reached:
    known = _known(probe, plan)
    if len(known) < 2 and not (known and plan.is_over(probe.owner, probe.attribute, plan.moment(probe))):
        expected = "expected two disclosures, or one and its end"
        return _void(f"{probe.attribute} is told {len(known)} times before it; {expected}")
    return _ANSWER


def _over_sessions(probe: Probe, plan: Planned) -> Reached:
    sessions = {one.session for one in _known(probe, plan)}
    if len(sessions) < 2:
        return _void(f"{probe.attribute} is told in {len(sessions)} sessions before it; expected two at least")
    return _ANSWER


def _contradicted(probe: Probe, plan: Planned) -> Reached:
    known = _known(probe, plan)
    if known and not is_contradiction(known):
        return _void(f"{probe.attribute} is not contradicted before it; expected an unmarked second disclosure")
    return _told(probe, plan)


def _twice(probe: Probe, plan: Planned) -> Reached:
    known = _known(probe, plan)
    if len(known) == 1:
        return _void(f"the attribute that implies {probe.attribute} is told once before it; expected twice")
    return _told(probe, plan)


# Values under an assumption


def _on_the_day(probe: Probe, plan: Planned) -> Reached:
    days = [one for one in _known(probe, plan) if one.date == probe.value]
    return _ANSWER if days else _none(f"no disclosure of {probe.attribute} is planned on {probe.value}")


def _at_the_time(probe: Probe, plan: Planned) -> Reached:
    cue = next((one for one in _known(probe, plan) if one.value == probe.value), None)
    if cue is None:
        return _void(f"{probe.attribute} is not told to be {probe.value!r} before it")
    told = _known(probe, plan, probe.other)
    known = [one for one in told if one.moment <= cue.moment]
    if told and not known and plan.ontology.attribute(probe.other).change is Change.STATIC:
        return _void(f"{probe.other} never changes and is told after {probe.value!r}, so two answers are right")
    if known and plan.is_over(probe.owner, probe.other, (cue.time, cue.place + 1)):
        return _none(f"{probe.other} is over by the time of {probe.value!r}")
    return _ANSWER if known else _none(f"{probe.other} is not told by the time of {probe.value!r}")


def _claimed(probe: Probe, plan: Planned) -> Reached:
    claims = plan.claims.get((probe.owner, probe.attribute), ())
    if not any(moment < plan.moment(probe) for moment, _ in claims):
        return _void(f"no claim about {probe.attribute} is passed on before it")
    return _told(probe, plan)


def _namesake(probe: Probe, plan: Planned) -> Reached:
    name = plan.persons[probe.owner].name
    if sum(person.name == name for person in plan.scenario.persons) < 2:
        return _void(f"no other person of the scenario is called {name!r}")
    return _told(probe, plan)


def _renamed(probe: Probe, plan: Planned) -> Reached:
    at = plan.persons[probe.owner].renamed_at
    if at is None or at >= probe.time:
        return _void(f"{probe.owner} has no other name before it")
    return _told(probe, plan)


# By form


def _choice(probe: Probe, plan: Planned) -> Reached:
    left = plan.delegations.get(probe.target)
    if left is None or (left[0].person, left[1].attribute) != (probe.owner, probe.attribute):
        return _void(f"no act {probe.target!r} delegates the choice of {probe.attribute} to the assistant")
    if left[2] >= plan.moment(probe):
        return _void(f"the choice of {probe.attribute} is made no earlier than in session {left[0].number}")
    return _ANSWER


def _allowed(probe: Probe, plan: Planned) -> Reached:
    """The disclosures rule out some options, but not all."""
    options = probe.value.split("|")
    out = plan.ruled_out(probe.owner, probe.attribute, plan.moment(probe))
    if not any(option in out for option in options):
        limits = ", ".join(limit.name for limit in plan.ontology.limiting(probe.attribute)) or "no attribute"
        return _void(f"no disclosure before it rules out any of {probe.value}; {limits} could")
    return _ANSWER


def _mention(probe: Probe, plan: Planned) -> Reached:
    wanted = plan.reminders.get(probe.target)
    if wanted is None or (wanted[0].person, wanted[1].attribute) != (probe.owner, probe.attribute):
        return _void(f"no act {probe.target!r} asks for a reminder of {probe.attribute}")
    if wanted[2] >= plan.moment(probe):
        return _void(f"the reminder of {probe.attribute} is asked for no earlier than in session {wanted[0].number}")
    return _ANSWER


def _pass_on(probe: Probe, plan: Planned) -> Reached:
    attribute, other = plan.ontology.attribute(probe.attribute), plan.ontology.attribute(probe.other)
    if probe.context not in attribute.needed or probe.context not in other.private:
        return _void(f"expected a context that needs {attribute.name} and makes {other.name} private")
    for name in (probe.attribute, probe.other):
        if not plan.latest(probe.owner, name, plan.moment(probe)):
            return _void(_untold(probe, plan, name))
    return _ANSWER


def _duration(probe: Probe, plan: Planned) -> Reached:
    for name in (probe.attribute, probe.other):
        known = _known(probe, plan, name)
        if not known or plan.is_over(probe.owner, name, plan.moment(probe)):
            return _none(_untold(probe, plan, name))
        if not known[-1].day_is_told:
            return _none(f"{name} is not told by its day")
    return _ANSWER


def _order(probe: Probe, plan: Planned) -> Reached:
    values = values_of(_known(probe, plan))
    if len(values) == 1:
        return _void(f"one value of {probe.attribute} is told before it; expected two at least")
    return _ANSWER if values else _none(_untold(probe, plan))


def _option(probe: Probe, plan: Planned) -> Reached:
    if probe.kind in KINDS:
        return _interpreted(probe, plan)
    if probe.kind == K.ORDER_RECALL:
        return _two(probe, plan)
    if probe.kind == K.ALIGNED_RECOMMENDATION:
        return _aligned(probe, plan)
    known = _known(probe, plan)
    if not known:
        return _void(_untold(probe, plan))
    if plan.is_over(probe.owner, probe.attribute, plan.moment(probe)):
        return _void(f"{probe.attribute} is over before it")
    values = values_of(known)
    least = {K.LATEST_PREFERENCE: 2, K.FULL_EVOLUTION: 2, K.SUGGEST_NEW: 3}.get(ProbeKind(probe.kind), 1)
    if len(values) < least:
        return _void(f"{len(values)} values of {probe.attribute} are told before it; expected {least} at least")
    if probe.kind == K.COMPARE and known[0].value == known[-1].value:
        return _void(f"the first and the last {probe.attribute} are the same before it")
    if probe.kind == K.UPDATE_REASON and not any(one.act.reason for one in known):
        return _void(f"no reason is given for a change of {probe.attribute} before it")
    if len(plan.ontology.attribute(probe.attribute).grid()) < OPTIONS and probe.kind in _OF_VALUES:
        return _void(f"{probe.attribute} has fewer than {OPTIONS} values to offer")
    return _ANSWER


def _two(probe: Probe, plan: Planned) -> Reached:
    """Two attributes whose first disclosures are in different sessions."""
    sessions = []
    for name in (probe.attribute, probe.other):
        known = _known(probe, plan, name)
        if not known or plan.is_over(probe.owner, name, plan.moment(probe)):
            return _void(_untold(probe, plan, name) if not known else f"{name} is over before it")
        if plan.ontology.attribute(name).type is ValueType.DATE:
            return _void(f"{name} is a date; options are never dates")
        sessions.append(known[0].session)
    if sessions[0] == sessions[1]:
        return _void(f"{probe.attribute} and {probe.other} are both told in session {sessions[0]}")
    return _ANSWER


def _interpreted(probe: Probe, plan: Planned) -> Reached:
    """Two facts and a trait that are told by then, in a situation that the entry covers."""
    entry = plan.insights.get(probe.context)
    if entry is None or (entry.first.attribute, entry.second.attribute) != (probe.attribute, probe.other):
        return _void(f"no interpretation {probe.context!r} rests on {probe.attribute} and {probe.other}")
    told = []
    for name in (probe.attribute, probe.other):
        known = _known(probe, plan, name)
        if not known or plan.is_over(probe.owner, name, plan.moment(probe)):
            return _void(_untold(probe, plan, name) if not known else f"{name} is over before it")
        told.append(known[-1])
    if told[0].session == told[1].session:
        return _void(f"{probe.attribute} and {probe.other} are both told in session {told[0].session}")
    shown = plan.shown.get(probe.target)
    if shown is None or (shown[0].person, shown[1].other) != (probe.owner, probe.value):
        return _void(f"no act {probe.target!r} shows that {probe.owner} is {probe.value}")
    if shown[2] >= plan.moment(probe):
        return _void(f"it is not shown before it that {probe.owner} is {probe.value}, but in session {shown[0].number}")
    if entry.conclusion(told[0].said, told[1].said, probe.value) is None:
        values = f"{told[0].said!r}, {told[1].said!r} and {probe.value!r}"
        return _void(f"the interpretation {probe.context!r} does not cover {values}")
    return _ANSWER


def _aligned(probe: Probe, plan: Planned) -> Reached:
    choice, moment = plan.ontology.attribute(probe.attribute), plan.moment(probe)
    unfit = plan.unfit(probe.owner, probe.attribute, moment)
    for limit in plan.ontology.limiting(probe.attribute):
        value = plan.latest(probe.owner, limit.name, moment)
        fact = _known(probe, plan, limit.name)[-1].act.fact if value else ""
        if value and recommendation(fact, limit, choice, value, unfit) is not None:
            return _ANSWER
    return _void(f"no disclosure before it allows one of two values of {probe.attribute} that another would reverse")


_OF_VALUES = (K.RECALL_FACTS, K.LATEST_PREFERENCE, K.NEW_SCENARIO)

_Check = Callable[[Probe, Planned], Reached]
_BY_FORM: Mapping[Form, _Check] = {
    Form.CHOICE: _choice,
    Form.ANY: _allowed,
    Form.MANNER: lambda probe, plan: _ANSWER,
    Form.MENTION: _mention,
    Form.PASS_ON: _pass_on,
    Form.DURATION: _duration,
    Form.ORDER: _order,
    Form.OPTION: _option,
}
_BY_KIND: Mapping[str, _Check] = {
    K.KNOWLEDGE_UPDATE: _update,
    K.MULTI_SESSION: _over_sessions,
    K.CONFLICT: _contradicted,
    K.CONFLICT_MULTI_HOP: _twice,
    K.EPISODIC_CUE: _on_the_day,
    K.MULTI_HOP: _at_the_time,
    K.POISONING: _claimed,
    K.NAMESAKE: _namesake,
    K.RENAMED: _renamed,
}
