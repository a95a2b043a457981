"""Runs the server of llama.cpp on this machine, at most for as long as this process lives."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from regulars.agents.models.providers import llama_server, tethered
from regulars.agents.models.providers.tethered import SIGNALLED
from regulars.errors import ConfigurationError, InfrastructureError

HOST = "127.0.0.1"
STARTING = 120.0
"""Seconds within which a server must load its weights and answer."""

_FADING = 1.0
"""Seconds between the loss of a connection and the end of the process that crashed."""

_POLL = 0.1
_QUOTED = 300


def is_installed() -> bool:
    """Whether `llama-cpp-python` is installed with its server. Loads nothing of it."""
    return all(find_spec(package) is not None for package in ("llama_cpp", "uvicorn", "fastapi"))


def free_port() -> int:
    """A port of this machine that is free now."""
    with closing(socket.socket()) as one:
        one.bind((HOST, 0))
        port: int = one.getsockname()[1]
    return port


def server_command(weights: Path, port: int, context: int, threads: int) -> list[str]:
    """The command that serves weights with `llama-cpp-python`.

    A request must not interrupt the one before it, as the server does by default.

    Args:
        weights: The GGUF file.
        port: The port on 127.0.0.1.
        context: Tokens of messages and answer together.
        threads: The processors that it may use; 0 for half of them, as the server chooses.
    """
    command = [sys.executable, "-m", llama_server.__name__, "--model", str(weights), "--host", HOST]
    command += ["--port", str(port), "--n_ctx", str(context), "--interrupt_requests", "False", "--verbose", "False"]
    return [*command, "--n_threads", str(threads)] if threads else command


class LocalServer:
    """A server on this machine, started when it is first needed.

    Args:
        command: The command that serves at a port.
        where: The model, for messages.
    """

    def __init__(self, command: Callable[[int], Sequence[str]], where: str) -> None:
        self._command = command
        self._where = where
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._log: Path | None = None
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The server's URL, once it was started."""
        return f"http://{HOST}:{self._port}/v1"

    def start(self) -> None:
        """Starts the server, and waits until it answers. Does nothing if it runs.

        Raises:
            ConfigurationError: The server's package is not installed.
            InfrastructureError: The server ends, or does not answer in time.
        """
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            self._end()  # what a server that crashed has left
            self._port = self._port or free_port()
            command = self._command(self._port)
            if llama_server.__name__ in command and not is_installed():
                raise ConfigurationError(
                    "the package llama-cpp-python is not installed",
                    where=self._where,
                    remedy="pip install 'regulars[local]'",
                )
            handle, name = tempfile.mkstemp(prefix="regulars-local-", suffix=".log")
            self._log = Path(name)
            with os.fdopen(handle, "wb") as log:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", tethered.__name__, *command], stdin=subprocess.PIPE, stdout=log, stderr=log
                )
            atexit.register(self.stop)
            try:
                self._wait(self._process)
            except BaseException:
                self._end()
                raise

    def ended(self) -> str:
        """How the server ended, in words; empty if it still runs a second after it was asked, or was not started."""
        with self._lock:
            if self._process is None:
                return ""
            try:
                return self._ending(self._process.wait(_FADING))
            except subprocess.TimeoutExpired:
                return ""

    def stop(self) -> None:
        """Stops the server."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        atexit.unregister(self.stop)
        if process is not None and process.stdin is not None:
            process.stdin.close()
            process.wait()
        if self._log is not None:
            self._log.unlink(missing_ok=True)
            self._log = None

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + STARTING
        asking = build_opener(ProxyHandler({}))
        while time.monotonic() < until:
            if process.poll() is not None:
                raise InfrastructureError(self._ending(process.returncode), where=self._where)
            try:
                with asking.open(f"{self.url}/models", timeout=_POLL * 10):
                    return
            except (URLError, OSError):
                time.sleep(_POLL)
        raise InfrastructureError(
            f"the local server does not answer within {STARTING:.0f} s{self._last_words()}", where=self._where
        )

    def _ending(self, code: int) -> str:
        """How the server ended, in words."""
        named = {SIGNALLED + one.value: f"the signal {one.name}" for one in signal.Signals}
        return f"the local server ended with {named.get(code, code)}{self._last_words()}"

    def _last_words(self) -> str:
        """The end of what the server printed, for a message."""
        printed = self._log.read_text("utf-8", "replace") if self._log is not None else ""
        return f": {' '.join(printed.split())[-_QUOTED:]}" if printed.strip() else ""
