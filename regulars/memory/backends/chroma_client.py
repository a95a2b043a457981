"""Chroma, kept from doing what nobody asked it to do.

A client sends no telemetry, resets nothing, reads no `.env`, and embeds nothing. In a folder each index has a client
and a folder of its own, which go with it: what Chroma deletes it leaves on the disk, collections with their vectors
too, so that only a folder that is removed as a whole holds nothing any more. Indexes on a server share one client for
each process and address, and no collection.

Chroma in a folder does not survive `fork`: in a process that was forked from one that used it, a call waits for ever,
even one of a new client. So it is refused there. A process that was forked before, or spawned, makes its own clients,
with folders of their own; the client of a server is made again in either case.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from regulars.errors import ConfigurationError, InfrastructureError, StateError
from regulars.memory.backends.heap import overwritten

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.config import Settings


HNSW = {"space": "l2", "ef_construction": 200, "ef_search": 500, "max_neighbors": 64}
"""The graph of a collection. With 32 neighbours some vectors were in nobody's reach; 128 take minutes to build."""

WHERE = "ChromaDense"
"""Where errors say that they come from."""

_LETTERS = 40


def is_address(path: str) -> bool:
    """Whether this is the address of a server, and no folder."""
    return path.startswith(("http://", "https://"))


def collection_name(index: str, scope: str) -> str:
    """A name that Chroma takes, 3 to 512 of `[a-zA-Z0-9._-]`, whatever the scope is called."""
    return f"{index}-{sha256(scope.encode('utf-8', 'surrogatepass')).hexdigest()[:_LETTERS]}"


@contextmanager
def asked_of_chroma(place: str) -> Iterator[None]:
    """Turns whatever Chroma, its bindings or its connection raise into `InfrastructureError`.

    What memory held before gets into none of Chroma's files.
    """
    try:
        with overwritten():
            yield
    except Exception as error:  # three layers below, each with errors of its own
        raise InfrastructureError(
            f"Chroma at {place} failed: {type(error).__name__}: {error}",
            where=WHERE,
            remedy="check that the server runs, or that the folder may be written to and has room",
        ) from error


class ChromaPlace:
    """A client, and where its data lie. Made by `chroma_place`: one for each index, or on a server for each process.

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
        try:
            with asked_of_chroma(path or "a temporary folder"):
                self.client = self._connected()
        except BaseException:  # an interrupt too: nobody else knows of the folder
            self._remove_folder()
            raise

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

    def leave(self, names: list[str]) -> None:
        """What an index does that is dropped: its folder goes, or on a server its collections."""
        if is_address(self.path):
            self.forget(names)
        else:
            self.close()

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
            _closed(self.client)
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _connected(self) -> ClientAPI:
        import chromadb

        if is_address(self.path):
            address = urlsplit(self.path)
            ssl = address.scheme == "https"
            port = address.port or (443 if ssl else 80)
            return chromadb.HttpClient(address.hostname or "", port, ssl, settings=_settings())
        self._folder = _new_folder(self.path)
        for name, content in _empty_files().items():
            self._folder.joinpath(name).write_bytes(content)
        return chromadb.PersistentClient(self._folder, settings=_settings())


def _closed(client: ClientAPI) -> None:
    getattr(client, "close", lambda: None)()  # the older releases have none


def _settings() -> Settings:
    """Settings of a client's own, as a client writes into them."""
    return copy(_chosen_settings())


@cache
def _chosen_settings() -> Settings:
    from chromadb.config import Settings

    logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)
    chosen: Any = {
        "_env_file": None,
        "anonymized_telemetry": False,
        "allow_reset": False,
        "chroma_otel_collection_endpoint": "",
    }
    return Settings(**chosen)


@cache
def _empty_files() -> dict[str, bytes]:
    """The files of a folder that holds nothing yet: to write them takes a third of what Chroma takes to make them."""
    import chromadb

    with tempfile.TemporaryDirectory(prefix="regulars-", ignore_cleanup_errors=True) as folder:
        client = chromadb.PersistentClient(folder, settings=_settings())
        _closed(client)
        return {file.name: file.read_bytes() for file in Path(folder).iterdir() if file.is_file()}


_SERVERS: dict[tuple[int, str], ChromaPlace] = {}
_HAD_FOLDERS: set[int] = set()
"""The processes, this one and those from which it was forked, that used Chroma in a folder."""


def chroma_place(path: str) -> ChromaPlace:
    """A client for one more index: of its own in a folder, this process's on a server.

    Args:
        path: A folder, an address, or empty for a temporary folder.

    Raises:
        ConfigurationError: chromadb is not installed.
        StateError: This process was forked from one that used Chroma in a folder.
        InfrastructureError: The server does not answer, or the folder cannot be used.
    """
    _check_installed()
    process = os.getpid()
    if is_address(path):
        if (process, path) not in _SERVERS:
            _SERVERS[process, path] = place = ChromaPlace(path)
            atexit.register(place.close)
        return _SERVERS[process, path]
    if _HAD_FOLDERS - {process}:
        raise StateError(
            "Chroma was used in the process from which this one was forked, and would wait for ever here",
            where=WHERE,
            remedy="start the process by spawn, ask for the first time after the fork, or use a Chroma server",
        )
    _HAD_FOLDERS.add(process)
    return ChromaPlace(path)


def _check_installed() -> None:
    try:
        import_module("chromadb")
    except ImportError as error:
        raise ConfigurationError(
            f"the back-end chroma cannot be loaded: {error}", where=WHERE, remedy="install chromadb"
        ) from error


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
