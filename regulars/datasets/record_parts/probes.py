"""The part of an episode record about a planned probe: the plan, and an outcome for each time it was asked.

`record_expectation` converts an `Expectation` for a record, and `expectation_of` converts it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from regulars.agents.evaluator.opinions import PanelFinding, Vote
from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.envs.probes.gold import ProbeStatus
from regulars.rewards.verdicts.expectation import EARLIER_KINDS, Content, Expectation
from regulars.scenarios.kinds import Band, Form
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

VerdictName = Literal[
    "none", "correct", "partial", "stale", "wrong", "unsupported", "leaked", "abstained", "off_task", "undetermined"
]

SourceName = Literal["matcher", "model", "unreadable"]


class OpinionRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a judge model said of a reply.

    Attributes:
        judge: The model's name.
        vote: `yes` or `no`; `unreadable` or `failed` for a judge without a vote.
        reason: Its reason, or the fault.
    """

    judge: str
    vote: Vote
    reason: str = ""


class VerdictRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The evaluator's verdict on a reply.

    Attributes:
        kind: A `VerdictKind` in lower case.
        score: The score of the reply, 0 to 1.
        source: A `VerdictSource` in lower case.
        late: Whether the reply came after its time limit.
        reason: A judge model's reason, or why no judge has a vote.
        matcher: The matcher's verdict, where judge models were asked too; else empty.
        opinions: What each judge model said.
    """

    kind: VerdictName
    score: float
    source: SourceName
    late: bool = False
    reason: str = ""
    matcher: VerdictName | Literal[""] = ""
    opinions: tuple[OpinionRecord, ...] = ()

    @property
    def found(self) -> VerdictKind:
        """The kind as a `VerdictKind`."""
        return VerdictKind[self.kind.upper()]

    @property
    def comes_from(self) -> VerdictSource:
        """The source as a `VerdictSource`."""
        return VerdictSource[self.source.upper()]


class DomainRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The domain of a question without an attribute in the ontology; see `regulars.values.Domain`."""

    name: str
    type: ValueType
    unit: str
    aliases: Mapping[str, tuple[str, ...]]


class ContentRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was told about one attribute and a message needs or must not hold; see `Content` beside `Expectation`."""

    attribute: str
    values: tuple[str, ...]
    needed: bool = False
    person: str = ""


class ExpectationRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The right answer to a question; see `regulars.rewards.verdicts.expectation.Expectation`.

    Attributes:
        domain: The name of the attribute, or a whole domain for a question without an attribute.
    """

    domain: str | DomainRecord
    answerable: bool
    gold: tuple[str, ...]
    stale: tuple[str, ...]
    others: tuple[str, ...]
    category: str = ""
    options: tuple[str, ...] = ()
    over: bool = False
    contents: tuple[ContentRecord, ...] = ()
    offered: tuple[str, ...] = ()
    asks_untold: bool = False
    compared: tuple[str, ...] = ()
    asked_day: str = ""


_ALIKE = frozenset(ExpectationRecord.__struct_fields__) - {"domain", "contents"}
"""Fields that an expectation and its record share."""


class OutcomeRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The outcome of asking a probe once.

    Attributes:
        time: The time of the question.
        attempt: 1, or 2 for a repeat after a correction.
        status: Asked, unanswerable or void.
        expectation: The right answer; None if void.
        evidence: The sufficient sets of turn ids.
        verdict: The verdict on the reply; None if none applies.
        turn: The id of the reply; empty out of band.
        reply: The words of the reply.
        answer: The structured answer; None if not declared.
        recalled: Ids in rank order, of turns or sessions by the record's `level`; None if not declared.
        used: The turns declared as used; None if not declared.
        mark: The numbers of disclosures with hearsay, and of commitments, in the ledger at that time.
        horizon: Utterances from the earliest turn of the latest evidence to the question; -1 without evidence.
        question: The words of an out-of-band question, else empty.
        noise: The kinds of human noise in the evidence.
        classes: Competing values by class of error.
        ratings: Scores of published judges by scale, such as RealMem's; see `regulars.evaluation.judging`.
        unrated: Scales whose judge failed, or could not be read.
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
    used: tuple[str, ...] | None = None
    mark: tuple[int, int]
    horizon: int
    question: str = ""
    noise: tuple[str, ...] = ()
    classes: Mapping[str, tuple[str, ...]] = {}
    ratings: Mapping[str, float] = {}
    unrated: tuple[str, ...] = ()


class ProbeRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A planned probe and its outcomes. Other fields are those of `regulars.scenarios.world.Probe`.

    Attributes:
        status: The status when it was first asked.
        outcomes: One outcome for each time it was asked.
        limited: Whether the answer had a time limit.
        contrast: The id of the other probe of a contrast pair; empty for none.
    """

    id: str
    kind: str
    form: Form
    attribute: str
    target: str = ""
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
        """The first outcome with an expectation; None if there is none."""
        return next((outcome for outcome in self.outcomes if outcome.expectation is not None), None)

    def planned(self) -> Probe:
        """The planned probe, with the fields that its resolution needs."""
        names = ("id", "kind", "form", "attribute", "owner", "asker", "purpose", "time", "session", "band", "anchor")
        return Probe(**{name: getattr(self, name) for name in (*names, "target", "other", "value", "context")})


def record_verdict(verdict: Verdict | None, judged: PanelFinding | None = None) -> VerdictRecord | None:
    """Converts a verdict for a record.

    Args:
        verdict: The verdict; None if none applies.
        judged: What judge models said of the reply; None if none was asked.
    """
    if judged is not None:
        found = record_verdict(verdict) or VerdictRecord(kind="none", score=0.0, source="unreadable")
        return replace(
            found,
            matcher=cast(VerdictName, judged.matcher.name.lower()),
            opinions=tuple(OpinionRecord(judge=one.judge, vote=one.vote, reason=one.reason) for one in judged.opinions),
        )
    if verdict is None:
        return None
    kind = cast(VerdictName, verdict.kind.name.lower())
    source = cast(SourceName, verdict.source.name.lower())
    reason = "" if verdict.source is VerdictSource.MATCHER else verdict.reason
    return VerdictRecord(kind=kind, score=verdict.score, source=source, late=verdict.late, reason=reason)


def record_expectation(expectation: Expectation | None, ontology: Ontology) -> ExpectationRecord | None:
    """Converts an expectation for a record, with the name of its attribute or else the whole domain."""
    if expectation is None:
        return None
    domain = expectation.domain
    known = domain.name in ontology and ontology.domain(domain.name) is domain
    whole = DomainRecord(name=domain.name, type=domain.type, unit=domain.unit, aliases=domain.aliases)
    contents = tuple(
        ContentRecord(attribute=one.attribute, values=one.values, needed=one.needed, person=one.person)
        for one in expectation.contents
    )
    fields = {name: getattr(expectation, name) for name in _ALIKE}
    return ExpectationRecord(domain=domain.name if known else whole, contents=contents, **fields)


def expectation_of(record: ExpectationRecord, form: Form, ontology: Ontology, kind: str = "") -> Expectation:
    """Converts the expectation of a record back.

    Args:
        record: The record from `record_expectation`.
        form: The form of the probe.
        ontology: The ontology of the episode's language.
        kind: The kind of the probe, which says whether the question is about an earlier time.
    """
    domain = record.domain
    if isinstance(domain, DomainRecord):
        found = Domain(name=domain.name, type=domain.type, aliases=domain.aliases, unit=domain.unit)
    else:
        found = ontology.domain(domain)
    contents = tuple(
        Content(one.attribute, ontology.domain(one.attribute), one.values, one.needed, one.person)
        for one in record.contents
    )
    alike = {name: getattr(record, name) for name in _ALIKE}
    return Expectation(form=form, domain=found, contents=contents, earlier=kind in EARLIER_KINDS, **alike)
