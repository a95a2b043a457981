"""Finds a reminder that a reply brings up in other words than its label.

The user says `the nuisance of my kitchen`, the assistant `the nuisance of your kitchen`, or `what bugs you in the
kitchen`. A word of the label alone brings it up only in a sentence that says that it was to be brought up, or in a long
list of what it might be.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from regulars.rewards.verdicts.drafts import ReplyLists
from regulars.values import Domain, fold

_OWNER = re.compile(r"\b(?:my|our)\b")
_REMINDS = re.compile(
    r"\b(?:remind\w*|bring(?:ing)? (?:it|this|that|something|up)|(?:bring|brought|come|came|raise[ds]?|mention(?:ed)?)"
    r" (?:\w+ ){0,3}?(?:up|unasked|unprompted|again|without)|(?:asked|wanted|told|wished|begged) (?:me|us)"
    r"|you(?:'d| had)? (?:said|asked|wanted|meant)|u (?:said|asked|wanted)"
    r"|(?:don't|not to|shouldn't|mustn't) (?:let you )?forget|before (?:i|we) forget|b4 i forget|as (?:promised|agreed"
    r"|requested)|i (?:promised|was to|am to|should|had to)|on your (?:mind|list)|nudge|heads[- ]up|keep in mind)\b"
)
_BREAK = re.compile(r"[.!?\n]+(?=\s|$)")
_LETTERS = re.compile(r"[^\W\d_]+")
_LEAST_LETTERS = 5
_COMMON = frozenset(
    {"about", "other", "things", "thing", "first", "favourite", "favorite", "number", "worry", "people"}
)
LONG_LIST = 5
"""The number of things from which on a list holds a reminder, or a word of its label, as a guess."""


_BETWEEN = frozenset({"your", "the", "and", "or", "of", "a", "an", "in", "on", "for", "to", "with"})
"""Words that do not interrupt a row of labels."""


def label_words(labels: Iterable[str]) -> frozenset[str]:
    """The words of labels that tell them from each other."""
    return _label_words(tuple(labels))


@lru_cache(maxsize=256)
def _label_words(labels: tuple[str, ...]) -> frozenset[str]:
    words = {word for label in labels for word in _LETTERS.findall(fold(label)[1])}
    return frozenset(word for word in words if len(word) >= _LEAST_LETTERS and word not in _COMMON)


def named_by_word(text: str, domain: Domain, others: Iterable[str]) -> list[str]:
    """The labels of other matters at which a reply hints with a word of them that is none of the reminder's.

    Args:
        text: The reply.
        domain: The reminder's label as its only value, with its other names.
        others: The other matters, each as its label and its cues, with `|` between them.
    """
    own = label_words(name for value, names in domain.aliases.items() for name in (value, *names))
    said = {word.removesuffix("s") for word in _LETTERS.findall(fold(text)[1])}
    labels = (names.partition("|")[0] for names in others)
    return [
        label
        for label in labels
        if any(word.removesuffix("s") in said for word in label_words((label,)) if word not in own)
    ]


def row_around(text: str, start: int, end: int, words: Collection[str]) -> int:
    """How many different words of labels follow each other around a span, with at most small words in between.

    Args:
        text: The reply.
        start: Where the span begins.
        end: Where it ends.
        words: The words of labels.

    Example:
        >>> text = "Your passport dentist birthday salary hobby today."
        >>> row_around(text, 5, 13, {"dentist", "birthday", "salary", "hobby"})
        4
    """
    lowered = fold(text)[1]
    row: set[str] = set()
    places = _word_places(lowered)
    before = range(bisect_left(places, (start,)) - 1, -1, -1)
    earlier = (lowered[places[at][0] : min(places[at][1], start)] for at in before)
    for found in (earlier, (match.group() for match in _LETTERS.finditer(lowered, end))):
        for word in found:
            if word in words or word.removesuffix("s") in words:
                row.add(word.removesuffix("s"))
            elif word not in _BETWEEN:
                break
    return len(row)


@lru_cache(maxsize=4)
def _word_places(lowered: str) -> list[tuple[int, int]]:
    """Where each word of a reply begins and ends; kept, as a row is looked for around each span of the same reply."""
    return [match.span() for match in _LETTERS.finditer(lowered)]


def brought_up_in_other_words(text: str, domain: Domain) -> list[tuple[int, int]]:
    """The spans that bring up the reminder of `domain` by its label as the assistant says it, or by a word of it.

    Args:
        text: The reply.
        domain: The reminder's label as its only value, with its other names.
    """
    lowered = fold(text)[1]
    if len(lowered) != len(text):
        return []
    names = [fold(name)[1] for value, others in domain.aliases.items() for name in (value, *others)]
    for name in names:
        pattern = _OWNER.sub("(?:your|the|that|ur)", re.escape(name).replace("\\ ", " "))
        match = re.search(rf"\b{pattern}\b", lowered)
        if match is not None:
            return [match.span()]
    events = [match.span() for name in names for match in _of_event(lowered, name)]
    if events:
        return events
    words = {word for value in domain.aliases for word in _LETTERS.findall(fold(value)[1])}
    words = {word for word in words if len(word) >= _LEAST_LETTERS and word not in _COMMON}
    return list(_by_word(lowered, words)) if words else []


_EVENT = re.compile(r"(?:[\w' ]+ )?(?P<thing>[\w']{4,}) (?P<kind>end|run out|expire|expiry|start|begin|due)(?: date)?")
"""A label that names an event: `contract end date`."""
_HAPPENS = {
    "end": r"(?:end(?:s|ing|ed)?|expir\w+|runs? out|running out|is up|'s up|(?:is|'s) over|finish(?:es|ing)?"
    r"|terminat\w+|comes? to an? (?:end|close)|(?:lasts?|runs?|goes|valid|good)(?: only| on)? (?:until|till|through|to)"
    r"|last day|due to end)",
    "start": r"(?:start(?:s|ing|ed)?|begin(?:s|ning)?|kicks? off|first day|gets? going|from)",
    "due": r"(?:(?:is|'s|falls?) due|due|deadline|has to be (?:in|paid|done))",
}
"""What such an event does."""
_KINDS = {"run out": "end", "expire": "end", "expiry": "end", "begin": "start"}
_NOUNS = {
    "end": "end|expiry|last day|close|termination|end date|expiry date",
    "start": "start|beginning|first day",
    "due": "deadline",
}
"""Nouns for it."""


def _of_event(lowered: str, name: str) -> Iterator[re.Match[str]]:
    """Where a reply words the event of a label as what happens: `your contract expires`, `the end of your contract`."""
    label = _EVENT.fullmatch(name)
    if label is None:
        return
    thing, kind = re.escape(label["thing"]), _KINDS.get(label["kind"], label["kind"])
    yield from re.finditer(
        rf"\b{thing}\b[^.!\n]{{0,40}}?(?:\b|(?='))(?:{_HAPPENS[kind]})\b"
        rf"|\b(?:{_NOUNS[kind]})(?: date)? of (?:your|the|that|this) (?:\w+ )?{thing}\b"
        rf"|\bunder {thing} (?:until|till)\b",
        lowered,
    )


def _by_word(lowered: str, words: set[str]) -> Iterator[tuple[int, int]]:
    """A word of the label, in a sentence of reminding or right behind one, or in a long list."""
    ends = [match.end() for match in _BREAK.finditer(lowered)]
    lists = ReplyLists(lowered)
    for match in re.finditer(rf"\b(?:{'|'.join(sorted(words))})s?\b", lowered):
        index = bisect_right(ends, match.start())
        low = ends[index - 2] if index > 1 else 0
        high = ends[index] if index < len(ends) else len(lowered)
        if _REMINDS.search(lowered, low, high) or lists.length_around(*match.span()) >= LONG_LIST:
            yield match.span()


_NOW = (
    r"\b(?:now(?:adays)?|since (?!then\b)[^,;.!?\n]{1,20}|current(?:ly)?|today|these days|at the moment|at present"
    r"|latest"
    r"|(?:most )?recent(?:ly)?|finally|last)(?:(?:,|:| it's| it is| is| there's| you're (?:with|seeing)| you (?:go to"
    r"|see"
    r"|have)| and| the one| one| comes| came| Dr\.?| Mr| Ms| Mrs)(?= ))*[\s*_\"']*"
)
"""Words that give what follows as the one that holds."""


def told_in_turn(text: str, current: str, former: Sequence[str]) -> int:
    """How many former values a reminder tells before it says which one holds now; 0 if it does not say that.

    Args:
        text: The reply.
        current: The value that was told last.
        former: The values that held before.

    Example:
        >>> told_in_turn("Your vet: Ek, Dahl, Berg, Holm, and now it's Lund.", "Lund", ["Ek", "Dahl", "Berg", "Holm"])
        4
        >>> told_in_turn("Your vet: Ek, Dahl, Berg, Holm, Lund.", "Lund", ["Ek", "Dahl", "Berg", "Holm"])
        0
    """
    plain = text.replace("’", "'")
    holds = re.search(rf"{_NOW}{re.escape(current)}\b", plain, re.IGNORECASE) if current else None
    if holds is None:
        return 0
    return sum(
        re.search(rf"\b{re.escape(value)}\b", plain[: holds.start()], re.IGNORECASE) is not None for value in former
    )


_TITLE = r"(?:Dr|Doctor|Mrs?|Ms|Miss|Prof|Professor)\.?"
_PERSON = r"(?P<name>[A-ZÀ-Þ][\w-]+)"


def gives_another_name(text: str, label: str, names: Sequence[str]) -> str:
    """The name that a reminder gives for what it brings up, if it is none of the known ones; else empty.

    Args:
        text: The reply, which names what it reminds of by its label alone.
        label: The label.
        names: All its other names, the values that were told among them.

    Example:
        >>> gives_another_name("About your vet: it's Dr Smith.", "vet", ["Lund"])
        'Smith'
        >>> gives_another_name("Hi Liam, don't forget your vet.", "vet", ["Lund"])
        ''
    """
    if not any(name[:1].isupper() for name in names):
        return ""
    plain = text.replace("’", "'")
    given = re.finditer(
        rf"\b{_TITLE} {_PERSON}"
        rf"|\b(?i:{re.escape(label)}(?:'s| is|:)|(?:it|that|he|she)(?:'s| is))(?: (?:now|called|named|still))*"
        rf"(?: {_TITLE})?[\s*_\"']+(?P<stated>[A-ZÀ-Þ][\w-]+)(?=[\s*_\"']*(?:[.,;!]|$|\n))",
        plain,
    )
    known = {word for name in names for word in name.casefold().split()}
    said = (one["name"] or one["stated"] for one in given)
    return next((name for name in said if name.casefold() not in known), "")
