"""What an embedder is, and what every one of them is held to: as many rows as texts, of the length that it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from regulars.errors import DimensionError, InfrastructureError

_WORD = re.compile(r"\w")


class Embedder(Protocol):
    """Makes vectors. It is picklable.

    Its `repr` is its identity: name, settings and, where it has weights, their hash, and nothing of this machine.
    Vectors of embedders with one `repr` may stand side by side; a memory's parts and a run's configuration show it.

    Attributes:
        dims: The number of dimensions.
    """

    @property
    def dims(self) -> int:
        """The number of dimensions."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The texts' vectors.

        Returns:
            Shape (texts, dims); each row of length 1, or zero for a text that has no words.
        """
        ...


def embedded(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """The texts' vectors, held to their shape: how an index asks an embedder, whoever wrote it.

    Raises:
        DimensionError: They are not one row a text of `embedder.dims` dimensions.
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
    """Lets a model see the texts that have words, and puts its vectors into their rows, brought to length 1.

    Args:
        texts: Any texts.
        dims: The number of dimensions that there should be.
        vectors: The model: from texts with words to an array of shape (texts, dims).
        where: What messages call the embedder.

    Returns:
        Shape (texts, dims).

    Raises:
        DimensionError: The model's vectors have another number of dimensions.
        InfrastructureError: They hold what is no number, or are not one a text.
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
        raise InfrastructureError("a vector holds what is no number", where=where)
    rows[places] = made / np.where(lengths > 0.0, lengths, 1.0)
    return rows


def other_dims(found: int, wanted: int, where: str) -> DimensionError:
    """What is raised where a model gives vectors of another length than before, or than it was asked for."""
    return DimensionError(
        f"vectors of {found} dimensions",
        where=where,
        expected=f"{wanted} dimensions",
        remedy="keep to one model for all that a memory holds",
    )


def has_words(text: str) -> bool:
    """Whether there is a letter or digit in it; what has none has the vector zero."""
    return _WORD.search(text) is not None


def sayable(text: str) -> str:
    """The text without lone surrogates, which neither tokenizers nor endpoints take."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
