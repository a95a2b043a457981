"""Serves the tools of a memory by the Model Context Protocol, for any client that speaks it.

Each server holds the memory of one person. What a client saves is a unit of its own: the memory's session closes behind
it, so that readers of statements take it in at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from regulars.dialogue import Turn
from regulars.errors import ConfigurationError, RegularsError
from regulars.memory.journal.operations import TURN
from regulars.memory.protocol import Memory
from regulars.memory.tools import MemoryTools, ToolFault, offered, schema_of
from regulars.seeding import content_hash

if TYPE_CHECKING:
    from mcp.server import Server

INSTRUCTIONS = (
    "A long-term memory of one person. Search it before you answer a question about the person, and save what the "
    "person tells you about themselves."
)
"""What a client may show its model about the server."""


def memory_server(
    memory: Memory, *, user: str = "user", name: str = "user", clock: Callable[[], datetime] | None = None
) -> Server[Any]:
    """Makes an MCP server for a memory, with the tools `search_memory`, `save_memory`, `update_memory` and `forget`.

    An invalid call returns a tool error whose text tells the model how to correct it.

    Args:
        memory: The memory; see `regulars.memory.build_memory` and `open_memory`.
        user: The person's id: the scope of the memory.
        name: The person's name in the remembered lines.
        clock: Returns the current time, with time zone. By default the system time in UTC.

    Returns:
        A server of the package `mcp`; run it over any of its transports.

    Raises:
        ConfigurationError: The package `mcp` is not installed.
    """
    try:
        from mcp import types
        from mcp.server import Server
        from mcp.shared.exceptions import MCPError
    except ImportError as error:
        raise ConfigurationError(
            f"the package mcp cannot be imported: {error}", remedy="pip install 'regulars[mcp]'"
        ) from error
    tools = MemoryTools(memory)
    tools.notes[user] = _kept(memory, user)
    now = clock or _now

    async def listed(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(name=name, description=tool.description, input_schema=schema_of(tool))
                for name, tool in offered().items()
            ]
        )

    async def called(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        time = now()
        at = Turn(f"note-{content_hash(time.isoformat())}", user, user, user, name, 1, "", time)
        try:
            result = tools.call(params.name, json.dumps(params.arguments or {}), at)
            if result.fault is None and offered()[params.name].writes:
                memory.close_session(time)
            text, failed = result.text, result.fault is not None
        except RegularsError as error:
            text, failed = str(error), True
        else:
            if result.fault is ToolFault.UNKNOWN_TOOL:
                raise MCPError(types.INVALID_PARAMS, json.loads(text)["error"])
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=failed)

    return Server("regulars-memory", instructions=INSTRUCTIONS, on_list_tools=listed, on_call_tool=called)


def serve_over_stdio(server: Server[Any]) -> None:
    """Serves over standard input and output until the client closes them."""
    import anyio
    from mcp.server.stdio import stdio_server

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def _kept(memory: Memory, user: str) -> dict[str, str]:
    """The notes of a memory whose journal comes from a file, by id."""
    journal = getattr(memory, "journal", None)
    items = [] if journal is None else journal.items(user)
    parts = [part for item in items for part in item.parts if part.kind == TURN]
    return {part.sources[0]: part.text for part in parts}


def _now() -> datetime:
    return datetime.now(UTC)
