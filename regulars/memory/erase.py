"""Forgetting on request: the one way in which a journal loses words.

A memory that is to forget turns becomes the one that never heard them. What was journalled before the first of them
stands as it was. From there on the turns that stay are taken in once more, and sessions end when they ended, so that
everything is extracted, settled, linked, summarised and forgotten as if the others had not been said: what they had
deleted or replaced stands again, unless something else replaces it.

What was brought back for replies and what the user let show cannot be asked for again, since questions and feedback are
not kept. The operations that came of them are done once more to what corresponds to their items; those that rest on a
forgotten turn, by their draft, their basis or the reply that was rated, are not. So is what others told, whose scopes
the turns are not of.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from regulars.memory.items import Item
from regulars.memory.journal import Journal
from regulars.memory.ops import POOL, TURN, Draft, Op

__all__ = ["Step", "dependents", "rebuild"]

Step: TypeAlias = Draft | datetime | Op
"""What is to be done: a turn is taken in, a session ends, or an operation is applied."""


def dependents(journal: Journal, scope: str, turns: Set[str]) -> int:
    """How many operations hold something of some turns of a scope."""
    return sum(op.draft is not None and _of(op.draft) == scope and _owes(op.draft, turns) for op in journal)


def rebuild(journal: Journal, scope: str, turns: Set[str], made: Journal) -> Iterator[Step]:
    """What makes a memory that never heard some turns of a scope, step by step.

    Args:
        journal: What was journalled.
        scope: Whose turns: ids are the scope's own.
        turns: Their ids.
        made: The journal that the steps make, each of them done before the next is asked for.
    """
    was = Journal()
    pairs = _Pairs(turns, made)
    owners: dict[str, str] = {}
    begun = False
    ended: datetime | None = None
    for op in journal:
        if op.verb == "ADD":
            assert op.draft is not None
            owners[op.id] = _of(op.draft)
        own = owners[op.id] == scope
        before, other = was.get(op.id), was.get(op.other or "")
        was.append(op)
        begun = begun or (own and not op.event and op.cause in turns)
        if not begun:
            pairs.stays(op)
            yield op
        elif not own or op.event:
            again = None if own and _rests_on(op, turns) else pairs.translated(op, before, other)
            if again is None:
                pairs.goes(op)
            else:
                yield again
        elif not op.cause:
            assert op.time is not None
            if op.time != ended:
                ended = op.time
                yield op.time
        elif op.draft is not None and op.draft.kind == TURN and op.draft.sources[:1] == (op.cause,):
            ended = None
            if op.cause not in turns:
                yield op.draft


class _Pairs:
    """Which item of the journal that is made corresponds to one of the journal that was."""

    def __init__(self, turns: Set[str], made: Journal) -> None:
        self._turns = turns
        self._made = made
        self._ids: dict[str, str | None] = {}

    def stays(self, op: Op) -> None:
        """Takes in an operation that is applied as it is."""
        self._ids[op.id] = op.id

    def goes(self, op: Op) -> None:
        """Takes in an operation that is not done: what it would have added is missed by nobody."""
        if op.verb == "ADD":
            self._ids[op.id] = None

    def translated(self, op: Op, before: Item | None, other: Item | None) -> Op | None:
        """The operation on what corresponds to its items; None where nothing does."""
        if op.verb == "ADD":
            assert op.draft is not None
            id = self._ids[op.id] = self._made.next_id(op.draft.scope)
            return replace(op, id=id)
        one = self._of(before)
        if one is None and op.verb == "MERGE" and op.draft is not None:  # what went on with it now begins it
            return self.translated(replace(op, verb="ADD"), None, None)
        two = self._of(other) if op.other is not None else None
        if one is None or (op.other is not None and two is None) or one == two:
            return None
        return replace(op, id=one, other=two)

    def _of(self, item: Item | None) -> str | None:
        if item is None:
            return None
        if item.id not in self._ids:
            self._ids[item.id] = self._alike(item)
        found = self._ids[item.id]
        return found if found is not None and self._made.get(found) is not None else None

    def _alike(self, item: Item) -> str | None:
        """Of the items of its kind that rest on turns of its own the one with its words, or with the most turns."""
        left = {source for source in item.sources if source not in self._turns}
        alike = [
            (one.text == item.text, len(left & {*one.sources}), -len({*one.sources} - left), -one.order, one.id)
            for one in self._made.items(item.scope)
            if one.kind == item.kind and not left.isdisjoint(one.sources)
        ]
        return max(alike)[-1] if alike else None


def _of(draft: Draft) -> str:
    """Whose it is: of what is pooled, the scope that told it."""
    return str(draft.extra.get("of", POOL)) if draft.scope == POOL else draft.scope


def _owes(draft: Draft, turns: Set[str]) -> bool:
    return not (turns.isdisjoint(draft.sources) and turns.isdisjoint(draft.basis))


def _rests_on(op: Op, turns: Set[str]) -> bool:
    return op.cause in turns or not turns.isdisjoint(op.basis) or (op.draft is not None and _owes(op.draft, turns))
