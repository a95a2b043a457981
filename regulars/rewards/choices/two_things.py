"""Puts `the first` and `the second` for two things that a question compares, wherever a reply calls them by name.

Asked `Take my guest count first and my department's headcount second ... Which doesn't fit me?`, a reply rather says
`Your department is too big` than `the second doesn't fit`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_NAMES: tuple[tuple[str, str], ...] = (
    (
        r"\bguest|\binvit|\bparty\b",
        r"guest ?(?:count|list|number)s?|guests?|part(?:y|ies)(?: size)?|invitations?|invit(?:e|ed) people"
        r"|wedding size",
    ),
    (
        r"\bdepartment|\bcolleague|\bteam\b",
        r"department(?:'s)?(?: (?:size|headcount))?|head ?count|colleagues?|co-?workers?|team(?:'s)?(?: (?:size"
        r"|headcount))?|office",
    ),
    (r"\bjob\b|\bwork\b", r"job|work(?!out|ing out)|profession|occupation|career|line of work"),
    (
        r"\bgame\b",
        r"(?:favou?rite )?(?:board ?)?games?|agricola|azul|backgammon|battleships?|carcassonne|catan|checkers|chess"
        r"|cluedo"
        r"|codenames|dominoes|draughts|go\b(?= (?:is|suits|fits|does))|ludo|mah-?jong|mancala|monopoly|pandemic"
        r"|pictionary"
        r"|risk\b(?= (?:is|suits|fits|does))|scrabble|splendor|ticket to ride|wingspan|yahtzee",
    ),
    (
        r"\bworkout\b|\bexercise\b|\bsport\b",
        r"work-?outs?|exercis(?:e|ing)|training|sports?|aerobics|boxing|callisthenics|capoeira|circuit training"
        r"|crossfit"
        r"|jazzercise|kickboxing|pilates|qigong|spinning|tabata|tai chi|(?:hatha )?yoga|zumba",
    ),
    (
        r"\bdance",
        r"danc(?:e|es|ing)(?: styles?)?|bachata|ballet|bolero|cha-?cha(?:-?cha)?|flamenco|foxtrot|hip[ -]hop"
        r"|jitterbug|jive"
        r"|kizomba|lindy hop|mambo|merengue|minuet|paso doble|polka|quickstep|rumba|salsa|samba|tango|waltz",
    ),
    (r"\brole\b|\bpart\b", r"(?:stage |theatre |acting )?(?:role|part(?! of\b)|character)(?: in the play| on stage)?"),
    (
        r"\bbicycle|\bbike",
        r"(?:(?:bicycle|bike)(?:'s)?(?: (?:colou?r|paint))?|colou?r)(?: of (?:your|the) (?:bicycle|bike))?",
    ),
)
"""Words of a question that name a thing, and what replies call it: its kind, or a well-known one of the kind."""
_LEAD = (
    r"(?:(?:your|the|my|both|having|with) )?(?:(?:number|size|amount|choice|colou?r) of (?:your "
    r"|the )?)?(?:\d[\d,.]* )?(?:chosen |current )?"
)
_TRAIL = (
    r"(?:(?:'s)? (?:size|count|headcount|number))?(?: (?:of|in|at|on|for) (?:your|the) (?:department|team|party|list"
    r"|play|office|bike|bicycle))?(?: (?:of|with|at) \d[\d,.]*(?: (?:people|guests|colleagues"
    r"|members))?)?(?:\s?\(\d[^)\n]{0,20}\))?"
)
_IN_ROW = re.compile(
    r"(the (?:first|second))[*_]*\s?(?::|–|—|-)[\s*_]+(?:it )?(?=(?:fits?|suits?|match\w*|does|doesn't|is|isn't"
    r"|clash\w*|goes|in line|at odds|out of)\b)"
)
"""A thing and what a row says of it: `Guests: fits`."""
_TOGETHER = re.compile(r"\b(?:both )?the (?:first,? (?:and|&) the second|second,? (?:and|&) the first)\b")
_NUMBERED = (re.compile(r"\bnumber (?:one|1)\b"), re.compile(r"\bnumber (?:two|2)\b"))
"""Other words for the first and the second thing."""
_PLACES = ("the first", "the second")


@lru_cache(maxsize=256)
def _patterns(compared: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """For each of the two things, what a reply may call it."""
    found = []
    for name in compared:
        words = [said for asked, said in _NAMES if re.search(asked, name.lower())]
        either = "|".join((re.escape(name.lower()), *words))
        found.append(re.compile(rf"\b{_LEAD}(?<!\w)(?:{either})\b{_TRAIL}"))
    return tuple(found)


def with_places(lowered: str, compared: Sequence[str]) -> str:
    """A reply in small letters in which the two things are called `the first` and `the second`.

    Args:
        lowered: The reply, case folded.
        compared: What the question calls its first and its second thing.

    Example:
        >>> with_places("your guest list of 64 is fine, your department isn't.", ("guest count", "department"))
        "the first is fine, the second isn't."
    """
    if len(compared) != len(_PLACES):
        return lowered
    for pattern, number, place in zip(_patterns(tuple(compared)), _NUMBERED, _PLACES, strict=True):
        lowered = number.sub(place, pattern.sub(place, lowered))
    return _TOGETHER.sub("both of them", _IN_ROW.sub(r"\1 ", lowered))
