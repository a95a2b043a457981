"""Detects abstention: a fixed set of phrases that say that the speaker does not know."""

from __future__ import annotations

import re
from functools import lru_cache

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.chinese import load_chinese_cues
from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.assertions.openings import words_of
from regulars.rewards.stories import without_stories
from regulars.rewards.text_parts import holds_any
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
    if not holds_any(lowered, cues.signs):
        return False
    lowered = without_stories(lowered)
    return cues.firm.search(lowered) is not None or (not guesses and cues.unsure.search(lowered) is not None)


_SHORT_FORMS = {
    "u": "you", "ur": "your", "uve": "you've", "youve": "you've", "ive": "i've",
    "smth": "something", "sth": "something", "tbh": "", "lol": "", "sry": "sorry",
    "dont": "don't", "didnt": "didn't", "doesnt": "doesn't", "havent": "haven't", "hasnt": "hasn't", "isnt": "isn't",
    "wasnt": "wasn't", "cant": "can't", "couldnt": "couldn't", "wouldnt": "wouldn't", "havn't": "haven't",
    "yu": "you", "ya": "you", "yr": "your", "wat": "what", "wot": "what", "wich": "which", "abt": "about",
    "pls": "please", "plz": "please", "hav": "have", "dnt": "don't", "nothin": "nothing", "knwo": "know",
    "rember": "remember", "remeber": "remember",
}  # fmt: skip
_SHORT = frozenset(form.partition("'")[0] for form in _SHORT_FORMS)
_SHORT_FORM = re.compile(rf"\b(?:{'|'.join(_SHORT_FORMS)})\b")


_OF_LATER = re.compile(
    r"\bi (?:don't|do not|can't|cannot|couldn't) (?:know|say|tell) (?:whether|if) "
    r"(?:it|that|this|they|you|anything|things?)"
    r"(?:'s|'ve| has| have| is| are)? (?:\w+ ){0,4}?(?:since|chang\w+|grown|still|moved|switched|updated|lately)\b"
    r"[^,.!?;\n]*?(?=,|\b(?:because|as|since|and|but)\b|[.!?;\n]|$)"
)
"""Not knowing of a later change: what was told is known."""


_MISSPELT = (
    *("never", "remember", "remembered", "mention", "mentioned", "mentioning", "information", "record", "records"),
    *("recall", "recorded", "forgotten", "details", "deleted", "anything", "something", "memory"),
)
"""Words of an abstention that careless writers misspell."""
_REAL_WORDS = frozenset({"ever", "neer", "recoil", "recalled"})


@lru_cache(maxsize=1)
def _misspellings() -> dict[str, str]:
    """Each of these words without an inner letter, or with two inner letters swapped or one doubled: `mentoined`."""
    made = {}
    for word in _MISSPELT:
        for at in range(1, len(word) - 1):
            head, letter, behind = word[:at], word[at], word[at + 1 :]
            for form in (head + behind, head + behind[:1] + letter + behind[1:], head + letter * 2 + behind):
                made[form] = word
    return {form: word for form, word in made.items() if form not in _MISSPELT and form not in _REAL_WORDS}


@lru_cache(maxsize=8)
def _spelled_out(lowered: str) -> str:
    """Case-folded text with careless short forms and misspellings written out: `dont think u ever mentoined it`.

    What only sounds like not knowing is left out: later changes, conditions and comparisons.
    """
    forms = _misspellings()
    words = {word for word, _ in words_of(lowered)}
    for form in words & forms.keys():
        lowered = re.sub(rf"\b{form}\b", forms[form], lowered)
    plain = lowered if words.isdisjoint(_SHORT) else _SHORT_FORM.sub(lambda match: _SHORT_FORMS[match[0]], lowered)
    if " if " in plain or " whether " in plain:
        plain = _OF_LATER.sub(" ", plain)
    if holds_any(plain, _LOST):
        plain = _IF_LOST.sub(" ", plain)
    if "thing" in plain:
        plain = _COMPARED.sub(" ", plain)
    return (_SPACE_BEFORE_COMMA.sub("", plain) if " ," in plain else plain).rstrip()


_COMPARED = re.compile(
    r"(?:(?:\b(?:do|ca|could|would)(?:n't| not)|\bcannot|\bnever) (?:\w+ly )?)?"
    r"\b(?:(?:know|imagine|think of|picture|name)(?: of)? (?:any|no)thing"
    r"|nothing (?:could|would|can|will|is)(?: ever)?(?: be| have been)?) (?:much |far |even )?"
    r"(?:better|nicer|finer|easier|simpler|lovelier|tastier|worse)\b"
)
"""A comparison in the words of not knowing: `I don't know anything better`."""
_LOST = ("missing", "lost", "gone", "empty", "broken", "unclear", "deleted")
_IF_LOST = re.compile(
    r"\b(?:if|when|once|in case) (?:(?:any|some|one)(?: of \w+ \w+)?|something|anything|they|it|(?:the|a"
    r"|an|your) \w+)(?:'s| is| are| goes"
    r"| go| gets?)?"
    r"(?: \w+)? (?:missing|lost|gone|empty|broken|unclear|deleted)\b"
)
"""A condition, which says of nothing that it is missing: `if any are missing, ask the shop`."""


_SPACE_BEFORE_COMMA = re.compile(r"(?<=\w) (?=,)")


_NONE = re.compile(
    r"[\s\W]*(?:(?:no|nope|sorry|well|oh|afraid|hm+|honestly)[\s,.!—–-]+){0,2}"
    r"(?:(?:on|in|at|by|during) (?:that|the same) (?:day|date|time|week|month|talk|chat|conversation)[\s,:?—–-]+)?"
    r"(?:(?:i )?(?:don't|do not) know|dunno|can't (?:say|tell)|unknown"
    r"|no (?:amounts?|dates?|idea|clue|data|figures?|numbers?|names?|values?|records?|entry|information)"
    r"|nothing|none|zero|nil|0|nope|nada|zilch|naught|nowhere|nobody|no one|not a (?:thing|word|trace|sausage)"
    r"|not (?:a single |even )?one|not yet|never|no)"
    r"(?:[\s,]+(?:at all|any (?:more|longer)|anymore"
    r"|so far|yet|whatsoever|as yet|to date|that i know of|i'm afraid|sorry|here|there|known to me"
    r"|on (?:file|record)|of the (?:sort|kind)|from you|up to now|until now|as far as i (?:know|can (?:see|tell))"
    r"|(?:not |not (?:on|at|in) |on |at |in |by |during )(?:that|the same) (?:day|date|point|time|stage|week|month)"
    r"|back then|to my knowledge|(?:going|judging) by [\w' ]{3,40}|according to [\w' ]{3,40}|in (?:my|the"
    r"|our) (?:notes|records|memory)))*"
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
    if _NONE.match(lowered) or _EMPTY_FIELD.search(lowered) or _NOT_ONE.search(lowered):
        return True
    return load_cues().bare.search(_without_matters_of_form(lowered)) is not None


_EMPTY_FIELD = re.compile(
    r"(?:\|[ *_]*|:[ *_]+|(?:→|->|=)[ *_]*)(?:[-–—]|none|nothing|nil|null|n/a|empty|no (?:entry|value|data|record))"
    r"[ *_]*(?:\((?:none|empty|nothing|no|not)\b[^()\n]{0,40}\))?[ *_.]*(?:\||\n|$)"
)
"""A field or a cell without a value: `| car | – |`, `Car: none`."""
_OF_FORM = re.compile(
    r"\b(?:tone|styles?|formats?|wording|lengths?|layouts?|fonts?|greetings?|sign-?off|occasion|deadline|channel|order"
    r"|suits? you|you(?:'d)? (?:prefer|rather)|preferences?|formal|informal|casual|funny|serious|formatted|phrased"
    r"|worded|sorted|short|long|longer|shorter|detailed"
    r"|spreadsheet|bullet points|font|app|whom it's for|who it's for|how many words)\b"
)
"""What somebody asks about who is to write a text: it is no answer that is missing."""
_ASKS = re.compile(r"\?|\b(?:tell|give|let|send|say|pick|choose|remind)\b")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_DENIAL = re.compile(
    r"\b(?:no|not|none|nothing|never|unknown|without|what (?!suits|you)|which (?!order|tone|style|format|one"
    r"|way)\w+)\b|n't\b"
)


def _without_matters_of_form(lowered: str) -> str:
    """The text without requests that ask for tone, length or format only: `just tell me the tone you want`."""
    if not _OF_FORM.search(lowered):
        return lowered

    def kept(sentence: re.Match[str]) -> str:
        asks_form = _OF_FORM.search(sentence[0]) and _ASKS.search(sentence[0]) and not _DENIAL.search(sentence[0])
        return " " if asks_form else sentence[0]

    return _SENTENCE.sub(kept, lowered)


_DENIES = re.compile(
    r"\b(?:no|not|none|nothing|never|neither|nobody|without|nowhere|blank|empty|missing|unknown|deleted|removed|erased"
    r"|cleared|wiped|nicht|nichts|nie|nunca|jamais|nooit|aldri[gt]?|kein\w*|nada|ning[uú]n[oa]?|rien|aucune?|niets?"
    r"|geen|niente|nessun[oa]?|ingen|inget"
    r"|inte|ikke)\b|n't\b"
)
_OTHER_DENIAL = re.compile(
    r"\bso (?:that )?(?:nothing|no|none)\b|\bnot only\b|\bnone of (?:my|your|his|her|their|our) business\b"
    r"|, you know\b(?=[.!?,]|$)|\bwon't\b|\b(?:can't|cannot|can not|couldn't|not able to|unable to)(?: \w+ly)? "
    r"(?!say|tell|recall|remember|find|see|know|answer|give|name|help you with (?:that|this))\w+"
    r"|\byou (?:\w+ )?(?:don't|do not|haven't|have not|didn't|aren't|are not|never) "
    r"(?:\w+ )?(?:have|had|got|own|play|speak|live|work|drive|use|take|eat|drink|wear|keep|need|want|like|belong)\b"
)
"""Denials of another kind: of what the assistant can do, of what the user has."""
_OF_MEMORY = re.compile(
    r"\b(?:notes?|records?|files?|memory|information|data|chats?|conversations?|entry|value|stored|saved|noted|told"
    r"|mention(?:ed)?|said|known|know|name\w*|includes?|c[ao]me up|given?|gave|share[ds]?|spoken?|talked|heard|learn\w*"
    r"|found|find(?:ing)?|asked|date|amounts?|figure|answer|left|request|to yourself"
    r"|ich|du|wir|mir|mehr|dazu|yo|tú|je|tu|ik|jij|jag|jeg)\b"
)
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


_ASKS_BACK = re.compile(r"\bwhat(?:'s| is| was) it(?: called| named| that\b[^?.!\n]*)?\?", re.IGNORECASE)


def asks_back(text: str) -> bool:
    """Whether a reply asks what it is that was asked for; alone, that does not say that it is not known."""
    return _ASKS_BACK.search(text.replace("’", "'")) is not None


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


def hedges_lightly(text: str) -> bool:
    """Whether `text` contains a light hedge: a statement with one still counts, unless its speaker also abstains."""
    if is_chinese(text):
        return load_chinese_cues()["light.phrases"].search(fold(text)[1]) is not None
    return load_cues().light.search(fold(text)[1]) is not None
