"""The protocol of embedders, and checks of their results: one row per text, of the declared length."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from regulars.errors import DimensionError, InfrastructureError

_WORD = re.compile(r"\w")


class Embedder(Protocol):
    """Turns texts into vectors. It must be picklable.

    Its `repr` is its identity: name, settings and the hash of its weights, if any, without paths of this machine.
    Vectors of embedders with the same `repr` are comparable. It appears in the parts of a memory and in the
    configuration of a run.

    Attributes:
        dims: The number of dimensions.
    """

    @property
    def dims(self) -> int:
        """The number of dimensions."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts.

        Returns:
            Shape (texts, dims); each row has length 1, or is zero for a text without words.
        """
        ...


def embedded(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """The vectors of texts with a check of their shape. Indexes call embedders this way.

    Raises:
        DimensionError: The result is not one row per text with `embedder.dims` dimensions.
    """
    rows = np.asarray(embedder.embed(texts), dtype=np.float32)
    if rows.shape != (len(texts), embedder.dims):
        raise DimensionError(
            f"{len(texts)} texts were embedded as an array of shape {rows.shape}",
            where=repr(embedder),
            expected=f"shape {(len(texts), embedder.dims)}",
        )
    return rows


def rows_of_words(
    texts: Sequence[str], dims: int, vectors: Callable[[list[str]], NDArray[np.float32]], where: str
) -> NDArray[np.float32]:
    """Embeds only the texts with words, and scales their vectors to length 1; other rows are zero.

    Args:
        texts: Any texts.
        dims: The expected number of dimensions.
        vectors: The model: from texts with words to an array of shape (texts, dims).
        where: The embedder's name in messages.

    Returns:
        Shape (texts, dims).

    Raises:
        DimensionError: The model's vectors have another number of dimensions.
        InfrastructureError: A vector has NaN or infinite numbers, or there is not one vector per text.
    """
    rows = np.zeros((len(texts), dims), dtype=np.float32)
    places = [place for place, text in enumerate(texts) if has_words(text)]
    if not places:
        return rows
    made = np.asarray(vectors([sayable(texts[place]) for place in places]), dtype=np.float32)
    if made.ndim != 2 or made.shape[0] != len(places):
        raise InfrastructureError(f"{len(places)} texts gave an array of shape {made.shape}", where=where)
    if made.shape[1] != dims:
        raise other_dims(made.shape[1], dims, where)
    lengths = np.sqrt(np.square(made.astype(np.float64)).sum(axis=1, keepdims=True))
    if not np.isfinite(lengths).all():
        raise InfrastructureError("a vector has NaN or infinite numbers", where=where)
    rows[places] = made / np.where(lengths > 0.0, lengths, 1.0)
    return rows


def other_dims(found: int, wanted: int, where: str) -> DimensionError:
    """The error for a model whose vectors have another length than before, or than requested."""
    return DimensionError(
        f"vectors of {found} dimensions",
        where=where,
        expected=f"{wanted} dimensions",
        remedy="use one model for the whole memory",
    )


def has_words(text: str) -> bool:
    """Whether a text has a letter or digit; otherwise its vector is zero."""
    return _WORD.search(text) is not None


def sayable(text: str) -> str:
    """The text without lone surrogates, which tokenizers and endpoints reject."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
