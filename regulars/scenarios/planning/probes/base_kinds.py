"""The base kinds: the questions about one attribute at a moment. They can be asked in-band too."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum
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

_VALUE, _SET, _COUNT, _SUM = Form.VALUE, Form.SET, Form.COUNT, Form.SUM
_SINGLE, _COLLECTED = ProbeKind.SINGLE_SESSION_USER, ProbeKind.MULTI_SESSION
_CHOICE = ProbeKind.SINGLE_SESSION_ASSISTANT
_UPDATE, _DATE, _ABSTENTION = ProbeKind.KNOWLEDGE_UPDATE, ProbeKind.TEMPORAL, ProbeKind.ABSTENTION
_ABSENCE = PURPOSES[_ABSTENTION]


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
        names = {*told.disclosures, *told.choices, *self.controls}
        names |= {other for name in told.disclosures for other in ontology.attribute(name).implies}
        made = [self._occasion(attribute) for attribute in ontology if attribute.name in names]
        possible = [one for one in made if any(one.asked)]
        self._by_name = {one.attribute: one for one in possible}
        self.unsaid_anchors = sorted(one.attribute for one in told.unsaid if one.anchor)
        aside = told.anchored.union(() if early is Early.ALL else self.unsaid_anchors)
        self._asked = [(one.turns, one.asked) for one in possible]
        self._talked = [one for one in possible if one.source not in aside and any(one.talked)]

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
        return [one for turns, asked in self._asked for one in asked[bisect_right(turns, done)]]

    def within(self, session: int) -> list[Candidate]:
        """The questions that the person can ask in the session with that index.

        They are about nothing anchored or told in that session, and about no choice whose outcome is told by then.
        """
        without = {name for name, at in self.told.outcomes.items() if at <= session}
        return [
            one
            for name, _, turns, _, talked, told_in in self._talked
            if session not in told_in and name not in without
            for one in talked[bisect_right(turns, session)]
        ]

    def of(self, attribute: str, done: int) -> Sequence[Candidate]:
        """The questions about one attribute after `done` sessions."""
        occasion = self._by_name.get(attribute)
        return occasion.asked[bisect_right(occasion.turns, done)] if occasion is not None else ()

    # One attribute

    def _occasion(self, attribute: Attribute) -> _Occasion:
        told, name = self.told, attribute.name
        source = attribute.implied_by or name
        sessions = told.sessions(source)
        if source in told.aside:
            return _Occasion(name, source, (), ([],), ([],), frozenset(sessions))
        doubts = told.doubts(source)
        told_in = frozenset((*sessions, *told.again.get(source, ()), *doubts))
        if name in told.choices:
            session, act = told.choices[name]
            choice = Candidate(_CHOICE, Form.CHOICE, name, told.person, PURPOSES[_CHOICE], act)
            return _Occasion(name, source, (session + 1,), ([], [choice]), ([], [choice]), told_in)
        if sessions:
            ends = [told.over[source]] if source in told.over else []
            turns = tuple(sorted({at + 1 for at in (*sessions, *ends, *doubts)}))
            sure = all(disclosure.is_open for disclosure in told.disclosures[source])
            asked = self._askable(attribute, source, sessions, turns, sure, bool(doubts))
            return _Occasion(name, source, turns, asked, _talked_of(asked, sure), told_in)
        if name not in self._controlled:
            return _Occasion(name, source, (), ([],), ([],), _NEVER)
        would, sure = told.would_be_told(source), source not in self._closed
        turns = tuple(sorted({at + 1 for at in (*would, *told.would_end(source), *doubts)}))
        asked = self._never_told(attribute, source, would, turns, sure, bool(doubts))
        return _Occasion(name, source, turns, asked, _talked_of(asked, sure), frozenset((*would, *doubts)))

    def _askable(
        self,
        attribute: Attribute,
        source: str,
        sessions: Sequence[int],
        turns: Sequence[int],
        sure: bool,
        doubtful: bool,
    ) -> list[list[Candidate]]:
        """The questions about a told attribute before the first of the turns, and after each.

        If `doubtful`, its value is in doubt at times.
        """
        told, form = self.told, requested_form(attribute)
        over = told.over.get(source)
        not_yet = self._not_yet(attribute, sessions[0], sure)
        asked = [not_yet]
        made: dict[tuple[ProbeKind, bool], list[Candidate]] = {}
        for done in turns:
            before = bisect_left(sessions, done)
            if not before:
                asked.append(not_yet)
            elif doubtful and told.is_in_doubt(source, done):
                asked.append([])
            elif form is not _VALUE:
                asked.append(self._collected(attribute, form, before, done, sure))
            else:
                is_over = over is not None and over < done
                kind = _kind_of_value(attribute, before + is_over)
                if (kind, is_over) not in made:
                    made[kind, is_over] = [self._of_value(attribute, source, kind, is_over, sure)]
                asked.append(made[kind, is_over])
        return asked

    def _not_yet(self, attribute: Attribute, first: int, sure: bool) -> list[Candidate]:
        """The unanswerable questions about an attribute, before the session `first` that tells it."""
        name = attribute.name
        if name not in self._controlled and self.told.has_kin(name, first):
            return []
        return self._absent(attribute, NOT_YET, sure)

    def _of_value(self, attribute: Attribute, source: str, kind: ProbeKind, is_over: bool, sure: bool) -> Candidate:
        """The question about a value that was told, or about what is over."""
        told, name = self.told, attribute.name
        purpose, target = ENDED if is_over else PURPOSES[kind], name if kind is _DATE else ""
        return Candidate(kind, _VALUE, name, told.person, purpose, target, source in told.anchored, is_sure=sure)

    def _collected(self, attribute: Attribute, form: Form, before: int, done: int, sure: bool) -> list[Candidate]:
        """The questions about values that were told in `before` sessions: for all of them, their number or their sum.

        A hint at one more leaves the total open.
        """
        told, name = self.told, attribute.name
        if before == 1 or (form is _SUM and not sure):
            return []
        forms = (form, _COUNT) if form is _SET and told.counts(name, done) else (form,)
        return [Candidate(_COLLECTED, one, name, told.person, PURPOSES[_COLLECTED], is_sure=sure) for one in forms]

    def _never_told(
        self,
        attribute: Attribute,
        source: str,
        would: Sequence[int],
        turns: Sequence[int],
        sure: bool,
        doubtful: bool,
    ) -> list[list[Candidate]]:
        """The unanswerable questions about an attribute that is never told, before the first turn and after each.

        `would` are the sessions in which it would have been told. If `doubtful`, its value is in doubt at times.
        They can be asked when they could have been if it had been told: a list or a sum needs two tellings.
        """
        told, form = self.told, requested_form(attribute)
        at_any_time = self._early is not Early.NOTHING or not would
        asked: list[list[Candidate]] = []
        made: dict[ProbeKind | None, list[Candidate]] = {}
        for done in (0, *turns):
            times, twin = bisect_left(would, done), None
            if doubtful and told.is_in_doubt(source, done):
                asked.append([])
                continue
            if not at_any_time:
                if times < (1 if form is _VALUE else 2) or (form is _SUM and not sure):
                    asked.append([])
                    continue
                is_over = form is _VALUE and told.would_be_over(source, done)
                twin = _kind_of_value(attribute, times + is_over) if form is _VALUE else _COLLECTED
            if twin not in made:
                made[twin] = self._absent(attribute, _ABSENCE, sure, twin)
            some = made[twin]
            if form is _SET and not at_any_time and not told.counts(source, done):
                some = [one for one in some if one.form is not _COUNT]
            asked.append(some)
        return asked

    def _absent(self, attribute: Attribute, purpose: str, sure: bool, twin: ProbeKind | None = None) -> list[Candidate]:
        """The unanswerable questions about an attribute."""
        form, name, person = requested_form(attribute), attribute.name, self.told.person
        forms = (form, _COUNT) if form is _SET else (form,)
        return [Candidate(_ABSTENTION, one, name, person, purpose, is_sure=sure, twin=twin) for one in forms]


def _kind_of_value(attribute: Attribute, times: int) -> ProbeKind:
    """The kind of a question about a value that was told, or whose end was, so many times."""
    if attribute.type is ValueType.DATE:
        return _DATE
    return _UPDATE if times > 1 else _SINGLE


def _talked_of(asked: Sequence[Sequence[Candidate]], sure: bool) -> Sequence[Sequence[Candidate]]:
    """The questions that can be asked in the conversation: their answer is the same in every run, and no count."""
    if not sure:
        return ((),) * len(asked)
    return [[one for one in some if one.form is not _COUNT and one.purpose != NOT_YET] for some in asked]
