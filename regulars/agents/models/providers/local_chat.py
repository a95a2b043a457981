"""A model on this machine, without a network: weights behind llama.cpp's server (extra `local`)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from regulars.agents.models.endpoint_faults import Failure
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.protocol import Completion
from regulars.agents.models.providers.local_server import LocalServer, server_command
from regulars.agents.models.providers.local_weights import weights_of
from regulars.errors import ConfigurationError

LONGEST = 200
"""The token limit of an answer where none is given. A small model may repeat itself without end."""

PATIENCE = 300.0
"""Seconds for one answer where none are given; calls wait for each other."""


class LocalChat(OpenAIChat):
    """Weights behind a server that this process starts with the first call, and stops at its end.

    The name is `smollm2`, whose weights the extra `local` installs, or the path of a GGUF file. `context` is the number
    of tokens of messages and answer together, `threads` the number of processors, by default half of them. The server
    answers one call at a time.
    """

    provider = "local"
    key_variable = "REGULARS_LOCAL_KEY"
    address_variable = "REGULARS_LOCAL_URL"
    has_default_address = False
    own_options: ClassVar[Mapping[str, Any]] = {"context": 8192, "threads": 0}

    def __init__(self, model: str, **options: Any) -> None:
        defaults = {"timeout": PATIENCE, "concurrency": 1, "retries": 1}
        parameters = {**(options.pop("parameters", None) or {})}
        if not {"max_tokens", "max_completion_tokens"} & parameters.keys():
            parameters["max_tokens"] = LONGEST
        if options.get("base_url"):
            raise ConfigurationError(
                "base_url is given", where=f"model local:{model}", remedy="leave it out, or use openai:MODEL"
            )
        weights = weights_of(model, f"model local:{model}")
        super().__init__(model, parameters=parameters, **{**defaults, **options, "base_url": None})
        self.server = LocalServer(
            lambda port: server_command(weights, port, self.options["context"], self.options["threads"]), self._where
        )

    def _check(self) -> None:
        super()._check()
        for name, least in (("context", 256), ("threads", 0)):
            value = self.options[name]
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ConfigurationError(
                    f"{name} is {value!r}", where=self._where, expected=f"a whole number from {least}"
                )

    def _attempt(self, request: dict[str, Any]) -> Completion | Failure:
        self.server.start()
        return self._explained(super()._attempt(request))

    async def _aattempt(self, request: dict[str, Any]) -> Completion | Failure:
        await asyncio.to_thread(self.server.start)
        found = await super()._aattempt(request)
        return await asyncio.to_thread(self._explained, found)

    def _explained(self, found: Completion | Failure) -> Completion | Failure:
        """The result of an attempt. If the connection was lost because the server ended, it says how."""
        lost = isinstance(found, Failure) and found.passes and not found.status
        ended = self.server.ended() if lost else ""
        return replace(found, words=ended, unreachable=True) if isinstance(found, Failure) and ended else found

    @property
    def _address(self) -> str:
        return self.server.url

    def _connection(self) -> dict[str, Any]:
        return {**super()._connection(), "base_url": self.server.url}
