"""A moment of a life, and the questions that can be asked at it.

Each question without options comes with a contrast probe: the same question about an attribute that was never told, or
with the other answer right. So no constant answer wins, and the words of a question do not show whether it has an
answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from operator import itemgetter
from typing import Any, NamedTuple

from regulars.scenarios.insights.entries import Interpretation
from regulars.scenarios.kinds import DisclosurePhrasing, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Attribute, Cardinality, sort_of
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger
from regulars.seeding import SeedTree

PURPOSES = {
    ProbeKind.SINGLE_SESSION_USER: "recall",
    ProbeKind.SINGLE_SESSION_ASSISTANT: "recall of a choice",
    ProbeKind.KNOWLEDGE_UPDATE: "latest value",
    ProbeKind.MULTI_SESSION: "collection over sessions",
    ProbeKind.TEMPORAL: "date",
    ProbeKind.ABSTENTION: "absence",
}

CHOSEN = (ProbeKind.SINGLE_SESSION_ASSISTANT,)
"""Kinds for which the assistant's own choices decide whether there is an answer."""

ENDED = "end of a value"
"""Purpose of a question about what is over."""

_WITHOUT_VALUE = frozenset({ProbeKind.ABSTENTION, *CHOSEN})
"""Kinds whose answer is no value that the person told."""


class Candidate(NamedTuple):
    """A question that can be asked.

    It is sure if all that it is about is told openly, or would have been. The twin of an unanswerable one is the kind
    that it would be of if its attribute had been told.
    """

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
    twin: ProbeKind | None = None

    @property
    def has_value(self) -> bool:
        """Whether every run answers it with a value that the person told."""
        return self.is_sure and self.kind not in _WITHOUT_VALUE and self.purpose != ENDED

    @property
    def is_guessable(self) -> bool:
        """Whether an answer that is the same in every life wins it at times: what is over, or what was chosen."""
        return self.purpose == ENDED or self.kind in CHOSEN

    @property
    def key(self) -> tuple[str, str, str, Form]:
        """Identifies questions that may be asked only once at a moment."""
        return self.owner, self.attribute, self.other, self.form


def field_of(*names: str) -> Callable[[Candidate], Any]:
    """A function that reads these fields of a candidate. It is twice as fast as `operator.attrgetter`."""
    return itemgetter(*map(Candidate._fields.index, names))


key_of: Callable[[Candidate], tuple[str, str, str, Form]] = field_of("owner", "attribute", "other", "form")
"""The `key` of a candidate, for whole lists of them."""


class Scene:
    """One person's planned ledger at a moment, and the attributes that are never told.

    Args:
        told: The person's planned ledger.
        ontology: The attributes.
        done: Number of finished sessions of the scenario.
        untold: Attributes that the person never tells and nothing implies, in an order that the scenario decides. Those
            in doubt are left out.
        insights: The interpretations of the language pack.
        today: The day on which the questions are asked, as `2025-05-01`; empty if no date has passed by then.
        legs: The attributes on which interpretations rest.
    """

    def __init__(
        self,
        told: PlannedLedger,
        ontology: Ontology,
        done: int,
        untold: Sequence[Attribute],
        insights: Sequence[Interpretation] = (),
        today: str = "",
        legs: Set[str] = frozenset(),
    ) -> None:
        self.told = told
        self.ontology = ontology
        self.done = done
        self.untold = [one for one in untold if not told.is_in_doubt(one.implied_by or one.name, done)]
        self.insights = insights
        self.today = today
        self.legs = legs
        self._controls: dict[tuple[str, bool], Attribute | None] = {}
        self._ranks: dict[str, int] = {}
        counts = Counter[tuple[object, ...]]()
        for name in told.disclosures:
            sort = sort_of(ontology.attribute(name))
            self._ranks[name] = counts[sort]
            counts[sort] += 1
        self._aside: list[tuple[Attribute, list[PlannedDisclosure]]] = []
        self._many: list[tuple[Attribute, list[PlannedDisclosure]]] = []
        self._single: list[tuple[Attribute, list[PlannedDisclosure]]] = []
        for name in told.disclosures:
            known = told.before(name, done)
            if not known or not all(one.is_open for one in known) or told.is_in_doubt(name, done):
                continue
            attribute = ontology.attribute(name)
            if attribute.cardinality is Cardinality.ONE:
                if told.over.get(name, done) >= done:
                    (self._aside if name in told.aside else self._single).append((attribute, known))
            elif attribute.cardinality is Cardinality.MANY and len(known) > 1 and name not in told.aside:
                self._many.append((attribute, known))

    def single(self) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
        """Attributes with one value that were told openly, have not ended and are not in doubt."""
        return iter(self._single)

    def settled(self) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
        """Those of `single` without a disclosure in the session that has just ended.

        That session tells few things. A memory that keeps only the last session must not win.
        """
        return ((attribute, told) for attribute, told in self._single if told[-1].session != self.done - 1)

    def aside(self) -> dict[str, Attribute]:
        """As `settled`, what incidents are about: claimed, or paired with what is forgotten."""
        return {attribute.name: attribute for attribute, told in self._aside if told[-1].session != self.done - 1}

    def many(self) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
        """Attributes with many values; at least two were told, and all openly."""
        return iter(self._many)

    def lies_ahead(self, disclosure: PlannedDisclosure) -> bool:
        """Whether a date still lies ahead, as exactly as it was told: this month does not."""
        return disclosure.said > self.today[: len(disclosure.said)]

    def make(self, kind: ProbeKind, form: Form, attribute: Attribute, **fields: object) -> Candidate:
        """A candidate about the scene's person."""
        purpose = PURPOSES.get(kind) or kind.value.replace("-", " ")
        return Candidate(kind, form, attribute.name, self.told.person, purpose, **fields)  # type: ignore[arg-type]  # by name

    def never(self, like: Attribute) -> Attribute | None:
        """The untold attribute that is most similar to `like`; None if none is similar."""
        return self._control_of(like, False)

    def unspoken(self, like: Attribute) -> Attribute | None:
        """As `never`, for questions on what was said: without attributes that the person talked of a plan for.

        A true account of such a plan answers what was said, although nothing was decided.
        """
        return self._control_of(like, True)

    def _control_of(self, like: Attribute, is_unspoken: bool) -> Attribute | None:
        key = like.name, is_unspoken
        if key not in self._controls:
            untold = self.untold
            if is_unspoken:
                untold = [one for one in untold if not self.told.is_floated(one.name, self.done)]
            self._controls[key] = self.control(like, untold)
        return self._controls[key]

    def control(self, like: Attribute, untold: Sequence[Attribute]) -> Attribute | None:
        """The one of some untold attributes that is most similar to `like`; None if none is similar.

        Told attributes of a sort have different ones as far as there are enough, so that both are asked about as often.
        If possible it would have been told by then too, and several times if `like` was.
        """
        told, done = self.told, self.done
        able = _alike(untold, like)
        if not able:
            return None
        start = self._ranks.get(like.name, 0) % len(able)
        often = min(2, told.tellings(like.implied_by or like.name, done))
        ring = (*able[start:], *able[:start])
        return min(ring, key=lambda one: abs(often - min(2, told.tellings(one.implied_by or one.name, done))))

    def similar(self, told: Sequence[Attribute], like: Attribute) -> Attribute | None:
        """One of some attributes that is most similar to `like`; None if none is similar."""
        able = _alike(told, like)
        return SeedTree(0).draws("similar", self.told.person, like.name).choice(able) if able else None

    def controlled(self, made: Candidate, value: str | None = None) -> Iterator[Candidate]:
        """A candidate with a contrast probe: the same question about an attribute that is never told.

        Without such an attribute there is no question, since a constant answer could win it. The contrast probe assumes
        `value`, by default the value that the question itself assumes.
        """
        control = self.never(self.ontology.attribute(made.attribute))
        if control is not None:
            other = made.value if value is None else value
            yield made._replace(contrast=made._replace(attribute=control.name, value=other))


def _alike(some: Sequence[Attribute], like: Attribute) -> list[Attribute]:
    """Those of the sort of an attribute; if there are none, those of its type and cardinality."""
    sort = sort_of(like)
    able = [one for one in some if sort_of(one) == sort]
    if able or like.implied_by:  # there are few that are implied, and others are never asked about in such words
        return able
    return [one for one in some if one.type is like.type and one.cardinality is like.cardinality]


def difficulty(disclosures: Sequence[PlannedDisclosure], hops: int = 1) -> str:
    """The difficulty, by the number of turns that the answer needs and how plainly they tell it."""
    if hops > 1 or len(disclosures) > 2 or any(one.phrasing is DisclosurePhrasing.PIECEMEAL for one in disclosures):
        return "hard"
    plain = all(one.phrasing in (DisclosurePhrasing.DIRECT, DisclosurePhrasing.UNMARKED) for one in disclosures)
    return "easy" if len(disclosures) == 1 and plain else "medium"
