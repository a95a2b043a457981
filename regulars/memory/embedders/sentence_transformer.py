"""Embeds with any model of the package `sentence-transformers`, by the model's name or the path of its folder.

The package and torch are imported when a model is opened. The package may download a model that is not on this machine.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ConfigurationError, StateError
from regulars.memory.embedders.protocol import rows_of_words

PACKAGES = ("sentence_transformers",)
"""The required packages, by their import names."""

INSTALL = "pip install sentence-transformers"


class SentenceTransformerEmbedder:
    """A model of `sentence-transformers`. Use `sentence_transformer` to open it, so that a process loads it once.

    Args:
        model: The name of a model, or the path of its folder.
        device: The torch device, such as `cpu` or `cuda:0`; by default torch chooses.
        batch: The texts per batch.

    Raises:
        ConfigurationError: The package is not installed, or the model cannot be opened.

    Attributes:
        dims: The number of dimensions.
        weights: 16 hex digits of BLAKE2b over the model's tensors and structure.
    """

    __slots__ = ("_batch", "_device", "_lock", "_model", "_name", "dims", "weights")

    def __init__(self, model: str, device: str | None = None, batch: int = 32) -> None:
        where = f"embedder sentence-transformers:{model}"
        if not model:
            raise ConfigurationError("no model is named", where=where, expected="sentence-transformers:NAME_OR_PATH")
        if isinstance(batch, bool) or not isinstance(batch, int) or batch < 1:
            raise ConfigurationError(f"batch is {batch!r}", where=where, expected="an integer of at least 1")
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ConfigurationError(f"the package cannot be imported: {error}", where=where, remedy=INSTALL) from error
        try:
            self._model: Any = SentenceTransformer(model, device=device)
        except Exception as error:  # hub, torch and files raise many types
            raise ConfigurationError(
                f"the model cannot be opened: {type(error).__name__}: {' '.join(str(error).split())[:300]}",
                where=where,
                remedy="name a model's folder, or a model that is on this machine or can be downloaded",
            ) from error
        self._name, self._device, self._batch = model, device, batch
        self._lock = threading.Lock()
        self.weights = _weights(self._model)
        self.dims = int(self._encoded(["a"]).shape[1])

    def __repr__(self) -> str:
        name = os.path.basename(os.path.normpath(self._name)) if os.path.isdir(self._name) else self._name
        return f"SentenceTransformerEmbedder({name!r}, dims={self.dims}, weights={self.weights!r})"

    def __copy__(self) -> SentenceTransformerEmbedder:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> SentenceTransformerEmbedder:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self._name, self._device, self._batch, self.weights)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts."""
        return rows_of_words(texts, self.dims, self._encoded, repr(self))

    def _encoded(self, texts: list[str]) -> NDArray[np.float32]:
        with self._lock:  # its tokenizer is not thread-safe
            rows = self._model.encode(texts, batch_size=self._batch, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)


_OPENED: dict[tuple[str, str | None, int], SentenceTransformerEmbedder] = {}
_LOCK = threading.Lock()


def sentence_transformer(model: str, *, device: str | None = None, batch: int = 32) -> SentenceTransformerEmbedder:
    """The shared embedder with these settings. For arguments and errors see `SentenceTransformerEmbedder`."""
    key = (str(model), device, batch)
    with _LOCK:
        if key not in _OPENED:
            _OPENED[key] = SentenceTransformerEmbedder(*key)
        return _OPENED[key]


def _reopened(model: str, device: str | None, batch: int, weights: str) -> SentenceTransformerEmbedder:
    opened = sentence_transformer(model, device=device, batch=batch)
    if opened.weights != weights:
        raise StateError(
            f"the weights are {opened.weights} now",
            where=repr(opened),
            expected=weights,
            remedy="restore the old weights",
        )
    return opened


def _weights(model: Any) -> str:
    """The hash of the tensors with their names, and of the model's structure."""
    import torch

    hashed = blake2b(repr(model).encode(), digest_size=8)
    for name, tensor in sorted(model.state_dict().items()):
        hashed.update(f"{name}\0{tensor.dtype}\0{tuple(tensor.shape)}\0".encode())
        hashed.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())
    return hashed.hexdigest()
