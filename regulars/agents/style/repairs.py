"""For each check: the edits of a reply that may make it keep a rule.

A repair proposes texts, the least changed first; the caller picks one. Added words come from the rule's own parameters
or from `phrases/style.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Any, TypeAlias

from regulars.agents.style.amount_repairs import LIST_MARKS, counts, with_question, without_questions
from regulars.agents.style.edits import (
    capitalised,
    contracted,
    expanded,
    in_ascii,
    lowered,
    redated,
    renumbered,
    repriced,
    retimed,
    reworded,
    with_clause,
    with_opening,
    with_weekdays,
    without_weekdays,
    written_day,
)
from regulars.agents.style.phrases import plain_replies, style_phrases
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.style_checks.reply_text import dates_in, find_phrases, large_numbers, sentences

Repair: TypeAlias = Callable[[str, Occasion, Mapping[str, Any]], Iterator[str]]

PHRASES_TRIED = 6
"""The number of a rule's phrases that are tried as additions."""

_SUPPOSED_YEAR = 2025
"""The year of a date without one, if the occasion has no date either."""
_BREAKS = re.compile(r"(?:[,;:]|\s[–—-])\s+|\s+(?=(?:and|but|because|since|which|as|so|or|if)\s)")
_GREETED = r"\b(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome back)\b"
_PRONOUNS = frozenset(["i", "me", "my", "mine", "myself", "we", "us", "our", "you", "your"])
_PLAIN_MARKS = {";": ",", "—": ",", "–": ",", " - ": ", ", "--": ", ", "(": "", ")": "", "[": "", "]": ""}


def _year(occasion: Occasion) -> int:
    return occasion.date.year if occasion.date else _SUPPOSED_YEAR


def phrases(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds one of the phrases at its place, or removes all of them."""
    place = parameters.get("place", "anywhere")
    if parameters.get("at_least", 0):
        for phrase in parameters["phrases"][:PHRASES_TRIED]:
            yield from with_opening(text, phrase) if place == "start" else with_clause(text, phrase)
        yield from plain_replies(occasion)
        return
    unwanted = parameters["phrases"]
    yield from plain_replies(occasion)
    yield from _without(text, unwanted, place, occasion.name)
    kept = [piece for piece in sentences(text) if not find_phrases(piece, unwanted)]
    if kept:
        yield " ".join(kept)


def _without(text: str, unwanted: tuple[str, ...], place: str, name: str) -> Iterator[str]:
    spans = find_phrases(text, unwanted)
    if place == "start":
        named = re.escape(name) or "(?!)"
        before = re.compile(rf"(?:{_GREETED}|\b(?:M[rsx]s?|Dr)\b|{named}|\d|\W)*$", re.IGNORECASE)
        for start, end in spans[:1]:
            if before.match(text[:start]):
                for rest in (re.sub(r"^[\s,.:;!–—-]+", "", text[end:]), *_behind_first_break(text[start:])):
                    yield text[:start] + capitalised(rest)
        return
    bare = text
    for start, end in reversed(spans):
        bare = bare[:start] + _PLAIN_MARKS.get(bare[start:end], "") + bare[end:]
    yield _tidy(bare)
    shorter = text
    for _ in range(4):
        left = find_phrases(shorter, unwanted)
        if not left:
            break
        shorter = _cut(shorter, *left[0])
    yield shorter
    yield _tidy(shorter)


def _tidy(text: str) -> str:
    """Makes `text` a sentence again after something was removed."""
    closed = re.sub(r"[ \t]+(?=[,.!?])", "", re.sub(r"[ \t]{2,}", " ", text))
    return capitalised(re.sub(r"^(?:[\s,.;:]|of\s)+", "", closed))


def _cut(text: str, start: int, end: int) -> str:
    """`text` without the clause around a span, if commas separate it; else without the span."""
    first = max(text.rfind(mark, 0, start) for mark in (", ", "; ", ". ", "! ", "? ", "\n"))
    last = min((place for place in (text.find(mark, end) for mark in ",;.!?\n") if place >= 0), default=len(text))
    if first > 0 and text[first] in ",;":
        return text[:first] + text[last:]
    before, after = text[:start].rstrip(), text[end:].lstrip(" ,")
    return capitalised(after) if not before else f"{before} {after}" if after[:1] not in ".!?" else before + after


def _behind_first_break(text: str) -> Iterator[str]:
    for match in re.finditer(r"[,:.!?—–]\s+", text):
        yield text[match.end() :]


def first_words(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds the opening word."""
    for phrase in parameters["phrases"]:
        yield from with_opening(text, phrase)


def last_words(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds the closing word."""
    for phrase in parameters["phrases"]:
        for proposal in with_clause(text, phrase):
            yield proposal
            yield proposal.replace("?", ".")


def wording(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Replaces one wording by another; drops a quotation that would change."""
    changed = reworded(text, parameters["instead"])
    yield changed
    yield reworded(changed, parameters["instead"])


def ends_asking(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Ends with a question, or without one."""
    if parameters["asked"]:
        yield from with_question(text, occasion, 1)
        if "?" in text:
            pieces = sentences(text)
            asked = [piece for piece in pieces if "?" in piece]
            yield " ".join([*(piece for piece in pieces if "?" not in piece), *asked])
    else:
        yield from without_questions(text, occasion, 0)


def quotes(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Quotes one or two of the message's words, or removes all quotations."""
    if not parameters["own_words"]:
        yield re.sub(r"[\"“”„«»]|(?<!\w)['‘]|['’](?!\w)", "", text)
        return
    said = re.findall(r"[^\W\d_]+", occasion.message)
    pairs = [f"{one} {two}" for one, two in pairwise(said)]
    singles = [word for word in said if len(word) > 2]
    pairs = [pair for pair in pairs if pair in occasion.message]
    free = [part for part in (*pairs, *singles) if not _PRONOUNS & set(part.lower().split())]
    for part in free[-8:] or said[-1:]:
        for phrase in style_phrases()["quoted"]:
            yield from with_clause(text, phrase.format(words=part))


def cites_date(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds or removes the date of the disclosure."""
    if parameters["cited"]:
        day = occasion.told[-1] if occasion.told else date(_year(occasion), 1, 2)
        if not occasion.told and occasion.date:
            day = occasion.date.date()
        for phrase in style_phrases()["cited"]:
            for style in ("day_month", "iso", "month_day"):
                yield from with_clause(text, phrase.format(date=written_day(day, style)))
        return
    for match in dates_in(text):
        before = re.sub(r"[\s,(]*(?:\b(?:on|from|of|since)\s+)?$", "", text[: match.start()], flags=re.IGNORECASE)
        yield _tidy(before + text[match.end() :].removeprefix(")"))
    bare = text
    for match in reversed(dates_in(text)):
        bare = bare[: match.start()] + bare[match.end() :]
    yield re.sub(r",?\s*\(?\bon\s+(?=[.,!?)]|$)\)?", "", bare)
    shorter = text
    for _ in range(3):
        left = dates_in(shorter)
        if not left:
            break
        shorter = _cut(shorter, *left[0].span())
        yield shorter
    yield re.sub(r"\b(?:told|said|mentioned|shared|wrote)\b", "spoke of it", text)


def address(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds the first name, or title and last name, or removes both."""
    first = occasion.name.split()[0] if occasion.name.strip() else ""
    last = occasion.name.split()[-1] if first else ""
    titled = re.compile(rf",?\s*\b(?:Mr|Ms|Mrs|Mx|Miss|Dr)\.?\s+(?:{re.escape(last)}|{re.escape(first)})\b")
    named = re.compile(rf",?\s*\b{re.escape(first)}\b,?(?:\s*(?=[.!?]))?")
    style = parameters["style"]
    if style == "none":
        yield re.sub(r"^[\s,.!:]+", "", named.sub("", titled.sub("", text)))
        return
    called = first if style == "first_name" else f"Mx {last}"
    bare = titled.sub("", text) if style == "first_name" else named.sub("", text)
    if bare != text and style == "first_name":
        yield titled.sub(f" {first}", text)
    yield from with_clause(bare, called)
    yield f"{called}, {lowered(bare)}"
    greeted = re.match(r"(?i)(?:hello|hi|hey|good \w+|welcome back)\b", bare)
    if greeted:
        yield f"{greeted[0]} {called}{bare[greeted.end() :]}"


def sentence_lengths(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Splits long sentences at a clause, or at the limit."""
    parted = text
    for _ in range(6):
        long = next((piece for piece in sentences(parted) if len(piece.split()) > parameters["at_most"] - 1), None)
        if long is None:
            break
        most = parameters["at_most"]
        cuts = [match for match in _BREAKS.finditer(long) if len(long[: match.start()].split()) <= most]
        if cuts:
            head, tail = long[: cuts[-1].start()], long[cuts[-1].end() :]
        else:
            halves = long.split(" ")
            head, tail = " ".join(halves[:most]), " ".join(halves[most:])
        parted = parted.replace(long, f"{head.rstrip(',;: ')}. {capitalised(tail)}", 1)
        yield parted


def word_lengths(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Drops the clauses or sentences that contain long words."""
    clauses = text.split(", ")
    for dropped in range(len(clauses) - 1, 0, -1):
        yield ", ".join([*clauses[:dropped], *clauses[dropped + 1 :]])
    pieces = sentences(text)
    for dropped in range(len(pieces) - 1, 0, -1):
        yield " ".join([*pieces[:dropped], *pieces[dropped + 1 :]])
    yield from plain_replies(occasion)


def lines(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Puts each sentence on its own line."""
    broken = []
    for line in text.splitlines():
        mark = LIST_MARKS.match(line)
        pieces = sentences(line)
        pieces[:1] = [f"{mark[0] if mark else ''}{piece}" for piece in pieces[:1]]
        broken += pieces
    yield "\n".join(broken)


def contractions(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Contracts words, or writes them out."""
    yield contracted(text) if parameters["contracted"] else expanded(text)


def thousands_style(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds or removes commas in large numbers."""
    changed = text
    for match in reversed(list(large_numbers(text))):
        digits = match[0].replace(",", "")
        written = f"{int(digits):,}" if parameters["style"] == "separated" else digits
        changed = changed[: match.start()] + written + changed[match.end() :]
    yield changed


def weekday(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Adds the weekday to each date, or leaves it out."""
    yield with_weekdays(text, _year(occasion)) if parameters["given"] else without_weekdays(text)


def _once(edit: Callable[[str, Occasion, Mapping[str, Any]], str]) -> Repair:
    """A repair that proposes one text."""

    def repair(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
        yield edit(text, occasion, parameters)

    return repair


REPAIRS: Mapping[str, Repair] = {
    "address": address,
    "cites_date": cites_date,
    "clock_style": _once(lambda text, _, given: retimed(text, given["hours"])),
    "contractions": contractions,
    "counts": counts,
    "currency_style": _once(lambda text, _, given: repriced(text, given["style"])),
    "date_style": _once(lambda text, occasion, given: redated(text, given["style"], _year(occasion))),
    "ends_asking": ends_asking,
    "first_words": first_words,
    "last_words": last_words,
    "lines": lines,
    "number_style": _once(lambda text, _, given: renumbered(text, given["style"])),
    "phrases": phrases,
    "plain_ascii": _once(lambda text, _, __: in_ascii(text)),
    "quotes": quotes,
    "sentence_lengths": sentence_lengths,
    "thousands_style": thousands_style,
    "weekday": weekday,
    "word_lengths": word_lengths,
    "wording": wording,
}
"""The repair for each check."""
