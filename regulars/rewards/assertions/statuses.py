"""The statuses of a value in a reply: whether it is asserted, as past or present, asked, quoted or denied."""

from __future__ import annotations

from enum import StrEnum


class AssertionStatus(StrEnum):
    """How a reply means a value that it names."""

    CURRENT = "current"
    """Asserted as holding."""
    PAST = "past"
    """Asserted as having held."""
    HYPOTHETICAL = "hypothetical"
    """A guess, a condition, a plan, one of several."""
    QUESTIONED = "questioned"
    """Asked whether it holds."""
    ASIDE = "aside"
    """Named in a question about something else."""
    QUOTED = "quoted"
    """Inside quoted words."""
    DENIED = "denied"
    """Asserted as not holding, or taken back."""
    FOREIGN = "foreign"
    """Asserted about another person than the user."""
    WELCOMED = "welcomed"
    """Called welcome, where the attribute is about what to avoid."""
