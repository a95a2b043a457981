"""An embedder behind any endpoint that speaks the OpenAI protocol, through the `openai` client.

Calls are counted for the role `memory` and held to an episode's budgets, as those of models are. An endpoint tells no
hash of its weights: the embedder's identity is the model's name, the address and the settings.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from regulars.agents.models.endpoint import Connection, Endpoint, client_failures
from regulars.agents.models.endpoint_faults import Failure, failure_of
from regulars.agents.models.metered import charged
from regulars.errors import ConfigurationError
from regulars.memory.embedders.protocol import other_dims, rows_of_words

__all__ = ["OpenAIEmbedder", "openai_embedder"]

ROLE = "memory"
_PROBE = "a"
"""What is embedded to learn how many dimensions there are."""


class OpenAIEmbedder(Endpoint):
    """An embedder behind an endpoint. `openai_embedder` opens it, so that a process holds it once.

    Args:
        model: Its name, passed on as it is.
        dims: The number of dimensions, which the endpoint is asked for; if left out it is asked for none, and its first
            answer tells how many there are.
        batch: Texts in one call.
        connection: See `Connection`.

    Raises:
        ConfigurationError: No model is named, there is no key, or an option is impossible.
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
        """The number of dimensions. Asks the endpoint, once, where none were given.

        Raises:
            ConfigurationError: The endpoint refuses the key.
            InfrastructureError: The endpoint fails.
        """
        if self._dims is None:
            self._dims = int(self._answer([_PROBE]).shape[1])
        return self._dims

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The texts' vectors, in calls of `batch` texts; texts without words are not sent.

        Raises:
            DimensionError: The endpoint answers with another number of dimensions; names both.
            BudgetError: A budget is used up.
            ConfigurationError: The endpoint refuses the key.
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
        """What the endpoint says to one batch, shape (texts, its dimensions)."""
        request: dict[str, Any] = {"model": self.name, "input": texts, "encoding_format": "float"}
        if self.options["dims"] is not None:
            request["dimensions"] = self.options["dims"]
        return charged(ROLE, self.name, lambda: self._asked(request))

    def _asked(self, request: dict[str, Any]) -> tuple[NDArray[np.float32], int]:
        """The answer and its tokens. Waits for a place among the calls under way; tries again where that may help."""
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


def _read(answer: Any, count: int) -> tuple[NDArray[np.float32], int]:
    """Vectors in the order of the texts, and the tokens that they cost."""
    rows = {one.index: one.embedding for one in answer.data}
    made = np.array([rows[place] for place in range(count)], dtype=np.float32)
    if made.ndim != 2:
        raise ValueError("vectors of several lengths")
    return made, (answer.usage.prompt_tokens or 0) if answer.usage is not None else 0


_OPENED: dict[str, OpenAIEmbedder] = {}
_LOCK = threading.Lock()


def openai_embedder(model: str, **options: Any) -> OpenAIEmbedder:
    """The one `OpenAIEmbedder` with these settings, so that its connections hold for all episodes of a run."""
    made = OpenAIEmbedder(model, **options)
    key = json.dumps([model, made.options], sort_keys=True, default=str)
    with _LOCK:
        return _OPENED.setdefault(key, made)


def _reopened(model: str, options: dict[str, Any]) -> OpenAIEmbedder:
    return openai_embedder(model, **options)
