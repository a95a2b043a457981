"""A run that may still grow, as the server shows it: the state is read again when the file of episodes has changed."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from time import monotonic

from regulars.cli.pages.viewer.site import ViewedRun
from regulars.datasets.episode_record import EPISODES
from regulars.evaluation.runs.folder import CONFIG

VERSION = "version.json"
"""The address that tells which state of the run the server shows."""
REST = 5
"""Reading a grown run again takes time, so the server waits this many times as long between two readings."""


class LiveRun:
    """The files of the viewer for a folder, as it is when they are asked for.

    Args:
        folder: The folder of the run.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._stamp = ""
        self._next = 0.0
        self._viewed: ViewedRun | None = None

    def file(self, address: str) -> bytes | None:
        """The content at an address; None if there is none."""
        with self._lock:
            viewed = self._current()
            if address == VERSION:
                return json.dumps({"version": self._stamp}).encode()
            return viewed.file(address)

    def _current(self) -> ViewedRun:
        stamp = _stamp(self._folder)
        if self._viewed is None or (stamp != self._stamp and monotonic() >= self._next):
            began = monotonic()
            self._viewed, self._stamp = ViewedRun.opened(self._folder, served=True, before=self._viewed), stamp
            ended = monotonic()
            self._next = ended + REST * (ended - began)
        return self._viewed


def _stamp(folder: Path) -> str:
    """What changes when the run does."""
    parts = []
    for name in (EPISODES, CONFIG):
        try:
            found = (folder / name).stat()
        except OSError:
            parts.append("-")
        else:
            parts.append(f"{found.st_size}.{found.st_mtime_ns}")
    return " ".join(parts)
