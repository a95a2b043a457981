"""`regulars serve-scripted`: serves scripted policies by the OpenAI protocol until it is stopped."""

from __future__ import annotations

import asyncio
import signal

import typer

from regulars.agents.loopback.server import Loopback
from regulars.counted import counted


def serve(*, port: int, latency: float, misbehave: str, seed: int) -> None:
    """Serves until SIGINT or SIGTERM. The first line that it prints is the address.

    Args:
        port: The port on 127.0.0.1; 0 picks a free one.
        latency: Seconds before each answer.
        misbehave: Faults to inject, such as `429:0.1,drop:0.02`.
        seed: The seed of the injected faults.
    """
    asyncio.run(_serve(Loopback(port, latency=latency, misbehave=misbehave, seed=seed)))


async def _serve(server: Loopback) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # on Windows, event loops take no signals: the exception stops this one
            signal.signal(number, signal.default_int_handler)
    async with server:
        typer.echo(server.url)
        typer.echo("set OPENAI_BASE_URL to this address for a run; stop with Ctrl-C", err=True)
        await stop.wait()
    typer.echo(f"{counted(server.calls, 'call')} answered", err=True)
