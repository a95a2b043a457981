"""Leaves out the side remarks of a reply: words that name another value only to say that it is not the answer.

`Bergen (previously Oslo)`, `Bergen. In May you told me Oslo`, `Bergen took Oslo's place`, `I've removed Oslo from my
notes` and `the man in the shop went on about Oslo, but it's Bergen` all answer with Bergen. The words around Oslo are
cut out, and the rest is read as if they had never been there. So the same words around the right value, with another
one in its place, answer with that other one.

The remarks are cut only if the rest still asserts a value. Those that merely date what was told say less than the
others, so they are cut last, and only beside an answer that is not itself a report of what was told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import holds_any, part_start
from regulars.rewards.verdicts.beside.remark_words import (
    AMOUNT_REMARKS,
    DATED_REPORTS,
    EARLIER_TIME,
    MAY_REPORT,
    REMARKS,
    REMARKS_ON_OTHERS,
    REPORTS,
    SIGNS,
)
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import read_assertions
from regulars.values import ValueType, unit_end

_LONGEST = 4_000
"""The number of characters up to which a reply is searched for remarks."""
_MOST_NAMED, _MOST_MENTIONS = 12, 40
"""A reply that names more values, or names values more often, recites."""
_SENTENCE = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+|;\s")
_ASKS_WHICH = re.compile(
    r"\bwhich (?:of (?:the|them|these|those)|one|is|should|do|would)\b[^.!\n]{0,80}\?", re.IGNORECASE
)
"""A reply that asks which value counts leaves it open."""
_BEFORE_MARK = re.compile(r"[ ,;:–—-]+(?=[.!?)\n]|$)")
_AT_START = re.compile(r"(?:^|(?<=[.!?\n]))[ ,;:–—-]+(?:(?:but|and|so|though) )?")
_MASK = "\N{REFERENCE MARK}"


def without_side_remarks(text: str, expectation: Expectation) -> str:
    """The words of a reply without remarks that set another value aside; all of them, if they would answer nothing.

    Args:
        text: The reply.
        expectation: What a right answer is; values of other people stay in the text, since they may be leaks.
    """
    if _ASKS_WHICH.search(text):
        return text
    asks_for_one = expectation.form == "value" and expectation.answerable and len(text) <= _LONGEST
    if not asks_for_one or is_chinese(text):
        return text
    for patterns in _patterns(expectation):
        text = _without(text, patterns, expectation)
    return text


def _patterns(expectation: Expectation) -> tuple[tuple[re.Pattern[str], ...], ...]:
    """The remarks that may be cut: beside a value of an earlier time, only those on other people's."""
    if expectation.domain.type is ValueType.DATE or (expectation.earlier and expectation.domain.unit):
        return ()
    if expectation.earlier:
        return (REMARKS_ON_OTHERS,)
    return (AMOUNT_REMARKS if expectation.domain.type is ValueType.NUMBER else REMARKS, DATED_REPORTS)


def _without(text: str, patterns: Sequence[re.Pattern[str]], expectation: Expectation) -> str:
    found = read_assertions(text, expectation.domain)
    if not 1 < len({one.value for one in found}) <= _MOST_NAMED:
        return text
    masked = masked_values(text, found)
    if patterns is DATED_REPORTS and not MAY_REPORT.search(masked):
        return text
    if expectation.domain.type is ValueType.NUMBER:
        masked = _with_units(masked, expectation)
    remarks = [one for one in patterns if one not in SIGNS or holds_any(masked, SIGNS[one])]
    spans = [match.span(match.lastgroup or 0) for one in remarks for match in one.finditer(masked)] if masked else []
    spans = _joined([span for span in spans if _may_go(span, found, expectation)])
    if not spans:
        return text
    rest = _cut(text, spans)
    told = {AssertionStatus.CURRENT, *((AssertionStatus.PAST,) if expectation.earlier else ())}
    answers = [one for one in read_assertions(rest, expectation.domain) if one.status in told]
    if not answers or (patterns is DATED_REPORTS and not all(_stands_by_itself(rest, one) for one in answers)):
        return text
    return rest


def masked_values(text: str, found: Sequence[Assertion]) -> str:
    """A reply in lower case with every letter of its values as a reference mark.

    Empty for a reply whose lower case has another length, and for one that names values too often to answer with one.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> from regulars.values import Domain
        >>> reply = "It's Oslo, not Bergen."
        >>> masked_values(reply, assertions(reply, Domain("city", aliases={"Oslo": (), "Bergen": ()})))
        "it's ※※※※, not ※※※※※※."
    """
    lowered = text.lower().replace("’", "'")
    if len(lowered) != len(text) or len(found) > _MOST_MENTIONS:
        return ""
    for one in found:
        lowered = lowered[: one.start] + _MASK * (one.end - one.start) + lowered[one.end :]
    return lowered


def _with_units(masked: str, expectation: Expectation) -> str:
    """A masked reply in which the unit of an amount is masked like its figures: `\N{POUND SIGN}1,611 a month`."""
    made = masked
    for one in _AMOUNT.finditer(masked):
        high = max(one.end(), unit_end(masked, one.end(), expectation.domain))
        made = made[: one.start()] + _MASK * (high - one.start()) + made[high:]
    return made


_AMOUNT = re.compile(rf"(?:[€$£] ?)?(?:{_MASK}+|(?<![\d.,])\d{{1,3}}(?:,\d{{3}})+(?![\d.]))")
"""An amount of a reply: a masked one, or one with a comma that was not read as a value."""


def _may_go(span: tuple[int, int], found: Sequence[Assertion], expectation: Expectation) -> bool:
    """Whether a remark names a value, and none of another person."""
    inside = [one.value for one in found if span[0] <= one.start < span[1]]
    return bool(inside) and not any(value in expectation.others for value in inside)


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that overlap made into one."""
    joined: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], high)
        else:
            joined.append((low, high))
    return joined


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without some of its parts, and without the marks that would be left at their edges."""
    at, parts = 0, []
    for low, high in spans:
        parts.append(text[at:low])
        at = high
    rest = " ".join([*parts, text[at:]])
    return _AT_START.sub(" ", _BEFORE_MARK.sub("", rest)).strip()


def _stands_by_itself(text: str, one: Assertion) -> bool:
    """Whether the sentence of a value neither reports what was told nor dates it back."""
    lowered = text.lower().replace("’", "'")
    low = part_start(lowered, _SENTENCE, one.start)
    end = _SENTENCE.search(lowered, one.end)
    sentence = lowered[low : end.start() if end else len(lowered)]
    return not REPORTS.search(sentence) and not EARLIER_TIME.search(sentence)
