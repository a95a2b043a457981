"""Tells whether a reply takes the value that it seems to answer with back: as another's, a stopgap or a mistake.

A value may stand asserted by every rule and still be no answer: `you mentioned Oslo, but that was your sister's place`,
`let's put Oslo as a placeholder`, `my notes have Oslo crossed out`. Such a reply is left open rather than counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.figures.same_matters import same_matters
from regulars.rewards.assertions.subjects import own_words
from regulars.rewards.text_parts import part_start
from regulars.values import Domain, ValueType

_SENTENCE = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_PART = re.compile(r"[;:,—]|\s[–-]\s|\b(?:but|while|whereas|though|although|and|so)\b")
_REFERS = re.compile(r"[\s\W]*(?:(?:but|though|although|and|yet),? )?(?:that|it|this|which)\b")
_PEOPLE = (
    r"(?:(?:flat|room|house)-?mate|brother|sister|mother|father|mum|mom|dad|aunt|uncle|cousin|colleague|boss"
    r"|neighbou?r|friend|in-law|partner|wife|husband|son|daughter|client|namesake|predecessor|landlord)"
)
_PERSON = re.compile(rf"{_PEOPLE}s?|child(?:ren)?|kids?|siblings?|spouse|fiancée?|manager")
"""Words of attributes that are about another person: who that is, is the answer."""
_STOPGAP = re.compile(
    r"\b(?:placeholders?|stopgap|dummy|made[- ]up|make-believe|for the sake of (?:argument|the example)"
    r"|treat (?:it|that|this) as a guess"
    r"|(?:just|only|merely|purely|is|was|as) an? (?:wild )?(?:example|assumption|hypothesis|invention)"
    r"|assumption (?:of mine|on my part)|picked (?:it |that )?at random|let's (?:assume|suppose|pretend|imagine)"
    r"|(?:i'm|i am|i was|just|only|merely) (?:assuming|inventing|making (?:it|that|this) up)"
    r"|i(?:'ve| have)? (?:just )?(?:assumed|invented|made (?:it|that|this) up)|correct it later"
    r"|my (?:best )?bet (?:is|was|would be)(?! (?:the|a|an|to)\b)|(?:is|was|would be|'s|'d be) my (?:best )?bet"
    r"|because it's the (?:most|\w+est)|for want of"
    r"|sounds (?:about right|familiar|plausible)|in the (?:film|movie|book|novel|series|song|story))\b"
)
"""A value that only fills a gap, or comes from elsewhere."""
_TAKEN_BACK = re.compile(
    r"\b(?:crossed out|struck (?:out|off|through)|(?:been|was) (?:withdrawn|retracted|taken back)"
    r"|(?:you|you've|i|i've)(?: \w+)? (?:took|taken|withdrew|withdrawn|retracted)(?: (?:it|that|this))?(?: back)?"
    r"(?=[.,;!]|$)|mix-?up|mixed (?:it |that |them )?up|i'd have said (?:last|before|until|back|in|a)\b"
    r"|(?:is|was|were|being|be|as) (?:an? )?(?:mistake|error|typo|slip|joke|misunderstanding|confusion)"
    r"|turned out (?:to be )?(?:wrong|false)|i (?:got|had) (?:it|that) wrong)\b"
)
_OTHERS = re.compile(
    rf"\b(?:(?:(?:is|was|'s|were)(?: for)?|belongs? to|belonged to|about|meant(?: for)?) "
    rf"(?:your|my|the|a) (?:\w+ )?{_PEOPLE}(?:'s)?\b(?!'s)(?! (?:told|said|calls?|mentioned|and you)\b)"
    rf"(?! who (?:\w+ )?(?:told|said|mentioned|suggested|recommended|found|helped|showed|picked|chose|gave|talked))"
    rf"|belongs? to (?!you\b|your\b|the\b|a\b|this\b|it\b)\w+"
    rf"|(?:someone|somebody|a person|a man|a woman) (?:else|with your name|of that name)\b"
    rf"|(?:your|his|her|my) (?:\w+ )?{_PEOPLE} "
    rf"(?:can't|cannot|won't|doesn't|never|can|has|have|is|hates?|avoids?|likes?|loves?|prefers?)"
    rf"(?=[^\N{{BULLET}}]*\N{{BULLET}})(?![^\N{{BULLET}}]*\b(?:you|i)\b)"
    rf"|(?:is|was|'s|are) (?:not|never) yours|not (?:you|yours|your own)(?=\s*[.!;]|$)"
    rf"|(?:another|a different|some other) (?:user|person|chat|conversation|customer)"
    rf"|(?:that|it|which)(?:'s| is| was) (?:the|a) \w+'s(?=[.,;!)]|$)"
    rf"|(?:is|was|'s) (?:where|what|who) (?:your|his|her|their|my) (?:\w+ )?{_PEOPLE}"
    rf"(?![^.;!?]{{0,60}}\b(?:too|also|as well)\b))\b"
)
_OTHER_EVENT = re.compile(
    r"\b(?:your|the) (?:\w+ )?(?P<event>lease|contract|passport|warranty|visa|exam|wedding|birthday|surgery|operation"
    r"|race|vaccination|jab|move|project|deadline|anniversary|licence|insurance|flight|trip)(?: \w+){0,2}"
    r" (?:ends?|starts?|begins?|is|was|takes place|expires|runs out|falls)\b[^\N{BULLET},;]*\N{BULLET}"
)
"""An event whose date a reply gives."""
_ONLY_ASKED = re.compile(
    r"(?<!when )(?<!as )\byou (?:once |only |just )?(?:asked|wondered|enquired|inquired|read|dreamt|dreamed|joked)"
    r"(?: me)? about (?:\w+ ){0,5}\N{BULLET}"
)
"""A value that the user was only curious about."""
_OWN_UNKNOWN = re.compile(
    r"\b(?:your|what your|which) (?:own|actual|real|home|personal) (?P<about>\w+)[^.!?;\n]{0,40}?"
    r"(?:\b(?:unknown|missing|no idea)\b|(?:n't|\bnot|\bnever)\b[^.!?;\n]{0,20}?\b(?:know|known|told|tell|have|got"
    r"|record(?:ed)?|noted?|notes|come up|came up|mention(?:ed)?|said|say|given|shared?|saved|stored|remember|recall"
    r"|on file|sure)\b)"
    r"|\b(?:don't|do not|haven't|can't|couldn't|never) (?:\w+ )?(?:have|know|recall|remember|find|got|learned)"
    r" (?:your (?:own )?(?P<own>\w+)|(?P<yours>yours))(?=\s*[.;!)]|$)"
)
"""What was asked for is said to be unknown, whatever else is named."""


def is_taken_back(text: str, found: Sequence[Assertion], value: str, domain: Domain) -> bool:
    """Whether the words around every mention of a value say that it is not the user's, a stopgap or a mistake.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        value: The one that it seems to answer with.
        domain: Their domain; a person whom it is about is nobody else.
    """
    lowered = text.lower().replace("’", "'")
    if len(lowered) != len(text) or len(found) > _MOST_NAMED:
        return False
    if _says_unknown(lowered, found, domain):
        return True
    mentions = [at for at, one in enumerate(found) if one.value == value]
    return bool(mentions) and all(_is_doubted(lowered, found, at, domain) for at in mentions)


def _says_unknown(lowered: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether the user's own is said to be unknown, in a part of the reply that does not name it before."""
    unknown = _OWN_UNKNOWN.search(lowered)
    if unknown is None:
        return False
    if unknown["yours"] or unknown["own"]:
        return bool(unknown["yours"]) or unknown["own"] in domain.subjects
    low = part_start(lowered, _CLAUSE, unknown.start())
    return unknown["about"] in domain.subjects and not any(low <= one.start < unknown.start() for one in found)


_CLAUSE = re.compile(r"[.!?;:\n]|\bbut\b")
_WITHIN = 240
"""The number of characters of a sentence on either side of a value that are read."""
_MOST_NAMED = 40
"""A reply that names more values recites."""


def _is_doubted(lowered: str, found: Sequence[Assertion], at: int, domain: Domain) -> bool:
    words = _words_about(lowered, found, at)
    if _STOPGAP.search(words) or _TAKEN_BACK.search(words) or _ONLY_ASKED.search(words):
        return True
    event = _OTHER_EVENT.search(words) if domain.type is ValueType.DATE else None
    if event is not None and not _is_own_event(event["event"], domain):
        return True
    return not any(map(_PERSON.fullmatch, domain.subjects)) and _is_anothers(words, domain)


def _is_own_event(event: str, domain: Domain) -> bool:
    """Whether a word for an event is one for a domain's matter."""
    same = {event, f"{event.removesuffix('e')}ing"} | same_matters({event})
    return not same.isdisjoint(domain.words)


def _is_anothers(words: str, domain: Domain) -> bool:
    """Whether words say that a value belongs to somebody else; `your brother's suggestion` may be the user's own."""
    for other in _OTHERS.finditer(words):
        if any(word in own_words(domain) for word in re.findall(r"[\w-]+", other[0]) if len(word) > 3):
            return False
        owned = _OWNED.match(words, other.end()) if other[0].endswith("'s") else None
        if owned is None or not {*_PLACES, *domain.subjects}.isdisjoint(owned[0].split()):
            return True
    return False


_OWNED = re.compile(r"(?: \w+){1,2}")
_PLACES = ("place", "home", "house", "flat", "room", "address")
"""What is another person's although it is no word for the matter."""


def _words_about(lowered: str, found: Sequence[Assertion], at: int) -> str:
    """The words of a value's sentence that belong to it, and a sentence behind that refers to it."""
    one = found[at]
    low = part_start(lowered, _SENTENCE, one.start)
    low = max(low, lowered.rfind(":", 0, one.start) + 1, one.start - _WITHIN)
    end = _SENTENCE.search(lowered, one.end)
    high = min(end.end() if end else len(lowered), one.end + _WITHIN)
    before = [other.end for other in found[:at] if low < other.end <= one.start and other.value != one.value]
    if before:
        cuts = [match.end() for match in _PART.finditer(lowered, before[-1], one.start)]
        low = cuts[-1] if cuts else before[-1]
    after = [other.start for other in found[at + 1 :] if one.end <= other.start < high and other.value != one.value]
    if after:
        cut = _PART.search(lowered, one.end, after[0])
        return lowered[low : cut.start() if cut else after[0]]
    if _REFERS.match(lowered, high):
        following = _SENTENCE.search(lowered, high)
        stop = following.end() if following else len(lowered)
        if not any(high <= other.start < stop for other in found):
            high = stop
    return lowered[low : one.start] + "\N{BULLET}" + lowered[one.end : high]
