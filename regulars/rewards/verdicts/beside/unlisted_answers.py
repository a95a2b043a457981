"""Tells whether a reply that names no known value still puts an answer forward: `I'd say it's a Toyota`, `bay 14`.

Such an answer may stand beside words of not knowing ("I don't have much, but I'd say her name is Silverstein") or
beside mere chatter that looks like them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.spellings import find_rival
from regulars.rewards.verdicts.expectation import Expectation

_NAMED = re.compile(
    r"\b(?:[Ii]t(?:'s| is| was| must be| would be)|[Tt]hat(?:'s| is| was| would be|'d be)|(?:[Tt]he|[Yy]our"
    r"|[Mm]y|[Hh]er|[Hh]is|[Ii]ts|[Tt]heir) [\w' -]{1,40}? (?:is|was)"
    r"|called|named)(?: still| now| probably| surely| of course)?(?: (?:the|an?)(?: [a-z-]+){0,2}| on| in| with| at"
    r"| for)? [\"'*_]*"
    r"(?!(?:I|I'm|I've|I'd|OK)\b)(?:[A-Z][\w'-]+|[€$£]?\d)"
)
"""A statement that names something by a proper name or a number."""
_LEAD = (
    r"\b(?:if (?:my )?memory serves(?: me)?(?: (?:right|well|correctly|rightly))?"
    r"|if i(?:'m| am)? (?:remember(?:ing)?|recall|not (?:mistaken|wrong))(?: (?:correctly|rightly|right|well|it|this"
    r"|that))*"
    r"|i (?:\w+ly |do |still |just )?(?:think|believe|guess|suppose|reckon|imagine|suspect|seem to (?:remember|recall))"
    r"|i(?:'d| would) (?:\w+ly |still )?(?:say|guess|bet|imagine|reckon|assume|suppose)"
    r"|my (?:best |only )?(?:guess|bet|hunch|impression|feeling) (?:is|would be|was)"
    r"|most likely|in all likelihood|chances are|from memory|off the top of my head)"
)
"""Words before an answer that is given with a hedge."""
_IS = (
    r"(?:(?:it|that|this|he|she|they|yours|(?:the )?only (?:thing|entry|note|item)(?: (?:left|there|i have))?"
    r"|(?:the|your|his|her|their) (?:[\w'-]+ ){0,3}?(?:name|[\w'-]+))"
    r"(?:'s|'re| is| was| are| were| must be| must have been| would be| would have been| had to be| has to be)"
    r"|you(?:'re| are| were)?(?: \w+ly| also)? (?:studied|lived|worked|played|owned|used|graduated|attended|enrolled"
    r"|picked|ordered|adopted|joined|parked|rented"
    r"|married|visited|trained|started|stayed|signed|opted|moved|avoided|hated|loved|liked|preferred|drive|drove|live"
    r"|work|play|speak|own|have|had|eat|drink|wear"
    r"|went|go|take|took|keep|kept|use|hate|avoid|like|love|prefer)(?! (?:me|you)\b)"
    r"(?: (?:in|at|on|with|for|to|from|as))?)"
)
"""What states something as the answer."""
_EMPTY = (
    r"(?:not|n't|never|no|none|nothing|nobody|nowhere|neither|gone|lost|missing|deleted|erased|removed|cleared|wiped"
    r"|purged|blank|empty|unknown|unclear|untold|unsaid|new|news|an? (?:\w+ )?(?:blank|gap|dash|hole|question mark"
    r"|placeholder|mystery|secret|matter|question|case|bit|good|pity|shame|first|detail|topic|subject|thing|point"
    r"|mistake|mix-up|misunderstanding|joke)"
    r"|best|better|safe|safer|safest|fair|fine|okay|ok|right|time|up to|your (?:call|turn|choice|neighbour|friend)"
    r"|because|just|only|simply|merely|one (?:of|thing|that)|something|anything|someone|somebody|somewhere|possible"
    r"|likely|unlikely|worth|important|easy|easiest|easier|that|what|where|when|who|which|why|how|whether|if|too"
    r"|hard|difficult|been|all|in (?:there|here)|still|quicker|me|my|mine|i|we|you|us|likewise|among|part of"
    r"|about (?:somebody|someone|another|your|a|the)|from|before|after|between|outside|beyond|over|so|as|else"
    r"|more|less|wise|wiser|nice|great|lovely|true|clear|certain|sure|mentioned|told|recorded|noted|kept|stored"
    r"|said|asked|spoke|talked|shared|named|wanted|wished|meant|promised|decided|chose|hoped|planned|referred|deleted"
    r"|used|another|other|somebody|people|everything|everyone|did|do|to|never|ever|yet|quite|rather|pretty|very|a lot"
    r"|the (?:first|only|last|one|end|same|case|point|reason|safest|best|question|other|neighbour|colleague))\b"
)
"""What follows such words without answering: `it's a blank`, `it's best to ask`."""
_HEDGED = re.compile(
    rf"{_LEAD}[,:]?(?: that| though)?,? {_IS}(?!n't| not\b| never\b)(?: (?:probably|perhaps|maybe|likely|called"
    rf"|named))*"
    rf" [*_\"']*(?!{_EMPTY})[a-zà-ÿ0-9€$£]",
    re.IGNORECASE,
)
_HEDGED_VERB = re.compile(
    r"\bi(?:'d| would) (?:\w+ly |still )?(?:put|write|enter|guess|bet on|list)(?: down| in| it's)?"
    rf"[:,]? [*_\"']*(?!(?:it|this|them|the|in|on|off|down|out|under|together|your|up|a|an|some|any|less|{_EMPTY})\b)"
    r"[a-zà-ÿ0-9€$£]",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:(?:the only (?:thing|entry|note|item|detail|record)|all|what)(?: that)?(?:'s| is)?"
    r" (?:left|remaining|still (?:there|on file|stored|noted)|on file|stored|remains)(?: now)?(?: (?:is|was)(?: that)?"
    r"|:)"
    r" (?:you(?:'re)? (?:\w+ ){1,3})?)[*_\"']*"
    rf"(?!{_EMPTY})(?:(?:an?|the) [a-z]|(?-i:[A-Z])|[€$£]?\d)",
    re.IGNORECASE,
)
"""What is said to be left: `the only thing left is that you studied in Heidelberg`, `what's left: a motorhome`."""
_STOPS = re.compile(r"\b(?:\w+n't|not|never|nothing|none|no|without)\b", re.IGNORECASE)
"""A denial in a statement: it tells what is not known."""
_MODEST = re.compile(r"\bnot (?:mistaken|wrong)\b", re.IGNORECASE)
"""A hedge whose denial denies nothing."""
_CLAUSE_END = re.compile(r"[.!?;\n]|,(?! (?:that|which|who)\b)| (?:but|though|although)\b")
_ASKED = re.compile(
    r"\b(?:[Ww]asn't|[Ii]sn't|[Ww]eren't) (?:it|that|he|she) (?:the |an? |in |at "
    r"|called )?[\"'*]*[A-ZÀ-Þ][\w'-]+[^.?!\n]{0,30}\?"
)
"""A guess in a question: `wasn't it Fortnite?`."""
_REST = re.compile(
    r"\b(?:no|any) (?:other |further |more |additional )(?:details?|information|notes?|records?|entry|entries|data)\b"
    r"|\bthe rest (?:is|was|got|has|I)\b|\bmore than that\b|\bnothing (?:else|more)\b",
    re.IGNORECASE,
)
"""Words by which something was given, and no more."""
_SHORT_ANSWER = re.compile(
    r"[\W_]*(?:[\w'’-]+[ ,]+){0,7}(?:\d+(?:[.,]\d+)*[a-zA-Z]?|(?<=[a-z,] )(?!I\b)[A-ZÀ-Þ][\w'-]+)[\w' ,-]{0,24}[.!;\n]"
)


_OPENS_WITH_ANSWER = re.compile(
    r"[\W_]*(?:(?:(?:well|oh|ah|hm+|sure|yes|of course|i'm (?:pretty|fairly|quite) sure)[,!.]? )?(?:that )?"
    r"(?:it's|it is|it was|that's|that is|that was|your [\w'-]+(?: [\w'-]+)? is) )"
    rf"(?!{_EMPTY})(?:(?:an?|the) )?(?:[^.!?,;\n]{{1,40}}, (?:isn't|wasn't) it\?|(?:[a-z-]+ ){{0,2}}"
    rf"(?-i:[A-Z][\w'-]+)[^.!?;,\n]{{0,30}}[.!])",
    re.IGNORECASE,
)
"""A reply that begins with an answer: `It's a pickup truck, isn't it? I have no record of the model.`"""


_PLACEHOLDER = re.compile(r"\bX{2,}\b|\bTB[ACD]\b|\[[^\]\n]{1,60}\]")
"""What stands in a text where the answer is to be filled in."""


def answers_outside(text: str, found: Sequence[Assertion], expectation: Expectation) -> bool:
    """Whether a reply that abstains and asserts no known value puts another one forward all the same."""
    if find_rival(_PLACEHOLDER.sub("it", text), (), expectation.domain) >= 0:
        return True
    return not expectation.answerable and not found and offers_answer(text)


def names_unknown(text: str) -> bool:
    """Whether a reply that names no known value still names one by a proper name or a number: `it's Fluffy`."""
    return _NAMED.search(_PLACEHOLDER.sub("it", text)) is not None or offers_answer(text)


def offers_answer(text: str) -> bool:
    """Whether a reply puts something forward as its answer with a hedge: `if memory serves, it's bay 14`.

    A statement that denies something tells of what is missing: `I think it was never mentioned`.
    """
    plain = text.replace("’", "'")
    opening = _OPENS_WITH_ANSWER.match(plain)
    if opening is not None and not _STOPS.search(opening[0].removesuffix("isn't it?").removesuffix("wasn't it?")):
        return True
    if _ASKED.search(plain):
        return True
    if _REST.search(plain):
        short = _SHORT_ANSWER.match(plain)
        if short is not None and not _STOPS.search(short[0]) and not _GREETS.match(short[0]):
            return True
    for pattern in (_HEDGED, _HEDGED_VERB, _LEFT):
        for match in pattern.finditer(plain):
            end = _CLAUSE_END.search(plain, match.end())
            if not _STOPS.search(_MODEST.sub(" ", match[0])):
                clause = plain[match.end() : end.start() if end else len(plain)]
                if not _ABOUT_TELLING.search(clause):
                    return True
    return False


_QUESTION = re.compile(r"[^.!?\n]*\?")
_NO_SUBJECTS = frozenset({"does", "from", "have", "what", "when", "where", "with", "your"})
_BARE = re.compile(
    r"[\s*_\"'“(]*(?!(?i:yes|no|not|none|nope|yep|okay|sure|hello|thanks|great|nice|cool|good|well|right|fine|sorry|welcome"
    r"|goodbye|indeed|lovely|interesting|wonderful|perfect|any\w+|every\w+|some\w+|nothing|nobody|understood|\w+(?:ed|ly))\b)"
    r"(?:[A-Za-zÀ-ÿ][\w'’-]{3,}|[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){1,2})[.!\s*_\"'”)]*"
)
"""A reply of a single word or name: `Falconry.`, `Aqueduct Corner`."""


def states_unlisted(text: str, words: frozenset[str]) -> bool:
    """Whether a reply states what was asked for, in words or with a value that nobody listed: `your hobby is falconry`.

    Args:
        text: The reply.
        words: The words for what was asked for.

    Example:
        >>> states_unlisted("Your hobby is falconry.", frozenset({"hobby"}))
        True
        >>> states_unlisted("Is your hobby falconry?", frozenset({"hobby"}))
        False
    """
    plain = _QUESTION.sub(" ", text.replace("’", "'"))
    statement = _statement_about(words)
    return _BARE.fullmatch(text) is not None or (statement is not None and statement.search(plain) is not None)


@lru_cache(maxsize=512)
def _statement_about(words: frozenset[str]) -> re.Pattern[str] | None:
    own = "|".join(sorted(re.escape(word) for word in words if len(word) > 3 and word not in _NO_SUBJECTS))
    if not own:
        return None
    return re.compile(
        rf"\byour (?:[\w'-]+ ){{0,2}}?(?:{own})s?(?:'s| is| are|:)(?: now| currently| called)?"
        r" (?!(?:not|neither|none|still|something|what|one|in|on|an? (?:good|great|nice|fine))\b)[\w'€$£-]"
        rf"|\b(?-i:[Yy])ou (?:{own})s?(?: in| at| for| with| on)? (?!not\b)(?-i:[A-Z\d])",
        re.IGNORECASE,
    )


_MAY_BE = re.compile(
    rf"\b(?:could|might|may) (?:also |well |equally )?(?:be|have been) [*_\"']*(?!{_EMPTY})[a-zà-ÿ0-9€$£]",
    re.IGNORECASE,
)


def guesses_between(text: str) -> bool:
    """Whether a reply that knows nothing guesses several things: `it could have been eel, or it may have been cod`."""
    first = _MAY_BE.search(text)
    if first is None or re.search(r"\bor\b", text[first.end() :]) is None:
        return False
    return _MAY_BE.search(text, first.end()) is not None and _WHICH_OPEN.search(text, first.end()) is not None


_WHICH_OPEN = re.compile(
    r"\b(?:can't|cannot|couldn't|can not|don't|do not|not sure|unsure|no idea)(?: \w+){0,3} which\b"
    r"|\b(?:can't|cannot) decide between\b",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"[\W_]*(?:hi|hello|hey|dear|sorry|good|thanks|thank|apologies|on|in|at|since|search\w*|[A-Z][a-z]+,)\b",
    re.IGNORECASE,
)
_ABOUT_TELLING = re.compile(
    r"\b(?:you|we|i)(?:'ve| have| had|'d)? (?:never|not|\w*n't)\b(?! (?:agree|accept|sign|take|eat|want|like|stand))"
    r"|\b(?:never|not|n't|yet to) (?:been |be )?(?:told|mentioned|said|shared|given|discussed|known|recorded|noted)\b"
    r"|\bmissing\b|\bunknown\b|\bblank\b|\bempty\b",
    re.IGNORECASE,
)
"""The rest of such a statement says that nothing was told."""
