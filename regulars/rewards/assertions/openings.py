"""Searches for many phrases at once: at each word, only for those that can begin with that word."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

_WORD = re.compile(r"\w+|(?<!\w)\[")
_NEAR = re.compile(r"([\W_]*)(\w*)")
_QUANTIFIER = re.compile(r"(?:[?*+]|\{\d*,?\d*\})\??")
_OPTIONAL = ("?", "*", "{0", "{,")
_LOOKS = ("(?=", "(?!", "(?<")
_BEFORE_APOSTROPHE = re.compile(r"[a-z]*'")
_SIZE = 3
"""The number of letters by which phrases are found whose first word is open at its end (`detest\\w*`)."""
_MOST_WORDS = 4096
"""The number of words whose phrases are kept at hand."""
_OFTEN = 256
"""The number of searches after which the phrases that may begin with a word are joined to one pattern."""
_CONTRACTION = "'"
"""In place of a first word: any word with an apostrophe behind it, as in `\\w+n't`."""
_OPEN = "\0"
"""In place of the rest of a phrase: its first word may go on in any way."""


@lru_cache(maxsize=4)
def words_of(text: str) -> tuple[tuple[str, int], ...]:
    """The words of `text` and where they start; kept for the last texts, each of which is searched several times."""
    return tuple([(word[0], word.start()) for word in _WORD.finditer(text)])


class PhraseFinder:
    """Regular expressions by kind, matched at word beginnings; the kind is the name of the group that matched.

    If several match at one place, the first kind wins, and within a kind the first phrase.

    Args:
        kinds: Phrases by kind; each is a regular expression over lower-case text.
    """

    __slots__ = ("_begun", "_by_key", "_known", "_phrases", "_whole")

    def __init__(self, kinds: Mapping[str, Sequence[str]]) -> None:
        self._phrases = [(kind, phrase) for kind, phrases in kinds.items() for phrase in phrases]
        self._whole: dict[str, set[int]] = {}
        self._begun: dict[str, set[int]] = {}
        self._by_key: dict[frozenset[int], _Either] = {}
        self._known: dict[str, _Either | None] = {}
        for index, (_, phrase) in enumerate(self._phrases):
            initials = {letters[:1] for letters, _ in first_words(next(_alternatives(f"({phrase})")))}
            is_open = not initials.isdisjoint(("", _CONTRACTION))
            for letters, is_whole in first_words(phrase):
                if not is_open and letters[:1] not in initials:
                    continue
                by_letters = self._whole if is_whole else self._begun
                by_letters.setdefault(letters if is_whole else letters[:_SIZE], set()).add(index)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All phrases in `text`, without overlaps."""
        return self._among(text, [(word[0], word.start()) for word in _WORD.finditer(text)])

    def search(self, text: str) -> re.Match[str] | None:
        """The first phrase in `text`, a whole reply."""
        return next(self._among(text, words_of(text)), None)

    def blanked(self, text: str) -> str:
        """`text`, a whole reply, with the phrases replaced by blanks."""
        pieces, at = [], 0
        for match in self._among(text, words_of(text)):
            start, end = match.span()
            pieces += [text[at:start], " " * (end - start)]
            at = end
        return "".join((*pieces, text[at:])) if pieces else text

    def _among(self, text: str, words: Iterable[tuple[str, int]]) -> Iterator[re.Match[str]]:
        upto = 0
        known = self._known
        has_contractions = _CONTRACTION in self._begun and _CONTRACTION in text
        for word, at in words:
            if has_contractions and text.startswith(_CONTRACTION, at + len(word)):
                word += _CONTRACTION
            either = known[word] if word in known else self._beginning_with(word)
            if either is not None and at >= upto:
                match = either.match(text, at)
                if match is not None:
                    upto = match.end()
                    yield match

    def _beginning_with(self, word: str) -> _Either | None:
        """The phrases that may begin with a word, which ends in an apostrophe if one stands behind it."""
        letters = word.removesuffix(_CONTRACTION)
        starts = [letters[:size] for size in range(_SIZE + 1)] + [_CONTRACTION] * (letters != word)
        key = frozenset(self._whole.get(letters, ())).union(*(self._begun.get(start, ()) for start in starts))
        either = self._by_key.get(key)
        if key and either is None:
            either = self._by_key[key] = _Either([self._phrases[index] for index in sorted(key)])
        if len(self._known) >= _MOST_WORDS:
            self._known.clear()
        self._known[word] = either
        return either


class _Either:
    """Some phrases, in order of precedence: tried one by one at first, and as one pattern if they are needed often.

    A pattern for all of them takes milliseconds to compile, and most words are rare.
    """

    __slots__ = ("_patterns", "_phrases", "_tried")

    def __init__(self, phrases: Sequence[tuple[str, str]]) -> None:
        self._phrases = phrases
        self._patterns: Sequence[re.Pattern[str]] = ()
        self._tried = 0

    def match(self, text: str, at: int) -> re.Match[str] | None:
        self._tried += 1
        if self._tried == 1:
            self._patterns = [_by_itself(kind, phrase) for kind, phrase in self._phrases]
        elif self._tried == _OFTEN and len(self._phrases) > 1:
            self._patterns = [self._joined()]
        for pattern in self._patterns:
            match = pattern.match(text, at)
            if match is not None:
                return match
        return None

    def _joined(self) -> re.Pattern[str]:
        by_kind: dict[str, list[str]] = {}
        for kind, phrase in self._phrases:
            by_kind.setdefault(kind, []).append(f"(?:{phrase})")
        either = "|".join(f"(?P<{kind}>{'|'.join(phrases)})" for kind, phrases in by_kind.items())
        return re.compile(rf"(?:{either})(?!\w)")


@cache
def _by_itself(kind: str, phrase: str) -> re.Pattern[str]:
    """A phrase as a pattern, compiled on first use."""
    return re.compile(rf"(?P<{kind}>{phrase})(?!\w)")


class PhraseBehind:
    """A pattern that is tried only where one of its first words or marks follows.

    Args:
        pattern: A regular expression that begins with marks and blanks, which may be missing.
        phrases: What may follow these, with all that may stand between.
        needs_word: Whether none of the phrases consists of marks alone.
    """

    __slots__ = ("_by_start", "_marks", "_needs_word", "_pattern", "_words")

    def __init__(self, pattern: str, phrases: Iterable[str], needs_word: bool = False) -> None:
        self._pattern = re.compile(pattern)
        self._needs_word = needs_word
        found = {one for phrase in phrases for one in first_words(phrase)}
        self._words = frozenset(letters for letters, is_whole in found if is_whole)
        self._marks = frozenset(letters for letters in self._words if not letters.isalnum())
        self._by_start = tuple(letters for letters, is_whole in found if not is_whole)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The pattern at `start`."""
        near = _NEAR.match(text, start, end)
        if near is None or (self._needs_word and not near[2]):
            return None
        marks, word = near[1], near[2]
        if word in self._words or word.startswith(self._by_start) or not self._marks.isdisjoint(marks):
            return self._pattern.match(text, start, end)
        return None


def first_words(phrase: str) -> Iterator[tuple[str, bool]]:
    """The words that a match of `phrase` may begin with: their letters, and whether these are the whole word."""
    return _first_words(f"(?:{phrase})", "")


def _first_words(phrase: str, word: str) -> Iterator[tuple[str, bool]]:
    """The same for the rest of a phrase behind the letters `word`."""
    if phrase[:1] in ("", _OPEN):
        yield word, not phrase
        return
    if phrase.startswith(_LOOKS) or phrase[:2] in ("\\b", "\\B") or phrase[0] in "^$":
        yield from _first_words(phrase[_length(phrase) :], word)
        return
    end = _length(phrase)
    quantifier = _QUANTIFIER.match(phrase, end)
    quantity, rest = (quantifier[0], phrase[quantifier.end() :]) if quantifier else ("", phrase[end:])
    if quantity.startswith(_OPTIONAL):
        yield from _first_words(rest, word)
    behind = rest if quantity[:1] in ("", "?") else _OPEN
    if phrase[0] == "(":
        for part in _alternatives(phrase[:end]):
            yield from _first_words(part + behind, word)
        return
    signs = _signs(phrase[:end])
    if signs is None:
        yield _CONTRACTION if not word and _BEFORE_APOSTROPHE.match(rest) else word, False
        return
    for sign in signs:
        if sign.isalnum() or sign == "_":
            yield from _first_words(behind, word + sign)
        else:
            yield word or sign, True


def _signs(piece: str) -> str | None:
    """The characters that a sign or a class may be; None if they are too many to list."""
    if piece[0] == "[":
        inner = piece[1:-1]
        return None if inner[0] == "^" or "\\" in inner or "-" in inner[1:-1] else inner
    if piece[0] == "\\":
        return " " if piece[1] == "s" else None if piece[1].isalnum() else piece[1]
    return None if piece == "." else piece


def _length(phrase: str) -> int:
    """The length of the group, class or sign that `phrase` begins with."""
    depth, at, in_class = 0, 0, False
    while at < len(phrase):
        sign = phrase[at]
        if sign == "\\":
            at += 1
        elif in_class:
            in_class = sign != "]"
        elif sign == "[":
            in_class = True
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        at += 1
        if not depth and not in_class:
            break
    return at


def _alternatives(group: str) -> Iterator[str]:
    """The alternatives of a group, which may capture."""
    at = begin = group.index(":") + 1 if group.startswith("(?") else 1
    while at < len(group) - 1:
        if group[at] == "|":
            yield group[begin:at]
            begin = at + 1
            at += 1
        else:
            at += _length(group[at:])
    yield group[begin:-1]
