"""A probe's gold at the moment of asking, and what became of the probe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from regulars.briefing import Pending
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Act, Probe


class ProbeStatus(StrEnum):
    """What became of a planned probe."""

    ASKED = "asked"
    """Asked, and what it asks for was told."""
    UNANSWERABLE = "unanswerable"
    """Asked, and what it asks for was not told: abstaining is right."""
    VOID = "void"
    """What it asks about never came about (a choice, a contrast): counted, not scored."""
    UNREACHED = "unreached"
    """Never asked."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A probe's gold at the moment of asking.

    Attributes:
        status: Asked, unanswerable or void.
        expectation: What a right answer is; None where void.
        evidence: Alternatives, each a minimal sufficient set of turn ids, in order of time.
        mark: How much of the ledger there was.
        slots: What the question mentions.
        classes: By class of error, the competitors: `stale`, `other_person`, `claimed`, `assumed`, `generic`, ...
    """

    status: ProbeStatus
    expectation: Expectation | None
    evidence: tuple[tuple[str, ...], ...] = ()
    mark: tuple[int, int] = (0, 0)
    slots: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskedProbe:
    """A probe that was put to the assistant.

    Attributes:
        probe: The plan.
        resolution: Its gold at the moment of asking.
        pending: The same for the seats' briefings.
    """

    probe: Probe
    resolution: Resolution
    pending: Pending

    @classmethod
    def put(cls, probe: Probe, resolution: Resolution, act: Act | None = None, attempt: int = 1) -> AskedProbe:
        """A probe that is asked by `act`, or out of band if there is none."""
        options = act.options if act is not None else ()
        return cls(probe, resolution, Pending(act, probe, resolution.expectation, options, attempt))
