"""JSON schemas of models' answers: for endpoints with structured outputs, and in words for the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import Message

if TYPE_CHECKING:
    from pydantic import BaseModel


UNSUPPORTED = ("minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties")
"""Keywords that OpenAI's strict mode refuses (its guide to structured outputs, "Supported schemas")."""

BOUNDS = (
    *UNSUPPORTED,
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format"),
    *("minItems", "maxItems"),
)
"""All keywords that bound values. Anthropic's structured outputs refuse most of them."""


def strict_schema(schema: type[BaseModel], unsupported: Sequence[str] = UNSUPPORTED) -> dict[str, Any]:
    """The JSON schema for strict structured outputs.

    All fields are required and no others allowed. A union is an `anyOf`. Bounds that the endpoint refuses stand in the
    description; the answer is checked against all of them.

    Args:
        schema: A pydantic model.
        unsupported: The keywords that the endpoint refuses.

    Example:
        >>> from pydantic import BaseModel, Field
        >>> class Reply(BaseModel):
        ...     words: str = Field(min_length=1)
        >>> strict_schema(Reply)["properties"]["words"]
        {'title': 'Words', 'type': 'string', 'description': 'minLength 1'}
    """
    return _in_words(_closed(schema.model_json_schema()), unsupported)


def schema_text(schema: type[BaseModel]) -> str:
    """The schema with all its bounds, as one line of JSON."""
    return json.dumps(_closed(schema.model_json_schema()), ensure_ascii=False, sort_keys=True)


_NAMED = ("properties", "$defs")
"""Keywords whose values are schemas by name; any name may stand there, also that of a keyword."""

_LISTED = ("anyOf", "prefixItems")


def _parts(node: Mapping[str, Any], each: Callable[[Any], Any]) -> dict[str, Any]:
    """A schema with each schema inside it replaced by what `each` makes of it."""
    made: dict[str, Any] = {}
    for key, value in node.items():
        if key in _NAMED:
            made[key] = {name: each(part) for name, part in value.items()}
        elif key in _LISTED:
            made[key] = [each(part) for part in value]
        elif isinstance(value, dict) and key in ("items", "additionalProperties"):
            made[key] = each(value)
        else:
            made[key] = value
    return made


def _closed(node: Mapping[str, Any]) -> dict[str, Any]:
    """A schema in which all fields are required and no others allowed, without defaults."""
    made = _parts({key: value for key, value in node.items() if key != "default"}, _closed)
    if "oneOf" in made:
        made["anyOf"] = [_closed(part) for part in made.pop("oneOf")]
        made.pop("discriminator", None)
    if "properties" in made:
        made |= {"additionalProperties": False, "required": list(made["properties"])}
    return made


def _in_words(node: Mapping[str, Any], unsupported: Sequence[str]) -> dict[str, Any]:
    """A closed schema with the unsupported bounds in its descriptions."""
    kept = {key: value for key, value in node.items() if key not in unsupported}
    made = _parts(kept, lambda part: _in_words(part, unsupported))
    if "$ref" in made:
        return {"$ref": made["$ref"]}
    bounds = ", ".join(f"{key} {node[key]}" for key in unsupported if key in node)
    if bounds:
        told = made.get("description", "")
        made["description"] = f"{told} ({bounds})" if told else bounds
    return made


def instructed(
    messages: Sequence[Message], schema: type[BaseModel], prompts: PromptSet | None = None
) -> tuple[Message, ...]:
    """The messages, with the schema appended to the first one."""
    wanted = load_prompts(prompts)["structured_output"].text(schema=schema_text(schema))
    if messages and messages[0].role == "system":
        return (Message("system", f"{messages[0].content}\n\n{wanted}"), *messages[1:])
    return (Message("system", wanted), *messages)
