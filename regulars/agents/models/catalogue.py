"""The models that can be named: `openai:MODEL`, `replay:FILE`. The same spec gives the same object.

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

__all__ = ["open_model"]

_REPLAYS: dict[str, Replay] = {}
_LOCK = threading.Lock()
_SETTINGS = frozenset((*Connection.__annotations__, "stream", "structured", "seeds"))


def open_model(spec: str | ChatModel, role: str = "") -> ChatModel:
    """The model that a spec such as `openai:MODEL:temperature=0` names; a model is given back as it is.

    Args:
        spec: The spec, or a model.
        role: For whom it is opened: its calls are then counted for that role, and kept to the running budgets.

    Raises:
        UnknownNameError: Nothing of that name is registered, and no file or module holds it.
        ConfigurationError: It cannot be made, or what was made is no model.
    """
    model = registry.build("model", spec) if isinstance(spec, str) else spec
    if not isinstance(model, ChatModel):
        raise ConfigurationError(
            f"an object of type {type(model).__name__} is no model",
            where=f"model {spec}" if isinstance(spec, str) else "model",
            expected="an object with name, complete and acomplete",
        )
    return Metered(model, role) if role and not isinstance(model, Metered) else model


def openai_model(model: str, *, record: str = "", parameters: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """`openai:MODEL`, with the client's settings and the model's parameters behind a colon.

    Args:
        model: The model's name.
        record: A file in which calls are recorded, and from which those that it holds are replayed.
        parameters: Sent with every call.
        options: Settings of `OpenAIChat`; what is none of them is a parameter, such as `temperature=0`.
    """
    settings = {name: value for name, value in options.items() if name in _SETTINGS}
    sent = {**(parameters or {}), **{name: value for name, value in options.items() if name not in _SETTINGS}}
    chat = opened(model, {**settings, "parameters": sent})
    return _replay(record, chat) if record else chat


def replay_model(path: str) -> Replay:
    """`replay:FILE`: the calls that a file holds, and no others."""
    return _replay(path, None)


def _replay(path: str, model: ChatModel | None) -> Replay:
    """The one `Replay` of a file and model."""
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
    "model", "replay", replay_model, summary="the answers that a file holds, without an endpoint", provider=True
)
