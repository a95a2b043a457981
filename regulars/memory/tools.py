"""A memory as tools of a model: `search_memory`, `save_memory`, `update_memory` and `forget`, over any memory.

The model decides what is kept. A note is stored as a turn of the person in whose conversation it was saved, since
memories that read statements read what people say. Its id begins with the id of that turn, so that retrieval metrics
find the evidence of a question in it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.dialogue import Turn
from regulars.errors import did_you_mean
from regulars.memory.protocol import BUDGET, Cue, Memory, Recollections

NUMBER_MARK = "+"
"""Stands between the id of a turn and the number of a further note that was saved at that turn."""


class ToolFault(StrEnum):
    """Why a call of a tool was not carried out."""

    UNKNOWN_TOOL = "unknown_tool"
    NOT_JSON = "not_json"
    WRONG_ARGUMENTS = "wrong_arguments"
    UNKNOWN_NOTE = "unknown_note"
    CANNOT_FORGET = "cannot_forget"


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a call of a tool.

    Attributes:
        text: JSON for the model: what was found or done, or `error`.
        fault: Why the call was not carried out; None if it was.
        recollections: What a search brought back; None for other tools.
    """

    text: str
    fault: ToolFault | None = None
    recollections: Recollections | None = None


def turn_of_note(id: str) -> str:
    """The id of the turn at which a note was saved; the id of a turn itself is returned unchanged.

    Example:
        >>> turn_of_note("s001.t03+2"), turn_of_note("s001.t03")
        ('s001.t03', 's001.t03')
    """
    return id.partition(NUMBER_MARK)[0]


class MemoryTools:
    """The tools over one memory, and the notes that were saved with them.

    Args:
        memory: The memory; `update_memory` and `forget` need its method `forget(scope, turns)`.
        k: The ranked items of a search.
        budget: The tokens that a search may bring back.
    """

    def __init__(self, memory: Memory, *, k: int = 10, budget: int = BUDGET) -> None:
        self.memory = memory
        self.k = k
        self.budget = budget
        self.notes: dict[str, dict[str, str]] = {}
        """The words of the notes by scope and id."""

    def call(self, name: str, arguments: str, at: Turn, *, probing: bool = False) -> ToolResult:
        """Carries out a call. A call that cannot be carried out changes nothing and says why.

        Args:
            name: The tool.
            arguments: Its arguments as JSON.
            at: The turn that is being answered: its time, scope and person are those of the call.
            probing: Whether the call must leave no trace: then `search_memory` is the only tool.
        """
        tools = offered(probing=probing)
        if name not in tools:
            return _fault(ToolFault.UNKNOWN_TOOL, f"unknown tool {name!r}; {did_you_mean(name, tools)}")
        try:
            given = json.loads(arguments)
        except (ValueError, RecursionError):
            return _fault(ToolFault.NOT_JSON, f"the arguments of {name} are not JSON")
        problem = _problem(given, tools[name].arguments)
        if problem:
            return _fault(ToolFault.WRONG_ARGUMENTS, f"{name}: {problem}")
        if name == "search_memory":
            return self._search(given["query"], at, probing)
        if name == "save_memory":
            return _done(id=self._save(given["text"], at))
        id = given["id"]
        if id not in self.notes.get(at.scope, {}):
            known = did_you_mean(id, self.notes.get(at.scope, {}))
            return _fault(ToolFault.UNKNOWN_NOTE, f"unknown note {id!r}; {known}" if known else f"unknown note {id!r}")
        if not callable(getattr(self.memory, "forget", None)):
            return _fault(ToolFault.CANNOT_FORGET, "this memory cannot forget; save a note on what has changed instead")
        self._forget(id, at.scope)
        return _done(forgotten=id, **({"id": self._save(given["text"], at)} if name == "update_memory" else {}))

    def _search(self, query: str, at: Turn, probing: bool) -> ToolResult:
        purpose = "probe" if probing else "answer"
        found = self.memory.recall(Cue(query, at.time, at.scope, purpose, self.k, self.budget))
        ids = dict.fromkeys(source for hit in found.hits for source in hit.sources)
        mine = self.notes.get(at.scope, {})
        answer: dict[str, Any] = {"memories": found.context.splitlines()}
        if notes := {id: mine[id] for id in ids if id in mine}:
            answer["notes"] = notes
        if found.lessons:
            answer["lessons"] = {lesson.style_attribute: lesson.value for lesson in found.lessons}
        if not found.context:
            answer["why"] = found.why or "nothing on this was saved"
        hits = tuple(replace(hit, sources=tuple(map(turn_of_note, hit.sources))) for hit in found.hits)
        return ToolResult(_json(answer), recollections=replace(found, hits=hits))

    def _save(self, text: str, at: Turn) -> str:
        mine = self.notes.setdefault(at.scope, {})
        numbers = [int(id.partition(NUMBER_MARK)[2] or 1) for id in mine if turn_of_note(id) == at.id]
        id = f"{at.id}{NUMBER_MARK}{max(numbers) + 1}" if numbers else at.id
        self.memory.observe(replace(at, id=id, text=text))
        mine[id] = text
        return id

    def _forget(self, id: str, scope: str) -> None:
        self.memory.forget(scope, (id,))  # type: ignore[attr-defined]  # the caller has checked it
        del self.notes[scope][id]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it is for, whether it writes, and the meaning of each argument, all of which are required texts."""

    description: str
    writes: bool
    arguments: Mapping[str, str]


@cache
def offered(*, probing: bool = False) -> dict[str, Tool]:
    """The tools by name; with `probing` those that leave no trace."""
    read = tomllib.loads((files("regulars.memory") / "tools.toml").read_text("utf-8"))
    tools = {name: Tool(**table) for name, table in read.items()}
    return {name: tool for name, tool in tools.items() if not (probing and tool.writes)}


def function_schemas(*, probing: bool = False) -> list[dict[str, Any]]:
    """The tools in the form of OpenAI's `tools` parameter."""
    return [
        {"type": "function", "function": {"name": name, "description": tool.description, "parameters": schema_of(tool)}}
        for name, tool in offered(probing=probing).items()
    ]


def schema_of(tool: Tool) -> dict[str, Any]:
    """The JSON schema of a tool's arguments."""
    properties = {name: {"type": "string", "description": words} for name, words in tool.arguments.items()}
    return {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False,
    }  # fmt: skip


def _problem(given: Any, wanted: Mapping[str, str]) -> str:
    """What is wrong with the arguments; empty if nothing is."""
    expected = f"expected an object with {' and '.join(wanted)}"
    if not isinstance(given, dict):
        return f"the arguments are no object; {expected}"
    for name in given:
        if name not in wanted:
            return f"unknown argument {name!r}; {expected}"
    for name in wanted:
        if not isinstance(given.get(name), str) or not given[name].strip():
            return f"the argument {name!r} is missing or no text; {expected}"
    return ""


def _done(**answer: str) -> ToolResult:
    return ToolResult(_json(answer))


def _fault(fault: ToolFault, words: str) -> ToolResult:
    return ToolResult(_json({"error": words}), fault)


def _json(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)
