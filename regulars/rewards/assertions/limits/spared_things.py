"""Reads which things are set apart from all others, and which are given away although they should be spared.

`Hands off the outings` and `everything can go apart from the outings` set them apart, as what must not be touched.
Where that is asked for, `you can cut the outings first` and `the outings can go` say the contrary.
"""

from __future__ import annotations

import re

_THE = r"(?:the |your |my |our |his |her |any |all |those |these |an? )*[*_\"']*$"
_SET_APART = re.compile(
    rf"\b(?:hands off|paws off|(?:don't|do not|never|please don't) touch) (?:from )?{_THE}"
    r"|\b(?:everything|anything|all(?: the| of it| the rest)?|whatever|any(?: other)? \w+)\b(?! (?:you|i) (?:love|like"
    r"|enjoy|need))[^.!?;:]{0,60}"
    rf"\b(?:apart from|except(?: for)?|other than|save(?: for)?|besides|barring|with the exception of|excluding) {_THE}"
    rf"|\b(?:i|you|we)(?: (?:really|absolutely|just|simply|truly))? (?:hate|detest|loathe|can't (?:stand|bear)) {_THE}"
)
"""Before a thing: it is set apart from what may be touched or liked."""
_DENIED = re.compile(r"\b(?:no|nothing|never|not|none|hardly|\w+n't|used to|if)\b")
_GIVES_AWAY = re.compile(
    r"\b(?:cut(?:ting)?|cancel(?:l?ing)?|drop(?:ping)?|skip(?:ping)?|ax(?:e|ing)|ditch(?:ing)?|scrap(?:ping)?"
    r"|trim(?:ming)?|reduc(?:e|ing)|slash(?:ing)?|sav(?:e|ing) on|skimp(?:ing)? on|giv(?:e|ing) up|do(?:ing)? without"
    r"|sacrific(?:e|ing)|get(?:ting)? rid of|economi[sz](?:e|ing) on|start(?:ing)? with)(?: back| down| out)?(?: on)? "
    rf"{_THE}|\b(?:first|next) (?:thing|expense|cost|item|one)(?: \w+){{0,5}} (?:is|are|would be|should be|:) {_THE}"
)
"""Before a thing: it is to be cut."""
_GOES = re.compile(
    r"[*_\"']* (?:can|could|should|may|might|must|will|have to|has to|need to|are to)(?: \w+ly| easily| also| all)?"
    r" (?:be (?:the first|cut|cancelled|dropped|skipped|axed|ditched|scrapped|trimmed|reduced|slashed|sacrificed|next)"
    r"|go\b)"
)
"""Behind a thing: it is to be cut."""
_KEEPS = re.compile(
    r"\b(?:no|not|never|nothing|nobody|none|without|\w+n't|cannot|hate[sd]?|refus\w+|before|than|instead of|apart from"
    r"|except|but|if|unless|worst|last|wrong|mistake|hurts?|pains?|impossible|off[- ]limits|sacred|dear to|anything"
    r"|everything|afraid|dread|avoid\w*|stop|keep|spare|leave|protect|resist|ban\w*|forb\w+|non-negotiable|temptation"
    r"|asks?|wants? to|tempted|taboo|out of the question|no-gos?|limit|dealbreakers?|too)\b"
)
"""Words in the same clause that keep a thing."""
_CLAUSE = re.compile(r"[.!?;\n:]|,\s(?:but|and|so)\b|\bbut\b")


def is_set_apart(head: str) -> bool:
    """Whether the words before a thing set it apart, as what must not be touched or is not liked.

    Example:
        >>> is_set_apart("everything can go apart from the "), is_set_apart("you eat nothing apart from ")
        (True, False)
    """
    match = _SET_APART.search(head)
    return match is not None and _DENIED.search(head, max(match.start() - 20, 0), match.start()) is None


def is_given_away(left: str, right: str) -> bool:
    """Whether a thing that should be spared is to be cut.

    Args:
        left: The words before it.
        right: The words behind it.

    Example:
        >>> is_given_away("you can cut the ", " first."), is_given_away("please don't cut the ", ".")
        (True, False)
    """
    head = _CLAUSE.split(left)[-1]
    tail = _CLAUSE.split(right)[0]
    if _GIVES_AWAY.search(head) is None and _GOES.match(right) is None:
        return False
    return _KEEPS.search(head) is None and _KEEPS.search(tail) is None
