"""Tells whether a reply says that nothing was told on a day, and names a value only of another one.

Where the question is about one conversation, `You didn't mention it on 11 January, only on the 14th: you avoid nuts`
says that nothing was told then. The day that is denied has to be the one asked about, and that of the value has to be
another one, or to be called so (`the day before`). The denial has to come first, or to stand beside it (`you told me on
the 9th, not on the 10th`), unless the other day is said to be later. Where the day asked about is unknown, only a
later one is another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.chinese_text import is_chinese
from regulars.rewards.text_parts import part_spans
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.times.months import MONTHS
from regulars.rewards.verdicts.untold.others_only import gives_to_others
from regulars.rewards.verdicts.untold.telling_days import TELLS, without_telling_days
from regulars.values import ValueType, find_values

_EDGE = re.compile(
    r"[.!?…]+[\"')\]]*(?=\s|$)|\n+|;\s|\s[–—-]+\s|,?(?=\s(?:but|though|although|while|whereas|however)\b(?!,))",
    re.IGNORECASE,
)
_MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*"
_DAYS = (
    re.compile(r"\b(?P<year>\d{4})-(?P<in_year>\d\d)-(?P<day>\d\d)\b"),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? (?P<year>\d{{4}}))?", re.IGNORECASE),
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?", re.IGNORECASE),
    re.compile(r"\b(?P<day>\d{1,2})[./](?P<in_year>\d{1,2})[./](?P<year>\d{4})\b"),
    re.compile(r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE),
)
"""A day with its month, or by its number alone: `2025-01-11`, `11 January`, `January 11`, `11/01/2025`, `the 14th`."""
_NOT_THAT_ONE = re.compile(
    rf",? (?:and |but )?\b(?:not|rather than|instead of) (?:on |in )?(?:the |that )?(?P<denied>\d{{1,2}}(?:st|nd|rd"
    rf"|th)?(?: of)?(?: {_MONTH})?(?:,? \d{{4}})?|{_MONTH.replace('month', 'its_month')} \d{{1,2}}(?:st|nd|rd|th)?"
    r"(?:,? \d{4})?|day|date|one)(?=[,.:;!]|$| that\b| when\b),?",
    re.IGNORECASE,
)
"""A day that is set against the one of the telling, as an aside: `on 9 January, not on the 10th`."""
_DENIES = re.compile(
    r"\b(?:nothing(?! (?:newer|else|more|new|other)\b)|no (?:\w+ ){0,5}?(?:mention\w*|came|come|trace|note|word|record"
    r"|entry|sign)\b|not (?:on|in|at|during|by|yet|then|that|until|an?(?: single)? (?:word|thing|trace))\b|none\b"
    r"|(?:\w+n't|not|never)(?: \w+){0,2} (?:mention\w*|say|said|tell|told|talk\w*|come up|came up|brought|bring|see"
    r"|find\w*|get (?:round|around|on)? ?to|part of|speak|spoken|discuss\w*|name[ds]?|in (?:our|that|the))\b"
    r"|(?:wasn't|isn't) (?:on|in|at|during|that|the|an?|our|something)\b)",
    re.IGNORECASE,
)
"""Says that nothing was told."""
_NOTHING = re.compile(
    r"[\W_]*(?:no(?:thing|ne)?|not a (?:thing|word|single \w+)|you didn't)(?: at all| there)?[\W_]*", re.IGNORECASE
)
"""A part that says no more than that."""
_UP_TO = re.compile(r"\b(?:(?<!going )(?<!only )by|until|till|up to|before|yet)\b", re.IGNORECASE)
"""Denies for all the time up to a day, not for that day alone."""
_THAT_DAY = re.compile(
    r"\b(?:(?:on|in|during|from|at) (?:that|this) (?:\w+ )?(?:day|chat|conversation|session|date|time|point)"
    r"|that (?:day|time)|(?:back|by|until) then|at (?:the|that) time)\b",
    re.IGNORECASE,
)
_ONE_DAY = re.compile(r"\b(?:that|this) (?:\w+ )?(?:day|chat|conversation|session|date)\b", re.IGNORECASE)
_DENIED_OF_IT = re.compile(
    r"[\W_]*(?:(?:but|though|although|however),? )?you (?:didn't|did not|hadn't|never) (?:actually )?(?:tell|told"
    r"|mention|mentioned|say|said|bring|brought)(?: me)? (?:about )?(?:that|it|this|so)\b",
    re.IGNORECASE,
)
"""A part that denies the telling of what was just named: `but you didn't tell me that on 2 May`."""
_TOLD_THEN = re.compile(
    r"[\W_]*(?:(?:but|though|although|and|however),? )?(?:(?:that|it|this) (?:was|came|comes|is)|you"
    r"(?:'d| had)? (?:only )?(?:told|mentioned|said|gave|brought))\b",
    re.IGNORECASE,
)
"""The beginning of a part that says when what was just named was told: `but you told me that on 9 January`."""
_OTHER_TIME = re.compile(
    r"\b(?:(?:the|a|one|two|three|some|\w+) (?:days?|evening|weeks?|months?) (?:before|earlier|prior)|(?:the )?previous"
    r" (?:day|evening|week|time|chat|conversation)|(?:an)?other (?:days?|times?|chats?|conversations?|occasions?)"
    r"|(?:an )?earlier (?:chats?|conversations?|messages?|day)|earlier|previously|(?:not )?before that"
    r"|(?:the )?(?:latest|newest|most recent)(?: one| date| thing| news)?(?: that)? (?:i(?:'ve| have)|you))\b",
    re.IGNORECASE,
)
"""Another time than the one that was just named, before it or unspecified."""
_LATER = re.compile(
    r"\b(?:later|afterwards|after (?:that|then)|subsequent(?:ly)?|since then|(?:days?|weeks?|months?) after"
    r"|(?:the )?(?:next|following) (?:day|week|time|month|chat)|only after|not until|only (?:came"
    r"|come) (?:up )?(?:on|in)|only (?:mentioned|told|said|brought)\b[^.!?]{0,60} on)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(rf"\b(?:{TELLS}|know|time was|from|have|had)\b", re.IGNORECASE)
"""Words of telling, which the other time has to go with."""


def told_another_day(text: str, expectation: Expectation) -> bool:
    """Whether a reply to a question about a day denies it for that day, and names values only as told on another one.

    Args:
        text: The reply.
        expectation: What was asked for, and not told at that time.

    Example:
        >>> from dataclasses import replace
        >>> from regulars.values import Domain
        >>> asked = Expectation("value", Domain("snack", aliases={"nuts": ()}), False, earlier=True)
        >>> told_another_day("Nothing on 11 January. On 14 January you said nuts.", asked)
        True
        >>> told_another_day("Nothing on 14 January. On 11 January you said nuts.", asked)
        False
        >>> of_day = replace(asked, asked_day="2025-01-14")
        >>> told_another_day("Nothing on 14 January. On 11 January you said nuts.", of_day)
        True
    """
    plain = text.replace("’", "'")
    if not expectation.earlier or is_chinese(text) or len(plain) != len(text):
        return False
    found = find_values(plain, expectation.domain)
    if expectation.asked_day and expectation.domain.type is ValueType.DATE:
        found = without_telling_days(plain.lower(), found, expectation.asked_day)
        plain = _blanked(plain, [(one.start, one.end) for one in found])
        if not found:
            return _denies_day(plain, _day(expectation.asked_day))
    if not found or any(one.value in expectation.others for one in found):
        return False
    aside = _NOT_THAT_ONE.search(plain)
    if aside is not None:
        plain = _blanked(plain, [aside.span()])
    parts = _parts(plain, [one.start for one in found])
    valued = [at for at, (low, high) in enumerate(parts) if any(low <= one.start < high for one in found)]
    words = [plain[low:high] for low, high in parts]
    asked = _day(expectation.asked_day)
    denied = {
        at: day for at in range(len(parts)) if at not in valued and (day := _denied_day(words, at, asked)) is not None
    }
    if aside is not None:
        denied[-1] = _day(f"the {aside['denied']}")
    own = [at for at in valued if not gives_to_others(words[at], expectation.domain)]
    if asked and any(_differs(day, asked) for day in denied.values() if day):
        return False
    return bool(denied and own) and all(_is_of_another_day(words, at, denied, asked) for at in own)


def _blanked(plain: str, spans: Sequence[tuple[int, int]]) -> str:
    """A text with as many blanks in place of the words in some spans."""
    for low, high in spans:
        plain = plain[:low] + " " * (high - low) + plain[high:]
    return plain


def _denies_day(plain: str, asked: tuple[int, ...]) -> bool:
    """Whether a reply that gives no value says that nothing was told on the day asked about."""
    words = [plain[low:high] for low, high in _parts(plain, [])]
    return any(_denied_day(words, at, asked) in ((), asked) for at in range(len(words)))


def _parts(plain: str, named: list[int]) -> list[tuple[int, int]]:
    """The spans of the parts of a reply, each of which says one thing."""
    parts = [(low, high) for low, high in part_spans(plain, _EDGE) if plain[low:high].strip(" .,;:!?\n")]
    return [half for part in parts for half in _halves(plain, *part, named)]


def _halves(plain: str, low: int, high: int, named: list[int]) -> list[tuple[int, int]]:
    """A part, cut in two where a denial before a comma precedes its value: `nothing then, nuts came up later`."""
    comma = plain.find(", ", low, high)
    is_cut = (
        comma >= 0 and any(comma < start < high for start in named) and not any(low <= start < comma for start in named)
    )
    return [(low, comma), (comma, high)] if is_cut and _denies(plain[low:comma]) else [(low, high)]


def _denies(words: str) -> bool:
    """Whether a part denies something of a day: `nothing on that day`."""
    return _DENIES.search(words) is not None and (_THAT_DAY.search(words) is not None or _day(words) != ())


def _denied_day(words: list[str], at: int, asked: tuple[int, ...]) -> tuple[int, ...] | None:
    """The day for which a part denies a telling, empty for `that day`; None if it denies none.

    A part that names no day denies for the one that the parts before it speak of, and `Nothing.` for the one asked for.
    """
    part = words[at]
    if _denies(part):
        return asked if any(not _differs(day, asked) for day in _days(part) if asked) else _day(part)
    if _NOTHING.fullmatch(part):
        return ()
    days = [day for before in words[:at] if (day := _day(before))]
    return days[-1] if days and _DENIES.search(part) else None


def _is_of_another_day(words: list[str], at: int, denied: dict[int, tuple[int, ...]], asked: tuple[int, ...]) -> bool:
    """Whether a part tells of another time than the day asked about, and than those for which something is denied."""
    part, following = words[at], words[at + 1] if at + 1 < len(words) else ""
    if at + 1 in denied and _DENIED_OF_IT.match(following):
        return not _day(part) and _THAT_DAY.search(part) is None
    if at + 1 not in denied and not _day(part) and _TOLD_THEN.match(following):
        part = f"{part} {following}"
    if not _TOLD.search(part):
        return False
    day, days = _day(part), [one for one in denied.values() if one]
    if asked and any(before < at for before in denied) and any(_follows(one, asked) for one in _days(part)):
        return True
    comes_first = any(
        before < at and (before < 0 or (_UP_TO.search(words[before]) is None and _is_of_one_day(words[before])))
        for before in denied
    )
    if day and asked:
        return (comes_first and _differs(day, asked)) or (_LATER.search(part) is not None and _follows(day, asked))
    if day and days:
        return all(_follows(day, other) for other in days)
    is_other = _OTHER_TIME.search(part) is not None or _names_other_month(part, asked)
    return _LATER.search(part) is not None or (asked != () and comes_first and is_other)


def _is_of_one_day(words: str) -> bool:
    """Whether a denial is about a day or a conversation, not about all the time up to a moment."""
    return _day(words) != () or _ONE_DAY.search(words) is not None or _THAT_DAY.search(words) is None


def _names_other_month(words: str, asked: tuple[int, ...]) -> bool:
    """Whether words name a month, without a day, that is not the one of the day asked about."""
    return any(MONTHS.index(month["month"].lower()) + 1 not in asked[1:2] for month in _IN_MONTH.finditer(words))


_IN_MONTH = re.compile(rf"\b(?:in|since|from|by) (?:early |mid-?|late )?{_MONTH}\b", re.IGNORECASE)


def _day(words: str) -> tuple[int, ...]:
    """The first day that words name, as year, month and day, with 0 for what they leave out; empty if there is none."""
    return next(iter(_days(words)), ())


def _days(words: str) -> list[tuple[int, ...]]:
    """All days that words name, those in the fullest form first."""
    found: list[tuple[int, ...]] = []
    for pattern in _DAYS:
        for match in pattern.finditer(words):
            parts = match.groupdict()
            month = MONTHS.index(parts["month"].lower()) + 1 if parts.get("month") else int(parts.get("in_year") or 0)
            found.append((int(parts.get("year") or 0), month, int(parts["day"])))
    return found


def _follows(day: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a day lies behind another one; what one of them leaves out is the same for both."""
    pairs = [(own, its) if own and its else (0, 0) for own, its in zip(day, other, strict=True)]
    return [own for own, _ in pairs] > [its for _, its in pairs]


def _differs(day: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two days are not the same one, as far as both are told."""
    return any(own != its for own, its in zip(day, other, strict=True) if own and its)
