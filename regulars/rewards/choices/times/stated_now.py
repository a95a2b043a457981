"""Finds the thing that a reply states before it tells of others that held once, or that come next.

`Mr Lund. A month ago it was Mr Moe`, `It's Oslo. You started with Lund and then had Bergen`: the first sentence
answers, and the tense of the later ones says that they tell of other times, whatever words they have for these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.choices.times.time_statements import NamedOption, TimedText
from regulars.rewards.choices.times.time_words import NAME, When, find_cues, is_denied

_LONGEST = 600
"""The number of characters up to which a reply is read."""
_HERE = 30
"""The number of characters before a name that may deny it."""
_OF_BEFORE = frozenset({When.PAST, When.BEFORE, When.FIRST, When.EARLIER, When.BETWEEN})
_OF_NOW = frozenset({When.NOW})
_LINK = r"(?: (?:the|an?|your|mr|mrs|ms|dr|still|now|called|named|doing|playing|using|in|at|on|with|as|for))*"
_WAS_NAMED = re.compile(rf"\b(?:was|were|had|used to be){_LINK} {NAME}|{NAME},? (?:was|were|used to)\b")
"""A name that held once."""
_IS_NAMED = re.compile(
    rf"(?:\b(?:is|are|has|have|reads?|says?)|\b(?:it|that|he|she|there|you|they)'(?:s|re|ve)){_LINK} {NAME}"
)
"""A name that holds today."""
_ALONE = re.compile(
    rf"\W*(?:(?:[a-d]|option|mr|mrs|ms|dr|the|your|by|with|so|then|yes|at|in)\W+)*{NAME}+(?:,? (?:is|are|it is|now"
    r"|owns|has"
    r"|as of|since|these days|currently|at)\b.*)?\W*"
)
"""A sentence that holds little else than a name: `Mr Lund, as of April.`"""
_PAST = re.compile(r"\b(?:was|were|had|did|came|went|began|read|\w+ed)\b|'d\b")
_NEXT = re.compile(
    r"(?:'ll|\bwill|\bgoing to|\bafter (?:that|this|which),? (?:(?:it|that|there)'s|(?:it|that) is|comes?|you're)"
    r"|\bnext (?:up|comes?|is)\b)"
)
"""Words of what is still to come."""
_LED_BY_OTHER = re.compile(
    rf"\b(?:before|until|till|after|to|into|by|than|of|replac\w+|follow\w+|succeed\w+|becom\w+|became){_LINK} $"
)
"""Before a name that came after what was named before: `it was replaced by Oslo`."""
_OF_TELLING = re.compile(r"\b(?:told|said|mention\w*|wrote|not(?:ed|es?)|gave|heard|asked|thought|claim\w*|records?)\b")
_UNSURE = re.compile(
    r"\?|\b(?:either|or|maybe|perhaps|might|possibly|if|unless|whether|unsure|not sure|no idea|guess\w*|could|sorry"
    r"|wait|oops|actually|correction|scratch|rather|wrong|mistake\w*|latest|newest|most recent(?:ly)?)\b|^\W*no\b"
)
"""Words of a sentence that leaves open, corrects or takes back."""


def stated_now(lowered: str, named: Sequence[NamedOption]) -> int | None:
    """The thing that a reply states first, where all it says of others is of the past or of the future.

    Args:
        lowered: The reply, case folded.
        named: Where it names things, in order.

    Returns:
        The thing; None if its first sentence does not state one, or if a later one may replace it.

    Example:
        >>> stated_now("oslo. a month ago it was lund.", [NamedOption(0, 0, 4), NamedOption(1, 25, 29)])
        0
        >>> stated_now("oslo. it was replaced by lund.", [NamedOption(0, 0, 4), NamedOption(1, 25, 29)])
    """
    if len({one.thing for one in named}) < len(("now", "then")) or len(lowered) > _LONGEST:
        return None
    text = TimedText(lowered, named)
    numbers = [text.sentence_of(one.start) for one in named]
    stated = {one.thing for one, number in zip(named, numbers, strict=True) if number == numbers[0]}
    if len(stated) != 1 or not _states(text, named[0], numbers[0]):
        return None
    thing = stated.pop()
    others = [(one, number) for one, number in zip(named, numbers, strict=True) if one.thing != thing]
    return thing if all(_is_of_another_time(text, one, number) for one, number in others) else None


def _states(text: TimedText, one: NamedOption, number: int) -> bool:
    """Whether a sentence states a name as what holds, rather than as what held once."""
    low, high = text.sentences[number]
    words = text.masked[low:high]
    if _UNSURE.search(words) or _WAS_NAMED.search(words) or _NEXT.search(words):
        return False
    if _IS_NAMED.search(words) is None and _ALONE.fullmatch(words) is None:
        return False
    if any(cue.when in _OF_BEFORE for cue in find_cues(words)):
        return False
    return not is_denied(text.masked[max(low, one.start - _HERE) : one.start], text.masked[one.end : one.end + _HERE])


def _is_of_another_time(text: TimedText, one: NamedOption, number: int) -> bool:
    """Whether a sentence tells of a name as of what held once or comes next."""
    low, high = text.sentences[number]
    words = text.masked[low:high]
    if _UNSURE.search(words) or _OF_TELLING.search(words) or any(cue.when in _OF_NOW for cue in find_cues(words)):
        return False
    if _NEXT.search(words):
        return True
    is_past = _PAST.search(words) is not None and _IS_NAMED.search(words) is None
    return is_past and _LED_BY_OTHER.search(text.masked[low : one.start]) is None
