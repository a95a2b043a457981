"""Tells whether a reply leaves open which of several values it is: it names two and says that it cannot tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus

_OF_NO_MATTER = (AssertionStatus.ASIDE, AssertionStatus.PAST, AssertionStatus.FOREIGN)
_TORN = re.compile(
    r"\b(?:which (?:one |of them )?(?:(?:shall|should|do|would) (?:i|we|you)|of (?:the|these|those"
    r"|them)(?: two| three)?|holds|is (?:right|correct|true|current|it)|it is|was it|applies)"
    r"|which(?= ?[.!?]|$)|which (?:one|of (?:them"
    r"|the two)) (?:you|u|it|he|she|i)\b"
    r"|(?:either|both) (?:of them |one |of the two )?(?:could|might|may|would) (?:\w+ )?(?:be|go|hold|do|work)"
    r"|tell me which (?:one|of)|one of the two|lost track of which"
    r"|(?:can't|cannot|couldn't) (?:tell|say) which|(?:don't|do not) know which|(?:not|un)\s?sure which"
    r"|(?:could|might|may) (?:\w+ )?be (?:[^\s.!?;]+ ){1,8}?or (?:(?:it |that )?(?:could|might|may) (?:\w+ )?be)?)\b",
    re.IGNORECASE,
)
_TORN_SIGNS = ("which", "either", "both", "one of the two", " be ")
"""Signs of which every such statement has one."""
_ASKS_WHICH = re.compile(
    r"\bwhich (?:one |of (?:the|these|those|them)(?: (?:two|three))? )?(?:should|shall|do|would|must) (?:i|we)"
    r" (?:\w+ )?(?:go (?:by|with)|use|take|keep|note|enter|put|write|trust|believe|believe in|follow|stick|count)\b"
    r"[^.!?\n]{0,60}\?",
    re.IGNORECASE,
)
"""A question which of the values named holds, whenever they did."""
_EITHER = re.compile(r"\beither\b[^.!?\n]{1,60}\bor\b", re.IGNORECASE)
_CANNOT_TELL = re.compile(
    r"\b(?:can't|cannot|couldn't|can not|don't|do not|not sure|unsure|no idea|not certain)(?: \w+){0,3} which"
    r"(?: one| of (?:them|the two))?(?=[\s*_]*(?:[.!?;]|$))",
    re.IGNORECASE,
)
"""Behind `either X or Y`, of which one may be no known value."""


def is_torn(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply names several values and says that it cannot tell which of them it is."""
    lowered = text.lower()
    if _is_by_case(lowered, found):
        return True
    if not found or not any(sign in lowered for sign in _TORN_SIGNS):
        return False
    told = {one.value for one in found if one.status not in (AssertionStatus.ASIDE, AssertionStatus.FOREIGN)}
    if len(told) > 1 and _ASKS_WHICH.search(text):
        return True
    either = _EITHER.search(text) if "which" in lowered else None
    if either is not None and _CANNOT_TELL.search(text, either.end()):
        return True
    named = {one.value for one in found if one.status not in _OF_NO_MATTER}
    if len(named) > 1 and (_ONE_OF_TWO.search(text) or _is_either(text, found)):
        return True
    if len(named) < 2 or _TORN.search(text) is None:
        return False
    return abstains(text) or "?" in text or disclaims(text)


_COULD_BE = re.compile(r"\b(?:could|might|may) (?:also |well )?(?:be|have been)\b", re.IGNORECASE)
_ONE_OF_TWO = re.compile(
    r"\b(?:one of (?:the|these|those|them)(?: two)?|either of (?:the two|them)) (?:should|must|has to|ought to|will"
    r"|could|might|may) be\b",
    re.IGNORECASE,
)
"""A statement that one of the values named is right."""


def _is_either(text: str, found: Sequence[Assertion]) -> bool:
    """Whether `either ... or` or `could be ..., could be ...` joins two values, neither of which is asserted."""
    if len(_COULD_BE.findall(text)) > 1 and all(one.status is AssertionStatus.HYPOTHETICAL for one in found):
        return True
    for match in _EITHER.finditer(text):
        joined = {one.value for one in found if match.start() <= one.start <= match.end() + _NEAR_CASE}
        if len(joined) > 1:
            return all(one.status is AssertionStatus.HYPOTHETICAL for one in found if one.value in joined)
    return False


_CASE = re.compile(
    r"\bif (?:you|it|there|they|he|she|we|i|the|your|his|her|their)(?:'(?:re|ve|s|d))?\b[^.!?;\n]{0,60}?"
    r"(?:, ?|: ?| then )(?=\S)"
)
_IF_BEHIND = re.compile(r"[\s*_\"',]{1,4}(?:if|when|unless) (?:you|it|there|they|he|she|we|the|your)\b")
_OF_MEMORY = re.compile(r"\bif (?:i|my|memory|the notes)\b")


def _is_by_case(lowered: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply gives each of its values for a case of its own: `if you have time, A; if not, B`."""
    values = {one.value for one in found}
    if len(values) < 2 or len(found) > _MOST_FOUND or lowered.count("if ") < 2:
        return False
    cases = [case.end() for case in _CASE.finditer(lowered) if not _OF_MEMORY.match(case[0])]
    led = [next((one for one in found if end <= one.start <= end + _NEAR_CASE), None) for end in cases]
    trailed = {one.value for one in found if _IF_BEHIND.match(lowered, one.end)}
    return len({one.value for one in led if one is not None}) > 1 or len(trailed) > 1


_MOST_FOUND = 60
"""A reply that names more values recites."""
_NEAR_CASE = 24
"""The number of characters behind a condition within which its value stands."""
