"""Finds an end that a reply claims where nothing was told: `You told me that this has ended, so there is none`.

Such a reply says more than that it does not know: there was something, and it is over. An end that is denied, supposed
or asked about is no claim, and neither is that of a chat, of a search or of another person's matter.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.rewards.verdicts.untold.other_people import others_named
from regulars.values import Domain, ValueType

_ADVERBS = r"(?:(?:\w+ly|now|since|all|long|just|already|also|then|meanwhile|by now) )*"
_TALK = (
    r"(?:chats?|conversations?|talks?|messages?|sessions?|search|lists?|notes?|records?|memory|story|stories|days?"
    r"|weeks?|weekend|months?|years?|lines?|questions?|sentences?|texts?|names?|files?|logs?|entry|entries|trail)"
)
"""What may end without the matter."""
_MATTER = (
    r"(?:it|that|this|they|those|all that|that one|the whole (?:thing|matter)"
    rf"|(?:your(?: own)?|the) (?!{_TALK}\b)[\w-]+(?: (?!{_TALK}\b)[\w-]+)??)"
)
_BEEN = (
    rf"(?:'s|'re|'d| is| are| was| were| has| have| had)(?: been)? {_ADVERBS}"
    r"(?:over(?=\s*(?:[.,;:!?)—–]|$)| (?:since|now|so|and (?!over)|for (?:good|now|some|a|you)|with|in [a-z]+|by|as|at"
    r"|long|but|again|then|because)\b)|ended|finished|history|behind you|done (?:with|and dusted)|cancell?ed|terminated"
    r"|settled|repaid|paid off|dissolved|discontinued|wound up|expired|called off|(?:a thing of|in) the past"
    r"|at an end|returned|(?:home|back) again"
    r"|back (?:home|with you|at yours|where it belongs|on its \w+|in its place))\b"
)
_WENT = (
    rf"(?: has| have| had|'s|'ve|'d)? ?{_ADVERBS}(?:ended(?! (?:up|before|with)\b)|stopped|ceased|lapsed|expired"
    r"|r[au]n out|r[au]n (?:its|their) course|c[ao]me to (?:an|its|their) end|wound up|dissolved|petered out"
    r"|died (?:out|down)|fizzled out)\b(?! (?:short|before)\b)"
)
_THEM = r"(?:it|that|this|them|those|the [\w-]+|your [\w-]+)"
_GAVE_UP = (
    rf"you(?:'ve|'d| have| had)? {_ADVERBS}(?:(?:stopped|quit|cancell?ed|ended)(?! (?:short|before|tell\w*|talk\w*"
    r"|writ\w*|answer\w*|shar\w*|say\w*|mid\w*|halfway|up|every|each|our|me|at|by|on|without|with (?!it|that|them)"
    rf"|(?:the|your|that|this) {_TALK})\b)|(?:dropped|sold|returned|redeemed|repaid|finished(?: with)?|left)"
    rf" {_THEM}\b(?! (?:out|open|blank|unsaid|to|at|for|up|off|empty|unmentioned|aside|{_TALK})\b)"
    r"|g[ai]ven?(?: [\w-]+)? (?:it|that|this|them|those) (?:up|back)|g[ai]ven? (?:up|back) (?:it|that|this|them|your)"
    r"|(?:paid|handed|sent|took|taken|brought) (?:it|that|this|them|him|her) (?:back|off)"
    r"|(?:are|came|were) off (?:it|them|your [\w-]+)|redeemed (?:it|your [\w-]+)"
    r"|left (?:(?-i:[A-Z])[\w-]+|in [a-z]+(?= and\b|[.,;!])|last \w+|in the \w+|a \w+ ago|long ago|for good)"
    r"|had (?:it|that|one) until|resigned|retired|separated|divorced|moved out|br[oe]ken? up|split up"
    r"|called it (?:off|a day))\b"
)
_NO_LONGER = (
    r"(?:\byou(?:'re| are)(?: all)? (?:done|finished|through) with (?:it|that|this|them)"
    r"|\byou(?:'re| are)? (?:\w+ )?no longer (?P<first>\w+)"
    r"|\byou(?:'re not| are not| aren't| don't| do not|'ve no| have no)"
    r"(?: \w+ly)? (?P<second>\w+)\b[^.!?;,\n]{0,50}?\b(?:any ?more|any longer)"
    r"|(?:(?<=^)|(?<=[.!?:;,—–-] ))(?:none|nobody|no one|no [\w-]+) (?:any ?more|any longer)(?=[.,;:!]|$)"
    r"|\b(?:it|that|this)(?:'s| is|'s been)?(?: not|n't| no longer) (?:going on|running|so|the case|valid|current"
    r"|active)\b(?: any ?more| any longer)?)"
)
_CLAIMED = re.compile(
    rf"(?<![\w'’-])(?:(?:{_MATTER})(?:{_BEEN}|{_WENT})|{_GAVE_UP}|{_NO_LONGER})(?! (?:on|in) (?:my|our) )",
    re.IGNORECASE,
)
"""Words that say that the user's matter has ended."""
_ENDED = re.compile(rf"(?<![\w'’-])(?:it|that|this)(?:{_BEEN}|{_WENT})(?P<first>)(?P<second>)", re.IGNORECASE)
"""The same where a day or an amount is asked for: another end may well be known."""
_OF_TELLING = re.compile(
    r"(?:want|wish|need|like|care|let|ask|tell|told|mention\w*|say|said|talk\w*|shar\w+|speak\w*|remember|know|recall"
    r"|trust|appear\w*|show\w*|listed|noted|stored)$",
    re.IGNORECASE,
)
"""What the user may do no longer without an end of the matter: `you no longer want me to know`."""
_BEGINS = re.compile(r"[.!?;:,\n—–(]|\s-\s|\b(?:but|so|and|because|only|except)\b", re.IGNORECASE)
"""Where the words begin that a claim stands in."""
_WITHIN = 200
"""The most characters of the words before a claim."""
_OPEN = re.compile(
    r"\b(?:if|unless|whether|when|once|until|till|before|may (?:\w+ )?(?:have|be)|might|maybe|perhaps|possibly|could"
    r"|would|should|or|either|neither|nor|not|never|no|none|nothing|nobody|cannot|without|ask\w*|want\w*|wish\w*"
    r"|wonder\w*|suppos\w+|guess\w*|request\w*)\b|n't\b",
    re.IGNORECASE,
)
"""Words by which an end is supposed, denied or left open."""
_OPEN_BEHIND = re.compile(
    r"[^.!?;\n]{0,40}?,? (?:or (?:else )?(?:never|not|you (?:never|haven't|didn't|have not)|i (?:was|never|wasn't))"
    r"|(?:if|unless) (?:you|it|i)\b|perhaps\b|maybe\b|possibly\b)|[^.!?;\n]{0,60}\?",
    re.IGNORECASE,
)
"""What stands behind an end that is left open: `it's over, or you never told me`."""


def claims_end(text: str, domain: Domain) -> bool:
    """Whether a reply claims that the user's matter has ended.

    Args:
        text: The reply.
        domain: What was asked for, and never told.

    Example:
        >>> gym = Domain("gym", aliases={"Ironworks": ()}, subjects=("gym",))
        >>> claims_end("You told me that it has run its course, so there's none.", gym)
        True
        >>> claims_end("You never told me whether it has run its course.", gym)
        False
    """
    if is_chinese(text) or len(text) > LONGEST_TO_SEARCH:
        return False
    plain = text.replace("’", "'")
    ends = _CLAIMED if domain.type is ValueType.TERM else _ENDED
    for end in ends.finditer(plain):
        if _OF_TELLING.match(end["first"] or end["second"] or ""):
            continue
        if not _is_of_matter(plain, end, domain):
            continue
        begin = part_start(plain, _BEGINS, end.start(), max(end.start() - _WITHIN, 0))
        before = plain[begin : end.start()]
        if _OPEN.search(before) or _OPEN_BEHIND.match(plain, end.end()):
            continue
        if not others_named(plain[begin : end.end()], domain.subjects):
            return True
    return False


_WORDS_FOR_IT = r"(?:it|that|this|they|them|those|one|none|nobody|no one|the whole (?:thing|matter))\b"
_IT = re.compile(rf"\b{_WORDS_FOR_IT}", re.IGNORECASE)
"""Words for what was asked for."""
_IT_BEHIND = re.compile(rf"\s+(?:(?!(?:and|but|so|then)\b)\w+ )?{_WORDS_FOR_IT}", re.IGNORECASE)
"""One of them as the object of a verb."""
_NO_OBJECT = re.compile(
    r"\s*(?:$|[.,;:!?)—–]|(?:in|on|last|since|then|now|ages|long|a (?:while|\w+ ago)|months|years|by|for good|some|back"
    r"|going|and)\b)",
    re.IGNORECASE,
)
"""What follows a verb that has no object."""
_NOUN = re.compile(r"\b(?:(?:the|your|my|an?) [\w-]+|left (?-i:[A-Z])[\w-]+)", re.IGNORECASE)
_OF_ONE_MATTER = re.compile(r"resigned|retired|separated|divorced|moved out|br[oe]ken? up|split up", re.IGNORECASE)
"""Ends of a job, a marriage or a home, whatever was asked for."""
_SO_NONE = re.compile(
    r"[^.!?;\n]{0,40}?,? (?:so|and so|hence)(?: that)? (?:there(?:'s| is| are)? ?(?:none|no\b|n't|not)|there isn't"
    r"|(?:i|you)(?:'ve)? (?:have |don't have |haven't )?(?:got )?(?:none|no\b|one\b|any\b))",
    re.IGNORECASE,
)
"""Behind an end: there is none because of it."""
_END_OF_PART = re.compile(r"[.!?;:,\n—–]|$")
_STEM = 4
"""The letters by which words of one stem are known."""


def _is_of_matter(plain: str, end: re.Match[str], domain: Domain) -> bool:
    """Whether what has ended is what was asked for, and not the user's trip or car."""
    own = tuple(word[:_STEM] for word in domain.words if len(word) >= _STEM)
    stop = _END_OF_PART.search(plain, end.end())
    stops = stop.start() if stop else len(plain)
    words = re.findall(r"\w+", plain[end.start() : stops].casefold())
    if _IT.search(end[0]) or _IT_BEHIND.match(plain, end.end()) or _SO_NONE.match(plain, end.end()):
        return True
    if any(word.startswith(own) for word in words):
        return True
    says_what = end["first"] or end["second"] or _NOUN.search(end[0]) or _OF_ONE_MATTER.search(end[0])
    return not says_what and _NO_OBJECT.match(plain, end.end()) is not None
