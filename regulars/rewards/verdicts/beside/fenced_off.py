"""Takes out sentences beside an answer that name another person's values only to say that they are not the user's.

`It's a cactus. (The palm isn't yours.)` answers with the cactus alone. A sentence that says so of the user's value too,
or that only names the other one, stays.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.text_parts import part_spans
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.values import find_values

_EDGE = re.compile(r"(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})[.!?][)\"']*(?:\s+|$)|\n+|;\s|(?<=[.!?] )(?=\()")
"""Where a sentence ends, but not behind a title: `Dr. Ek`."""
_NOT_YOURS = re.compile(
    r"\b(?:isn't|aren't|wasn't|weren't|is not|are not|was not|were not|not|never) (?:yours\b|your own\b|about you\b"
    r"|you(?=[.!,;)]|$))|\b(?:some(?:one|body) else|another (?:person|user|speaker)|other people)(?:'s|s')(?!\w)",
    re.IGNORECASE,
)
"""Gives what is named to somebody else; who told it is another matter (`somebody else mentioned`)."""
_YOURS_TOO = re.compile(r"\b(?:too|as well|also|both|like you|same as|yours? (?:is|are))\b", re.IGNORECASE)
"""What is named may be the user's as well."""


def without_fenced_off(text: str, expectation: Expectation) -> str:
    """The reply without sentences that name only others' values, and say that these are not the user's.

    Args:
        text: The reply.
        expectation: What a right answer is; its `others` are the other people's values.

    Example:
        >>> from regulars.values import Domain
        >>> plant = Domain("plant", aliases={"cactus": (), "palm": ()})
        >>> asked = Expectation("value", plant, True, ("cactus",), others=("palm",))
        >>> without_fenced_off("It's a cactus. The palm isn't yours.", asked)
        "It's a cactus. "
        >>> without_fenced_off("It's a cactus. The palm is nice.", asked)
        "It's a cactus. The palm is nice."
        >>> without_fenced_off("It's a cactus. The palm is somebody else's too.", asked)
        "It's a cactus. The palm is somebody else's too."
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) > LONGEST_TO_SEARCH or not _NOT_YOURS.search(plain):
        return text
    spans = part_spans(plain, _EDGE)
    return "".join(text[low:high] for low, high in spans if not _is_fenced_off(plain[low:high], expectation))


def _is_fenced_off(sentence: str, expectation: Expectation) -> bool:
    named = find_values(sentence, expectation.domain)
    if not named or not _NOT_YOURS.search(sentence) or _YOURS_TOO.search(sentence):
        return False
    return all(one.value in expectation.others for one in named)
