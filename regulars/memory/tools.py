"""Four tools with which a model uses a memory: `search_memory`, `save_memory`, `update_memory` and `forget`.

They work over any memory. A saved text is observed like a turn of the person, so every reader and index takes it in.
What a model gets wrong in a call raises `ModelOutputError`, whose words can be sent back to the model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from regulars.dialogue import Turn
from regulars.errors import ModelOutputError, did_you_mean
from regulars.memory.protocol import BUDGET, Cue, Hit, Memory
from regulars.seeding import content_hash

MOST_FOUND = 50
"""The largest number of items that one search may ask for."""

LONGEST_QUOTE = 200
"""Characters of a model's own words in an error."""

_FOUND = 10
_AND = "+"
"""Joins the ids of the turns that a line rests on."""

_TYPES: Mapping[str, type] = {"string": str, "integer": int}


@dataclass(frozen=True, slots=True)
class MemoryTool:
    """One tool.

    Attributes:
        name: The name that a model calls.
        description: What it does, for the model.
        parameters: The JSON Schema of its arguments.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


def _object(required: tuple[str, ...], **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


_ID = {"type": "string", "description": "The id of an item, as search_memory shows it in brackets."}
_TEXT = {"type": "string", "description": "One statement about the person, complete in itself."}

TOOLS: tuple[MemoryTool, ...] = (
    MemoryTool(
        "search_memory",
        "Search what is remembered about the person. Returns one item a line: its id in brackets, its date, its words.",
        _object(
            ("query",),
            query={"type": "string", "description": "What to look for, in words."},
            limit={
                "type": "integer", "description": f"Items to return at most, 1 to {MOST_FOUND}. Default: {_FOUND}."
            },
        ),
    ),
    MemoryTool("save_memory", "Remember a statement about the person.", _object(("text",), text=_TEXT)),
    MemoryTool(
        "update_memory",
        "Replace an item by a new statement, such as when something about the person has changed.",
        _object(("id", "text"), id=_ID, text=_TEXT),
    ),
    MemoryTool("forget", "Forget an item, as if it had never been told.", _object(("id",), id=_ID)),
)  # fmt: skip
"""The tools, in the order in which a model should see them."""


@dataclass(frozen=True, slots=True)
class ToolMoment:
    """For whom and when a tool is called.

    Attributes:
        scope: The scope of the memory; by default the person's.
        person: The person's id.
        name: The person's displayed name.
        session: The number of the session.
        time: Now, with zone.
        purpose: The purpose of a search, as in `Cue`.
    """

    scope: str
    person: str
    name: str
    session: int
    time: datetime
    purpose: str = "answer"


class MemoryTools:
    """The tools over one memory.

    Args:
        memory: The memory; see `regulars.memory.adopt`.
        budget: The tokens that the words of one search may take.

    Example:
        >>> from datetime import UTC, datetime
        >>> from regulars.memory import build_memory
        >>> now = ToolMoment("ann", "ann", "Ann", 1, datetime(2025, 3, 1, tzinfo=UTC))
        >>> tools = MemoryTools(build_memory("bm25-turn"))
        >>> _ = tools.call("save_memory", {"text": "Ann lives in Bergen."}, now)
        >>> tools.call("search_memory", '{"query": "Where does Ann live?"}', now).partition("] ")[2]
        '[2025-03-01 00:00] Ann: Ann lives in Bergen.'
    """

    def __init__(self, memory: Memory, *, budget: int = BUDGET) -> None:
        self.memory = memory
        self.budget = budget

    def call(self, name: str, arguments: str | Mapping[str, Any], moment: ToolMoment) -> str:
        """Runs a tool and returns its answer for the model.

        Args:
            name: The tool's name.
            arguments: The arguments, as JSON text or decoded.
            moment: For whom and when.

        Raises:
            ModelOutputError: There is no such tool (`fault` is `unknown_tool`), the arguments are not JSON
                (`not_json`), or they do not fit the tool's schema (`wrong_schema`).
        """
        tool = next((one for one in TOOLS if one.name == name), None)
        if tool is None:
            raise _fault(
                "unknown_tool", f"there is no tool {name!r}", remedy=did_you_mean(name, [one.name for one in TOOLS])
            )
        given = _checked(tool, _decoded(tool, arguments))
        answer: str = getattr(self, f"_{tool.name}")(moment, **given)
        return answer

    def _search_memory(self, moment: ToolMoment, query: str, limit: int = _FOUND) -> str:
        if not 1 <= limit <= MOST_FOUND:
            raise _fault("wrong_schema", f"limit is {limit}", expected=f"1 to {MOST_FOUND}")
        cue = Cue(query, moment.time, moment.scope, moment.purpose, k=limit, budget=self.budget)
        recalled = self.memory.recall(cue)
        lines = self._lines(recalled.hits)
        if lines:
            return "\n".join(lines)
        ids = f"\nids: {', '.join(hit.id for hit in recalled.hits)}" if recalled.hits and recalled.context else ""
        return f"{recalled.context}{ids}" or f"nothing found: {recalled.why}"

    def _save_memory(self, moment: ToolMoment, text: str) -> str:
        if not text.strip():
            raise _fault("wrong_schema", "text is empty", expected="a statement about the person")
        id = f"note-{content_hash(f'{moment.scope} {moment.time.isoformat()} {text}')}"
        self.memory.observe(
            Turn(id, moment.scope, moment.person, moment.person, moment.name, moment.session, text, moment.time)
        )
        return "saved"

    def _update_memory(self, moment: ToolMoment, id: str, text: str) -> str:
        if not text.strip():
            raise _fault("wrong_schema", "text is empty", expected="a statement about the person")
        if not callable(getattr(self.memory, "forget", None)):
            self._save_memory(moment, text)
            return "saved; this memory cannot remove the earlier item, so the newer one counts"
        self._forget(moment, id)
        self._save_memory(moment, text)
        return "updated"

    def _forget(self, moment: ToolMoment, id: str) -> str:
        forget = getattr(self.memory, "forget", None)
        if not callable(forget):
            return "this memory cannot forget single items; nothing was changed"
        if not forget(moment.scope, id.split(_AND)):
            raise _fault("wrong_schema", f"there is no item {id!r}", expected="an id in brackets from search_memory")
        return "forgotten"

    def _lines(self, hits: tuple[Hit, ...]) -> list[str]:
        """The lines of a memory with a journal, within the budget, each behind the ids of its turns.

        Items get new ids when something is forgotten; turns keep theirs.
        """
        journal = getattr(self.memory, "journal", None)
        items = [] if journal is None else [journal.get(hit.id) for hit in hits]
        lines: list[str] = []
        left = self.budget
        for part in (part for item in items if item is not None for part in item.parts):
            line, tokens = part.line()
            if tokens <= left:
                lines.append(f"[{_AND.join(part.sources)}] {line}")
                left -= tokens
        return lines


def _decoded(tool: MemoryTool, arguments: str | Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(arguments, str):
        return arguments
    try:
        given = json.loads(arguments or "{}")
    except (ValueError, RecursionError) as error:
        raise _fault(
            "not_json", f"the arguments of {tool.name} are no JSON: {arguments[:LONGEST_QUOTE]!r}", expected="an object"
        ) from error
    if not isinstance(given, Mapping):
        raise _fault("wrong_schema", f"the arguments of {tool.name} are a {type(given).__name__}", expected="an object")
    return given


def _checked(tool: MemoryTool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments, if they fit the schema; an optional one may be null, as in strict mode."""
    properties, required = tool.parameters["properties"], tool.parameters["required"]
    for name in given:
        if name not in properties:
            raise _fault(
                "wrong_schema", f"{tool.name} takes no argument {name!r}", remedy=did_you_mean(str(name), properties)
            )
    for name in required:
        if name not in given:
            raise _fault("wrong_schema", f"{tool.name} needs {name!r}", expected=f"{', '.join(required)}")
    kept = {name: value for name, value in given.items() if value is not None or name in required}
    for name, value in kept.items():
        kind = properties[name]["type"]
        if type(value) is not _TYPES[kind]:
            raise _fault(
                "wrong_schema", f"{name!r} of {tool.name} is {json.dumps(value)[:LONGEST_QUOTE]}", expected=kind
            )
    return kept


def _fault(fault: str, what: str, *, expected: str = "", remedy: str = "") -> ModelOutputError:
    error = ModelOutputError(what, where="memory tools", expected=expected, remedy=remedy)
    error.fault = fault
    return error
