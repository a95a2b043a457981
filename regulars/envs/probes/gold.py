"""A probe's gold at the moment of asking, and its status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from regulars.briefing import Pending
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Act, Probe
from regulars.speed import filled_directly

if TYPE_CHECKING:
    from regulars.envs.ledger import Ledger


class ProbeStatus(StrEnum):
    """The status of a planned probe."""

    ASKED = "asked"
    """The probe was asked, and its answer had been told."""
    UNANSWERABLE = "unanswerable"
    """The probe was asked, but its answer had not been told. Abstaining is right."""
    VOID = "void"
    """Its subject never came about, such as a choice. The probe is counted, but not scored."""
    UNREACHED = "unreached"
    """The probe was never asked."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A probe's gold at the moment of asking.

    Attributes:
        status: Asked, unanswerable or void.
        expectation: The gold answer; None if void.
        evidence: Alternatives, each a minimal sufficient set of turn ids, in order of time.
        mark: The size of the ledger.
        slots: Words for the slots of the question's template.
        classes: Competitors by class of error: `stale`, `other_person`, `claimed`, `assumed`, `generic`, ...
    """

    status: ProbeStatus
    expectation: Expectation | None
    evidence: tuple[tuple[str, ...], ...] = ()
    mark: tuple[int, int] = (0, 0)
    slots: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def void(cls, ledger: Ledger) -> Resolution:
        """The resolution of a void probe."""
        return cls(ProbeStatus.VOID, None, (), ledger.mark)


@filled_directly
@dataclass(frozen=True, slots=True)
class AskedProbe:
    """A probe that was asked.

    Attributes:
        probe: The planned probe.
        resolution: Its gold at the moment of asking.
        pending: The question for the seats' briefings.
    """

    probe: Probe
    resolution: Resolution
    pending: Pending

    @classmethod
    def put(cls, probe: Probe, resolution: Resolution, act: Act | None = None, attempt: int = 1) -> AskedProbe:
        """A probe that `act` asks, or an out-of-band probe without `act`."""
        options = act.options if act is not None else ()
        return cls(probe, resolution, Pending(act, probe, resolution.expectation, options, attempt))
