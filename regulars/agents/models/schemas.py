"""JSON schemas of models' answers: for endpoints with structured outputs, and in words for the others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import Message

if TYPE_CHECKING:
    from pydantic import BaseModel


def strict_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema for strict structured outputs: all fields required, no others allowed."""
    written: dict[str, Any] = deepcopy(schema.model_json_schema())
    _tighten(written)
    return written


def _tighten(node: Any) -> None:
    if isinstance(node, list):
        for part in node:
            _tighten(part)
    if not isinstance(node, dict):
        return
    if isinstance(node.get("properties"), dict):
        node["additionalProperties"] = False
        node["required"] = list(node["properties"])
    node.pop("default", None)
    for part in node.values():
        _tighten(part)


def schema_text(schema: type[BaseModel]) -> str:
    """The schema as one line of JSON."""
    return json.dumps(strict_schema(schema), ensure_ascii=False, sort_keys=True)


def instructed(
    messages: Sequence[Message], schema: type[BaseModel], prompts: PromptSet | None = None
) -> tuple[Message, ...]:
    """The messages, with the schema appended to the first one."""
    wanted = load_prompts(prompts)["structured_output"].text(schema=schema_text(schema))
    if messages and messages[0].role == "system":
        return (Message("system", f"{messages[0].content}\n\n{wanted}"), *messages[1:])
    return (Message("system", wanted), *messages)
