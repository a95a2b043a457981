"""Tells that the words behind an option give it to another person: `Tempero is your cousin's gym`, `B is Talia's`."""

from __future__ import annotations

import re
from collections.abc import Sequence

PERSON = (
    r"(?:(?:grand|step|half-?|god)?(?:mother|father|mum|mom|dad|son|daughter|parent|child|brother"
    r"|sister)(?:-in-law)?|(?:flat|room|house|class|work|team)-?mate|aunt|uncle|cousin|niece|nephew|sibling|partner"
    r"|wife|husband|girlfriend|boyfriend|friend|colleague|co-?worker|boss|manager|neighbou?r|teacher|tutor|coach"
    r"|landlord|landlady|mate|pal)"
)
"""A person who stands near the user."""
_OTHERS = (
    rf"(?:(?:someone|somebody|anyone|people)(?: else)?'s|another (?:person|user|\w+)'s|your (?:\w+ )?{PERSON}s?'s?"
    rf"|(?:his|hers|theirs)\b|(?:what|the one|the \w+) (?:that )?(?:another|your (?:\w+ )?{PERSON}s?|someone|somebody"
    r"|other people|he|she|they)\b"
    rf"|(?<=belongs to )(?:your (?:\w+ )?{PERSON}s?|someone else|somebody else)\b)"
)
_IS = (
    r"[\s*_\"')]*(?:,? (?:which|that|who))? ?(?:is|was|are|were|'s|'re|belongs to|belong to)(?: (?:\w+ly|just|only"
    r"|in fact))?"
)
_GIVEN_AWAY = re.compile(rf"{_IS} (?P<who>{_OTHERS})", re.IGNORECASE)
_NAMED = re.compile(rf"(?i:{_IS}) (?P<who>[A-Z][\w-]+'s?)(?=[\s.,;!?)*]|$)")
"""A person by the name, which has a capital letter: `B is Talia's`."""
_NO_NAME = frozenset(("It's", "That's", "There's", "Today's", "What's", "Here's", "Who's"))
_REACH = 80


def is_of_another(cased: str, start: int, options: Sequence[str]) -> bool:
    """Whether the words from `start` on say that what stands before them belongs to another person.

    Words that an option has itself (`My brother's gym is Tempero`) say nothing of the kind.

    Args:
        cased: The reply, with its capital letters and straight quotes.
        start: Where the option ends.
        options: The options' texts.

    Example:
        >>> is_of_another("Tempero is your cousin's gym.", 7, ("My gym is Tempero.",))
        True
        >>> is_of_another("Tempero is your gym.", 7, ("My gym is Tempero.",))
        False
    """
    behind = cased[start : start + _REACH]
    match = _GIVEN_AWAY.match(behind) or _NAMED.match(behind)
    if match is None or match["who"] in _NO_NAME:
        return False
    said = match["who"].lower().replace("your ", "")
    return not any(said in option.lower().replace("’", "'") for option in options)
