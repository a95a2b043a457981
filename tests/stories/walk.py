"""Walks a tutorial as its reader would: saves its files, changes them, runs its commands, compares what they print.

A page has these steps, in fenced blocks:

* a `python` block after a paragraph that names a file in backquotes is saved under that name;
* a plain block whose lines begin with `regulars` or `python` holds commands;
* any other plain block holds lines that the last commands print, in that order;
* two plain blocks after "replace" and "by" change the file that was saved last.
"""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from regulars.cli.main import main

SHOWN_PORT = "8000"
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"`(\w+\.py)`")
_COMMANDS = ("regulars ", "python ")


class Walk:
    """One walk through a page.

    Args:
        page: The text of the page.
        folder: Where its files are saved and its commands run.
        printed: Returns what was printed since the last call.
    """

    def __init__(self, page: str, folder: Path, printed: Callable[[], str]) -> None:
        self.page = page
        self.folder = folder
        self.printed = printed
        self.port = _free_port()
        self.server: subprocess.Popen[bytes] | None = None
        self.output = ""
        self.ran: list[tuple[str, int]] = []
        self.compared = 0
        self._file = ""
        self._old = ""

    def go(self) -> None:
        """Takes all steps in order."""
        end = 0
        for fence in _FENCE.finditer(self.page):
            before = self.page[end : fence.start()].strip().rpartition("\n\n")[2]
            end = fence.end()
            self._step(before, fence[1].strip(), fence[2])

    def _step(self, before: str, info: str, body: str) -> None:
        if info.startswith("python"):
            self._file = _FILE.findall(before)[-1]
            (self.folder / self._file).write_text(body, "utf-8")
        elif before.endswith("replace"):
            self._old = body
        elif before == "by":
            path = self.folder / self._file
            text = path.read_text("utf-8")
            assert text.count(self._old) == 1, self._old
            path.write_text(text.replace(self._old, body), "utf-8")
        elif body.startswith(_COMMANDS):
            self.output = "".join(map(self._run, body.splitlines()))
        else:
            self._compare(body)

    def _run(self, command: str) -> str:
        words = shlex.split(command.replace(SHOWN_PORT, str(self.port)))
        if words[0] == "regulars":
            code = _exit_code(words)
            output = self.printed()
        elif len(words) > 2:
            self._serve(words[1:])
            code, output = 0, ""
        else:
            done = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=False)
            code, output = done.returncode, done.stdout + done.stderr
        self.ran.append((command, code))
        return output.replace(str(self.port), SHOWN_PORT)

    def _serve(self, words: list[str]) -> None:
        self.stop()
        self.server = subprocess.Popen([sys.executable, *words], cwd=self.folder)
        while self.server.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError(f"{words} ended with {self.server.returncode}")

    def _compare(self, body: str) -> None:
        """Checks that the lines were printed in this order; a line may go on."""
        rest = iter(self.output.splitlines())
        for line in filter(None, body.splitlines()):
            assert any(found.startswith(line) for found in rest), f"{line!r} is not in\n{self.output}"
            self.compared += 1

    def stop(self) -> None:
        """Stops the server that the page has started."""
        if self.server is not None:
            self.server.terminate()
            self.server.wait()
        self.server = None


@contextmanager
def walking(page: Path, folder: Path, printed: Callable[[], str]) -> Iterator[Walk]:
    """A walk whose server is stopped at the end."""
    walk = Walk(page.read_text("utf-8"), folder, printed)
    try:
        yield walk
    finally:
        walk.stop()


def _exit_code(words: list[str]) -> int:
    before = sys.argv
    sys.argv = words
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        sys.argv = before
    return 0


def _free_port() -> int:
    """A free port of four digits, as wide as the one on the page."""
    for port in range(8001, 10_000):
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
