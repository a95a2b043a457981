"""Detects abstention: a fixed set of phrases that say that the speaker does not know."""

from __future__ import annotations

import re
from functools import lru_cache

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.chinese import load_chinese_cues
from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.stories import without_stories
from regulars.values import fold

ABSTENTION = "-"
"""The structured answer of an abstention."""

_KEPT = 10_000
"""The greatest number of characters of a text whose result is kept, so that long replies fill no memory."""


def abstains(text: str, *, guesses: bool = False) -> bool:
    """Whether `text` says that its speaker does not know.

    Args:
        text: The reply.
        guesses: Whether it also names a value as a guess. Then being unsure is not an abstention ("I'm not sure, but
            perhaps Bergen"); only an outright statement of not knowing is.
    """
    return (_abstains if len(text) <= _KEPT else _abstains.__wrapped__)(text, guesses)


@lru_cache(maxsize=1024)
def _abstains(text: str, guesses: bool) -> bool:
    lowered = fold(text)[1]
    if is_chinese(text):
        own = load_chinese_cues()
        plain = own["abstention.firm"].search(lowered) is not None
        return plain or (not guesses and own["abstention.unsure"].search(lowered) is not None)
    cues = load_cues()
    lowered = _spelled_out(lowered)
    if not any(sign in lowered for sign in cues.signs):
        return False
    lowered = without_stories(lowered)
    return cues.firm.search(lowered) is not None or (not guesses and cues.unsure.search(lowered) is not None)


_SHORT_FORMS = {
    "u": "you", "ur": "your", "uve": "you've", "youve": "you've", "ive": "i've",
    "smth": "something", "sth": "something", "tbh": "", "lol": "", "sry": "sorry",
    "dont": "don't", "didnt": "didn't", "doesnt": "doesn't", "havent": "haven't", "hasnt": "hasn't", "isnt": "isn't",
    "wasnt": "wasn't", "cant": "can't", "couldnt": "couldn't", "wouldnt": "wouldn't",
}  # fmt: skip
_SHORT_FORM = re.compile(rf"\b(?:{'|'.join(_SHORT_FORMS)})\b")


_OF_LATER = re.compile(
    r"\bi (?:don't|do not|can't|cannot|couldn't) (?:know|say|tell) (?:whether|if) "
    r"(?:it|that|this|they|you|anything|things?)"
    r"(?:'s|'ve| has| have| is| are)? (?:\w+ ){0,4}?(?:since|chang\w+|grown|still|moved|switched|updated|lately)\b"
    r"[^,.!?;\n]*?(?=,|\b(?:because|as|since|and|but)\b|[.!?;\n]|$)"
)
"""Not knowing of a later change: what was told is known."""


def _spelled_out(lowered: str) -> str:
    """Case-folded text with careless short forms written out: `dont think u ever told me`."""
    return _OF_LATER.sub(" ", _SHORT_FORM.sub(lambda match: _SHORT_FORMS[match[0]], lowered)).rstrip()


_NONE = re.compile(
    r"[\s\W]*(?:(?:no|nope|sorry|well|oh|afraid|hm+|honestly)[\s,.!—–-]+){0,2}"
    r"(?:(?:i )?(?:don't|do not) know|dunno|can't (?:say|tell)|unknown"
    r"|no (?:amounts?|dates?|idea|clue|data|figures?|numbers?|names?|values?|records?|entry|information)"
    r"|nothing|none|zero|nil|0|nope|nowhere|nobody|no one|nil|not (?:a single |even )?one|not yet|never|no)"
    r"(?:[\s,]+(?:at all|any (?:more|longer)|anymore"
    r"|so far|yet|whatsoever|as yet|to date|that i know of|i'm afraid|sorry|here|there|known to me"
    r"|on (?:file|record)|of the (?:sort|kind)|from you|up to now|until now|as far as i (?:know|can (?:see|tell))"
    r"|to my knowledge|in (?:my|the|our) (?:notes|records|memory)))*"
    r"(?!\W*(?:probably|maybe|perhaps|possibly|presumably|my guess|i(?:'d| would)? (?:guess|say|think)|it(?:'s| is)) )"
    r"[\s.!;,—–-]*(?=$|\n|[.!;—–-])"
)
"""A reply that says in a word that there is nothing."""
_NOT_ONE = re.compile(
    r"\b(?:neither|none|not (?:one|a single|either|any))\b[^.!?\n]{0,80}"
    r"\b(?:known|c[ao]me(?: up)?|told|mentioned|given|shared|said|noted|recorded|crop(?:s|ped)|heard|reached me"
    r"|appears?"
    r"|has an? (?:date|number|day|figure)|on (?:file|record|my|our)|in (?:my|our|the|what))\b"
    r"|\b(?:have|having|got|getting|heard|hearing|know|knowing|knew|find|found|see|recall|remember|recorded|noted"
    r"|stored"
    r"|give(?:n)?(?: me)?|gave me|told me|mentioned|shared|lack(?:ing)? both|missing both) "
    r"(?:of )?(?:neither|none of|not (?:one|a single))\b"
    r"|\bboth (?:\w+ ){0,3}(?:are|remain|were) (?:\w+ )?(?:missing|unknown|blank|absent|lacking)\b|\bnever once\b"
    r"|\bthere(?: (?:is|are|was|were|has been|have been)|'s)?(?:n't| not) (?:an?|any|one|yet|a single)\b"
    r"|\b(?:of|about|for) neither\b|\bonly one of (?:the|these|those) (?:two )?(?:dates?|days?|numbers?|figures?)\b"
    r"|\bnothing (?:there |here )?(?:(?:for me )?to|i could|i can) (?:add|sum|count|subtract|total|work|go)\b"
    r"|\b(?:give|send|tell|need|know|told) (?:\w+ ){0,2}?(?:both|the two|two|these two|the missing) (?:\w+ )?"
    r"(?:dates?|days?|numbers?|figures?)\b"
    r"|\b(?:lack|missing|without|need|want) (?:both|either|the two|two|at least one) (?:of (?:the|those"
    r"|these) )?(?:two )?"
    r"(?:dates?|days?|numbers?|figures?|points|ends)\b",
)
"""A reply that says that none of what was asked for was told, or that all of it is needed first."""


def disclaims(text: str) -> bool:
    """Whether a reply that asserts no value says in any way that its speaker has none to give."""
    lowered = without_stories(_spelled_out(fold(text)[1]))
    if _IS_OVER.search(lowered):
        return False
    return _NONE.match(lowered) is not None or any(cue.search(lowered) for cue in (_NOT_ONE, load_cues().bare))


_DENIES = re.compile(
    r"\b(?:no|not|none|nothing|never|neither|nobody|without|nowhere|blank|empty|missing|unknown|deleted|removed|erased"
    r"|cleared|wiped|nicht|nichts|nie|nunca|jamais|nooit|aldri[gt]?|kein\w*|nada|ning[uú]n[oa]?|rien|aucune?|niets?|geen|niente|nessun[oa]?|ingen|inget"
    r"|inte|ikke)\b|n't\b"
)
_OTHER_DENIAL = re.compile(
    r"\bso (?:that )?(?:nothing|no|none)\b|\bnot only\b"
    r"|\bwon't\b|\b(?:can't|cannot|can not|couldn't|not able to|unable to)(?: \w+ly)? "
    r"(?!say|tell|recall|remember|find|see|know|answer|give|name|help you with (?:that|this))\w+"
    r"|\byou (?:\w+ )?(?:don't|do not|haven't|have not|didn't|aren't|are not|never) "
    r"(?:\w+ )?(?:have|had|got|own|play|speak|live|work|drive|use|take|eat|drink|wear|keep|need|want|like|belong)\b"
)
"""Denials of another kind: of what the assistant can do, of what the user has."""
_OF_MEMORY = re.compile(
    r"\b(?:notes?|records?|files?|memory|information|data|chats?|conversations?|entry|value|stored|saved|noted|told"
    r"|mentioned|said|known|know|name\w*|includes?|c[ao]me up|given?|gave|share[ds]?|spoken?|talked|heard|learn\w*"
    r"|found|find|asked|date|amounts?|figure|answer|left|request|to yourself"
    r"|ich|du|wir|mir|mehr|dazu|yo|tú|je|tu|ik|jij|jag|jeg)\b"
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_NAMES = re.compile(
    r"(?<=[a-z,;:] )(?!(?:I|I'm|I've|I'd|I'll|OK|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January"
    r"|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Spanish"
    r"|Dutch|Swedish|Italian)\b)[A-ZÀ-Þ]\w+|\d|[\"«]"
)


_AFFIRMS = re.compile(
    r"\bas you (?:said|told|mentioned|wrote|noted)(?: me)?\b(?! (?:nothing|no|none)\b)"
    r"|\b(?:notes?|records?|files?|memory) (?:says?|ha(?:ve|s)|shows?|lists?|names?) "
    r"(?!nothing\b|no(?:ne|t)?\b|neither\b|never\b|you\b|that you\b|only\b|just\b)"
)
"""An answer is told all the same: `a town, not a village, as you said`."""


def denies_all(text: str) -> bool:
    """Whether a reply that names no value only denies: it speaks of what was told, and offers nothing in its place.

    Any denial in a sentence about the speaker, the user or the notes is enough, unless a proper name, a figure or a
    quotation stands where an answer may.
    """
    if _NAMES.search(text):
        return False
    plain = _OTHER_DENIAL.sub(" ", load_cues().neutral.blanked(without_stories(_spelled_out(fold(text)[1]))))
    if _AFFIRMS.search(plain):
        return False
    parts = [match[0] for match in _SENTENCE.finditer(plain)]
    return any(_DENIES.search(part) and _OF_MEMORY.search(part) and not part.endswith("?") for part in parts)


_IS_OVER = re.compile(
    r"\b(?:that|it|this|all that)(?:'s| is| has been| was)(?: all| long| now)* (?:over|ended|history|behind you)\b"
)
"""A reply that says that what was asked for has ended: it does not say that it was never told."""
_ASKS_FOR_AMOUNTS = re.compile(
    r"\b(?:(?:since )?when|(?:on )?(?:what|which) (?:day|date|dates|days)|how (?:many|much|long|far)|what (?:is|are"
    r"|was|were"
    r"|'s) the (?:two )?(?:dates?|days?|numbers?|figures?))\b[^.!?\n]{0,120}\?"
    r"|\bfill in (?:the )?(?:first|two|both|blanks?|gaps?|rest|missing|dates?|numbers?)\b",
    re.IGNORECASE,
)


def asks_for_amounts(text: str) -> bool:
    """Whether a reply asks for the dates or numbers that it would have to calculate with."""
    return _ASKS_FOR_AMOUNTS.search(text) is not None


_UNKNOWN = re.compile(
    r"\b(?:[Ii]t(?:'s| is| was| must be| would be)|[Tt]hat(?:'s| is| was| would be|'d be)|(?:[Tt]he|[Yy]our"
    r"|[Mm]y) [\w' -]{1,40}? (?:is|was)"
    r"|called|named)(?: still| now| probably| surely| of course)?(?: the| an?| on| in| with| at| for)? [\"'*_]*"
    r"(?!(?:I|I'm|I've|I'd|OK)\b)(?:[A-Z][\w'-]+|[€$£]?\d)"
)
"""A statement that names something by a proper name or a number."""


def names_unknown(text: str) -> bool:
    """Whether a reply that names no known value still names one by a proper name or a number: `it's Fluffy`."""
    return _UNKNOWN.search(text) is not None


def hedges_lightly(text: str) -> bool:
    """Whether `text` contains a light hedge: a statement with one still counts, unless its speaker also abstains."""
    if is_chinese(text):
        return load_chinese_cues()["light.phrases"].search(fold(text)[1]) is not None
    return load_cues().light.search(fold(text)[1]) is not None
