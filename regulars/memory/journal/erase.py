"""Forgetting on request: the only way in which a journal loses words.

Forgetting rebuilds the memory as if it had never observed the turns. Operations before the first forgotten turn stay.
After it, the remaining turns are processed again, and sessions end when they ended. So everything is extracted,
admitted, linked, summarised and forgotten without the forgotten turns. Items that they had deleted or replaced return,
unless something else replaces them.

Recalls and feedback cannot be repeated, because questions and feedback are not stored. Their operations are applied
again to the corresponding items. Operations that rest on a forgotten turn (by draft, basis or rated reply) are left
out. The operations of other scopes are also applied again to the corresponding items.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import POOL, TURN, Draft, Op

Step: TypeAlias = Draft | datetime | Op
"""One step of a rebuild: store a turn, end a session, or apply an operation."""


def dependents(journal: Journal, scope: str, turns: Set[str]) -> int:
    """The number of operations that contain something of some turns of a scope."""
    return sum(op.draft is not None and _of(op.draft) == scope and _owes(op.draft, turns) for op in journal)


def rebuild(journal: Journal, scope: str, turns: Set[str], made: Journal) -> Iterator[Step]:
    """The steps that rebuild a memory without some turns of a scope.

    Args:
        journal: The journal so far.
        scope: The scope of the turns.
        turns: The ids of the turns.
        made: The new journal. Each step must be applied to it before the next one is requested.
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
    """Maps items of the old journal to items of the new one."""

    def __init__(self, turns: Set[str], made: Journal) -> None:
        self._turns = turns
        self._made = made
        self._ids: dict[str, str | None] = {}

    def stays(self, op: Op) -> None:
        """Notes an operation that is applied unchanged."""
        self._ids[op.id] = op.id

    def goes(self, op: Op) -> None:
        """Notes an operation that is left out."""
        if op.verb == "ADD":
            self._ids[op.id] = None

    def translated(self, op: Op, before: Item | None, other: Item | None) -> Op | None:
        """The operation on the corresponding items; None if there are none."""
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
        """The item of its kind with its words, or else with most of its turns."""
        left = {source for source in item.sources if source not in self._turns}
        alike = [
            (one.text == item.text, len(left & {*one.sources}), -len({*one.sources} - left), -one.order, one.id)
            for one in self._made.items(item.scope)
            if one.kind == item.kind and not left.isdisjoint(one.sources)
        ]
        return max(alike)[-1] if alike else None


def _of(draft: Draft) -> str:
    """The scope of a draft; for a pooled draft, the scope that it came from."""
    return str(draft.extra.get("of", POOL)) if draft.scope == POOL else draft.scope


def _owes(draft: Draft, turns: Set[str]) -> bool:
    return not (turns.isdisjoint(draft.sources) and turns.isdisjoint(draft.basis))


def _rests_on(op: Op, turns: Set[str]) -> bool:
    return op.cause in turns or not turns.isdisjoint(op.basis) or (op.draft is not None and _owes(op.draft, turns))
