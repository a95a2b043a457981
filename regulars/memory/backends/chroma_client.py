"""Chroma, kept from doing what nobody asked it to do.

One client serves a process and a folder or server. It sends no telemetry, resets nothing, reads no `.env`, and embeds
nothing. Indexes that share a client share no collection.

Chroma in a folder does not survive `fork`: in a process that was forked from one that used it, a call waits for ever,
even one of a new client. So it is refused there. A process that was forked before, or spawned, makes its own client,
with a folder of its own; the client of a server is made anew in either case.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from regulars.errors import ConfigurationError, InfrastructureError, StateError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

__all__ = ["ChromaPlace", "asked_of_chroma", "chroma_place", "collection_name", "is_address"]

HNSW = {"space": "l2", "ef_construction": 200, "ef_search": 500, "max_neighbors": 64}
"""The graph of a collection. With 32 neighbours some vectors were in nobody's reach; 128 take minutes to build."""

_LETTERS = 40


def is_address(path: str) -> bool:
    """Whether this is the address of a server, and no folder."""
    return path.startswith(("http://", "https://"))


def collection_name(index: str, scope: str) -> str:
    """A name that Chroma takes, 3 to 512 of `[a-zA-Z0-9._-]`, whatever the scope is called."""
    return f"{index}-{sha256(scope.encode('utf-8', 'surrogatepass')).hexdigest()[:_LETTERS]}"


@contextmanager
def asked_of_chroma(place: str) -> Iterator[None]:
    """Turns whatever Chroma, its bindings or its connection raise into `InfrastructureError`."""
    try:
        yield
    except Exception as error:  # three layers below, each with errors of its own
        raise InfrastructureError(
            f"Chroma at {place} failed: {type(error).__name__}: {error}",
            where="ChromaDense",
            remedy="check that the server runs, or that the folder may be written to and has room",
        ) from error


class ChromaPlace:
    """A client, and where its data lie. Made by `chroma_place`, one for each process and path.

    Attributes:
        path: What the caller named: a folder, an address, or empty for a temporary folder.
        opened_by: The process whose client it is.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.opened_by = os.getpid()
        self._folder: Path | None = None
        self._mark = uuid4().hex  # tells apart those who share a server; nothing that is drawn depends on it
        self._numbers = count(1)
        self._collections: dict[str, None] = {}
        with asked_of_chroma(path or "a temporary folder"):
            self.client = self._connected()

    def new_index(self) -> str:
        """A name for an index, that no other here has."""
        return f"regulars-{self._mark}-{next(self._numbers)}"

    def new_collection(self, name: str) -> Collection:
        """An empty collection that embeds nothing by itself."""
        configuration: Any = {"hnsw": HNSW}
        with asked_of_chroma(self.path):
            made = self.client.create_collection(name, embedding_function=None, configuration=configuration)
        self._collections[name] = None
        return made

    def forget(self, names: list[str]) -> None:
        """Removes collections; in another process than its own it does nothing."""
        if self.opened_by != os.getpid():
            return
        for name in names:
            with suppress(Exception):  # with the server or the folder gone there is nothing left to remove
                self.client.delete_collection(name)
            self._collections.pop(name, None)

    def close(self) -> None:
        """Removes what is left, the folder too, and closes the client."""
        if self.opened_by != os.getpid():
            return
        if self._folder is None:
            self.forget(list(self._collections))
        with suppress(Exception):  # at the end of a process nobody is left to be told
            getattr(self.client, "close", lambda: None)()  # the older releases have none
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _connected(self) -> ClientAPI:
        import chromadb
        from chromadb.config import Settings

        logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)
        chosen: Any = {
            "_env_file": None,
            "anonymized_telemetry": False,
            "allow_reset": False,
            "chroma_otel_collection_endpoint": "",
        }
        settings = Settings(**chosen)
        if is_address(self.path):
            address = urlsplit(self.path)
            ssl = address.scheme == "https"
            port = address.port or (443 if ssl else 80)
            return chromadb.HttpClient(address.hostname or "", port, ssl, settings=settings)
        self._folder = _new_folder(self.path)
        return chromadb.PersistentClient(self._folder, settings=settings)


_PLACES: dict[tuple[int, str], ChromaPlace] = {}


def chroma_place(path: str) -> ChromaPlace:
    """The client of this process for a folder or address; empty for a temporary folder.

    Raises:
        ConfigurationError: chromadb is not installed.
        StateError: This process was forked from one that used Chroma in a folder.
        InfrastructureError: The server does not answer, or the folder cannot be used.
    """
    key = os.getpid(), path
    if key not in _PLACES:
        if not is_address(path) and any(pid != key[0] and not is_address(other) for pid, other in _PLACES):
            raise StateError(
                "Chroma was used in the process from which this one was forked, and would wait for ever here",
                where="ChromaDense",
                remedy="start the process by spawn, ask for the first time after the fork, or use a Chroma server",
            )
        try:
            import chromadb  # noqa: F401
        except ImportError as error:
            raise ConfigurationError(
                f"the back-end chroma cannot be loaded: {error}", where="ChromaDense", remedy="install chromadb"
            ) from error
        _PLACES[key] = place = ChromaPlace(path)
        atexit.register(place.close)
    return _PLACES[key]


def _new_folder(path: str) -> Path:
    """A folder that did not exist before, in the folder named, or among the temporary ones."""
    if not path:
        return Path(tempfile.mkdtemp(prefix="regulars-"))
    above = Path(path)
    above.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        folder = above / f"chroma-{number}"
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise AssertionError("numbers do not end")
