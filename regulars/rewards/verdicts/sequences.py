"""The order in which a reply puts values: by what it says of their order, else as they stand in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.readings import read_assertions, values_of
from regulars.rewards.verdicts.times.months import MONTH
from regulars.values import Domain, find_values, fold

_LEFT_OUT = (AssertionStatus.DENIED, AssertionStatus.QUESTIONED, AssertionStatus.FOREIGN)
_CONCLUDES = re.compile(
    r"(?:\b(?:so|thus|hence|therefore|in short|in other words|to sum up|all in all|in order|the order(?: is| was)?"
    r"|(?:right |correct |full )?sequence"
    r"|the list|from the top|from (?:first|oldest|earliest) to|chronological(?:ly)?|final(?: list| order| answer)?"
    r"|result|answer|correction|wait|no,|actually)\b"
    r"|→|->|=>)"
)
_ARROWS = ("→", "->", "=>")
"""Signs that conclude, unless they stand between the values of a chain."""
_MOST_CONCLUSIONS = 20
"""The number of conclusions, from the last one back, that are tried."""
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)|\n{2,}")
_BACKWARDS = re.compile(
    r"\b(?:before (?:that|this|it|them)|prior to (?:that|this|it)|preceded by|earlier (?:still|on|than that)"
    r"|even earlier|previously|came after|comes after"
    r"|(?:was|were) (?:told |mentioned |added )?after|after|following|followed on from|later than|joined)\b"
)
_PRECEDED = re.compile(r"\b(?:before|prior to|ahead of) (?:the |your |that )?[*_]*$")
_NEGATION_BEFORE, _NEGATION_BEHIND = 48, 32
"""The number of characters around a value in which the words that deny it stand."""
_NEGATED = re.compile(r"\b(?:not|\w+n't|never|no|nor|neither|none|without|instead|rather than|wrong|~~)\b|~~|…|\.\.\.")
_DROPPED = re.compile(
    r"[^.!?\n;]{0,60}\b(?:something|things?|what|by|of|from|for|among) (?:that )?(?:other people|others"
    r"|somebody else|someone else)\b|[^.!?\n]{0,50}\b(?:left (?:it|that|them|this) (?:off|out)|but (?:it"
    r"|that) (?:wasn't|isn't|was not|is not)|doesn't count"
    r"|does not count|(?:wasn't|isn't|was not|is not) (?:yours|one of yours))\b"
    r"|[\s*_\"']*(?:(?:\w+ )?(?:comes|came|is|was|were|are) from (?!you\b|your\b|the\b|an?\b|my\b|last\b|this\b)\w{3,}"
    r"|,? ?(?:and (?:the |your |an? )?\w+ )?(?:is|was|are|were|belongs? to|belonged to) (?!yours\b|that's|it's|let's"
    r"|what's|today's|last )\w+(?:'s|s')"
    r"(?=[.,;!\n]|$| (?:idea|thing|language|instrument|trip|hobby|and)))"
    r"|(?:[\s*_]{0,3}(?:,? and|,|&)[\s*_]{1,3}(?:the |your )?[\w'-]+(?: [\w'-]+){0,2}){0,5}[^.,;!?\n]{0,40}"
    r",? (?:but|though|yet) (?:they|these|those|it|that|all (?:three|four|of them))(?: all| both)?"
    r" (?:belong(?:s|ed)? to|c[ao]mes? from) (?!you\b|yours\b)"
)
"""Behind a value that the reply leaves out."""
_PLACES = {
    **dict.fromkeys(("first", "1st", "earliest", "oldest", "began", "begins", "started", "starts"), 0),
    **dict.fromkeys(("opened", "opens", "at the beginning", "at the start"), 0),
    **dict.fromkeys(("at the very beginning", "at the very start"), 0),
    **dict.fromkeys(("second", "2nd"), 1), **dict.fromkeys(("third", "3rd"), 2), **dict.fromkeys(("fourth", "4th"), 3),
    **dict.fromkeys(("fifth", "5th"), 4), **dict.fromkeys(("in between", "in the middle"), 50),
    **dict.fromkeys(("last", "latest", "finally", "final", "newest", "most recent"), 99),
}  # fmt: skip
_PLACE_ENDS = re.compile(
    r",(?! which (?:was|came|is|comes) (?:the )?(?:very )?(?:first|last|oldest|newest)\b)|[.;:\n]|\band\b|\bthen\b"
)
_LAST_BUT = re.compile(r"\b(?:last )?but not least\b|\bnot to forget\b")
"""Words of order that deny nothing."""
_PLACE = re.compile(rf"\b({'|'.join(_PLACES)})\b(?! of (?:the|this|that|last|{MONTH})\b)")
_LABEL = re.compile(rf"\b({'|'.join(_PLACES)})[*_]*:[\s*_]*(?:the |your )?[*_]*$")
_LABEL_WITHIN = 30
"""The number of characters before a value in which a label of its place stands: `Oldest: `."""


def told_order(text: str, domain: Domain) -> tuple[str, ...]:
    """The values that a reply puts in order, each once.

    Values that the reply denies, asks about or ascribes to somebody else are left out. If it works the order out before
    it gives it, the last sentence that concludes counts.

    Args:
        text: The reply.
        domain: The values.
    """
    if is_chinese(text):
        return values_of(find_values(text, domain))
    lowered = fold(text)[1]
    if len(lowered) != len(text):
        return values_of(one for one in read_assertions(text, domain) if one.status not in _LEFT_OUT)
    lowered = _LAST_BUT.sub(lambda words: "last".ljust(len(words[0])), lowered)
    named = [one for one in read_assertions(text, domain) if not _is_left_out(lowered, one)]
    concluded = _concluded(lowered, named, len({one.value for one in named}))
    arranged = _arranged(lowered, concluded or named)
    as_told = arranged == values_of(concluded or named)
    return arranged[::-1] if as_told and _is_newest_first(lowered, named, concluded or named) else arranged


_NEWEST_FIRST = re.compile(
    r"\b(?:(?:newest|latest|most recent(?:ly)?|last)(?: (?:one|told|mentioned|named|added))? first"
    r"|from (?:the )?(?:newest|latest|most recent|last)(?: one)? (?:back )?(?:to|down to) (?:the )?(?:oldest|earliest"
    r"|first)|(?:in )?reverse (?:chronological )?order|going back(?:wards)? in time)\b[^.!?]*$"
)
"""Before a list that begins with what was told last: `Newest first: ...`."""


def _is_newest_first(lowered: str, named: Sequence[Assertion], listed: Sequence[Assertion]) -> bool:
    """Whether words before a list, and behind what was named before it, say that it goes back in time."""
    if len(listed) < 2:
        return False
    since = max((one.end for one in named if one.end <= listed[0].start), default=0)
    return _NEWEST_FIRST.search(lowered, since, listed[0].start) is not None


_shortened: dict[tuple[int, tuple[str, ...]], tuple[Domain, Domain]] = {}
_KEPT = 64


def with_short_names(domain: Domain, values: Sequence[str]) -> Domain:
    """A domain in which the first word of each of some values names it, if no other of them begins with that word.

    Who puts a `Rosendahl Medal` and a `Pellworth Rosette` in order may speak of `Rosendahl` and `Pellworth`.

    Args:
        domain: The domain; the result is kept by its identity.
        values: The values that are to be put in order.
    """
    key = id(domain), tuple(values)
    kept = _shortened.get(key)
    if kept is None:
        if len(_shortened) >= _KEPT:
            _shortened.clear()
        firsts = [value.split()[0] for value in values]
        short = {
            value: (first,)
            for value, first in zip(values, firsts, strict=True)
            if first != value and firsts.count(first) == 1 and len(first) > _SHORTEST
        }
        aliases = {value: (*others, *short.get(value, ())) for value, others in domain.aliases.items()}
        kept = _shortened[key] = domain, replace(domain, aliases=aliases)
    return kept[1]


_SHORTEST = 3
"""A first word of so few letters names nothing."""


def _is_left_out(lowered: str, one: Assertion) -> bool:
    """Whether a value does not belong to the order: one that is denied in so many words, asked about, or another's."""
    if _DROPPED.match(lowered, one.end):
        return True
    if one.status is AssertionStatus.DENIED:
        around = (max(one.start - _NEGATION_BEFORE, 0), one.end + _NEGATION_BEHIND)
        return _NEGATED.search(lowered, *around) is not None
    return one.status in _LEFT_OUT


def _concluded(lowered: str, named: Sequence[Assertion], count: int) -> list[Assertion]:
    """The mentions behind the last words that conclude, if these are at least two and the reply named some before."""
    for match in reversed(list(_CONCLUDES.finditer(lowered))[-_MOST_CONCLUSIONS:]):
        between = (lowered[one.end : match.start()] for one in named if one.end <= match.start())
        if match[0] in _ARROWS and any(not words.strip(" *_)") for words in between):
            continue
        end = _SENTENCE_END.search(lowered, match.end())
        inside = [one for one in named if match.end() <= one.start < (end.start() if end else len(lowered))]
        if len({one.value for one in inside}) >= min(count, 3) and any(one.start < match.start() for one in named):
            return inside
    return []


def _arranged(lowered: str, named: Sequence[Assertion]) -> tuple[str, ...]:
    """The values in the order that the words between them say."""
    counted = _by_numbers(lowered, named)
    if counted:
        return counted
    order: list[str] = []
    last, goes_on = None, False
    named = _with_middles(lowered, named)
    for one in named:
        between = lowered[last.end : one.start] if last else ""
        comes_first = last is not None and (_is_backwards(between) or _is_preceded(lowered, last.start, between))
        goes_on = last is not None and (comes_first or (goes_on and _LISTED.fullmatch(between) is not None))
        if one.value not in order:
            at = order.index(last.value) + (not comes_first) if last is not None and goes_on else len(order)
            order.insert(at, one.value)
        last = one
    return tuple(_placed(lowered, named, order))


_NUMBER = re.compile(r"(?:^|[\n,;]|\band)[\s*_>]*(\d)[.):][\s*_]*(?:the |your )?[*_]*$")
_NUMBER_WITHIN = 24
"""The number of characters before a value in which its number stands."""


def _by_numbers(lowered: str, named: Sequence[Assertion]) -> tuple[str, ...]:
    """The values by their numbers, if each has one and they count down: `3. Oslo, 2. Bergen, 1. Turku`."""
    found = [_NUMBER.search(lowered, max(one.start - _NUMBER_WITHIN, 0), one.start) for one in named]
    numbers = [int(one[1]) for one in found if one is not None]
    counts_down = numbers == list(range(len(named), 0, -1))
    return tuple(one.value for one in reversed(named)) if counts_down and len(named) > 1 else ()


_LISTED = re.compile(r"[\s*_]*(?:,|,? and)[\s*_]+(?:the |your )?[*_]*")
_BETWEEN = re.compile(r"[^.;:!?\n]{0,30}\bbetween (?:the |your )?[*_]*")
_AND = re.compile(r"[\s*_]*and (?:the |your )?[*_]*")


def _with_middles(lowered: str, named: Sequence[Assertion]) -> list[Assertion]:
    """The mentions, with one that is said to lie between the two behind it put between them."""
    made = list(named)
    for at in range(len(made) - 2):
        middle, first, second = made[at : at + 3]
        is_between = _BETWEEN.fullmatch(lowered, middle.end, first.start) if middle.end <= first.start else None
        if is_between is not None and _AND.fullmatch(lowered, first.end, second.start):
            made[at : at + 3] = [first, middle, second]
    return made


def _is_backwards(between: str) -> bool:
    """Whether the words between two values say that the second came before the first."""
    match = _BACKWARDS.search(between)
    if match is None or re.search(r"[.;\n]", between[match.end() :]):
        return False
    if match[0].startswith(("after", "following")):
        return re.match(r" (?:that|this|it|which)\b|\s*,|wards", between[match.end() :]) is None
    return match[0] != "joined"


def _is_preceded(lowered: str, start: int, between: str) -> bool:
    """Whether the words around a value say that the next one came before it: `before the banjo there was the cello`."""
    if "." in between or between.strip(" *_").startswith("and "):
        return False
    return _PRECEDED.search(lowered, max(start - 20, 0), start) is not None


def _placed(lowered: str, named: Sequence[Assertion], order: list[str]) -> list[str]:
    """Puts the values that are called first, second or last in their places."""
    places: dict[str, int] = {}
    for index, one in enumerate(named):
        low = max(named[index - 1].end if index else 0, _start_of_clause(lowered, one.start))
        high = min(named[index + 1].start if index + 1 < len(named) else len(lowered), one.end + 40)
        before, behind = lowered[low : one.start], lowered[one.end : high]
        stop = _PLACE_ENDS.search(behind)
        found = _PLACE.search(behind[: stop.start()] if stop else behind) or _PLACE.search(
            _PLACE_ENDS.split(before)[-1]
        )
        found = found or _LABEL.search(lowered, max(one.start - _LABEL_WITHIN, 0), one.start)
        if found is not None:
            places.setdefault(one.value, _PLACES[found[1]])
    if len(set(places.values())) < len(places) or len(places) < len(order) - 1:
        return order
    at = {value: places.get(value, 50) for value in order}
    return sorted(order, key=lambda value: at[value])


def _start_of_clause(lowered: str, at: int) -> int:
    return max(lowered.rfind(mark, 0, at) for mark in (". ", "; ", ", ", "\n", "! ", ": ")) + 1
