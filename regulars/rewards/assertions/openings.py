"""Searches for many phrases at once: at each word, only for those that can begin with its first letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_START = re.compile(r"(?<!\w)[\w\[]")
_GROUP = "(?:"


class PhraseFinder:
    """Regular expressions by kind, matched at word beginnings; the kind is the name of the group that matched.

    If several match at one place, the first kind wins, and within a kind the first phrase.

    Args:
        kinds: Phrases by kind; each is a regular expression over lower-case text.
    """

    __slots__ = ("_by_letter", "_kinds")

    def __init__(self, kinds: Mapping[str, Sequence[str]]) -> None:
        self._kinds = [(kind, phrase, _first_letters(phrase)) for kind, phrases in kinds.items() for phrase in phrases]
        self._by_letter: dict[str, re.Pattern[str]] = {}

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All phrases in `text`, without overlaps."""
        upto = 0
        for start in _START.finditer(text):
            at = start.start()
            if at < upto:
                continue
            match = (self._by_letter.get(text[at]) or self._compiled(text[at])).match(text, at)
            if match is not None:
                upto = match.end()
                yield match

    def search(self, text: str) -> re.Match[str] | None:
        """The first phrase in `text`."""
        return next(self.finditer(text), None)

    def blanked(self, text: str) -> str:
        """`text` with the phrases replaced by blanks."""
        for match in self.finditer(text):
            start, end = match.span()
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        return text

    def _compiled(self, letter: str) -> re.Pattern[str]:
        by_kind: dict[str, list[str]] = {}
        for kind, phrase, letters in self._kinds:
            if letters is None or letter in letters:
                by_kind.setdefault(kind, []).append(f"(?:{phrase})")
        either = "|".join(f"(?P<{kind}>{'|'.join(phrases)})" for kind, phrases in by_kind.items())
        made = self._by_letter[letter] = re.compile(rf"(?:{either or '(?!)'})(?!\w)")
        return made


def _first_letters(phrase: str) -> frozenset[str] | None:
    """The letters that a match of `phrase` may begin with; None if it may be any letter."""
    if phrase[:1].isalpha():
        return frozenset(phrase[0]) if phrase[1:2] not in ("?", "*", "{") else None
    if not phrase.startswith(_GROUP):
        return None
    parts, end = _alternatives(phrase)
    rest = phrase[end:]
    if rest.startswith(("?", "*", "{0")):
        parts = [*parts, re.sub(r"^(?:[?*]|\{0[^}]*\})\??", "", rest)]
    found: set[str] = set()
    for part in parts:
        letters = _first_letters(part)
        if letters is None:
            return None
        found |= letters
    return frozenset(found)


def _alternatives(phrase: str) -> tuple[list[str], int]:
    """The alternatives of the group that `phrase` begins with, and where it ends."""
    parts: list[str] = []
    depth, begin, at, in_class = 0, len(_GROUP), 0, False
    while at < len(phrase):
        character = phrase[at]
        if character == "\\":
            at += 1
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if not depth:
                return [*parts, phrase[begin:at]], at + 1
        elif character == "|" and depth == 1:
            parts.append(phrase[begin:at])
            begin = at + 1
        at += 1
    return [phrase], len(phrase)
