"""The shared part of an environment's states: the scenario, to which states refer, and the episode's past.

A life is long and its past never changes. So a state does not copy the scenario: each of its parts has a number. The
append-only lists of a life are pickled once, in pieces of `PIECE` entries. A state holds the pieces as bytes, and an
environment that takes back a state of its own episode keeps the entries that it has.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from io import BytesIO
from operator import attrgetter
from typing import Any

from regulars.envs.life.life import Life
from regulars.scenarios.world import Scenario

PIECE = 32
"""The number of entries of a piece of the past."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Entries of an append-only list, and their pickle."""

    data: bytes
    entries: tuple[Any, ...]


class StateArchive:
    """What the states of one scenario have in common.

    Args:
        scenario: The scenario that is played.

    Attributes:
        scenario: The scenario that is played.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._parts = _parts_of(scenario)
        self._numbers = {id(part): number for number, part in enumerate(self._parts)}
        self._whole = b""
        self._life: Life | None = None
        self._past: list[list[_Piece]] = []

    @property
    def whole(self) -> bytes:
        """The scenario as bytes, for states of a scenario that the environment cannot choose again."""
        if not self._whole:
            self._whole = pickle.dumps(self.scenario)
        return self._whole

    def pack(self, life: Life, rest: Any) -> tuple[list[list[bytes]], bytes]:
        """Pickles a life of this scenario.

        Args:
            life: The life.
            rest: The object to pickle, which contains the life.

        Returns:
            The pieces of the life's past, by list, and the pickle of all else.
        """
        lists = _append_only(life)
        if self._life is not life:
            self._life, self._past = life, [[] for _ in lists]
        for list_number, (entries, pieces) in enumerate(zip(lists, self._past, strict=True)):
            numbers = self._numbers if list_number == _OUTCOMES else None
            for place in range(len(pieces) * PIECE, (len(entries) - 1) // PIECE * PIECE, PIECE):
                some = tuple(entries[place : place + PIECE])
                pieces.append(_Piece(_dumps(_columns(some), numbers, {}), some))
        known: dict[int, Any] = {id(entries): (number, -1) for number, entries in enumerate(lists)}
        for number in _REFERRED:
            past = (entry for piece in self._past[number] for entry in piece.entries)
            known.update((id(entry), (number, place)) for place, entry in enumerate(past))
        ends = [entries[len(pieces) * PIECE :] for entries, pieces in zip(lists, self._past, strict=True)]
        data = _dumps((ends, rest), self._numbers, known)
        return [[piece.data for piece in pieces] for pieces in self._past], data

    def unpack(self, past: Sequence[Sequence[bytes]], data: bytes) -> tuple[Any, list[list[_Piece]]]:
        """Reads what `pack` gave, and changes nothing.

        Returns:
            The object that was pickled, and the pieces of the past, which `adopt` takes.
        """
        own = self._past or [[] for _ in past]
        pieces = [self._pieces(some, mine) for some, mine in zip(past, own, strict=True)]
        lists = [[entry for piece in some for entry in piece.entries] for some in pieces]
        reader = _PartReader(BytesIO(data), self._parts, lists)
        ends, rest = reader.load()
        for entries, end in zip(lists, ends, strict=True):
            entries += end
        return rest, pieces

    def _pieces(self, past: Sequence[bytes], own: Sequence[_Piece]) -> list[_Piece]:
        """The pieces with these bytes; those that the archive has are not read again."""
        pieces = []
        for place, data in enumerate(past):
            mine = own[place] if place < len(own) else None
            if mine is None or mine.data != data:
                mine = _Piece(data, _entries(_PartReader(BytesIO(data), self._parts, []).load()))
            pieces.append(mine)
        return pieces

    def adopt(self, life: Life, pieces: list[list[_Piece]]) -> None:
        """Goes on with a life that was read, and its past."""
        self._life, self._past = life, pieces


def _append_only(life: Life) -> list[list[Any]]:
    """The lists of a life to which entries are only added, and whose entries never change once another follows."""
    signals, ledger = life.signals, life.ledger
    return [
        ledger.disclosures, ledger.commitments, ledger.hearsay, life.transcript, life.outcomes, life.sessions,
        life.replies, life.conduct, signals.feedbacks, signals.reward_notes,
    ]  # fmt: skip


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a dataclass; none for other types."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()


def _values(part: Any) -> list[Any]:
    """The values of the fields of a dataclass; none for other objects."""
    kind: Any = type(part)
    return [getattr(part, name) for name in _field_names(kind)]


def _columns(entries: Sequence[Any]) -> Any:
    """The entries as their type and the columns of their fields, which pickle many times faster; texts as they are."""
    kind: Any = type(entries[0])
    names = _field_names(kind)
    return (kind, tuple(tuple(map(attrgetter(name), entries)) for name in names)) if names else (None, entries)


def _entries(columns: Any) -> tuple[Any, ...]:
    """The entries that `_columns` took apart."""
    kind, values = columns
    return tuple(values) if kind is None else tuple(map(kind, *values))


_OUTCOMES = 4
"""The list whose entries hold parts of the scenario: the outcomes, with their probes."""

_REFERRED = (0, 1)
"""The lists to whose entries other parts of a life refer: disclosures and commitments."""


def _parts_of(scenario: Scenario) -> list[Any]:
    """All objects and tuples of a scenario, in an order that depends on its content only."""
    found: list[Any] = []
    waiting: list[Any] = [scenario]
    while waiting:
        part = waiting.pop()
        inner: Sequence[Any] = part if type(part) is tuple else _values(part)
        if inner:
            found.append(part)
            waiting += inner
    return found


class _PartWriter(pickle.Pickler):
    """Writes the numbers of known objects in their place."""

    def __init__(self, file: BytesIO, numbers: dict[int, int], known: dict[int, Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._known: dict[int, Any] = {**known, **numbers}  # one table, as every object is looked up

    def persistent_id(self, obj: Any) -> Any:
        """The number of a scenario's part, or the list and the place of an entry; None for other objects."""
        return self._known.get(id(obj))


class _PartReader(pickle.Unpickler):
    """Reads what `_PartWriter` wrote."""

    def __init__(self, file: BytesIO, parts: Sequence[Any], lists: Sequence[list[Any]]) -> None:
        super().__init__(file)
        self._parts = parts
        self._lists = lists

    def persistent_load(self, pid: Any) -> Any:
        """The object that a number stands for."""
        if type(pid) is int:
            return self._parts[pid]
        number, place = pid
        return self._lists[number] if place < 0 else self._lists[number][place]


def _dumps(value: Any, numbers: dict[int, int] | None, known: dict[int, Any]) -> bytes:
    """Pickles a value; `numbers` is None if it holds no part of a scenario, which is several times faster."""
    if numbers is None:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    file = BytesIO()
    _PartWriter(file, numbers, known).dump(value)
    return file.getvalue()
