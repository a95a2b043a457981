"""The loopback server: the part of HTTP/1.1 that OpenAI clients use, over asyncio on 127.0.0.1.

It serves `/v1/chat/completions` with and without streaming, `/v1/embeddings` and `/v1/models`. It stores and logs
nothing, and accepts any key without reading it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any

from regulars.agents.loopback.endpoints import Answered, Endpoints
from regulars.agents.loopback.misbehaviour import FaultSchedule, parse_rates
from regulars.errors import ConfigurationError, InfrastructureError

HOST = "127.0.0.1"
LONGEST_BODY = 64 * 1024 * 1024
LONGEST_HEAD = 64 * 1024
STARTING = 10.0
"""Seconds within which a server in its own thread must start."""

_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large",
            429: "Too Many Requests", 500: "Internal Server Error"}  # fmt: skip


class Loopback:
    """The local endpoint. `async with` serves in the running event loop, `with` in a thread of its own.

    Args:
        port: The port to listen on; 0 takes a free one.
        latency: Seconds before each answer.
        misbehave: Fault rates such as `429:0.1,timeout:0.05`.
        seed: The root of the draws of faults.

    Raises:
        ConfigurationError: An option is out of range.
        InfrastructureError: The port is taken.

    Example:
        >>> with Loopback() as server:
        ...     server.url.startswith("http://127.0.0.1:")
        True
    """

    def __init__(self, port: int = 0, *, latency: float = 0.0, misbehave: str = "", seed: int = 0) -> None:
        if not 0 <= port < 65536:
            raise ConfigurationError(f"port is {port}", where="serve-scripted", expected="a number from 0 to 65535")
        if latency < 0:
            raise ConfigurationError(f"latency is {latency}", where="serve-scripted", expected="seconds from 0")
        self.port = port
        self.latency = latency
        self.endpoints = Endpoints(FaultSchedule(parse_rates(misbehave), seed))
        self._server: asyncio.Server | None = None
        self._handlers: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None
        self._stop: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    @property
    def url(self) -> str:
        """The URL for a client's `base_url`."""
        return f"http://{HOST}:{self.port}/v1"

    @property
    def calls(self) -> int:
        """The number of calls so far, including failed ones."""
        return self.endpoints.calls

    # ------------------------------------------------------------------ life

    async def __aenter__(self) -> Loopback:
        try:
            self._server = await asyncio.start_server(self._handle, HOST, self.port, limit=LONGEST_HEAD)
        except OSError as error:
            raise InfrastructureError(
                f"port {self.port} is not available: {error.strerror}",
                where="serve-scripted",
                remedy="choose another port, or 0 for a free one",
            ) from error
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._handlers):
            task.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)

    def __enter__(self) -> Loopback:
        ready = threading.Event()
        failed: list[BaseException] = []

        async def serve() -> None:
            stop = asyncio.Event()
            self._stop = asyncio.get_running_loop(), stop
            async with self:
                ready.set()
                await stop.wait()

        def run() -> None:
            try:
                asyncio.run(serve())
            except BaseException as error:  # any failure must reach the thread that started the server
                failed.append(error)
                ready.set()

        self._thread = threading.Thread(target=run, name="loopback", daemon=True)
        self._thread.start()
        if not ready.wait(STARTING):
            raise InfrastructureError("the server does not start", where="serve-scripted")
        if failed:
            raise failed[0]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stop is not None and self._thread is not None:
            loop, stop = self._stop
            loop.call_soon_threadsafe(stop.set)
            self._thread.join()

    # ------------------------------------------------------------------ connections

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
                while await self._exchange(reader, writer):
                    pass
        except asyncio.CancelledError:
            pass  # the server stops, and the connection with it
        finally:
            self._handlers.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Handles one request. Returns whether another may follow."""
        head = await reader.readuntil(b"\r\n\r\n")
        request, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = request.split(" ", 2)
        pairs = (line.partition(":") for line in lines if line)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        length = int(headers.get("content-length", "0"))
        if not 0 <= length <= LONGEST_BODY:
            await self._send(writer, Answered(413))
            return False
        body = await reader.readexactly(length)
        outcome = await asyncio.to_thread(self.endpoints.answer, method, path, headers, body)
        if self.latency:
            await asyncio.sleep(self.latency)
        if outcome.hangs:
            return not await reader.read(1)  # until the client disconnects
        await self._send(writer, outcome)
        return not outcome.drops and headers.get("connection", "").lower() != "close"

    async def _send(self, writer: asyncio.StreamWriter, outcome: Answered) -> None:
        content = b"".join(outcome.pieces)
        fields: Mapping[str, Any] = {
            "Content-Type": "text/event-stream" if outcome.streams else "application/json",
            "Content-Length": len(content),
            **outcome.headers,
        }
        if outcome.streams:
            fields = {name: value for name, value in fields.items() if name != "Content-Length"}
            fields |= {"Transfer-Encoding": "chunked"}
        head = f"HTTP/1.1 {outcome.status} {_REASONS.get(outcome.status, 'Error')}\r\n"
        writer.write((head + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode())
        if outcome.streams:
            pieces = outcome.pieces[: max(1, len(outcome.pieces) // 2)] if outcome.drops else outcome.pieces
            for piece in pieces:
                writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                await writer.drain()
            if not outcome.drops:
                writer.write(b"0\r\n\r\n")
        else:
            writer.write(content[: len(content) // 2] if outcome.drops else content)
        await writer.drain()
