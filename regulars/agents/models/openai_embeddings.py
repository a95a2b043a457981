"""An embedder behind any OpenAI-compatible endpoint, through the `openai` client.

Its calls count for the role `memory` and for an episode's budgets, like those of chat models. An endpoint gives no hash
of its weights, so the embedder's identity is the model's name, the URL and the settings.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from regulars.agents.models.endpoint import Connection, Endpoint, client_failures
from regulars.agents.models.endpoint_faults import Failure, failure_of
from regulars.agents.models.metered import charged
from regulars.agents.models.rehearsal import is_rehearsal
from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError
from regulars.memory.embedders.protocol import other_dims, rows_of_words

ROLE = "memory"
_PROBE = "a"
"""The text that is embedded to find the number of dimensions."""
_REHEARSED_DIMS = 64
"""The number of dimensions in a rehearsal, where none is requested."""


class OpenAIEmbedder(Endpoint):
    """An embedder behind an endpoint. Use `openai_embedder` to open it, so that a process has it once.

    Args:
        model: Its name, passed on unchanged.
        dims: The number of dimensions to request; by default none is requested, and the first answer tells it.
        batch: The number of texts in one call.
        connection: See `Connection`.

    Raises:
        ConfigurationError: The model's name or the key is missing, or an option is out of range.
    """

    kind = "embedder"

    def __init__(
        self, model: str, *, dims: int | None = None, batch: int = 128, **connection: Unpack[Connection]
    ) -> None:
        super().__init__(model, {"dims": dims, "batch": batch}, **connection)
        self._dims: int | None = dims

    def _check(self) -> None:
        super()._check()
        for name in ("dims", "batch"):
            value = self.options[name]
            whole = isinstance(value, int) and not isinstance(value, bool) and value >= 1
            if not whole and not (name == "dims" and value is None):
                raise ConfigurationError(f"{name} is {value!r}", where=self._where, expected="a whole number from 1")

    def __repr__(self) -> str:
        options = self.options
        return f"OpenAIEmbedder({self.name!r}, base_url={options['base_url']!r}, dims={options['dims']})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self.name, self.options)

    @property
    def dims(self) -> int:
        """The number of dimensions. If it was not given, asks the endpoint once.

        Raises:
            ConfigurationError: The endpoint rejects the key.
            InfrastructureError: The endpoint fails.
        """
        if self._dims is None:
            self._dims = int(self._answer([_PROBE]).shape[1])
        return self._dims

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of the texts, in calls of `batch` texts; texts without words are not sent.

        Raises:
            DimensionError: The endpoint returns another number of dimensions; the message names both.
            BudgetError: A budget is used up.
            ConfigurationError: The endpoint rejects the key.
            InfrastructureError: The endpoint fails.
        """
        return rows_of_words(texts, self.dims, self._vectors, self._where)

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        rows = np.empty((len(texts), self.dims), dtype=np.float32)
        batch = self.options["batch"]
        for begin in range(0, len(texts), batch):
            part = self._answer(texts[begin : begin + batch])
            if part.shape[1] != self.dims:
                raise other_dims(part.shape[1], self.dims, self._where)
            rows[begin : begin + batch] = part
        return rows

    def _answer(self, texts: list[str]) -> NDArray[np.float32]:
        """The endpoint's vectors for one batch, shape (texts, dimensions)."""
        request: dict[str, Any] = {"model": self.name, "input": texts, "encoding_format": "float"}
        if self.options["dims"] is not None:
            request["dimensions"] = self.options["dims"]
        return charged(ROLE, self.name, lambda: self._asked(request))

    def _asked(self, request: dict[str, Any]) -> tuple[NDArray[np.float32], int]:
        """The vectors and their tokens. Waits for a free place among concurrent calls, and retries if that may help."""
        attempt = 0
        while True:
            with self._gate.held():
                found = self._attempt(request)
            if not isinstance(found, Failure):
                return found
            pause = self._pause_after(found, attempt, json.dumps(request["input"]))
            attempt += 1
            time.sleep(pause)

    def _attempt(self, request: dict[str, Any]) -> tuple[NDArray[np.float32], int] | Failure:
        try:
            return _read(self._client().embeddings.create(**request), len(request["input"]))
        except ConfigurationError:
            raise
        except client_failures() as error:
            return failure_of(error)


class RehearsedEmbedder(OpenAIEmbedder):
    """Counts like the embedder of that name, and calls nothing: each text has random directions of its own."""

    def __repr__(self) -> str:
        return f"Rehearsed{super().__repr__()}"  # its vectors must not pass for those of the model

    def _key(self) -> str:
        return ""

    def _asked(self, request: dict[str, Any]) -> tuple[NDArray[np.float32], int]:
        dims = self.options["dims"] or _REHEARSED_DIMS
        seeds = [blake2b(text.encode("utf-8", "replace"), digest_size=8).digest() for text in request["input"]]
        rows = [np.random.default_rng(int.from_bytes(seed)).normal(size=dims) for seed in seeds]
        return np.array(rows, dtype=np.float32), sum(map(count_tokens, request["input"]))


def _read(answer: Any, count: int) -> tuple[NDArray[np.float32], int]:
    """Vectors in the order of the texts, and the number of tokens they took."""
    rows = {one.index: one.embedding for one in answer.data}
    made = np.array([rows[place] for place in range(count)], dtype=np.float32)
    if made.ndim != 2:
        raise ValueError("vectors of several lengths")
    return made, (answer.usage.prompt_tokens or 0) if answer.usage is not None else 0


_OPENED: dict[str, OpenAIEmbedder] = {}
_LOCK = threading.Lock()


def openai_embedder(model: str, **options: Any) -> OpenAIEmbedder:
    """The shared `OpenAIEmbedder` with these settings, so that all episodes of a run share its connections."""
    if is_rehearsal():
        return RehearsedEmbedder(model, **options)
    made = OpenAIEmbedder(model, **options)
    key = json.dumps([model, made.options], sort_keys=True, default=str)
    with _LOCK:
        return _OPENED.setdefault(key, made)


def _reopened(model: str, options: dict[str, Any]) -> OpenAIEmbedder:
    return openai_embedder(model, **options)
