"""Which probes are planned: what is asked about whom, in the conversation or beside it, and when.

A plan knows what is *meant* to be told by when, so that most probes will have an answer; what was really
told is found when they are asked. Quotas by kind and by session are filled in calendar order, from what can
be asked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from regulars.scenarios.agenda import apportion
from regulars.scenarios.attributes import Attribute, Cardinality, Ontology
from regulars.scenarios.lives import identify
from regulars.scenarios.sittings import Sitting, moments_between
from regulars.scenarios.world import Act, ActKind, Band, Form, Probe, ProbeKind
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType

__all__ = ["Plan", "Told", "plan_probes"]

KINDS = {
    ProbeKind.SINGLE_SESSION_USER: 0.28,
    ProbeKind.SINGLE_SESSION_ASSISTANT: 0.11,
    ProbeKind.KNOWLEDGE_UPDATE: 0.17,
    ProbeKind.MULTI_SESSION: 0.15,
    ProbeKind.TEMPORAL: 0.15,
    ProbeKind.ABSTENTION: 0.14,
}
"""Shares of the kinds; where a kind cannot be asked yet, its share waits."""

IN_BAND = 0.4
"""Share of the probes that the person asks in the conversation."""

MOST_IN_BAND = 3
"""Probes in one session at most, so that the rounds suffice."""

REQUESTS = 0.65
"""Share of the in-band probes that are requests, where they can be."""

FINAL_WEIGHT = 3.0
"""How many times more is asked after the last session than after another."""

PURPOSES = {
    ProbeKind.SINGLE_SESSION_USER: "recall",
    ProbeKind.SINGLE_SESSION_ASSISTANT: "recall of a choice",
    ProbeKind.KNOWLEDGE_UPDATE: "latest value",
    ProbeKind.MULTI_SESSION: "collection over sessions",
    ProbeKind.TEMPORAL: "date",
    ProbeKind.ABSTENTION: "absence",
}
NOT_YET = "absence before the telling"
"""Purpose of the unanswerable twin, asked before the telling that makes the question answerable."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one person is meant to tell: sessions by attribute, anchors, choices.

    Attributes:
        person: The person's id.
        sessions: Attribute to the indexes of the sessions in which it is told, in order.
        anchored: Attributes told as anchors.
        choices: Attribute to the session's index and the act of its delegation.
    """

    person: str
    sessions: Mapping[str, Sequence[int]]
    anchored: frozenset[str]
    choices: Mapping[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The probes in the order in which they are due; the acts that raise some, by session index."""

    probes: tuple[Probe, ...]
    acts: Mapping[int, Sequence[Act]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    kind: ProbeKind
    form: Form
    attribute: str
    owner: str
    target: str = ""
    anchor: bool = False
    purpose: str = ""

    @property
    def key(self) -> tuple[str, str, Form]:
        return self.owner, self.attribute, self.form


@dataclass(slots=True)
class _Quota:
    """What is still to be planned by kind, and how often what was asked."""

    left: dict[ProbeKind, int]
    used: Counter[tuple[str, str, Form]] = field(default_factory=Counter)

    def pick(self, draws: Draws, candidates: Sequence[_Candidate]) -> _Candidate:
        """A candidate of the kind that lags most, and of that kind the least used one."""
        kinds = list(dict.fromkeys(candidate.kind for candidate in candidates))
        weights = [float(max(0, self.left[kind])) for kind in kinds]
        kind = draws.weighted(kinds, weights) if any(weights) else draws.choice(kinds)
        able = [candidate for candidate in candidates if candidate.kind is kind]
        least = min(self.used[candidate.key] for candidate in able)
        return self.take(draws.choice([candidate for candidate in able if self.used[candidate.key] == least]))

    def take(self, candidate: _Candidate) -> _Candidate:
        """Counts a candidate as planned."""
        self.left[candidate.kind] -= 1
        self.used[candidate.key] += 1
        return candidate


def plan_probes(
    ontology: Ontology, node: SeedTree, sittings: Sequence[Sitting], told: Sequence[Told], total: int
) -> Plan:
    """Plans exactly `total` probes.

    Args:
        ontology: The attributes.
        node: The scenario's node.
        sittings: In calendar order.
        told: What each person is meant to tell, by the person's index.
        total: How many probes.
    """
    return _Planning(ontology, node, sittings, told, total).plan()


class _Planning:
    def __init__(
        self,
        ontology: Ontology,
        node: SeedTree,
        sittings: Sequence[Sitting],
        told: Sequence[Told],
        total: int,
    ) -> None:
        self.ontology = ontology
        self.node = node
        self.sittings = list(sittings)
        self.told = told
        self.total = total
        self.probes: list[tuple[datetime, int, Probe]] = []

    def plan(self) -> Plan:
        wanted = round(IN_BAND * self.total)
        acts = self._in_band(wanted)
        placed = len(self.probes)
        self._out_of_band(self.total - placed)
        self.probes.sort(key=lambda due: due[:2])
        return Plan(tuple(probe for _, _, probe in self.probes), acts)

    # ------------------------------------------------------------------ in the conversation

    def _in_band(self, wanted: int) -> dict[int, list[Act]]:
        draws = self.node.draws("in band")
        quota = _Quota(_by_kind(wanted))
        late = [sitting for sitting in self.sittings if sitting.place > 0]
        wanted = min(wanted, MOST_IN_BAND * len(late))
        counts = apportion([1.0] * len(late), wanted) if late else []
        carried = 0
        picks: list[tuple[Sitting, _Candidate]] = []
        for sitting, count in zip(late, counts, strict=True):
            candidates = self._inside(sitting)
            for missing in range(count + carried, 0, -1):
                if not candidates or missing <= count + carried - MOST_IN_BAND:
                    carried = missing
                    break
                candidate = quota.pick(draws, candidates)
                candidates = [other for other in candidates if other.attribute != candidate.attribute]
                picks.append((sitting, candidate))
            else:
                carried = 0
        return self._raise(draws, picks)

    def _raise(self, draws: Draws, picks: Sequence[tuple[Sitting, _Candidate]]) -> dict[int, list[Act]]:
        """Probes and the acts that ask them; the quota of requests is exact."""
        able = [position for position, (_, pick) in enumerate(picks) if pick.form is not Form.CHOICE]
        draws.shuffle(able)
        requests = set(able[: -(-len(picks) * int(100 * REQUESTS) // 100)])
        acts: dict[int, list[Act]] = {}
        for position, (sitting, pick) in enumerate(picks):
            kind = ActKind.REQUEST if position in requests else ActKind.ASK
            probe = self._probe(pick, sitting.start, position, Band.IN, sitting.index + 1)
            id = identify(self.node, "raise", position)
            acts.setdefault(sitting.index, []).append(Act(id, kind, attribute=pick.attribute, probe=probe.id))
        return acts

    def _inside(self, sitting: Sitting) -> list[_Candidate]:
        """What a person can ask in a session: nothing anchored, nothing that is told in this very session."""
        told = self.told[sitting.person]
        return [
            candidate
            for attribute in self.ontology
            if not self._is_anchored(told, attribute) and sitting.index not in self._told_at(told, attribute)
            for candidate in self._candidates(told, attribute, sitting.index)
            if candidate.form is not Form.COUNT and candidate.purpose != NOT_YET
        ]

    # ------------------------------------------------------------------ beside the conversation

    def _out_of_band(self, wanted: int) -> None:
        draws = self.node.draws("out of band")
        quota = _Quota(_by_kind(wanted))
        due = self._anchored_probes(wanted)
        fixed = sum(len(candidates) for candidates in due.values())
        last = len(self.sittings)
        weights = [1.0 + done / last for done in range(1, last)] + [FINAL_WEIGHT]
        counts = apportion(weights, wanted - fixed)
        moments = moments_between(self.node, self.sittings)
        carried = position = 0
        serial = len(self.probes)
        while position < last or carried:
            done = min(position + 1, last)
            if position >= len(moments):
                moments = moments_between(self.node, self.sittings, extra=2 * (position - last + 1))
            chosen = [quota.take(candidate) for candidate in due.get(position + 1, ())]
            keys = {candidate.key for candidate in chosen}
            open_ = [c for c in self._outside(done) if c.key not in keys]
            missing = carried + (counts[position] if position < last else 0)
            while missing and open_:
                candidate = quota.pick(draws, self._twins(draws, open_, chosen) or open_)
                chosen.append(candidate)
                open_ = [other for other in open_ if other.key != candidate.key]
                missing -= 1
            carried = missing
            for candidate in chosen:
                self._probe(candidate, moments[position], serial, Band.OUT, 0)
                serial += 1
            position += 1

    def _outside(self, done: int) -> list[_Candidate]:
        return [
            candidate
            for told in self.told
            for attribute in self.ontology
            for candidate in self._candidates(told, attribute, done)
        ]

    def _twins(self, draws: Draws, open_: Sequence[_Candidate], chosen: Sequence[_Candidate]) -> list[_Candidate]:
        """With several persons, every other time what was just asked about one is asked about another."""
        if len(self.told) == 1 or not chosen or draws.uniform() < 0.5:
            return []
        asked = {candidate.attribute for candidate in chosen}
        return [candidate for candidate in open_ if candidate.attribute in asked]

    def _anchored_probes(self, most: int) -> dict[int, list[_Candidate]]:
        """At fixed dates: each anchor two sessions or more after its telling, and again at the end."""
        last = len(self.sittings)
        early: list[tuple[int, _Candidate]] = []
        final: list[tuple[int, _Candidate]] = []
        for told in self.told:
            for name in sorted(told.anchored):
                attribute = self.ontology.attribute(name)
                first = min(told.sessions[name][0] + 3, last)
                early.extend((first, c) for c in self._candidates(told, attribute, first))
                if first < last:
                    final.extend((last, c) for c in self._candidates(told, attribute, last))
        due: dict[int, list[_Candidate]] = {}
        for position, candidate in (early + final)[:most]:
            due.setdefault(position, []).append(candidate)
        return due

    # ------------------------------------------------------------------ what can be asked

    def _told_at(self, told: Told, attribute: Attribute) -> Sequence[int]:
        return told.sessions.get(attribute.implied_by or attribute.name, ())

    def _is_anchored(self, told: Told, attribute: Attribute) -> bool:
        return (attribute.implied_by or attribute.name) in told.anchored

    def _candidates(self, told: Told, attribute: Attribute, done: int) -> Iterator[_Candidate]:
        """What can be asked of an attribute once `done` sessions are over."""
        if attribute.is_chosen:
            session, act = told.choices.get(attribute.name, (done, ""))
            if session < done:
                yield self._candidate(ProbeKind.SINGLE_SESSION_ASSISTANT, Form.CHOICE, attribute, told, target=act)
            return
        sessions = self._told_at(told, attribute)
        before = sum(session < done for session in sessions)
        many = attribute.cardinality is Cardinality.MANY
        if not before:
            form = Form.SET if many else Form.VALUE
            yield self._candidate(ProbeKind.ABSTENTION, form, attribute, told, purpose=NOT_YET if sessions else "")
        elif many:
            if before > 1:
                yield self._candidate(ProbeKind.MULTI_SESSION, Form.SET, attribute, told)
                yield self._candidate(ProbeKind.MULTI_SESSION, Form.COUNT, attribute, told)
        else:
            anchor = self._is_anchored(told, attribute)
            if attribute.type is ValueType.DATE:
                kind, target = ProbeKind.TEMPORAL, attribute.name
            else:
                kind = ProbeKind.KNOWLEDGE_UPDATE if before > 1 else ProbeKind.SINGLE_SESSION_USER
                target = ""
            yield self._candidate(kind, Form.VALUE, attribute, told, target=target, anchor=anchor)

    def _candidate(
        self,
        kind: ProbeKind,
        form: Form,
        attribute: Attribute,
        told: Told,
        *,
        target: str = "",
        anchor: bool = False,
        purpose: str = "",
    ) -> _Candidate:
        return _Candidate(kind, form, attribute.name, told.person, target, anchor, purpose or PURPOSES[kind])

    def _probe(self, pick: _Candidate, time: datetime, serial: int, band: Band, session: int) -> Probe:
        probe = Probe(
            id=identify(self.node, "probe", serial),
            kind=pick.kind.value,
            form=pick.form,
            attribute=pick.attribute,
            owner=pick.owner,
            asker=pick.owner,
            purpose=pick.purpose,
            time=time,
            session=session,
            band=band,
            anchor=pick.anchor,
            target=pick.target,
        )
        self.probes.append((time, serial, probe))
        return probe


def _by_kind(total: int) -> dict[ProbeKind, int]:
    return dict(zip(KINDS, apportion(list(KINDS.values()), total), strict=True))
