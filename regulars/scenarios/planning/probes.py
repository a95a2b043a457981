"""Which probes are planned: what is asked about whom, in the conversation or beside it, and when.

A plan knows what is *meant* to be told by when, so that most probes will have an answer; what was really
told is found when they are asked. Quotas by kind and by session are filled in calendar order, from what can
be asked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from regulars.scenarios.dials import BASE_KINDS, Dials
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.ontology.attributes import Attribute, Ontology
from regulars.scenarios.planning.agenda import apportion
from regulars.scenarios.planning.candidates import CANDIDATES, Candidate, Scene, Told, sort_of
from regulars.scenarios.planning.incidents import Asked
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.planning.sittings import Sitting, moments_between
from regulars.scenarios.world import Act, ActKind, Band, Form, Probe, ProbeKind
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType

__all__ = ["Plan", "plan_probes"]

IN_BAND = 0.4
"""Share of the probes that the person asks in the conversation."""

MOST_IN_BAND = 3
"""Probes in one session at most, so that the rounds suffice."""

REQUESTS = 0.65
"""Share of the in-band probes that are requests, where they can be."""

LATEST = 2
"""What can be asked only after the last session is asked at most so many sessions' worth of days after it."""

LEAST_MOMENTS = 4
"""Moments beside the conversation in even the shortest life: what is told in one session soon runs out."""

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
_CHOSEN = (ProbeKind.SINGLE_SESSION_ASSISTANT,)
"""Kinds of which the assistant itself decides whether there is an answer."""

NOT_YET = "absence before the telling"
"""Purpose of the unanswerable twin, asked before the telling that makes the question answerable."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The probes in the order in which they are due; the acts that raise some, by session index."""

    probes: tuple[Probe, ...]
    acts: Mapping[int, Sequence[Act]]


@dataclass(slots=True)
class _Quota:
    """What is still to be planned by kind, and how often what was asked."""

    left: dict[ProbeKind, int]
    ontology: Ontology
    used: Counter[tuple[str, str, str, Form]] = field(default_factory=Counter)
    sorts: Counter[tuple[object, ...]] = field(default_factory=Counter)
    wanted: dict[ProbeKind, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wanted = dict(self.left)

    def pick(self, draws: Draws, candidates: Sequence[Candidate]) -> Candidate:
        """A candidate of the kind that lags most, and of that kind the least used one.

        What has no answer is asked of the sorts of attributes of which most was asked that has one: a question's words
        must not tell whether it can be answered.
        """
        kinds = list(dict.fromkeys(candidate.kind for candidate in candidates))
        weights = [float(max(0, self.left[kind])) for kind in kinds]
        kind = draws.weighted(kinds, weights) if any(weights) else draws.choice(kinds)
        able = [candidate for candidate in candidates if candidate.kind is kind]
        if kind is ProbeKind.ABSTENTION:
            most = max(self.sorts[self._sort(candidate)] for candidate in able)
            able = [candidate for candidate in able if self.sorts[self._sort(candidate)] == most]
        least = min(self.used[candidate.key] for candidate in able)
        return self.take(draws.choice([candidate for candidate in able if self.used[candidate.key] == least]))

    def due(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """Those that may be asked now: questions without an answer keep their share among those that may have one."""
        candidates = [one for one in candidates if one.kind in self.wanted]
        if ProbeKind.ABSTENTION not in self.wanted:
            return candidates
        asked = {kind: self.wanted[kind] - self.left[kind] for kind in self.wanted if kind not in _CHOSEN}
        share = self.wanted[ProbeKind.ABSTENTION] / max(1, sum(self.wanted[kind] for kind in asked))
        ahead = asked[ProbeKind.ABSTENTION] - share * (sum(asked.values()) + 1)
        if ahead >= 0:
            return [one for one in candidates if one.kind is not ProbeKind.ABSTENTION]
        absent = [one for one in candidates if one.kind is ProbeKind.ABSTENTION] if ahead < -1 else []
        return absent or candidates

    def requestable(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """Those that may be asked now, without choices asked back where there are enough: they are no requests."""
        able = self.due(candidates)
        asked = {kind: self.wanted[kind] - self.left[kind] for kind in self.wanted}
        if sum(asked.get(kind, 0) for kind in _CHOSEN) < (1 - REQUESTS) * (sum(asked.values()) + 1) - 1:
            return able
        absent = [one for one in candidates if one.kind is ProbeKind.ABSTENTION and one.kind in self.wanted]
        return [one for one in able if one.kind not in _CHOSEN] or absent or able

    def take(self, candidate: Candidate) -> Candidate:
        """Counts a candidate as planned."""
        self.left[candidate.kind] = self.left.get(candidate.kind, 0) - 1
        self.used[candidate.key] += 1
        self.sorts[self._sort(candidate)] += -1 if candidate.kind is ProbeKind.ABSTENTION else 1
        return candidate

    def _sort(self, candidate: Candidate) -> tuple[object, ...]:
        return *sort_of(self.ontology.attribute(candidate.attribute)), candidate.form


def plan_probes(
    ontology: Ontology,
    node: SeedTree,
    sittings: Sequence[Sitting],
    told: Sequence[Told],
    total: int,
    dials: Dials,
    asked: Sequence[Sequence[Asked]] = (),
) -> Plan:
    """Plans exactly `total` probes.

    Args:
        ontology: The attributes.
        node: The scenario's node.
        sittings: In calendar order.
        told: What each person is meant to tell, by the person's index.
        total: How many probes.
        dials: Which kinds, in which shares.
        asked: For each person the acts of the agenda that ask a probe of their own.
    """
    return _Planning(ontology, node, sittings, told, total, dials, asked).plan()


class _Planning:
    def __init__(
        self,
        ontology: Ontology,
        node: SeedTree,
        sittings: Sequence[Sitting],
        told: Sequence[Told],
        total: int,
        dials: Dials,
        asked: Sequence[Sequence[Asked]],
    ) -> None:
        self.ontology = ontology
        self.node = node
        self.sittings = list(sittings)
        self.told = told
        self.total = total
        self.asked = asked
        base = {kind: weight for kind, weight in dials.kinds.items() if kind in BASE_KINDS}
        self.kinds = base or dict(BASE_KINDS)
        self.special = {kind: weight for kind, weight in dials.kinds.items() if kind in CANDIDATES and weight}
        self.share = dials.special if self.special else 0.0
        self.serial = 0
        self.probes: list[tuple[datetime, int, Probe]] = []
        self.controls = {one.person: self._controls(one) for one in told}
        self.relevant = {one.person: self._relevant(one) for one in told}

    def _relevant(self, told: Told) -> list[Attribute]:
        """The attributes that anything can be asked of: told, implied, chosen, or a control."""
        names = {*told.tellings, *told.choices, *self.controls[told.person]}
        names |= {other for name in told.tellings for other in self.ontology.attribute(name).implies}
        return [attribute for attribute in self.ontology if attribute.name in names]

    def _controls(self, told: Told) -> tuple[str, ...]:
        """Attributes that the person never tells, of each sort as many as are told: abstention is asked of them."""
        named = set(told.tellings)
        named |= {implied for name in named for implied in self.ontology.attribute(name).implies}
        draws = self.node.draws("controls", told.person)
        out = named | set(told.claimed)
        never = [a for a in self.ontology if not a.is_chosen and a.name not in out]
        never = [a for a in never if not told.stage or not a.stages or told.stage in a.stages]
        never = [a for a in never if not a.implied_by or a.implied_by not in named]
        draws.shuffle(never)
        wanted = Counter(sort_of(self.ontology.attribute(name)) for name in named)
        kept = []
        for attribute in never:
            if wanted[sort_of(attribute)] > 0:
                wanted[sort_of(attribute)] -= 1
                kept.append(attribute.name)
        return tuple(kept)

    def plan(self) -> Plan:
        acts = self._agenda()
        wanted = max(0, round(IN_BAND * self.total) - len(self.probes))
        for session, raised in self._in_band(wanted).items():
            acts.setdefault(session, []).extend(raised)
        left = max(0, self.total - len(self.probes))
        special = round(self.share * left)
        self._special(special)
        self._out_of_band(max(0, self.total - len(self.probes)))
        self.probes.sort(key=lambda due: due[:2])
        return Plan(tuple(probe for _, _, probe in self.probes), acts)

    # ------------------------------------------------------------------ in the conversation

    def _agenda(self) -> dict[int, list[Act]]:
        """The probes that acts of the agenda ask: choices under a constraint, messages, reminders."""
        acts: dict[int, list[Act]] = {}
        own = {(sitting.person, sitting.place): sitting for sitting in self.sittings}
        for person, told in enumerate(self.told):
            for asked in self.asked[person] if self.asked else ():
                sitting = own[person, asked.place]
                pick = Candidate(
                    asked.kind, asked.form, asked.act.attribute, told.person, asked.kind.value.replace("-", " "),
                    target=asked.target, other=asked.other, value=asked.value, context=asked.context, difficulty="hard",
                )  # fmt: skip
                probe = self._probe(pick, sitting.start, Band.IN, sitting.index + 1)
                acts.setdefault(sitting.index, []).append(replace(asked.act, probe=probe.id))
        return acts

    def _in_band(self, wanted: int) -> dict[int, list[Act]]:
        draws = self.node.draws("in band")
        quota = _Quota(_by_kind(self.kinds, wanted), self.ontology)
        late = [sitting for sitting in self.sittings if sitting.place > 0]
        wanted = min(wanted, MOST_IN_BAND * len(late))
        counts = apportion([1.0] * len(late), wanted) if late else []
        carried = 0
        picks: list[tuple[Sitting, Candidate]] = []
        for sitting, count in zip(late, counts, strict=True):
            candidates = self._inside(sitting)
            for missing in range(count + carried, 0, -1):
                able = quota.requestable(candidates)
                if not able or missing <= count + carried - MOST_IN_BAND:
                    carried = missing
                    break
                candidate = quota.pick(draws, able)
                candidates = [other for other in candidates if other.attribute != candidate.attribute]
                picks.append((sitting, candidate))
            else:
                carried = 0
        return self._raise(draws, picks)

    def _raise(self, draws: Draws, picks: Sequence[tuple[Sitting, Candidate]]) -> dict[int, list[Act]]:
        """Probes and the acts that ask them; the quota of requests is exact."""
        able = [position for position, (_, pick) in enumerate(picks) if pick.form is not Form.CHOICE]
        draws.shuffle(able)
        requests = set(able[: -(-len(picks) * int(100 * REQUESTS) // 100)])
        acts: dict[int, list[Act]] = {}
        for position, (sitting, pick) in enumerate(picks):
            kind = ActKind.REQUEST if position in requests else ActKind.ASK
            probe = self._probe(pick, sitting.start, Band.IN, sitting.index + 1)
            id = identify(self.node, "raise", position)
            acts.setdefault(sitting.index, []).append(Act(id, kind, attribute=pick.attribute, probe=probe.id))
        return acts

    def _inside(self, sitting: Sitting) -> list[Candidate]:
        """What a person can ask in a session: nothing anchored, nothing that is told in this very session.

        How a choice turned out is told in the session after it.
        """
        told = self.told[sitting.person]
        own = [other.index for other in self.sittings if other.person == sitting.person]
        before = own[sitting.place - 1]
        turning_out = {name for name, (session, _) in told.choices.items() if session == before}
        return [
            candidate
            for attribute in self.relevant[told.person]
            if not self._is_anchored(told, attribute) and sitting.index not in self._told_at(told, attribute)
            if attribute.name not in turning_out
            for candidate in self._candidates(told, attribute, sitting.index)
            if candidate.form is not Form.COUNT and candidate.purpose != NOT_YET and self._is_plain(candidate)
        ]

    def _is_plain(self, candidate: Candidate) -> bool:
        """Whether its answer is the same in every run, and no choice: nothing told at all, or everything openly."""
        if candidate.form is Form.CHOICE:
            return True
        told = next(told for told in self.told if told.person == candidate.owner)
        name = self.ontology.attribute(candidate.attribute).implied_by or candidate.attribute
        return all(telling.is_open for telling in told.tellings.get(name, ()))

    # ------------------------------------------------------------------ beside the conversation

    def _out_of_band(self, wanted: int) -> None:
        draws = self.node.draws("out of band")
        quota = _Quota(_by_kind(self.kinds, wanted), self.ontology)
        due = self._anchored_probes(wanted)
        fixed = sum(len(candidates) for candidates in due.values())
        last = len(self.sittings)
        weights = [1.0 + done / last for done in range(1, last)] + [FINAL_WEIGHT]
        counts = apportion(weights, wanted - fixed)
        moments = moments_between(self.node, self.sittings)
        carried = position = 0
        while position < last or (carried and position < max(LATEST * last, LEAST_MOMENTS)):
            done = min(position + 1, last)
            if position >= len(moments):
                moments = moments_between(self.node, self.sittings, extra=2 * (position - last + 1))
            chosen = [quota.take(candidate) for candidate in due.get(position + 1, ())]
            keys = {candidate.key for candidate in chosen}
            open_ = [c for c in self._outside(done) if c.key not in keys]
            missing = carried + (counts[position] if position < last else 0)
            rest = open_ if position >= last else ()  # at the very end the count goes before the shares
            while missing and (able := quota.due(open_) or rest):
                candidate = quota.pick(draws, self._twins(draws, able, chosen) or able)
                chosen.append(candidate)
                open_ = [other for other in open_ if other.key != candidate.key]
                rest = [other for other in rest if other.key != candidate.key]
                missing -= 1
            carried = missing
            self._paired(chosen, moments[position])
            position += 1

    def _paired(self, chosen: Sequence[Candidate], time: datetime) -> None:
        """Plans a moment's questions; what may have no answer is twinned with what has one in every run."""
        planned = [(candidate, self._probe(candidate, time, Band.OUT, 0)) for candidate in chosen]
        sure = [
            one for one in planned
            if one[0].kind is not ProbeKind.ABSTENTION and one[0].form is not Form.CHOICE and self._is_plain(one[0])
        ]  # fmt: skip
        rest = [one for one in planned if one not in sure and one[0].form is not Form.CHOICE]
        twins: dict[str, str] = {}
        for candidate, probe in rest:
            if not sure:
                break
            partner = max(sure, key=lambda one: one[0].kind is candidate.kind)
            sure.remove(partner)
            twins |= {probe.id: partner[1].id, partner[1].id: probe.id}
        for place in range(len(self.probes) - len(planned), len(self.probes)):
            due, serial, probe = self.probes[place]
            if probe.id in twins:
                self.probes[place] = (due, serial, replace(probe, twin=twins[probe.id]))

    def _outside(self, done: int) -> list[Candidate]:
        return [
            candidate
            for told in self.told
            for attribute in self.relevant[told.person]
            for candidate in self._candidates(told, attribute, done)
        ]

    def _twins(self, draws: Draws, open_: Sequence[Candidate], chosen: Sequence[Candidate]) -> list[Candidate]:
        """With several persons, every other time what was just asked about one is asked about another."""
        if len(self.told) == 1 or not chosen or draws.uniform() < 0.5:
            return []
        asked = {candidate.attribute for candidate in chosen}
        return [candidate for candidate in open_ if candidate.attribute in asked]

    def _anchored_probes(self, most: int) -> dict[int, list[Candidate]]:
        """At fixed dates: each anchor two sessions or more after its telling, and again at the end."""
        last = len(self.sittings)
        early: list[tuple[int, Candidate]] = []
        final: list[tuple[int, Candidate]] = []
        for told in self.told:
            for name in sorted(told.anchored):
                attribute = self.ontology.attribute(name)
                first = min(told.sessions(name)[0] + 3, last)
                early.extend((first, c) for c in self._candidates(told, attribute, first))
                if first < last:
                    final.extend((last, c) for c in self._candidates(told, attribute, last))
        due: dict[int, list[Candidate]] = {}
        for position, candidate in (early + final)[:most]:
            due.setdefault(position, []).append(candidate)
        return due

    # ------------------------------------------------------------------ what can be asked

    def _told_at(self, told: Told, attribute: Attribute) -> Sequence[int]:
        return told.sessions(attribute.implied_by or attribute.name)

    def _is_anchored(self, told: Told, attribute: Attribute) -> bool:
        return (attribute.implied_by or attribute.name) in told.anchored

    def _candidates(self, told: Told, attribute: Attribute, done: int) -> Iterator[Candidate]:
        """What can be asked of an attribute once `done` sessions are over."""
        name = attribute.implied_by or attribute.name
        if name in told.forgotten or name in told.claimed:
            return
        if attribute.is_chosen:
            session, act = told.choices.get(attribute.name, (done, ""))
            if session < done:
                yield self._candidate(ProbeKind.SINGLE_SESSION_ASSISTANT, Form.CHOICE, attribute, told, target=act)
            return
        sessions = self._told_at(told, attribute)
        before = sum(session < done for session in sessions)
        form = requested_form(attribute)
        if not before:
            if attribute.name in self.controls[told.person] or sessions:
                purpose = NOT_YET if sessions else ""
                for wanted in (form, Form.COUNT) if form is Form.SET else (form,):
                    yield self._candidate(ProbeKind.ABSTENTION, wanted, attribute, told, purpose=purpose)
        elif form is Form.SUM:
            if before > 1:
                yield self._candidate(ProbeKind.MULTI_SESSION, Form.SUM, attribute, told)
        elif form is Form.SET:
            if before > 1:
                yield self._candidate(ProbeKind.MULTI_SESSION, Form.SET, attribute, told)
                if told.counts(attribute.name, done):
                    yield self._candidate(ProbeKind.MULTI_SESSION, Form.COUNT, attribute, told)
        else:
            anchor = self._is_anchored(told, attribute)
            if attribute.type is ValueType.DATE:
                kind, target = ProbeKind.TEMPORAL, attribute.name
            else:
                over = told.over.get(name, done) < done
                kind = ProbeKind.KNOWLEDGE_UPDATE if before > 1 or over else ProbeKind.SINGLE_SESSION_USER
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
    ) -> Candidate:
        purpose = purpose or PURPOSES[kind]
        return Candidate(kind, form, attribute.name, told.person, purpose, target, anchor)

    def _probe(self, pick: Candidate, time: datetime, band: Band, session: int, twin: str = "") -> Probe:
        probe = Probe(
            id=identify(self.node, "probe", self.serial),
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
            other=pick.other,
            value=pick.value,
            context=pick.context,
            twin=twin,
            difficulty=pick.difficulty,
        )
        self.probes.append((time, self.serial, probe))
        self.serial += 1
        return probe

    # ------------------------------------------------------------------ kinds of their own

    def _special(self, wanted: int) -> None:
        """Questions of the kinds beyond the base ones, each with its twin where it has one."""
        if not wanted:
            return
        draws = self.node.draws("special")
        kinds = list(self.special)
        draws.shuffle(kinds)
        quota = _Quota(_by_kind({kind: self.special[kind] for kind in kinds}, wanted), self.ontology)
        last = len(self.sittings)
        weights = [1.0 + done / last for done in range(1, last)] + [FINAL_WEIGHT]
        counts = apportion(weights, wanted)
        moments = moments_between(self.node.child("special"), self.sittings)
        carried = 0
        for position in range(last):
            missing, done = carried + counts[position], min(position + 1, last)
            scenes = self._scenes(draws, done) if missing else []
            open_ = list(kinds)
            asked: set[tuple[object, ...]] = set()
            while missing > 0 and open_:
                left = [float(max(0, quota.left[kind])) for kind in open_]
                kind = draws.weighted(open_, left) if any(left) else draws.choice(open_)
                able = [
                    one
                    for scene in scenes
                    for one in CANDIDATES[kind](scene)
                    if (kind, *one.key) not in asked and (one.twin is None or (kind, *one.twin.key) not in asked)
                ]
                if not able:
                    open_.remove(kind)
                    continue
                pick = quota.pick(draws, able)
                asked |= {(kind, *one.key) for one in (pick, pick.twin) if one is not None}
                missing -= self._with_twin(pick, moments[position])
            carried = max(0, missing)

    def _scenes(self, draws: Draws, done: int) -> list[Scene]:
        scenes = []
        for told in self.told:
            untold = [self.ontology.attribute(name) for name in self.controls[told.person]]
            draws.shuffle(untold)
            scenes.append(Scene(told, self.ontology, done, untold))
        return scenes

    def _with_twin(self, pick: Candidate, time: datetime) -> int:
        """Plans a question, and its twin beside it; both or nothing is what they score."""
        first = self._probe(pick, time, Band.OUT, 0)
        if pick.twin is None:
            return 1
        second = self._probe(pick.twin, time, Band.OUT, 0, twin=first.id)
        self.probes[-2] = (*self.probes[-2][:2], replace(first, twin=second.id))
        return 2


def _by_kind(kinds: Mapping[ProbeKind, float], total: int) -> dict[ProbeKind, int]:
    return dict(zip(kinds, apportion(list(kinds.values()), total), strict=True))
