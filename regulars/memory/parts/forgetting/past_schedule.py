"""RealMem's schedule: what is over leaves it."""

from __future__ import annotations

from collections.abc import Iterable

from regulars.memory.journal.operations import Op
from regulars.memory.parts.extraction.project_points import DUE, RECURS, SCHEDULE
from regulars.memory.parts.view import MemoryEvent, View, delete


def past_schedule(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A rule at the end of a session: what was due before today leaves the schedule, unless it recurs."""
    if event.kind == "session":
        for item in view.items(SCHEDULE):
            extra = item.parts[0].extra
            if not extra[RECURS] and extra[DUE] < view.now.date().isoformat():
                yield delete(item, "it is over")
