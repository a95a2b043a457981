"""Records model calls and replays them exactly, so that a paid run can be repeated for free.

A file holds one call a line, keyed by model, messages, parameters, schema and seed. A recorded call is answered from
the file. Any other call goes to the model and is appended, or fails if there is no model. Equal calls get equal
answers, whichever came first.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from regulars.agents.models.protocol import Call, CallModel, ChatModel, Completion, Message, ToolCall
from regulars.agents.models.schemas import schema_text
from regulars.errors import ConfigurationError, DataError

KIND = "regulars.model_call"
SCHEMA = 1


def call_key(model: str, settings: Mapping[str, Any], call: Call) -> str:
    """The key of a call: 64 hex digits over everything that may shape its answer, so without its purpose."""
    written = {
        "model": model,
        "settings": settings,
        "messages": [list(_message(message).values()) for message in call.messages],
        "schema": schema_text(call.schema) if call.schema is not None else None,
        "seed": call.seed,
        "parameters": call.parameters,
    }
    return sha256(json.dumps(written, sort_keys=True, default=str).encode()).hexdigest()


def _message(message: Message) -> dict[str, Any]:
    """A message as a file of calls holds it; what concerns tools only where there is some."""
    written = {"role": message.role, "content": message.content}
    if not message.tool_calls and not message.answers:
        return written
    return {**written, "tool_calls": [asdict(call) for call in message.tool_calls], "answers": message.answers}


def _completion(said: Completion) -> dict[str, Any]:
    """A completion as a file of calls holds it; thoughts and tools only where there are some."""
    return {
        name: value for name, value in asdict(said).items() if value or name not in ("reasoning_tokens", "tool_calls")
    }


class Replay(CallModel):
    """A file of recorded calls, with or without a model behind it.

    Args:
        path: The file; created with the first call.
        model: The model to call for unrecorded calls; None to replay only. In that case the file must hold the calls of
            one model.

    Raises:
        DataError: The file cannot be read, or does not exist and there is no model.
    """

    def __init__(self, path: str | os.PathLike[str], model: ChatModel | None = None) -> None:
        self.path = Path(path).expanduser()
        self.model = model
        self._lock = threading.Lock()
        self._found: dict[str, Completion] = {}
        self._name, self._settings = "", {}
        self.takes_schema = bool(getattr(model, "takes_schema", False))
        if model is None or self.path.exists():
            self._load()
        if model is not None:
            self._name = model.name
            self._settings = dict(getattr(model, "settings", {}))

    @property
    def name(self) -> str:
        """The name of the recorded model."""
        return self._name

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that are part of the calls' keys."""
        return self._settings

    def __len__(self) -> int:
        return len(self._found)

    def answer(self, call: Call) -> Completion:
        """The recorded answer; otherwise the model's answer, which is recorded.

        Raises:
            ConfigurationError: The call is not recorded, and there is no model.
        """
        key = self._key(call)
        kept = self._kept(key)
        if kept is not None:
            return kept
        return self._keep(key, call, call.complete(self._behind(call)))

    async def aanswer(self, call: Call) -> Completion:
        """Asynchronous version of `complete`."""
        key = self._key(call)
        kept = self._kept(key)
        if kept is not None:
            return kept
        return self._keep(key, call, await call.acomplete(self._behind(call)))

    def holds(self, call: Call) -> bool:
        """Whether the call can be answered without the model."""
        return self._key(call) in self._found

    def _key(self, call: Call) -> str:
        return call_key(self._name, self._settings, call)

    def _kept(self, key: str) -> Completion | None:
        kept = self._found.get(key)
        return None if kept is None else replace(kept, cached=True)

    def _behind(self, call: Call) -> ChatModel:
        if self.model is None:
            raise ConfigurationError(
                f"the call was never recorded: {call.purpose or 'a call'} of {len(call.messages)} messages",
                where=str(self.path),
                expected=f"one of its {len(self._found)} calls of {self._name}",
                remedy="replay with the seeds, prompts and parameters of the recording, or name the model with record=",
            )
        return self.model

    def _keep(self, key: str, call: Call, said: Completion) -> Completion:
        """Records the call. If an equal call was recorded meanwhile, returns its answer instead."""
        with self._lock:
            first = self._found.get(key)
            if first is not None:
                return first
            line = {
                "schema": SCHEMA,
                "kind": KIND,
                "key": key,
                "model": self._name,
                "settings": self._settings,
                "takes_schema": self.takes_schema,
                "purpose": call.purpose,
                "seed": call.seed,
                "parameters": dict(call.parameters),
                "messages": [_message(message) for message in call.messages],
                "completion": _completion(said),
            }
            try:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")
            except OSError as error:
                raise DataError(
                    f"the call cannot be recorded: {error.strerror}", where=str(self.path), remedy="check the folder"
                ) from error
            self._found[key] = said
            return said

    def _load(self) -> None:
        """Reads the file. Removes an incomplete last line; its call is made again."""
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise DataError(
                f"the recording cannot be read: {error.strerror}", where=str(self.path), remedy="record the calls first"
            ) from error
        whole = content.rfind(b"\n") + 1
        if whole < len(content) and self.model is not None:
            os.truncate(self.path, whole)
        models: dict[str, Mapping[str, Any]] = {}
        for number, written in enumerate(content[:whole].splitlines(), start=1):
            try:
                line = json.loads(written)
                said = line["completion"]
                called = tuple(ToolCall(**one) for one in said.get("tool_calls", ()))
                self._found[line["key"]] = Completion(**{**said, "tool_calls": called})
                models[json.dumps([line["model"], line["settings"]], sort_keys=True)] = line
            except (ValueError, KeyError, TypeError) as error:
                raise DataError(
                    "the line is not a recorded call", where=f"{self.path}, line {number}", expected=KIND
                ) from error
        if self.model is not None:
            return
        if len(models) != 1:
            raise DataError(
                f"the file holds the calls of {len(models)} models",
                where=str(self.path),
                expected="the calls of one model",
                remedy="record each model into its own file",
            )
        (line,) = models.values()
        self._name, self._settings = line["model"], dict(line["settings"])
        self.takes_schema = bool(line.get("takes_schema", False))

    def __copy__(self) -> Replay:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Replay:
        """The object itself: a file has one object."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Replay, (self.path, self.model)
