"""Serves the tools of a memory by the Model Context Protocol, for any client that speaks it.

Each server holds the memory of one person. What a client saves is a unit of its own: the memory's session closes behind
it, so that readers of statements take it in at once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from regulars.errors import ConfigurationError, ModelOutputError, RegularsError
from regulars.memory.protocol import Memory
from regulars.memory.tools import TOOLS, MemoryTools, ToolMoment

if TYPE_CHECKING:
    from mcp.server import Server

INSTRUCTIONS = (
    "A long-term memory of one person. Search it before you answer a question about the person, and save what the "
    "person tells you about themselves."
)
"""What a client may show its model about the server."""

_WRITES = ("save_memory", "update_memory")


def memory_server(
    memory: Memory, *, user: str = "user", name: str = "user", clock: Callable[[], datetime] | None = None
) -> Server[Any]:
    """Makes an MCP server of a memory, with the tools `search_memory`, `save_memory`, `update_memory` and `forget`.

    A wrong call is answered as a tool's error, in words that help the model to correct it.

    Args:
        memory: The memory; see `regulars.memory.build_memory` and `open_memory`.
        user: The person's id: the scope of the memory.
        name: The person's name in the remembered lines.
        clock: Returns the moment of a call, with zone. By default the time of day in UTC.

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
            f"the Model Context Protocol cannot be spoken: {error}", remedy="pip install 'regulars[mcp]'"
        ) from error
    tools = MemoryTools(memory)
    now = clock or _now

    async def listed(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(name=tool.name, description=tool.description, input_schema=dict(tool.parameters))
                for tool in TOOLS
            ]
        )

    async def called(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        moment = ToolMoment(user, user, name, 1, now())
        try:
            answer, failed = tools.call(params.name, params.arguments or {}, moment), False
            if params.name in _WRITES:
                memory.close_session(moment.time)
        except ModelOutputError as error:
            if error.fault == "unknown_tool":
                raise MCPError(types.INVALID_PARAMS, str(error)) from error
            answer, failed = str(error), True
        except RegularsError as error:
            answer, failed = str(error), True
        return types.CallToolResult(content=[types.TextContent(type="text", text=answer)], is_error=failed)

    return Server("regulars-memory", instructions=INSTRUCTIONS, on_list_tools=listed, on_call_tool=called)


def serve_over_stdio(server: Server[Any]) -> None:
    """Serves over standard input and output until the client closes them."""
    import anyio
    from mcp.server.stdio import stdio_server

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def _now() -> datetime:
    return datetime.now(UTC)
