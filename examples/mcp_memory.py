"""A memory as an MCP server: a client starts it over stdio, saves, searches, replaces and forgets.

Needs the extra mcp: pip install 'regulars[mcp]'

Run: python examples/mcp_memory.py
"""

from __future__ import annotations

import asyncio
import json
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

SERVER = StdioServerParameters(
    command=sys.executable,
    args=["-m", "regulars.cli.main", "serve-memory", "bm25-turn", "--user", "ann", "--name", "Ann"],
)


async def main() -> None:
    async with Client(stdio_client(SERVER)) as client:
        print("tools:", ", ".join(tool.name for tool in (await client.list_tools()).tools))

        async def call(name: str, **arguments: str) -> dict:
            answer = await client.call_tool(name, arguments)
            words = answer.content[0].text
            print(f"{name:13} {'error' if answer.is_error else 'ok':5} {words}")
            return json.loads(words)

        saved = await call("save_memory", text="Ann lives in Bergen.")
        await call("save_memory", text="Ann works at Drumlock.")
        await call("search_memory", query="Ann lives where?")
        await call("update_memory", id=saved["id"], text="Ann lives in Oslo.")
        await call("search_memory", query="Ann lives where?")
        await call("forget", id=saved["id"])


if __name__ == "__main__":
    asyncio.run(main())
