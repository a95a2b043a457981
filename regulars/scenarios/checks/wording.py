"""Checks that questions, goals, greetings and other fixed lines give no answer away.

Only terms and dates are looked for. A number alone tells nothing about a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from regulars.chinese_text import has_chinese
from regulars.scenarios.checks.plan import Meant, Planned, values_of
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import ActKind, Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.projects.domains import STATES, load_domains
from regulars.scenarios.world import Probe
from regulars.values import ValueType, normalise

K = ProbeKind

_MEANT = (K.MULTI_HOP, K.EPISODIC_CUE, K.RULE_KEEPING, K.SINGLE_SESSION_PREFERENCE, K.IMPLICIT_PREFERENCE)
"""Kinds whose `value` is not an assumption: it is told truly, or offered as a choice."""

_ASKS = {Form.VALUE: "ask", Form.SET: "set_question", Form.COUNT: "count_question", Form.SUM: "sum_question"}
_QUOTED = (Form.VALUE, Form.SET, Form.DURATION, Form.ORDER, Form.PASS_ON)
"""Forms whose answers consist of told values."""


def check_wording(plan: Planned) -> Iterator[Problem]:
    """Yields probes whose question, or a fixed line before it, names the answer."""
    language = Language.load(plan.scenario.language, plan.scenario.phrasing)
    spoken = [
        (id, owner.id, f" {normalise(text)} ")
        for owner in plan.scenario.persons
        for id, text in (
            *((project.id, project.goal) for project in owner.projects),
            *((owner.id, word) for word in (owner.name, owner.renamed, *owner.persona.style.markers) if word),
        )
    ]
    spoken += [
        (act.id, session.person, f" {normalise(message)} ")
        for session in plan.scenario.sessions
        for act in session.agenda
        if act.kind is ActKind.SMALL_TALK and act.other in plan.small_talk
        for message in plan.small_talk[act.other].messages
    ]
    fixed = _fixed(plan.scenario.language, plan.scenario.phrasing)
    for probe in plan.scenario.probes:
        if probe.attribute not in plan.ontology or probe.form not in _QUOTED:
            continue
        asked = probe.other if probe.kind == K.MULTI_HOP and probe.other in plan.ontology else probe.attribute
        attribute = plan.ontology.attribute(asked)
        told = _gold(probe, plan, attribute)
        if not told:
            continue
        if probe.value and probe.kind not in _MEANT and probe.value == told[-1].value:
            message = f"is {probe.kind} and assumes {probe.value!r}, which is the answer; expected a wrong value"
            yield Problem("value-is-gold", probe.id, message)
        if attribute.type is not ValueType.TERM:
            continue
        spellings = _spellings(attribute, told)
        for id, owner, text in spoken:
            if owner == probe.owner and (found := _names(text, spellings)):
                message = f"its answer, the {attribute.name} {found!r}, is in the words of {id}: {text.strip()!r}"
                yield Problem("leaked-answer", probe.id, message)
        for line in (*_questions(probe, attribute, language), *fixed):
            if found := _names(line, spellings):
                message = f"its answer, the {attribute.name} {found!r}, is in a fixed line: {line.strip()!r}"
                yield Problem("leaked-answer", probe.id, message)


def _gold(probe: Probe, plan: Planned, attribute: Attribute) -> list[Meant]:
    """The disclosures that the planned answer rests on: the last for one value, all for several."""
    told = plan.known(probe.owner, attribute.name, plan.moment(probe))
    if not told or plan.is_over(probe.owner, attribute.name, plan.moment(probe)):
        return []
    if probe.kind == K.EPISODIC_CUE:
        told = [one for one in told if one.date == probe.value]
    return told[-1:] if probe.form is Form.VALUE else told


def _spellings(attribute: Attribute, told: list[Meant]) -> list[str]:
    """The spellings of the answer as separate words. Chinese puts no spaces between words."""
    aliases = attribute.domain.aliases
    normal = [one for value in values_of(told) for one in _normal((value, *aliases.get(value, ())))]
    return [one if has_chinese(one) else f" {one} " for one in normal]


@lru_cache(maxsize=4096)
def _normal(spellings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(normalise(spelling) for spelling in spellings)


def _names(text: str, spellings: list[str]) -> str:
    return next((spelling.strip() for spelling in spellings if spelling in text), "")


def _questions(probe: Probe, attribute: Attribute, language: Language) -> tuple[str, ...]:
    """All lines in which the probe may be asked, normalised, without the slots for values."""
    if probe.form is Form.PASS_ON:
        return _normal(language.contexts[probe.context].requests) if probe.context in load_contexts() else ()
    lines: tuple[str, ...] = ()
    for kind in (_ASKS.get(probe.form, ""), "request"):
        lines += tuple(attribute.phrases.get(kind, ())) + tuple(attribute.held_out.get(kind, ()))
    return _bounded((*lines, attribute.label, *_second(probe, language)))


def _second(probe: Probe, language: Language) -> tuple[str, ...]:
    """The label of the other attribute that the question names."""
    return (language.ontology.attribute(probe.attribute).label,) if probe.attribute in language.ontology else ()


@lru_cache(maxsize=4096)
def _bounded(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {normalise(line)} " for line in lines)


@lru_cache(maxsize=8)
def _fixed(language: str, phrasing: str) -> tuple[str, ...]:
    """Greetings, lines about projects and other lines without a value."""
    pack = Language.load(language, phrasing)
    lines = [line for kind in pack.kinds() for line in pack.lines("phrases", kind)]
    for section in ("acts", "held_out"):
        lines += [line for kind in pack.names(section) for line in pack.lines(section, kind)]
    lines += [
        line
        for domain in load_domains("", language).values()
        for kind in STATES
        for line in domain.lines(kind, phrasing)
    ]
    return (f" {' § '.join(normalise(line) for line in lines)} ",)
