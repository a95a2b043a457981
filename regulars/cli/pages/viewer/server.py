"""Serves pages on this machine while something goes on: a run that grows, or a life that a person plays.

The server listens on 127.0.0.1 alone. It answers only requests that name that address as their host, so that a foreign
site cannot read a run through a name that it points here, and it takes orders only from its own page.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import typer

from regulars.errors import ConfigurationError

HOST = "127.0.0.1"
LARGEST_ORDER = 100_000
"""The largest body of a request, in bytes."""

TYPES = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "json": "application/json"}


class PageServer(ThreadingHTTPServer):
    """A server of pages on 127.0.0.1.

    Args:
        port: The port; 0 picks a free one.
        find: Returns the content at an address without its leading slash, or None.
        obey: Takes the body of an order to an address, and returns the content of the answer, or None. Without it, the
            server takes no orders.
    """

    daemon_threads = True

    def __init__(
        self,
        port: int,
        find: Callable[[str], bytes | None],
        obey: Callable[[str, str], bytes | None] | None = None,
    ) -> None:
        super().__init__((HOST, port), _Handler)
        self.find = find
        self.obey = obey

    @property
    def url(self) -> str:
        """The address of the first page."""
        return f"http://{HOST}:{self.server_port}/"


def serve_pages(
    port: int, find: Callable[[str], bytes | None], obey: Callable[[str, str], bytes | None] | None = None
) -> None:
    """Serves pages until Ctrl-C. The first line that it prints is the address.

    Args:
        port: The port on 127.0.0.1; 0 picks a free one.
        find: Returns the content at an address; see `PageServer`.
        obey: Takes orders of the page; see `PageServer`.

    Raises:
        ConfigurationError: The port is taken, or is no port.
    """
    try:
        server = PageServer(port, find, obey)
    except (OSError, OverflowError) as error:
        raise ConfigurationError(
            f"port {port} cannot be used: {error}", where="--port", expected="a free port, or 0 to pick one"
        ) from error
    with server:
        typer.echo(server.url)
        typer.echo("open this address in a browser; stop with Ctrl-C", err=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answers with a file."""
        if self._is_ours():
            address = urlsplit(self.path).path.lstrip("/") or "index.html"
            self._answer(address, self.server.find(address))

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Takes an order of the page."""
        size = self.headers.get("Content-Length", "")
        if not self._is_ours():
            return
        if self.server.obey is None or self.headers.get("Origin") != self.server.url.rstrip("/"):
            self.close_connection = True
            self._refuse(HTTPStatus.FORBIDDEN)
        elif not size.isdecimal() or int(size) > LARGEST_ORDER:
            self.close_connection = True
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            address = urlsplit(self.path).path.lstrip("/")
            body = self.rfile.read(int(size)).decode("utf-8", "replace")
            self._answer(address, self.server.obey(address, body))

    def _is_ours(self) -> bool:
        """Whether the request names this server; answers it otherwise."""
        names = {f"{name}:{self.server.server_port}" for name in (HOST, "localhost")}
        if self.headers.get("Host") in names:
            return True
        self.close_connection = True
        self._refuse(HTTPStatus.MISDIRECTED_REQUEST)
        return False

    def _answer(self, address: str, content: bytes | None) -> None:
        if content is None:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        kind = TYPES.get(address.rpartition(".")[2], "application/octet-stream")
        self._send(HTTPStatus.OK, kind, content)

    def _refuse(self, status: HTTPStatus) -> None:
        self._send(status, "text/plain; charset=utf-8", f"{status.phrase}\n".encode())

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: the terminal belongs to the person who started the server."""
