"""Finds the answer of a reply that names several values: what it says last and plainly, or picks, counts.

Replies weigh candidates before they answer ("Solveig has a ring to it, Sylvester is mischief; so, Prudence it is"). Where
several values stand asserted, those in the concluding sentence decide, if there is one. A sentence concludes if words
before its value say so (`so`, `that leaves`, `I'd put down`) or words behind it (`it is`, `wins`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion

_SENTENCE = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s)|\n+|;\s")
_CONCLUDES = re.compile(
    r"(?:^|[\s\W])(?:so|therefore|thus|hence|consequently|accordingly|ergo|(?:that|which|this|it) (?:leaves|means|makes it)"
    r"|leaves? (?:you|us|me|only|just|one)|left with|in (?:short|sum|conclusion|the end|other words)|all in all"
    r"|to sum up|bottom line|overall|final(?:ly)?|answer|result|verdict|conclusion|decision|for the record|→|=>|->"
    r"|(?:i'd|i would|i'll|i will|let's|i|we|i've|we've|you|you've|you should|simply|just)(?: (?:\w+ly|then|still|rather|now|just))*"
    r" (?:go|going|went|gone|stick|stuck|side|sided) (?:for|with)|(?:i'd|i would|i'll|i will|i've|i)(?: \w+ly| then| still| now)*"
    r" (?:put|write|say|take|took|taken|pick|picked|choose|chose|chosen|recommend|recommended|suggest|suggested|name|named"
    r"|keep|kept|call|called|baptise|christen|vote|voted|opt|opted|decide|decided|settle|settled|land|landed|argued"
    r"|advised?|back|backed|answer|enter|note|list|cut|strike|struck)|(?:i|we) (?:came|come) down on"
    r"|my (?:pick|choice|vote|answer|recommendation|favou?rite|advice|suggestion|tip|money)|the (?:winner|pick|choice|right one"
    r"|answer|one to|best (?:one|choice|pick|fit))|instead|remains|make it|take the|go (?:for|with)|stick (?:to|with)"
    r"|(?:the |your )?(?:most recent|latest|newest|current)|as of now|now|today|currently)(?=[\s\W]|$)"
)
_CONCLUDED = re.compile(
    r"[\s*_\"')]*(?:it (?:is|was|shall be|will be|'s)|then|wins|won|remains|it'll be|(?:has|had|have) to go"
    r"|(?:comes?|came) out (?:on top|ahead)|gets? my (?:vote|pick)|(?:is|was|are|were|'s) (?:\w+ )?(?:the (?:one|winner|answer|pick"
    r"|choice|best)|my (?:pick|choice|answer|recommendation|advice)|what (?:i|you)|yours|left|right|correct|it\b)|for (?:you|me))"
)
_BOLD = re.compile(r"\*\*[^*\n]{0,40}$")


def concluded(text: str, claims: Sequence[Assertion]) -> list[Assertion]:
    """The claims that a reply concludes with; all of them, if it draws no conclusion.

    Args:
        text: The reply.
        claims: The values that it asserts, in text order.
    """
    if len({claim.value for claim in claims}) < 2:
        return list(claims)
    lowered = text.lower() if text.isascii() else text.casefold() if len(text.casefold()) == len(text) else text
    bounds = [0, *(match.end() for match in _SENTENCE.finditer(lowered)), len(lowered)]
    sentences = [
        [claim for claim in claims if low <= claim.start < high] for low, high in zip(bounds, bounds[1:], strict=False)
    ]
    starts = [low for low, inside in zip(bounds, sentences, strict=False) if inside]
    told = [inside for inside in sentences if inside]
    for start, inside in reversed(list(zip(starts, told, strict=True))):
        decisive = [claim for claim in inside if _concludes(lowered, start, claim)]
        if decisive and len({claim.value for claim in decisive}) == 1 and _is_apart(lowered, inside, decisive[-1]):
            return decisive
        if inside is told[-1] and decisive:
            return inside
    bold = [claim for claim in claims if _BOLD.search(text, max(claim.start - 44, 0), claim.start)]
    if bold and len({claim.value for claim in bold}) == 1 and bold[0].start == claims[0].start:
        return bold
    return list(claims)


def _concludes(lowered: str, start: int, claim: Assertion) -> bool:
    before = lowered[start : claim.start]
    return _CONCLUDES.search(before) is not None or _CONCLUDED.match(lowered, claim.end) is not None


_JOINED = re.compile(r"[\s,&/+*_]*(?:and|or|as well as|plus|both)?[\s*_]*(?:the |an? |your )?")


def _is_apart(lowered: str, inside: Sequence[Assertion], chosen: Assertion) -> bool:
    """Whether no other value is listed together with the chosen one."""
    for one, other in zip(inside, inside[1:], strict=False):
        if chosen in (one, other) and one.value != other.value and _JOINED.fullmatch(lowered, one.end, other.start):
            return False
    return True
