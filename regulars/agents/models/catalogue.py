"""Opens models by spec: `openai:MODEL`, `anthropic:MODEL`, `replay:FILE`. The same spec always gives the same object.

An endpoint or a recording is opened once per process: all episodes and seats share its connections and its limit on
concurrent calls.
"""

from __future__ import annotations

import importlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from regulars import registry
from regulars.agents.models.endpoint import Connection
from regulars.agents.models.endpoint_chat import note, opened
from regulars.agents.models.metered import Metered
from regulars.agents.models.protocol import ChatModel
from regulars.agents.models.rehearsal import stand_in_for
from regulars.agents.models.replay import Replay
from regulars.errors import ConfigurationError

PROVIDERS = {
    "openai": "behind an OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL)",
    "responses": "behind OpenAI's Responses API (OPENAI_API_KEY, OPENAI_BASE_URL)",
    "azure": "a deployment in Azure OpenAI (AZURE_OPENAI_API_KEY, AZURE_OPENAI_ENDPOINT)",
    "anthropic": "behind Anthropic's API (ANTHROPIC_API_KEY; extra `anthropic`)",
    "litellm": "PROVIDER/MODEL by LiteLLM, with the variables of that provider (extra `litellm`)",
    "local": "weights on this machine: smollm2, or a GGUF file (extra `local`)",
}
"""The providers of models, and where their models are."""

_REPLAYS: dict[str, Replay] = {}
_LOCK = threading.Lock()
_SETTINGS = frozenset((*Connection.__annotations__, "stream", "structured", "seeds"))


def open_model(spec: str | ChatModel, role: str = "") -> ChatModel:
    """Opens the model that a spec describes, such as `openai:MODEL:temperature=0`; returns a model object unchanged.

    Args:
        spec: The spec, or a model.
        role: The role that uses it. Its calls count toward that role's usage and the active budgets.

    Raises:
        UnknownNameError: The name is not registered, and no file or module has it.
        ConfigurationError: It cannot be created, or the result is not a model.
    """
    model = registry.build("model", spec) if isinstance(spec, str) else spec
    if not isinstance(model, ChatModel):
        raise ConfigurationError(
            f"an object of type {type(model).__name__} is not a model",
            where=f"model {spec}" if isinstance(spec, str) else "model",
            expected="an object with name, complete and acomplete",
        )
    return Metered(model, role) if role and not isinstance(model, Metered) else model


def _provider(path: str) -> Callable[..., ChatModel]:
    """Opens models of a provider by name, options and parameters.

    Args:
        path: The import path of its class, which is loaded with the first model.
    """

    def provided(model: str, *, record: str = "", parameters: Mapping[str, Any] | None = None, **options: Any) -> Any:
        module, _, name = path.partition(":")
        kind = getattr(importlib.import_module(module), name)
        settings = {name: value for name, value in options.items() if name in _SETTINGS}
        own = {name: value for name, value in options.items() if name in kind.own_options}
        rest = {name: _read(name, value) for name, value in options.items() if name not in {**settings, **own}}
        made = {**settings, "own": own, "parameters": {**(parameters or {}), **rest}}
        rehearsed = stand_in_for(model, lambda: _replay(record, opened(kind, model, made)) if record else None)
        if rehearsed is not None:
            return rehearsed
        chat = opened(kind, model, made)
        found = _replay(record, chat) if record else chat
        if not (isinstance(found, Replay) and len(found)):
            note(chat)
        return found

    return provided


def _read(name: str, value: Any) -> Any:
    """A parameter of a spec; a JSON object or list if it is written as one."""
    if not isinstance(value, str) or not value.startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        raise ConfigurationError(f"{name} is {value!r}", where="model", expected="JSON", remedy=str(error)) from None


_PROVIDERS = "regulars.agents.models.providers"
openai_model = _provider("regulars.agents.models.openai_chat:OpenAIChat")
"""`openai:MODEL`, with options of the client and parameters of the model after a colon, and `record=FILE`."""

responses_model = _provider(f"{_PROVIDERS}.responses_chat:ResponsesChat")
"""`responses:MODEL`, in the same way, through OpenAI's Responses API."""

azure_model = _provider(f"{_PROVIDERS}.azure_chat:AzureChat")
"""`azure:DEPLOYMENT`, in the same way."""

anthropic_model = _provider(f"{_PROVIDERS}.anthropic_chat:AnthropicChat")
"""`anthropic:MODEL`, in the same way."""

litellm_model = _provider(f"{_PROVIDERS}.litellm_chat:LiteLLMChat")
"""`litellm:PROVIDER/MODEL`, in the same way."""

local_model = _provider(f"{_PROVIDERS}.local_chat:LocalChat")
"""`local:WEIGHTS`, in the same way; the server of llama.cpp is started with the first call."""


def replay_model(path: str) -> Replay:
    """`replay:FILE`: the calls recorded in a file, and no others."""
    return _replay(path, None)


def _replay(path: str, model: ChatModel | None) -> Replay:
    """The shared `Replay` for a file and model."""
    key = f"{os.path.abspath(path)} {id(model)}"
    with _LOCK:
        if key not in _REPLAYS:
            _REPLAYS[key] = Replay(path, model)
        return _REPLAYS[key]


if TYPE_CHECKING:
    _checked: type[ChatModel] = Replay

for _name, _summary in PROVIDERS.items():
    registry.register("model", _name, globals()[f"{_name}_model"], summary=_summary, provider=True)
registry.register(
    "model",
    "scripted",
    "regulars.agents.loopback.scripted_model:ScriptedModel",
    summary="the answers of regulars serve-scripted, without a server: rehearses the writing pipelines offline",
)
registry.register(
    "model", "replay", replay_model, summary="the answers recorded in a file, without an endpoint", provider=True
)
