"""Finds the parts of a reply that style rules are about: sentences, list items, dates, times, sums, numbers.

It works on the text alone, with patterns that are compiled once, and ignores Markdown marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS: tuple[str, ...] = (
    *_SMALL,
    *(ten if not unit else f"{ten}-{_SMALL[unit]}" for ten in _TENS for unit in range(10)),
)
"""The numbers from 0 to 99 in words."""

_MONTH = "(?:" + "|".join([*MONTHS, *(month[:3] for month in MONTHS if len(month) > 3), "Sept"]) + r")\b\.?"
_YEAR = r"(?:,?\s+(?:of\s+)?(?P<{}>(?:1[89]|20|21)\d\d))?\b(?!\d)"
_DATE = re.compile(
    rf"(?<![\w.,:/-])(?:(?P<iso>\d{{4}}-\d\d-\d\d)\b(?!-)"
    rf"|(?P<day_month>(?P<day>\d\d?)(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month>{_MONTH}){_YEAR.format('year')})"
    rf"|(?P<month_day>(?P<month_first>{_MONTH})\s+(?P<day_last>\d\d?)(?:st|nd|rd|th)?\b(?![:\d]|[.,]\d)"
    rf"{_YEAR.format('year_last')})"
    r"|(?P<figures>\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))\b(?![./-]\d))"
)

_CLOCK = re.compile(
    r"(?<![\w.,:/-])(?:(?P<half>(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)?\s?(?:[ap]\.m\.|[ap]m\b))"
    r"|(?P<full>(?:[01]?\d|2[0-3]):[0-5]\d)(?![:\d]|\s?[ap]\.?m\b))",
    re.IGNORECASE,
)

_AMOUNT = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d[\d,]*)(?:\.\d+)?"
_SUM = re.compile(
    rf"(?<![\w.,])(?:(?P<sign>[€$£]\s?(?P<sum>{_AMOUNT})|(?P<sum_first>{_AMOUNT})\s?[€$£])"
    rf"|(?P<word>(?P<sum_word>{_AMOUNT})[\s-](?:euros?|dollars?|pounds?)\b)"
    rf"|(?P<code>(?:(?:EUR|USD|GBP)\s(?P<sum_last>{_AMOUNT})|(?P<sum_code>{_AMOUNT})\s?(?:EUR|USD|GBP)\b)))"
)

_FIGURES = re.compile(r"(?<![\w.,:/€$£#-])\d\d?(?![\d\w%°€$£]|[.,:/-]\d)")
_COUNTED = (*_SMALL[2:], *_TENS)
_UNIT = re.compile(rf"-(?:{'|'.join(_SMALL[1:10])})\b", re.IGNORECASE)
_BOUND = frozenset("-.,:/")
_DIGIT = re.compile(r"\d\d*")
_DATE_STARTS = re.compile(r"[\dJFMASOND]\d*")
_STEMS = tuple(month[:3] for month in MONTHS)
_HALF = re.compile(r"\d\s?[ap]\.?m", re.IGNORECASE)
_CURRENCIES = ("€", "$", "£", "euro", "dollar", "pound", "EUR", "USD", "GBP")
_AMOUNT_GOES_ON = re.compile(r"[\d,. \u00a0\u202f]{0,40}")
_SUM_STARTS = re.compile(r"[\d€$£EUG]\d*")
_LARGE = re.compile(r"(?<![\w.,:/-])(?:(?P<separated>\d{1,3}(?:,\d{3})+)|(?P<plain>\d{4,})\b(?![-/]\d))")
_LIKE_YEARS = range(1900, 2100)
_ITEM = re.compile(r"^[ \t]*(?:[-*•–·]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[-*•–·][ \t]+\S", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+\S", re.MULTILINE)
_BOLD = re.compile(r"(\*\*|__)(?=\S)[^*_\n]+?\1")
_EMPHASIS = re.compile(r"(\*{1,3}|__?|`)(?=\S)[^*_`\n]+?(?<=\S)\1(?!\w)|^#{1,6}\s", re.MULTILINE)
_EMOJI = re.compile(
    "[\U0001f300-\U0001faff\U0001f1e6-\U0001f1ff\u2600-\u27bf\u2b50\u2b55\u2b1b\u2b1c\u2328\u231a\u231b]"
)
_EDGES = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~€£“”„‘’«»…–—•·"
_LONGEST_WORD = 64
"""The number of letters before an apostrophe that show what is contracted."""
_LETTER = re.compile(r"[^\W_]")
_END = re.compile(r"[.!?…。！？\n][.!?…。！？\n]*[\"'”’»)\]*_]*(?:(?=\s)|(?<=[\n。！？])|$)")
_ABBREVIATED = (" mr", " ms", " mx", " dr", " mrs", " st", "e.g", "i.e", "a.m", "p.m", " etc", "approx", " vs")
_CONTRACTED = re.compile(r"(?<=[^\W\d_])['’](?:re|ve|ll|[dmts])\b", re.IGNORECASE)
_BEFORE_IS = frozenset({"it", "that", "there", "what", "who", "he", "she", "let", "here", "where", "how"})
"""Words after which `'s` is a shortened verb, not a genitive."""

_NEGATED = ("do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "would", "could", "should", "will")
_UNCONTRACTED = (
    *(f"{verb} not" for verb in _NEGATED), "cannot", "I am", "you are", "we are", "they are", "it is", "that is",
    "there is", "I will", "you will", "we will", "they will", "it will", "let us",
)  # fmt: skip


def sentences(text: str) -> list[str]:
    r"""The sentences of `text` that contain a word; a line break ends one, and list marks are not sentences.

    Example:
        >>> sentences("Hello Ms. Berg! It is 1.5 km.\n- Bergen")
        ['Hello Ms. Berg!', 'It is 1.5 km.', 'Bergen']
    """
    if "\n" in text or text[:1] in "-*•–· \t0123456789":
        text = _ITEM.sub("", text)
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if match[0] == "." and f" {text[max(match.start() - 8, 0) : match.start()]}".lower().endswith(_ABBREVIATED):
            continue
        end = match.end()
        piece = text[start:end].strip()
        if _LETTER.search(piece):
            found.append(piece)
        start = end
    rest = text[start:].strip()
    if _LETTER.search(rest):
        found.append(rest)
    return found


def words(text: str) -> list[str]:
    """The words and figures of `text`; `don't`, `9:30` and `well-known` are one each."""
    bare = [token.strip(_EDGES) for token in text.split()]
    return [word for word in bare if word and word[0].isalnum()]


def contracted_in(text: str) -> bool:
    """Whether a word is contracted: `don't`, `I've`, `it's`; a genitive does not count."""
    if "'" not in text and "’" not in text:
        return False
    for match in _CONTRACTED.finditer(text):
        before = text[max(match.start() - _LONGEST_WORD, 0) : match.start()].split()[-1].strip(_EDGES).lower()
        if match[0][1:].lower() not in ("s", "t") or before in _BEFORE_IS or before.endswith("n"):
            return True
    return False


def uncontracted_in(text: str) -> bool:
    """Whether words stand apart that could be contracted; `it is` at the end of a clause does not count."""
    return any(text[end : end + 1] == " " for _, end in find_phrases(text, _UNCONTRACTED))


def _found(pattern: re.Pattern[str], starts: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """The matches of `pattern` in order, without overlaps; tried only where one may start, which is faster."""
    found: list[re.Match[str]] = []
    behind = 0
    for start in starts.finditer(text):
        place = start.start()
        if place >= behind and (match := pattern.match(text, place)):
            found.append(match)
            behind = match.end()
    return found


@lru_cache(maxsize=8)
def dates_in(text: str) -> tuple[re.Match[str], ...]:
    """Calendar days; the group `iso`, `day_month`, `month_day` or `figures` tells the format."""
    if not _DIGIT.search(text):
        return ()
    named = any(month in text for month in _STEMS)
    return tuple(_found(_DATE, _DATE_STARTS if named else _DIGIT, text))


@lru_cache(maxsize=8)
def clocks_in(text: str) -> tuple[re.Match[str], ...]:
    """Times of day: `half` on the 12-hour clock, `full` on the 24-hour clock."""
    if ":" not in text and not _HALF.search(text):
        return ()
    return tuple(_found(_CLOCK, _DIGIT, text))


@lru_cache(maxsize=8)
def sums_in(text: str) -> tuple[re.Match[str], ...]:
    """Sums of money in figures; the group `sign`, `word` or `code` tells the form of the currency."""
    if not any(currency in text for currency in _CURRENCIES):
        return ()
    return tuple(_found(_SUM, _SUM_STARTS, text))


@lru_cache(maxsize=8)
def numbers_in(text: str) -> tuple[tuple[int, int, str], ...]:
    """Numbers below a hundred that are not part of a date, a time, a sum or a list: span, and `figures` or `words`.

    `one` does not count, because it is as often a pronoun.
    """
    figures = [match.span() for match in _found(_FIGURES, _DIGIT, text)]
    barred = bytearray(len(text))
    for start, end in _barred(text, figures) if figures else []:
        barred[start:end] = b"\1" * (end - start)
    found = [(*one, "figures") for one in figures if not barred[one[0]]]
    for start, end in find_phrases(text, _COUNTED):
        unit = _UNIT.match(text, end)
        if unit:
            end = unit.end()
        before = text[start - 1 : start]
        is_bound = text[end : end + 1] == "-" or before in _BOUND or before.isdigit()
        if not is_bound and not _is_large(text, start, end):
            found.append((start, end, "words"))
    return tuple(sorted(found))


def _barred(text: str, figures: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The dates, times, sums and list marks that one of `figures` may be part of.

    Forms that cannot contain a free-standing figure of two digits are not searched for: dates without a month's name,
    times with a colon, sums without a currency next to the figure.
    """
    items = _ITEM.finditer(text) if "\n" in text else filter(None, [_ITEM.match(text)])
    found = list(items)
    if any(month in text for month in _STEMS):
        found += dates_in(text)
    if any(_HALF.match(text, end - 1) for _, end in figures):
        found += clocks_in(text)
    if any(_has_currency(text, start, end) for start, end in figures):
        found += sums_in(text)
    return [match.span() for match in found]


def _has_currency(text: str, start: int, end: int) -> bool:
    """Whether a currency stands before a figure, or after the amount that begins with it."""
    behind = _AMOUNT_GOES_ON.match(text, end)
    around = text[max(start - 4, 0) : (behind.end() if behind else end) + len("-dollars")]
    return any(currency in around for currency in _CURRENCIES)


def _is_large(text: str, start: int, end: int) -> bool:
    """Whether a number in words is part of one above a hundred."""
    behind = text[end : end + 10].lstrip(" -").lower()
    before = text[max(start - 14, 0) : start].rstrip(" -").lower().removesuffix(" and")
    return behind.startswith(("hundred", "thousand", "million")) or before.endswith(("hundred", "thousand", "million"))


def large_numbers(text: str) -> Iterator[re.Match[str]]:
    """Numbers of four digits or more that are not years or parts of dates: `separated` or `plain`."""
    for match in _found(_LARGE, _DIGIT, text):
        plain = match["plain"]
        if plain is None or int(plain[:9]) not in _LIKE_YEARS:
            yield match


@lru_cache(maxsize=64)
def find_phrases(text: str, phrases: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Where `phrases` occur as whole words, in any case: spans in order, without overlaps.

    `I` matches only as a capital, since `i` is as often a list mark. A phrase edge that is not a letter or digit needs
    no word boundary.

    Example:
        >>> find_phrases("It's an ex, next to Exeter.", ("ex",))
        ((8, 10),)
    """
    plain = _plain(text)
    found = []
    for phrase, before, after in _prepared(phrases):
        searched = text if phrase == "I" else plain
        place = searched.find(phrase)
        while place >= 0:
            end = place + len(phrase)
            if _is_bounded(plain, place, end, before, after):
                found.append((place, end))
            place = searched.find(phrase, place + 1)
    if len(found) < 2:
        return tuple(found)
    found.sort(key=_by_place)
    apart = found[:1]
    for span in found[1:]:
        if span[0] >= apart[-1][1]:
            apart.append(span)
    return tuple(apart)


def _by_place(span: tuple[int, int]) -> tuple[int, int]:
    return span[0], -span[1]


def phrase_at(text: str, phrases: tuple[str, ...], place: int) -> int:
    """The end of the phrase that begins at `place`; -1 if none does."""
    plain = _plain(text)
    for phrase, before, after in _prepared(phrases):
        end = place + len(phrase)
        if plain.startswith(phrase.lower(), place) and _is_bounded(plain, place, end, before, after):
            return end
    return -1


@lru_cache(maxsize=8)
def _plain(text: str) -> str:
    """Lower-case text of the same length, with straight apostrophes."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
    return lowered.replace("’", "'")


@lru_cache(maxsize=1024)
def _prepared(phrases: tuple[str, ...]) -> tuple[tuple[str, bool, bool], ...]:
    """The phrases, longest first, each with whether it needs a word boundary before and after it."""
    longest_first = sorted(dict.fromkeys(phrases), key=len, reverse=True)
    return tuple(
        (phrase if phrase == "I" else phrase.lower(), phrase[0].isalnum(), phrase[-1].isalnum())
        for phrase in longest_first
    )


def _is_bounded(text: str, start: int, end: int, before: bool, after: bool) -> bool:
    """Whether word boundaries are where they are needed; a unit may directly follow its number."""
    if before and start and text[start - 1].isalpha():
        return False
    return not (after and end < len(text) and (text[end].isalnum() or text[end] == "_"))


def _lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())


MEASURES: Mapping[str, Callable[[str], int]] = {
    "sentences": lambda text: len(sentences(text)),
    "words": lambda text: len(words(text)),
    "lines": _lines,
    "bullets": lambda text: len(_BULLET.findall(text)),
    "numbered": lambda text: len(_NUMBERED.findall(text)),
    "bold": lambda text: len(_BOLD.findall(text)),
    "emphasis": lambda text: sum(1 for _ in _EMPHASIS.finditer(text)),
    "emoji": lambda text: len(_EMOJI.findall(text)),
    "questions": lambda text: text.count("?") + text.count("？"),
    "exclamations": lambda text: text.count("!") + text.count("！"),
    "dates": lambda text: len(dates_in(text)),
}
"""What can be counted in a reply."""
