"""A memory as tools of a model: what each call does, and what a wrong call is told."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from regulars import registry
from regulars.dialogue import Turn
from regulars.memory import adopt, build_memory
from regulars.memory.tools import MemoryTools, ToolFault, function_schemas, offered, turn_of_note

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
FINDS_NOTHING = {"none", "caim"}
"""The floor, and a memory that recalls by tags which a single note does not share with the question."""


def at(number: int, scope: str = "ada") -> Turn:
    return Turn(f"s001.t{number:02d}", scope, scope, scope, "Ada", 1, "hello", START + timedelta(minutes=number))


def call(tools: MemoryTools, name: str, turn: Turn, *, probing: bool = False, **arguments) -> dict:
    return json.loads(tools.call(name, json.dumps(arguments), turn, probing=probing).text)


@pytest.mark.parametrize("name", [entry.name for entry in registry.entries("memory")])
def test_every_memory_of_the_registry_saves_finds_updates_and_forgets(name):
    tools = MemoryTools(build_memory(name, seed=0))
    assert call(tools, "save_memory", at(1), text="I live in Bergen.") == {"id": "s001.t01"}
    found = call(tools, "search_memory", at(3), query="Where do I live?")
    if name in FINDS_NOTHING:
        assert found["memories"] == []
        assert found["why"]
    else:
        assert "Bergen" in " ".join(found["memories"])
    changed = call(tools, "update_memory", at(5), id="s001.t01", text="I live in Oslo.")
    assert changed == {"forgotten": "s001.t01", "id": "s001.t05"}
    found = call(tools, "search_memory", at(7), query="Where do I live?")
    assert "Bergen" not in json.dumps(found)
    assert name in FINDS_NOTHING or "Oslo" in " ".join(found["memories"])
    assert call(tools, "forget", at(9), id="s001.t05") == {"forgotten": "s001.t05"}
    assert "Oslo" not in json.dumps(call(tools, "search_memory", at(11), query="Where do I live?"))


def test_a_search_names_the_notes_and_its_sources_are_the_turns_of_the_conversation():
    tools = MemoryTools(build_memory("bm25-turn", seed=0))
    call(tools, "save_memory", at(1), text="Ada lives in Bergen.")
    assert call(tools, "save_memory", at(1), text="Ada bakes bread in Bergen.") == {"id": "s001.t01+2"}
    result = tools.call("search_memory", '{"query": "Bergen"}', at(3))
    assert json.loads(result.text) == {
        "memories": [
            "[2025-03-01 09:31] Ada: Ada lives in Bergen.", "[2025-03-01 09:31] Ada: Ada bakes bread in Bergen.",
        ],
        "notes": {"s001.t01": "Ada lives in Bergen.", "s001.t01+2": "Ada bakes bread in Bergen."},
    }  # fmt: skip
    assert {source for hit in result.recollections.hits for source in hit.sources} == {"s001.t01"}
    call(tools, "forget", at(3), id="s001.t01")
    assert call(tools, "save_memory", at(1), text="A third one.") == {"id": "s001.t01+3"}
    assert turn_of_note("s001.t01+3") == "s001.t01"


@pytest.mark.parametrize(
    ("name", "arguments", "fault", "words"),
    [
        ("search_memories", '{"query": "x"}', ToolFault.UNKNOWN_TOOL, "did you mean 'search_memory'"),
        ("save_memory", "text: hello", ToolFault.NOT_JSON, "the arguments of save_memory are not JSON"),
        ("save_memory", "[" * 100_000, ToolFault.NOT_JSON, "not JSON"),
        ("save_memory", '["hello"]', ToolFault.WRONG_ARGUMENTS, "expected an object with text"),
        ("save_memory", '{"text": " "}', ToolFault.WRONG_ARGUMENTS, "'text' is missing or no text"),
        ("save_memory", '{"text": "x", "tag": "y"}', ToolFault.WRONG_ARGUMENTS, "unknown argument 'tag'"),
        ("update_memory", '{"id": 3, "text": "x"}', ToolFault.WRONG_ARGUMENTS, "expected an object with id and text"),
        ("forget", '{"id": "s001.t02"}', ToolFault.UNKNOWN_NOTE, "unknown note 's001.t02'"),
    ],
)
def test_a_wrong_call_changes_nothing_and_says_why(name, arguments, fault, words):
    tools = MemoryTools(build_memory("recency", seed=0))
    call(tools, "save_memory", at(1), text="Ada lives in Bergen.")
    before = tools.memory.snapshot()
    result = tools.call(name, arguments, at(3))
    assert result.fault is fault
    assert words in json.loads(result.text)["error"]
    assert tools.memory.snapshot() == before


def test_a_probe_may_search_and_nothing_else():
    tools = MemoryTools(build_memory("recency", seed=0))
    call(tools, "save_memory", at(1), text="Ada lives in Bergen.")
    before = tools.memory.snapshot()
    assert list(offered(probing=True)) == ["search_memory"]
    assert "Bergen" in call(tools, "search_memory", at(3), probing=True, query="city")["memories"][0]
    assert "unknown tool" in call(tools, "save_memory", at(3), probing=True, text="x")["error"]
    assert tools.memory.snapshot() == before


def test_scopes_are_apart():
    tools = MemoryTools(build_memory("bm25-turn", seed=0))
    call(tools, "save_memory", at(1), text="Ada lives in Bergen.")
    assert call(tools, "search_memory", at(3, "ben"), query="Bergen")["memories"] == []
    assert "unknown note" in call(tools, "forget", at(3, "ben"), id="s001.t01")["error"]


def test_a_memory_that_cannot_forget_says_so_and_keeps_the_note():
    class Parrot:
        def __init__(self):
            self.turns = []

        def observe(self, turn):
            self.turns.append(turn)

        def recall(self, cue):
            return self.turns[-cue.k :]

    tools = MemoryTools(adopt(Parrot()))
    call(tools, "save_memory", at(1), text="Ada lives in Bergen.")
    result = tools.call("update_memory", '{"id": "s001.t01", "text": "Ada lives in Oslo."}', at(3))
    assert result.fault is ToolFault.CANNOT_FORGET
    assert "Bergen" in call(tools, "search_memory", at(5), query="city")["memories"][0]


def test_the_schemas_are_those_of_function_calls():
    search, save, update, forget = function_schemas()
    assert [one["type"] for one in (search, save, update, forget)] == ["function"] * 4
    assert update["function"]["name"] == "update_memory"
    parameters = update["function"]["parameters"]
    assert parameters["required"] == ["id", "text"]
    assert parameters["additionalProperties"] is False
    assert {one["type"] for one in parameters["properties"].values()} == {"string"}
