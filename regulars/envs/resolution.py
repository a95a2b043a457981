"""Resolves a planned probe when it is asked: gold, competitors and evidence are functions of the ledger.

Nothing here reads the world. Changing a fact that was never told changes no result. What asks for values is resolved in
`resolve_values`, what offers options in `resolve_options`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from regulars.rewards.expectation import Expectation
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Form, Probe
from regulars.values import Domain

if TYPE_CHECKING:
    from regulars.envs.ledger import Ledger
    from regulars.scenarios.ontology.attributes import Ontology

__all__ = ["Resolution", "Status", "resolve"]

_TEXT = Domain("text")


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


def resolve(probe: Probe, ledger: Ledger, ontology: Ontology, language: Language | None = None) -> Resolution:
    """The key to `probe` by what `ledger` holds.

    Args:
        probe: The plan.
        ledger: What was told.
        ontology: The attributes.
        language: Words the options of multiple choice; English if left out.
    """
    from regulars.envs.resolve_options import resolve_option_probe
    from regulars.envs.resolve_values import resolve_value_probe

    mark = ledger.mark
    if probe.form is Form.TEXT:
        return _recorded(probe, mark)
    if probe.form is Form.MANNER:
        expectation = Expectation(probe.form, _TEXT, True, (), category=probe.value)
        return Resolution(Status.ASKED, expectation, (), mark)
    if probe.form is Form.OPTION:
        return resolve_option_probe(probe, ledger, ontology, language or Language.load("english"))
    return resolve_value_probe(probe, ledger, ontology)


def _recorded(probe: Probe, mark: tuple[int, int]) -> Resolution:
    gold = (probe.gold,) if probe.gold else ()
    expectation = Expectation(probe.form, _TEXT, probe.answerable, gold, category=probe.kind)
    status = Status.ASKED if probe.answerable else Status.UNANSWERABLE
    return Resolution(status, expectation, probe.evidence, mark)
