"""Memories filled by hand: drafts enter the journal as they stand, and vectors, scores and claims are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.view import MemoryEvent, View
from regulars.memory.protocol import Cue, Hit

MONDAY = datetime(2025, 3, 3, 9, 0, tzinfo=UTC)
"""The moment of a draft at hour 0: a Monday."""


def at(hours: float) -> datetime:
    """The moment some hours after `MONDAY`."""
    return MONDAY + timedelta(hours=hours)


def claim(written: str, person: str = "Ann") -> Claim:
    """`home: Bergen` holds, `-home: Bergen` is over, `pet*: cat` is one of several; `!3` at the end is its sensitivity.

    Example:
        >>> claim("-pet*: cat")
        Claim(person='Ann', attribute='pet', value='cat', holds=False, many=True, sensitivity=0)
    """
    attribute, _, rest = written.partition(":")
    value, _, level = rest.partition("!")
    name = attribute.strip().removeprefix("-").removesuffix("*")
    return Claim(
        person,
        name,
        value.strip(),
        holds=not attribute.startswith("-"),
        many=attribute.endswith("*"),
        sensitivity=int(level or 0),
    )


def draft(
    text: str,
    *claims: str,
    hours: float = 0.0,
    session: int = 1,
    name: str = "Ann",
    kind: str = "fact",
    source: str | tuple[str, ...] | None = None,
    scope: str = "p1",
    basis: tuple[str, ...] = (),
    **extra: object,
) -> Draft:
    """A draft with the given words; its source is named by its hour unless one is given."""
    sources = (f"s{session:03d}.t{int(hours * 10):02d}",) if source is None else source
    return Draft(
        scope,
        session,
        at(hours),
        name,
        text,
        (sources,) if isinstance(sources, str) else sources,
        kind,
        tuple(claim(one, name) for one in claims),
        basis,
        extra,
    )


def holding(*drafts: Draft | Op, **parts: object) -> Composed:
    """A memory of these drafts, in this order `p1#1`, `p1#2` and so on, and of operations at their times."""
    ops: list[Op] = []
    counts: dict[str, int] = {}
    latest: dict[str, datetime] = {}
    for one in drafts:
        if isinstance(one, Draft):
            counts[one.scope] = counts.get(one.scope, 0) + 1
            time = latest[one.scope] = max(one.time, latest.get(one.scope, one.time))
            one = Op("ADD", f"{one.scope}#{counts[one.scope]}", one, time=time)
        ops.append(one)
    ops.sort(key=lambda op: op.time)
    return compose(**{"indexes": (Recent(),), **parts}).replayed(ops)


def looking(memory: Composed, hours: float | None = None, scope: str = "p1") -> View:
    """A view of a memory, at an hour or at its latest moment."""
    return View(memory, scope, memory.journal.latest(scope) or MONDAY if hours is None else at(hours))


def cue(text: str = "", k: int = 10, hours: float = 1000.0, scope: str = "p1", **options: object) -> Cue:
    return Cue(text, at(hours), scope, k=k, **options)


def scored(hits: Iterable[Hit]) -> list[tuple[str, float]]:
    """The ids and scores of hits, the scores to six decimals."""
    return [(hit.id, round(hit.score, 6)) for hit in hits]


def ids(hits: Iterable[Hit]) -> list[str]:
    """The ids of hits, in order."""
    return [hit.id for hit in hits]


def happening(kind: str, **fields: object) -> MemoryEvent:
    return MemoryEvent(kind, **fields)


def short(ops: Iterable[Op]) -> list[tuple[str, ...]]:
    """Operations as their verb, their item, the other item or the words of the draft."""
    return [(op.verb, op.id, op.other or (op.draft.text if op.draft is not None else "")) for op in ops]


class Scored:
    """An index that gives each item the score that the test wrote down; items without one are not found."""

    def __init__(self, retriever: str, **scores: float) -> None:
        self.retriever = retriever
        self.scores = {f"p1#{name.removeprefix('n')}": score for name, score in scores.items()}

    def __repr__(self) -> str:
        return f"Scored({self.retriever!r}, {self.scores!r})"

    def blank(self) -> Scored:
        return Scored(self.retriever, **{name.removeprefix("p1#"): score for name, score in self.scores.items()})

    def put(self, scope: str, id: str, key: object) -> None: ...

    def extend(self, scope: str, id: str, key: object) -> None: ...

    def drop(self, scope: str, id: str) -> None: ...

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        order = sorted(self.scores, key=lambda id: (-self.scores[id], int(id.partition("#")[2])))
        return [(id, self.scores[id]) for id in order][: max(cue.k, 0)]


@dataclass(frozen=True)
class Vectors:
    """An embedder with the vectors that the test wrote down; any other text is the zero vector."""

    known: Mapping[str, tuple[float, ...]]

    @property
    def dims(self) -> int:
        return len(next(iter(self.known.values())))

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = [self.known.get(text, (0.0,) * self.dims) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.dims)


@dataclass(frozen=True)
class Notation:
    """A reader of statements in the notation of `claim`, one a line; a line without a colon is a plain statement."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        if said_by_assistant(part):
            return ()
        lines = [line for line in part.text.split("\n") if line and not line.endswith("?")]
        return tuple(Statement(line, (claim(line, part.name),) if ":" in line else ()) for line in lines)

    def unwanted(self, part: Draft) -> Sequence[str]:
        return tuple(part.text.removeprefix("forget ").split(" and ")) if part.text.startswith("forget ") else ()
