"""Finds the answer of a reply that names several values: what it says last and plainly, or picks, counts.

Replies weigh candidates before they answer ("Solveig has a ring to it, Sylvester is mischief; so, Prudence it is").
Where several values stand asserted, those in the concluding sentence decide, if there is one. A sentence concludes if
words before its value say so (`so`, `that leaves`, `I'd put down`) or words behind it (`it is`, `wins`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from regulars.calendar_text import date_agrees
from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.named_by_place import BY_PLACE, CHOSEN_BY_PLACE, named_by_place
from regulars.rewards.verdicts.readings import values_of
from regulars.rewards.verdicts.times.months import MONTH
from regulars.values import Domain

_SENTENCE = re.compile(r"(?<!i\.e)(?<!e\.g)[.!?…]+[\"')\]*_]*(?=\s)|\n+|;\s")
_CONCLUDES = re.compile(
    r"(?:^|[\s\W])(?:so|therefore|thus|hence|consequently|accordingly|ergo|(?:that|which|this|it) (?:leaves"
    r"|means|makes it)"
    r"|leaves? (?:you|us|me|only|just|one)|left with|in (?:short|sum|conclusion|the end|other words)|all in all"
    r"|to sum up|bottom line|overall|final(?:ly)?|answer|result|verdict|conclusion|decision|for the record|→|=>|->"
    r"|(?:i'd|i would|i'll|i will|let's|i|we|i've|we've|you|you've|you should|simply|just)(?: (?:\w+ly|then"
    r"|still|rather|now|just))*"
    r" (?:go|going|went|gone|stick|stuck|side|sided) (?:for|with)|(?:i'd|i would|i'll|i will|i've|i)(?: \w+ly"
    r"| then| still| now)*"
    r" (?:put|write|say|take|took|taken|pick|picked|choose|chose|chosen|recommend|recommended|suggest"
    r"|suggested|name|named"
    r"|keep|kept|call|called|baptise|christen|vote|voted|opt|opted|decide|decided|settle|settled|land|landed|argued"
    r"|advised?|back|backed|answer|enter|note|list|cut|strike|struck)|(?:i|we) (?:came|come) down on"
    r"|my (?:pick|choice|vote|answer|recommendation|favou?rite|advice|suggestion|tip|money)|the (?:winner|pick"
    r"|choice|right one"
    r"|answer|one to|best (?:one|choice|pick|fit))|instead|remains|(?:it )?became|ended up|make it|take the"
    r"|go (?:for|with)|stick (?:to|with)"
    r"|(?:the |your )?(?:most recent|latest|newest|current|(?:newer|later|more recent) (?:one|date|figure|entry|note))"
    r"|(?:pick|picked|choice|chosen|winner|selected)(?=[*_]{0,2}:)"
    r"|as of now|now|most recently|today|currently|these days"
    r"|nowadays|at present|at the moment)(?=[\s\W]|$)"
)
_CONCLUDED = re.compile(
    r"[\s*_\"')]*(?:it (?:is|was|shall be|will be|'s)|then|wins|won|best|most|remains|it'll be|(?:has|had|have) to go"
    r"|(?:comes?|came) out (?:on top|ahead)|gets? my (?:vote|pick)|(?:is|was|are|were"
    r"|'s) (?:\w+ )?(?:the (?:one|winner|answer|pick"
    r"|choice|best)|my (?:pick|choice|answer|recommendation|advice)"
    r"|what (?:i|you)(?! (?:said|told me|mentioned|gave me|had)(?: that)? (?:in|on|before|first|earlier|back)\b)"
    r"|(?:where|who) (?:you|things|it)(?:'ve| have)? (?:\w+ )?(?:ended up|end up|settled|landed|stayed)"
    r"(?=[\s*_]*(?:[.!,;:]|$|\band\b|\bin the end\b|\bsince\b))"
    r"|yours|left|right|correct"
    r"|it\b)|for (?:you|me)|as (?:the|your) (?:latest|newest|most recent|current))"
)
_SO_THIS = re.compile(
    r"[^.!?;:,\n]{0,40}[,;—–-]? (?:so|and|and so|therefore) (?:that|this|it)(?:'s| is| was) (?:the one|what|where"
    r"|who)\b(?! (?:you )?(?:told|gave|said|had|mentioned|before|earlier|first|used))"
)
"""Behind a value: what follows says that it is the answer."""
_IS_NOW = re.compile(r"[\s*_\"')]*(?:right |by )?(?:now|nowadays|these days|today)(?=[\s*_\"')]*(?:[.!,;]|$))")
_REPORTED = re.compile(r"\byou(?:'d|'ve| had| have)? (?:\w+ )?(?:told|said|mentioned|named|gave|wrote|reported)\b")
_AS_LATEST = re.compile(r"[\s*_\"')]*as (?:the|your) (?:latest|newest|most recent|current)\b")
_BOLD = re.compile(r"\*\*[^*\n]{0,40}$")


_COMMA = re.compile(r",(?!\d{3})")
"""A comma, but for one between thousands."""
_LATEST_BEFORE = re.compile(
    r",? (?:and |then )?(?:most recently|now|currently|finally"
    r"|(?:and|with) the (?:latest|newest|current|last)(?: one| figure)?)"
    r"(?: (?:is|being|it's|at))?[\s:]*[*_€$£]*[a-z]?[\d,.]+[^\d,]*$"
)
"""The end of a history of figures that says which of them is the latest."""
_RECITED, _SHORT = 6, 5
"""The number of things in one list that make it a recital, and the most words of each."""
_MOST_STAGES = 3
"""The most values of a story whose last one is the answer."""
_WITHIN = 400
"""The number of characters before a value that may conclude it."""
_MOST_CLAIMS = 60
"""A reply that asserts more values recites, and concludes nothing."""


def concluded(text: str, claims: Sequence[Assertion]) -> list[Assertion]:
    """The claims that a reply concludes with; all of them, if it draws no conclusion.

    Args:
        text: The reply.
        claims: The values that it asserts, in text order.
    """
    if len(claims) > _MOST_CLAIMS or len({claim.value for claim in claims}) < 2 or _agree(claims):
        return list(claims)
    lowered = text.casefold() if len(text.casefold()) == len(text) else text
    bounds = [0, *(match.end() for match in _SENTENCE.finditer(lowered)), len(lowered)]
    grouped: dict[int, list[Assertion]] = {}
    for claim in claims:
        grouped.setdefault(_start_of(claim, bounds), []).append(claim)
    if any(_recites(lowered[start : bounds[bisect_right(bounds, start)]], inside) for start, inside in grouped.items()):
        return list(claims)
    last = next(reversed(grouped.values()))
    chosen = named_by_place(lowered, claims, CHOSEN_BY_PLACE)
    if chosen:
        return chosen
    for start, inside in reversed(grouped.items()):
        decisive = [claim for claim in inside if _concludes(lowered, start, claim, inside)]
        is_one = len({claim.value for claim in decisive}) == 1
        if is_one and (_is_apart(lowered, inside, decisive[-1]) or _AS_LATEST.match(lowered, decisive[-1].end)):
            return decisive
        if inside is last and decisive:
            return inside
    numbered = named_by_place(lowered, claims, BY_PLACE)
    if numbered:
        return numbered
    latest = _latest(lowered, bounds, claims) or _current(lowered, bounds, claims)
    if latest:
        return latest
    if _opens_with_answer(lowered, bounds, claims):
        return [claims[0]]
    bold = [claim for claim in claims if _BOLD.search(text, max(claim.start - 44, 0), claim.start)]
    if len({claim.value for claim in bold}) == 1 and bold[0].start == claims[0].start:
        return bold
    return list(claims)


def _recites(sentence: str, inside: Sequence[Assertion]) -> bool:
    """Whether a sentence lists several of the claims among many short things: a memory emptied out, not an answer."""
    if len({claim.value for claim in inside}) < 2:
        return False
    if inside[-1].value.isdigit() and _LATEST_BEFORE.search(sentence):
        return False
    parts = [part.split() for part in _COMMA.split(sentence)]
    return len(parts) >= _RECITED and sum(len(part) <= _SHORT for part in parts) >= 0.8 * len(parts)


def _current(lowered: str, bounds: Sequence[int], claims: Sequence[Assertion]) -> list[Assertion]:
    """The last claim, if it holds now and all others were told: `you told me Oslo, you live in Bergen now`."""
    last = claims[-1]
    others = [claim for claim in claims if claim.value != last.value]
    if _JOINED.fullmatch(lowered, others[-1].end, last.start):
        return []
    is_told = all(_REPORTED.search(lowered, _start_of(claim, bounds), claim.start) for claim in others)
    is_reported = _REPORTED.search(lowered, max(_start_of(last, bounds), others[-1].end), last.start) is not None
    return [last] if is_told and not is_reported and _IS_NOW.match(lowered, last.end) else []


def _start_of(claim: Assertion, bounds: Sequence[int]) -> int:
    """Where the sentence of a claim begins."""
    return bounds[bisect_right(bounds, claim.start) - 1]


def _agree(claims: Sequence[Assertion]) -> bool:
    """Whether all claims are dates that agree with one another, some coarser than others."""
    if not claims[0].granularity:
        return False
    return all(date_agrees(one.value, other.value) != "differs" for one, other in combinations(claims, 2))


def _concludes(lowered: str, start: int, claim: Assertion, inside: Sequence[Assertion]) -> bool:
    """Whether a cue before or behind a claim draws a conclusion, and no reason begins between cue and claim."""
    cues = list(_CONCLUDES.finditer(lowered, max(start - 1, claim.start - _WITHIN, 0), claim.start))
    cue = cues[-1] if cues else None
    if cue is not None:
        between = [one for one in inside if cue.end() <= one.start < claim.start and one.value != claim.value]
        if not between or not _REASON.search(lowered, between[-1].end, claim.start):
            return True
    return (_CONCLUDED.match(lowered, claim.end) or _SO_THIS.match(lowered, claim.end)) is not None


_REASON = re.compile(
    r"[:;—(]|\b(?:because|since|as|while|whereas|although|though|given|for|with|rather than|instead of|not|but)\b"
)
"""Words after a conclusion that begin its reasons."""


_JOINED = re.compile(r"[\s,&/+*_]*(?:and|or|as well as|plus|both)?[\s*_]*(?:the |an? |your )?")


def _is_apart(lowered: str, inside: Sequence[Assertion], chosen: Assertion) -> bool:
    """Whether no other value is listed together with the chosen one."""
    for one, other in pairwise(inside):
        if chosen in (one, other) and one.value != other.value and _JOINED.fullmatch(lowered, one.end, other.start):
            return False
    return True


_FEW = 3
"""The most words around a value that stands alone as the answer."""
_WORD = re.compile(r"[^\W\d_]+")
_ADDS = re.compile(r"\b(?:also|too|as well|and then|plus|in addition|another|both)\b")
_BIDS = re.compile(
    r"[\W_]*(?:let (?!me\b|us\b|'s\b)|have (?:the|your|him|her|them) |(?:make|take|pick|choose|get|put|serve|book|bring"
    r"|call|name|try|cook|buy|order|go (?:for|with)) )"
)
"""A reply that begins with what to do."""
_IS_SUBJECT = re.compile(
    r"(?:^|[,;–—]|\b(?:and|but|while|whereas|since|because|as|with|both|neither|the|a|an))[\s*_\"']*$"
)
_HAS_VERB = re.compile(r"[\s*_\"']+[\w']+")


_REASONED = re.compile(r"[\s*_\"',:;(—–-]{1,8}(?:because|since|as|given|for|while|whereas)\b(?! well\b)")
_DERIVES = re.compile(
    r"[\s\W]*(?:that(?:'s| is| makes| gives| would be)|which (?:is|makes)|so that's|i\.e\.|in other words)"
)


def _opens_with_answer(lowered: str, bounds: Sequence[int], claims: Sequence[Assertion]) -> bool:
    """Whether a reply begins with a bare value, and has the others only as subjects of what it explains."""
    first = claims[0]
    start = _start_of(first, bounds)
    end = bounds[bisect_left(bounds, first.end)]
    around = lowered[start : first.start] + " " + lowered[first.end : end]
    if len(_WORD.findall(lowered[start : first.start])) <= _FEW and _REASONED.match(lowered, first.end):
        return not any(_JOINED.fullmatch(lowered, first.end, claim.start) for claim in claims[1:])
    bids = start <= _FEW and _BIDS.match(lowered) is not None and sum(claim.start < end for claim in claims) == 1
    if (not bids and len(_WORD.findall(around)) > _FEW) or _WORD.findall(lowered[:start])[_FEW * 2 :]:
        return False
    rest = [claim for claim in claims[1:] if claim.value != first.value]
    if rest[0].start < end or _ADDS.search(lowered, end):
        return False
    return all(_DERIVES.match(lowered, _start_of(claim, bounds)) for claim in rest) or all(
        _IS_SUBJECT.search(lowered[_start_of(claim, bounds) : claim.start]) and _HAS_VERB.match(lowered, claim.end)
        for claim in rest
    )


_EARLIER = re.compile(
    rf"\b(?:first|earlier|initially|originally|at first|once|back in|in the beginning|to begin with|{MONTH}"
    rf"|(?:on )?the \d+(?:st|nd|rd|th))\b"
)
_EARLIER_DATE = re.compile(
    r"\b(?:first|earlier|initially|originally|at first|once|before|to begin with"
    r"|former(?:ly)?)\b"
)
_LATER_DATE = re.compile(r"\b(?:then|later|since|now|afterwards|after that|subsequently|most recently|lately|today)\b")
_MONTH_BEHIND = re.compile(rf"[\s*_]*\(?(?:in|on) (?:the )?(?:\d+\w* (?:of )?)?{MONTH}\b")
_LATER = re.compile(
    rf"\b(?:then|later|since|now|afterwards|after that|second time|subsequently|most recently|lately|today|{MONTH}"
    r"|(?:on )?the \d+(?:st|nd|rd|th))\b"
)


def _latest(lowered: str, bounds: Sequence[int], claims: Sequence[Assertion]) -> list[Assertion]:
    """The last claim of a story in which each value has a time: `on 8 January you said Oslo, on 3 March Bergen`."""
    values = list(dict.fromkeys(claim.value for claim in claims))
    last = claims[-1]
    if values[-1] != last.value or len(values) > _MOST_STAGES:
        return []
    earlier, later = (_EARLIER_DATE, _LATER_DATE) if last.granularity else (_EARLIER, _LATER)
    before = [claim for claim in claims if claim.value != last.value]
    newest = [claim for claim in claims if claim.start > before[-1].start]
    if not any(
        later.search(lowered, max(before[-1].end, _start_of(claim, bounds)), claim.start)
        or _MONTH_BEHIND.match(lowered, claim.end)
        for claim in newest
    ):
        return []
    if _JOINED.fullmatch(lowered, before[-1].end, newest[0].start):
        return []
    for claim in before:
        start = _start_of(claim, bounds)
        if not earlier.search(lowered, start, claim.end + 40):
            return []
    return [last]


def picked(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The value that a reply picks among several that it names, where it was to choose; empty if that is not clear."""
    if not found or is_chinese(text):
        return ()
    if expectation.form == "choice" and len(text.lower()) == len(text):
        return values_of(named_by_place(text.lower(), found, CHOSEN_BY_PLACE))
    if expectation.form != "any" or _BY_CASE.search(text):
        return ()
    named = tuple(dict.fromkeys((*(one.value for one in found), *_headed(text, expectation.domain))))
    is_lone = len(named) == 1 and not any(
        one.status is AssertionStatus.CURRENT or _IS_TALKED_OF.match(text, one.end) for one in found
    )
    if not (is_lone or 1 < len(named) <= _MOST_OPTIONS):
        return ()
    choice = read_choice(text, named, expectation.domain)
    return (named[choice.options[0]],) if choice.kind is ChoiceKind.PICKED else ()


def leaves_choice(text: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether a reply weighs several values and says behind them that it picks none: `I'd rather leave that to you`."""
    named = values_of(found)
    if not 1 < len(named) <= _MOST_OPTIONS or is_chinese(text):
        return False
    return read_choice(text, named, domain).kind is ChoiceKind.DECLINED


def not_put_off(text: str, claims: Sequence[Assertion]) -> list[Assertion]:
    """The claims that a reply to a request for a choice does not put off: `the rowing can wait till spring`."""
    return [claim for claim in claims if not _PUT_OFF.match(text, claim.end)]


_PUT_OFF = re.compile(
    r"[\s*_\"']{1,4}(?:(?:can|could|may|should|must|will have to|has to|have to|had better)(?: \w+ly)? wait\b"
    r"|(?:is|are|would be) (?:one |something )?for (?:another|some other) (?:time|day|year|occasion)\b)"
)


def _headed(text: str, domain: Domain) -> Iterator[str]:
    """The values that a reply to a request for a choice names by the article and their last word: `the poems`."""
    heads = Counter(value.split()[-1] for value in domain.aliases)
    lowered = text.lower()
    words = {word for match in _DEFINITE.finditer(lowered) for word in match.groups()}
    for value in domain.aliases:
        *before, head = value.split()
        if (
            before
            and head in words
            and (heads[head] == 1 or all(len(word) >= _TELLING and word.lower() in lowered for word in before))
        ):
            yield value


_TELLING = 5
"""The number of letters of a word that tells which of two values with the same last word a reply is about."""
_IS_TALKED_OF = re.compile(
    r"[\s*_\"'’]*(?:would|could|might|may|will|can|d|is|are|was|were|has|have|does|do)\b|[^\w.!;\n]*\?"
)
"""Behind a value of which a reply says or asks something, rather than to take it."""
_DEFINITE = re.compile(r"\bthe (\w+)|\b(\w+) it (?:is|shall be|will be)\b")
_BY_CASE = re.compile(
    r"\bin the (?:first|second|other|former|latter) case\b|\b(?:it|that|this) depends\b", re.IGNORECASE
)
_MOST_OPTIONS = 8
"""The number of values up to which a reply is read as a choice among them."""
