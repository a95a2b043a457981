"""The four tools of a memory: what they find, save, replace and forget, and which calls they refuse."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from regulars.errors import ModelOutputError
from regulars.memory import adopt, build_memory
from regulars.memory.tools import TOOLS, MemoryTools, ToolMoment

NOW = ToolMoment("ann", "ann", "Ann", 1, datetime(2025, 3, 1, 9, 30, tzinfo=UTC))
LATER = replace(NOW, time=NOW.time + timedelta(days=1))


class Plain:
    """A memory that recalls everything that it was told, and cannot forget."""

    def __init__(self):
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def recall(self, cue):
        return self.turns[: cue.k]


def told(*texts: str, memory: str = "bm25-turn") -> MemoryTools:
    tools = MemoryTools(build_memory(memory))
    for text in texts:
        assert tools.call("save_memory", {"text": text}, NOW) == "saved"
    return tools


def found(tools: MemoryTools, query: str, moment: ToolMoment = LATER, **more) -> str:
    return tools.call("search_memory", {"query": query, **more}, moment)


def id_of(tools: MemoryTools, word: str) -> str:
    """The id of the first line that a search for a word finds."""
    return found(tools, word).partition("]")[0].removeprefix("[")


def test_a_search_shows_ids_dates_and_words_best_first():
    tools = told("Ann lives in Bergen.", "Ann works at Drumlock.")
    id, _, line = found(tools, "Where does Ann work? At Drumlock?", limit=1).partition("] ")
    assert line == "[2025-03-01 09:30] Ann: Ann works at Drumlock."
    assert id != f"[{id_of(tools, 'lives')}"


def test_an_id_names_the_same_item_after_another_is_forgotten():
    tools = told("Ann lives in Bergen.", "Ann works at Drumlock.", "Ann rows.")
    home, work = id_of(tools, "lives"), id_of(tools, "works")
    tools.call("forget", {"id": home}, LATER)
    tools.call("forget", {"id": work}, LATER)
    assert found(tools, "Ann").endswith("Ann: Ann rows.")
    assert len(found(tools, "Ann").splitlines()) == 1


def test_an_item_of_several_turns_is_shown_by_turn():
    """A unit of a session holds both; one of them can be forgotten."""
    tools = told("Ann lives in Bergen.", "Ann works at Drumlock.", memory="bm25-session")
    assert len(found(tools, "Ann").splitlines()) == 2
    tools.call("forget", {"id": id_of(tools, "Ann")}, LATER)
    assert found(tools, "Ann").endswith("Ann: Ann works at Drumlock.")


def test_a_search_finds_nothing_of_another_person():
    tools = told("Ann lives in Bergen.")
    assert found(tools, "Bergen", replace(LATER, scope="bob")).startswith("nothing found: ")


def test_an_update_replaces_the_item_and_no_other():
    tools = told("Ann lives in Bergen.", "Ann works at Drumlock.")
    assert tools.call("update_memory", {"id": id_of(tools, "lives"), "text": "Ann lives in Oslo."}, LATER) == "updated"
    assert "Bergen" not in found(tools, "Ann lives works")
    assert "Oslo" in found(tools, "Ann lives works")
    assert "Drumlock" in found(tools, "Ann lives works")


def test_what_is_forgotten_is_in_no_search_and_in_no_byte():
    tools = told("Ann lives in Bergen.", "Ann works at Drumlock.")
    assert tools.call("forget", {"id": id_of(tools, "lives")}, LATER) == "forgotten"
    assert "Bergen" not in found(tools, "Bergen")
    assert b"Bergen" not in tools.memory.snapshot()
    assert b"Drumlock" in tools.memory.snapshot()


def test_an_item_of_another_person_cannot_be_forgotten():
    tools = told("Ann lives in Bergen.")
    with pytest.raises(ModelOutputError, match="there is no item 'note-"):
        tools.call("forget", {"id": id_of(tools, "lives")}, replace(LATER, scope="bob"))
    assert "Bergen" in found(tools, "Bergen")


def test_a_memory_that_cannot_forget_says_so_and_keeps_everything():
    tools = MemoryTools(adopt(Plain()))
    tools.call("save_memory", {"text": "Ann lives in Bergen."}, NOW)
    assert "cannot forget" in tools.call("forget", {"id": "x"}, LATER)
    assert "newer one counts" in tools.call("update_memory", {"id": "x", "text": "Ann lives in Oslo."}, LATER)
    assert found(tools, "Ann", replace(LATER, time=LATER.time + timedelta(days=1))).splitlines()[:2] == [
        "[2025-03-01 09:30] Ann: Ann lives in Bergen.",
        "[2025-03-02 09:30] Ann: Ann lives in Oslo.",
    ]


def test_a_search_stays_within_its_budget():
    """Each line has 14 tokens or more; 20 hold one of them."""
    tools = told("Ann lives in Bergen.", "Ann works in Bergen.")
    tools.budget = 20
    assert len(found(tools, "Bergen").splitlines()) == 1


def test_a_probe_leaves_no_trace():
    tools = told("Ann lives in Bergen.", memory="memorybank")
    before = tools.memory.snapshot()
    assert "Bergen" in found(tools, "Bergen", replace(LATER, purpose="probe"))
    assert tools.memory.snapshot() == before


@pytest.mark.parametrize(
    ("name", "arguments", "fault", "words"),
    [
        ("search", {"query": "x"}, "unknown_tool", "did you mean 'search_memory'"),
        ("search_memory", "{query: x}", "not_json", "search_memory are no JSON: '{query: x}'"),
        ("search_memory", "[" * 100_000, "not_json", "are no JSON"),
        ("search_memory", "[1]", "wrong_schema", "are a list"),
        ("search_memory", "", "wrong_schema", "needs 'query'"),
        ("search_memory", {"query": 3}, "wrong_schema", "'query' of search_memory is 3; expected string"),
        ("search_memory", {"query": None}, "wrong_schema", "is null"),
        ("search_memory", {"query": "x", "limit": True}, "wrong_schema", "expected integer"),
        ("search_memory", {"query": "x", "limit": 0}, "wrong_schema", "limit is 0; expected 1 to 50"),
        ("search_memory", {"query": "x", "limt": 3}, "wrong_schema", "did you mean 'limit'"),
        ("save_memory", {"text": "  "}, "wrong_schema", "text is empty"),
        ("update_memory", {"id": "note-1", "text": ""}, "wrong_schema", "text is empty"),
        ("update_memory", {"id": "note-1"}, "wrong_schema", "needs 'text'"),
        ("forget", {"id": "note-9"}, "wrong_schema", "there is no item 'note-9'"),
    ],
)
def test_a_wrong_call_is_named_and_changes_nothing(name, arguments, fault, words):
    tools = told("Ann lives in Bergen.")
    before = tools.memory.snapshot()
    with pytest.raises(ModelOutputError) as raised:
        tools.call(name, arguments, LATER)
    assert raised.value.fault == fault
    assert words in str(raised.value)
    assert tools.memory.snapshot() == before


def test_an_optional_argument_may_be_null_as_strict_schemas_have_it():
    assert "Bergen" in found(told("Ann lives in Bergen."), "Bergen", limit=None)


def test_every_tool_is_described_and_takes_no_other_arguments():
    assert [tool.name for tool in TOOLS] == ["search_memory", "save_memory", "update_memory", "forget"]
    for tool in TOOLS:
        assert tool.description
        assert tool.parameters["additionalProperties"] is False
        assert set(tool.parameters["required"]) <= set(tool.parameters["properties"])
        assert all(one["description"] for one in tool.parameters["properties"].values())
