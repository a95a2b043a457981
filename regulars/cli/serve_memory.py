"""`regulars serve-memory`: serves a memory's tools over standard input and output, by the Model Context Protocol."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer


def serve_memory(
    memory: Annotated[str, typer.Argument(help="Memory, named as in regulars evaluate. See: regulars list memory.")],
    file: Annotated[
        Path | None,
        typer.Option(
            help="File that stores the memory. Default: the memory is lost when the server stops.", show_default=False
        ),
    ] = None,
    user: Annotated[str, typer.Option(help="Id of the person whose memory it is.")] = "user",
    name: Annotated[str, typer.Option(help="Name of the person in remembered lines.")] = "user",
) -> None:
    """Serve a memory to any MCP client over stdio: search_memory, save_memory, update_memory, forget."""
    from regulars.integrations.mcp_server import memory_server, serve_over_stdio
    from regulars.memory import build_memory, open_memory

    kept = open_memory(memory, file) if file is not None else None
    with closing(kept) if kept is not None else nullcontext():
        serve_over_stdio(memory_server(kept or build_memory(memory), user=user, name=name))
