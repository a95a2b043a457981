"""The loopback endpoint in the foreground, until it is told to stop."""

from __future__ import annotations

import asyncio
import signal

import typer

from regulars.agents.loopback.server import Loopback


def serve(*, port: int, latency: float, misbehave: str, seed: int) -> None:
    """Serves until SIGINT or SIGTERM; the first line that is printed is the address."""
    asyncio.run(_serve(Loopback(port, latency=latency, misbehave=misbehave, seed=seed)))


async def _serve(server: Loopback) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # an event loop without signals, as on Windows: the exception stops it
            signal.signal(number, signal.default_int_handler)
    async with server:
        typer.echo(server.url)
        typer.echo("stop with Ctrl-C; a run uses it with OPENAI_BASE_URL set to this address", err=True)
        await stop.wait()
    typer.echo(f"{server.calls} calls answered", err=True)
