"""The forward pass of BERT's encoder in numpy, for sentence encoders such as MiniLM.

Devlin et al., BERT (NAACL 2019), section 3, over the encoder of Vaswani et al., Attention Is All You Need (2017),
section 3, with normalisation after each block. Tensors have the names of Hugging Face's `BertModel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regulars.errors import DataError

Array: TypeAlias = NDArray[np.float32]

_SIZES = ("hidden_size", "num_attention_heads", "num_hidden_layers", "intermediate_size")
_EPSILON = 1e-12
"""The default of a configuration without an epsilon, as in BERT."""

_PREFIXES = ("", "bert.")
"""The prefix of a tensor's name, in files written from the encoder and from a model built on it."""


@dataclass(frozen=True, slots=True)
class _Affine:
    """`x @ weight.T + bias`; weight has the shape (out, in)."""

    weight: Array
    bias: Array

    def __call__(self, x: Array) -> Array:
        y: Array = x @ self.weight.T
        return np.add(y, self.bias, out=y)


@dataclass(frozen=True, slots=True)
class _Norm:
    """Layer normalisation (Ba et al., 2016)."""

    weight: Array
    bias: Array
    epsilon: float

    def __call__(self, x: Array) -> Array:
        y: Array = x - x.mean(axis=-1, keepdims=True)
        y /= np.sqrt(np.square(y).mean(axis=-1, keepdims=True) + np.float32(self.epsilon))
        y *= self.weight
        return np.add(y, self.bias, out=y)


@dataclass(frozen=True, slots=True)
class _Layer:
    """One layer: attention, then two affine maps. Each result is added to its input and normalised."""

    attended: _Affine
    mixed: _Affine
    mixed_norm: _Norm
    wide: _Affine
    narrow: _Affine
    narrow_norm: _Norm
    heads: int

    def __call__(self, x: Array, texts: int) -> Array:
        tokens, dims = x.shape[0] // texts, x.shape[1]
        depth = dims // self.heads
        query, key, value = self.attended(x).reshape(texts, tokens, 3, self.heads, depth).transpose(2, 0, 3, 1, 4)
        weights = query @ key.transpose(0, 1, 3, 2)
        weights *= np.float32(1.0 / sqrt(depth))
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=-1, keepdims=True)
        seen = (weights @ value).transpose(0, 2, 1, 3).reshape(x.shape)
        x = self.mixed_norm(x + self.mixed(seen))
        return self.narrow_norm(x + self.narrow(_gelu(self.wide(x))))


class Bert:
    """A BERT encoder.

    Args:
        tensors: The weights, by name.
        config: The content of `config.json`: sizes, `layer_norm_eps`, `hidden_act` (only `gelu`).

    Raises:
        DataError: The architecture differs, or a tensor is missing or has a wrong shape.

    Attributes:
        dims: The number of dimensions of a vector.
        longest: The most tokens of a text.
        words: The size of the vocabulary.
    """

    __slots__ = ("_layers", "_norm", "_positions", "_tokens", "dims", "longest", "words")

    def __init__(self, tensors: Mapping[str, Array], config: Mapping[str, Any]) -> None:
        sizes = [config.get(name) for name in _SIZES]
        if config.get("model_type", "bert") != "bert" or config.get("hidden_act", "gelu") != "gelu":
            raise _other(f"the model is {config.get('model_type')!r} with {config.get('hidden_act')!r}")
        if not all(isinstance(size, int) and size > 0 for size in sizes) or sizes[0] % sizes[1]:  # type: ignore[operator]
            raise _other(f"its configuration says {dict(zip(_SIZES, sizes, strict=True))}")
        if config.get("position_embedding_type", "absolute") != "absolute":
            raise _other(f"positions are {config['position_embedding_type']!r}")
        self.dims, heads, layers, wide = (int(size) for size in sizes if size is not None)
        parts = _Parts(tensors, float(config.get("layer_norm_eps", _EPSILON)))
        self._tokens = parts.table("embeddings.word_embeddings", self.dims)
        self.words = self._tokens.shape[0]
        kinds = parts.table("embeddings.token_type_embeddings", self.dims)
        self._positions = parts.table("embeddings.position_embeddings", self.dims) + kinds[0]
        self.longest = self._positions.shape[0]
        self._norm = parts.norm("embeddings.LayerNorm", self.dims)
        self._layers = [parts.layer(f"encoder.layer.{number}", self.dims, wide, heads) for number in range(layers)]

    def mean(self, ids: NDArray[np.intp]) -> Array:
        """The mean of a text's token vectors.

        Args:
            ids: Shape (texts, tokens): texts of equal length, so no padding or masking is needed.

        Returns:
            Shape (texts, dims).
        """
        texts, tokens = ids.shape
        x = (self._tokens[ids] + self._positions[:tokens]).reshape(-1, self.dims)
        x = self._norm(x)
        for layer in self._layers:
            x = layer(x, texts)
        mean: Array = x.reshape(texts, tokens, self.dims).mean(axis=1)
        return mean


@dataclass(frozen=True, slots=True)
class _Parts:
    """Finds tensors and checks their shapes."""

    tensors: Mapping[str, Array]
    epsilon: float

    def layer(self, name: str, dims: int, wide: int, heads: int) -> _Layer:
        three = [self.affine(f"{name}.attention.self.{part}", dims, dims) for part in ("query", "key", "value")]
        attended = _Affine(np.concatenate([one.weight for one in three]), np.concatenate([one.bias for one in three]))
        return _Layer(
            attended,
            self.affine(f"{name}.attention.output.dense", dims, dims),
            self.norm(f"{name}.attention.output.LayerNorm", dims),
            self.affine(f"{name}.intermediate.dense", wide, dims),
            self.affine(f"{name}.output.dense", dims, wide),
            self.norm(f"{name}.output.LayerNorm", dims),
            heads,
        )

    def affine(self, name: str, out: int, into: int) -> _Affine:
        return _Affine(self._found(f"{name}.weight", (out, into)), self._found(f"{name}.bias", (out,)))

    def norm(self, name: str, dims: int) -> _Norm:
        return _Norm(self._found(f"{name}.weight", (dims,)), self._found(f"{name}.bias", (dims,)), self.epsilon)

    def table(self, name: str, dims: int) -> Array:
        return self._found(f"{name}.weight", (None, dims))

    def _found(self, name: str, shape: tuple[int | None, ...]) -> Array:
        found = next((self.tensors[prefix + name] for prefix in _PREFIXES if prefix + name in self.tensors), None)
        if found is None:
            raise _other(f"there is no tensor {name}")
        if len(found.shape) != len(shape) or any(
            wanted not in (None, length) for wanted, length in zip(shape, found.shape, strict=True)
        ):
            raise _other(f"the tensor {name} has the shape {found.shape} instead of {shape}")
        return found


def _gelu(x: Array) -> Array:
    """`x * P(X <= x)` of the normal distribution (Hendrycks and Gimpel, 2016).

    The error function uses formula 7.1.26 of Abramowitz and Stegun, Handbook of Mathematical Functions. Its error is at
    most 1.5e-7, the precision of float32.
    """
    z = np.abs(x)
    z *= np.float32(sqrt(0.5))
    t = np.float32(1.0) / (np.float32(1.0) + np.float32(0.3275911) * z)
    tail = np.full_like(t, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail *= t
        tail += np.float32(factor)
    tail *= t
    np.square(z, out=z)
    tail *= np.exp(-z)
    tail *= np.float32(0.5)
    # `tail` is P(X > |x|)
    return np.where(x > 0.0, x - x * tail, x * tail)


def _other(what: str) -> DataError:
    return DataError(
        what,
        where="an embedder's weights",
        expected="a BERT encoder with gelu and absolute positions, as all-MiniLM-L6-v2 is",
        remedy="name the folder of such a model, or use sentence-transformers:NAME_OR_PATH for other models",
    )
