"""Finds replies that name a number or date only to say that it no longer holds, or that it is that of the next event.

`It was 84, but that's been deleted`, `you had five, but you've sold two since` and `it was going to be 4 November, but
that fell through` give no answer; neither does `your next jab is due in November` where the last one is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.calendar_text import date_agrees
from regulars.rewards.assertions.clauses import is_about_what_ended
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.values import Domain, ValueType

_DELETED = (
    r"deleted|removed|erased|wiped|cleared|scrapped|cancell?ed|called (?:it |that )?off|superseded|withdrawn|voided"
    r"|discarded|binned"
)
"""What has been done to a value or an event that has ended, and was not merely changed."""
_GONE = (
    rf"(?:(?:{_DELETED}|replaced|postponed|extended|rescheduled|delayed|brought forward|moved|shifted|changed|altered"
    r"|revised|updated|dropped|(?:pushed|put|moved|shifted|set) (?:it |that |them )?(?:back|forward|up|down|out)"
    r"|forgotten|lifted|raised|increased|lowered|reduced|cut|upped|overwritten)\b"
    r"|\b(?:out of date|outdated|out-of-date|no longer|void|invalid|obsolete|expired|different now)\b(?! to\b)"
    r"|\b(?:history|old(?: news)?|stale|off|gone|over|dead)(?= now\b| any ?more\b|[.,;!)]|$)"
    r"|\b(?:isn't|is not|wasn't|aren't) (?:\w+ )?(?:valid|right|true|current|correct|there|up to date|on)"
    r"(?: any ?(?:more|longer)| now)\b|\b(?:isn't|is not|aren't) (?:valid|current|up to date)\b"
    r"|\b(?:doesn't|does not|don't|didn't|won't) (?:\w+ )?(?:hold|apply|count|stand|work|go ahead|happen"
    r"|take place)\b"
    r"|\bfell through|\bfallen through|\blapsed|\b(?:gone|went) (?:up|down)|\bgot (?:\w+er)\b|\bpulled out"
    r"|\bcame to nothing)"
)
"""What has happened to a value that no longer holds."""
_IT = (
    r"(?:(?:that|it|this|which|they|those|these)(?:'s|'ve| has| have| had| is| was| are| were)?"
    r"|(?:the|that|this|your) (?!old\b|former\b|previous\b|other\b|rest\b|earlier\b)(?:\w+ )?"
    r"(?:note|entry|record|list|number|figure|date|value|move|party|reception|wedding|event|plan|deal|appointment"
    r"|deadline|sale|booking|contract|rent|price|speed|count|one)(?:'s| has| have| is| was)?)"
)
"""A word for the value, or for the event that it belongs to."""
_SLIP = r"(?: (?:since|now|then|later|already|all|just|also|in the meantime|been|being|got|it))*"
_WAS_GONE = re.compile(rf"\b{_IT}{_SLIP} ?(?:\w+ly )?{_GONE}")
"""`That's been deleted`, `the entry is gone`."""
_MADE_GONE = re.compile(
    rf"\b(?:you|i|we|they|he|she|(?:the|your) \w+)(?:'ve|'s|'d| have| has| had)?{_SLIP} (?:\w+ly )?"
    r"(?:(?:asked|told|wanted|instructed) me to )?"
    r"(?:delete|remove|erase|wipe|clear|scrap|cancel|call|change|replace|postpone|extend|reschedule|move|push|put"
    r"|shift|drop"
    r"|raise|increase|lower|reduce|cut|bin|discard|forget|revise|forgot)(?:d|l?led|ed|ted|ped|ten|t)?(?: off| up"
    r"| down| back)?"
    r" (?:it|that|this|them|the (?:whole )?(?:thing|reception|party|wedding|event|move|sale|trip|deal|booking))\b"
)
"""`I've deleted that`, `you asked me to forget it`."""
_NONE_NOW = re.compile(
    r"\b(?:you|i|we|there)(?:'s|'ve)? (?:don't|do not|have|is|are|got)?"
    r" ?(?:no|an?|any|nothing(?! (?:else|more|new|other))|have (?:an?|any|the))\b ?(?:new |current |valid )*"
    r"(?:date|number|figure|value|anything|record|count)?[^.!?;\n]{0,12}\b(?:now|any ?more|any longer|at the moment"
    r"|left)\b"
)
"""`You don't have a date now`."""
_STOPPED = re.compile(
    r"(?:^ ?|\bthen |\b(?:you|they|he|she|some\w*|(?:\w+ )?(?:people|guests?|of them|of those)|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|\d+|(?:the|your) \w+(?: \w+)?))(?:'ve|'s|'d| have| has| had)?"
    r"(?: (?:since|then|now|later|already|also))* ?(?:people |guests |of them )?(?:have |has )?(?:been )?"
    r"(?:stopped(?! doing)|quit|given (?:it )?up|(?:gave|given) (?:it |up|one|two|some|three|[\w ]{1,20} (?:away"
    r"|back))|sold"
    r"|cancell?ed|dropped (?:out|down|back)|cut (?:down|back|it|that)|upgraded|downgraded|switched|broke|broken"
    r"|threw|thrown"
    r"|lost|returned|(?:backed|pulled) out|(?:got )?injured|put it (?:up|down)|(?:gone|went) (?:back|up|down)"
    r"|reduced (?:it|that)|got (?:rid|faster|slower|more|less)|moved (?:it|on)|changed (?:it|that|your mind"
    r"|plans?))\b"
)
"""What somebody did so that an amount no longer holds."""
_BUT = re.compile(
    r"\b(?:but|though|although|yet|however|only|until|till|and then|then|whereas|except)\b|[;–—]\s?"
    r"|\band (?=(?:that|it|this|the)\b)|,\s(?=(?:which|it's|that's|it has|that has)\b)"
)
"""Words that set a new state against the one before."""
_OPEN = re.compile(
    r"\b(?:not|no(?! longer)|never|nothing|nobody|none|nor|hardly|unless|if|whether|in case|can|could|may|might"
    r"|would|should|will|want|let me|tell me|say so|please|as long as|once|when|anything|everything else"
    r"|until(?= (?:further|(?:it|that|they|you)(?:'s|'re| is| are| has))\b))\b|\w+n't\b|\?"
)
"""Words that deny an end, or make it depend on something."""
_OWN_NEGATION = re.compile(
    r"\b(?:isn't|is not|wasn't|aren't|doesn't|does not|won't|didn't|don't) (?:\w+ )?(?:valid|right|true|current"
    r"|correct|there|on|up to date|hold|apply|count|stand|work|go ahead|happen|take place|have (?:an?|any|the))\b"
)
"""A negation that says of a value itself that it has ended."""
_WAS = re.compile(
    r"\b(?:was|were|had|'d|did|used to|once|paid|ran|swam|at first|told|said|mentioned|noted|meant to"
    r"|going to be|set for|planned|wanted to|hoped to|intended to|were to|was to)\b[^.!?;\n]*$"
)
"""Before a value: it is told in the past."""
_AT_FIRST = re.compile(r"(?: [\w/]+){0,2}? (?:at first|once|originally|initially|to begin with)\b")
_NEXT_SENTENCE = re.compile(
    r"[\s\W]*(?:(?:but|and|then|since then|later|afterwards|now|however|unfortunately|sadly|after that"
    r"|in the meantime|meanwhile)[,\s]+)*"
)
_DIRECTLY = re.compile(
    r"[\s*_\"')]*(?:(?:date|figure|number|one|guests?|people|entry|note)\b)?[\s*_,]*(?:was the (?:old|former"
    r"|previous) "
    rf"|(?:has|have|had|'s|is|was|are|were){_SLIP} ?(?={_GONE})|(?=(?:doesn't|does not|isn't) ))"
)
"""Between a value and what has become of it, without another word."""
_SENTENCE = re.compile(r"(?<!\b[a-z])[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_WITHIN = 200
"""The number of characters of a sentence around a value that are read."""
_BEHIND = 40
"""The number of characters behind another value in which something may be said to have ended."""
_MOST_NAMED = 12
"""A reply that names more values recites."""
_UNTIL = ("until", "till")


def has_lapsed(text: str, found: Sequence[Assertion], value: str, domain: Domain) -> bool:
    """Whether every mention of a number or date is told as one that no longer holds, or as that of the next event.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        value: The one that it seems to answer with.
        domain: Their domain.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> guests = Domain("guest_list", ValueType.NUMBER, unit="guests")
        >>> def lapsed(text):
        ...     return has_lapsed(text, assertions(text, guests), "84", guests)
        >>> lapsed("It was 84, but that's been deleted."), lapsed("It's 84, and that hasn't changed.")
        (True, False)
    """
    if domain.type is ValueType.TERM or len(found) > _MOST_NAMED or is_about_what_ended(domain.name):
        return False
    lowered = text.lower().replace("’", "'")
    if len(lowered) != len(text):
        return False
    at = [index for index, one in enumerate(found) if one.value == value]
    return bool(at) and (
        all(_is_over(lowered, found, index) for index in at)
        or (_is_of_the_past(domain) and all(_is_next(lowered, found, index) for index in at))
    )


def says_right_has_lapsed(text: str, found: Sequence[Assertion], gold: Sequence[str], domain: Domain) -> bool:
    """Whether a reply names a right value, and each mention of it as one that no longer holds; see `has_lapsed`.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        gold: The right values.
        domain: Their domain.
    """
    right = {one.value for one in found if any(date_agrees(one.value, value) in ("equal", "coarser") for value in gold)}
    return bool(right) and all(has_lapsed(text, found, value, domain) for value in right)


def _is_over(lowered: str, found: Sequence[Assertion], at: int) -> bool:
    """Whether words behind a value say that it no longer holds."""
    one = found[at]
    end = _SENTENCE.search(lowered, one.end)
    stop = min(end.start() if end else len(lowered), one.end + _WITHIN)
    other = min((later.start for later in found[at + 1 :] if later.value != one.value), default=len(lowered))
    if other < stop and not _STOPPED.search(lowered, one.end, min(stop, other + _BEHIND)):
        return False
    behind = lowered[one.end : stop]
    is_past = _is_told_in_past(lowered, one, behind)
    if _ends_at_once(behind) or (is_past and _AND_THEN.search(behind)):
        return True
    for cut in _BUT.finditer(behind):
        is_contrast = cut[0].strip() not in (";", "–", "—", "and", ",")
        if _says_over(behind[cut.end() :], is_past=is_past or cut[0] in _UNTIL, is_contrast=is_contrast):
            return True
    return end is not None and other >= min(stop + _WITHIN, len(lowered)) and _ends_next(lowered, end.end(), is_past)


def _is_told_in_past(lowered: str, one: Assertion, behind: str) -> bool:
    begin = max(one.start - _WITHIN, 0)
    low = part_start(lowered, _SENTENCE, one.start, begin)
    is_past = one.status is AssertionStatus.PAST or _WAS.search(lowered, low, one.start) is not None
    return is_past or _AT_FIRST.match(behind) is not None


def _ends_at_once(behind: str) -> bool:
    """Whether a value is the subject of words that say its end: `the 4 November date doesn't hold any more`."""
    return not _is_open(behind) and _DIRECTLY.match(behind) is not None and _ANY_GONE.search(behind) is not None


def _ends_next(lowered: str, at: int, is_past: bool) -> bool:
    """Whether the sentence from `at` on says that what was named before has ended."""
    following = _SENTENCE.search(lowered, at)
    sentence = lowered[at : following.start() if following else len(lowered)]
    if _is_open(sentence):
        return False
    lead = _NEXT_SENTENCE.match(sentence)
    rest = sentence[lead.end() :] if lead else sentence
    if (is_past or _ENDED.search(rest)) and (_WAS_GONE.match(rest) or _MADE_GONE.match(rest)):
        return True
    return is_past and bool(lead and lead[0].strip(" .,\n")) and _ANY_GONE.search(rest) is not None


_ANY_GONE = re.compile(rf"{_GONE}|was the (?:old|former|previous)")
_AND_THEN = re.compile(
    r",? (?:before|until) (?:you|it|they) (?:\w+ )?(?:cancell?ed|changed|deleted|sold|moved|scrapped)\b"
)


def _says_over(clause: str, *, is_past: bool, is_contrast: bool = True) -> bool:
    """Whether a clause says that what was named before it has ended.

    Args:
        clause: The words behind the value.
        is_past: Whether the value is told in the past.
        is_contrast: Whether the clause is set against the value; if not, a mere change may be how it came about.
    """
    if not (is_past or is_contrast or _ENDED.search(clause)):
        return False
    if _NOT_NOW.match(clause):
        return True
    if is_past and _NONE_NOW.search(clause):
        return True
    ways = (_WAS_GONE, _MADE_GONE, _WHICH_GONE, _CALLED_OFF, *((_STOPPED, _CHANGED_SINCE) if is_past else ()))
    is_over = any(not _is_open(clause[: match.end()]) for way in ways for match in way.finditer(clause))
    return is_over and not _IF_BEHIND.search(clause)


def _is_open(words: str) -> bool:
    """Whether words deny that something has ended, or make its end depend on something."""
    return _OPEN.search(_OWN_NEGATION.sub("", words)) is not None


_CHANGED_SINCE = re.compile(
    rf"\b(?:you|they|it|that|someone|(?:the|your) \w+)\b[^.!?;\n]*(?:{_GONE}|\bsince$)|\bcancell?ed\b"
)
_ENDED = re.compile(
    rf"\b(?:{_DELETED}|void|invalid|obsolete|outdated|out of date|no longer|forget|delete|remove|erase|gone|off|over"
    r"|history|fell through|fallen through|lapsed|expired)\b"
)
"""Words of an end, not of a mere change."""
_NOT_NOW = re.compile(
    r"[\s,]*(?:that(?:'s| is) )?(?:not(?: \w+){0,2}? (?:any ?more|any longer|now)|no longer(?=[.,;!)]|$))"
)
_WHICH_GONE = re.compile(
    rf"\bwhich (?:you|i|we|they)(?:'ve|'d| have| had)?(?: since| now| later| then)* (?:{_DELETED}|dropped|replaced)\b"
)
_CALLED_OFF = re.compile(
    r"\b(?:the|your|they|some|ten|\w+ people) ?(?:\w+ )?(?:cancell?ed|backed out|pulled out)(?= on you|[.,;!)]|$)"
)
_IF_BEHIND = re.compile(r"\b(?:if|unless|whether)\b|\?")
_NEXT = re.compile(
    r"\b(?:next|upcoming|coming|following|future)\b(?! to\b)|\b(?:is|are|be|'re|comes?|falls?|become) due\b"
    r"|\bdue (?:for|again)\b|\b(?:one|jab|shot) after that\b|\bwill be\b|\bbooster is\b"
    r"|\b(?:you|it|they)(?:'ll| will)(?: \w+)? (?:need|be|have|get|buy|take|happen)\b"
    r"|\b(?:you're|you are|going to) (?:having|getting|have|get|buy|buying)\b"
)
"""Words of an event to come."""
_TO_DO = re.compile(
    r"[\W_]*(?:please |then |just )?(?:book|flip|turn|get|make a note|schedule|plan|remember|don't forget"
    r"|set a reminder)\b"
)
"""What is to be done at a date, at the beginning of a part."""
_LAST = re.compile(r"\b(?:last|latest|most recent|previous|was|were|had|got|did|since)\b")
_BIRTH = frozenset({"birthday", "birth", "born", "anniversary"})
_TO_COME = frozenset({"end", "ends", "expire", "expires", "expiry", "deadline", "due"})
"""Words of attributes until when something lasts, which may well be next month."""


def _is_of_the_past(domain: Domain) -> bool:
    """Whether a domain's dates are those of events that are over."""
    return domain.type is ValueType.DATE and domain.lasting and (_BIRTH | _TO_COME).isdisjoint(domain.subjects)


def _is_next(lowered: str, found: Sequence[Assertion], at: int) -> bool:
    """Whether the words of a date's own part say that it is still to come."""
    one = found[at]
    begin = max([one.start - _WITHIN, 0, *(other.end for other in found[:at])])
    low = part_start(lowered, _PART, one.start, begin)
    words = lowered[low : one.start]
    return (_NEXT.search(words) or _TO_DO.match(words)) is not None and not _LAST.search(words)


_PART = re.compile(r"[.!?;\n]+(?=\s|$)|[;\n(—]|,\s(?:and|but|so)\b")
