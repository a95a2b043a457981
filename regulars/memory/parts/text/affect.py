"""Affect: the valence and arousal of a text, by a small word list.

It stands in for the model that published systems ask for emotions. `affect.toml` has the words and their values.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from regulars.memory.parts.text.terms import stems

DIRECTIONS = 8
"""The dimensions of a mood: directions on the circumplex, from pleasant over aroused and unpleasant to calm."""

_REACH = 3
"""The number of words after a negation whose valence it reverses."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


@dataclass(frozen=True, slots=True)
class Affect:
    """The affect of a text.

    Attributes:
        valence: From -1 (unpleasant) to 1 (pleasant).
        arousal: From 0 (calm) to 1 (aroused).
        words: The number of listed words in the text; without any, both values are 0.
    """

    valence: float = 0.0
    arousal: float = 0.0
    words: int = 0


@lru_cache(maxsize=1)
def lexicon() -> dict[str, tuple[float, float]]:
    """The valence and arousal of each listed word."""
    return {word: (valence, arousal) for word, (valence, arousal) in _table()["words"].items()}


@lru_cache(maxsize=8192)
def affect(text: str) -> Affect:
    """The mean values of the listed words in a text. Inflected forms are found by their stem."""
    known, negations = _by_stem(), _negations()
    words = _WORD.findall(text.lower().replace("\u2019", "'"))
    valences, arousals, negated = [], [], -_REACH - 1
    for place, word in enumerate(words):
        if word in negations:
            negated = place
            continue
        value = lexicon().get(word) or known.get(_stem(word))
        if value is not None:
            valences.append(-value[0] if place - negated <= _REACH else value[0])
            arousals.append(value[1])
    if not valences:
        return Affect()
    return Affect(sum(valences) / len(valences), sum(arousals) / len(arousals), len(valences))


def mood(text: str) -> NDArray[np.float32]:
    """The mood of a text: its place on the circumplex of affect, as shares of eight directions.

    A direction gets the positive part of the affect's projection on it. Valence and arousal (scaled to [-1, 1]) span
    the plane. Source: J. A. Russell, A Circumplex Model of Affect (Journal of Personality and Social Psychology, 1980).

    Returns:
        Shape (8,), of length 1; zero for a text without affect.
    """
    felt = affect(text)
    x, y = felt.valence, 2 * felt.arousal - 1 if felt.words else 0.0
    if hypot(x, y) == 0:
        return np.zeros(DIRECTIONS, dtype=np.float32)
    angles = [2 * pi * direction / DIRECTIONS for direction in range(DIRECTIONS)]
    shares = np.array([max(0.0, x * cos(angle) + y * sin(angle)) for angle in angles])
    return np.asarray(shares / np.sqrt(np.square(shares).sum()), dtype=np.float32)


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, list[float]]]:
    return tomllib.loads(files(__package__).joinpath("affect.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _negations() -> frozenset[str]:
    return frozenset(map(str, _table()["negations"]["words"]))


@lru_cache(maxsize=1)
def _by_stem() -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for word, value in lexicon().items():
        found.setdefault(_stem(word), value)
    return found


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    """The stem of a word; a common word is its own stem."""
    return next(iter(stems(word)), word)
