"""Tells whether a reply only asks for what was never told: `Which guilds should I include? Give me their names.`.

Such a reply says nothing but that it would have to be told. Each of its sentences has to be such a question or request,
a promise or a courtesy, and one of them has to name what was asked for. A bare question back (`Which guilds are you
in?`) says too little. A question for tone or taste (`which car would
you like?`) and a question back (`which city do you mean?`) ask for something else.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.untold.unknown_details import PLACES
from regulars.values import ValueType, fold

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_MOST_SENTENCES = 5
_OPENING = (
    r"[\W_]*(?:(?:sure(?: thing)?|of course|okay|ok|certainly|gladly|happy to(?: help)?|with pleasure|yes|great|hm+"
    r"|oh|ah|well|so|and|no problem|absolutely|first|then|to do that|for that)\b[\s,:!.–—-]*)*"
)
_QUESTION = re.compile(
    rf"{_OPENING}(?:remind me[,:]? )?(?:what|which|who|where|when|how (?:many|much|old|long|far|high|often))(?:'s"
    rf"|'re)?\b[^?]*\?$"
)
"""A question for a fact."""
_REQUEST = re.compile(
    rf"{_OPENING}(?:(?:please|just|simply|kindly|go ahead and|(?:could|can|would|will) you(?: please| just)?|if you"
    rf"|you can|you could) )*"
    r"(?:send|give|tell|list|share|name|paste|type|let me (?:have|know)|fill (?:me )?in|provide)\b[^?]*[.!?]*$"
)
"""A request to be told."""
_COURTESY = re.compile(
    rf"{_OPENING}(?:$|(?:and |then )?(?:i'll|i will|i can|i'd|i would|i'm (?:happy|glad|all ears)|(?:once"
    rf"|as soon as) (?:i|you)\b"
    r"|that way i|let me know|thanks?|just let me|happy|glad)\b[^?]*[.!]*$)"
)
"""A promise or a courtesy."""
_PROMISE = re.compile(r"\bi(?:'ll| will| can)\b")
"""What a reply would do if it were told."""
_OF_TASTE = re.compile(
    r"\b(?:mean|want|wants|wanted|prefer|rather|fancy|looking|would you like|like to|favou?r|tone|format|style|budget"
    r"|long should|many words|occasion|need|needs|feel|think|plan|planning|going to|why|purpose|for(?=\?)|about(?=\?)"
    r"|it going|help|colour should|suits?|how are|look at|into)\b"
)
"""A question for something else."""
_AMOUNTS = re.compile(r"\b(?:amounts?|numbers?|figures?|dates?|days?|sums?|values?|items?|entries|list)\b")
_LEAST = 3
_OF_ANY_QUESTION = frozenset(
    {"with", "from", "your", "have", "that", "this", "what", "when", "where", "were", "about", "thing", "first", "name"}
)
"""Words of attributes that questions about anything contain, so they do not say that a question is about this one."""
_OF_SPEAKER = re.compile(r"\b(?:my|our|mine|ours)\b|\bdid you (?:pick|choose|recommend|suggest|name)\b", re.IGNORECASE)
"""The speaker's own things, none of which an assistant has, and what somebody asks an assistant."""


def asks_only(text: str, expectation: Expectation) -> bool:
    """Whether a reply does nothing but ask for what was never told.

    Args:
        text: The reply, which names no value.
        expectation: What was asked for.

    Example:
        >>> from regulars.values import Domain
        >>> guilds = Expectation("set", Domain("guild", subjects=("guild", "guilds")), False)
        >>> asks_only("Of course! Which guilds are you in? I'll write them down.", guilds)
        True
        >>> asks_only("Of course! Which tone would your guilds like?", guilds)
        False
    """
    if is_chinese(text):
        return False
    sentences = [match[0].strip() for match in _SENTENCE.finditer(fold(text)[1]) if match[0].strip(" .!?*_\"'")]
    if not 0 < len(sentences) <= _MOST_SENTENCES:
        return False
    domain = expectation.domain
    own = {word for word in domain.words if len(word) >= _LEAST} - _OF_ANY_QUESTION
    if _OF_SPEAKER.search(text):
        return False
    asks = requests = False
    assents = any(_ASSENTS.match(sentence) and not _QUESTION.match(sentence) for sentence in sentences)
    for sentence in sentences:
        requests = requests or _REQUEST.match(sentence) is not None or _PROMISE.search(sentence) is not None
        is_request = _QUESTION.match(sentence) or _REQUEST.match(sentence)
        if is_request is not None:
            if _OF_TASTE.search(sentence):
                if not own.isdisjoint(re.findall(r"\w+", sentence)) and _MEANT.search(sentence):
                    continue
                return False
            if _asks_otherwise(sentence, expectation):
                return False
            of_matter = any(word in own or word.removesuffix("s") in own for word in re.findall(r"[^\W_]+", sentence))
            of_matter = of_matter or (assents and _names_matter(sentence, expectation))
            of_amounts = domain.type is not ValueType.TERM and _AMOUNTS.search(sentence) is not None
            asks = asks or of_matter or of_amounts
        elif _COURTESY.match(sentence) is None:
            return False
    return asks and (requests or assents)


_ASSENTS = re.compile(
    r"[\W_]*(?:sure|of course|certainly|gladly|with pleasure|absolutely|no problem|i can (?:do|write|help)|my pleasure"
    r"|(?:(?:i'd|i would|i'm) )?(?:(?:be )?(?:happy|glad|delighted)|love) to\b"
    r"(?! (?:hear|know|chat|talk|learn|see)\b))\b"
)
"""A reply that will do what was asked, and asks back what it needs for that."""
_ITS_NAME = re.compile(
    r"\b(?:what's|what is|what was) (?:(?:the|its) (?:exact |full )?(?:title|name)(?: of it)?|it(?: called| named)?)"
    r"[\s?]*$"
)
"""A question for the name of what was asked for."""
_NOT_ALLOWED = re.compile(
    r"\b(?:must|should|can|may|do)(?:n't| not|not)\b|\b(?:avoid|off limits|banned|forbidden|spoil|ruin)"
)
"""A question for what must not be."""


def _names_matter(sentence: str, expectation: Expectation) -> bool:
    """Whether a question asks for a name, or for what must not be where this was asked for."""
    domain = expectation.domain
    if is_averse(domain.name):
        return _NOT_ALLOWED.search(sentence) is not None
    return domain.type is ValueType.TERM and _ITS_NAME.search(sentence) is not None


_LED_BY = re.compile(rf"{_OPENING}(?:remind me[,:]? )?(what|which|who|where|when|how \w+)")
_OF_TIME = re.compile(r"\b(?:when|(?:what|which) (?:\w+ )?(?:day|date|month|year))\b")


def _asks_otherwise(sentence: str, expectation: Expectation) -> bool:
    """Whether a question is for another kind of value than the one that was asked for: `where` for a date."""
    led = _LED_BY.match(sentence)
    if led is None or _REQUEST.match(sentence):
        return False
    kind = expectation.domain.type
    if kind is ValueType.DATE or expectation.form == "duration":
        return _OF_TIME.search(sentence) is None and "date" not in sentence
    if led[1] == "where":
        return PLACES.search(expectation.domain.name) is None
    return (led[1] == "when" or led[1].startswith("how")) and kind is ValueType.TERM


_MEANT = re.compile(r"\b(?:which|what) [\w' ]+ do you mean\b")
"""A question back, which alone asks for no answer."""
