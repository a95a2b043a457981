"""Forgetting on request: the one way in which a journal loses words.

The operations stay, numbered as they were; what rested on the forgotten turns has no words, claims or sources any more.
So a replay gives the memory that never heard them, and no snapshot holds a byte of them.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from regulars.memory.journal import Journal
from regulars.memory.ops import Draft, Op
from regulars.memory.view import POOL

__all__ = ["erased"]


def erased(journal: Journal, scope: str, turns: Set[str]) -> tuple[list[Op], int]:
    """The operations without what rests on some turns of a scope.

    A part of an item that rests on them becomes empty; an item with nothing but empty parts is deleted. A change to an
    item that owes them something is not made. Links from and to what is deleted go with it.

    Args:
        journal: Whose operations.
        scope: Whose turns: ids are the scope's own.
        turns: Their ids.

    Returns:
        The operations, and how many of them lost their words.
    """
    ops: list[Op] = []
    count = 0
    scopes: dict[str, str] = {}
    gone: set[str] = set()
    for op in journal:
        draft = op.draft
        if op.verb == "ADD":
            assert draft is not None
            scopes[op.id] = draft.scope
        concerned = scopes[op.id] in (scope, POOL)
        if draft is not None and concerned and _owes(draft, scope, turns):
            count += 1
            if op.verb == "UPDATE" and turns.isdisjoint(draft.sources):
                op = Op("PASS", op.id, why="what it owed something to is forgotten", cause="", time=op.time)
            else:
                op = replace(op, draft=_emptied(draft), why="", cause="")
        elif concerned and op.cause in turns:
            op = replace(op, cause="")
        ops.append(op)
    if not count:
        return ops, 0
    held = Journal(ops)
    for id, of in scopes.items():
        item = held.get(id)
        if item is not None and of in (scope, POOL) and not any(part.sources or part.text for part in item.parts):
            gone.add(id)
    ops = [_untied(op) if op.verb == "LINK" and op.other in gone else op for op in ops]
    for id in sorted(gone, key=lambda id: (scopes[id], int(id.rpartition("#")[2]))):
        time = held.latest(scopes[id])
        ops.append(Op("DELETE", id, why="forgotten on request", time=time))
    return ops, count


def _owes(draft: Draft, scope: str, turns: Set[str]) -> bool:
    if draft.scope == POOL and draft.extra.get("of") != scope:
        return False
    return not (turns.isdisjoint(draft.sources) and turns.isdisjoint(draft.basis))


def _untied(op: Op) -> Op:
    """A link to what is deleted, which was not made."""
    return Op("PASS", op.id, why="what it pointed to is forgotten", cause=op.cause, time=op.time)


def _emptied(draft: Draft) -> Draft:
    """A draft without words, which still says whose and when, so that the items after it keep their numbers."""
    return Draft(draft.scope, draft.session, draft.time, "", "", (), draft.kind)
