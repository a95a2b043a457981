"""Tells whether a reply about something that is over says that there is a new one, or that it goes on again.

`After the break-up you got together with Jonas` and `You broke up, but you two are back together` name an end, and
still answer with what holds. What is denied, asked or only possible (`if you've met somebody new`) does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.spellings import may_be_name
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.values import Domain

_YOU = (
    r"\b(?:you(?: two| both| guys)?|both of you|the two of you|you and (?:\w+ ){1,2}?)(?:'ve|'re| have| are)?"
    r"(?: (?:now|since|then|just|recently|already|been|also|both|all|got|gotten|happily|currently|soon|later))*"
)
_BEGUN = (
    re.compile(
        rf"(?i:(?:{_YOU} (?:together with|(?:(?<= been )|(?<= are )|(?<='re )|(?<= now ))with|seeing|dating"
        r"|going out with|engaged to|married to|living with|sharing with|moved in with|moved on to|switched to"
        r"|changed to|signed up (?:to|with|for|at)|joined|started (?:seeing|dating|at|with)|fell in love with"
        r"|fallen in love with|found|replaced (?:it|him|her|them) (?:by|with))(?: with)?|(?<=more, )but(?: now)? with)"
        r" (?:(?:some(?:one|body)|an?(?: [a-z]+){1,2})(?: new| else)?,? (?:called |named )?|(?:the|an?|your) )?)"
        r"[*_\"']*(?P<name>[A-ZÀ-Þ][\w'-]+)"
    ),
    re.compile(
        rf"{_YOU} (?:found|met|have|got|seeing|dating|with|in love with|married to|living with)(?: yourself)?"
        r" (?:(?:an?|your|the) new (?P<what>\w+)|some(?:one|body) (?:new|else))\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:back together|together again|(?:a couple|an item) again|reconciled|back with (?:him|her|them|each other)"
        r"|made up again|patched (?:it|things) up|rejoined|resumed|moved back in|(?:(?<='re )|(?<=are ))back on"
        r" (?:it|them)|(?:signed up|joined|subscribed|(?:took|taken) (?:it|them) up"
        r"|you(?:'ve| have)? (?:since |then |now )?started|moved in|borrowed it|lent it) again)\b",
        re.IGNORECASE,
    ),
)
"""The user has begun something with a name, has a new one, or has the old one again."""
_CLAUSE = re.compile(r"[.!?;:\n]|,|\b(?:but|and|so)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?\n]")
_UNREAL = re.compile(
    r"n't\b|\b(?:not|never|no|none|nothing|nobody|if|whether|unless|until|hope\w*|want\w*|wish\w*|might|may|would|could"
    r"|should|can|will|maybe|perhaps|possibly|used to|without|once|in case|plan\w*|think\w*|consider\w*|before|like"
    r"|such as|thanks|bye|ask|when|because|since(?! then)|as(?! of))\b"
    r"|'(?:d (?:like|love|rather|have|be|need|want|suggest)|ll)\b",
    re.IGNORECASE,
)
"""Words in a clause that do not assert it: a denial, a condition, a wish, a possibility, a reason."""
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
    begun = (one for pattern in _BEGUN for one in pattern.finditer(plain))
    return any(_is_such(one.groupdict(), domain) and is_asserted(plain, one) for one in begun)


def _is_such(named: Mapping[str, str | None], domain: Domain) -> bool:
    """Whether what was begun may be a new one of what is over, as far as it is named."""
    if name := named.get("name"):
        return may_be_name(name, domain)
    what = (named.get("what") or "").lower()
    own = tuple(word for word in domain.subjects if len(word) > len("the"))
    return not what or what in _ROLES or what.startswith(own)


def is_asserted(plain: str, match: re.Match[str]) -> bool:
    """Whether the clause of a match asserts it: it asks nothing, and only tells what is."""
    low = part_start(plain, _CLAUSE, match.start())
    end = _SENTENCE.search(plain, match.end())
    is_asked = end is not None and end[0] == "?"
    return not is_asked and _UNREAL.search(plain, low, match.end()) is None
