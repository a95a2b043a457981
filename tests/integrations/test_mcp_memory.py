"""The MCP server of a memory's tools: asked by a real client, within the process and over stdio."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from regulars.errors import ConfigurationError
from regulars.integrations import memory_server
from regulars.memory import build_memory
from regulars.memory.tools import TOOLS

mcp = pytest.importorskip("mcp", reason="needs the extra mcp")

ROOT = str(Path(__file__).resolve().parents[2])
START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)


def server(memory: str = "bm25-turn") -> Any:
    days = count()
    return memory_server(build_memory(memory), user="ann", name="Ann", clock=lambda: START + timedelta(days=next(days)))


async def ask(client: Any, name: str, **arguments: Any) -> str:
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content[0].text
    return str(result.content[0].text)


async def test_a_client_sees_the_tools_with_their_schemas():
    from mcp.client.client import Client

    async with Client(server()) as client:
        listed = (await client.list_tools()).tools
    assert [(one.name, one.description, one.input_schema) for one in listed] == [
        (tool.name, tool.description, dict(tool.parameters)) for tool in TOOLS
    ]


@pytest.mark.parametrize("memory", ["bm25-turn", "recency", "mem0-v1"])
async def test_what_a_client_saves_it_finds_at_once(memory):
    from mcp.client.client import Client

    async with Client(server(memory)) as client:
        await ask(client, "save_memory", text="I live in Bergen.")
        assert "Bergen" in await ask(client, "search_memory", query="Where do I live?")


async def test_a_client_replaces_and_forgets():
    from mcp.client.client import Client

    async with Client(server()) as client:
        await ask(client, "save_memory", text="Ann lives in Bergen.")
        id = (await ask(client, "search_memory", query="Ann")).partition("]")[0].removeprefix("[")
        await ask(client, "update_memory", id=id, text="Ann lives in Oslo.")
        id, _, line = (await ask(client, "search_memory", query="Ann")).partition("] ")
        assert line == "[2025-03-03 09:30] Ann: Ann lives in Oslo."
        await ask(client, "forget", id=id.removeprefix("["))
        assert (await ask(client, "search_memory", query="Ann")).startswith("nothing found")


async def test_wrong_calls_are_answered_and_the_server_goes_on():
    from mcp.client.client import Client
    from mcp.shared.exceptions import MCPError

    async with Client(server()) as client:
        wrong = await client.call_tool("forget", {"id": "note-7"})
        assert wrong.is_error
        assert "there is no item 'note-7'" in wrong.content[0].text
        with pytest.raises(MCPError, match="there is no tool 'serch_memory'; did you mean 'search_memory'"):
            await client.call_tool("serch_memory", {"query": "x"})
        assert await ask(client, "save_memory", text="Ann lives in Oslo.") == "saved"


@pytest.mark.slow
async def test_the_command_serves_over_stdio_and_keeps_its_file(tmp_path):
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters

    words = ["-m", "regulars.cli.main", "serve-memory", "bm25-turn", "--file", str(tmp_path / "ann.memory")]
    command = StdioServerParameters(
        command=sys.executable, args=[*words, "--user", "ann", "--name", "Ann"], env={"PYTHONPATH": ROOT}
    )
    async with Client(command) as client:
        await ask(client, "save_memory", text="Ann lives in Bergen.")
    async with Client(command) as client:
        assert "Ann: Ann lives in Bergen." in await ask(client, "search_memory", query="Where does Ann live?")


def test_a_missing_library_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'regulars\[mcp\]'"):
        memory_server(build_memory("none"))
