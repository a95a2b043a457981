"""The MCP server of a memory's tools: asked by a real client, within the process and over stdio."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from regulars.errors import ConfigurationError
from regulars.integrations import memory_server
from regulars.memory import build_memory
from regulars.memory.tools import offered, schema_of

pytest.importorskip("mcp.client.client", reason="needs the extra mcp, with mcp 2 or newer")

ROOT = str(Path(__file__).resolve().parents[2])
START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)


def server(memory: str = "bm25-turn") -> Any:
    days = count()
    return memory_server(build_memory(memory), user="ann", name="Ann", clock=lambda: START + timedelta(days=next(days)))


async def ask(client: Any, name: str, **arguments: str) -> dict[str, Any]:
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content[0].text
    return dict(json.loads(result.content[0].text))


async def test_a_client_sees_the_tools_with_their_schemas():
    from mcp.client.client import Client

    async with Client(server()) as client:
        listed = (await client.list_tools()).tools
    assert [(one.name, one.description, one.input_schema) for one in listed] == [
        (name, tool.description, schema_of(tool)) for name, tool in offered().items()
    ]


@pytest.mark.parametrize("memory", ["bm25-turn", "recency", "mem0-v1"])
async def test_what_a_client_saves_it_finds_at_once(memory):
    from mcp.client.client import Client

    async with Client(server(memory)) as client:
        await ask(client, "save_memory", text="I live in Bergen.")
        assert "Bergen" in (await ask(client, "search_memory", query="Where do I live?"))["memories"][0]


async def test_a_client_replaces_and_forgets():
    from mcp.client.client import Client

    async with Client(server()) as client:
        first = await ask(client, "save_memory", text="Ann lives in Bergen.")
        second = await ask(client, "update_memory", id=first["id"], text="Ann lives in Oslo.")
        found = await ask(client, "search_memory", query="Ann lives where?")
        assert found["memories"] == ["[2025-03-02 09:30] Ann: Ann lives in Oslo."]
        assert found["notes"] == {second["id"]: "Ann lives in Oslo."}
        await ask(client, "forget", id=second["id"])
        assert (await ask(client, "search_memory", query="Ann"))["memories"] == []


async def test_wrong_calls_are_answered_and_the_server_goes_on():
    from mcp.client.client import Client
    from mcp.shared.exceptions import MCPError

    async with Client(server()) as client:
        wrong = await client.call_tool("forget", {"id": "note-7"})
        assert wrong.is_error
        assert "unknown note 'note-7'" in wrong.content[0].text
        with pytest.raises(MCPError, match="unknown tool 'serch_memory'; did you mean 'search_memory'"):
            await client.call_tool("serch_memory", {"query": "x"})
        assert "id" in await ask(client, "save_memory", text="Ann lives in Oslo.")


@pytest.mark.slow
async def test_the_command_serves_over_stdio_and_keeps_its_file(tmp_path):
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    words = ["-m", "regulars.cli.main", "serve-memory", "bm25-turn", "--file", str(tmp_path / "ann.memory")]
    command = StdioServerParameters(
        command=sys.executable, args=[*words, "--user", "ann", "--name", "Ann"], env={"PYTHONPATH": ROOT}
    )
    async with Client(stdio_client(command)) as client:
        await ask(client, "save_memory", text="Ann lives in Bergen.")
    async with Client(stdio_client(command)) as client:
        found = await ask(client, "search_memory", query="Where does Ann live?")
        assert found["memories"][0].endswith("Ann: Ann lives in Bergen.")
        await ask(client, "forget", id=next(iter(found["notes"])))
        assert (await ask(client, "search_memory", query="Ann"))["memories"] == []


def test_a_missing_library_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'regulars\[mcp\]'"):
        memory_server(build_memory("none"))
