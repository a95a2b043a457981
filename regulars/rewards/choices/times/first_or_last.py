"""Reads whether the first or the latest of someone's figures is the higher one, where these are the two options.

A reply rarely repeats the words of the option: `The figure you started with was higher`, `It's more now`, `The newest
one beats the first`. The last clause that says so counts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from regulars.rewards.choices.options import folded, parts
from regulars.rewards.choices.times.days_told import find_days
from regulars.rewards.choices.times.figures_in_time import NEGATED, UNCERTAIN

_EARLY = (
    r"(?:(?:very )?first(?! of all| thing)|earliest|earlier|initial|original|oldest|older|old)\b(?! (?:and|or|to)\b)"
    r"|(?:at|in|from) the (?:very )?(?:start|beginning|outset)\b|to begin with\b|back then\b"
    r"|(?:you|we) (?:had )?(?:started|began|begun|opened)(?: out| off)?(?: on| with| at| from)?\b"
    r"|starting (?:figure|point|value|number|amount)\b"
)
_LATE = (
    r"(?:(?:very )?(?:latest|last(?! (?:week|month|year|night|time)\b))|most recent|more recent|newest|newer|later"
    r"|current|present|today's|updated|revised|corrected)\b(?! (?:and|or)\b)|second (?:figure|number|amount|value)\b"
    r"|new (?:one|figure|number|amount|value)\b|(?:now|nowadays|today|these days|at present|at the moment)\b"
)
_SIDE = re.compile(rf"\b(?:(?P<early>{_EARLY})|(?P<late>{_LATE}))")
_HIGHER = re.compile(
    r"\b(?:(?P<high>higher|highest|greater|greatest|bigger|biggest|larger|largest|more(?! recent| or less|over)"
    r"|most(?! recent)|wins?|ahead|above|beats?|tops?|exceeds?|on top)"
    r"|(?P<low>lower|lowest|smaller|smallest|less|fewer|below|beaten|loses))\b"
)
_OBJECT = re.compile(r"\b(?:than|beats?|tops?|exceeds?|above|ahead of|below)\b")
"""Words behind which the other one of the two figures stands."""
_FIGURE = r"[£$€]? ?\d[\d,. ]*(?: ?[£$€]|(?! [b-z]\b)(?: (?!is\b|was\b|and\b|than\b|in\b|on\b|from\b)[a-z]+){1,3})?"
_ALONE = re.compile(
    r"\W*(?:(?:exactly|so|well|right|yes|it's|that's|it was|that was|that would be|the answer is)\W+)*"
    r"(?:(?:the|your|my)\s+)?(?:very )?(?:(?P<early>first|earliest|oldest|original|initial)"
    r"|(?P<late>last|latest|newest|newer|(?:most|more) recent|later|current|present|updated|revised|corrected"
    r"|new(?= )|second(?= (?!one))"
    r"|now|today's|what you have (?:now|today)))"
    rf"(?:\s+(?:one|figure|number|amount|value)(?: of {_FIGURE})?)?\W*"
)
"""A clause that holds nothing but one of the two figures: the first one, or the one after a question or a figure."""
_GIVEN_LAST = re.compile(
    r"\W*(?:(?:it's|that's|it was|that was) )?the (?:one|figure|number|amount|value)(?: that)? you(?:'ve| have|'d)?"
    r" (?:\w+ )?(?:gave|given|told|mentioned|named|said)(?: (?:me|us))?(?: about)?"
    r" (?:(?P<early>first|earliest|originally|initially|at first)|(?P<late>last|latest|later|most recently"
    r"|recently))\W*"
)
"""A clause that holds nothing but one of the two figures, told by when it was given: `the one you gave me last`."""
_ONLY_FIGURE = re.compile(rf"\W*{_FIGURE}\W*")
_GIVEN = re.compile(rf"\s\([^()\d]{{0,12}}{_FIGURE}[^()\d]{{0,12}}\)")
"""A figure in brackets, which says nothing of the time."""
_SECOND = re.compile(r"\W*(?:the )?second(?: one)?\W*")
_WHICH_IS = re.compile(r"\W*(?:(?:which|that) )?(?:is|was)\b.*?\b(?:correct|updat|revis)(?:ed|ing)\b")
"""Behind a figure that is described as the later one."""
_IS_NOT_IT = re.compile(r"(?<!it )(?<!that )(?<!this )\b(?:is|was)n't (?:it|the|that|your)\b")
"""In a question that asserts: `isn't the latest one higher?`."""
_CLAUSE_END = re.compile(
    r"[.!?;:\n|]+(?!\d)|\(|\s[–—-]+\s|,\s|,?\s\b(?:and|but|while|whereas|although|though|yet|so|because|since|hence"
    r"|which|where)\b"
)
_EARLY_OPTION = re.compile(r"\b(?:earliest|first|oldest|initial)\b")
_LATE_OPTION = re.compile(r"\b(?:latest|last|newest|most recent)\b")


@lru_cache(maxsize=512)
def find_first_and_latest(options: tuple[str, ...]) -> tuple[int, int] | None:
    """The places of the first and the latest figure among two options; None if these are not the options.

    Example:
        >>> find_first_and_latest(("The latest one.", "The earliest one."))
        (1, 0)
        >>> find_first_and_latest(("Tea.", "The latest one."))
    """
    told = [folded(option)[1] for option in options]
    early = [at for at, option in enumerate(told) if _EARLY_OPTION.search(option)]
    late = [at for at, option in enumerate(told) if _LATE_OPTION.search(option)]
    return (early[0], late[0]) if len(told) == 2 and len(early) == len(late) == 1 and early != late else None


def which_is_higher(lowered: str, two: tuple[int, int]) -> int | None:
    """The option whose figure is the higher one by the reply's words; None if they don't say.

    Args:
        lowered: The reply, case folded.
        two: The places of the first and the latest figure.

    Example:
        >>> which_is_higher("we started at 163 and now it's 133, so the first one was higher.", (1, 0))
        1
        >>> which_is_higher("it's lower now.", (1, 0)), which_is_higher("either may be higher.", (1, 0))
        (1, None)
    """
    lowered = _GIVEN.sub(lambda match: " " * len(match[0]), lowered)
    found: int | None = None
    may_answer = True
    for clause, end in parts(lowered, _CLAUSE_END):
        is_asked = "?" in end
        asserts = _IS_NOT_IT.search(clause) is not None
        degree = _HIGHER.search(clause)
        if degree is None and found is None and may_answer and not end.startswith(":"):
            alone = _ALONE.fullmatch(clause) or _GIVEN_LAST.fullmatch(clause)
            found = None if alone is None else two[alone["late"] is not None]
            if alone is None and (_WHICH_IS.match(clause) or (two == (0, 1) and _SECOND.fullmatch(clause))):
                found = two[1]
        may_answer = is_asked or (may_answer and _is_figure(clause))
        if degree is None or (is_asked and not asserts) or UNCERTAIN.search(clause):
            continue
        side = _side(clause, degree)
        if side is None:
            continue
        is_denied = not asserts and NEGATED.search(clause) is not None
        is_high = (degree["high"] is not None) != is_denied
        found = two[side] if is_high else two[1 - side]
    return found


def _is_figure(clause: str) -> bool:
    """Whether a clause says nothing but a figure, or nothing at all."""
    return not clause.strip() or _ONLY_FIGURE.fullmatch(clause) is not None


def _side(clause: str, degree: re.Match[str]) -> int | None:
    """Of which figure a clause says that it is higher or lower: 0 for the first, 1 for the latest, None for neither.

    It stands before the comparison (`the newest beats the first`) or behind it (`it was more at the start`); what is
    compared with stands behind it too (`it is more than at the start`).
    """
    sides = list(_SIDE.finditer(clause))
    before = [one for one in sides if one.end() <= degree.start()]
    one = before[-1] if before else (sides[0] if sides else None)
    if one is None:
        return _dated_side(clause)
    is_late = one["late"] is not None
    is_other = not before and _OBJECT.search(clause, degree.start(), one.start()) is not None
    return int(is_late != is_other)


def _dated_side(clause: str) -> int | None:
    """The same for two figures told by their dates: `the one from May is higher than the one from February`."""
    days = find_days(clause)
    if len(days) != len((0, 1)) or not (days[0].is_before(days[1]) or days[1].is_before(days[0])):
        return None
    return int(days[1].is_before(days[0]))
