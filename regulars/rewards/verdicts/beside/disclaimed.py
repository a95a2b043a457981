"""Finds values that a list names only to say that they do not belong to it: others' things, wrong guesses, left out.

`People take you for an Embroiderer, but it's Enamellers, then Apothecaries` puts two guilds in order, not three.
"""

from __future__ import annotations

import re

from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH, read_assertions
from regulars.rewards.verdicts.untold.others_only import gives_to_others
from regulars.values import Domain, find_values

_CLAUSE = re.compile(r"[.!?;()\n]+|,? (?=(?:but|though|although|while|whereas)\b)| [–—-] ", re.IGNORECASE)
_LISTED = r"(?:(?:the|an?|your) )?(?:※,? (?:and |or |& )?(?:(?:the|an?) )?)*$"
_LEAVES_OUT = re.compile(
    rf"\b(?:(?:left|leave|leaving|kept|taken|took) (?:out|off|away)|(?:not|without) count(?:ing|ed)?|didn't count"
    rf"|don't count"
    rf"|skipp(?:ed|ing)|ignor(?:ed|ing)|apart from|aside from|besides|except(?: for)?) {_LISTED}"
    rf"|\b(?:left|leave|leaving|kept|taken|took) {_LISTED}",
    re.IGNORECASE,
)
"""Before a value that is left out."""
_OUT = re.compile(r"(?:,? (?:and |or )?(?:the )?※)*(?: and the rest)? (?:out|off|aside|away)\b", re.IGNORECASE)
"""Behind such a value, where the verb before it has `out` behind it: `I've left the cello out`."""
_GUESSES = re.compile(
    r"\b(?:people|others|everybody|everyone|they|some(?:body|one)|strangers|he|she|most|many|\w+s) (?:(?:\w+ly|often"
    r"|only"
    r"|always|had|have|were|are|might|may|would|will) )*(?:guess(?:ed|ing|es)?|t[ao]kes?|taking|mistakes?|mistook"
    r"|mistaking"
    rf"|think|thought|assum(?:e|ed|ing)|expect(?:ed)?|suspect(?:ed)?|believed?) (?:[\w']+ ){{0,4}}?{_LISTED}",
    re.IGNORECASE,
)
"""Before a value that other people guess."""


def disclaimed(text: str, domain: Domain) -> set[str]:
    """The values that a reply names only to say that they are no part of what it lists.

    Args:
        text: The reply.
        domain: The values.

    Example:
        >>> guild = Domain("guild", aliases={"Dyers": (), "Enamellers": ()})
        >>> disclaimed("Enamellers. People guess the Dyers, I've left those out.", guild)
        {'Dyers'}
    """
    plain = text.replace("’", "'")
    found = read_assertions(plain, domain)
    if len(plain) > LONGEST_TO_SEARCH:
        return set()
    edges = [edge.end() for edge in _CLAUSE.finditer(plain)]
    kept: set[str] = set()
    out: set[str] = set()
    for one in found:
        low = max((edge for edge in edges if edge <= one.start), default=0)
        high = min((edge for edge in edges if edge >= one.end), default=len(plain))
        before, behind = _masked(plain[low : one.start], domain), _masked(plain[one.end : high], domain)
        left = _LEAVES_OUT.search(before)
        is_left = left is not None and (left[0].split()[1:2] in (["out"], ["off"], ["away"]) or _is_left(left, behind))
        is_out = is_left or _GUESSES.search(before) is not None or gives_to_others(plain[low:high], domain)
        (out if is_out else kept).add(one.value)
    return out - kept


def _is_left(left: re.Match[str], behind: str) -> bool:
    """Whether words before a value leave it out, some of them only with `out` behind the value."""
    needs_out = re.match(r"(?:left|leave|leaving|kept|taken|took)\b", left[0], re.IGNORECASE) is not None
    return not needs_out or _OUT.match(behind) is not None


def _masked(words: str, domain: Domain) -> str:
    """Words with a sign in place of each value."""
    for one in reversed(find_values(words, domain)):
        words = f"{words[: one.start]}※{words[one.end :]}"
    return words
