"""Finds state that lies outside an object: connections, files, threads and sockets, which no copy of it takes along.

Probes beside the conversation are asked of a seat that is put back to its earlier state afterwards. What lies on a
server, in a file or in a thread is not put back. So objects are searched for what they hold, and their code for what it
uses.
"""

from __future__ import annotations

import dis
import io
import re
import sqlite3
import types
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

MOST_OBJECTS = 500
"""How many objects are searched from one object on."""

MOST_BYTES = 1 << 24
"""How much of a file is searched for turns."""

CONNECTING = frozenset(
    {
        "aiohttp", "asyncpg", "chromadb", "duckdb", "elasticsearch", "ftplib", "grpc", "http.client", "httpx", "kuzu",
        "lancedb", "lmdb", "mysql", "neo4j", "paramiko", "psycopg", "psycopg2", "pymilvus", "pymongo", "qdrant_client",
        "redis", "requests", "shelve", "smtplib", "socket", "sqlalchemy", "sqlite3", "telnetlib", "urllib.request",
        "urllib3", "weaviate", "websocket", "websockets", "xmlrpc.client", "zmq",
    }
)  # fmt: skip
"""Modules whose users keep state elsewhere: on a server, or in a database."""

_KINDS = {
    "socket.socket": "a socket",
    "threading.Thread": "a thread",
    "concurrent.futures._base.Executor": "a pool of threads",
    "multiprocessing.process.BaseProcess": "a process",
    "subprocess.Popen": "a process",
}
"""Classes whose objects are outside state."""

_OPENING = ("open", "write_bytes", "write_text")
"""Functions and methods that open files."""

_ADDRESSES = re.compile(r" at 0x[0-9a-fA-F]+")
_TURN_ID = re.compile(rb"s\d{3,}\.t\d{2,}")
"""The id of a turn. Letters may stand beside it: databases put the texts of a row side by side."""

_PLAIN = (str, bytes, int, float, complex, bool, type(None), type, types.ModuleType, range)


def outside_state(thing: Any) -> str:
    """What an object holds or uses that no copy of it takes along, as the end of a sentence; empty for nothing.

    No code of the object runs, and its constructor is not searched.

    Example:
        >>> class Bot:
        ...     def __init__(self):
        ...         self.log = open("/dev/null")
        >>> outside_state(Bot())
        'holds an open file in `log`'
    """
    for place, held in _reached(thing):
        if found := _kind_of(held):
            return f"holds {found} in `{place}`" if place else f"is {found}"
    return _used_by(type(thing))  # type: ignore[arg-type]  # a class can be hashed


def without_addresses(text: str) -> str:
    """The text without the addresses of objects, which differ from run to run."""
    return _ADDRESSES.sub("", text)


def file_with_turns(thing: Any) -> Path | None:
    """The first file that an object holds or names and that holds ids of turns; None for none."""
    return next((path for path in _files(thing) if _holds_turns(path)), None)


def _reached(thing: Any) -> Iterator[tuple[str, Any]]:
    """The objects within an object, the nearest first, each with the attribute that leads there."""
    queue: list[tuple[str, Any]] = [("", thing)]
    seen: set[int] = set()
    while queue and len(seen) < MOST_OBJECTS:
        place, held = queue.pop(0)
        if isinstance(held, _PLAIN) or id(held) in seen:
            continue
        seen.add(id(held))
        yield place, held
        if held is thing or not _copies_itself(held):
            queue += [(f"{place}.{name}".lstrip("."), part) for name, part in _parts(held)]


def _parts(held: Any) -> list[tuple[str, Any]]:
    if isinstance(held, Mapping) and type(held).__module__ in ("builtins", "collections"):
        return [(str(key), part) for key, part in islice(held.items(), MOST_OBJECTS)]
    if isinstance(held, (list, tuple, set, frozenset)):
        return [(str(number), part) for number, part in enumerate(islice(held, MOST_OBJECTS))]
    parts = dict(getattr(held, "__dict__", None) or {})
    for kind in type(held).__mro__:
        if kind.__module__ != "builtins":
            own = {name: part for name, part in vars(kind).items() if not name.startswith("__")}
            slots = [name for name, part in own.items() if isinstance(part, types.MemberDescriptorType)]
            parts |= {name: getattr(held, name) for name in slots if hasattr(held, name)}
            parts |= {name: part for name, part in own.items() if name not in parts and not _is_code(part)}
    return list(parts.items())


def _is_code(part: Any) -> bool:
    kinds = (types.FunctionType, property, staticmethod, classmethod, types.MemberDescriptorType)
    return isinstance(part, kinds)


def _copies_itself(held: Any) -> bool:
    """Whether a class says how its objects are copied or pickled."""
    kind = type(held)
    if kind.__module__ in ("builtins", "collections"):
        return False
    return any(getattr(kind, name, None) is not getattr(object, name, None) for name in ("__reduce__", "__getstate__"))


def _kind_of(held: Any) -> str:
    """What kind of outside state an object is; empty for none."""
    if isinstance(held, io.IOBase):
        return "" if isinstance(held, (io.StringIO, io.BytesIO)) else "an open file"
    for kind in type(held).__mro__:
        name = f"{kind.__module__}.{kind.__qualname__}"
        if name in _KINDS:
            return _KINDS[name]
        if _connecting(kind.__module__):
            return f"a connection ({name})"
    return ""


def _connecting(module: str) -> str:
    """The listed module that a module is, or belongs to; empty for none."""
    return next((name for name in CONNECTING if module == name or module.startswith(f"{name}.")), "")


@lru_cache(maxsize=512)
def _used_by(kind: type) -> str:
    """Which listed module the code of a class uses, or that it opens files, as the end of a sentence."""
    seen: set[types.CodeType] = set()
    for parent in kind.__mro__:
        if parent.__module__ == "builtins" or parent.__module__.partition(".")[0] == "regulars":
            continue
        for name, part in vars(parent).items():
            function = getattr(part, "__func__", getattr(part, "fget", part))
            if isinstance(function, types.FunctionType) and name != "__init__":
                found = _used_in(function, function.__code__, seen)
                if found:
                    return f"{found} in `{name}`"
    return ""


def _used_in(function: types.FunctionType, code: types.CodeType, seen: set[types.CodeType]) -> str:
    if code in seen:
        return ""
    seen.add(code)
    for step in dis.get_instructions(code):
        if step.opname == "IMPORT_NAME" and (module := _connecting(str(step.argval))):
            return f"uses {module}"
    names = set(code.co_names)
    for name in code.co_names:
        if name in _OPENING and name not in function.__globals__:
            return "opens files"
        if found := _named(function.__globals__.get(name), names, function, seen):
            return found
    inner = (part for part in code.co_consts if isinstance(part, types.CodeType))
    return next(filter(None, (_used_in(function, part, seen) for part in inner)), "")


def _named(value: Any, names: Iterable[str], function: types.FunctionType, seen: set[types.CodeType]) -> str:
    """What a global of a function adds: a listed module, something of one, or a helper that uses one."""
    if isinstance(value, types.ModuleType):
        inner = {value.__name__, *(f"{value.__name__}.{name}" for name in names)}
        module = next(filter(None, map(_connecting, sorted(inner))), "")
        return f"uses {module}" if module else ""
    if isinstance(value, types.FunctionType) and value.__globals__ is function.__globals__:
        return _used_in(value, value.__code__, seen)
    module = _connecting(str(getattr(value, "__module__", None) or type(value).__module__))
    return f"uses {module}" if module else ""


def _files(thing: Any) -> Iterator[Path]:
    """The existing files that an object holds open, is connected to, or names by a path."""
    named = (part for _, held in _reached(thing) for _, part in _parts(held))
    for held in (thing, *named):
        if isinstance(held, sqlite3.Connection):
            try:
                rows = held.execute("PRAGMA database_list").fetchall()
            except sqlite3.Error:  # closed, or of another thread
                continue
            paths = [row[2] for row in rows if row[2]]
            paths += [f"{path}-wal" for path in paths]
        elif isinstance(held, io.IOBase):
            paths = [getattr(held, "name", "")]
        else:
            paths = [held]
        for path in paths:
            if isinstance(path, (str, Path)) and path and len(str(path)) < 4096 and _is_file(Path(path)):
                yield Path(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no path of this system
        return False


def _holds_turns(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return _TURN_ID.search(file.read(MOST_BYTES)) is not None
    except OSError:
        return False
