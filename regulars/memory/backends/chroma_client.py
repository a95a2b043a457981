"""Clients of Chroma without telemetry and other side effects.

A client sends no telemetry, resets nothing, reads no `.env`, and embeds nothing. In a folder, each index has its own
client and subfolder, which are removed with it. Chroma leaves deleted collections and vectors on the disk, so only
removing the whole subfolder erases them. Indexes on a server share one client per process and address, but no
collection.

Chroma in a folder does not survive `fork`. In a process forked from one that used it, every call hangs, even with a new
client, so an error is raised instead. A process that was forked earlier, or spawned, makes its own clients with their
own subfolders. The client of a server is made again in either case.
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
"""The graph of a collection. With 32 neighbours some vectors were unreachable; 128 take minutes to build."""

WHERE = "ChromaDense"
"""The place that errors name."""

_LETTERS = 40


def is_address(path: str) -> bool:
    """Whether a path is the address of a server rather than a folder."""
    return path.startswith(("http://", "https://"))


def collection_name(index: str, scope: str) -> str:
    """A valid name of a Chroma collection, 3 to 512 of `[a-zA-Z0-9._-]`, for any scope."""
    return f"{index}-{sha256(scope.encode('utf-8', 'surrogatepass')).hexdigest()[:_LETTERS]}"


@contextmanager
def asked_of_chroma(place: str) -> Iterator[None]:
    """Turns the errors of Chroma, its bindings and its connection into `InfrastructureError`.

    It also keeps freed process memory out of Chroma's files.
    """
    try:
        with overwritten():
            yield
    except Exception as error:  # three layers, each with its own errors
        raise InfrastructureError(
            f"Chroma at {place} failed: {type(error).__name__}: {error}",
            where=WHERE,
            remedy="check that the server runs, or that the folder is writable and has free space",
        ) from error


class ChromaPlace:
    """A client and the place of its data, made by `chroma_place`: one per index, or one per process on a server.

    Attributes:
        path: A folder, an address, or empty for a temporary folder.
        opened_by: The process that made the client.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.opened_by = os.getpid()
        self._folder: Path | None = None
        self._mark = uuid4().hex  # distinguishes the users of one server; no draw depends on it
        self._numbers = count(1)
        self._collections: dict[str, None] = {}
        try:
            with asked_of_chroma(path or "a temporary folder"):
                self.client = self._connected()
        except BaseException:  # interrupts too, since only this object knows the folder
            self._remove_folder()
            raise

    def new_index(self) -> str:
        """A unique name for an index."""
        return f"regulars-{self._mark}-{next(self._numbers)}"

    def new_collection(self, name: str) -> Collection:
        """An empty collection without an embedding function."""
        configuration: Any = {"hnsw": HNSW}
        with asked_of_chroma(self.path):
            made = self.client.create_collection(name, embedding_function=None, configuration=configuration)
        self._collections[name] = None
        return made

    def leave(self, names: list[str]) -> None:
        """Cleans up after a dropped index: removes its folder, or its collections on a server."""
        if is_address(self.path):
            self.forget(names)
        else:
            self.close()

    def forget(self, names: list[str]) -> None:
        """Removes collections. It does nothing in a forked process."""
        if self.opened_by != os.getpid():
            return
        for name in names:
            with suppress(Exception):  # without the server or the folder there is nothing left to remove
                self.client.delete_collection(name)
            self._collections.pop(name, None)

    def close(self) -> None:
        """Removes the remaining collections or the folder, and closes the client."""
        if self.opened_by != os.getpid():
            return
        if self._folder is None:
            self.forget(list(self._collections))
        with suppress(Exception):  # errors at the end of a process have no receiver
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
    """A copy of the settings for one client, since a client changes them."""
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
    """The files of an empty Chroma folder. Writing them takes a third of the time that Chroma needs to create them."""
    import chromadb

    with tempfile.TemporaryDirectory(prefix="regulars-", ignore_cleanup_errors=True) as folder:
        client = chromadb.PersistentClient(folder, settings=_settings())
        _closed(client)
        return {file.name: file.read_bytes() for file in Path(folder).iterdir() if file.is_file()}


_SERVERS: dict[tuple[int, str], ChromaPlace] = {}
_HAD_FOLDERS: set[int] = set()
"""The processes that used Chroma in a folder: this one and its ancestors by fork."""


def chroma_place(path: str) -> ChromaPlace:
    """A client for a new index: a new client in a folder, or the shared client of a server.

    Args:
        path: A folder, an address, or empty for a temporary folder.

    Raises:
        ConfigurationError: chromadb is not installed.
        StateError: This process was forked from one that used Chroma in a folder.
        InfrastructureError: The server does not respond, or the folder cannot be used.
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
            "this process was forked from one that used Chroma in a folder, so Chroma would hang here",
            where=WHERE,
            remedy="spawn the process instead, search first after the fork, or use a Chroma server",
        )
    _HAD_FOLDERS.add(process)
    return ChromaPlace(path)


def _check_installed() -> None:
    try:
        import_module("chromadb")
    except ImportError as error:
        raise ConfigurationError(
            f"the back-end chroma cannot be loaded: {error}", where=WHERE, remedy="pip install chromadb"
        ) from error


def _new_folder(path: str) -> Path:
    """A new folder in the named folder, or a temporary one."""
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
