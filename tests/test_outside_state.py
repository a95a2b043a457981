"""State outside an object is found in what it holds and in what its code uses; files with turns are named."""

from __future__ import annotations

import io
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from regulars.outside_state import file_with_turns, outside_state, without_addresses

LINE = sqlite3.connect(":memory:")


class Holding:
    def __init__(self, held):
        self.held = held


class Slotted:
    __slots__ = ("held",)

    def __init__(self, held):
        self.held = held


class Shared:
    held = LINE


class CopiesItself:
    def __init__(self, held):
        self.held = held

    def __getstate__(self):
        return {}


@pytest.mark.parametrize(
    ("make", "found"),
    [
        (lambda: open(__file__), "an open file"),  # noqa: SIM115  # the test closes it
        (lambda: open(__file__, "rb", buffering=0), "an open file"),  # noqa: SIM115
        (socket.socket, "a socket"),
        (lambda: sqlite3.connect(":memory:"), "a connection (sqlite3.Connection)"),
        (lambda: HTTPConnection("127.0.0.1"), "a connection (http.client.HTTPConnection)"),
        (lambda: threading.Timer(60, print), "a thread"),
        (ThreadPoolExecutor, "a pool of threads"),
    ],
)
def test_what_an_object_holds_is_named_with_the_attribute(make, found):
    held = make()
    assert outside_state(Holding(held)) == f"holds {found} in `held`"
    assert outside_state(Slotted(held)) == f"holds {found} in `held`"
    assert outside_state(Holding({"a": [Holding(held)]})) == f"holds {found} in `held.a.0.held`"
    assert outside_state(Holding(CopiesItself(held))) == ""
    getattr(held, "close", getattr(held, "cancel", getattr(held, "shutdown", None)))()


def test_what_a_class_holds_counts_too():
    assert outside_state(Shared()) == "holds a connection (sqlite3.Connection) in `held`"


@pytest.mark.parametrize(
    "held",
    [None, 3, "text", b"bytes", [1, 2], {"a": {3}}, io.StringIO("x"), io.BytesIO(b"x"), Holding, threading, print],
)
def test_what_a_copy_takes_along_is_no_outside_state(held):
    assert outside_state(Holding(held)) == ""


def test_circles_and_many_parts_have_an_end():
    circle = Holding([])
    circle.held.append(circle)
    assert outside_state(circle) == ""
    assert outside_state(Holding([Holding(None) for _ in range(100_000)])) == ""


def ask():
    return urlopen("http://127.0.0.1")


class ByGlobal:
    def act(self):
        return urlopen("http://127.0.0.1")


class ByModule:
    def act(self):
        return [sqlite3.connect(name) for name in ("a", "b")]


class ByImport:
    def act(self):
        import urllib.request

        return urllib.request


class ByHelper:
    def act(self):
        return ask()


class ByLine:
    def act(self):
        return LINE


class ByFile:
    def act(self):
        return open("notes.txt")


class ByPath:
    def act(self):
        Path("notes.txt").write_text("")


class InConstructor:
    def __init__(self):
        with open(__file__) as file:
            self.text = file.read()


class Quoting:
    def act(self):
        return quote("a b")


class Heir(ByFile):
    pass


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (ByGlobal, "uses urllib.request in `act`"),
        (ByModule, "uses sqlite3 in `act`"),
        (ByImport, "uses urllib.request in `act`"),
        (ByHelper, "uses urllib.request in `act`"),
        (ByLine, "uses sqlite3 in `act`"),
        (ByFile, "opens files in `act`"),
        (ByPath, "opens files in `act`"),
        (Heir, "opens files in `act`"),
        (InConstructor, ""),
        (Quoting, ""),
        (Holding, ""),
    ],
)
def test_what_the_code_of_a_class_uses_is_named_with_the_method(kind, found):
    thing = kind.__new__(kind)
    assert outside_state(thing) == found


def test_a_file_with_turns_is_found_by_path_handle_and_connection(tmp_path):
    notes, other, base = tmp_path / "notes.jsonl", tmp_path / "other.txt", tmp_path / "turns.db"
    notes.write_text('{"id": "s001.t03"}\n')
    other.write_text("s1.t3, s001 t03 and S001.T03")
    database = sqlite3.connect(base)
    database.execute("CREATE TABLE turns (id TEXT, scope TEXT)")
    database.commit()
    assert file_with_turns(Holding(str(notes))) == notes
    assert file_with_turns(Holding({"files": [notes]})) == notes
    with notes.open() as file:
        assert file_with_turns(Holding(file)) == notes
    assert file_with_turns(Holding([other, str(tmp_path), "no file", 3, "\0", "x" * 5000])) is None
    assert file_with_turns(Holding(database)) is None
    database.execute("INSERT INTO turns VALUES ('s012.t11', 'anns')")
    database.commit()
    assert file_with_turns(Holding(database)) == base
    database.close()
    assert file_with_turns(Holding(database)) is None


def test_addresses_of_objects_are_left_out():
    assert without_addresses("<function <lambda> at 0x7fA0c> cannot") == "<function <lambda>> cannot"
