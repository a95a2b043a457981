"""Memory points: what the authors of a data set extracted from each session, kept beside the recorded turns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from regulars.scenarios.world import Scenario

MARK = "memory_points"
"""The mark of a scenario that holds its memory points, as a JSON list."""


@dataclass(frozen=True, slots=True)
class MemoryPoint:
    """One statement that a data set's authors extracted.

    Attributes:
        id: The id in the data; not always unique.
        kind: The data's name for its type, in lower case: RealMem has `dynamic`, `static` and `schedule`.
        text: The statement.
        session: The number of the session from which it was extracted.
        turn: The id of the turn that it cites, such as `s003.t02`; empty if it cites none or one that does not exist.
        source: What the data gives as the number of that turn, from 1; -1 for none.
        role: Who says it there, as the data names them.
        snapshot: The data's copy of that turn, where it differs from the turn.
        refs: The ids of the turns from which it follows, for points that no single turn tells.
    """

    id: str
    kind: str
    text: str
    session: int
    turn: str = ""
    source: int = -1
    role: str = ""
    snapshot: str = ""
    refs: tuple[str, ...] = ()


def to_mark(points: Sequence[MemoryPoint]) -> str:
    """Writes memory points as the value of a mark."""
    held = [{name: value for name, value in asdict(point).items() if name != "refs" or value} for point in points]
    return json.dumps(held, ensure_ascii=False)


def memory_points(scenario: Scenario) -> list[MemoryPoint]:
    """Returns the memory points of a scenario; none if its data has none."""
    held = json.loads(scenario.marks.get(MARK, "[]"))
    return [MemoryPoint(**{**point, "refs": tuple(point.get("refs", ()))}) for point in held]
