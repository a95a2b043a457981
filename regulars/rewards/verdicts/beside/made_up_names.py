"""Finds a proper name in a list that is none of the values: `Forneria Lupa, Jollof Kitchen and last of all Casa Verde`.

Only where the values are proper names, and only in the place of a further item: behind the last value and `and`, or
behind words that put things in order.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.spellings import has_proper_names, may_be_name
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.values import Domain, find_values

_NAME = r"[*_\"']*(?P<name>[A-ZÀ-Þ][\w'-]*[a-zà-ÿ][\w'-]*(?: (?:of |the |de |& )?[A-ZÀ-Þ][\w'-]+){0,3})[*_\"']*"
_TO = (
    r"(?i:(?:,|:|was|came|is|comes|it was|there was|at|about|to"
    r"|you (?:told me about|mentioned|joined|went to|tried)) ?)*"
)
_END = r"(?=[.;!)\n]|$|, (?:and|then)\b| (?:on|in) (?:\w+ )?\d| in [A-Z]| last (?:\w+day|week|month)\b| yesterday\b)"
_WHEN = r"(?: (?:on|in|at|since|from|last) [^,;.!?\n※]{1,20}| \([^()\n]{1,30}\))?"
_FURTHER = (
    re.compile(
        rf"\b(?i:(?:and |but )?(?:then|finally|lastly|last(?: of all| but not least)?|most recent(?:ly)?|latest|newest"
        rf"|(?:the )?(?:third|fourth|fifth)(?: one)?|next|after that|afterwards|later|followed by)) ?{_TO}"
        rf"(?:(?i:the|an?) )?{_NAME}{_END}"
    ),
    re.compile(rf"※[*_\"']*{_WHEN}(?:,? (?i:and|plus|&|as well as)|,) {_TO}(?:(?i:the) )?{_NAME}{_WHEN}(?=[.;!)\n]|$)"),
    re.compile(rf"※[^\n]{{0,40}}\n[ \t>]*(?:[-*•–]|\d{{1,2}}[.)]) +{_NAME}(?=[ \t]*(?:\n|$|[(–—:-]))"),
)
"""A further item of a list, by its connective."""
_VOCATIVE = re.compile(r"※[*_\"']*[^,※]*, [*_\"']*$")


def has_made_up_name(text: str, domain: Domain) -> bool:
    """Whether a reply lists a proper name that is none of the values.

    Args:
        text: The reply, which names the right values.
        domain: The values.

    Example:
        >>> place = Domain("restaurant", aliases={"Forneria Lupa": (), "Jollof Kitchen": ()})
        >>> has_made_up_name("First Forneria Lupa, then Casa Verde.", place)
        True
        >>> has_made_up_name("First Forneria Lupa, then Jollof Kitchen, Ada.", place)
        False
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) > LONGEST_TO_SEARCH or not has_proper_names(domain):
        return False
    for one in reversed(find_values(plain, domain)):
        plain = f"{plain[: one.start]}※{plain[one.end :]}"
    found = (match for pattern in _FURTHER for match in pattern.finditer(plain))
    return any(_is_item(plain, match, domain) for match in found)


def _is_item(plain: str, match: re.Match[str], domain: Domain) -> bool:
    """Whether a match names a thing, and not the person whom the reply speaks to."""
    words = [word for word in match["name"].split() if word[:1].isupper()]
    known = (set(f"{value} {' '.join(others)}".split()) for value, others in domain.aliases.items())
    if not any(may_be_name(word, domain) for word in words) and (
        len(words) == 1 or any(map(set(words).issubset, known))
    ):
        return False
    return _VOCATIVE.search(plain, match.start(), match.start("name")) is None
