"""Plain figures of how people type: length, questions, courtesy, and how many turns tell something.

`user_realism.py` prints them for suites beside conversations that others wrote. Those are read from a folder of the
caller: `locomo10.json`, `realmem/*.json`, `longmemeval/*.json`; none of them is part of the project.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

SHORT = 3
"""The greatest number of words of a short turn."""

_SENTENCE = re.compile(r"[^.!?。！？\n]*\w[^.!?。！？\n]*[.!?。！？\n]*")
_QUESTION = re.compile(r"[?？]+")
_POLITE = re.compile(
    r"\b(?:please|thanks?|thank you|thx|cheers|sorry|apolog\w+|excuse me|appreciate\w*|grateful|kind regards"
    r"|would you mind)\b|请|谢|劳驾|抱歉|不好意思",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a person, and whether it tells something that is worth remembering; None if nothing says so."""

    text: str
    tells: bool | None


@dataclass(frozen=True, slots=True)
class TalkFigures:
    """Figures of many turns.

    Attributes:
        turns: Number of turns.
        words: Quartiles of the words of a turn.
        sentences: Quartiles of its sentences.
        questions: Quartiles of its questions.
        asking: Share of turns with a question mark.
        telling: Share of turns that tell something; None if nothing says so.
        short: Share of turns of at most `SHORT` words.
        polite: Share of turns with a word of courtesy.
    """

    turns: int
    words: tuple[float, float, float]
    sentences: tuple[float, float, float]
    questions: tuple[float, float, float]
    asking: float
    telling: float | None
    short: float
    polite: float


def count_sentences(text: str) -> int:
    """The number of sentences: stretches with a letter or figure, up to a full stop, mark or line end.

    Example:
        >>> count_sentences("Hi! I moved to Bergen... Any tips")
        3
    """
    return len(_SENTENCE.findall(text))


def is_polite(text: str) -> bool:
    """Whether a turn holds a word of courtesy."""
    return _POLITE.search(text) is not None


def figures_of(turns: Iterable[Turn]) -> TalkFigures:
    """The figures of some turns; empty ones do not count.

    Raises:
        ValueError: There is no turn.
    """
    said = [turn for turn in turns if turn.text.strip()]
    if not said:
        raise ValueError("there is no turn to count; give at least one")
    texts = [turn.text for turn in said]
    words = [len(text.split()) for text in texts]
    questions = [len(_QUESTION.findall(text)) for text in texts]
    known = [turn.tells for turn in said if turn.tells is not None]
    return TalkFigures(
        len(said),
        _quartiles(words),
        _quartiles([count_sentences(text) for text in texts]),
        _quartiles(questions),
        _share(number > 0 for number in questions),
        _share(known) if known else None,
        _share(number <= SHORT for number in words),
        _share(map(is_polite, texts)),
    )


def _quartiles(numbers: Sequence[int]) -> tuple[float, float, float]:
    low, middle, high = np.quantile(numbers, (0.25, 0.5, 0.75))
    return float(low), float(middle), float(high)


def _share(hits: Iterable[bool]) -> float:
    found = list(hits)
    return sum(found) / len(found)


def read_locomo(path: Path) -> Iterator[Turn]:
    """The turns of LoCoMo's people. A turn tells something if an observation of the data refers to it."""
    for sample in json.loads(path.read_text("utf-8")):
        cited = {
            id
            for session in sample.get("observation", {}).values()
            for noted in session.values()
            for note in noted
            for id in _ids(note)
        }
        for turns in sample["conversation"].values():
            if isinstance(turns, list):
                yield from (Turn(turn["text"], turn["dia_id"] in cited) for turn in turns)


def _ids(note: Any) -> list[str]:
    """The turns that an observation refers to, of the forms `[text, id]` and `[text, [ids]]`."""
    last = note[-1] if isinstance(note, list) and len(note) > 1 else ""
    return [str(one) for one in last] if isinstance(last, list) else re.findall(r"D\d+:\d+", str(last))


def read_realmem(path: Path) -> Iterator[Turn]:
    """The turns of RealMem's users. A turn tells something if a memory point of its session comes from it."""
    for session in json.loads(path.read_text("utf-8"))["dialogues"]:
        sources = {point.get("source_turn") for point in session.get("extracted_memory", ())}
        for number, turn in enumerate(session["dialogue_turns"], 1):
            if turn["speaker"] == "User":
                yield Turn(turn["content"], number in sources)


def read_longmemeval(path: Path) -> Iterator[Turn]:
    """The turns of LongMemEval's users, each session once. Only evidence is marked, so nothing says what tells."""
    seen = set()
    for question in json.loads(path.read_text("utf-8")):
        for id, session in zip(question["haystack_session_ids"], question["haystack_sessions"], strict=True):
            if id not in seen:
                seen.add(id)
                yield from (Turn(turn["content"], None) for turn in session if turn["role"] == "user")


READERS = {
    "LoCoMo": ("locomo10.json", read_locomo),
    "RealMem": ("realmem/*.json", read_realmem),
    "LongMemEval": ("longmemeval/*.json", read_longmemeval),
}
"""For each data set: where its files lie in the given folder, and how they are read."""


def read_data(folder: Path) -> Iterator[tuple[str, list[Turn]]]:
    """Each data set of a folder with its turns; an empty list where its files are missing."""
    for name, (pattern, read) in READERS.items():
        yield name, [turn for path in sorted(folder.glob(pattern)) for turn in read(path)]
