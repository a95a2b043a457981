"""A chat model of any provider that LiteLLM knows, through its `completion` (extra `litellm`)."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from inspect import signature
from typing import Any

from regulars.agents.models import chat_answers
from regulars.agents.models.endpoint import client_failures
from regulars.agents.models.endpoint_faults import Failure, failure_of
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.protocol import Completion
from regulars.errors import ConfigurationError, RegularsError

_OWN = frozenset({"model", "messages", "stream", "stream_options", "response_format", "seed", "timeout", "api_key",
                  "base_url", "api_base", "kwargs"})  # fmt: skip
_BESIDE = {"extra_body": "extra_body", "extra_headers": "extra_headers"}


class LiteLLMChat(OpenAIChat):
    """A model named `PROVIDER/MODEL`, as LiteLLM names it.

    Keys and URLs come from the variables that LiteLLM reads for the provider, unless `key` or `base_url` is given.
    """

    provider = "litellm"
    key_variable = "LITELLM_API_KEY"
    address_variable = "LITELLM_BASE_URL"
    has_default_address = False
    schema_words = ("response_format", "json_schema")

    def _check(self) -> None:
        super()._check()
        if find_spec("litellm") is None:
            raise ConfigurationError(
                "the package litellm is not installed", where=self._where, remedy="pip install 'regulars[litellm]'"
            )

    def _arguments(self, request: dict[str, Any]) -> dict[str, Any]:
        """The arguments of LiteLLM's call for the body and the options of a request."""
        beside = {
            argument: value
            for argument, option in (("extra_body", "extra_json"), ("extra_headers", "headers"))
            if (value := request["options"].get(option)) is not None
        }
        given = os.environ.get(self.options["key"])
        return {
            **request["body"],
            **beside,
            **({"api_key": given} if given else {}),
            **({"api_base": self.options["base_url"]} if self.options["base_url"] else {}),
            "timeout": self.options["timeout"],
            "num_retries": 0,
            "max_retries": 0,
        }

    def _attempt(self, request: dict[str, Any]) -> Completion | Failure:
        litellm = _loaded()
        until = time.monotonic() + self.options["timeout"]
        try:
            answer = litellm.completion(**self._arguments(request))
            if not request["body"].get("stream"):
                return self._read(answer.model_dump())
            pieces = []
            for piece in answer:
                pieces.append(piece.model_dump())
                if time.monotonic() > until:
                    raise EOFError("the answer took too long")
            return self._joined(pieces)
        except RegularsError:
            raise
        except client_failures() as error:
            return failure_of(error, self._secrets)

    async def _aattempt(self, request: dict[str, Any]) -> Completion | Failure:
        litellm = _loaded()
        try:
            async with asyncio.timeout(self.options["timeout"]):
                answer = await litellm.acompletion(**self._arguments(request))
                if not request["body"].get("stream"):
                    return self._read(answer.model_dump())
                return self._joined([piece.model_dump() async for piece in answer])
        except RegularsError:
            raise
        except client_failures() as error:
            return failure_of(error, self._secrets)

    def _joined(self, pieces: Sequence[Any]) -> Completion:
        return chat_answers.joined(pieces)

    def _known(self) -> frozenset[str]:
        return _parameters()


@cache
def _loaded() -> Any:
    """LiteLLM, which prints nothing and fetches no price list."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True
    return litellm


@cache
def _parameters() -> frozenset[str]:
    return frozenset({*signature(_loaded().completion).parameters, *_BESIDE}) - _OWN
