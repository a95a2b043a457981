"""Future leaks: checks the words of a line against the knowledge horizon.

The environment shows no policy what lies in the future. This module checks the words themselves, whether a template or
a model wrote them. `find_coming` knows the whole life: it finds values, dates and events that are still to come.
`find_unknown` knows only what the person knows by now: it finds values and dates that the person cannot know. A person
may say what they know, what is on their agenda (options, wrong assumptions, claims), and what the assistant said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from regulars.calendar_text import date_agrees, granularity_of
from regulars.chinese_text import has_chinese
from regulars.relative_dates import find_relative_dates
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.time.constraints import has_begun
from regulars.scenarios.world import Act, Fact
from regulars.values import Domain, Mention, ValueType, find_values, fold, unit_end

_DATES = Domain("date", ValueType.DATE)
_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]*")


def find_coming(
    text: str, life: Iterable[Fact], now: datetime, ontology: Ontology, said_by_others: Sequence[str] = ()
) -> list[Problem]:
    """Finds the facts of a life that `text` mentions before they begin.

    Args:
        text: The line.
        life: The person's facts, past and future.
        now: The horizon. Facts that begin later are unknown to the person.
        ontology: Their attributes.
        said_by_others: Words that the person may repeat: the assistant's, options, other people's claims.

    Returns:
        At most one problem for each fact: `future-value`; `future-date` for a fact whose value is a date; or
        `future-event` if `text` names the day on which the fact begins.
    """
    facts = list(life)
    known = [fact for fact in facts if has_begun(fact, now)]
    coming = [fact for fact in facts if not has_begun(fact, now)]
    if not coming or not text:
        return []
    dates = _dates_in(text, now.date())
    dated = [date for other in said_by_others for date in _dates_in(other, now.date())] if dates else []
    sound = [one.value for one in dated] + [fact.value for fact in known if granularity_of(fact.value)]
    strange = [one for one in dates if all(date_agrees(one.value, value) == "differs" for value in sound)]
    values = {fact.value for fact in known}
    found = []
    for fact in coming:
        problem = _event(fact, strange, text, now.date())
        domain = ontology.domain(fact.attribute) if fact.attribute in ontology else None
        if domain is not None and domain.type is ValueType.DATE:
            problem = _date(fact, strange, text) or problem
        elif domain is not None and fact.value not in values:
            named = _named(text, fact.value, domain)
            if named is not None and not _is_said(fact.value, domain, said_by_others):
                problem = Problem("future-value", fact.id, _message(fact, text[named.start : named.end]))
        if problem is not None:
            found.append(problem)
    return found


def find_unknown(text: str, known: Sequence[str], now: datetime, language: Language) -> list[Problem]:
    """Finds values and dates in a line that its person cannot know by now.

    A value counts if a known phrase tells it, if it is a name or has a unit, or if it stands beside a word for its
    attribute. Other words are ignored, since they may mean something else.

    Args:
        text: The line.
        known: All that the person may say: values, names, goals, words of the assistant.
        now: The moment.
        language: The language pack whose phrases and attributes are looked for.

    Returns:
        Problems `future-value`, located by the attribute's name, and `future-date`, located by the date.
    """
    today = now.date()
    sound = [one.value for other in known for one in _dates_in(other, today)]
    told = _without_questions(text)
    found = [
        Problem("future-date", one.value, f"{told[one.start : one.end]!r} is a date that the person does not know yet")
        for one in _dates_in(told, today)
        if one.value > today.isoformat()[: len(one.value)]
        and all(date_agrees(one.value, value) == "differs" for value in sound)
    ]
    for attribute in language.ontology:
        if attribute.type is not ValueType.DATE:
            found += _unaccounted(text, attribute, known, language)
    return found


def _without_questions(text: str) -> str:
    """The sentences that state something. A question may name any time."""
    return " ".join(one[0].strip() for one in _SENTENCE.finditer(text) if not _asks(one))


def _asks(sentence: re.Match[str]) -> bool:
    return sentence[0].strip()[-1:] in ("?", "？")


def _unaccounted(text: str, attribute: Attribute, allowed: Sequence[str], language: Language) -> list[Problem]:
    mentions = [one for one in find_values(text, attribute.domain) if _stands_out(text, one, attribute)]
    told = {one.value for one in mentions} | set(language.told_in(attribute.name, text))
    if not told:
        return []
    known = {one.value for other in allowed for one in find_values(other, attribute.domain)} | set(allowed)
    return [
        Problem("future-value", attribute.name, f"{value!r} is a value that the person does not know yet")
        for value in sorted(told - known)
    ]


def _stands_out(text: str, mention: Mention, attribute: Attribute) -> bool:
    """Whether a mention is surely a value: a name, an amount, or a term beside a word for its attribute."""
    if attribute.type is ValueType.NUMBER:
        if not attribute.domain.unit or unit_end(fold(text)[1], mention.end, attribute.domain) == mention.end:
            return False
    elif mention.value[:1].isupper() and text[mention.start : mention.start + 1].isupper():
        return True
    sentence = next((s[0] for s in _SENTENCE.finditer(text) if s.start() <= mention.start < s.end()), text).lower()
    return any(cue.lower() in sentence for cue in (attribute.label, *attribute.cues))


def sayable(acts: Iterable[Act]) -> list[str]:
    """The words that acts may name although they are not facts of the person: options, claims, wrong assumptions."""
    return [words for act in acts for words in (*act.options, act.other, act.slip) if words]


def _dates_in(text: str, today: date) -> list[Mention]:
    """The dates in a line. Relative ones count in statements only: a question may name any time."""
    relative = [] if has_chinese(text) else [Mention(*found) for found in find_relative_dates(text, today)]
    asked = [one.span() for one in _SENTENCE.finditer(text) if _asks(one)]
    days = [
        one
        for one in relative
        if one.granularity == "day"
        and one.value != today.isoformat()
        and not any(start <= one.start < end for start, end in asked)
    ]
    named = [one for one in find_values(text, _DATES) if not one.value.startswith("--") and one.granularity != "year"]
    return named + days


def _date(fact: Fact, dates: Sequence[Mention], text: str) -> Problem | None:
    for one in dates:
        if date_agrees(one.value, fact.value) != "differs":
            return Problem("future-date", fact.id, _message(fact, text[one.start : one.end]))
    return None


def _event(fact: Fact, dates: Sequence[Mention], text: str, today: date) -> Problem | None:
    day = fact.since.date()
    for one in dates:
        if day != today and one.value == day.isoformat():
            written = text[one.start : one.end]
            return Problem("future-event", fact.id, f"{written!r} is when {fact.attribute} becomes {fact.value!r}")
    return None


def _named(text: str, value: str, domain: Domain) -> Mention | None:
    """The mention of `value`, if there is one. A number counts only with its unit."""
    for one in find_values(text, domain):
        if one.value == value and (
            domain.type is not ValueType.NUMBER or not domain.unit or unit_end(fold(text)[1], one.end, domain) > one.end
        ):
            return one
    return None


def _is_said(value: str, domain: Domain, others: Sequence[str]) -> bool:
    """Whether others said a value, or an act may name it: acts hold numbers without their units."""
    return value in others or any(_named(words, value, domain) for words in others)


def _message(fact: Fact, written: str) -> str:
    since = fact.since.isoformat(timespec="minutes")
    return f"{written!r} tells {fact.attribute} = {fact.value!r}, which holds only from {since}"
