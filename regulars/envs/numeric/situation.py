"""The numbers of a step's situation, for all numeric environments: phase, times and feedback."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regulars.dialogue import Phase
from regulars.envs.numeric.features import scaled

SITUATION = (
    *(f"phase_{phase.name.lower()}" for phase in Phase),
    "hour",
    "gap",
    "session",
    "turn",
    "is_rated",
    "rating",
    "satisfaction",
)
"""The names of the numbers, each in [-1, 1]: the phase, one of five; hours since the start and since this person's last
session, -1 before the first; the numbers of the session and the turn (scaled); whether feedback came; the rating, 1 for
like and copy, -1 for dislike; the satisfaction s of 0 to 10 as (s - 5) / 5, 0 if not shown."""

_PHASES = tuple(tuple(float(phase == other) for other in Phase) for phase in Phase)
"""The first numbers, by the phase's number."""

_RATINGS = (0.0, 1.0, -1.0, 1.0)
"""What a `FeedbackAction` counts."""


def situation(observation: Mapping[str, Any]) -> list[float]:
    """The numbers of `SITUATION`, from what the assistant sees."""
    gap, satisfaction = float(observation["gap"]), float(observation["satisfaction"])
    return [
        *_PHASES[int(observation["phase"])],
        scaled(float(observation["time"])),
        scaled(gap) if gap >= 0 else -1.0,
        scaled(float(observation["session"])),
        scaled(float(observation["turn"])),
        float(observation["rated"]),
        _RATINGS[int(observation["rating"])],
        (satisfaction - 5.0) / 5.0 if satisfaction >= 0 else 0.0,
    ]
