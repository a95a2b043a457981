"""Finds dates that stand beside a date and are no answer: a condition, an age, the time until then, what to do first.

`18 September, unless it has changed since June`, `28 May 1973, so you turned 53 on 28 May 2026` and `18 September.
Cancel your internet by the end of August` answer with their first date.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from regulars.calendar_text import date_agrees
from regulars.number_text import find_numbers, unit_pattern
from regulars.rewards.text_parts import part_start
from regulars.values import Mention

_SENTENCE_END = re.compile(r"(?<!\bjan)(?<!\bfeb)(?<!\bsept)(?<!\baug)(?<!\boct)(?<!\bnov)(?<!\bdec)[.!?;…\n](?=\s|$)")
_UNLESS_CHANGED = re.compile(
    r"\b(?:unless|if|provided|assuming|as long as|in case)\b[^.!?;\n]*\b(?:since|after|from)\s+(?:the\s+)?[*_]*$"
)
"""Before the date from which on nothing may have changed."""
_UNTIL_THEN = re.compile(r"[\s*_]*(?:to|until|till|up to) (?:then|that|it)\b")
"""Behind a date from which the time to the right one runs."""
_LEAVES = re.compile(
    r"\bleav(?:es|ing) (?:you |us )?(?:with )?(?:(?:all|most) of )?(?:only |just )?"
    r"(?:[a-z]+ (?:to|and|until|till|through) )?[*_]*$"
)
"""Before the months that are left until then."""
_MOVED = re.compile(r"\b(?:moved|pushed|put|postponed|changed|brought|shifted|delayed|updated|corrected|now)\b")
_NTH = re.compile(r"\b(\d{1,3})(?:st|nd|rd|th)\b")
_AGE_WITHIN = 80
"""The number of characters between two dates, or behind them, that may say how many years lie between."""
_TOLD_OR_PAST = (
    r"first|originally|initially|before|earlier|previously|was|were|had|told|said|mentioned|moved|changed|became"
    r"|no longer|used to"
)
_FORMER = re.compile(rf"\b(?:{_TOLD_OR_PAST}|not|if|maybe|perhaps)\b")
"""Words by which a date may be a former one, or none at all, so that a later one may be the answer."""
_TOLD = re.compile(rf"\b(?:{_TOLD_OR_PAST})\b(?! (?:the|your)\b)")
"""Words of what was told or has changed."""
_SAYS = (
    r"(?:say|guess|go|put|write|note|take|tell|told|stick|use|trust|assume|think|count|pick|choose|call|answer|give|enter"
    r"|expect|bet|have|be|been|like|love|keep|have|mark|settle|side)"
)
_WOULD_DO = re.compile(
    rf"\b(?:i'd|i would|i'll|i will|i recommend|i suggest|let's|let us)\b(?: \w+ly| also| then| just)*"
    rf" (?!{_SAYS}\b)[a-z]+"
)
"""What the assistant would do."""
_DO = re.compile(
    r"[\W_]*(?:(?:please|then|just|also|so|and|but|maybe|perhaps|remember to|don't forget to|make sure to) )*"
    r"(?!(?:is|was|are|were|am|be|has|have|had|do|does|did|can|could|may|might|will|would|shall|should|must|i|you|we|it|he"
    r"|she|they|this|that|these|those|who|what|when|where|which|on|in|at|by|to|of|for|from|with|about|until|till|since"
    r"|after|before|during|over|under|and|or|but|if|as|than|so|not|no|yes|only|even|because|while|for|both|all|say|says"
    r"|said|note|put|write|make|near|around|like|per)\b)[a-z]+(?: (?:out|up|off|in))? (?:your|the|an?|any|some|all)\b"
)
"""What the user is to do: a verb at the beginning of a sentence, with its object."""
_SHOULD = re.compile(
    r"\b(?!(?:it|this|that|which|there|you|date|day|deadline|everything)\b)[a-z-]+"
    r" (?:(?:usually|normally|typically|often) [a-z]+"
    r"|(?:should|ought to|must|need to|needs to|has to|have to|can|could|would) (?:be |have )?[a-z]+)\b"
)
"""What is to be done with something else."""
_SO_ANOTHER = re.compile(
    r",\s(?:so|which means|meaning)\s(?:that\s)?(?P<matter>(?:the|your)\s(?:[\w-]+\s){1,6}?)"
    r"(?:should|ought to|must|needs? to|has to|have to|would|could|can)\s(?:be|start|begin|end|peak|finish|happen)"
    r"\b[^.;]*$"
)
"""What follows from the date for something else: `in January, so the peak of your training should be in December`."""
_TIME_LEFT = re.compile(
    r"\b(?:you|we|i)(?:'ve| have)?(?: still| only| just)?(?: got| have)?(?: still)?"
    r"(?: (?:time|(?:[\w-]+ ){1,3}?(?:days|weeks|months|years)))?(?: left)?(?: to \w+(?: \w+)?)? (?:until|till)"
    r" (?:(?:about|the|mid|early|late|end of) ?)*[*_]*$"
)
"""The time until a date is what the user has: `you've still got until`."""
_BY_THEN = re.compile(
    r"[\W_]*(?:(?:so|and|but) )?(?:by|in|before|around|from)(?: the| mid| early| late| end| start| of)*[ -][*_]*$"
)
_YOU_WILL = re.compile(r"[\s*_,]*(?:you(?:'ll|'d| will| should| could| might| need| can)|i'd|i'll)\b[^.!?;\n]*")
"""Behind a date that opens a sentence: what is to be done then."""
_IN_CASE = re.compile(
    r"[\W_]*(?:if|in case|when|before|once) (?:you|there|anyone|your|the)\b(?! (?:mean|meant|told|said|are asking))"
)
"""A case in which something is to be done."""
_SENTENCE, _NEAR = 200, 3
"""The number of characters before a date, and of dates before it, that show what it is of."""
_LONG = 4
"""The number of letters of words that say what a reply is about."""


def without_dates_beside(lowered: str, mentions: Sequence[Mention], own: Collection[str] = ()) -> list[Mention]:
    """The dates of a text without those that only stand beside another one, if any other remains.

    Args:
        lowered: Case-folded text.
        mentions: The dates in it.
        own: Words for what is asked about.

    Example:
        >>> text = "18 september, unless it has changed since june"
        >>> dates = [Mention("--09-18", 0, 12, "day"), Mention("--06", 42, 46, "month")]
        >>> [one.value for one in without_dates_beside(text, dates)]
        ['--09-18']
    """
    if len(mentions) < 2:
        return list(mentions)
    kept = [one for at, one in enumerate(mentions) if not _is_beside(lowered, mentions, at, own)]
    return kept or list(mentions)


_HELD_WITHIN = 24
"""The number of characters before a date that may say that it held earlier."""
_HELD = re.compile(r"(?:\b(?:was|were|had|said|been|being)|'d)\b(?: \w+){0,2} $")
_CLAUSE_END = re.compile(r"[\s*_]*(?:[.,;!?)\n—–]|$)")
_ONE_BEFORE = re.compile(r"\bthe \w+ before(?: (?:that|this|it))?$")


def held_before(text: str, start: int, end: int) -> bool:
    """Whether a date that begins at `start`, with `before` up to `end` behind it, is a former one.

    Example:
        >>> text = "your deadline is in august, it was may before."
        >>> held_before(text, 35, 45), held_before("it was may before noon.", 7, 17)
        (True, False)
    """
    held = _HELD.search(text, max(start - _HELD_WITHIN, 0), start)
    return held is not None and _CLAUSE_END.match(text, end) is not None


def is_one_before(words: str) -> bool:
    """Whether words before a value end with those for the one that came earlier.

    Example:
        >>> is_one_before("the one before that"), is_one_before("it ends before that")
        (True, False)
    """
    return _ONE_BEFORE.search(words) is not None


def is_time_left(words: str) -> bool:
    """Whether words before a date say that there is time until then.

    Example:
        >>> is_time_left("you've got until "), is_time_left("it was open until ")
        (True, False)
    """
    return _TIME_LEFT.search(words) is not None and "have" in words.replace("'ve", " have")


def _is_beside(lowered: str, mentions: Sequence[Mention], at: int, own: Collection[str]) -> bool:
    one = mentions[at]
    reach = max(one.start - _SENTENCE, 0)
    low = part_start(lowered, _SENTENCE_END, one.start, reach)
    before = lowered[low : one.start]
    if _UNLESS_CHANGED.search(before) or _UNTIL_THEN.match(lowered, one.end):
        return True
    if not at:
        return False
    if _LEAVES.search(before) or any(
        _is_years_later(lowered, other, one) for other in mentions[max(at - _NEAR, 0) : at]
    ):
        return True
    follows = _SO_ANOTHER.search(before)
    if follows is not None and not any(word in follows["matter"] for word in own if len(word) >= _LONG):
        return True
    previous = mentions[at - 1]
    if previous.end > low or _FORMER.search(lowered, max(previous.start - _SENTENCE, 0), low):
        return False
    if _WOULD_DO.search(before) or _DO.match(before):
        return True
    will = _YOU_WILL.match(lowered, one.end) if _BY_THEN.match(before) else None
    words = before + (will[0] if will is not None else "")
    is_own = any(word in words for word in own if len(word) >= _LONG)
    is_case = _SHOULD.search(before) is not None or _IN_CASE.match(before) is not None
    return not is_own and (is_case or will is not None) and _TOLD.search(before) is None


def _is_years_later(lowered: str, first: Mention, one: Mention) -> bool:
    """Whether as many years lie between two dates as is said near them: `born in 1973, so you turned 53 in 2026`."""
    if first.value.startswith("--") or one.value.startswith("--") or _MOVED.search(lowered, first.end, one.start):
        return False
    years = int(one.value[:4]) - int(first.value[:4])
    days = (f"-{one.value[4:]}", f"-{first.value[4:]}")
    if years < 1 or ("-" not in days and date_agrees(*days) == "differs"):
        return False
    before = lowered[max(first.end, one.start - _AGE_WITHIN) : one.start]
    between = f"{before}.{lowered[one.end : one.end + _AGE_WITHIN]}"
    named = [number.value for number in find_numbers(between, unit_pattern("years"))]
    return str(years) in (*named, *(match[1] for match in _NTH.finditer(between)))
