"""The places of items in an index's file: each scope numbers its items in the order of arrival, from 0.

A place is used once. A dropped item leaves its place empty, and gets a new place if it returns.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from regulars.memory.backends.sqlite_file import coded


def known_scope(connection: sqlite3.Connection, scope: str) -> tuple[int, int, int] | None:
    """A scope's number, its number of places and its number of items; None if the scope is unknown."""
    found: tuple[int, int, int] | None = connection.execute(
        "SELECT number, places, held FROM scopes WHERE name = ?", (coded(scope),)
    ).fetchone()
    return found


def place_of(connection: sqlite3.Connection, scope: str, id: str) -> tuple[int, int]:
    """The number of a scope and the place of one of its items. Raises `KeyError` if it has no such item."""
    found: tuple[int, int] | None = connection.execute(
        "SELECT items.scope, place FROM items JOIN scopes ON scopes.number = items.scope WHERE name = ? AND id = ?",
        (coded(scope), coded(id)),
    ).fetchone()
    if found is None:
        raise KeyError(id)
    return found


def arrive(connection: sqlite3.Connection, scope: str, id: str) -> tuple[int, int, bool]:
    """The number of a scope, the place of an item, and whether it is new. A new item gets the next place."""
    known = known_scope(connection, scope)
    if known is None:
        made = connection.execute("INSERT INTO scopes (name, places, held) VALUES (?, 0, 0)", (coded(scope),))
        assert made.lastrowid is not None
        known = made.lastrowid, 0, 0
    number, places, _ = known
    found = connection.execute("SELECT place FROM items WHERE scope = ? AND id = ?", (number, coded(id))).fetchone()
    if found is not None:
        return number, found[0], False
    connection.execute("INSERT INTO items (scope, place, id) VALUES (?, ?, ?)", (number, places, coded(id)))
    connection.execute("UPDATE scopes SET places = places + 1, held = held + 1 WHERE number = ?", (number,))
    return number, places, True


def leave(connection: sqlite3.Connection, number: int, place: int) -> None:
    """Empties a place."""
    connection.execute("UPDATE items SET id = NULL WHERE scope = ? AND place = ?", (number, place))
    connection.execute("UPDATE scopes SET held = held - 1 WHERE number = ?", (number,))


def ids_at(connection: sqlite3.Connection, number: int, places: Sequence[int]) -> list[str]:
    """The ids of the items at some places."""
    asked = "SELECT id FROM items WHERE scope = ? AND place = ?"
    found = [connection.execute(asked, (number, place)).fetchone()[0] for place in places]
    return [id.decode("utf-8", "surrogatepass") for id in found]
