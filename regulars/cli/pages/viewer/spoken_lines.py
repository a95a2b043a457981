"""What was said in the episodes of a run, and an index of its words, so that the viewer can search without a server.

Episodes are indexed in blocks of `BLOCK`. A page loads the words of a block first, and then only the parts of the index
that hold the words it looks for. A run that grows changes its last block alone.

A line is a turn, or the question or reply of an out-of-band question. It is found by the beginnings of its words, in
any case. In scripts without spaces, such as Chinese, each sign with its successor counts as a word. `front/terms.js`
splits searches in the same way.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike

from regulars.cli.escapes import escaped
from regulars.datasets.episode_record import EpisodeRecord
from regulars.dialogue import ASSISTANT
from regulars.evaluation.question_lines import QuestionLine, questions_of

BLOCK = 50
"""The number of episodes that are indexed together."""
PART = 60_000
"""The number of occurrences of words after which a new part of the index begins."""

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Ranges of signs that are written without spaces between words."""
_PIECE = re.compile(f"[{UNSPACED}]+|[^\\W{UNSPACED}]+")
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")

_SIGNS = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", dtype=np.uint8)
_BITS, _MOST_DIGITS = 5, 7


class SaidLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line, as it stands among the results of a search.

    Attributes:
        time: When it was said.
        name: The name of the speaker.
        text: The words.
        turn: The id of the turn; empty out of band.
        question: The id of the question that it asks or answers; empty for none.
        kind: The kind of that question.
        verdict: The verdict on the first answer to it.
        stage: Its failure stage.
    """

    time: str
    name: str
    text: str
    turn: str = ""
    question: str = ""
    kind: str = ""
    verdict: str = ""
    stage: str = ""


def spoken_lines(record: EpisodeRecord) -> list[SaidLine]:
    """The lines of an episode in the order of time."""
    questions = questions_of(record)
    asked: dict[str, QuestionLine] = {}
    aside: list[SaidLine] = []
    before = {after.id: turn.id for turn, after in zip(record.transcript, record.transcript[1:], strict=False)}
    for probe, question in zip(record.probes, questions, strict=True):
        for outcome in probe.outcomes:
            if outcome.turn:
                asked.setdefault(outcome.turn, question)
                asked.setdefault(before.get(outcome.turn, ""), question)
                continue
            for name, text in (("Question", outcome.question), ("Assistant", outcome.reply)):
                if text:
                    aside.append(_line(outcome.time, name, text, "", question))
    turns = [
        _line(
            turn.time, "Assistant" if turn.speaker == ASSISTANT else turn.name, turn.text, turn.id, asked.get(turn.id)
        )
        for turn in record.transcript
    ]
    return sorted([*turns, *aside], key=lambda line: line.time)


def _line(time: Any, name: str, text: str, turn: str, question: QuestionLine | None) -> SaidLine:
    of_question = {} if question is None else {
        "question": question.id, "kind": question.kind, "verdict": question.verdict, "stage": question.failed,
    }  # fmt: skip
    return SaidLine(time=f"{time:%Y-%m-%d %H:%M:%S}", name=name, text=text, turn=turn, **of_question)


def terms_of(text: str) -> set[str]:
    """The words by which a text is found.

    Args:
        text: The text as a page shows it.

    Example:
        >>> sorted(terms_of("In Bergen, in 2025."))
        ['2025', 'bergen', 'in']
        >>> sorted(terms_of("住在卑尔根"))
        ['住在', '卑尔', '在卑', '尔根', '根']
    """
    found: set[str] = set()
    for piece in _PIECE.findall(text.lower()):
        if _IS_UNSPACED.match(piece):
            found.update(piece[place : place + 2] for place in range(len(piece)))
        else:
            found.add(piece)
    return found


class WordIndex:
    """The index of the words of a block of episodes.

    Args:
        episodes: The digest and the lines of each episode.
    """

    def __init__(self, episodes: Iterable[tuple[str, Sequence[SaidLine]]]) -> None:
        self._episodes: list[tuple[str, int, str, str]] = []
        self._results: dict[tuple[str, str, str], int] = {}
        places: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        terms: dict[str, set[str]] = {}
        number = 0
        for digest, lines in episodes:
            asked: list[int] = []
            results: list[int] = []
            for place, line in enumerate(lines):
                if line.text not in terms:
                    terms[line.text] = terms_of(escaped(line.text, lines=True))
                for term in terms[line.text]:
                    places[term].append(number + place)
                if line.question:
                    asked.append(place)
                    result = (line.kind, line.verdict, line.stage)
                    results.append(self._results.setdefault(result, len(self._results)))
            self._episodes.append((digest, len(lines), packed(asked), digits(results)))
            number += len(lines)
        self._words = sorted(places)
        self._places = [places[word] for word in self._words]
        before = list(accumulate(map(len, self._places), initial=0))
        self._starts = sorted({bisect_right(before, size) - 1 for size in range(0, before[-1], PART)})

    @property
    def parts(self) -> int:
        """The number of parts."""
        return len(self._starts)

    def head(self) -> dict[str, Any]:
        """The words of the block, and its episodes with the lines of questions, as JSON values.

        Returns:
            `words`, sorted; `starts`, the place of each part's first word in `words`; `results`, each a kind, a verdict
            and a failure stage; and `episodes`, each with its digest, its number of lines, the places of those that ask
            or answer a question, packed, and the place in `results` of each of them, in digits.
        """
        return {
            "words": self._words, "starts": self._starts, "results": list(self._results), "episodes": self._episodes,
        }  # fmt: skip

    def part(self, number: int) -> list[str]:
        """The lines of each word of a part, packed, in the order of the words."""
        ends = [*self._starts[1:], len(self._words)]
        return [packed(places) for places in self._places[self._starts[number] : ends[number]]]


def packed(numbers: Sequence[int]) -> str:
    """Increasing numbers as the digits of their differences.

    Args:
        numbers: Increasing numbers from 0 to 2**32 - 1.

    Example:
        >>> packed([0, 1, 40])
        'ABnB'
    """
    return digits(np.diff(np.asarray(numbers, dtype=np.int64), prepend=0))


def digits(numbers: ArrayLike) -> str:
    """Numbers as text, in digits of five bits, the lowest first, 32 more where another digit of the number follows.

    Args:
        numbers: Numbers from 0 to 2**32 - 1.

    Example:
        >>> digits([0, 31, 32])
        'AfgB'
    """
    rest = np.asarray(numbers, dtype=np.int64)[:, None] >> np.arange(0, _BITS * _MOST_DIGITS, _BITS)
    kept = rest > 0
    kept[:, 0] = True
    more = np.zeros_like(kept)
    more[:, :-1] = kept[:, 1:]
    return _SIGNS[(rest & 31) + 32 * more][kept].tobytes().decode("ascii")


def blocks_of(digests: Sequence[str]) -> Iterator[Sequence[str]]:
    """The digests of the episodes of a run, block by block."""
    for first in range(0, len(digests), BLOCK):
        yield digests[first : first + BLOCK]
