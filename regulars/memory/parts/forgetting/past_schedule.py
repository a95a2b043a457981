"""Deletes past entries from RealMem's schedule."""

from __future__ import annotations

from collections.abc import Iterable

from regulars.memory.journal.operations import Op
from regulars.memory.parts.extraction.project_points import DUE, RECURS, SCHEDULE
from regulars.memory.parts.view import MemoryEvent, View, delete


def past_schedule(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A rule at the end of a session: deletes entries that were due before today, unless they recur."""
    if event.kind == "session":
        for item in view.items(SCHEDULE):
            extra = item.parts[0].extra
            if not extra[RECURS] and extra[DUE] < view.now.date().isoformat():
                yield delete(item, "it is over")
