"""Finds the one value that a reply gives as today's, where it tells all others as former or compared ones.

`It's 640 euros. In March you were paying 1000, and in April 1100` answers with 640. The value of today has to be said
to be so (`now`, `your latest`), or to come first in words that are not of the past. Each other one has to be told in
the past, to stand behind a label such as `Earlier:`, or to be what today's is compared with (`down from 170`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.times.months import MONTH
from regulars.values import ValueType


class _Held(Enum):
    """When a value held, by the words around it."""

    NOW = auto()
    """Said to hold today."""
    FORMER = auto()
    """Said to have held earlier, or only compared with another one."""
    UNSAID = auto()
    """The words do not say."""
    OPEN = auto()
    """Said to begin, to be planned, or not to be so."""


_NOW = re.compile(
    r"\b(?:now|nowadays|currently|at the moment|at present|these days|today|as of|most recent(?:ly)?|latest|newest"
    r"|last (?:reported|told|mentioned|said|gave|measured|noted|count|reading|value|number|figure|one|time|entry"
    r"|update))\b"
)
"""Words of the present, or of the last telling."""
_WHICH_HOLDS = re.compile(
    r"(?: [a-z/]+){0,2}, (?:which|and that)(?: is|'s) (?:also )?(?:your|the|what) "
    r"(?:latest|current|newest|most recent|last|holds|counts|you have now)\b"
)
"""Behind a value: it is the one of today."""
_COMPARED = re.compile(
    r"(?:\b(?:(?:down|up|back|coming|dropped|fell|rose|climbed|changed) from|(?:more|less|lower|higher|shorter|longer"
    r"|fewer|better|worse|cheaper|faster|slower) than|instead of|rather than|compared (?:to|with)|as opposed to"
    r"|following|versus|vs\.?|against)\b[^.!?;:,\n]{0,40}"
    r"|\b(?:high|peak|maximum|max|low|minimum|record)(?: (?:of|was|at|is|being))+ (?:about |around )?"
    r"|\b(?:highest|lowest|biggest|top)(?: [a-z]+){0,2} (?:was|is|of|at) |\bpeak(?:ed|ing) at )[^\w.!?;\n]*$"
)
"""Before a value with which another one is compared, or that is only the highest or lowest one."""
_WAS_BEHIND = re.compile(
    r"[\s*_]*(?:(?:at )?first|originally|initially|previously|earlier|formerly|before(?: that)?|until|was|were"
    r"|had)\b(?! then\b)"
)
"""Right behind a value: it held earlier (`Oslo was home`, `Oslo first`)."""
_OLD = re.compile(r"\b(?:old|former|previous|first)[\s*_]*$")
"""Right before a value: it is a former one."""
_LABEL = re.compile(
    r"(?:^|[\n.;,(–—])[\s\W]*(?:and |but )?(?:previous(?:ly)?|earlier|before (?:that|then|it)|former(?:ly)?|prior"
    r"|history|past|old(?:er)?|at first|initially|originally|first)\b(?: [a-z]+)?[*_]*(?::|,|\b)"
)
"""A label or adverb of former values, at the beginning of a part: `Previous:`, `Before that`."""
_WAS = re.compile(
    r"\b(?:was|were|had been|had|did|'d been|'d had|used to|began|started|starting|beginning|came|went|paid|ran"
    r"|(?:you|it|they|that)'d)\b"
)
"""The past tense before a value."""
_CHANGED_TO = re.compile(
    r"\b(?:raised|changed|set|put|cut|corrected|updated|increased|reduced|lowered|moved|switched|went|gone|go|rose"
    r"|risen|fell|fallen|dropped|climbed|grew|grown|upped|made|brought|became|came|adjusted|revised|replaced)\b"
    r"[^.!?;,:\n]{0,30}$"
)
"""Before a value that came by a change, and may hold today."""
_NOT_YET = re.compile(
    r"\b(?:will|'ll|going to|from (?:now|next)|since|next|soon|planned|would|should|could|might|not|never|\w+n't|if)\b"
)
"""Words of the future, of a beginning or of doubt: such a value is not a former one."""
_LATER = re.compile(
    r"\b(?:after that|afterwards|later|then|finally|lastly|the last|in the end|eventually|subsequently)\b"
)
"""Words of what came later: they may lead to the value of today."""
_DATED = re.compile(rf"\b(?:first|originally|initially|once|(?:in|on|from|of) (?:early |late |mid-?|\d+ )?{MONTH})\b")
"""Words that give a value its place in time, which may be over."""
_DATE_BEHIND = re.compile(rf" (?:in|on|from|since) (?:\d+ )?{MONTH}")
"""A date of its own behind a value: what came before the value is not compared with it, too."""
_HISTORY = re.compile(
    r"\byou(?:'ve| have) (?:also )?(?:been (?:through|in|at|on|with)|had|gone through|used|tried|met|worked|lived"
    r"|stayed|swum|paid|moved|changed|switched)\b(?! (?:it|this|that|to|not)\b)"
)
"""Before the values of a history, in which today's may stand as well: `you've had four rooms`."""
_ENDED = re.compile(
    r"[^.!?;\n]{0,60}?(?:\bbut|,|;|–|—) ?(?:that|it|this|you|always|only)(?:'s| is| was|'d|'ve| had"
    r"| have)?\b[^.!?;\n]{0,40}?\b(?:over|before (?:your|you|that|then|the)|history|gave (?:it|that|them)? ?up"
    r"|given (?:it |that )?up|dropped|stopped"
    r"|quit|left|past|behind you|no longer|replaced|old)\b"
)
"""Behind a value: it is over (`you did say 3650, but that was before your update`)."""
_GOES_ON = re.compile(
    r"[^.!?\n]{0,24}?(?:,|;|→|->|\band\b|\bthen\b|&|\bto\b|\bafter\b|\blater\b|/|\))[^.!?\n]{0,40}", re.DOTALL
)
"""Between two values of one enumeration or story."""
_SENTENCE = re.compile(r"[.!?](?=[\s\"')*_]|$)|\n")
_PART = re.compile(r"[,;:(—]|\s[–-]\s|\b(?:and|but|while|because|so)\b")
_COUNTED = (AssertionStatus.CURRENT, AssertionStatus.PAST, AssertionStatus.ASIDE)
_MOST_NAMED = 16
"""A reply that names more values recites."""


def without_former(
    text: str, found: Sequence[Assertion], claims: list[Assertion], expectation: Expectation
) -> list[Assertion]:
    """The mention of the value that a reply gives as today's beside former ones; all claims if it does not.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        claims: Those that it asserts.
        expectation: What a right answer is.
    """
    value = held_today(text, found, expectation)
    return [one for one in found if one.value == value and one.status in _COUNTED][:1] or claims


def held_today(text: str, found: Sequence[Assertion], expectation: Expectation) -> str:
    """The value that a reply gives as today's, if it tells all others that it names as former ones; else empty.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        expectation: What a right answer is; dates, things to be avoided and earlier times have their own readings.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> from regulars.values import Domain
        >>> asked = Expectation("value", Domain("rent", ValueType.NUMBER, unit="euros"), True, ("640",))
        >>> text = "It's 640 euros. In March you were paying 1000, and in April 1100."
        >>> held_today(text, assertions(text, asked.domain), asked)
        '640'
    """
    domain = expectation.domain
    if expectation.form != "value" or expectation.earlier or domain.type is ValueType.DATE or is_averse(domain.name):
        return ""
    told = [one for one in found if one.status in _COUNTED and not _is_in_question(text, one)]
    lowered = text.lower().replace("\u2019", "'")
    is_one = len({one.value for one in told}) < 2
    if is_one or len(found) > _MOST_NAMED or len(lowered) != len(text) or is_chinese(text):
        return ""
    held: list[_Held] = []
    for at in range(len(told)):
        held.append(_held(lowered, told, at, held[-1:]))
    now = {one.value for one, when in zip(told, held, strict=True) if when is _Held.NOW}
    if not now and held[0] is _Held.UNSAID and told[0].status is not AssertionStatus.PAST:
        now = {told[0].value}
    others = [when for one, when in zip(told, held, strict=True) if one.value not in now]
    return now.pop() if len(now) == 1 and all(when is _Held.FORMER for when in others) else ""


def _is_in_question(text: str, one: Assertion) -> bool:
    """Whether a value that stands beside the point is named in a question: `How are you finding Bergen?`."""
    end = _SENTENCE.search(text, one.end)
    return one.status is AssertionStatus.ASIDE and end is not None and end[0] == "?"


def _held(lowered: str, told: Sequence[Assertion], at: int, previous: Sequence[_Held]) -> _Held:
    """When the value `told[at]` held; `previous` is the time of the one before it, if there is one."""
    one, last = told[at], told[at - 1].end if at else 0
    begins = part_start(lowered, _SENTENCE, one.start, last)
    gap = lowered[begins : one.start]
    is_same_sentence = at > 0 and begins == last
    own = _PART.search(gap) if is_same_sentence else None
    before = gap[own.start() :] if own else gap
    ends = _SENTENCE.search(lowered, one.end)
    high = min(ends.start() if ends else len(lowered), told[at + 1].start if at + 1 < len(told) else len(lowered))
    part = _PART.search(lowered, one.end, high)
    near = lowered[one.end : part.start() if part else high]
    if _COMPARED.search(gap) or _ENDED.match(lowered, one.end) or _WAS_BEHIND.match(near) or _OLD.search(before):
        return _Held.FORMER
    if _NOW.search(before) or _NOW.search(near) or _WHICH_HOLDS.match(lowered, one.end):
        return _Held.NOW
    if _NOT_YET.search(before[before.rfind(",") + 1 :]):
        return _Held.OPEN
    if _LABEL.search(before) or _HISTORY.search(before):
        return _Held.FORMER
    goes_on = is_same_sentence and previous == [_Held.FORMER] and _GOES_ON.fullmatch(gap) is not None
    is_own = _DATE_BEHIND.match(near) is not None and _COMPARED.search(lowered[: told[at - 1].start]) is not None
    if goes_on and not is_own:
        return _Held.FORMER
    if _LATER.search(before):
        return _Held.OPEN
    if _WAS.search(before) and not _CHANGED_TO.search(before):
        return _Held.FORMER
    return _Held.OPEN if _DATED.search(before) else _Held.UNSAID
