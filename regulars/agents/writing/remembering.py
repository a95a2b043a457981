"""The memory of RealMem's assistant while conversations are written: points, duplicates, and the schedule.

Points are dynamic (about a project) or static (about the person), and confirmed or drafts. A point is never removed: a
duplicate is marked `discard`. Retrieval goes two ways, for dynamic and for static points, and leaves out drafts and
duplicates. Recurring entries of the schedule are protected.

Source: arXiv 2601.06966.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from regulars.agents.writing.drafts import Duplicates, ScheduleEntry
from regulars.rewards.metrics.token_f1 import stems
from regulars.values import normalise

BATCH = 20
"""The maximum number of points that are compared at once (RealMem)."""

RECALLED = {"dynamic": 12, "static": 4}
"""The maximum number of points of each kind that a reply is given."""


@dataclass(slots=True)
class KeptPoint:
    """One point.

    Attributes:
        kind: `dynamic` or `static`.
        status: `confirmed` or `draft`.
        text: The statement.
        session: The number of its session.
        turn: The number of the turn that says it, from 1.
        project: The number of its project, from 0.
        changes: Whether it was told when something changed.
        discard: Whether another point says the same.
    """

    kind: str
    status: str
    text: str
    session: int
    turn: int
    project: int
    changes: bool = False
    discard: bool = False


@dataclass(slots=True)
class WrittenMemory:
    """All points and the schedule."""

    points: list[KeptPoint] = field(default_factory=list)
    entries: list[ScheduleEntry] = field(default_factory=list)

    def recalled(self, words: str, project: int) -> list[KeptPoint]:
        """The points for a reply: of each kind those most like the words, those of the project before others.

        Later points come first among equals, so that a correction stands before what it corrects.
        """
        said = set(stems(words))

        def rank(point: KeptPoint) -> tuple[bool, int, int, int]:
            return point.project == project, len(said & set(stems(point.text))), point.session, point.turn

        found = []
        for kind, most in RECALLED.items():
            usable = [one for one in self.points if one.kind == kind and one.status == "confirmed" and not one.discard]
            found += sorted(usable, key=rank, reverse=True)[:most]
        return found

    def batches(self, session: int) -> Iterator[list[KeptPoint]]:
        """The new points of a session, in batches with the earlier points that are most like them.

        Each batch has at least two points; a single point without a counterpart needs no comparison.
        """
        new = [point for point in self.points if point.session == session]
        for start in range(0, len(new), BATCH // 2):
            part = new[start : start + BATCH // 2]
            words = set(stems(" ".join(point.text for point in part)))
            before = [one for one in self.points if one not in part and not one.discard and _is_before(one, part[0])]
            near = sorted(before, key=lambda one: len(words & set(stems(one.text))), reverse=True)
            batch = [one for one in before if one in near[: BATCH - len(part)]] + part
            if len(batch) > 1:
                yield batch

    def settle(self, entries: Sequence[ScheduleEntry]) -> None:
        """Replaces the schedule. Recurring entries that are not in the new one stay."""
        known = {normalise(entry.what) for entry in entries}
        kept = [entry for entry in self.entries if entry.recurring and normalise(entry.what) not in known]
        self.entries = [*kept, *entries]


def _is_before(point: KeptPoint, other: KeptPoint) -> bool:
    return (point.session, point.turn) <= (other.session, other.turn)


def mark_problems(marks: Duplicates, count: int) -> list[str]:
    """Faults of the marks of a batch: each point needs one, and one of them has to stay."""
    numbers = sorted(mark.number for mark in marks.points)
    if numbers != list(range(1, count + 1)):
        return [f"the numbers are {numbers}, and the points are 1 to {count}, each once"]
    return ["all points are discarded"] if all(mark.discard for mark in marks.points) else []


def category(points: Sequence[KeptPoint]) -> str:
    """RealMem's category of a query, by the points that its reply used.

    A static point makes it `implicit-preference`, one told at a change `dynamic-updating`; else it is
    `dynamic-incremental`.
    """
    if any(point.kind == "static" for point in points):
        return "implicit-preference"
    return "dynamic-updating" if any(point.changes for point in points) else "dynamic-incremental"
