"""Notices advice that ties each of the things on offer to a case of its own, and so leaves the choice to the user.

`If you commute, the pass. If not, the hours` and `Trams for speed, ferries for the view` take none of them.
"""

from __future__ import annotations

import re

from regulars.rewards.choices.marked_options import MARK

_ARTICLE = r"(?:(?:the|an?|your|some|then|take|go|for|with|i'd|say|pick|choose|suggest|recommend|try) )*"
_YOURS = (
    r"(?:you\b|your\b|me\b|sure|now|instance|example|one thing|that (?:reason|matter)|this\b|once|certain|good\b"
    r"|free\b|(?:people|someone|somebody|those) (?:like you|who (?:hate|dislike|avoid|don't|can't|won't)))"
)
_FOR = rf"for (?!{_YOURS})(?:(?:the|an?|something|some|more|people|those) )*\w+"
_EACH_FOR = re.compile(
    rf"{MARK}(?: (?:is|are|works?|would be) (?:\w+ )?(?:great|good|best|better|perfect|ideal|right"
    rf"|nice))? {_FOR}[^.!?;]{{0,40}}?"
    rf"(?:,| and|, and|; |\. |, but| but|! )\s?{_ARTICLE}{MARK}(?: (?:is|are|works?|would be) (?:\w+ )?(?:great|good"
    r"|best|better|perfect"
    rf"|ideal|right|nice))? {_FOR}"
    rf"|\b{_FOR}(?: \w+)?,? {_ARTICLE}{MARK}[^.!?;]{{0,12}}(?:,| and|, and|; |\. |, but"
    rf"| but)\s?{_FOR}(?: \w+)?,? {_ARTICLE}{MARK}"
)
"""Two things, each for a purpose: `trams for speed, ferries for the view`."""
_CASE = (
    r"(?:if (?!i were you|you ask me|i'm honest|i had to|you want my|that's|so\b|anything)|in case |when you|whenever )"
)
_OTHER_CASE = (
    r"(?:if not|otherwise|or else|else,|if (?:you|your|it|they|there|the)\b|in case|when you|whenever|but for)"
)
_EACH_IF = re.compile(
    rf"\b{_CASE}[^.!?]{{2,60}}{MARK}[^.!?]{{0,40}}[.!?,;]\s?(?:and |but )?{_OTHER_CASE}[^.!?]{{0,60}}{MARK}"
    rf"|{MARK} {_CASE}[^.!?]{{2,60}}[.!?,;]\s?(?:and |but )?{_OTHER_CASE}[^.!?]{{0,60}}{MARK}"
    rf"|{MARK} {_CASE}[^.!?]{{2,60}}[.!?,;]\s?(?:and |but )?{_ARTICLE}{MARK} {_OTHER_CASE}"
)
"""Two things, each under a condition: `if you commute, the pass, otherwise the hours`."""
_IS_OPEN = re.compile(
    r"\b(?:(?:it|that)(?: all| really| just)* (?:depends|comes down to|hinges on)|depends on (?:you|what|how"
    r"|whether)|up to you"
    r"|your (?:call|choice|decision))\b"
)
_CONCLUDES = re.compile(
    r"\b(?:i(?:'d| would) (?!need|have to|want to|like to|say (?:it|that))|my (?:pick|choice|vote|recommendation)"
    r"|in your case|for you\b|since you|as you\b"
    r"|because you|given (?:your|that you)|you (?:told|said|mentioned))"
)
"""Words that decide for the user after all."""
_IS_BETTER = re.compile(
    rf"\bbut\b[^.!?]*{MARK} (?:(?:is|are|would be|sounds?|seems?) (?:\w+ )?(?:better|best|safer|more|the)\b"
    r"|makes? more sense"
    r"|suits?\b|fits?\b|wins?\b|it is\b)"
)
"""Words that take one thing all the same: `it depends, but the pass is better`."""
_MARK = re.compile(MARK)


def is_left_open(marked: str) -> bool:
    """Whether advice takes none of two things, but each of them in another case.

    Args:
        marked: The reply in small letters, with one character in place of each mention of a thing (`marked_options`).

    Example:
        >>> from regulars.rewards.choices.marked_options import mark_of
        >>> is_left_open(f"if you commute, {mark_of(0)}. if not, {mark_of(1)}.")
        True
        >>> is_left_open(f"if you ask me, {mark_of(0)}. {mark_of(1)} is too loud.")
        False
    """
    for found in (_EACH_IF.search(marked), _EACH_FOR.search(marked)):
        if found is not None and len(set(_MARK.findall(found[0]))) > 1:
            return not _CONCLUDES.search(marked, found.end())
    is_open = _IS_OPEN.search(marked)
    concludes = _CONCLUDES.search(marked) or _IS_BETTER.search(marked)
    return is_open is not None and len(set(_MARK.findall(marked))) > 1 and not concludes
