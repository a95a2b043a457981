"""Finds amounts that a reply adds to its answer: what it comes to over another span, its parts, and what others need.

`53 km a week, so about 7.5 km a day`, `740 euros. You now save 600 euros` and `337 Mbit/s. 4K needs 25 Mbit/s` answer
with their first number. Only what stands behind an amount that is stated plainly is such an addition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from regulars.number_text import FoundNumber, find_numbers, unit_pattern
from regulars.rewards.assertions.durations import paid_span
from regulars.rewards.text_parts import part_spans, part_start
from regulars.values import Domain

_SPANS = ("day", "week", "month", "year")
_DAILY = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annual": "year"}
_EDGE = re.compile(
    r"[.!?…]+[\"')\]*_]*(?=\s|$)|[;\n:—]|\s[–-]\s|\((?:that|or|so|about|which|i\.e\.)"
    r"|,\s(?=(?:so|which|e\.g\.|for (?:instance|example)|spread|split|more|less|and (?:that|so)|but|while|that"
    r"|(?:an? |the )?(?:saving|drop|rise|increase|reduction|difference|plus))(?![^\W_]))"
)
"""Where a new part of a reply begins."""
_OTHER_SPAN = re.compile(
    r"\b(?:over|in|for|across|per|by|within) (?:a|the|one|each|every|this|that)?(?: whole| full)? ?"
    r"(day|week|month|year|annum)\b|\b(daily|weekly|monthly|yearly|annually|annual)\b"
)
"""The span that an amount is for, in words apart from it."""
_IN_PARTS = re.compile(
    r"\b(?:e\.g\.?|for (?:instance|example)|such as|spread|split|divided?|runs? of|one of|sessions? of|trips? of"
    r"|rides? of|laps? of|legs? of|each|averag(?:e|es|ing)|(?:\d+|two|three|four|five|six|seven) ?[x×])(?![^\W_])"
)
"""Words for the parts into which an amount may be divided."""
_OF_OTHERS = re.compile(
    r"\b(?:(?:for|with) (?:an? |the )?(?!now\b|your\b|you\b|this\b|that\b|me\b|\w+ing\b)[\w-]+(?: \w+){0,3}?"
    r" (?:you(?:'d| would|'ll)?(?: \w+)? (?:need|want)|it takes)"
    r"|(?<!you )(?<!i )(?<!we )(?<!it )(?:needs|uses|takes|requires|recommends|suggests)\b"
    r"|\b(?:often|usually|typically|normally)\b"
    r"|(?:is|are|'s|would be) (?:more than |quite )?(?:enough|plenty|sufficient|usual|fine|fast)\b"
    r"|(?:most|many|other|some) (?:people|\w+s)\b|(?:an? |the )?average\b|\bexperts?\b|there are\b"
    r"|(?:half |a )?marathon\b|if you (?:need|want|ever|like|would)"
    r"|per (?!week|month|year|day|hour|minute|second|night|annum|person|head)[a-z]+"
    r"|(?:maybe|perhaps|how about|what about|why not|try|aim for|want me to|shall i))(?![^\W_])"
)
"""Words of what others have or need, or of what might be done."""
_SAVES = re.compile(
    r"\b(?:sav(?:e|es|ed|ing|ings)|left ?over|put (?:\w+ ){0,3}aside|set aside|put away|spare|have (?:\w+ ){0,2}left"
    r"|(?:gives?|leaves?) you|frees up|to (?:spare|play with)|in your pocket|an extra|the extra"
    r"|(?:the )?(?:other|remaining|rest)|(?:drop|rise|increase|reduction|difference|plus) of)\b"
)
"""Words of what is left of another amount."""
_LEADS_TO_ANSWER = re.compile(
    r"\b(?:now|these days|currently|today|your|correct\w*|actual\w*|new|told|said|mentioned|no|not|or|changed"
    r"|switch\w*|plus|total|altogether|in all)\b|\bit's\b"
    r"|\byou(?:'re| are)? (?:now )?(?:run|swim|pay|get|getting|have|do|earn|drive|cycle|walk)\b"
)
"""Words by which a later amount may be the answer all the same."""
_IN_OTHER_UNIT = re.compile(
    r"\b(?:in|to|into) (kilomet(?:re|er)s|km|miles|met(?:re|er)s|euros|dollars|pounds|hours|minutes|stone|kilos)"
    r"(?:,? (?:that|it)(?:'s| is| makes| would be|'d be)\b|:[^.!?\n\d]*$)"
)
"""The same in another unit: `in kilometres that's about 28,300`."""
_SUPPOSES = re.compile(
    r"[\W_]*(?:and |but |so )?(?:if (?!i\b|my\b|memory\b|you(?:'re| are)? (?:mean|asking)|it's\b|that's\b|nothing\b"
    r"|the (?:notes?|record|entry|figure)\b|your (?:notes?|records?)\b)|suppos(?:e|ing)\b|at (?:this|that) rate\b"
    r"|let's say\b|say,)"
)
"""At the beginning of a sentence: its amounts are only supposed, or follow from what is supposed."""
_STATES = re.compile(r"\b(?:now|currently|today|told|said|mentioned|correct\w*|actual\w*|right|latest)\b")
_AFTER_TAX = re.compile(
    r"\b(?:(?:before|after|without|minus) (?:tax(?:es)?|deductions)|net|gross|take-home|tax-free)\b"
)
"""An amount before or after tax, where that is not asked about."""
_TO_REACH = re.compile(
    r"\b(?:to go\b|until you(?:'ve)? (?:hit|reach|get to)|(?:away|short) (?:from|of)|\bto (?:reach|hit|get to|make up)"
    r"|(?:goal|target|aim) (?:is|of|was)|from (?:your|the) (?:goal|target))"
)
"""An amount that is aimed at, and what is left to it."""
_MULTIPLIED = re.compile(r"\b(?:(?P<two>doubl(?:ed|e|ing)|twice)|(?P<three>tripled?|tripling|three times))\b")
_IN_ALL = re.compile(r"\b(?:altogether|in (?:total|all)|(?:the|your|a) total)\b")
"""Words by which a product counts as the sum that was asked for: `doubled by the scheme that makes 668 altogether`."""
_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n")
_GOES_ON = re.compile(r"\s*(?:so|which|that)\b")
"""Begins a part that draws on the one before."""
_RANGE = re.compile(r"\s*(?:to|or|-|–|and)\s*")
_ADDS_UP = re.compile(r"\d ?[+=] ?[€$£]?\d")
"""A calculation such as `12 + 30`: all its numbers belong to the answer."""
_FEWEST, _SENTENCE = 2, 200
"""The least numbers of a reply with additions, and the characters before one of them that show what it is."""


def advice_spans(lowered: str, domain: Domain) -> Iterator[tuple[int, int]]:
    """The parts of a text that hold only amounts which are added to the answer.

    Args:
        lowered: Case-folded text.
        domain: The domain of the answer, which has a unit.

    Example:
        >>> run, text = Domain("weekly_run", unit="kilometres"), "53 km a week. over a month that's about 230 km"
        >>> [text[low:high] for low, high in advice_spans(text, run)]
        [" over a month that's about 230 km"]
    """
    unit = unit_pattern(domain.unit)
    numbers = find_numbers(lowered, unit)
    if unit is None or len(numbers) < _FEWEST or _ADDS_UP.search(lowered):
        return
    own = domain.words
    stated: FoundNumber | None = None
    is_led = False
    for low, high in part_spans(lowered, _EDGE):
        inside = [one for one in numbers if low <= one.start < high]
        part = lowered[low:high]
        if not inside:
            is_led = stated is not None and _OF_OTHERS.search(part) is not None
            continue
        if stated is None:
            if _OF_OTHERS.search(part) or (_SAVES.search(part) and not _is_saved(own)):
                return
            stated = inside[-1]
            continue
        if all(one.value == stated.value for one in inside):
            continue
        goes_on = is_led and _GOES_ON.match(part) is not None
        is_led = _is_addition(lowered, (low, high), inside, stated, own, unit)
        if is_led or (goes_on and all(one.value != stated.value for one in inside)):
            yield low, high


def _is_addition(
    lowered: str,
    span: tuple[int, int],
    inside: list[FoundNumber],
    stated: FoundNumber,
    own: frozenset[str],
    unit: re.Pattern[str],
) -> bool:
    """Whether a part of a text only adds to the amount stated before it."""
    part = lowered[slice(*span)]
    if any(one.value == stated.value for one in inside):
        return False
    reach = max(stated.end, inside[0].start - _SENTENCE)
    low = part_start(lowered, _SENTENCE_END, inside[0].start, reach)
    if _is_worked_out(lowered[low : inside[0].start], lowered[low : span[1]], inside, stated, own, unit):
        return True
    if _is_over_other_span(lowered, span, inside, stated, own):
        return True
    if _IN_PARTS.search(part) and all(float(one.value) < float(stated.value) for one in inside):
        return True
    leads = _LEADS_TO_ANSWER.search(part)
    if _OF_OTHERS.search(part):
        return leads is None
    saves = _SAVES.search(part)
    return saves is not None and not _is_saved(own)


def _is_saved(own: frozenset[str]) -> bool:
    """Whether what is saved or left is asked about."""
    return any(word[:3] in ("sav", "lef", "bal") for word in own)


def _is_worked_out(
    before: str,
    sentence: str,
    inside: list[FoundNumber],
    stated: FoundNumber,
    own: frozenset[str],
    unit: re.Pattern[str],
) -> bool:
    """Whether a sentence behind the stated amount converts it, taxes it, multiplies it, supposes or aims at another."""
    other = _IN_OTHER_UNIT.search(before)
    if other is not None and unit.match(f" {other[1]}") is None:
        return True
    if (times := _MULTIPLIED.search(before)) is not None:
        factor = 2 if times["two"] else 3
        is_product = all(float(one.value) == factor * float(stated.value) for one in inside)
        return is_product and _IN_ALL.search(sentence) is None
    if _STATES.search(sentence):
        return False
    if (tax := _AFTER_TAX.search(sentence)) is not None:
        return own.isdisjoint(tax[0].split())
    return _SUPPOSES.match(sentence) is not None or (
        _TO_REACH.search(sentence) is not None and own.isdisjoint(("goal", "target", "aim"))
    )


def _is_over_other_span(
    lowered: str, span: tuple[int, int], inside: list[FoundNumber], stated: FoundNumber, own: frozenset[str]
) -> bool:
    """Whether all amounts of a part are for another span of time than the one stated before."""
    wanted = {_DAILY.get(word, word) for word in own} & set(_SPANS)
    if not wanted:
        return False
    wanted |= {paid_span(lowered, stated.end)} - {""}
    named = _OTHER_SPAN.search(lowered, *span)
    apart = _DAILY.get(named[2], named[1]) if named is not None else ""
    ends = [one.end for one in inside]
    for at in range(len(inside) - 2, -1, -1):
        ends[at] = ends[at + 1] if _RANGE.fullmatch(lowered, inside[at].end, inside[at + 1].start) else ends[at]
    spans = {paid_span(lowered, end) or str(apart or "") for end in ends}
    return "" not in spans and spans.isdisjoint(wanted) and spans <= {*_SPANS, "annum", "quarter", "night"}
