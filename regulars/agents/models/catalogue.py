"""Opens models by spec: `openai:MODEL`, `replay:FILE`. The same spec always gives the same object.

An endpoint or a recording is opened once per process: all episodes and seats share its connections and its limit on
concurrent calls.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from regulars import registry
from regulars.agents.models.endpoint import Connection
from regulars.agents.models.metered import Metered
from regulars.agents.models.openai_chat import OpenAIChat, opened
from regulars.agents.models.protocol import ChatModel
from regulars.agents.models.replay import Replay
from regulars.errors import ConfigurationError

_REPLAYS: dict[str, Replay] = {}
_LOCK = threading.Lock()
_SETTINGS = frozenset((*Connection.__annotations__, "stream", "structured", "seeds"))


def open_model(spec: str | ChatModel, role: str = "") -> ChatModel:
    """The model that a spec such as `openai:MODEL:temperature=0` names; a model object is returned unchanged.

    Args:
        spec: The spec, or a model.
        role: The role that it is opened for; its calls count for that role and for the running budgets.

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


def openai_model(model: str, *, record: str = "", parameters: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """`openai:MODEL`, with options of the client and parameters of the model after a colon.

    Args:
        model: The model's name.
        record: A file that records the calls; calls that it already holds are replayed.
        parameters: Sent with every call.
        options: Options of `OpenAIChat`; all others are parameters, such as `temperature=0`.
    """
    settings = {name: value for name, value in options.items() if name in _SETTINGS}
    sent = {**(parameters or {}), **{name: value for name, value in options.items() if name not in _SETTINGS}}
    chat = opened(model, {**settings, "parameters": sent})
    return _replay(record, chat) if record else chat


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
    _checked: type[ChatModel] = OpenAIChat

registry.register(
    "model",
    "openai",
    openai_model,
    summary="behind an OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL); record=FILE keeps its answers",
    provider=True,
)
registry.register(
    "model",
    "scripted",
    "regulars.agents.loopback.scripted_model:ScriptedModel",
    summary="the answers of regulars serve-scripted, without a server: rehearses the writing pipelines offline",
)
registry.register(
    "model", "replay", replay_model, summary="the answers recorded in a file, without an endpoint", provider=True
)
