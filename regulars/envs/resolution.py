"""Resolves a planned probe when it is asked: gold, competitors and evidence are functions of the ledger.

Nothing here reads the world. Changing a fact that was never told changes no result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, product
from typing import TYPE_CHECKING

from regulars.rewards.expectation import Expectation
from regulars.scenarios.world import Form, Probe
from regulars.values import Domain, ValueType

if TYPE_CHECKING:
    from regulars.envs.ledger import Ledger, Telling
    from regulars.scenarios.attributes import Ontology

__all__ = ["Resolution", "Status", "resolve"]

ALTERNATIVES = 64
"""Evidence alternatives of one probe at most; re-tellings beyond that make none."""

_COUNT = Domain("count", ValueType.NUMBER)
_TEXT = Domain("text")


class Status(StrEnum):
    """What became of a planned probe."""

    ASKED = "asked"
    """Asked, and what it asks for was told."""
    UNANSWERABLE = "unanswerable"
    """Asked, and what it asks for was not told: abstaining is right."""
    VOID = "void"
    """The assistant never made the choice that it asks for: counted, not scored."""
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
    """

    status: Status
    expectation: Expectation | None
    evidence: tuple[tuple[str, ...], ...] = ()
    mark: tuple[int, int] = (0, 0)


_Found = tuple[Status, Expectation | None, tuple[tuple[str, ...], ...]]


def resolve(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """The key to `probe` by what `ledger` holds."""
    return Resolution(*_resolve(probe, ledger, ontology), ledger.mark)


def _resolve(probe: Probe, ledger: Ledger, ontology: Ontology) -> _Found:
    if probe.form is Form.TEXT:
        return _recorded(probe)
    if probe.form is Form.CHOICE:
        return _choice(probe, ledger, ontology)
    tellings = ledger.of(probe.owner, probe.attribute)
    others = _others(probe, ledger, tellings)
    domain = _COUNT if probe.form is Form.COUNT else ontology.domain(probe.attribute)
    if not tellings:
        others = () if probe.form is Form.COUNT else others
        return Status.UNANSWERABLE, Expectation(probe.form, domain, False, others=others), ()
    if probe.form is Form.VALUE:
        return _latest(probe, tellings, domain, others)
    return _collected(probe, tellings, domain, others)


def _recorded(probe: Probe) -> _Found:
    expectation = Expectation(
        probe.form,
        _TEXT,
        probe.answerable,
        (probe.gold,) if probe.gold else (),
        category=probe.kind,
    )
    return Status.ASKED if probe.answerable else Status.UNANSWERABLE, expectation, probe.evidence


def _choice(probe: Probe, ledger: Ledger, ontology: Ontology) -> _Found:
    made = ledger.commitment(probe.target)
    if made is None:
        return Status.VOID, None, ()
    expectation = Expectation(probe.form, ontology.domain(probe.attribute), True, (made.value,))
    return Status.ASKED, expectation, ((made.turn,),)


def _latest(probe: Probe, tellings: Sequence[Telling], domain: Domain, others: tuple[str, ...]) -> _Found:
    """The value told last; of a date the finest telling among the last ones that agree."""
    gold = tellings[-1].value
    run: list[Telling] = []
    for telling in reversed(tellings):
        if not (telling.value.startswith(gold) or gold.startswith(telling.value)):
            break
        if domain.type is not ValueType.DATE and telling.value != gold:
            break
        gold = max(gold, telling.value, key=len)
        run.append(telling)
    alternatives = tuple((telling.turn,) for telling in reversed(run) if telling.value == gold)
    before = tellings[: len(tellings) - len(run)]
    stale = tuple(dict.fromkeys(telling.value for telling in before if telling.value != gold))
    kept = tuple(value for value in others if value != gold and value not in stale)
    expectation = Expectation(probe.form, domain, True, (gold,), stale, kept)
    return Status.ASKED, expectation, _distinct(alternatives)


def _collected(probe: Probe, tellings: Sequence[Telling], domain: Domain, others: tuple[str, ...]) -> _Found:
    """All values told, or their number. A sufficient set has a turn for each value."""
    turns: dict[str, list[str]] = {}
    for telling in tellings:
        turns.setdefault(telling.value, []).append(telling.turn)
    sets = (tuple(sorted(set(pick))) for pick in islice(product(*turns.values()), ALTERNATIVES))
    evidence = _minimal(_distinct(sets))
    if probe.form is Form.COUNT:
        return Status.ASKED, Expectation(probe.form, domain, True, (str(len(turns)),)), evidence
    kept = tuple(value for value in others if value not in turns)
    return Status.ASKED, Expectation(probe.form, domain, True, tuple(turns), others=kept), evidence


def _others(probe: Probe, ledger: Ledger, own: Sequence[Telling]) -> tuple[str, ...]:
    """Values of the attribute that only other persons told."""
    mine = {telling.value for telling in own}
    values: dict[str, None] = {}
    for person in ledger.tellers(probe.attribute):
        if person != probe.owner:
            told = ledger.of(person, probe.attribute)
            values.update(dict.fromkeys(telling.value for telling in told if telling.value not in mine))
    return tuple(values)


def _distinct(alternatives: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(alternatives))


def _minimal(alternatives: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    sets = [frozenset(alternative) for alternative in alternatives]
    return tuple(
        alternative
        for alternative, own in zip(alternatives, sets, strict=True)
        if not any(other < own for other in sets)
    )
