"""Composition: a memory is a handful of parts around a journal.

A turn is cut, read and keyed; what is to be held is journalled; the index follows the journal; a cue is
searched in its own scope, and a reader prints what fits. Everything but the journal is derived from it, so
replaying the operations gives the same memory, and the same operations give the same bytes.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from regulars.dialogue import Feedback, Turn
from regulars.errors import DataError
from regulars.memory.extract import Extract, verbatim
from regulars.memory.index import Index
from regulars.memory.journal import Draft, Item, Journal, Op
from regulars.memory.keys import Key, name_and_text
from regulars.memory.protocol import Cue, Hit, Recollections
from regulars.memory.readers import Read, flat
from regulars.memory.segment import Segment, Turns
from regulars.memory.snapshot import read_snapshot, write_snapshot

__all__ = ["Composed", "compose"]


def compose(
    *,
    index: Index,
    segment: Segment | None = None,
    extract: Extract = verbatim,
    key: Key = name_and_text,
    read: Read = flat,
) -> Composed:
    """A memory made of parts.

    Args:
        index: Finds items by their keys. It gives its settings; the memory fills a blank one of its own.
        segment: What one item is; by default a turn.
        extract: What of a turn is held.
        key: The text by which a draft is found.
        read: What of the ranked items is shown.

    Returns:
        An empty memory.

    Example:
        >>> from regulars.memory.bm25 import BM25
        >>> from regulars.memory.segment import Sessions
        >>> memory = compose(index=BM25(b=0.3), segment=Sessions())
    """
    return Composed(index, segment if segment is not None else Turns(), extract, key, read)


class Composed:
    """A memory around a journal. Made by `compose`.

    Attributes:
        journals: True: all that changes it is in its journal, and a cue with the purpose `probe` adds
            nothing.
    """

    __slots__ = ("_extract", "_index", "_journal", "_key", "_past", "_read", "_segment")

    journals = True

    def __init__(self, index: Index, segment: Segment, extract: Extract, key: Key, read: Read) -> None:
        self._segment = segment
        self._extract = extract
        self._key = key
        self._read = read
        self._index = index.blank()
        self._journal = Journal()
        self._past: tuple[str, int, int, Composed] | None = None

    def __repr__(self) -> str:
        return f"compose({', '.join(f'{name}={part}' for name, part in self.parts.items())})"

    @property
    def parts(self) -> dict[str, str]:
        """The parts and their settings, as text: what a result has to name."""
        parts = {
            "segment": self._segment,
            "extract": self._extract,
            "key": self._key,
            "index": self._index,
            "read": self._read,
        }
        return {name: getattr(part, "__qualname__", None) or repr(part) for name, part in parts.items()}

    @property
    def journal(self) -> Journal:
        """The operations so far, and the items they add up to. To be read only."""
        return self._journal

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Takes in a turn.

        Returns:
            The operations that it brought about: `ADD` for a new item, `MERGE` where it goes on with the
            newest, `PASS` for a turn that is held already.

        Raises:
            DataError: The turn's time has no zone, or other words are held under its id. Nothing has changed.
        """
        if turn.time.tzinfo is None:
            raise DataError(
                f"the turn {turn.id!r} has a time without a zone",
                where="Memory.observe",
                expected="a time with zone",
            )
        journal = self._journal
        latest = journal.latest(turn.scope)
        time = turn.time if latest is None or turn.time > latest else latest
        ops: list[Op] = []
        for draft in self._extract(turn):
            holder = journal.holder(turn.scope, turn.id)
            if holder is not None and self._holds(holder, draft):
                op = Op("PASS", holder.id, why="it is held already", cause=turn.id, time=time)
            else:
                newest = journal.newest(turn.scope)
                begins = newest is None or self._segment.begins(newest, turn)
                id = journal.next_id(turn.scope) if begins or newest is None else newest.id
                op = Op("ADD" if begins else "MERGE", id, draft, cause=turn.id, time=time)
            self._apply(op)
            ops.append(op)
        return ops

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Does nothing, however often: every item is held and found from its first turn on."""
        return ()

    def recall(self, cue: Cue) -> Recollections:
        """Brings back what bears on the cue.

        A cue whose `as_of` lies before what is held is answered by the memory as it was then.

        Raises:
            DataError: The cue's time has no zone.
        """
        if cue.as_of.tzinfo is None:
            raise DataError("the cue's as_of has no zone", where="Memory.recall", expected="a time with zone")
        latest = self._journal.latest(cue.scope)
        if latest is not None and cue.as_of < latest:
            return self._as_of(cue).recall(cue)
        level = self._segment.level
        found = self._index.search(cue)
        if not found:
            return Recollections(why=self._silence(cue), level=level)
        items: list[Item] = []
        hits: list[Hit] = []
        arm = self._index.arm
        for id, score in found:
            item = self._journal.get(id)
            assert item is not None
            items.append(item)
            hits.append(Hit(id, score, item.sources, {arm: score}))
        context, tokens = self._read(cue, items, self._journal)
        why = "" if context else f"no item found fits the budget of {cue.budget} tokens"
        return Recollections(tuple(hits), context, tokens, why=why, level=level)

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Learns nothing: none of the parts does."""

    def snapshot(self) -> bytes:
        """The parts' names and the journal, as canonical JSON: the same operations give the same bytes."""
        return write_snapshot(self.parts, self._journal)

    def restore(self, state: bytes) -> None:
        """Takes the state of a snapshot.

        Raises:
            StateError: It is no snapshot, is of another version or of a memory with other parts. Nothing has
                changed.
        """
        self._take(self._blank(read_snapshot(state, self.parts)))

    def replayed(self, ops: Iterable[Op]) -> Composed:
        """Another memory with the same parts, made by these operations.

        Raises:
            StateError: The operations do not fit one another.
        """
        return self._blank(ops)

    def __deepcopy__(self, memo: dict[int, Any]) -> Composed:
        twin = self._blank(())
        twin._journal = self._journal.copy()
        twin._index = pickle.loads(pickle.dumps(self._index, pickle.HIGHEST_PROTOCOL))
        return twin

    def __getstate__(self) -> tuple[Any, ...]:
        return (self._segment, self._extract, self._key, self._read, self._index, list(self._journal))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._segment, self._extract, self._key, self._read, self._index, ops = state
        self._journal = Journal(ops)
        self._past = None

    def _apply(self, op: Op) -> None:
        """The one place where anything changes: the index follows, then the journal."""
        self._journal.check(op)
        self._follow(op)
        self._journal.append(op)

    def _follow(self, op: Op) -> None:
        """Does to the index what the operation does to the items."""
        index = self._index
        if op.verb == "ADD":
            assert op.draft is not None
            index.put(op.draft.scope, op.id, self._key(op.draft))
            return
        item = self._journal.get(op.id)
        assert item is not None
        gained = [op.draft] if op.draft is not None else []
        if op.verb == "MERGE" and op.other is not None:
            other = self._journal.get(op.other)
            assert other is not None
            gained += other.parts
            if not other.quarantined:
                index.drop(other.scope, other.id)
        if item.quarantined:
            return
        if op.verb == "MERGE":
            index.extend(item.scope, item.id, " ".join(self._key(draft) for draft in gained))
        elif op.verb == "UPDATE":
            assert op.draft is not None
            index.put(item.scope, item.id, self._key(op.draft))
        elif op.verb in ("DELETE", "QUARANTINE"):
            index.drop(item.scope, item.id)

    def _blank(self, ops: Iterable[Op]) -> Composed:
        twin = Composed(self._index, self._segment, self._extract, self._key, self._read)
        for op in ops:
            twin._apply(op)
        return twin

    def _take(self, other: Composed) -> None:
        self._index, self._journal, self._past = other._index, other._journal, None

    def _as_of(self, cue: Cue) -> Composed:
        """The memory of the cue's scope as it was at its moment. The last one asked for is kept."""
        ops = self._journal.upto(cue.scope, cue.as_of)
        asked = (cue.scope, len(ops), len(self._journal))
        if self._past is None or self._past[:3] != asked:
            self._past = (*asked, self._blank(ops))
        return self._past[3]

    def _holds(self, item: Item, draft: Draft) -> bool:
        """Whether an item holds a draft of the same turn already; other words under one id are an error."""
        told = [part for part in item.parts if part.sources == draft.sources]
        if not told or draft in told:
            return bool(told)
        raise DataError(
            f"the turn {' '.join(draft.sources)!r} is held with other words",
            where="Memory.observe",
            expected="an id of its own for every turn",
            remedy="number sessions over the whole stream where a memory lives through several episodes",
        )

    def _silence(self, cue: Cue) -> str:
        """Why a search found nothing."""
        if cue.k <= 0:
            return f"no items were asked for (k={cue.k})"
        held = len(self._journal.items(cue.scope))
        if not held:
            return "nothing is held in this scope"
        return f"none of the {held} items held in this scope matches the cue"
