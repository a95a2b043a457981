"""Splits a text into sentences and clauses, and finds where a sentence starts to ask."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.values import Mention

_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|mr|mrs|ms|dr|st|approx|ca|vs|a\.m|p\.m|sept?|jan|feb|mar|apr|jun|jul|aug|oct|nov|dec)$"
)
_CLAUSE_END = re.compile(
    r"[;()—]|(?=[,\s])(?:\s[–-]+\s"
    r"|(?<!anything)(?<!all)(?<!everything)(?<!nothing),?\s(?:but|however|although|though|whereas|while|because)\b"
    r"|,\s(?:so|which|where|and so|yet)\b"
    r"|,?\sand\s(?=(?:you|it|now|then|your|later|that|this|i|he|she|they|we|my|have|are|is)\b)"
    r"|,\s(?=(?:you|your|yours|it|it's|i|that|that's|we|he|she|they|my)\b)"
    r"|,\s(?:since|as(?!\s(?:opposed|well|of|far|long|soon|if)\b)|given that)\b"
    r"|\s(?:since|as)\s(?=(?:you|the|your|we|it)\b))"
)
GLUE = re.compile(
    r"[\s,&/*_\"'-]*(?:(?:and|or|nor|also|in|at|on|the|a|an|to|of|for|both|then|as well as|plus)\b[\s,&/*_\"'-]*)*"
)
"""The words between two values of a list."""
_COMMA = re.compile(",")
_ASKS = re.compile(
    r"[\s,;:(—–>*_-]*(?:(?:and|but|or|so|then|also|now)\s+)*"
    r"(?:(?:do|does|did|is|are|was|were|have|has|had|would|could|should)(?:n't)?|shall|can|may|might|will|am"
    r"|what|which|who|whom|whose|where|when|how|why)\b"
)
_TAG = re.compile(r"[\s,]*(?:do|does|did|is|are|was|were|have|has|had|wo|ca)n't (?:you|it|that|they|i|we)\s*\?")
_QUESTION_MARK_WITHIN = 6
"""The number of characters between a question mark and the sentence's end, such as closing quotes."""


def sentences(text: str, mentions: Sequence[Mention]) -> list[tuple[int, int, int, int]]:
    """Start and end of each sentence that names a value, and the index range of its mentions."""
    made = []
    start, first, count = 0, 0, len(mentions)
    for match in _SENTENCE_END.finditer(text):
        end = match.end()
        if first < count and mentions[first].start >= end:
            start = end
            continue
        if match[0][0] == "." and _ABBREVIATED.search(text, max(match.start() - 8, 0), match.start()):
            continue
        last = first
        while last < count and mentions[last].start < end:
            last += 1
        if last > first and mentions[last - 1].end > end:
            continue
        made.append((start, end, first, last))
        start, first = end, last
        if first == count:
            return made
    made.append((start, len(text), first, count))
    return made


def clause_cuts(text: str, start: int, end: int, inside: Sequence[Mention]) -> list[int]:
    """Where the clauses of a sentence end, except the last; never inside a value."""
    return [
        match.end()
        for match in _CLAUSE_END.finditer(text, start, end)
        if not any(m.start <= match.start() < m.end for m in inside)
    ]


def asked_from(text: str, start: int, end: int, cuts: Sequence[int]) -> tuple[int, bool]:
    """Where a sentence starts to ask, and whether its form shows it, rather than its question mark alone.

    If it ends like a question, it asks from its first clause that begins like one. Otherwise the result is its end.
    """
    if "?" not in text[max(end - _QUESTION_MARK_WITHIN, start) : end]:
        return end, False
    begins = sorted({start, *cuts, *(match.end() for match in _COMMA.finditer(text, start, end))})
    opening = next((begin for begin in begins if _ASKS.match(text, begin, end)), -1)
    if opening < 0:
        return start, False
    return (start if _TAG.match(text, opening, end) else opening), True
