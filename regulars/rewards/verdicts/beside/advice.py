"""Reads advice that answers a question: `try Bergen`, `you'll want to write Bergen`, `your colleagues are in Bergen`.

By itself, advice asserts nothing. But somebody who asks where something is, what to write or where to go is answered
by it, if the reply names one value and puts it in no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.beside.side_remarks import masked_values
from regulars.values import Domain

_OPENS = (
    r"(?:^|[.!?;:,\n–—-]\s*|\b(?:so|just|then|i'd|i would|i'll|you could|you can|you should|you might want to"
    r"|you may want to|please|best|better|and)\s+(?:just |first |best )?)"
)
_LEADS = (
    r"(?:(?:the|a|an|your|my|mr|mrs|ms|dr|in|on|at|to|of|for|with|behind|under|inside|looking|going|checking|asking"
    r"|searching|using|writing)\b\.? )*[*_\"']*"
)
_TRY = re.compile(rf"{_OPENS}[*_\"']*(?:try|check|look|head|go) (?:out )?{_LEADS}※")
"""`Try the dartboard`"""
_WRITE = re.compile(
    r"\byou(?:'ll|'d| will| would| may| might)(?: probably| just)? (?:want|need|have|like|be wanting|do well) to"
    r" (?:just |probably )?(?:write|put|enter|fill in|use|tick|say|list|give|note|type|state|name|choose|select|pick)"
    rf"(?: down| in| that| it's| it is)* {_LEADS}※"
)
"""`You'll want to write Bergen`"""
_SHARED = frozenset({"room", "office", "venue", "hall", "building", "court"})
"""Words in the names of places that people share."""
_WITH_OTHERS = re.compile(
    r"\b(?:your|the) (?:\w+ )?(?:colleagues|team(?:mates)?|co-?workers|workmates|group|crew|people|others|lot"
    r"|classmates|friends|mates|bandmates)\b(?: and you| all| usually| probably| normally| always)*"
    r"(?:'re|'ll| (?:are|will|should|must|sit|meet|use|gather|wait|work|go|have|hold))\b(?! not\b)[^.;!?※\n]{0,40}※"
)
"""`Your colleagues are in Watzmann`"""
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|or|either|might (?!want)|if(?! not)|unless|whether|guess\w*|not sure|unsure|don't"
    r"|another|instead|someday|one day|next (?:time|year|month)|would(?:n't)? (?:also|suit|be nice))\b|\?"
)
_SENTENCE = re.compile(r"[.!?…]+(?=\s|$)|\n+")
_NO_ADVICE = (AssertionStatus.QUESTIONED, AssertionStatus.WELCOMED)
_OUT = (AssertionStatus.DENIED, AssertionStatus.PAST)


def advised(text: str, found: Sequence[Assertion], domain: Domain) -> tuple[str, ...]:
    """The only value that a reply does not rule out, if it advises it without a doubt; empty otherwise.

    Args:
        text: The reply, which asserts no value and knows the answer.
        found: The values that it names.
        domain: Their domain.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> place = Domain("safe_place", aliases={"dartboard": (), "corkboard": ()})
        >>> reply = "It isn't behind the corkboard any longer. Try the dartboard."
        >>> advised(reply, assertions(reply, place), place)
        ('dartboard',)
    """
    kept = [one for one in found if one.status not in _OUT]
    if len({one.value for one in kept}) != 1 or kept[0].status in _NO_ADVICE or is_averse(domain.name):
        return ()
    masked = masked_values(text, kept[:1])
    if not masked:
        return ()
    low = part_start(masked, _SENTENCE, kept[0].start)
    end = _SENTENCE.search(masked, kept[0].end)
    sentence = masked[low : end.end() if end else len(masked)].strip()
    if _DOUBT.search(sentence):
        return ()
    is_shared = not _SHARED.isdisjoint(domain.words)
    patterns = (_TRY, _WRITE, *((_WITH_OTHERS,) if is_shared else ()))
    is_of_others = kept[0].status is AssertionStatus.FOREIGN
    if any(pattern.search(sentence) for pattern in patterns if not is_of_others or pattern is _WITH_OTHERS):
        return (kept[0].value,)
    return ()
