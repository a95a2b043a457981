"""Texts and counts as numbers: hashed or learned vectors of texts, with a cache, and counts on a bounded scale."""

from __future__ import annotations

from functools import lru_cache
from math import log1p
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ConfigurationError
from regulars.memory.embedders import build_embedder, embedded

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 64
"""The default number of dimensions of a hashed text."""

KEPT = 32768
"""The number of texts whose vectors are cached."""

LARGEST_COUNT = 1e6
"""The count that is scaled to 1; greater ones are too."""

_LARGEST = log1p(LARGEST_COUNT)

Vector = NDArray[np.float32]


class TextFeatures:
    """Turns texts into vectors, each text once. All environments of a process with the same settings share the cache.

    Args:
        features: `hashed`, or the spec of an embedder (`regulars.memory.embedders`), such as `minilm`.
        width: The number of dimensions of a hashed text, 8 to 4096; an embedder has its own.

    Attributes:
        width: The number of dimensions.

    Raises:
        ConfigurationError: An argument is invalid, or the embedder lacks something.

    Example:
        >>> TextFeatures().row("Where do I live?").shape
        (64,)
    """

    def __init__(self, features: str = "hashed", width: int = WIDTH) -> None:
        if not isinstance(features, str):
            raise ConfigurationError(
                f"features are {features!r}", where="numeric environment", expected="'hashed', or an embedder's spec"
            )
        if not isinstance(width, int) or isinstance(width, bool) or not 8 <= width <= 4096:
            raise ConfigurationError(
                f"width is {width!r}", where="numeric environment", expected="a whole number from 8 to 4096"
            )
        self._spec = f"hashed:dims={width}" if features == "hashed" else features
        self._open()

    def _open(self) -> None:
        self._embedder = build_embedder(self._spec)
        dims = getattr(self._embedder, "dims", None)
        if not isinstance(dims, (int, np.integer)) or dims < 1:
            raise ConfigurationError(
                f"dims is {dims!r}", where=f"embedder {self._spec}", expected="an attribute dims, a whole number from 1"
            )
        self.width = int(dims)
        self._rows: dict[str, Vector] = _CACHES.setdefault(repr(self._embedder), {})

    def row(self, text: str) -> Vector:
        """The vector of a text, shape (width,), of length 1 or zero. Do not change it."""
        row = self._rows.get(text)
        if row is None:
            if len(self._rows) >= KEPT:
                self._rows.clear()
            row = self._rows[text] = embedded(self._embedder, [text])[0].copy()
        return row

    def rows(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts, shape (texts, width)."""
        if not texts:
            return np.zeros((0, self.width), dtype=np.float32)
        return np.concatenate([self.row(text) for text in texts]).reshape(len(texts), self.width)

    def __getstate__(self) -> dict[str, str]:
        return {"_spec": self._spec}

    def __setstate__(self, state: dict[str, str]) -> None:
        self._spec = state["_spec"]
        self._open()


_CACHES: dict[str, dict[str, Vector]] = {}


@lru_cache(maxsize=4096)
def scaled(count: float) -> float:
    """A count from 0 on a logarithmic scale: 0 for 0, 1 for a million and more.

    Example:
        >>> scaled(0), round(scaled(999), 3), scaled(1e9)
        (0.0, 0.5, 1.0)
    """
    return min(log1p(count) / _LARGEST, 1.0) if count > 0.0 else 0.0
