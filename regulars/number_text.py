"""Numbers as people write them: figures and words, with the unit that they are bound to.

A number of a domain with a unit is one that stands with that unit or with none; `3 cats` is no price. A
number of a domain without a unit is one that stands with no unit of measure, money or time. A number that is
part of a date or of a time of day is no number here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from regulars.calendar_text import find_dates

__all__ = ["FoundNumber", "canonical_number", "find_numbers", "names_number", "unit_pattern"]


class FoundNumber(NamedTuple):
    """A number in a text: its canonical digits and its span."""

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
_RUN = rf"(?:a\s+{_SCALE}|{_WORD})(?![^\W_])(?:(?:[\s-]+and)?[\s-]+(?:{_WORD}|{_SCALE})(?![^\W_]))*"
_SPOKEN = re.compile(rf"(?<![^\W_]){_RUN}")
_FIGURES = re.compile(r"\d[\d,.'\u2009\u00a0\u202f]*")
_STRICT = re.compile(r"\d{1,3}(?:[,'\u2009\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_SIGN = re.compile(r"[$€£](?=\s?$)")
_DATE_HINT = re.compile(r"\d[-./]\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")
_FOLLOWING = re.compile(r"(?P<gap>[\s-]*)(?:(?P<symbol>[€$£%°])|(?P<word>[^\W\d_][^\W\d_.']*(?:\.m\b)?))?")

_FAMILIES = (
    ("euro", "euros", "eur", "€"),
    ("dollar", "dollars", "usd", "bucks", "$"),
    ("pound", "pounds", "gbp", "quid", "£"),
    ("percent", "per cent", "percentage", "%"),
    ("kilogram", "kilograms", "kilogramme", "kilogrammes", "kilo", "kilos", "kg", "kgs"),
    ("gram", "grams", "g"),
    ("kilometre", "kilometres", "kilometer", "kilometers", "km", "kms"),
    ("mile", "miles", "mi"),
    ("metre", "metres", "meter", "meters", "m"),
    ("centimetre", "centimetres", "centimeter", "centimeters", "cm"),
    ("square metre", "square metres", "square meter", "square meters", "sqm", "m²", "m2"),
    ("litre", "litres", "liter", "liters", "l"),
    ("second", "seconds", "sec", "secs"),
    ("minute", "minutes", "min", "mins"),
    ("hour", "hours", "hr", "hrs", "h"),
    ("day", "days"),
    ("night", "nights"),
    ("week", "weeks"),
    ("month", "months"),
    ("year", "years", "yr", "yrs"),
    ("time", "times"),
    ("degree", "degrees", "°", "°c"),
)
_NUMBER_WORD = re.compile("|".join((*_WORDS, *_SCALES)))
_CLOCK = frozenset({"am", "pm", "a.m", "p.m", "a.m.", "p.m.", "o"})
_BOOKKEEPING = frozenset(
    _words("session sessions message messages chat chats conversation conversations turn turns")
)
_KNOWN = frozenset(word for family in _FAMILIES for word in family) | _CLOCK | _BOOKKEEPING
_UNBOUND = frozenset(
    _words(
        "a an and as at but by each every for from if in is it now of on or per right so than that the then",
        "there these this to too total altogether was were when where which while with you your yours i my",
        "we not no since until last currently still again instead though only did do does have has had after",
        "before during once all overall today are be according ago about based",
    )
)
"""Words behind a number that do not make it a number of something."""
_BEFORE_PRONOUN = frozenset(
    _words(
        "the that this any no every each which some another other good last next only new old right wrong",
        "first second big small same",
    )
)
_AFTER_PRONOUN = frozenset(_words("of day thing another or who that you i is was"))
_BEFORE_YEAR = frozenset(_words("in since until till during of from by before after early late mid"))


def canonical_number(written: str) -> str:
    """Digits without separators or idle zeros; `written` itself where it is no number.

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


def unit_pattern(unit: str) -> re.Pattern[str] | None:
    """What may follow a number of that unit: perhaps a word, then the unit in any spelling; None for none."""
    if not unit:
        return None
    spelling = unit.casefold().strip()
    stem = spelling[:-1] if spelling.endswith("s") else spelling
    unknown = (spelling, stem, f"{stem}s", f"{stem}es")
    family = next((names for names in _FAMILIES if spelling in names), unknown)
    bare = "|".join(re.escape(name) for name in sorted(family, key=len, reverse=True))
    return re.compile(rf"[\s-]*(?:(?:more|full|whole|good|extra|square|or so|in)\s+)?(?:{bare})(?![^\W_])")


def find_numbers(text: str, unit: re.Pattern[str] | None = None) -> list[FoundNumber]:
    """All numbers in `text`, in order.

    Args:
        text: Lower-case text.
        unit: What `unit_pattern` makes of the domain's unit; None for a domain without.
    """
    candidates = _figures(text)
    if _NUMBER_WORD.search(text):
        candidates += [(match.start(), match.end(), "", match[0]) for match in _SPOKEN.finditer(text)]
        candidates.sort()
    if not candidates:
        return []
    if _DATE_HINT.search(text):
        dates = [date for date in find_dates(text) if date.grain != "year"]
        candidates = [
            one for one in candidates if not any(d.start < one[1] and d.end > one[0] for d in dates)
        ]
    found = []
    for start, end, sign, written in candidates:
        if _counts(text, start, end, sign, written, unit):
            value = canonical_number(written) if written[0].isdigit() else str(_spoken(written))
            found.append(FoundNumber(value, start, end))
    return found


def names_number(text: str, figures: str) -> bool:
    """Whether lower-case `text` plainly names `figures` with no unit; False where it takes a longer look."""
    start = text.find(figures)
    end = start + len(figures)
    around = text[start - 1 : start] + text[end : end + 1]
    if start < 0 or any(character not in " .!?" for character in around) or _DATE_HINT.search(text):
        return False
    return not text[end + 1 : end + 2].isdigit() and _counts(text, start, end, "", figures, None)


def _figures(text: str) -> list[tuple[int, int, str, str]]:
    """Start, end, currency sign and figures of each number in figures that stands free."""
    found = []
    for match in _FIGURES.finditer(text):
        start = match.start()
        written = match[0].rstrip(",.'\u2009\u00a0\u202f")
        end = start + len(written)
        before = text[start - 1] if start else " "
        if before.isalnum() or (before in ".,:/" and text[start - 2 : start - 1].isdigit()):
            continue
        if text[end : end + 1] in (":", "/") and text[end + 1 : end + 2].isdigit():
            continue
        if not _STRICT.fullmatch(written):
            continue
        sign = _SIGN.search(text, max(start - 2, 0), start)
        found.append((sign.start() if sign else start, end, sign[0] if sign else "", written))
    return found


def _counts(text: str, start: int, end: int, sign: str, written: str, unit: re.Pattern[str] | None) -> bool:
    if unit is not None and (unit.match(text, end) or (sign and unit.match(sign))):
        return True
    if sign:
        return False
    following = _FOLLOWING.match(text, end)
    word = following["word"] if following else None
    attached = following is not None and not following["gap"]
    if (following and following["symbol"]) or (word and attached) or word in _KNOWN:
        return False
    if unit is not None and word and word not in _UNBOUND:
        return False
    before = text[:start].rstrip(" -(\t\n")
    previous = before[max(before.rfind(" "), before.rfind("\n")) + 1 :]
    if written == "one":
        return previous not in _BEFORE_PRONOUN and word not in _AFTER_PRONOUN
    return not (_is_year(written) and previous in _BEFORE_YEAR)


def _is_year(written: str) -> bool:
    return len(written) == 4 and written[:2] in ("18", "19", "20", "21")


def _spoken(words: str) -> int:
    """The value of a run of number words: `one thousand two hundred and fifty`."""
    total, current = 0, 0
    for word in re.split(r"[\s-]+", words):
        if word in _WORDS:
            current += _WORDS[word]
        elif word == "hundred":
            current = (current or 1) * _SCALES[word]
        elif word == "thousand":
            total += (current or 1) * _SCALES[word]
            current = 0
    return total + current
