"""The key to a probe at the moment of asking, and what became of the probe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from regulars.rewards.expectation import Expectation

__all__ = ["Resolution", "Status"]


class Status(StrEnum):
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
    """A probe's key at the moment of asking.

    Attributes:
        status: Asked, unanswerable or void.
        expectation: What a right answer is; None where void.
        evidence: Alternatives, each a minimal sufficient set of turn ids, in order of time.
        mark: How much of the ledger there was.
        slots: What the question mentions.
        classes: By class of error, the competitors: `stale`, `other_person`, `claimed`, `assumed`, `generic`, ...
    """

    status: Status
    expectation: Expectation | None
    evidence: tuple[tuple[str, ...], ...] = ()
    mark: tuple[int, int] = (0, 0)
    slots: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
