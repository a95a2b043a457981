"""Small edits of an English reply: join clauses, split sentences, rewrite dates and numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from regulars.rewards.style_checks.checks import day_of
from regulars.rewards.style_checks.reply_text import (
    MONTHS,
    NUMBER_WORDS,
    WEEKDAYS,
    clocks_in,
    dates_in,
    find_phrases,
    numbers_in,
    sentences,
    sums_in,
)

_TAIL = re.compile(r"[.!?…\s*_)\"”\U0001f300-\U0001faff\u2600-\u27bf]*$")
_LOWERED = frozenset(
    (
        "it", "that", "as", "the", "you", "those", "my", "our", "there", "this", "we", "your", "let", "noted", "got",
        "understood", "good", "these", "nothing", "fine", "thanks", "in", "of", "and", "to", "by", "on", "since", "is",
        "going", "told", "does", "what", "would", "at", "for", "from", "a", "an",
    )
)  # fmt: skip
"""First words that lose their capital within a sentence."""

_ASCII = {
    "–": ", ", "—": ", ", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "€": "EUR ", "£": "GBP ", "•": "-",
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "Ae", "å": "a", "Å": "A",
}  # fmt: skip
_CONTRACTIONS: Mapping[str, str] = {
    "do not": "don't", "does not": "doesn't", "did not": "didn't", "is not": "isn't", "are not": "aren't",
    "was not": "wasn't", "were not": "weren't", "has not": "hasn't", "have not": "haven't", "had not": "hadn't",
    "would not": "wouldn't", "could not": "couldn't", "should not": "shouldn't", "cannot": "can't",
    "will not": "won't", "I am": "I'm", "you are": "you're", "we are": "we're", "they are": "they're", "it is": "it's",
    "that is": "that's", "there is": "there's", "I will": "I'll", "you will": "you'll", "we will": "we'll",
    "they will": "they'll", "it will": "it'll", "I have": "I've", "you have": "you've", "we have": "we've",
    "they have": "they've", "let us": "let's",
}  # fmt: skip
_EXPANSIONS = {short: long for long, short in _CONTRACTIONS.items()} | {
    "I'd": "I would", "you'd": "you would", "we'd": "we would", "what's": "what is", "who's": "who is",
    "here's": "here is", "he's": "he is", "she's": "she is", "they'd": "they would", "it'd": "it would",
    "you'll": "you will", "he'll": "he will", "she'll": "she will", "mustn't": "must not", "needn't": "need not",
}  # fmt: skip
_SIGNS = {"€": ("euros", "EUR"), "$": ("dollars", "USD"), "£": ("pounds", "GBP")}


def capitalised(text: str) -> str:
    """`text` with a capital first letter."""
    for place, letter in enumerate(text):
        if letter.isalpha():
            return text[:place] + letter.upper() + text[place + 1 :]
        if letter.isdigit():
            break
    return text


def lowered(text: str) -> str:
    """`text` with a small first letter, unless its first word is always capitalised."""
    first = re.match(r"[^\W\d_]+", text)
    return text[0].lower() + text[1:] if first and first[0].lower() in _LOWERED else text


def _parted(text: str) -> tuple[str, str]:
    """The words, and the punctuation after them."""
    tail = _TAIL.search(text)
    place = tail.start() if tail else len(text)
    return text[:place].rstrip(","), text[place:] or "."


def with_clause(text: str, clause: str) -> Iterator[str]:
    """Adds a clause: at the end, at the end of the first sentence, as a sentence, or before the last clause."""
    body, tail = _parted(text)
    asks = clause[-1] in "?!"
    bare = clause.rstrip("?!")
    pieces = sentences(text)
    first = pieces[0] if pieces and pieces[0] in text else ""
    in_first = ""
    if len(pieces) > 1 and first:
        start, mark = _parted(first)
        in_first = text.replace(first, f"{start}, {bare}{mark}", 1)
    if in_first and "?" in tail and not asks:
        yield in_first
    yield f"{body}, {clause}{tail.lstrip('.!?') if asks else tail}"
    if in_first:
        yield in_first
    sentence = capitalised(clause) + ("" if asks else ".")
    ended = text.rstrip() if text.rstrip()[-1:] in "?!." else f"{text.rstrip()}."
    yield f"{ended} {sentence}"
    if first:
        yield text.replace(first, f"{first} {sentence}", 1)
    comma = body.rfind(", ")
    if comma > 0:
        yield f"{body[:comma]}, {bare}{body[comma:]}{tail}"
    yield f"{ended}\n{capitalised(clause)}"


def with_opening(text: str, phrase: str) -> Iterator[str]:
    """Adds an opening before `text`: as a clause, or as a sentence."""
    mark = ":" if phrase.startswith(("You asked", "As for", "Regarding", "To answer", "When it")) else ","
    bare = re.sub(r"^[\s*_#>-]*(?:\d\d?[.)]\s+)?", "", text)
    head = text.removesuffix(bare)
    yield f"{head}{capitalised(phrase)}{mark} {lowered(bare)}"
    yield f"{head}{capitalised(phrase)}. {bare}"


def reworded(text: str, instead: Mapping[str, str]) -> str:
    """Replaces one wording by another; keeps capitals at the start of sentences."""
    by_spelling = {short.casefold(): long for short, long in instead.items()}

    for start, end in reversed(find_phrases(text, tuple(instead))):
        found, before = text[start:end], text[:start].rstrip()
        new = by_spelling.get(found.replace("’", "'").casefold(), found)
        begins = not before or before[-1] in ".!?\n*"
        keeps = found[:1].isupper() and (begins or not re.match(r"I\b", found))
        text = text[:start] + (capitalised(new) if keeps else new) + text[end:]
    return text


def _changed(text: str, matches: Sequence[re.Match[str]], other: Callable[[re.Match[str]], str]) -> str:
    """Replaces each match in `text` by other words."""
    for match in reversed(matches):
        text = text[: match.start()] + other(match) + text[match.end() :]
    return text


def contracted(text: str) -> str:
    """`text` with words contracted."""
    return reworded(text, _CONTRACTIONS)


def expanded(text: str) -> str:
    """`text` without contractions."""
    return reworded(text, _EXPANSIONS)


def in_ascii(text: str) -> str:
    """`text` with the nearest ASCII characters; drops characters without one."""
    mapped = "".join(_ASCII.get(sign, sign) for sign in re.sub(r"\s+([–—])\s+", r"\1", text))
    plain = unicodedata.normalize("NFKD", mapped).encode("ascii", "ignore").decode("ascii")
    return re.sub(r" +(?=[.,!?\n]|$)", "", plain)


def written_day(day: date, style: str = "day_month") -> str:
    """A day as `iso`, `day_month` or `month_day`."""
    if style == "iso":
        return day.isoformat()
    month = MONTHS[day.month - 1]
    return f"{day.day} {month} {day.year}" if style == "day_month" else f"{month} {day.day}, {day.year}"


def redated(text: str, style: str, year: int) -> str:
    """`text` with its dates in another style; `iso` adds `year` to dates without a year."""

    def other(match: re.Match[str]) -> str:
        if match[style]:
            return match[0]
        day = _in_figures(match["figures"]) if match["figures"] else day_of(match, year)
        if day is None:
            return match[0]
        written = written_day(day, style)
        bare = style != "iso" and not (match["iso"] or match["figures"] or match["year"] or match["year_last"])
        return re.sub(r",? \d{4}$", "", written) if bare else written

    return _changed(text, dates_in(text), other)


def _in_figures(written: str) -> date | None:
    """A date in figures, read with the day first if that gives a valid date."""
    first, second, year = (int(part) for part in re.split(r"[./-]", written))
    year += 2000 if year < 100 else 0
    for day, month in ((first, second), (second, first)):
        try:
            return date(year, month, day)
        except ValueError:
            continue
    return None


def without_weekdays(text: str) -> str:
    """Leaves out the weekdays before and behind dates."""
    weekday = "|".join(WEEKDAYS)
    return re.sub(rf"\b(?:{weekday}),?\s+(?:the\s+)?(?=[\dA-Z])|\s*[,(]\s*(?:a\s+)?(?:{weekday})\)?", "", text)


def with_weekdays(text: str, year: int) -> str:
    """Adds the weekday before each date."""
    bare = without_weekdays(text)

    def other(match: re.Match[str]) -> str:
        day = day_of(match, year) or (_in_figures(match["figures"]) if match["figures"] else None)
        return f"{WEEKDAYS[day.weekday()]} {match[0]}" if day else match[0]

    return _changed(bare, dates_in(bare), other)


def retimed(text: str, hours: int) -> str:
    """`text` with its times in the 12-hour or 24-hour clock."""

    def other(match: re.Match[str]) -> str:
        if (match["full"] is None) is (hours == 12):
            return match[0]
        if hours == 12:
            hour, minute = (int(part) for part in match["full"].split(":"))
            return f"{(hour - 1) % 12 + 1}:{minute:02d} {'pm' if hour >= 12 else 'am'}"
        parts = [int(part) for part in re.findall(r"\d+", match["half"])]
        hour = parts[0] % 12 + (12 if "p" in match["half"].lower() else 0)
        return f"{hour:02d}:{parts[1] if len(parts) > 1 else 0:02d}"

    return _changed(text, clocks_in(text), other)


def repriced(text: str, style: str) -> str:
    """`text` with its currencies as a `sign`, a `word` or a `code`."""

    def other(match: re.Match[str]) -> str:
        if match[style]:
            return match[0]
        amounts = ("sum", "sum_first", "sum_word", "sum_last", "sum_code")
        amount = next(match[name] for name in amounts if match[name])
        sum_, comma = amount.rstrip(","), "," * amount.endswith(",")
        seen = match[0].casefold()
        sign = next(
            sign for sign, (word, code) in _SIGNS.items() if sign in seen or word[:-1] in seen or code.lower() in seen
        )
        word, code = _SIGNS[sign]
        return {"sign": f"{sign}{sum_}", "word": f"{sum_} {word}", "code": f"{sum_} {code}"}[style] + comma

    return _changed(text, sums_in(text), other)


def renumbered(text: str, style: str) -> str:
    """`text` with its numbers below a hundred in `figures` or `words`; dates, times and sums stay."""
    for start, end, written in reversed(numbers_in(text)):
        if written == style:
            continue
        number = text[start:end]
        new = NUMBER_WORDS[int(number)] if style == "words" else str(NUMBER_WORDS.index(number.lower()))
        text = text[:start] + (new if text[:start].strip(" *_") else capitalised(new)) + text[end:]
    return text
