"""Finds the values with which a reply answers: those that it asserts, else the one that it gives in another way.

A value may also be proposed, vouched for, written in a text for somebody else or advised. Such a way counts only where
the ways before it find nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.assertions.durations import paid_span, same_rate
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.matters import labelled_elsewhere
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.beside.advice import advised
from regulars.rewards.verdicts.beside.set_members import left_out, unmade
from regulars.rewards.verdicts.comparing import is_among
from regulars.rewards.verdicts.conclusions import concluded, not_put_off, picked
from regulars.rewards.verdicts.evidence import (
    drafted,
    heard,
    owned,
    proposed,
    recommended,
    replaced,
    undoubted,
    vouched,
    weighed,
)
from regulars.rewards.verdicts.expectation import CALCULATED, Expectation
from regulars.rewards.verdicts.listings import resulting
from regulars.rewards.verdicts.named_by_place import first_of_ranking
from regulars.rewards.verdicts.readings import values_of
from regulars.rewards.verdicts.times.chronicles import in_force
from regulars.rewards.verdicts.times.former import without_former
from regulars.rewards.verdicts.times.then import dates_event, gives_last_figure, speaks_of_then
from regulars.rewards.verdicts.torn import abstains_about
from regulars.values import Mention, ValueType, fold

_OFFERS = re.compile(r"\b(?:shall|should|may|can) (?:i|we)\b", re.IGNORECASE)
_OPENS_WITH = re.compile(r"[\W_]*$")
_STANDS_ALONE = re.compile(r"(?:[ *_]*[a-z]+)?[ *_]*(?:[(:;,.!–—\n]|$)")
_NO_LONGER = re.compile(r"\b(?:before you|used to be|no longer|any ?more)\b", re.IGNORECASE)
"""Words of an amount that has changed since."""
_ENDED_BEHIND = re.compile(
    r"[\s*_,]*\(?(?:(?:which|that|one) you no longer \w+"
    r"|you no longer (?:(?:do|have|own|use|play|keep|want|need)|\w+(?= (?:it|this|that|them|those|these)\b))"
    r"|(?:which |that |one )?(?:you (?:don['’]t|do not) \w+(?: it| them)? any ?more"
    r"|(?:is |are )?no longer(?: (?:yours|there|used|needed|current|valid|active))?"
    r"|(?:you(?:['’]ve| have)? |is |has |are )?(?:not (?:\w+ )?any ?more|outgrown|got(?:ten)? rid of)))"
    r"(?: (?:it|this|that|them|those|these)(?: one)?)?[\s*_]*"
    r"(?:[).,;!\n]|$|\b(?:since|because|after|as of|now|these days|at all"
    r"|(?:in|last) (?:\d{4}|spring|summer|autumn|winter|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*))\b)",
    re.IGNORECASE,
)
"""Behind a value that no longer belongs to a set."""


def said_values(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The values with which a reply answers, each once; empty if it gives none.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        expectation: What a right answer is.
    """
    ways = (picked, _asserted, _proposed, _told_of_then, _vouched, _framed, _opening_amount, _drafted, _advised)
    return next((said for way in ways if (said := way(text, found, expectation))), ())


_NEAR = 40
"""The number of characters before a value."""
_LEFT_OUT = re.compile(r"\b(?:left|leaving|leave) (?:out|off)(?: (?:the|your|my|an?))?[\s*_\"']*$", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\b(?:just|only|merely)\b[^.!?;\n]*$", re.IGNORECASE)
_GONE = re.compile(
    r"[^.!?;\n]{0,60}?\b(?:any ?more|(?:gave|sold|returned) (?:it|them|yours|that)|never had"
    r"|died(?= in| last| of| and)|(?:doesn't|don't) count|away(?=[.,;)!]|$))",
    re.IGNORECASE,
)
"""Behind a value of the past: it no longer belongs to a set."""


def _is_left_out(text: str, one: Assertion) -> bool:
    """Whether a reply says of a value of the past that it has left it out, or that it is gone."""
    since = max(one.start - _NEAR, 0)
    if one.status is not AssertionStatus.PAST or _NOT_ONLY.search(text, since, one.start):
        return False
    return _LEFT_OUT.search(text, since, one.start) is not None or _GONE.match(text, one.end) is not None


def _is_leak(claims: Sequence[Assertion], expectation: Expectation) -> bool:
    """Whether one of some values is another person's."""
    return any(is_among(claim.value, expectation.others, expectation) for claim in claims)


def _asserted(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The values that a reply asserts, each once, without repetitions of a right number over another span."""
    claims = [one for one in found if _is_said(one, expectation)]
    if expectation.form == "set":
        claims = [one for one in claims if not _is_left_out(text, one)]
        claims = _without_ended(text, resulting(text, claims), found)
        if not is_chinese(text):
            gone = unmade(text, found, expectation.domain)
            if any(one.value not in expectation.gold for one in claims):
                gone |= left_out(text, found, expectation.domain).difference(expectation.gold, expectation.others)
            claims = [one for one in claims if one.value not in gone]
    if expectation.domain.type is ValueType.NUMBER and len(claims) > 1:
        told = [one for one in claims if one.value in expectation.gold]
        true = {(one.value, paid_span(text, one.end)): (one.value, one.end) for one in told}.values()
        claims = [
            one
            for one in claims
            if one.value in (*expectation.gold, *expectation.others)
            or not any(same_rate(text, told, (one.value, one.end)) for told in true)
        ]
    if not _is_leak(claims, expectation):
        kept = without_former(text, found, claims, expectation)
        claims = in_force(text, found, claims, expectation) if kept is claims else kept
    if expectation.form != "set" and not is_chinese(text):
        if not _is_leak(claims, expectation):
            claims = heard(text, found, claims, expectation.domain)
        if expectation.form == "any":
            claims = not_put_off(text, first_of_ranking(text, claims))
        claims = concluded(text, claims)
        if not _is_leak(claims, expectation):
            claims = replaced(text, found, weighed(text, found, claims, expectation.domain), expectation.domain)
            if expectation.form == "choice" and len({claim.value for claim in claims}) > 1:
                claims = recommended(text, found, expectation.domain) or claims
    return values_of(claims)


def _is_said(assertion: Assertion, expectation: Expectation) -> bool:
    """Whether an assertion counts: about the present, for a set also a true one about the past, and any leak."""
    if assertion.status is AssertionStatus.PAST:
        return expectation.form == "set" and assertion.value in expectation.gold
    if assertion.status is AssertionStatus.FOREIGN:
        return expectation.form == "duration" or is_among(assertion.value, expectation.others, expectation)
    return assertion.status is AssertionStatus.CURRENT


def _without_ended(text: str, claims: Sequence[Assertion], found: Sequence[Assertion]) -> list[Assertion]:
    """The values behind which no words say that they have ended, or only that another one has: `(no longer piano)`."""
    kept, starts = [], [one.start for one in found]
    for one in claims:
        match = _ENDED_BEHIND.match(text, one.end)
        if match is None or bisect_left(starts, match.end()) > bisect_left(starts, one.end):
            kept.append(one)
    return kept


def _told_of_then(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The one value that a reply tells in the past where it asserts none of the present.

    What the assistant chose is told in the past, and so is what held at the time that a question is about. The latter
    counts only if it is true, since the past does not answer a question about the present.
    """
    told = dict.fromkeys(one.value for one in found if one.status is AssertionStatus.PAST)
    if len(told) != 1:
        return ()
    if expectation.form in ("choice", "any", *CALCULATED):
        return () if expectation.form in CALCULATED and _NO_LONGER.search(text) else tuple(told)
    is_true = all(is_among(value, expectation.gold, expectation) for value in told)
    is_number = expectation.domain.type is ValueType.NUMBER
    holds = speaks_of_then(text) or (is_number and gives_last_figure(text))
    holds = holds or dates_event(text, expectation.domain.name)
    return tuple(told) if is_true and holds else ()


def _proposed(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The values that a reply proposes (`how about the pottery?`, `you could try it`), where a proposal is asked for.

    A result that an offer takes for granted (`shall I order pages for 114, then?`) counts as well.
    """
    if expectation.form in CALCULATED:
        named = dict.fromkeys(one.value for one in found if one.status is AssertionStatus.ASIDE)
        return tuple(named) if len(named) == 1 and _OFFERS.search(text) else ()
    if expectation.form != "any" or is_chinese(text):
        return ()
    return values_of(proposed(text, found))


def _vouched(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The one value for which a reply vouches that seems to assert none."""
    is_number = expectation.domain.type is ValueType.NUMBER
    if is_number or expectation.form == "set" or not expectation.answerable or is_chinese(text):
        return ()
    if not found or abstains(text):
        return ()
    return values_of(vouched(text, found, expectation.form, expectation.domain))


def _framed(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The right value that a reply names in a frame that no rule knows, if it is the only one and nothing doubts it.

    Like the past, such a frame counts only if the value is true: by itself it asserts none.
    """
    if not expectation.answerable or expectation.form != "value":
        return ()
    if not found or expectation.domain.type is not ValueType.TERM or is_chinese(text) or abstains(text):
        return ()
    named = undoubted(text, found)
    return named if all(value in expectation.gold for value in named) else ()


def _opening_amount(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The result that a reply begins with, set apart from what follows: `3 (chess, judo, rowing), and maybe more`."""
    if expectation.form not in CALCULATED or not found or not _OPENS_WITH.match(text, 0, found[0].start):
        return ()
    return (found[0].value,) if _STANDS_ALONE.match(text.lower(), found[0].end) else ()


def _drafted(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The one value in a text for somebody else that the reply wrote, if it asserts none to the user."""
    if expectation.domain.type is ValueType.NUMBER or expectation.form != "value" or is_chinese(text):
        return ()
    if not found or (not expectation.answerable and abstains(text)):
        return ()
    return values_of(drafted(text, found, expectation.domain))


def _advised(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The right value, if a reply asserts none and advises only this one (`try the dartboard`)."""
    if not expectation.answerable or expectation.form != "value" or expectation.domain.type is not ValueType.TERM:
        return ()
    if not found or is_chinese(text) or abstains(text):
        return ()
    return tuple(value for value in advised(text, found, expectation.domain) if value in expectation.gold)


def own_figures(
    text: str, found: Sequence[Assertion], said: tuple[str, ...], expectation: Expectation
) -> tuple[str, ...]:
    """The numbers or dates said by a reply that knows none, without those labelled as another matter's."""
    lowered = fold(text)[1]
    own = expectation.domain.words
    others = {one.value for one in found if labelled_elsewhere(lowered, Mention(one.value, one.start, one.end), own)}
    return tuple(value for value in said if value not in others)


def without_examples(
    text: str, found: Sequence[Assertion], said: tuple[str, ...], expectation: Expectation
) -> tuple[str, ...]:
    """The values said by a reply that knows none, without examples, strangers' claims and values of other matters."""
    if any(is_among(value, expectation.others, expectation) for value in said):
        return said
    if expectation.domain.type is not ValueType.TERM:
        return () if abstains_about(text, found, expectation.domain) else said
    claims = [one for one in found if one.value in said]
    return values_of(owned(text, found, claims, expectation.domain))
