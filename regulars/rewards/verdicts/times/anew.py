"""Tells whether a reply about something that is over says that there is a new one, or that it goes on again.

`After the break-up you got together with Jonas` and `You broke up, but you two are back together` name an end, and
still answer with what holds. What is denied, asked or only possible (`if you've met somebody new`) does not.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.spellings import may_be_name
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.values import Domain

_YOU = (
    r"\b(?:you(?: two| both| guys)?|both of you|the two of you|you and (?:\w+ ){1,2}?)(?:'ve|'re| have| are)?"
    r"(?: (?:now|since|then|just|recently|already|been|also|both|all|got|gotten|happily|currently|soon|later))*"
)
_SOMEBODY = r"(?:some(?:one|body)|an?(?: [a-z]+){1,2})"
_NAMED = re.compile(
    rf"(?i:(?:{_YOU} (?:together with|(?<= been )with|(?<= are )with|(?<='re )with|(?<= now )with|seeing|dating"
    r"|going out with|engaged to|married to|living with|sharing with|moved in with|moved on to|switched to|changed to"
    r"|signed up (?:to|with|for|at)|joined|started (?:seeing|dating|at|with)|fell in love with|fallen in love with"
    r"|found|replaced (?:it|him|her|them) (?:by|with))(?: with)?"
    rf"|(?<=more, )but(?: now)? with) (?:{_SOMEBODY}(?: new| else)?,? (?:called |named )?"
    rf"|(?:the|an?|your) )?)[*_\"']*(?P<name>[A-ZÀ-Þ][\w'-]+)"
)
"""The user has begun something with a name: `you've been seeing someone called Jonas`."""
_NEW_ONE = re.compile(
    rf"{_YOU} (?:found|met|have|got|seeing|dating|with|in love with|married to|living with)(?: yourself)?"
    r" (?:(?:an?|your|the) new (?P<what>\w+)|some(?:one|body) (?:new|else))\b",
    re.IGNORECASE,
)
"""The user has a new one: `you found a new partner`."""
_AGAIN = re.compile(
    r"\b(?:back together|together again|(?:a couple|an item) again|reconciled|back with (?:him|her|them|each other)"
    r"|made"
    r" up again|patched (?:it|things) up|rejoined|resumed|moved back in|(?:(?<='re )|(?<=are ))back on (?:it|them)"
    r"|(?:signed"
    r" up|joined|subscribed|(?:took|taken) (?:it|them) up|you(?:'ve| have)? (?:since |then |now )?started|moved in"
    r"|borrowed it"
    r"|lent it) again)\b",
    re.IGNORECASE,
)
"""What ended has begun again."""
_CLAUSE = re.compile(r"[.!?;:\n]|,|\b(?:but|and|so)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?\n]")
_UNREAL = re.compile(
    r"n't\b|\b(?:not|never|no|nothing|nobody|if|whether|unless|until|before|when|hope\w*|want\w*|wish\w*|might|may"
    r"|would|could|should|maybe|perhaps|possibly|used to|without|were|had|once|in case)\b|'d\b",
    re.IGNORECASE,
)
"""Words in a clause that do not assert it: a denial, a condition, a wish, a possibility, what had been."""
_ROLES = ("partner", "boyfriend", "girlfriend", "love", "man", "woman", "flame", "relationship", "one")


def begins_anew(text: str, domain: Domain) -> bool:
    """Whether a reply says that the user has a new one of what is over, or has it again.

    Args:
        text: The reply.
        domain: What is over.

    Example:
        >>> partner = Domain("partner_name", aliases={"Ada": (), "Ole": ()}, subjects=("partner",))
        >>> begins_anew("You and Ada broke up, and now you're seeing Jonas.", partner)
        True
        >>> begins_anew("You and Ada broke up, and you're not seeing anyone.", partner)
        False
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) > LONGEST_TO_SEARCH:
        return False
    named = (one for one in _NAMED.finditer(plain) if may_be_name(one["name"], domain))
    own = tuple(word for word in domain.subjects if len(word) > len("the"))
    new = (one for one in _NEW_ONE.finditer(plain) if one["what"] is None or _is_such(one["what"], own))
    return any(_is_asserted(plain, one) for found in (named, new, _AGAIN.finditer(plain)) for one in found)


def _is_such(word: str, own: tuple[str, ...]) -> bool:
    """Whether a word is one for what is over."""
    return word.lower() in _ROLES or word.lower().startswith(own)


def _is_asserted(plain: str, match: re.Match[str]) -> bool:
    """Whether the clause of a match asserts it."""
    low = max((edge.end() for edge in _CLAUSE.finditer(plain, 0, match.start())), default=0)
    end = _SENTENCE.search(plain, match.end())
    is_asked = end is not None and end[0] == "?"
    return not is_asked and _UNREAL.search(plain, low, match.end()) is None
