"""Tells which value a reply gives for an earlier time, and which for today.

A question about an earlier time is answered by what held then (`as_of_then`). Where the question is about the present,
a value of the past counts only if the reply speaks of no other time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from enum import Enum, auto
from itertools import groupby, pairwise

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.times.months import MONTH

_THEN = re.compile(
    r"\b(?:(?!at (?:the|this) moment\b)(?:at|by|up to|till) (?:that|the|this) (?:time|point|stage|moment|day|date)"
    r"|(?:back|by|till) then"
    r"|on (?:that|the) (?:day|date|occasion)|(?:on the|as of|on|by) \d+(?:st|nd|rd|th)?|going by (?:what|our)"
    r"|as far as i knew"
    r"|(?:i'd|i had|you'd|you had) (?:\w+ )?(?:heard|told|mentioned|learned|learnt)|(?:knew|known"
    r"|heard) then|in those days"
    r"|in (?:that|our|the) (?:conversation|chat|talk|session|message)"
    r"|when you (?:told|mentioned|said|spoke)|(?:was|is) what you (?:reported|told|said|gave|noted|mentioned))\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:that|this|which)(?:'s| is| was) (?:also |just |exactly |precisely )?what (?:you|i)(?:'d|'ve| had| have)? "
    r"(?:\w+ )?(?:named|told|said|gave|mentioned|reported|noted|wrote|called|heard)\b[^.!?;\n]{0,30}?"
    r"\b(?:on \d|on \w+ \d|that day|that time|then|in (?:that|our))",
    re.IGNORECASE,
)
_POINTS_AHEAD = re.compile(
    r"\bwhat (?:you|i)(?:'d|'ve| had| have)? (?:\w+ )?(?:named|told|said|gave|mentioned|reported|wrote)(?: me)? "
    r"(?:on (?:the )?\d+\w*(?: of)?(?: \w+)?|that day|(?:at )?that time|back then|then)(?:,)? (?:is|was)\b",
    re.IGNORECASE,
)
_AT_PRESENT = re.compile(
    r"\b(?:now|nowadays|today|these days|current(?:ly)?|at present|at the moment|since(?! when)|still|latest"
    r"|most recent(?:ly)?|(?:is|'s|are|'re) (?:\w+ ){0,2}(?:right|correct|what counts))\b",
    re.IGNORECASE,
)
_CEASED = re.compile(
    r"\b(?:used to|no longer|former(?:ly)?|any ?more|your old|previous(?:ly)?|you(?:'ve| have)? (?:left|quit"
    r"|sold|moved (?:away|out|on))"
    r"|gone|over|ended|closed|history|behind you|replaced|once|until)\b",
    re.IGNORECASE,
)


def points_back(text: str, found: Sequence[Assertion]) -> str:
    """The past value that a reply says was told on a day, where it tells another one of later and none of the present.

    `It was sencha, and that's what you named on the 13th. Later on you moved to hojicha` answers with sencha if the day
    is asked about, and with hojicha if not.

    Returns:
        The value; empty if there is none.
    """
    match = _POINTS_BACK.search(text) or _POINTS_AHEAD.search(text)
    if match is None or _AT_PRESENT.search(text, match.end()):
        return ""
    ahead = match.re is _POINTS_AHEAD
    near = [one for one in found if (one.start >= match.end() if ahead else one.end <= match.start())]
    if not near:
        return ""
    then = near[0] if ahead else near[-1]
    behind = [one for one in found if one.start >= max(then.end, match.end()) and one.value != then.value]
    is_past = ahead or then.status is AssertionStatus.PAST
    return then.value if is_past and any(one.status is AssertionStatus.CURRENT for one in behind) else ""


def tells_then_and_later(text: str, found: Sequence[Assertion]) -> str:
    """The value that a reply gives for an earlier time that it points to, where another one only came later.

    `It was Oslo at that point. You moved to Bergen later` does not say which of them holds at the time asked about.

    Returns:
        The value; empty if there is none, or if the reply says what holds now.
    """
    for match in _AT_THAT_TIME.finditer(text):
        low = max(text.rfind(mark, 0, match.start()) for mark in ".!?;\n") + 1
        high = min((at for mark in ".!?;\n" if (at := text.find(mark, match.end())) >= 0), default=len(text))
        near = [one for one in found if low <= one.start < high and one.status is not AssertionStatus.DENIED]
        if not near or near[0].granularity:
            continue
        then = near[0]
        behind = [one for one in found if one.start > then.end and one.value != then.value and one.status in _OF_LATER]
        if behind and _ONLY_LATER.search(text, then.end) and not _AT_PRESENT.search(text, then.end):
            return then.value
    return ""


_OF_LATER = (AssertionStatus.CURRENT, AssertionStatus.HYPOTHETICAL)
_AT_THAT_TIME = re.compile(
    r"\b(?:(?:on|by|at|up to|until) that (?:very )?(?:day|time|point|stage|moment|date)|back then|by then|in those days"
    r"|in that (?:conversation|chat|talk|session)|then(?=[.;!\n]))",
    re.IGNORECASE,
)
_ONLY_LATER = re.compile(r"\b(?:later|after|afterwards?|subsequently|thereafter|from then on)\b", re.IGNORECASE)


def speaks_of_then(text: str) -> bool:
    """Whether a reply tells what held or was told at an earlier time, and does not say that it has ended."""
    return _THEN.search(text) is not None and _CEASED.search(text) is None


_ONCE = re.compile(r"\b(?:previous|past|earlier|once|ago|before|back (?:in|then))\b", re.IGNORECASE)
_OVER = re.compile(
    r"\b(?:used to|no longer|former(?:ly)?|any ?more|your old|replaced|instead|but|only|until|never|not|\w+n't)\b",
    re.IGNORECASE,
)


_EVENT = re.compile(r"surgery|illness|operation")
"""Words in the names of attributes about what happened once and stays true."""


def dates_event(text: str, name: str) -> bool:
    """Whether a reply on such an attribute says that something happened once (`previous operations: ...`)."""
    return bool(_EVENT.search(name) and _ONCE.search(text)) and not _OVER.search(text)


_LAST_FIGURE = re.compile(
    r"\b(?:last|latest|most recent) (?:\w+ ){0,2}(?:reading|measurement|check(?:-?up)?|count|figure|number|result|value"
    r"|total|visit|appointment|update|entry|log|test|tally)\b|\byou (?:measured|logged|counted|clocked|recorded"
    r"|were (?:at|on|up to))\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:but|at first|initially|originally|to begin with|since|after that|then|scrapped|cancelled|changed|out of date"
    r"|now|today|before|in \d{4}|last (?:year|month|spring|summer|autumn|winter)|in (?:spring|summer|autumn|winter)"
    r"|went (?:up|down)|rose|fell|dropped)\b",
    re.IGNORECASE,
)


def gives_last_figure(text: str) -> bool:
    """Whether a reply tells the last figure that was measured (`your last reading was 150`), and no change since."""
    return bool(_LAST_FIGURE.search(text)) and not (_CEASED.search(text) or _CHANGED.search(text))


class _Time(Enum):
    """The time to which the words around a value assign it."""

    THEN = auto()
    """The time asked about: `at that point`."""
    DAY = auto()
    """A day or month, which may be the one asked about."""
    EARLIER = auto()
    """Before the time asked about, or over by then."""
    LATER = auto()
    """After the time asked about, or today."""
    UNSAID = auto()
    """The words name no time."""


_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_OF_THEN = re.compile(
    r"\b(?:(?!at (?:the|this) moment\b)(?:at|by|up to|until|till|around) (?:that|the|this) (?:very |same )?"
    r"(?:time|point|stage|moment|day|date)(?! (?:it|that|the rent) (?:changed|went|rose|fell|dropped|became))"
    r"|(?:on|in|during) (?:that|the same) (?:very )?(?:day|date|occasion|conversation|chat|talk|session|message)"
    rf"|that (?:very )?(?:day|morning|evening|afternoon|time|{_DAYS})|back then|by then|in those days"
    r"|(?:when|the moment|as) (?:you (?:told|mentioned|said|spoke|named|brought|gave)"
    r"|(?:we|i) (?:talked|spoke|heard|learned)|your [^.,;!?]{1,40}? (?:was|were|came))"
    r"|(?<!before )(?:when|while) (?:the|a|your) [^.,;!?\u2022]{1,50}? (?:was|were|came|stood|read|hit|reached"
    r"|measured|showed|took)"
    r"|as (?:it stood|things stood)|(?<!since )(?<!after )then(?=[\s*_\"']*[.;:!?,)|\n])"
    r"|(?:known|knew|valid|living|were) then)\b",
)
_OF_A_DAY = re.compile(
    rf"\b(?:(?:on|of|from|in) (?:{_DAYS},? )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?\b|early |late |mid-? ?)? ?"
    rf"{MONTH}\b|on (?:{_DAYS},? )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)?|(?:to|till|until) {MONTH})\b"
)
_OF_BEFORE = re.compile(
    r"\b(?:before (?:that|then)|used to|first|originally|initially|earlier(?! (?:this|that|in))|previously"
    r"|formerly|no longer|any ?more|(?:had|'d) (?:already |just )?(?:left|quit|given up|stopped|moved (?:away|on|out)"
    r"|dropped|cancelled|switched from)|was (?:already )?(?:over|gone|history|behind you)|until then"
    r"|moved on from|(?:lay|lies) behind you)\b"
)
_OF_AFTER = re.compile(
    r"\b(?:now|nowadays|today|these days|current(?:ly)?|at present|at (?:the|this) moment|since that|has since"
    r"|have since|'ve since|later|latest|afterwards?|after that|only after|subsequently|thereafter"
    r"|meanwhile|in the meantime|eventually|then(?! (?:you|it|i)\b)|most recent(?:ly)?|newest"
    r"|(?:came|comes) after|is (?:new(?:er)?|recent)|(?:changed|corrected|updated) (?:it|that))\b"
)
_CAME_LATER = re.compile(
    r"\b(?:changed|went(?: up| down)?|rose|fell|dropped|climbed|increased|was (?:raised|lowered|cut|changed|increased"
    r"|reduced)"
    r"|became|turned (?:in)?to|(?:it|that) was replaced by)(?: (?:to|into|up to"
    r"|down to))?[\s*_]*(?:about )?[€$£]?[*_]*$"
)
"""Before a value, with another one told earlier: what the earlier one became."""
_COMPARED = re.compile(r"\b(?:than|compared (?:to|with)|as opposed to|unlike) (?:the )?[€$£*_]*$")
"""Before a value with which that of then is only compared."""
_IS_NOW = re.compile(
    r"(?<!before )(?<!until )(?<!like )(?<!as of )\b(?:nowadays|today|these days|current(?:ly)?|at present"
    r"|at (?:the|this) moment|at this (?:point|time)|by now"
    r"|now(?!,? (?:i\b|let|we\b|that (?:i|you)\b|as\b|for\b))(?!, \w+ (?:was|were|had|lived)\b))\b"
)
"""Words of the present, for a value that is told in the present."""
_IS_LATER = re.compile(
    r"\b(?:(?<!sooner or )(?<!moment )(?<!minute )(?<!second )(?<!sentence )(?<!breath )later(?! than)"
    r"|(?<!day )(?<!time )afterwards|after (?:that|then)(?! \w+ you)|only after"
    r"|subsequently|thereafter|from then on|meanwhile|in the meantime|(?:came|comes) after"
    r"|(?:has|have|'ve|'s) since)\b"
)
_HELD_ALL_ALONG = re.compile(
    r"\b(?:still|same|already|always|all along|since then|ever since|unchanged|(?:\w+n't|not|never|nothing)"
    r"(?: has| have)? changed?|remain\w*|too|as well|also|both|just like|no different)\b"
)
"""Words of a value that held at both times."""
_ENDED_LATER = re.compile(r"\b(?:before|until|till) you")
_OF_ANOTHER = re.compile(r"\b(?:but|elsewhere|somewhere else|another|different|other|not|\w+n't|unknown|unsure)\b")
_REPORTS = re.compile(
    r"\byou(?:'d|'ve| had| have)? (?:\w+ )?(?:told|said|mentioned|wrote|explained|let me know)\b"
    r"|\b(?:announced|reported)\b"
)
_PART_ENDS = re.compile(r"[:,—(]|\s[–-]\s|\b(?:and|but|while|whereas|though|although)\b")
_SENTENCE_ENDS = re.compile(r"[.!?;\n](?=\s|$)")
_CORRECTION = re.compile(
    r"[\W_]*(?:(?:oh|well|but|and|my)[\W_]+)?(?:no|nope|wait|sorry|actually|correction|rather|or|i mean|i meant"
    r"|oops|hm+|hang on|hold on|scratch that|apologies|mistake|it should be)\b"
)
_IN_THE_PAST = re.compile(
    r"\b(?<!'ve )(?<!have )(?<!has )(?:was|were|had|did|could|would|came|went|took|kept|drank|ate|wore|drove|rode|ran"
    r"|slept|spent|paid|gave|chose|bought|wrote|taught|sang"
    r"|(?!moved|switched|changed|started|turned|mentioned|named|noted)\w+ed)(?:n't)?\b"
)
_JOINED = re.compile(r"[\s*_]*(?:[.,][\s*_]*)?(?:and|or|as well as|&|/)[\s*_]*(?:(?:also|both|in|at|with|the)[\s*_]+)*")
_CONCLUDES = re.compile(
    r"(?:\b(?:so|hence|therefore|thus)[\s,:]+(?:(?:it|that|the answer|your (?:\w+ ){1,3})(?: then)?"
    r"(?:'s| ?is| ?was| ?must have been| ?would (?:be|have been))[\s:]*)?"
    r"|\b(?:which|that) (?:leaves|makes it|points to)(?: (?:us|you) with)?\s)(?:the |an? |dr\.? )?[*_\"']*$"
)
"""Right before a value: it is what the reply concludes with."""
_OPENS = re.compile(r"[\W_]*")
_STANDS_ALONE = re.compile(
    r"(?: ?(?:€|euros?|[a-z]+)(?: (?:a|per) [a-z]+)?(?=[\s*_]*(?:[.!;(—–]|$)))?[\s*_\"')]*(?:[.!;(—–]|\n|$)(?!\s*and\b)"
)
"""Around the first value: it is the answer, and what follows explains it."""
_LISTED = re.compile(r"[\s*_]*(?:,|→|->|/|,? (?:and|then|followed by))[\s*_]*(?:(?:an?|the|in|at|with|your)[\s*_]+)*")
"""Between two entries of a list that share the words before the first one."""
_COUNTING = (AssertionStatus.CURRENT, AssertionStatus.PAST)
_MOST_NAMED = 40
"""A reply that names more values recites."""


def as_of_then(text: str, found: Sequence[Assertion]) -> tuple[list[Assertion], bool]:
    """What a reply to a question about an earlier time asserts of that time, told in the past or not.

    `It was Oslo at that point, and today it's Bergen` asserts Oslo of then.

    Args:
        text: The reply.
        found: The values that it names, in text order.

    Returns:
        The same values, where those of then are current and all others past; and whether the reply leaves open which
        of several values held then.
    """
    told = [one for one in found if one.status in _COUNTING]
    lowered = text.lower().replace("\u2019", "'")
    if not told or len(found) > _MOST_NAMED or len(lowered) != len(text):
        return list(found), False
    passed_on = _passed_on(lowered, found, told)
    times = {value: _time_of(lowered, found, list(some), passed_on) for value, some in _by_value(told)}
    if len(times) == 1:
        time = next(iter(times.values()))
        if time is _Time.EARLIER and _OF_THEN.search(lowered):
            return list(found), False
        denied = (one for one in found if one.status is AssertionStatus.DENIED)
        denies_then = time is _Time.LATER and any(_time_at(lowered, found, one) is _Time.THEN for one in denied)
        return [_held(one, times.keys()) for one in found], denies_then
    of_then = _values_of(times, _Time.THEN)
    last = told[-1]
    if not of_then and _CONCLUDES.search(lowered, 0, last.start) and not _is_placed_later(lowered, found, last):
        return [_held(one, {last.value}) for one in found], False
    if not of_then and times[told[0].value] is _Time.UNSAID and _opens_alone(lowered, told[0]):
        return [_held(one, {told[0].value}) for one in found], False
    held = of_then or _values_of(times, _Time.DAY)
    if not held and _REPORTS.search(lowered, 0, told[0].start):
        held = times.keys() - _values_of(times, _Time.EARLIER)
    if len(held) != 1:
        return list(found), set(times.values()) != {_Time.UNSAID}
    untimed = _values_of(times, _Time.UNSAID) - held
    if of_then:
        untimed = {one.value for one in told if one.value in untimed and _competes(lowered, found, one)}
        if any(_is_joined(lowered, found, *pair) for pair in pairwise(told)):
            return list(found), True
    return [_held(one, held, untimed) for one in found], False


def _opens_alone(lowered: str, first: Assertion) -> bool:
    """Whether a reply begins with a bare value: `Sencha. (Hojicha came in June.)`."""
    return bool(_OPENS.fullmatch(lowered, 0, first.start) and _STANDS_ALONE.match(lowered, first.end))


def placed_later(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply to a question about an earlier time gives one value, and that as today's or as a later one.

    Args:
        text: The reply.
        found: The values that it names, in text order.
    """
    told = [one for one in found if one.status in _COUNTING]
    lowered = text.lower().replace("\u2019", "'")
    if len({one.value for one in told}) != 1 or len(found) > _MOST_NAMED or len(lowered) != len(text):
        return False
    if _REPORTS.search(lowered, 0, told[0].start):
        return False
    return all(_is_placed_later(lowered, found, one) for one in told)


def _is_placed_later(lowered: str, found: Sequence[Assertion], one: Assertion) -> bool:
    before, behind = _words_before(lowered, found, one), _words_behind(lowered, found, one)
    around = f"{before} \N{BULLET} {behind}"
    if _HELD_ALL_ALONG.search(around):
        return False
    if _OF_THEN.search(_IS_NOW.sub(" ", around)) and not _OF_ANOTHER.search(around):
        return False
    part = _PART_ENDS.search(behind)
    clause = f"{before} \N{BULLET} {behind[: part.start() if part else len(behind)]}"
    if _OF_BEFORE.search(clause) or _ENDED_LATER.search(clause):
        return False
    is_now = one.status is AssertionStatus.CURRENT and _IS_NOW.search(clause) is not None
    return is_now or _IS_LATER.search(clause) is not None


def _competes(lowered: str, found: Sequence[Assertion], one: Assertion) -> bool:
    """Whether a value without a time may be of then as well: told in the past, or as a correction."""
    before = _words_before(lowered, found, one)
    if _COMPARED.search(before):
        return False
    return bool(_CORRECTION.match(before) or _IN_THE_PAST.search(f"{before} {_words_behind(lowered, found, one)}"))


def _is_joined(lowered: str, found: Sequence[Assertion], one: Assertion, other: Assertion) -> bool:
    """Whether two values share the words for the time asked about: `at that time Oslo and Bergen`."""
    if one.value == other.value or not _JOINED.fullmatch(lowered, one.end, other.start):
        return False
    return {_time_at(lowered, found, one), _time_at(lowered, found, other)} == {_Time.THEN, _Time.UNSAID}


def _values_of(times: Mapping[str, _Time], time: _Time) -> Set[str]:
    return {value for value, of in times.items() if of is time}


def _by_value(told: Sequence[Assertion]) -> list[tuple[str, list[Assertion]]]:
    ordered = sorted(told, key=lambda one: one.value)
    return [(value, list(some)) for value, some in groupby(ordered, key=lambda one: one.value)]


def _held(one: Assertion, held: Set[str], untimed: Set[str] = frozenset()) -> Assertion:
    """A value with its status at the time asked about; an untimed one keeps its own."""
    if one.status not in _COUNTING or one.value in untimed:
        return one
    return replace(one, status=AssertionStatus.CURRENT if one.value in held else AssertionStatus.PAST)


def _passed_on(lowered: str, found: Sequence[Assertion], told: Sequence[Assertion]) -> dict[int, _Time]:
    """By position, the times of values that a list takes over from its first one: `then Oslo, Bergen and Turku`."""
    passed_on: dict[int, _Time] = {}
    for one, other in pairwise(told):
        if not _LISTED.fullmatch(lowered, one.end, other.start) or _time_at(lowered, found, other) is not _Time.UNSAID:
            continue
        time = passed_on.get(one.start) or _time_at(lowered, found, one)
        if time in (_Time.EARLIER, _Time.LATER):
            passed_on[other.start] = time
    return passed_on


def _time_of(
    lowered: str, found: Sequence[Assertion], mentions: Sequence[Assertion], passed_on: Mapping[int, _Time]
) -> _Time:
    """The time of a value: the first time that the words around any of its mentions name."""
    times = [passed_on.get(one.start) or _time_at(lowered, found, one) for one in mentions]
    return next((time for time in _Time if time in times), _Time.UNSAID)


def _time_at(lowered: str, found: Sequence[Assertion], one: Assertion) -> _Time:
    before, behind = _words_before(lowered, found, one), _words_behind(lowered, found, one)
    around = f"{before} \N{BULLET} {behind}"
    if _OF_BEFORE.search(around):
        return _Time.EARLIER
    if one is not found[0] and _CAME_LATER.search(before):
        return _Time.LATER
    if _OF_THEN.search(around):
        return _Time.THEN
    if _OF_AFTER.search(around):
        return _Time.LATER
    if _OF_A_DAY.search(around):
        return _Time.DAY
    return _Time.UNSAID


def _words_before(lowered: str, found: Sequence[Assertion], one: Assertion) -> str:
    """The words of a value's sentence before it, from the part that the value before leaves it."""
    low = part_start(lowered, _SENTENCE_ENDS, one.start)
    last = max((other.end for other in found if low < other.end <= one.start), default=low)
    part = _PART_ENDS.search(lowered, last, one.start) if last > low else None
    return lowered[part.start() if part else last : one.start]


def _words_behind(lowered: str, found: Sequence[Assertion], one: Assertion) -> str:
    """The words of a value's sentence behind it, up to the part that belongs to the next value."""
    end = _SENTENCE_ENDS.search(lowered, one.end)
    high = end.start() if end else len(lowered)
    following = min((other.start for other in found if one.end <= other.start < high), default=high)
    part = _PART_ENDS.search(lowered, one.end, following) if following < high else None
    return lowered[one.end : part.start() if part else following] + "."
