"""Tells whether a reply gives the known value for another thing, and something unknown for the one asked about.

`The hallway is slate grey, but your bedroom is sage green`, asked for the bedroom, answers with sage green. Two signs
have to meet: wherever the known value stands, it is said of another thing; and a part of the reply that names the
matter, without the value, says what it is.
"""

from __future__ import annotations

import re

from regulars.rewards.assertions.spellings import has_proper_names, may_be_name
from regulars.values import Domain

_PART = re.compile(
    r"[.!?;:\n]+|, (?:but |and |while |whereas )?|\s[–—-]+\s|—|\b(?:but|whereas|while)\b|\band (?=(?:the|your)\b)"
)
_GRAMMAR = frozenset(
    {"with", "have", "your", "usual", "thing", "main", "live", "were", "that", "what", "from", "this", "mine", "after"}
    | {"place", "name", "current", "getting", "time"}
)
_LEAST = 4
"""The number of letters of a word that may name the matter."""
_OF_ANOTHER = re.compile(
    r"(?:the|your|my|our) (?:[\w-]+ ){0,2}[\w-]+(?: (?:is|was|are|were)|'s)(?: (?:the|an?|in|painted))* ※+$"
    r"|you (?:did |have |only |just )?(?:(?:told me|spoke|talked) about|mention(?:ed)?|visited|went to|were going on"
    r"|travelled to|had a trip to)\b[^※]*※+(?! now\b)"
    r"|(?:the |an? |your )?※+(?: (?:is|was|are|were)|'s) (?:for|from|where you|what the"
    r"|what you \w+ (?:at|on|in|for|after))\b"
)
"""A part of a reply that says a value of another thing, if it does not name the matter."""
_STATES = re.compile(
    r"(?:\b(?:is|was|are|were|born in|born at)|'s) (?!born\b)(?:an? |the |some |just |actually )*"
    r"(?P<name>[a-z][\w'-]*(?: [\w'-]+){0,2})$"
    r"|^(?P<other>[a-z][\w'-]*(?: [\w'-]+)?) (?:is|was) (?:where|what) you\b"
)
"""A part that says what something is."""
_SAYS_NOTHING = re.compile(
    r"\b(?:not|never|no|unknown|know|sure|tell|told|said|mention\w*|remember|recall|notes?|ask\w*|why|because|since"
    r"|probably|maybe|perhaps|same|one|matter|another|something)\b|n't\b"
)
_NO_THING = frozenset(
    {"in", "on", "by", "at", "near", "for", "from", "with", "to", "up", "about", "what", "where", "there", "here", "it"}
    | {"that", "this", "you", "your", "yours", "my", "lovely", "nice", "great", "beautiful", "ready", "done", "right"}
    | {"so", "too", "very", "now", "still", "quite", "safe", "good", "correct", "wrong", "all", "clear", "important"}
)
"""Words with which nothing begins that answers."""


def gives_for_another(text: str, masked: str, domain: Domain) -> bool:
    """Whether a reply says its value of another thing only, and of the matter something that `domain` does not list.

    Args:
        text: The reply.
        masked: The same in lower case, with reference marks in place of the value.
        domain: The domain of the value.

    Example:
        >>> colour = Domain("wall_colour", aliases={"slate grey": (), "cream": ()}, subjects=("bedroom", "walls"))
        >>> reply = "The hallway is slate grey, but your bedroom is sage green."
        >>> gives_for_another(reply, reply.lower().replace("slate grey", "※" * 10), colour)
        True
        >>> reply = "The bedroom is slate grey, but your hallway is sage green."
        >>> gives_for_another(reply, reply.lower().replace("slate grey", "※" * 10), colour)
        False
    """
    matter = {word for word in domain.words if len(word) >= _LEAST} - _GRAMMAR
    at, parts = 0, []
    for cut in (*_PART.finditer(masked), None):
        low, high = at, cut.start() if cut is not None else len(masked)
        parts.append((masked[low:high].strip(" *_\"'"), text[low:high].strip(" *_\"'")))
        at = cut.end() if cut is not None else high
    with_value = [part for part, _ in parts if "※" in part]
    if not with_value or not all(_OF_ANOTHER.match(part) and not _names(part, matter) for part in with_value):
        return False
    return any(
        "※" not in part and _names(part, matter) and _says_what(part, cased, matter, domain) for part, cased in parts
    )


def _names(part: str, matter: set[str]) -> bool:
    return not matter.isdisjoint(re.findall(r"[^\W\d_]+", part))


def _says_what(part: str, cased: str, matter: set[str], domain: Domain) -> bool:
    """Whether a part says what the matter is: with a name where values are names, else in a word or three."""
    stated = _STATES.search(part)
    if stated is None or _SAYS_NOTHING.search(part):
        return False
    low, high = stated.span("name" if stated["name"] else "other")
    word = cased[low:high].split()[0]
    if _names(part[low:high], matter):
        return False
    if has_proper_names(domain):
        return word[:1].isupper() and may_be_name(word, domain)
    return word.lower() not in _NO_THING
