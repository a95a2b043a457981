"""A memory as an MCP server: a client starts it over stdio, saves, searches, replaces and forgets.

Needs the extra mcp: pip install 'regulars[mcp]'

Run: python examples/mcp_memory.py
"""

from __future__ import annotations

import asyncio
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

SERVER = StdioServerParameters(
    command=sys.executable,
    args=["-m", "regulars.cli.main", "serve-memory", "bm25-turn", "--user", "ann", "--name", "Ann"],
)
CALLS = (
    ("save_memory", {"text": "Ann lives in Bergen."}),
    ("save_memory", {"text": "Ann works at Drumlock."}),
    ("search_memory", {"query": "Where does Ann live?", "limit": 1}),
    ("update_memory", {"id": "ann#1", "text": "Ann lives in Oslo."}),
    ("search_memory", {"query": "Where does Ann live?", "limit": 1}),
    ("forget", {"id": "ann#9"}),
)


async def main() -> None:
    async with Client(SERVER) as client:
        print("tools:", ", ".join(tool.name for tool in (await client.list_tools()).tools))
        for name, arguments in CALLS:
            answer = await client.call_tool(name, arguments)
            print(f"{name:13} {'error' if answer.is_error else 'ok':5} {answer.content[0].text}")


if __name__ == "__main__":
    asyncio.run(main())
