"""Answers a question from a context: values, days between dates, order of events, what may be passed on.

It never answers what the context does not say. Multiple choice is in `multiple_choice.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from regulars.agents.assistant.multiple_choice import choose
from regulars.agents.assistant.question_parsing import Question
from regulars.agents.assistant.reading import Reading, read_attribute
from regulars.agents.assistant.told import Told
from regulars.calendar_text import granularity_of
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.values import named_value


def answer(language: Language, question: Question, context: Told) -> Reading:
    """The answer that a context gives to `question`.

    For multiple choice the value is the letter. For a message to another person the values are `attribute=value` pairs.
    """
    if question.form is Form.OPTION:
        return choose(language, question, context)
    if question.form is Form.DURATION:
        return _days_between(question, context)
    if question.form is Form.PASS_ON:
        return may_pass_on(language, question.context, context)
    if question.kind == ProbeKind.EPISODIC_CUE:
        return _on_the_day(question, context)
    if question.kind == ProbeKind.MULTI_HOP:
        return _known_then(language, question, context)
    return read_attribute(question.attribute, question.form, context)


def fitting(language: Language, attribute: str, options: Sequence[str], context: Told) -> tuple[str, ...]:
    """The options that fit everything told; all options if none fits."""
    out: set[str] = set()
    for limit in language.ontology.limiting(attribute):
        for value in read_attribute(limit.name, Form.VALUE, context).values:
            out.update(limit.excludes[attribute].get(value, ()))
    return tuple(option for option in options if option not in out) or tuple(options)


def may_pass_on(language: Language, recipient: str, context: Told) -> Reading:
    """All that a message to `recipient` needs: the latest value of each attribute, or all of one that holds many."""
    found: dict[tuple[str, str], None] = {}
    dates: dict[str, None] = {}
    for name in context.attributes():
        attribute = language.ontology.attribute(name)
        if recipient in attribute.needed:
            form = Form.SET if attribute.cardinality is Cardinality.MANY else Form.VALUE
            reading = read_attribute(name, form, context)
            found.update(dict.fromkeys((name, value) for value in reading.values))
            dates.update(dict.fromkeys(reading.told))
    return Reading(tuple(f"{name}={value}" for name, value in found), told=tuple(dates))


def _days_between(question: Question, context: Told) -> Reading:
    """The number of days between two dates that were disclosed to the day."""
    told = [read_attribute(name, Form.VALUE, context) for name in (question.attribute, question.other)]
    days = [value for reading in told for value in reading.values if granularity_of(value) == "day" and value[0] != "-"]
    if len(days) < len(told):
        return Reading()
    first, second = map(date.fromisoformat, days)
    return Reading((str(abs((second - first).days)),), told=tuple(day for reading in told for day in reading.told))


def _on_the_day(question: Question, context: Told) -> Reading:
    """The last disclosure on a given day; earlier lines may hold what it refers to."""
    told = [one for one in context.disclosures(question.attribute) if one.date[:10] == question.day]
    if not told:
        return Reading()
    if told[-1].over:
        return Reading(over=True, told=(told[-1].date,))
    return Reading((told[-1].value,), told=(told[-1].date,))


def _known_then(language: Language, question: Question, context: Told) -> Reading:
    """The last value of one attribute that was known when a value of another was first disclosed."""
    ontology = language.ontology
    value = named_value(question.value, ontology.domain(question.attribute))
    cue = next((one for one in context.disclosures(question.attribute) if one.value == value), None)
    if cue is None or not value:
        return Reading()
    known = [one for one in context.disclosures(question.wanted) if one.line <= cue.line]
    if not known or known[-1].over:
        return Reading()
    return Reading((known[-1].value,), told=(known[-1].date, cue.date))
