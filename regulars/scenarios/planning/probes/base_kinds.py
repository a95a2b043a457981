"""The base kinds: the questions about one attribute at a moment. They can be asked in-band too."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.ledger import PlannedLedger
from regulars.scenarios.planning.probes.quotas import NOT_YET
from regulars.scenarios.planning.probes.scenes import ENDED, PURPOSES, Candidate
from regulars.seeding import SeedTree
from regulars.values import ValueType

_NEVER: frozenset[int] = frozenset()
"""The sessions in which a control is told."""

_ABSENCE = PURPOSES[ProbeKind.ABSTENTION]
_turns_of = attrgetter("turns")


class _Occasion(NamedTuple):
    """The questions about one attribute.

    Attributes:
        attribute: The attribute's name.
        source: The attribute whose disclosure answers them: itself, or the one that implies it.
        turns: Numbers of sessions after which the possible questions change.
        asked: The possible questions before the first of them, and after each.
        talked: Those of them that can be asked in the conversation: their answer is the same in every run, or a choice.
        told_in: The sessions in which it is told, also once more, or its value is put in doubt.
    """

    attribute: str
    source: str
    turns: tuple[int, ...]
    asked: Sequence[Sequence[Candidate]]
    talked: Sequence[Sequence[Candidate]]
    told_in: frozenset[int]


class Early(Enum):
    """What is never told and can be asked about in the conversation before it would have been told.

    Nothing; all but what would have been an anchor; or all.
    """

    NOTHING = 0
    WITHOUT_ANCHORS = 1
    ALL = 2


class Occasions:
    """The questions about one person after any number of sessions.

    Args:
        ontology: The attributes.
        node: The scenario's node.
        told: The person's planned ledger.
        early: What is never told and can be asked about before it would have been told.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, told: PlannedLedger, early: Early = Early.NOTHING) -> None:
        self._ontology = ontology
        self._early = early
        self.told = told
        self._closed = frozenset([one.attribute for one in told.unsaid if not one.is_open])
        self.controls = self._controls(node)
        self._controlled = frozenset(self.controls)
        self._made: dict[tuple[object, ...], list[Candidate]] = {}
        names = {*told.disclosures, *told.choices, *self.controls}
        names |= {other for name in told.disclosures for other in ontology.attribute(name).implies}
        made = [self._occasion(attribute) for attribute in ontology if attribute.name in names]
        possible = [one for one in made if any(one.asked)]
        self._by_name = {one.attribute: one for one in possible}
        self.unsaid_anchors = sorted(one.attribute for one in told.unsaid if one.anchor)
        aside = told.anchored.union(() if early is Early.ALL else self.unsaid_anchors)
        self._occasions = _joined(possible)
        self._talked = _joined([one for one in possible if one.source not in aside and any(one.talked)])

    def _controls(self, node: SeedTree) -> tuple[str, ...]:
        """Attributes that the person never tells, for abstention probes.

        The person could have told each of them. If the person has projects and no other ones were planned, the untold
        attributes of projects count too.
        """
        told, ontology = self.told, self._ontology
        named = set(told.disclosures)
        named |= {implied for name in named for implied in ontology.attribute(name).implies}
        able = [one.attribute for one in told.unsaid]
        able += [implied for name in able for implied in ontology.attribute(name).implies]
        has_projects = any(ontology.attribute(name).project for name in told.disclosures)
        if has_projects and not any(ontology.attribute(one.attribute).project for one in told.unsaid):
            able += [attribute.name for attribute in ontology if attribute.project and attribute.is_told]
        able = [name for name in able if name not in named and name not in told.claimed]
        node.draws("controls", told.person).shuffle(able)
        return tuple(able)

    @property
    def open_controls(self) -> list[str]:
        """Those of `controls` that would have been told openly."""
        sources = [(name, self._ontology.attribute(name).implied_by or name) for name in self.controls]
        return [name for name, source in sources if source not in self._closed]

    # At a moment

    def beside(self, done: int) -> list[Candidate]:
        """The questions that can be asked out of band after `done` sessions of the scenario."""
        return [one for occasion in self._occasions for one in occasion.asked[bisect_right(occasion.turns, done)]]

    def within(self, session: int) -> list[Candidate]:
        """The questions that the person can ask in the session with that index.

        They are about nothing anchored or told in that session, and about no choice whose outcome is told by then.
        """
        without = {name for name, at in self.told.outcomes.items() if at <= session}
        return [
            one
            for occasion in self._talked
            if session not in occasion.told_in and occasion.attribute not in without
            for one in occasion.talked[bisect_right(occasion.turns, session)]
        ]

    def of(self, attribute: str, done: int) -> Sequence[Candidate]:
        """The questions about one attribute after `done` sessions."""
        occasion = self._by_name.get(attribute)
        return occasion.asked[bisect_right(occasion.turns, done)] if occasion is not None else ()

    # One attribute

    def _occasion(self, attribute: Attribute) -> _Occasion:
        told, name = self.told, attribute.name
        source = attribute.implied_by or name
        disclosures = told.disclosures.get(source, ())
        sessions = told.sessions(source)
        if source in told.aside:
            return _Occasion(name, source, (), ([],), ([],), frozenset(sessions))
        if not disclosures and name not in told.choices:
            if attribute.is_chosen:
                return _Occasion(name, source, (), ([],), ([],), _NEVER)
            would, doubts, sure = told.would_be_told(source), told.doubts(source), source not in self._closed
            turns = tuple(sorted({at + 1 for at in (*would, *told.would_end(source), *doubts)}))
            asked = [self._never_told(attribute, source, would, done, sure, bool(doubts)) for done in (0, *turns)]
            return _Occasion(name, source, turns, asked, _talked_of(asked, sure), frozenset((*would, *doubts)))
        ends = [told.over[source]] if source in told.over else []
        chosen = [told.choices[name][0]] if name in told.choices else []
        doubts = told.doubts(source)
        turns = tuple(sorted({at + 1 for at in (*sessions, *ends, *chosen, *doubts)}))
        sure = attribute.is_chosen or all(disclosure.is_open for disclosure in disclosures)
        askable = [self._askable(attribute, source, sessions, done, sure, bool(doubts)) for done in (0, *turns)]
        told_in = frozenset((*sessions, *told.again.get(source, ()), *doubts))
        return _Occasion(name, source, turns, askable, _talked_of(askable, sure), told_in)

    def _askable(
        self, attribute: Attribute, source: str, sessions: Sequence[int], done: int, sure: bool, doubtful: bool
    ) -> list[Candidate]:
        """The questions about an attribute after `done` sessions. If `doubtful`, its value is in doubt at times."""
        told, name = self.told, attribute.name
        if attribute.is_chosen:
            session, act = told.choices.get(name, (done, ""))
            kind = ProbeKind.SINGLE_SESSION_ASSISTANT
            return [self._candidate(kind, Form.CHOICE, attribute, sure, target=act)] if session < done else []
        before = bisect_left(sessions, done)
        if not before:
            return self._absent(attribute, sessions[0] if sessions else None, sure)
        if doubtful and told.is_in_doubt(source, done):
            return []
        form = requested_form(attribute)
        forms: tuple[Form, ...]
        if form is not Form.VALUE:
            open_sum = form is Form.SUM and not sure  # a hint at one more leaves the total open
            forms = () if before == 1 or open_sum else (form,)
            if forms and form is Form.SET and told.counts(name, done):
                forms = (form, Form.COUNT)
            return [self._candidate(ProbeKind.MULTI_SESSION, one, attribute, sure) for one in forms]
        is_over = told.over.get(source, done) < done
        kind = _kind_of_value(attribute, before + is_over)
        key = name, kind, is_over
        if key not in self._made:
            target = name if kind is ProbeKind.TEMPORAL else ""
            made = self._candidate(kind, form, attribute, sure, target=target, anchor=source in told.anchored)
            self._made[key] = [made._replace(purpose=ENDED) if is_over else made]
        return self._made[key]

    def _never_told(
        self, attribute: Attribute, source: str, would: Sequence[int], done: int, sure: bool, doubtful: bool
    ) -> list[Candidate]:
        """The unanswerable questions about an attribute that is never told, after `done` sessions.

        `would` are the sessions in which it would have been told. If `doubtful`, its value is in doubt at times.
        They can be asked when they could have been if it had been told: a list or a sum needs two tellings.
        """
        told = self.told
        if doubtful and told.is_in_doubt(source, done):
            return []
        if self._early is not Early.NOTHING or not would:
            return self._absent(attribute, sure=sure)
        form, times = requested_form(attribute), sum([session < done for session in would])
        if form is Form.VALUE:
            if not times:
                return []
            twin = _kind_of_value(attribute, times + told.would_be_over(source, done))
            return self._absent(attribute, sure=sure, twin=twin)
        if times < 2 or (form is Form.SUM and not sure):
            return []
        made = self._absent(attribute, sure=sure, twin=ProbeKind.MULTI_SESSION)
        return [one for one in made if one.form is not Form.COUNT or told.counts(source, done)]

    def _absent(
        self, attribute: Attribute, first: int | None = None, sure: bool = True, twin: ProbeKind | None = None
    ) -> list[Candidate]:
        """The unanswerable questions about an attribute, before the session `first` that tells it; None for never."""
        name = attribute.name
        if (first is None or self.told.has_kin(name, first)) and name not in self._controlled:
            return []
        kind, purpose = ProbeKind.ABSTENTION, _ABSENCE if first is None else NOT_YET
        key = name, purpose, twin
        made = self._made.get(key)
        if made is None:
            form, person = requested_form(attribute), self.told.person
            forms = (form, Form.COUNT) if form is Form.SET else (form,)
            made = [Candidate(kind, one, name, person, purpose, is_sure=sure, twin=twin) for one in forms]
            self._made[key] = made
        return made

    def _candidate(
        self,
        kind: ProbeKind,
        form: Form,
        attribute: Attribute,
        sure: bool,
        *,
        target: str = "",
        anchor: bool = False,
    ) -> Candidate:
        return Candidate(kind, form, attribute.name, self.told.person, PURPOSES[kind], target, anchor, is_sure=sure)


def _kind_of_value(attribute: Attribute, times: int) -> ProbeKind:
    """The kind of a question about a value that was told, or whose end was, so many times."""
    if attribute.type is ValueType.DATE:
        return ProbeKind.TEMPORAL
    return ProbeKind.KNOWLEDGE_UPDATE if times > 1 else ProbeKind.SINGLE_SESSION_USER


def _joined(occasions: Sequence[_Occasion]) -> list[_Occasion]:
    """The same questions in the same order; neighbours whose questions never change are one occasion."""
    joined: list[_Occasion] = []
    for turns, neighbours in groupby(occasions, key=_turns_of):
        if turns:
            joined += neighbours
            continue
        same = list(neighbours)
        asked = [one for occasion in same for one in occasion.asked[0]]
        talked = [one for occasion in same for one in occasion.talked[0]]
        joined.append(_Occasion(same[0].attribute, same[0].source, (), (asked,), (talked,), _NEVER))
    return joined


def _talked_of(asked: Sequence[Sequence[Candidate]], sure: bool) -> Sequence[Sequence[Candidate]]:
    """The questions that can be asked in the conversation: their answer is the same in every run, and no count."""
    if not sure:
        return ((),) * len(asked)
    return [[one for one in some if one.form is not Form.COUNT and one.purpose != NOT_YET] for some in asked]
