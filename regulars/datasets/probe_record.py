"""What an episode record keeps of a planned probe: the plan, and what became of it at each time of asking.

An `Expectation` reaches a record by `record_expectation`, and is had from it again by `expectation_of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, cast

from msgspec import Struct

from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.envs.probes.gold import ProbeStatus
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Band, Form
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

VerdictName = Literal[
    "none", "correct", "partial", "stale", "wrong", "unsupported", "leaked", "abstained", "off_task", "undetermined"
]

SourceName = Literal["matcher", "model", "unreadable"]


class VerdictRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The evaluator's verdict on a reply.

    Attributes:
        kind: A `VerdictKind` in lower case.
        score: 0 to 1.
        source: What it comes from, a `VerdictSource` in lower case.
        late: Whether the reply came after its time limit.
        reason: What a model said for it, or why its answer could not be read.
    """

    kind: VerdictName
    score: float
    source: SourceName
    late: bool = False
    reason: str = ""

    @property
    def found(self) -> VerdictKind:
        """The kind as the dialogue knows it."""
        return VerdictKind[self.kind.upper()]

    @property
    def comes_from(self) -> VerdictSource:
        """The source as the dialogue knows it."""
        return VerdictSource[self.source.upper()]


class DomainRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The domain of a question that is about no attribute of the ontology: see `regulars.values.Domain`."""

    name: str
    type: ValueType
    unit: str
    aliases: Mapping[str, tuple[str, ...]]


class ExpectationRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a right answer was: see `regulars.rewards.verdicts.expectation.Expectation`.

    Attributes:
        domain: The attribute's name, or the domain itself where it is no attribute's.
    """

    domain: str | DomainRecord
    answerable: bool
    gold: tuple[str, ...]
    stale: tuple[str, ...]
    others: tuple[str, ...]
    category: str
    options: tuple[str, ...] = ()
    over: bool = False


_ALIKE = frozenset(ExpectationRecord.__struct_fields__) - {"domain"}
"""What an expectation and its record call and type alike."""


class OutcomeRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What became of a probe at one time of asking.

    Attributes:
        time: When it was asked.
        attempt: 1, or 2 for a repeat after a correction.
        status: Asked, unanswerable or void.
        expectation: What a right answer was; None where void.
        evidence: Alternatives of turn ids.
        verdict: None where nothing applies.
        turn: The reply's id; empty beside the conversation.
        reply: The reply's words.
        answer: The structured answer, None if not declared.
        recalled: Ids in rank order, of turns or sessions by the record's `level`; None if not declared.
        used: The turns declared as used, None if not declared.
        mark: How many disclosures and commitments the ledger held.
        horizon: Utterances from the earliest turn of the latest evidence to the question; -1 without evidence.
        question: Its words, where it was asked beside the conversation.
        noise: The kinds of human noise that it rests on.
        classes: Competing values by class of error.
    """

    time: datetime
    attempt: int
    status: ProbeStatus
    expectation: ExpectationRecord | None
    evidence: tuple[tuple[str, ...], ...]
    verdict: VerdictRecord | None
    turn: str
    reply: str
    answer: str | None
    recalled: tuple[str, ...] | None
    used: tuple[str, ...] | None
    mark: tuple[int, int]
    horizon: int
    question: str = ""
    noise: tuple[str, ...] = ()
    classes: Mapping[str, tuple[str, ...]] = {}


class ProbeRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A planned probe and its outcomes. What is not said here is as in `regulars.scenarios.world.Probe`.

    Attributes:
        status: What became of it at the first time of asking.
        outcomes: One for each time of asking.
        limited: Whether its answer was due by a time.
        contrast: The id of the other probe of a contrast pair; empty for none.
    """

    id: str
    kind: str
    form: Form
    attribute: str
    target: str
    owner: str
    asker: str
    purpose: str
    time: datetime
    session: int
    band: Band
    anchor: bool
    status: ProbeStatus
    outcomes: tuple[OutcomeRecord, ...]
    other: str = ""
    value: str = ""
    context: str = ""
    contrast: str = ""
    difficulty: str = ""
    limited: bool = False

    @property
    def first(self) -> OutcomeRecord | None:
        """The first time of asking that has an expectation; None where there is none."""
        return next((outcome for outcome in self.outcomes if outcome.expectation is not None), None)

    def planned(self) -> Probe:
        """The probe as it was planned, as far as resolving it needs."""
        names = ("id", "kind", "form", "attribute", "owner", "asker", "purpose", "time", "session", "band", "anchor")
        return Probe(**{name: getattr(self, name) for name in (*names, "target", "other", "value", "context")})


def record_verdict(verdict: Verdict | None) -> VerdictRecord | None:
    """A verdict as records keep it."""
    if verdict is None:
        return None
    kind = cast(VerdictName, verdict.kind.name.lower())
    source = cast(SourceName, verdict.source.name.lower())
    reason = "" if verdict.source is VerdictSource.MATCHER else verdict.reason
    return VerdictRecord(kind=kind, score=verdict.score, source=source, late=verdict.late, reason=reason)


def record_expectation(expectation: Expectation | None, ontology: Ontology) -> ExpectationRecord | None:
    """An expectation as records keep it: with the name of its attribute, or with the whole domain."""
    if expectation is None:
        return None
    domain = expectation.domain
    known = domain.name in ontology and ontology.domain(domain.name) is domain
    whole = DomainRecord(name=domain.name, type=domain.type, unit=domain.unit, aliases=domain.aliases)
    return ExpectationRecord(
        domain=domain.name if known else whole, **{name: getattr(expectation, name) for name in _ALIKE}
    )


def expectation_of(record: ExpectationRecord, form: Form, ontology: Ontology) -> Expectation:
    """The expectation that a record keeps.

    Args:
        record: What `record_expectation` wrote.
        form: Of the probe.
        ontology: The attributes of the episode's language.
    """
    domain = record.domain
    if isinstance(domain, DomainRecord):
        found = Domain(name=domain.name, type=domain.type, aliases=domain.aliases, unit=domain.unit)
    else:
        found = ontology.domain(domain)
    return Expectation(form=form, domain=found, **{name: getattr(record, name) for name in _ALIKE})
