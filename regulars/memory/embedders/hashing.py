"""The default embedder, which needs no file and no model.

It hashes words and the character 3- to 5-grams inside them, with a sign, into a fixed number of dimensions (Weinberger
et al., Feature Hashing for Large Scale Multitask Learning, ICML 2009). So a misspelt or inflected word is still near
the intended word (subword n-grams: Bojanowski et al., Enriching Word Vectors with Subword Information, TACL 2017).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from regulars.chinese_text import bigrams, has_chinese
from regulars.errors import ConfigurationError

_WORD = re.compile(r"\w+")
_GRAMS = (3, 4, 5)
_LONGEST_WORD = 40
_HEAVIEST_LENGTH = 8
_MASK = (1 << 32) - 1
_CACHED_LENGTH = 1000
_CACHED_TEXTS = 4096
_CACHED_WORDS = 16384


class HashedEmbedder:
    """Signed feature hashing of words and character n-grams; the same in every process.

    Each word counts once. Longer words count more, up to 8 letters, since frequent words carry little and are short (G.
    K. Zipf, The Psycho-Biology of Language, 1935). A word weighs as much as all its n-grams together.

    Args:
        dims: The number of dimensions, 8 to 65,536.

    Raises:
        ConfigurationError: `dims` is out of range.
    """

    __slots__ = ("dims",)

    def __init__(self, dims: int = 256) -> None:
        if not isinstance(dims, int) or isinstance(dims, bool) or not 8 <= dims <= 65536:
            raise ConfigurationError(f"dims is {dims!r}", where="HashedEmbedder", expected="an integer from 8 to 65536")
        self.dims = dims

    def __repr__(self) -> str:
        return f"HashedEmbedder(dims={self.dims})"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts. A bounded number of short texts is cached."""
        rows = np.empty((len(texts), self.dims), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = _cached(text, self.dims) if len(text) <= _CACHED_LENGTH else _vector(text, self.dims)
        return rows


def _vector(text: str, dims: int) -> NDArray[np.float32]:
    words = dict.fromkeys(_WORD.findall(text.lower()))
    if has_chinese(text):
        words = dict.fromkeys((*(word for word in words if not has_chinese(word)), *bigrams(text)))
    if not words:
        return np.zeros(dims, dtype=np.float32)
    parts = [word[at : at + _LONGEST_WORD] for word in words for at in range(0, len(word), _LONGEST_WORD)]
    found = [_word(part, dims) for part in parts]
    places = np.frombuffer(b"".join([places for places, _ in found]), dtype=np.intp)
    weights = np.frombuffer(b"".join([weights for _, weights in found]))
    summed = np.bincount(places, weights, minlength=dims)
    length = sqrt(np.add.reduce(summed * summed))
    return (summed / length if length else summed).astype(np.float32)


_cached = lru_cache(maxsize=_CACHED_TEXTS)(_vector)


@lru_cache(maxsize=_CACHED_WORDS)
def _word(word: str, dims: int) -> tuple[bytes, bytes]:
    """The dimensions (intp) and signed weights (float64) of a word's features, as bytes, which are joined fastest."""
    edged = f"<{word}>"
    grams = [edged[at : at + size] for size in _GRAMS for at in range(len(edged) - size + 1)]
    places = np.empty(len(grams) + 1, dtype=np.intp)
    weights = np.empty(len(grams) + 1)
    for number, feature in enumerate((edged + "=", *grams)):
        mixed = murmur_mix(crc32(feature.encode("utf-8", "surrogatepass")))
        places[number] = (mixed >> 1) % dims
        weights[number] = 1.0 if mixed & 1 else -1.0
    if grams:
        weights[1:] /= sqrt(len(grams))
    weights *= min(len(word), _HEAVIEST_LENGTH)
    return places.tobytes(), weights.tobytes()


def murmur_mix(value: int) -> int:
    """Mixes the bits of a checksum, which is linear, by the last steps of MurmurHash3 (A. Appleby)."""
    value ^= value >> 16
    value = value * 0x85EBCA6B & _MASK
    value ^= value >> 13
    value = value * 0xC2B2AE35 & _MASK
    return value ^ value >> 16
