"""Finds numbers in English text, in figures and words, with their units.

In a domain with a unit, a number counts if it has that unit or none: `3 cats` is not a price. In a domain without a
unit, a number counts if no unit of measure, money or time follows. Parts of dates and times of day never count.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from regulars.calendar_text import FoundDate, find_dates


class FoundNumber(NamedTuple):
    """A number found in a text: its canonical digits and its span."""

    value: str
    start: int
    end: int


def _words(*lines: str) -> tuple[str, ...]:
    return tuple(word for line in lines for word in line.split())


_SMALL = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    "seventeen eighteen nineteen twenty",
)
_TENS = _words("thirty forty fifty sixty seventy eighty ninety")
_WORDS = {word: n for n, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, 3)}
_SCALES = {"hundred": 100, "thousand": 1000}
_WORD = "(?:" + "|".join(sorted(_WORDS, key=len, reverse=True)) + ")"
_SCALE = "(?:hundred|thousand)"
_RUN = rf"(?:a\s+{_SCALE}|{_WORD})(?![^\W_])(?:(?:[\s-]+(?:and|n|&))?[\s-]+(?:{_WORD}|{_SCALE})(?![^\W_]))*"
_SPOKEN = re.compile(rf"(?<![^\W_]){_RUN}")
_FIGURES = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d\d?)?(?![\d.,:/-]\d|\d|\.\d)|\d[\d,.'\u2009\u00a0\u202f]*")
_STRICT = re.compile(r"\d{1,3}(?:[,'\u2009\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_CONTINENTAL = re.compile(r"(\d{1,3}(?:[. ]\d{3})+|\d+),(\d\d?)")
"""Figures with a decimal comma."""
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+")
"""Figures with points between thousands; also three decimals, except for money."""
_SIGN = re.compile(r"[$€£₹¥](?=\s?$)")
_DATE_HINT = re.compile(r"\d[-./]\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")
_FOLLOWING = re.compile(r"(?P<gap>[\s-]*)(?:(?P<symbol>[€$£₹¥%°])|(?P<word>[^\W\d_][^\W\d_.']*(?:\.m\b)?))?")

_UNITS = tomllib.loads(files("regulars").joinpath("units.toml").read_text("utf-8"))
_FAMILIES: tuple[tuple[str, ...], ...] = tuple(tuple(names) for names in _UNITS["families"])
_MONEY = frozenset("€$£₹¥")
_CURRENCIES: frozenset[str] = frozenset(_UNITS["money"])
_COUNTRIES = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in _UNITS["countries"])
"""Words for a country before a currency: `Swiss francs`."""
_DIFFERENCE = re.compile(
    r"\s+(?:early|late|later|earlier|ago|more|less|extra|longer|shorter|faster|slower|cheaper|dearer"
    r"|higher|lower|better|worse)\b"
)
"""Words that turn a number with a unit into a difference instead of an amount."""
_TIME_DIFFERENCE = re.compile(r"\s+(?:before|after)\b")
"""The same for spans of time."""
_PART = re.compile(r"\s+of\s+(?:them|which|those|these)\b")
_LABELS = frozenset(
    _words(
        "tram line bus route room flat apartment gate platform floor page chapter step option version train flight",
        "highway road item no nr number building house level table paragraph section track seat row box door suite",
    )
)
"""Words that make the bare number after them a name."""
_MARKER = re.compile(r"(?:^|\n)[\s>]*(\d\d?)[.)]\s+(?=[^\s])")
_LABEL = re.compile(r"([^\W\d_]+)[*_]*:[*_]*\s*$")
_AND_MORE = re.compile(r"(?:,|,? and)\s*[€$£]?\d")
"""Behind a number: the next one follows at once, so a label before it heads a list: `four payments: 450, 350`."""
_TIMES = frozenset(
    _words(
        "new now current currently today then since present is that to recount correction sorry no wait total answer",
        "figure instead mean result exact updated rather actually january february march april may june july august",
        "september october november december",
    )
)
"""Words that are not a label when a colon follows."""
_NUMBER_WORD = re.compile("|".join((*_WORDS, *_SCALES)))
_TIMES_OF = frozenset(_words("second minute hour day week month year"))
_OTHER_SCALES: dict[str, tuple[tuple[str, float], ...]] = {
    name: tuple((other, float(worth)) for other, worth in scales) for name, scales in _UNITS["scales"].items()
}
"""For each unit: other units of the same measure, and what one of them is worth."""
_HOURS = {
    "an hour and a half": 1.5, "hour and a half": 1.5, "one and a half hours": 1.5, "two and a half hours": 2.5,
    "three and a half hours": 3.5, "an hour and a quarter": 1.25, "half an hour": 0.5, "a half-hour": 0.5,
    "half-hour": 0.5, "three quarters of an hour": 0.75, "three-quarters of an hour": 0.75,
    "a quarter of an hour": 0.25, "two thirds of an hour": 2 / 3, "an hour": 1, "one hour": 1,
}  # fmt: skip
_SPOKEN_HOURS = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(_HOURS, key=len, reverse=True))})(?!\w)(?! and \w+ min)")
_AND_HOURS = re.compile(r"(?<!\w)(an?|one|two|three|four|five|\d)\s?(?:h|hrs?|hours?)[\s,]*(?:and\s+)?$")
_HOURS_AND = re.compile(r"(?<![\w:.])(\d)\s?h\s?(\d\d)(?!\d)")
_SHARED = re.compile(r"\b(?:in|over|across|among|into) (?:just |only )?$")
_STANDS_AT = re.compile(
    r"(?:'re|\bare|\bis|'s|\bstands?|\bstill|\bnow|\bcurrently|\bremains?|\bcapped(?: it)?|\bset|\bup|\bput) at$"
)
_OF_DAY = re.compile(
    r"(?:\s+(?:to|and|till|until)\s+\S+)?\s+(?:o'clock|in the (?:morning|afternoon|evening)|at night|sharp)"
)
_AFTER_YEAR = re.compile(r"(?:18|19|20|21)\d\d(?:,|,? and|,? or) $")
_LONGEST_MINUTES = 2
"""The number of digits of minutes that are added to hours."""
_MOST_SPOKEN = 10**12
"""The largest number in words: `hundred` may be repeated without end."""
_LEAD = 64
"""The number of characters before a number that show what it counts."""
_DOZENS = re.compile(r"(?<!\w)(half a|an?|one|two|three|four|five) dozen(?!\w)")
_CODES = {
    "eur": "€", "usd": "$", "gbp": "£", "zar": "rand", "chf": "chf", "pln": "pln", "inr": "inr", "rs": "rs",
    "jpy": "jpy", "sek": "sek", "nok": "nok", "dkk": "dkk", "kr": "kr", "kč": "kč", "czk": "czk", "zł": "zł",
    "zl": "zl", "fr": "fr", "sfr": "fr", "mxn": "mxn",
}  # fmt: skip
"""Codes of currencies that stand before an amount, and the sign or unit that each means."""
_CODE = re.compile(rf"(?<![^\W_])({'|'.join(_CODES)})\.? ?$")
_RAND = "r"
"""The letter that stands right before an amount in rand."""
_THOUSANDS = re.compile(r"k(?!\w)|\s?thousand(?!\w)")
_CLOCK = frozenset({"am", "pm", "a.m", "p.m", "a.m.", "p.m.", "o"})
_BOOKKEEPING = frozenset(_words("session sessions message messages chat chats conversation conversations turn turns"))
_KNOWN = frozenset(word for family in _FAMILIES for word in family) | _CLOCK | _BOOKKEEPING
_UNBOUND = frozenset(
    _words(
        "a an and as at but by each every for from if in is it now of on or per right so than that the then",
        "there these this to too total altogether was were when where which while with you your yours i my",
        "we not no since until last currently still again instead though only did do does have has had after",
        "before during out once all overall today are be according ago about based",
        "several many few next last first second then also even just yet never always usually often ever within",
        "without by via because if unless including plus minus per between under over above below like toward towards",
        "off onto into upon twice quite rather very really exactly roughly approximately precisely although though",
        "went goes comes came makes made will would should can could may might must shall seems sounds stands lies",
        "sits marks remains stays counts gets got gives gave takes took adds ends covers leaves flows sure however",
        "put added combined whether both such whenever wherever he she they thanks please nowadays used",
    )
)
"""Words after a number that do not make it a count of something."""
_BEFORE_PRONOUN = frozenset(
    _words(
        "the that this any no every each which some another other good last next only new old right wrong",
        "first second big small same",
    )
)
_DESCRIBED = re.compile(r"\b(?:the|that|this|your|my|an?) (?!(?:answer|total|sum|number|count|result|amount)\b)[\w-]+$")
"""Before `one`: a word that describes what it stands for, as in `the valid one`."""
_AFTER_PRONOUN = frozenset(_words("of day thing another or who that you i is was"))
_BEFORE_YEAR = frozenset(_words("in since until till during of from by before after early late mid"))


def canonical_number(written: str) -> str:
    """Digits without separators or trailing zeros; returns `written` unchanged if it is not a number.

    Example:
        >>> canonical_number("1,250.50")
        '1250.5'
    """
    digits = re.sub(r"[,'\s]", "", written)
    whole, point, rest = digits.partition(".")
    if not whole.isdigit() or (point and not rest.isdigit()):
        return written
    rest = rest.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{rest}" if rest else whole


@lru_cache(maxsize=256)
def unit_pattern(unit: str) -> re.Pattern[str] | None:
    """A pattern for what may follow a number of that unit: an optional word, then the unit; None without a unit."""
    if not unit:
        return None
    spelling = unit.casefold().strip()
    stem = spelling[:-1] if spelling.endswith("s") else spelling
    unknown = (spelling, stem, f"{stem}s", f"{stem}es")
    family = next((names for names in _FAMILIES if spelling in names), unknown)
    bare = "|".join(re.escape(name) for name in sorted(family, key=len, reverse=True))
    of_country = rf"(?:(?:{_COUNTRIES})\s+)?" if family[0] in _CURRENCIES else ""
    return re.compile(rf"[\s-]*(?:(?:more|full|whole|good|extra|square|or so|in)\s+)?{of_country}(?:{bare})(?![^\W_])")


def find_numbers(text: str, unit: re.Pattern[str] | None = None) -> list[FoundNumber]:
    """All numbers in `text`, in order.

    Args:
        text: Lower-case text.
        unit: The pattern that `unit_pattern` returns for the domain's unit; None for a domain without a unit.
    """
    return list(_found_numbers(text, unit))


@lru_cache(maxsize=32)
def _found_numbers(text: str, unit: re.Pattern[str] | None) -> Sequence[FoundNumber]:
    """The same; kept for the last texts, each of which is searched several times."""
    candidates = _figures(text)
    if _NUMBER_WORD.search(text):
        candidates += [(match.start(), match.end(), "", match[0]) for match in _SPOKEN.finditer(text)]
        candidates.sort()
    if "dozen" in text:
        candidates += [(m.start(), m.end(), "", str(_dozens(m[1]))) for m in _DOZENS.finditer(text)]
        candidates.sort()
    family = _family(unit) if unit is not None else ""
    if not candidates:
        return _other_scales(text, candidates, family) if family in _OTHER_SCALES else []
    if _DATE_HINT.search(text):
        candidates = _outside(candidates, [date for date in find_dates(text) if date.granularity != "year"])
    markers = _list_markers(text)
    is_money = unit is not None and any(unit.match(sign) for sign in _MONEY)
    found = []
    has_unit = unit is not None and any(unit.match(text, one[1]) for one in candidates)
    for start, end, sign, written in candidates:
        if has_unit and (_is_of_another_label(text, start, end, unit) or _is_share(text, start, end, unit)):
            continue
        thousands = _thousands(text, end, written, unit)
        if start not in markers and _counts(text, start, thousands or end, sign, written, unit):
            value = _value(written, is_money)
            if thousands:
                value = _scaled(value, 1000)
            found.append(FoundNumber(value, start, thousands or end))
    if family in _OTHER_SCALES:
        if not has_unit:
            return _other_scales(text, candidates, family) or found
        if family == "minute" and "h" in text:
            return [_with_hours(text, number) for number in found]
    return found


def _outside(candidates: list[tuple[int, int, str, str]], dates: list[FoundDate]) -> list[tuple[int, int, str, str]]:
    """The candidates that overlap no date; the dates are in order and apart."""
    ends = [date.end for date in dates]
    kept = []
    for one in candidates:
        place = bisect_right(ends, one[0])
        if place == len(dates) or dates[place].start >= one[1]:
            kept.append(one)
    return kept


@lru_cache(maxsize=256)
def _family(unit: re.Pattern[str]) -> str:
    """The first name of the unit that a pattern matches; empty if the unit is unknown."""
    return next((names[0] for names in _FAMILIES if unit.fullmatch(names[0])), "")


def _value(written: str, is_money: bool) -> str:
    """The canonical digits of a number in figures or words."""
    return canonical_number(_anglicised(written, is_money)) if written[0].isdigit() else str(_spoken(written))


def _thousands(text: str, end: int, written: str, unit: re.Pattern[str] | None) -> int:
    """Where `k` or `thousand` after figures ends; 0 if neither follows or if `k` is the unit."""
    match = _THOUSANDS.match(text, end) if written[0].isdigit() else None
    if match is None or (unit is not None and unit.match(text, end)):
        return 0
    return match.end()


def _scaled(value: str, factor: float) -> str:
    return canonical_number(f"{round(float(value) * factor, 2):.2f}")


def _dozens(many: str) -> int:
    return 6 if many == "half a" else 12 * (1 if many in ("a", "an") else _WORDS[many])


def _other_scales(text: str, candidates: list[tuple[int, int, str, str]], family: str) -> list[FoundNumber]:
    """Numbers in another unit of the same measure, converted to the wanted unit."""
    found = []
    for name, worth in _OTHER_SCALES[family]:
        other = unit_pattern(name)
        for start, end, _, written in candidates:
            match = other.match(text, end) if other is not None else None
            if match and not _DIFFERENCE.match(text, match.end()):
                number = _value(written, False)
                if number.replace(".", "", 1).isdigit():
                    found.append(FoundNumber(_scaled(number, worth), start, match.end()))
    if family in ("minute", "hour") and "hour" in text:
        for match in _SPOKEN_HOURS.finditer(text):
            found = [one for one in found if one.end <= match.start() or match.end() <= one.start]
            found.append(FoundNumber(_scaled(str(_HOURS[match[0]]), 60 if family == "minute" else 1), *match.span()))
    if family == "minute":
        found += [
            FoundNumber(str(60 * int(match[1]) + int(match[2])), *match.span()) for match in _HOURS_AND.finditer(text)
        ]
    return sorted(found, key=lambda one: one.start)


def _with_hours(text: str, number: FoundNumber) -> FoundNumber:
    """A number of minutes, plus the hours written before it."""
    hours = _AND_HOURS.search(text, max(number.start - 24, 0), number.start)
    if hours is None or not number.value.isdigit() or len(number.value) > _LONGEST_MINUTES:
        return number
    many = int(hours[1]) if hours[1].isdigit() else 1 if hours[1] in ("a", "an") else _WORDS[hours[1]]
    return FoundNumber(str(60 * many + int(number.value)), hours.start(), number.end)


def _is_of_another_label(text: str, start: int, end: int, unit: re.Pattern[str] | None) -> bool:
    """Whether a bare number in a list of amounts has a different label before it (`Food: 400`)."""
    label = _LABEL.search(text, max(start - 24, 0), start)
    if label is not None and _AND_MORE.match(text, end):
        return False
    return label is not None and label[1] not in _TIMES and not (unit and unit.match(text, end))


def _is_share(text: str, start: int, end: int, unit: re.Pattern[str] | None) -> bool:
    """Whether a bare number next to one with a unit says into how many parts it is split (`35 km, in 4 or in 5`)."""
    return _SHARED.search(text, max(start - 12, 0), start) is not None and not (unit and unit.match(text, end))


def _list_markers(text: str) -> frozenset[int]:
    """Where the numbers of a numbered list stand; the list must start with 1."""
    if "1." not in text and "1)" not in text:
        return frozenset()
    markers = list(_MARKER.finditer(text))
    if not any(int(marker[1]) == 1 for marker in markers):
        return frozenset()
    return frozenset(marker.start(1) for marker in markers)


def _anglicised(written: str, is_money: bool) -> str:
    """Figures in English notation: a point before the decimals and no separator between thousands."""
    continental = _CONTINENTAL.fullmatch(written)
    if continental:
        return f"{re.sub('[. ]', '', continental[1])}.{continental[2]}"
    return written.replace(".", "") if is_money and _POINTED.fullmatch(written) else written


def names_number(text: str, figures: str) -> bool:
    """Whether lower-case `text` plainly contains `figures` without a unit; False if a closer look is needed."""
    start = text.find(figures)
    end = start + len(figures)
    around = text[start - 1 : start] + text[end : end + 1]
    if start < 0 or any(character not in " .!?" for character in around) or _DATE_HINT.search(text):
        return False
    return not text[end + 1 : end + 2].isdigit() and _counts(text, start, end, "", figures, None)


def _figures(text: str) -> list[tuple[int, int, str, str]]:
    """Start, end, currency sign and figures of each free-standing number in figures."""
    found = []
    for match in _FIGURES.finditer(text):
        start = match.start()
        written = match[0].rstrip(",.'\u2009\u00a0\u202f")
        end = start + len(written)
        before = text[start - 1] if start else " "
        code = _CODE.search(text, max(start - 6, 0), start) if before.isalpha() or before in " ." else None
        if code is not None:
            found.append((code.start(), end, _CODES[code[1]], written))
            continue
        if before == _RAND and not text[start - 2 : start - 1].isalnum():
            found.append((start - 1, end, "rand", written))
            continue
        if before.isalnum() or (before in ".,:/" and text[start - 2 : start - 1].isdigit()):
            continue
        if text[end : end + 1] in (":", "/") and text[end + 1 : end + 2].isdigit():
            continue
        if not (_STRICT.fullmatch(written) or _CONTINENTAL.fullmatch(written) or _POINTED.fullmatch(written)):
            continue
        sign = _SIGN.search(text, max(start - 2, 0), start)
        found.append((sign.start() if sign else start, end, sign[0] if sign else "", written))
    return found


def _counts(text: str, start: int, end: int, sign: str, written: str, unit: re.Pattern[str] | None) -> bool:
    unit_match = unit.match(text, end) if unit is not None else None
    if unit_match:
        behind = unit_match.end()
        if _TIME_DIFFERENCE.match(text, behind) and _family(unit) in _TIMES_OF:
            return False
        return not _DIFFERENCE.match(text, behind)
    if unit is not None and sign and unit.match(sign):
        return True
    if sign:
        return False
    if _OF_DAY.match(text, end) or (_is_year(written) and _AFTER_YEAR.search(text, max(start - 10, 0), start)):
        return False
    following = _FOLLOWING.match(text, end)
    if following and "\n" in following["gap"]:
        following = None
    word = following["word"] if following else None
    attached = following is not None and not following["gap"]
    if (following and following["symbol"]) or (word and attached) or word in _KNOWN:
        return False
    if unit is not None and word and word not in _UNBOUND:
        return False
    before = text[max(start - _LEAD, 0) : start].rstrip(" -(\t\n")
    previous = before[max(before.rfind(" "), before.rfind("\n")) + 1 :]
    if previous in _LABELS or (unit is not None and (_PART.match(text, end) or _is_hour(written, previous, before))):
        return False
    if written == "one":
        is_pronoun = previous in _BEFORE_PRONOUN or _DESCRIBED.search(before) is not None
        return not is_pronoun and word not in _AFTER_PRONOUN
    return not (_is_year(written) and previous in _BEFORE_YEAR)


def _is_hour(written: str, previous: str, before: str) -> bool:
    return (
        previous == "at"
        and written.isdigit()
        and len(written) <= 2
        and int(written) <= 24
        and not _STANDS_AT.search(before)
    )


def _is_year(written: str) -> bool:
    return len(written) == 4 and written[:2] in ("18", "19", "20", "21")


def _spoken(words: str) -> int:
    """The value of a run of number words: `one thousand two hundred and fifty`."""
    total, current = 0, 0
    for word in re.split(r"[\s-]+", words):
        if word in _WORDS:
            if _WORDS[word] >= 10 and 10 <= current < 100:
                current *= 100
            current += _WORDS[word]
        elif word == "hundred":
            current = (current or 1) * _SCALES[word]
        elif word == "thousand":
            total += (current or 1) * _SCALES[word]
            current = 0
        total, current = min(total, _MOST_SPOKEN), min(current, _MOST_SPOKEN)
    return total + current
