"""A moment of a life, and the questions that could be asked at it.

A question that is no multiple choice comes with a contrast probe: the same question about something that was never
told, or with the other answer right. So no constant answer wins, and the words of a question do not tell whether it has
an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regulars.scenarios.kinds import DisclosurePhrasing, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger

PURPOSES = {
    ProbeKind.SINGLE_SESSION_USER: "recall",
    ProbeKind.SINGLE_SESSION_ASSISTANT: "recall of a choice",
    ProbeKind.KNOWLEDGE_UPDATE: "latest value",
    ProbeKind.MULTI_SESSION: "collection over sessions",
    ProbeKind.TEMPORAL: "date",
    ProbeKind.ABSTENTION: "absence",
}


class Candidate(NamedTuple):
    """A question that could be asked. It is sure if its answerability is the same in every run."""

    kind: ProbeKind
    form: Form
    attribute: str
    owner: str
    purpose: str
    target: str = ""
    anchor: bool = False
    other: str = ""
    value: str = ""
    context: str = ""
    difficulty: str = "easy"
    contrast: Candidate | None = None
    is_sure: bool = True

    @property
    def key(self) -> tuple[str, str, str, Form]:
        """Identifies questions that may be asked only once at a moment."""
        return self.owner, self.attribute, self.other, self.form


class Scene:
    """One person's plan at a moment, and the attributes that are never told.

    Args:
        told: The person's plan.
        ontology: The attributes.
        done: How many sessions of the scenario are over.
        untold: Attributes that the person never tells and nothing implies, in an order of the scenario's own.
    """

    def __init__(self, told: PlannedLedger, ontology: Ontology, done: int, untold: Sequence[Attribute]) -> None:
        self.told = told
        self.ontology = ontology
        self.done = done
        self.untold = untold
        self._never: dict[str, Attribute | None] = {}
        known = [(ontology.attribute(name), told.before(name, done)) for name in told.disclosures]
        self._sure = [
            (attribute, disclosures)
            for attribute, disclosures in known
            if disclosures and all(disclosure.is_open for disclosure in disclosures)
        ]
        self._single = [
            (attribute, disclosures)
            for attribute, disclosures in self._sure
            if attribute.cardinality is Cardinality.ONE and told.over.get(attribute.name, done) >= done
        ]

    def single(self) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
        """Attributes of one value that were told openly and are not over."""
        return iter(self._single)

    def settled(self) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
        """Those of `single` without a disclosure in the session that has just ended.

        What was said last is often among the few things that a session told: who keeps nothing but that must not win.
        """
        return ((attribute, told) for attribute, told in self._single if told[-1].session != self.done - 1)

    def many(self) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
        """Attributes of many values, at least two of them told, all openly."""
        return (
            (attribute, disclosures)
            for attribute, disclosures in self._sure
            if attribute.cardinality is Cardinality.MANY and len(disclosures) > 1
        )

    def make(self, kind: ProbeKind, form: Form, attribute: Attribute, **fields: object) -> Candidate:
        """A candidate about the scene's person."""
        purpose = PURPOSES.get(kind) or kind.value.replace("-", " ")
        return Candidate(kind, form, attribute.name, self.told.person, purpose, **fields)  # type: ignore[arg-type]  # by name

    def never(self, like: Attribute) -> Attribute | None:
        """An attribute that is never told and is as similar to `like` as possible."""
        if like.name not in self._never:
            sort = sort_of(like)
            same = (one for one in self.untold if sort_of(one) == sort)
            near = (one for one in self.untold if one.type is like.type and one.cardinality is like.cardinality)
            self._never[like.name] = next(same, None) or next(near, None)
        return self._never[like.name]

    def controlled(self, made: Candidate, value: str | None = None) -> Iterator[Candidate]:
        """A candidate, and as its contrast probe the same question about an attribute that is never told.

        Without a control there is no question: alone, a constant answer could win it. The contrast probe supposes
        `value`, or what the question itself supposes.
        """
        control = self.never(self.ontology.attribute(made.attribute))
        if control is not None:
            other = made.value if value is None else value
            yield made._replace(contrast=made._replace(attribute=control.name, value=other))


_SORTS: dict[str, tuple[Attribute, tuple[object, ...]]] = {}
"""Sorts by name, each with the attribute that it was found for."""


def sort_of(attribute: Attribute) -> tuple[object, ...]:
    """What makes questions about two attributes alike."""
    sort = _SORTS.get(attribute.name)
    if sort is None or sort[0] is not attribute:
        shape = attribute.type, attribute.cardinality, attribute.change
        sort = _SORTS[attribute.name] = attribute, (*shape, bool(attribute.implied_by), attribute.project)
    return sort[1]


def difficulty(disclosures: Sequence[PlannedDisclosure], hops: int = 1) -> str:
    """The difficulty, by how many turns the answer takes and how plainly they say it."""
    if hops > 1 or len(disclosures) > 2 or any(one.phrasing is DisclosurePhrasing.PIECEMEAL for one in disclosures):
        return "hard"
    plain = all(one.phrasing in (DisclosurePhrasing.DIRECT, DisclosurePhrasing.UNMARKED) for one in disclosures)
    return "easy" if len(disclosures) == 1 and plain else "medium"
