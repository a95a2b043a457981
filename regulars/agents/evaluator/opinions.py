"""What judge models say of a reply, as records keep it beside the matcher's verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from regulars.dialogue import VerdictKind

Vote = Literal["yes", "no", "unreadable", "failed"]
"""What a judge says: the reply is right, it is not; or why the judge has no vote."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one judge says of a reply, with its reason, or with the fault where it has no vote."""

    judge: str
    vote: Vote
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PanelFinding:
    """The verdicts on a reply that judges were asked about.

    Attributes:
        probe: The id of the probe.
        attempt: 1 at first, 2 after a correction.
        matcher: The matcher's verdict.
        opinions: What each judge said.
    """

    probe: str
    attempt: int
    matcher: VerdictKind
    opinions: tuple[Opinion, ...]
