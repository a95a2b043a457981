"""The small language of filler sessions: choices, numbers and slots in a sentence.

`[a|b]` is a choice, which may hold further choices. `<2-5>` is a whole number. `{tool}` is a slot. A sentence is
compiled once and written many times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from regulars.errors import DataError
from regulars.seeding import Draws

_MARKS = re.compile(r"\[|\]|\||<\d+-\d+>|\{\w+\}")
_WORD = re.compile(r"[^\W_]+")


class _Slot(str):
    __slots__ = ()


_Part = str | tuple[int, int] | list["Sentence"]


class Sentence:
    """A compiled sentence.

    Args:
        parts: The parts in order.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[_Part, ...]) -> None:
        self.parts = parts

    def write(self, draws: Draws, slots: Mapping[str, str]) -> str:
        """The sentence in words."""
        said: list[str] = []
        self._write(draws, slots, said)
        return "".join(said)

    def _write(self, draws: Draws, slots: Mapping[str, str], said: list[str]) -> None:
        for part in self.parts:
            if isinstance(part, _Slot):
                said.append(slots[part])
            elif isinstance(part, str):
                said.append(part)
            elif isinstance(part, list):
                draws.choice(part)._write(draws, slots, said)
            else:
                said.append(str(draws.between(*part)))

    def words(self) -> Iterator[str]:
        """All words that the sentence may hold, case folded, without those of its slots."""
        for part in self.parts:
            if isinstance(part, list):
                for choice in part:
                    yield from choice.words()
            elif isinstance(part, str) and not isinstance(part, _Slot):
                yield from _WORD.findall(part.casefold())


def compile_sentence(text: str, where: str = "") -> Sentence:
    """Compiles a sentence.

    Args:
        text: The sentence as a data file holds it.
        where: The file and table, for messages.

    Raises:
        DataError: A bracket is not closed or not opened.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> compile_sentence("[Take|Use] {tool}.").write(SeedTree(1).draws(), {"tool": "a knife"})[-8:]
        'a knife.'
    """
    sentence, end = _read(text, 0, 0, where)
    if end != len(text):
        raise DataError(f"has an unopened bracket: {text!r}", where=where, expected="[a|b]")
    return sentence[0]


def _read(text: str, start: int, depth: int, where: str) -> tuple[list[Sentence], int]:
    """The choices up to the closing bracket, and its end; at depth 0, the one choice up to the text's end."""
    choices: list[Sentence] = []
    parts: list[_Part] = []
    place = start
    while True:
        mark = _MARKS.search(text, place)
        if mark is None or (depth == 0 and mark[0] == "]"):
            if depth:
                raise DataError(f"has an unclosed bracket: {text!r}", where=where, expected="[a|b]")
            if place < len(text) and mark is None:
                parts.append(text[place:])
            end = len(text) if mark is None else mark.start()
            return [*choices, Sentence(tuple(parts))], end
        if mark.start() > place:
            parts.append(text[place : mark.start()])
        place = mark.end()
        if mark[0] == "[":
            inner, place = _read(text, place, depth + 1, where)
            parts.append(inner)
        elif mark[0] == "]":
            return [*choices, Sentence(tuple(parts))], place
        elif mark[0] == "|":
            choices.append(Sentence(tuple(parts)))
            parts = []
        elif mark[0].startswith("<"):
            low, high = mark[0][1:-1].split("-")
            parts.append((int(low), int(high)))
        else:
            parts.append(_Slot(mark[0][1:-1]))


def sentence_case(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
