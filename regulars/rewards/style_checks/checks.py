"""Checks of a reply's style, by name: each tells whether a text keeps a rule with given parameters.

A check sees only the text and its occasion, so policies that only write text are judged like those that plan. Rules
name checks and give parameters (`scenarios/rules/*.toml`); a rule that uses an existing check is data alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeAlias

from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.style_checks.reply_text import (
    MEASURES,
    MONTHS,
    WEEKDAYS,
    clocks_in,
    contracted_in,
    dates_in,
    find_phrases,
    large_numbers,
    numbers_in,
    phrase_at,
    sentences,
    sums_in,
    uncontracted_in,
    words,
)

Check: TypeAlias = Callable[[str, Occasion, Mapping[str, Any]], bool]
"""Maps reply, occasion and parameters to whether the rule is kept."""

CHECKS: dict[str, Check] = {}
"""Checks by name."""

CHECK_PARAMETERS: dict[str, frozenset[str]] = {}
"""The parameters that each check reads."""

NEAR_END = 3
"""The number of words that may follow a phrase at the end: a name, or an emoji and a mark."""

_MANY = 1 << 30
_MONTH_NUMBERS = {month[:3]: number for number, month in enumerate(MONTHS, 1)}
_WEEKDAY = "|".join(WEEKDAYS)
_WEEKDAY_BEFORE = re.compile(rf"\b({_WEEKDAY}),?\s+(?:the\s+)?$")
_WEEKDAY_AFTER = re.compile(rf"\s*[,(]?\s*(?:a\s+)?({_WEEKDAY})\b")
_TITLE = r"\b(?:Mr|Ms|Mrs|Mx|Miss|Dr)\.?\s+"
_QUOTED = re.compile(r"[\"“„«‹]([^\"”“»›\n]{2,160})[\"”“»›]|(?<!\w)['‘]([^'’\n]{2,160})['’](?!\w)")
_TOLD_ON = re.compile(
    r"\b(?:told|said|mentioned|shared|wrote|heard|learned|chat|conversation|session|talk)\b", re.IGNORECASE
)
_FIRST_LETTER = re.compile(r"[^\W_]")
_HEAD = re.compile(r"[\W_]*(?:\d{1,2}[.)]\s+)?[\W_]*")
"""Marks and a list number before the first word."""

_GREETING = re.compile(
    rf"(?:(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome back)\b[\s,!.]*)?(?:{_TITLE})?", re.IGNORECASE
)
_GAP = re.compile(r"[\s,!.:]*")
_TOLD_REACH = 48
"""The number of characters between a word such as `told` and its date."""


def _check(*parameters: str) -> Callable[[Check], Check]:
    def enter(check: Check) -> Check:
        name = check.__name__
        CHECKS[name] = check
        CHECK_PARAMETERS[name] = frozenset(parameters)
        return check

    return enter


@_check("of", "at_least", "at_most")
def counts(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Between `at_least` and `at_most` `of` something (`MEASURES`)."""
    number = MEASURES[parameters["of"]](text)
    return bool(parameters.get("at_least", 0) <= number <= parameters.get("at_most", _MANY))


@_check("phrases", "place", "at_least", "at_most")
def phrases(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """One of `phrases` occurs between `at_least` and `at_most` times, at its `place`: `anywhere`, `start` or `end`.

    A greeting and the person's name may stand before the start, and a few words after the end.
    """
    listed = parameters["phrases"]
    place = parameters.get("place", "anywhere")
    if place == "anywhere":
        number = len(find_phrases(text, listed))
    elif place == "start":
        number = int(any(phrase_at(text, listed, start) >= 0 for start in _starts(text, occasion.name)))
    else:
        number = int(any(len(words(text[end:])) <= NEAR_END for _, end in find_phrases(text, listed)))
    return bool(parameters.get("at_least", 0) <= number <= parameters.get("at_most", _MANY))


def _starts(text: str, name: str) -> tuple[int, int]:
    """The start of the first word, and of the first word after a greeting and the person's name."""
    head = _HEAD.match(text)
    first = head.end() if head else 0
    greeting = _GREETING.match(text, first)
    behind = greeting.end() if greeting else first
    for part in name.split():
        if text.startswith(part, behind):
            behind += len(part)
            gap = _GAP.match(text, behind)
            behind = gap.end() if gap else behind
    return first, behind


@_check("phrases")
def first_words(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The first words are one of `phrases`."""
    head = _HEAD.match(text)
    return phrase_at(text, parameters["phrases"], head.end() if head else 0) >= 0


@_check("phrases")
def last_words(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The last words are one of `phrases`."""
    return any(not _FIRST_LETTER.search(text, end) for _, end in find_phrases(text, parameters["phrases"]))


@_check("instead")
def wording(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Contains no word that the rule replaces by another (`instead`: from unwanted to wanted)."""
    return not find_phrases(text, tuple(parameters["instead"]))


@_check("style")
def address(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Addresses the person by `first_name`, by `title` and name, or by `none`."""
    first = occasion.name.split()[0] if occasion.name.strip() else ""
    last = occasion.name.split()[-1] if first else ""
    if not first:
        return bool(parameters["style"] == "none")
    titled = re.search(f"{_TITLE}(?:{re.escape(last)}|{re.escape(first)})\\b", text) is not None
    style: str = parameters["style"]
    if style == "title":
        return titled
    called = bool(find_phrases(text, (first,)))
    return called and not titled if style == "first_name" else not called and not titled


@_check("at_most")
def sentence_lengths(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """No sentence has more than `at_most` words."""
    most: int = parameters["at_most"]
    return all(len(words(sentence)) <= most for sentence in sentences(text))


@_check("letters", "besides")
def word_lengths(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """At most `besides` words have more than `letters` letters: an answer may itself be a long word."""
    most: int = parameters["letters"]
    return sum(len(word) > most for word in words(text)) <= int(parameters.get("besides", 0))


@_check("sentences")
def lines(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """No line has more than that many `sentences`."""
    most = parameters["sentences"]
    return all(len(sentences(line)) <= most for line in text.splitlines())


@_check("style")
def date_style(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """All calendar days are written as `iso` (2025-05-14), `day_month` (14 May) or `month_day` (May 14)."""
    style = parameters["style"]
    return all(match[style] is not None for match in dates_in(text))


@_check("given")
def weekday(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Every calendar day has its correct weekday beside it, or none has one (`given`)."""
    for match in dates_in(text):
        beside = _WEEKDAY_BEFORE.search(text, max(match.start() - 16, 0), match.start()) or _WEEKDAY_AFTER.match(
            text, match.end()
        )
        if bool(beside) is not parameters["given"]:
            return False
        day = day_of(match)
        if beside and day and WEEKDAYS[day.weekday()] != beside[1]:
            return False
    return True


def day_of(match: re.Match[str], year: int = 0) -> date | None:
    """The day that a match of `dates_in` means; None without a year or with an ambiguous order of day and month.

    Args:
        match: One of `dates_in`.
        year: Used if the text gives none.
    """
    if match["figures"]:
        return None
    if match["iso"]:
        numbers = tuple(int(part) for part in match["iso"].split("-"))
    else:
        month = match["month"] or match["month_first"]
        written = match["year"] or match["year_last"] or year
        numbers = (int(written), _MONTH_NUMBERS[month[:3]], int(match["day"] or match["day_last"]))
    try:
        return date(*numbers)
    except ValueError:
        return None


@_check("hours")
def clock_style(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """All times of day use the 12-hour or 24-hour clock (`hours`)."""
    wanted = "full" if parameters["hours"] == 24 else "half"
    return all(match[wanted] is not None for match in clocks_in(text))


@_check("style")
def currency_style(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """All sums name their currency by a `sign`, a `word` or a `code`."""
    style = parameters["style"]
    return all(match[style] is not None for match in sums_in(text))


@_check("style")
def number_style(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """All numbers below a hundred are in `figures` or in `words`, except dates, times and sums."""
    style = parameters["style"]
    return all(written == style for _, _, written in numbers_in(text))


@_check("style")
def thousands_style(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """All large numbers have commas between the thousands (`separated`) or none (`plain`)."""
    return all(match[parameters["style"]] is not None for match in large_numbers(text))


@_check("cited")
def cites_date(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Names the day of the disclosure, or does not (`cited`).

    If the day is unknown, any day counts; if it must not be named, only a day next to a word such as `told` counts.
    """
    found = False
    for match in dates_in(text):
        reach = max(match.start() - _TOLD_REACH, 0)
        if occasion.told:
            found = found or any(_is_on(match, told) for told in occasion.told)
        else:
            found = found or bool(parameters["cited"]) or _TOLD_ON.search(text, reach, match.start()) is not None
    return found is bool(parameters["cited"])


def _is_on(match: re.Match[str], told: date) -> bool:
    return day_of(match, told.year) == told or (match["figures"] is not None and str(told.day) in match["figures"])


@_check("own_words")
def quotes(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Quotes the message's words, or quotes nothing (`own_words`)."""
    if not parameters["own_words"]:
        return _QUOTED.search(text) is None
    message = _even(occasion.message)
    return any(_even(match[1] or match[2]) in message for match in _QUOTED.finditer(text))


def _even(text: str) -> str:
    return " ".join(words(text.replace("’", "'").casefold()))


@_check()
def plain_ascii(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Contains ASCII characters only."""
    return text.isascii()


@_check("contracted")
def contractions(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """Contracts words wherever possible, or nowhere (`contracted`)."""
    return not (uncontracted_in(text) if parameters["contracted"] else contracted_in(text))


@_check("asked")
def ends_asking(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> bool:
    """The last sentence is a question, or is not (`asked`)."""
    pieces = sentences(text)
    return (bool(pieces) and "?" in pieces[-1][-4:]) is bool(parameters["asked"])
