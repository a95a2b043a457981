"""The base kinds: the questions about one attribute at a moment. They can be asked in-band too."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
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

_turns_of = attrgetter("turns")


class _Occasion(NamedTuple):
    """The questions about one attribute.

    Attributes:
        attribute: The attribute's name.
        source: The attribute whose disclosure answers them: itself, or the one that implies it.
        turns: Numbers of sessions after which the possible questions change.
        asked: The possible questions before the first of them, and after each.
        talked: Those of them that can be asked in the conversation: their answer is the same in every run, or a choice.
        told_in: The sessions in which it is told, or its value is put in doubt.
    """

    attribute: str
    source: str
    turns: tuple[int, ...]
    asked: Sequence[Sequence[Candidate]]
    talked: Sequence[Sequence[Candidate]]
    told_in: frozenset[int]


class Occasions:
    """The questions about one person after any number of sessions.

    Args:
        ontology: The attributes.
        node: The scenario's node.
        told: The person's planned ledger.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, told: PlannedLedger) -> None:
        self._ontology = ontology
        self.told = told
        self.controls = self._controls(node)
        self._controlled = frozenset(self.controls)
        names = {*told.disclosures, *told.choices, *self.controls}
        names |= {other for name in told.disclosures for other in ontology.attribute(name).implies}
        made = [self._occasion(attribute) for attribute in ontology if attribute.name in names]
        possible = [one for one in made if any(one.asked)]
        self._by_name = {one.attribute: one for one in possible}
        aside = told.anchored | {one.attribute for one in told.unsaid if one.anchor}
        self._occasions = _joined(possible)
        self._talked = _joined([one for one in possible if one.source not in aside and any(one.talked)])

    def _controls(self, node: SeedTree) -> tuple[str, ...]:
        """Attributes that the person never tells, for abstention probes.

        The person could have told each of them, and tells nothing kindred. If no other projects were planned, the
        untold attributes of the person's own projects count too.
        """
        told, ontology = self.told, self._ontology
        named = set(told.disclosures)
        named |= {implied for name in named for implied in ontology.attribute(name).implies}
        able = [one.attribute for one in told.unsaid]
        able += [implied for name in able for implied in ontology.attribute(name).implies]
        if not any(ontology.attribute(one.attribute).project for one in told.unsaid):
            able += [attribute.name for attribute in ontology if attribute.project and attribute.is_told]
        able = [name for name in able if name not in named and name not in told.claimed]
        able = [name for name in able if not told.has_kin(name)]
        node.draws("controls", told.person).shuffle(able)
        return tuple(able)

    # At a moment

    def beside(self, done: int) -> list[Candidate]:
        """The questions that can be asked out of band after `done` sessions of the scenario."""
        return [one for occasion in self._occasions for one in occasion.asked[bisect_right(occasion.turns, done)]]

    def within(self, session: int, before: int) -> list[Candidate]:
        """The questions that the person can ask in a session: about nothing anchored or told in that session.

        Args:
            session: Its index.
            before: The index of the person's previous session. The outcome of a choice is told in the session after
                the choice, so that session asks no question about it.
        """
        turning_out = {name for name, (at, _) in self.told.choices.items() if at == before}
        return [
            one
            for occasion in self._talked
            if session not in occasion.told_in and occasion.attribute not in turning_out
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
        sessions = [disclosure.session for disclosure in disclosures]
        if source in told.forgotten or source in told.claimed:
            return _Occasion(name, source, (), ([],), ([],), frozenset(sessions))
        if not disclosures and name not in told.choices:
            absent = [] if attribute.is_chosen else self._absent(attribute)
            turns = tuple(sorted({at + 1 for at in told.doubts(source)})) if absent else ()
            asked = [[] if told.is_in_doubt(source, done) else absent for done in (0, *turns)]
            talked = [[one for one in some if _can_be_talked_of(one)] for some in asked]
            return _Occasion(name, source, turns, asked, talked, _NEVER)
        ends = [told.over[source]] if source in told.over else []
        chosen = [told.choices[name][0]] if name in told.choices else []
        doubts = told.doubts(source)
        turns = tuple(sorted({at + 1 for at in (*sessions, *ends, *chosen, *doubts)}))
        sure = attribute.is_chosen or all(disclosure.is_open for disclosure in disclosures)
        askable = [self._askable(attribute, source, sessions, done, sure) for done in (0, *turns)]
        talked = [[one for one in some if _can_be_talked_of(one)] for some in askable]
        return _Occasion(name, source, turns, askable, talked, frozenset((*sessions, *doubts)))

    def _askable(
        self, attribute: Attribute, source: str, sessions: Sequence[int], done: int, sure: bool
    ) -> list[Candidate]:
        """The questions about an attribute after `done` sessions."""
        told, name = self.told, attribute.name
        if attribute.is_chosen:
            session, act = told.choices.get(name, (done, ""))
            kind = ProbeKind.SINGLE_SESSION_ASSISTANT
            return [self._candidate(kind, Form.CHOICE, attribute, sure, target=act)] if session < done else []
        before = bisect_left(sessions, done)
        if not before:
            return self._absent(attribute, sessions[0] if sessions else None, sure)
        if told.is_in_doubt(source, done):
            return []
        form = requested_form(attribute)
        forms: tuple[Form, ...]
        if form is not Form.VALUE:
            forms = () if before == 1 else (form,)
            if before > 1 and form is Form.SET and told.counts(name, done):
                forms = (form, Form.COUNT)
            return [self._candidate(ProbeKind.MULTI_SESSION, one, attribute, sure) for one in forms]
        target = ""
        is_over = told.over.get(source, done) < done
        if attribute.type is ValueType.DATE:
            kind, target = ProbeKind.TEMPORAL, name
        elif before > 1 or is_over:
            kind = ProbeKind.KNOWLEDGE_UPDATE
        else:
            kind = ProbeKind.SINGLE_SESSION_USER
        made = self._candidate(kind, form, attribute, sure, target=target, anchor=source in told.anchored)
        return [made._replace(purpose=ENDED) if is_over else made]

    def _absent(self, attribute: Attribute, first: int | None = None, sure: bool = True) -> list[Candidate]:
        """The unanswerable questions about an attribute, before the session `first` that tells it; None for never."""
        name = attribute.name
        if (first is None or self.told.has_kin(name, first)) and name not in self._controlled:
            return []
        form = requested_form(attribute)
        forms = (form, Form.COUNT) if form is Form.SET else (form,)
        kind, person = ProbeKind.ABSTENTION, self.told.person
        purpose = PURPOSES[kind] if first is None else NOT_YET
        return [Candidate(kind, one, name, person, purpose, is_sure=sure) for one in forms]

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


def _can_be_talked_of(one: Candidate) -> bool:
    """Whether a question can be asked in the conversation: its answer is the same in every run, and no count."""
    return one.is_sure and one.form is not Form.COUNT and one.purpose != NOT_YET
