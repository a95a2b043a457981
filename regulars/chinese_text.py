"""Reads Chinese text: detects it, finds questions, dates and numbers, and counts words.

Chinese has no spaces between words, so nothing here looks for word boundaries. `2025年5月14日` is `2025-05-14`, `三个`
is 3, and `一千二百元` is 1200 in a domain whose unit is `元`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.calendar_text import FoundDate
from regulars.number_text import FoundNumber

HAN = "\u3400-\u4dbf\u4e00-\u9fff〇"
"""Chinese characters, for use inside the brackets of a regular expression."""

_RUN = re.compile(f"[{HAN}]+")
_LETTERS = re.compile("[a-zA-Z]")
_SIGNS = ("零〇", "一壹", "二两贰", "三", "四", "五", "六", "七", "八", "九")
_DIGITS = {sign: value for value, signs in enumerate(_SIGNS) for sign in signs}
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_NUMERALS = "".join((*_DIGITS, *_SCALES))
_YEAR = r"(?:1[89]|20|21)[0-9][0-9]"
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DATE = re.compile(
    rf"""(?<![\d.,:/-])(?:
      (?P<iso_year>{_YEAR})(?P<mark>[-/.])(?P<iso_month>[0-9][0-9]?)(?:(?P=mark)(?P<iso_day>[0-9][0-9]?))?(?![\d.])
    | (?:(?P<year>{_YEAR}|[一二][{_NUMERALS}]{{3}})\s*年\s*)?
      (?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s*月(?:份)?
      (?:\s*(?P<day>3[01]|[12][0-9]|0?[1-9]|三十一?|二十[一二三四五六七八九]?|十[一二三四五六七八九]?|[一二三四五六七八九])\s*[日号])?
    | (?P<lone_year>{_YEAR}|[一二][零〇一二三四五六七八九]{{3}})\s*年(?![前后内级代多来])
    )""",
    re.VERBOSE,
)
_FIGURES = re.compile(r"(?<![\d.,:/a-zA-Z-])(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?![\d:/])\s*([万千])?")
_SPOKEN = re.compile(rf"(?<![第这那每某另同上下唯统之万惟{_NUMERALS}])[{_NUMERALS}]+(?![之起些样定切直般旦边下会])")
_ONE_OF_A_MEASURE = re.compile(f"[{_NUMERALS}]*[十百千万][二两三四五六七八九]一")
"""Numerals whose last character belongs to what follows: `三千二` and `一个月`."""
_MARKER = re.compile(r"(?:^|\n)\s*\d\d?\s*[.、)]\s*(?!\d)")
_UNITS: dict[str, str] = {
    "元": r"元|块钱?|人民币|rmb",
    "公里": r"公里|千米|km",
    "公斤": r"公斤|千克|kg",
    "平方米": r"平方米|平米|平方|㎡|m2|平(?!时)",
    "分钟": r"分钟|分(?!之)",
    "天": r"天|日",
    "days": r"天|日",
}
"""The spellings of each unit; the key for spans between dates is the one that `resolve_values` uses."""
_COUNTER = "个只条本次家种场位名门杯件株盆座部台辆处样道项首套支把张块国幅所间棵样款"
_MEASURE = re.compile(
    r"\s*(?:[元块角¥%℃度天周年月日号岁点分秒时米克斤吨升平层楼栋期路届班级折倍公千万亿厘毫小半]|"
    rf"[{_COUNTER}](?:多|半)?(?:月|小时|星期|钟头|礼拜|学期|季度))"
)
_ENDS = re.compile(r"\s*(?:$|[^\w\s]|左右|上下|吧|了|哦|呢|啊|呀|整|啦|以上|以下|一个?[月年天周季])")
_SIGN = re.compile(r"[¥￥]\s*$")
_LEAD = 8
"""The number of characters before a number that may hold a sign."""
_LONGEST_SPELT = 24
"""The number of numerals that are read as a number; longer runs stay as they are written."""
_MOST = 1e15
"""The largest number in figures that is scaled; longer figures stay as they are written."""


def has_chinese(text: str) -> bool:
    """Whether `text` contains a Chinese character."""
    return not text.isascii() and _RUN.search(text) is not None


@lru_cache(maxsize=4096)
def is_chinese(text: str) -> bool:
    """Whether `text` is Chinese, apart from names in other letters.

    Example:
        >>> is_chinese("你住在成都。"), is_chinese("You live in 成都, I think.")
        (True, False)
    """
    if text.isascii():
        return False
    written = sum(map(len, _RUN.findall(text)))
    return written > 0 and 2 * written >= len(_LETTERS.findall(text))


def asks(text: str) -> bool:
    """Whether `text` contains a question mark."""
    return "?" in text or "？" in text


def count_words(text: str) -> int:
    """The number of words in `text` as a reader counts: runs between spaces, and two for three Chinese characters.

    Example:
        >>> count_words("You live in Bergen."), count_words("你现在住在成都")
        (4, 5)
    """
    written = 0 if text.isascii() else sum(map(len, _RUN.findall(text)))
    return len((_RUN.sub(" ", text) if written else text).split()) + -(-2 * written // 3)


def bigrams(text: str) -> list[str]:
    """Pairs of adjacent Chinese characters, the index terms of Chinese text; a lone character stands by itself.

    Example:
        >>> bigrams("我住在成都, ok")
        ['我住', '住在', '在成', '成都']
    """
    return [
        gram
        for run in ([] if text.isascii() else _RUN.findall(text))
        for gram in ((run,) if len(run) == 1 else (run[at : at + 2] for at in range(len(run) - 1)))
    ]


def find_chinese_dates(text: str) -> list[FoundDate]:
    """All dates in `text`, in order; a month without a year as `--05`."""
    found = []
    for match in _DATE.finditer(text):
        group = match.group
        year = group("iso_year") or group("year") or group("lone_year")
        month = _value(group("iso_month") or group("month") or "")
        day = _value(group("iso_day") or group("day") or "")
        if month > 12 or (month and day > _LENGTHS[month - 1]):
            continue
        head = _four(year) if year else "-"
        if not month:
            found.append(FoundDate(head, *match.span(), "year"))
        elif not day:
            found.append(FoundDate(f"{head}-{month:02d}", *match.span(), "month"))
        else:
            found.append(FoundDate(f"{head}-{month:02d}-{day:02d}", *match.span(), "day"))
    return found


def find_chinese_numbers(text: str, unit: str = "") -> list[FoundNumber]:
    """All numbers in `text` that have the unit `unit` or no unit, in order.

    Args:
        text: Lower-case text with narrow punctuation.
        unit: The domain's unit. Without one, a counter (`三个`) may follow the number, but no unit of measure.
    """
    barred = bytearray(len(text))
    for low, high in [(one.start, one.end) for one in find_chinese_dates(text)]:
        barred[low:high] = b"\1" * (high - low)
    for match in _MARKER.finditer(text):
        barred[match.start() : match.end()] = b"\1" * len(match[0])
    found = []
    for match in sorted((*_FIGURES.finditer(text), *_SPOKEN.finditer(text)), key=lambda match: match.start()):
        start, end = match.start(), match.end()
        if 1 in barred[start:end]:
            continue
        spoken = match.re is _SPOKEN
        if spoken and not any(sign in _DIGITS or sign == "十" for sign in match[0]):
            continue
        if spoken and _ONE_OF_A_MEASURE.fullmatch(match[0]):
            end -= 1
        if _counts(text, start, end, unit, spoken):
            found.append(FoundNumber(_canonical(text[start:end]), start, end))
    return found


def _counts(text: str, start: int, end: int, unit: str, spoken: bool) -> bool:
    if unit:
        if _unit(unit).match(text, end) or (unit == "元" and _SIGN.search(text, max(start - _LEAD, 0), start)):
            return True
    elif not _MEASURE.match(text, end):
        follows = text[end : end + 1]
        if follows and follows in _COUNTER:
            return True
        return bool(_ENDS.match(text, end)) and not (spoken and text[start - 1 : start] in ("统", "唯"))
    return bool(_ENDS.match(text, end)) and not (spoken and end - start == 1)


@lru_cache(maxsize=256)
def _unit(unit: str) -> re.Pattern[str]:
    return re.compile(rf"\s*[多来余几]?\s*(?:{_UNITS.get(unit, re.escape(unit))})")


def _four(year: str) -> str:
    return year if year.isdigit() and year.isascii() else "".join(str(_DIGITS[sign]) for sign in year)


def _value(written: str) -> int:
    if not written:
        return 0
    return int(written) if written.isascii() else _spelt(written)


def _canonical(written: str) -> str:
    """The digits of a number written in figures, with or without a scale word, or in numerals."""
    bare = "".join(written.replace(",", "").split())
    if bare[0].isdigit() and bare[0].isascii():
        scale = _SCALES.get(bare[-1], 1)
        figures = bare.rstrip("万千")
        number = float(figures) * scale
        if number > _MOST:
            return figures
        return str(int(number)) if number == int(number) else f"{number:g}"
    return str(_spelt(bare)) if len(bare) <= _LONGEST_SPELT else bare


def _spelt(numerals: Sequence[str]) -> int:
    """The value of numerals: `一千二百五`, `三万五`, `十二`, `二〇二五`."""
    if not any(sign in _SCALES for sign in numerals):
        return int("".join(str(_DIGITS[sign]) for sign in numerals))
    total = section = digit = 0
    last = 1
    zero = False
    for sign in numerals:
        if sign in _DIGITS:
            digit, zero = _DIGITS[sign], zero or _DIGITS[sign] == 0
            continue
        scale = _SCALES[sign]
        if scale == 10000:
            total, section = (total + section + digit) * scale, 0
        else:
            section += (digit or 1) * scale
        digit, last, zero = 0, scale, False
    rest = digit * last // 10 if digit and last > 10 and not zero else digit
    return total + section + rest
