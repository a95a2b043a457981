"""Takes out what a reply that knows nothing only supposes, or says of people in general.

`I don't know when it ends; if it were 14 August, that would be 31 days` and `you haven't told me, a typical reading is
120` give no answer. A guess (`if I had to guess`) and advice to use the figure (`so put 120`) stay where they are.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH

_CONDITION = (
    r"(?:if|suppos(?:e|ing)|say|had|were) (?!i\b|my\b|memory\b|you (?:ask|want|like)\b|we\b|anything\b"
    r"|(?:that|this|it)(?:'s| is) (?:right|so|true|correct|the case)\b)[^.!?;\n]*?"
)
_UNREAL = r"(?:\bwould\b|'d\b|\bfor (?:example|instance)\b|\be\.g\.)"
_SUPPOSED = re.compile(
    rf"(?:(?<=[.!?] )|(?<=\n)|(?<=; )|^)(?:(?:so|for example|for instance|and"
    rf"|e\.g\.),? )?{_CONDITION}{_UNREAL}.*?(?=,? but\b|;|[.!?]+(?:\s|$)|\n|$)",
    re.IGNORECASE,
)
"""A condition that is only imagined, with what would follow from it."""
_IN_GENERAL = re.compile(
    r"(?:(?<=[.!?] )|(?<=\n)|(?<=; )|(?:(?<=but )|(?<=though )|(?<=though, )))(?:(?:an?|the) (?:typical|normal"
    r"|average|usual|ideal|common|healthy|recommended)\b|(?:normal|average|typical) (?:is|would be|values)"
    r"|(?:typically|usually|on average|in general|generally)\b(?!,? (?:it|you|they|that|yours)\b)|(?:most|many"
    r"|a lot of) (?:people|adults|households|experts)|(?:doctors|experts|banks|people)\b)[^.!?;\n]*?(?=,? (?:but|so"
    r"|and so)\b|;|[.!?]+(?:\s|$)|\n|$)",
    re.IGNORECASE,
)
"""What holds of people in general."""
_EXAMPLE = re.compile(
    r"[\s(,–—-]{0,3}\b(?:e\.g\.|for example|for instance|such as|in the form)[\s,:]+[^\s,;.!?]*\d[^\s,;!?)]*\)?",
    re.IGNORECASE,
)
"""A figure that only shows how something is written: `e.g. 01.01.1990`."""


def without_suppositions(text: str) -> str:
    """The reply without imagined conditions, figures of people in general, and examples of a figure.

    Example:
        >>> without_suppositions("I can't say. If it were on 1 May, for example, there'd be 17 days.")
        "I can't say. ."
        >>> without_suppositions("If I had to guess, I'd say 17 days.")
        "If I had to guess, I'd say 17 days."
    """
    if is_chinese(text) or len(text) > LONGEST_TO_SEARCH:
        return text
    plain = text.replace("’", "'")
    if not any(cue.search(plain) for cue in (_EXAMPLE, _IN_GENERAL, _SUPPOSED)):
        return text
    return _EXAMPLE.sub("", _IN_GENERAL.sub("", _SUPPOSED.sub("", plain)))
