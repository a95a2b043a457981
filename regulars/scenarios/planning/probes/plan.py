"""Plans probes: the questions about each person, in-band or out of band, and their moments.

The planner knows the disclosures that are planned by each moment, so most probes will have an answer. What was really
told is found when a probe is asked. Quotas by kind and by session are filled in calendar order, from the questions that
are possible at each moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from regulars.scenarios.insights.entries import Interpretation
from regulars.scenarios.kinds import ActKind, Band, Form, ProbeKind
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.options import BASE_KINDS, GenerationOptions
from regulars.scenarios.planning.agenda import apportion, spread
from regulars.scenarios.planning.calendar import PlannedSession, moments_between
from regulars.scenarios.planning.incidents import PlannedQuestion
from regulars.scenarios.planning.ledger import PlannedLedger
from regulars.scenarios.planning.probes.anchors import Anchors
from regulars.scenarios.planning.probes.base_kinds import Early, Occasions
from regulars.scenarios.planning.probes.candidates import CANDIDATES
from regulars.scenarios.planning.probes.quotas import REQUESTS, Quota
from regulars.scenarios.planning.probes.scenes import CHOSEN, ENDED, Candidate, Scene, key_of
from regulars.scenarios.world import Act, Probe
from regulars.seeding import Draws, SeedTree

IN_BAND = 0.4
"""Share of the probes that the person asks in the conversation."""

MOST_IN_BAND = 3
"""Greatest number of probes in one session, so that the rounds suffice."""

LEEWAY = 1
"""Greatest difference between the number of unanswerable in-band questions and their share."""

LATEST = 2
"""Limit for questions that are possible only after the last session, in multiples of the number of sessions."""

LEAST_MOMENTS = 8
"""Least number of out-of-band moments in a short life, since the questions about one session soon run out."""

IN_COMMON = 5
"""Number of attributes that are asked about at least two persons, if possible."""

FINAL_WEIGHT = 3.0
"""Factor by which more is asked after the last session than after any other."""

_IN, _OUT, _CHOICE, _ABSENCE = Band.IN, Band.OUT, Form.CHOICE, ProbeKind.ABSTENTION
_NAMES = {kind: kind.value for kind in ProbeKind}


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """The probes in order of time, and the acts that ask some of them, by session index."""

    probes: tuple[Probe, ...]
    acts: Mapping[int, Sequence[Act]]


class _Due(NamedTuple):
    """A planned probe: its time, number and id, the session that asks it (0 for none), and its candidate."""

    time: datetime
    number: int
    id: str
    session: int
    pick: Candidate


def plan_probes(
    ontology: Ontology,
    node: SeedTree,
    calendar: Sequence[PlannedSession],
    told: Sequence[PlannedLedger],
    total: int,
    options: GenerationOptions,
    asked: Sequence[Sequence[PlannedQuestion]] = (),
    insights: Sequence[Interpretation] = (),
) -> ProbePlan:
    """Plans exactly `total` probes.

    Args:
        ontology: The attributes.
        node: The scenario's node.
        calendar: The planned sessions, in order.
        told: Each person's planned ledger, by the person's index.
        total: Number of probes.
        options: Kinds and shares.
        asked: For each person, the acts of the agenda that ask their own probe.
        insights: The interpretations of the language pack.
    """
    return _ProbePlanner(ontology, node, calendar, told, total, options, asked, insights).plan()


@dataclass
class _ProbePlanner:
    ontology: Ontology
    node: SeedTree
    calendar: Sequence[PlannedSession]
    told: Sequence[PlannedLedger]
    total: int
    options: GenerationOptions
    asked: Sequence[Sequence[PlannedQuestion]]
    insights: Sequence[Interpretation] = ()

    def __post_init__(self) -> None:
        options = self.options
        base = {kind: weight for kind, weight in options.kinds.items() if kind in BASE_KINDS}
        self.kinds = base or dict(BASE_KINDS)
        self.special = {kind: weight for kind, weight in options.kinds.items() if kind in CANDIDATES and weight}
        self.share = options.special if self.special else 0.0
        self.due: list[_Due] = []
        self.ids = self.node.draws("probe ids")
        self.legs = frozenset(leg.attribute for entry in self.insights for leg in (entry.first, entry.second))
        self.contrasts: dict[int, str] = {}
        self.occasions = [Occasions(self.ontology, self.node, one) for one in self.told]
        self.anchors = Anchors(self.occasions, len(self.calendar))
        controls = [its.open_controls if self.special else [] for its in self.occasions]
        self.untold = [[self.ontology.attribute(name) for name in names] for names in controls]
        self.weights = [1.0 + done / len(self.calendar) for done in range(1, len(self.calendar))] + [FINAL_WEIGHT]

    def plan(self) -> ProbePlan:
        acts = self._agenda()
        wanted = max(0, round(IN_BAND * self.total) - len(self.due))
        for session, raised in self._in_band(wanted).items():
            acts.setdefault(session, []).extend(raised)
        left = max(0, self.total - len(self.due))
        room = max(0, left - self.anchors.kept(left, self._absent) - 1)  # a contrast pair may take one more
        self._special(min(round(self.share * left), room))
        self._out_of_band(max(0, self.total - len(self.due)))
        due = sorted(self.due, key=attrgetter("time"))  # those of one moment stay in the order of their numbers
        return ProbePlan(tuple(map(self._made, due)), acts)

    @property
    def _absent(self) -> float:
        """The share of unanswerable questions among those of base kinds, without the choices."""
        counted = sum(weight for kind, weight in self.kinds.items() if kind not in CHOSEN)
        return self.kinds.get(ProbeKind.ABSTENTION, 0.0) / max(1e-9, counted)

    # In the conversation

    def _agenda(self) -> dict[int, list[Act]]:
        """Plans the probes that acts on agendas ask: choices under a constraint, messages, reminders."""
        acts: dict[int, list[Act]] = {}
        own = {(session.person, session.place): session for session in self.calendar}
        for person, told in enumerate(self.told):
            for asked in self.asked[person] if self.asked else ():
                session = own[person, asked.place]
                pick = Candidate(
                    asked.kind, asked.form, asked.act.attribute, told.person, asked.kind.value.replace("-", " "),
                    target=asked.target, other=asked.other, value=asked.value, context=asked.context, difficulty="hard",
                )  # fmt: skip
                probe = self._probe(pick, session.start, session.index + 1)
                acts.setdefault(session.index, []).append(replace(asked.act, probe=probe))
        return acts

    def _in_band(self, wanted: int) -> dict[int, list[Act]]:
        """Probes in the conversation. If there are too few, what is never told is asked about early.

        That is so in short lives, most of whose conversation tells anchors. If there are not even half as many as
        wanted, anchors that are never told are asked about too.

        Of the unanswerable ones, no more than their share among the base kinds stay, give or take one. So where a
        question of these kinds is asked hardly shows whether it has an answer.
        """
        draws = self.node.draws("in band")
        most = min(wanted, MOST_IN_BAND * sum(session.place > 0 for session in self.calendar))
        picks = self._picked_in_band(draws, wanted, self.occasions)
        kept = self._in_proportion(picks)
        for early, least in ((Early.WITHOUT_ANCHORS, most), (Early.ALL, most / 2)):
            if len(picks) < least:
                draws = self.node.draws("in band", early.name)
                occasions = [Occasions(self.ontology, self.node, one, early) for one in self.told]
                picks = max(picks, self._picked_in_band(draws, wanted, occasions), key=len)
                kept = max(kept, self._in_proportion(picks), key=len)
        return self._raise(draws, kept)

    def _in_proportion(
        self, picks: Sequence[tuple[PlannedSession, Candidate]]
    ) -> Sequence[tuple[PlannedSession, Candidate]]:
        """The questions for the conversation, with no more unanswerable ones than their share, and `LEEWAY`."""
        share = self._absent
        if share == 1:
            return picks
        absent = [at for at, (_, pick) in enumerate(picks) if pick.kind is _ABSENCE]
        answered = sum(pick.kind not in CHOSEN for _, pick in picks) - len(absent)
        self.node.draws("in band", "proportion").shuffle(absent)
        dropped = set(absent[round(answered * share / (1 - share)) + LEEWAY :])
        return [one for at, one in enumerate(picks) if at not in dropped]

    def _picked_in_band(
        self, draws: Draws, wanted: int, occasions: Sequence[Occasions]
    ) -> list[tuple[PlannedSession, Candidate]]:
        """Questions for the conversation, as many as wanted if the sessions have room and candidates for them."""
        quota = Quota(self.kinds, wanted, self.ontology, LEEWAY)
        late = [session for session in self.calendar if session.place > 0]
        wanted = min(wanted, MOST_IN_BAND * len(late))
        counts = apportion([1.0] * len(late), wanted) if late else []
        carried = 0
        picks: list[tuple[PlannedSession, Candidate]] = []
        for session, count in zip(late, counts, strict=True):
            candidates = occasions[session.person].within(session.index)
            for missing in range(count + carried, 0, -1):
                able = quota.requestable(candidates)
                if not able or missing <= count + carried - MOST_IN_BAND:
                    carried = missing
                    break
                candidate = quota.pick(draws, able)
                picks.append((session, candidate))
                if missing > 1:
                    name = candidate.attribute
                    candidates = [other for other in candidates if other.attribute != name]
            else:
                carried = 0
        return picks

    def _raise(self, draws: Draws, picks: Sequence[tuple[PlannedSession, Candidate]]) -> dict[int, list[Act]]:
        """In-band probes and the acts that ask them. The share of requests is exact."""
        able = [position for position, (_, pick) in enumerate(picks) if pick.form is not _CHOICE]
        draws.shuffle(able)
        requests = set(able[: -(-len(picks) * int(100 * REQUESTS) // 100)])
        acts: dict[int, list[Act]] = {}
        first = len(self.due)
        request, ask = ActKind.REQUEST, ActKind.ASK
        for position, (session, pick) in enumerate(picks):
            kind = request if position in requests else ask
            probe = self._probe(pick, session.start, session.index + 1)
            id = self.ids.digits()
            acts.setdefault(session.index, []).append(Act(id, kind, attribute=pick.attribute, probe=probe))
        sure = [position for position, (_, pick) in enumerate(picks) if pick.has_value]
        guessable = [position for position, (_, pick) in enumerate(picks) if pick.is_guessable]
        for position in sorted(guessable, key=lambda at: picks[at][1].purpose != ENDED):  # one answer wins all of these
            able = [other for other in sure if picks[other][1].owner == picks[position][1].owner]
            if able:  # in other sessions too, since two questions in one would try the person's patience
                partner = min(able, key=lambda other: (abs(other - position), other))
                sure.remove(partner)
                self._contrast(first + position, first + partner)
        return acts

    # Out of band

    @staticmethod
    def _picked(
        draws: Draws, quota: Quota, able: Sequence[Candidate], open_: Sequence[Candidate]
    ) -> tuple[Candidate, ...]:
        """The next candidate; if it is guessable, a partner with a told value as well, of those that are open."""
        pick = quota.pick(draws, able)
        if not pick.is_guessable:
            return (pick,)
        partners = [one for one in open_ if one.has_value and one.attribute != pick.attribute]
        return pick, quota.pick(draws, [one for one in partners if one.kind is pick.kind] or partners)

    def _out_of_band(self, wanted: int) -> None:
        draws = self.node.draws("out of band")
        quota = Quota(self.kinds, wanted, self.ontology)
        due = self.anchors.due(self.node, wanted, quota.absent)
        quota.expect([one for fixed in due.values() for one in fixed])
        last = len(self.calendar)
        fixed = [len(due.get(position, ())) for position in range(1, last + 1)]
        answered = sum(one.kind is not _ABSENCE for some in due.values() for one in some)
        beside = max(0, round(answered / max(1e-9, 1.0 - quota.absent)) - sum(fixed))
        counts = self._free(fixed, wanted - sum(fixed), beside)
        moments = moments_between(self.node, self.calendar)
        elsewhere = sorted(self.due, key=attrgetter("time"), reverse=True)
        left = wanted - sum(fixed)
        carried = position = 0
        while position < last or (carried > 0 and position < max(LATEST * last, LEAST_MOMENTS)):
            done = min(position + 1, last)
            if position >= len(moments):
                moments = moments_between(self.node, self.calendar, extra=2 * (position - last + 1))
            while elsewhere and elsewhere[-1].time <= moments[position]:
                quota.ask(elsewhere.pop().pick)
            chosen = list(due.get(position + 1, ()))
            for candidate in chosen:
                quota.take(candidate, expected=True)
            keys = set(map(key_of, chosen))
            open_ = [one for occasions in self.occasions for one in occasions.beside(done)]
            if keys:
                open_ = [one for one, key in zip(open_, map(key_of, open_), strict=True) if key not in keys]
            missing = carried + (counts[position] if position < last else 0)
            rest = position >= last  # at the very end, the number matters more than the shares
            while missing > 0:
                sound = _with_partner(open_, left)
                able = quota.due(sound) or (sound if rest else ())
                if not able:
                    break
                picked = self._picked(draws, quota, self._in_common(draws, able, chosen) or able, open_)
                chosen += picked
                missing -= len(picked)
                left -= len(picked)
                for one in picked:
                    open_ = [other for other in open_ if other is not one]
            carried = missing  # below zero where a partner took one question more than was due
            draws.shuffle(chosen)
            self._paired(chosen, moments[position])
            position += 1

    def _free(self, fixed: Sequence[int], wanted: int, beside: int) -> list[int]:
        """How many questions are asked after each session beside the fixed ones.

        Some stand beside the fixed ones, more of which have an answer. The rest is spread over the sessions. So the
        session of a question does not show whether it has an answer.

        Args:
            fixed: The number of fixed questions after each session.
            wanted: The number of the others.
            beside: How many of them stand beside the fixed ones.
        """
        near = spread(fixed, min(wanted, beside)) if any(fixed) else [0] * len(fixed)
        return [one + other for one, other in zip(near, spread(self.weights, wanted - sum(near)), strict=True)]

    def _paired(self, chosen: Sequence[Candidate], time: datetime) -> None:
        """Plans a moment's questions.

        A guessable one, and as far as possible an unanswerable one, gets a contrast probe with a told value.
        """
        first = len(self.due)
        sure: list[int] = []
        others: list[int] = []
        for at, one in enumerate(chosen):
            self._probe(one, time)
            (sure if one.has_value else others).append(at)
        for at in sorted(others, key=lambda at: not chosen[at].is_guessable):
            if not sure:
                break
            partner = max(sure, key=lambda other: chosen[other].kind is chosen[at].kind)
            sure.remove(partner)
            self._contrast(first + at, first + partner)

    def _in_common(self, draws: Draws, open_: Sequence[Candidate], chosen: Sequence[Candidate]) -> list[Candidate]:
        """With several persons, the candidates about an attribute that another person was asked about.

        They come first until there are enough, and then half of the time.
        """
        if len(self.told) == 1:
            return []
        asked: dict[str, set[str]] = {}
        for pick in (*(due.pick for due in self.due), *chosen):
            asked.setdefault(pick.attribute, set()).add(pick.owner)
        if sum(len(owners) > 1 for owners in asked.values()) >= IN_COMMON and draws.uniform() < 0.5:
            return []
        return [one for one in open_ if one.attribute in asked and one.owner not in asked[one.attribute]]

    # Special kinds

    def _special(self, wanted: int) -> None:
        """Plans questions of the special kinds, each with its contrast probe."""
        if not wanted:
            return
        draws = self.node.draws("special")
        kinds = list(self.special)
        draws.shuffle(kinds)
        quota = Quota({kind: self.special[kind] for kind in kinds}, wanted, self.ontology)
        counts = apportion(self.weights, wanted)
        moments = moments_between(self.node.child("special"), self.calendar)
        carried = 0
        for position, count in enumerate(counts):
            missing = carried + count
            scenes = self._scenes(position + 1, moments[position]) if missing else []
            open_ = list(kinds)
            asked: set[tuple[object, ...]] = set()
            while missing > 0 and open_:
                kind = quota.draw(draws, open_)
                able = [
                    one
                    for scene in scenes
                    for one in CANDIDATES[kind](scene)
                    if (kind, *one.key) not in asked
                    and (one.contrast is None or (kind, *one.contrast.key) not in asked)
                ]
                if not able:
                    open_.remove(kind)
                    continue
                pick = quota.pick(draws, able)
                asked |= {(kind, *one.key) for one in (pick, pick.contrast) if one is not None}
                missing -= self._with_contrast(pick, moments[position])
            carried = missing  # below zero where a pair took one question more than was due

    def _scenes(self, done: int, time: datetime) -> list[Scene]:
        today = time.date().isoformat()
        return [
            Scene(told, self.ontology, done, untold, self.insights, today, self.legs)
            for told, untold in zip(self.told, self.untold, strict=True)
        ]

    # One probe

    def _with_contrast(self, pick: Candidate, time: datetime) -> int:
        """Plans a question and its contrast probe at the same moment, in an order that tells nothing."""
        if pick.contrast is None:
            self._probe(pick, time)
            return 1
        pair = [pick, pick.contrast]
        self.node.draws("contrast", len(self.due)).shuffle(pair)
        for one in pair:
            self._probe(one, time)
        self._contrast(len(self.due) - 2, len(self.due) - 1)
        return 2

    def _contrast(self, one: int, other: int) -> None:
        """Makes two probes a contrast pair, by their numbers."""
        self.contrasts |= {one: self.due[other].id, other: self.due[one].id}

    def _probe(self, pick: Candidate, time: datetime, session: int = 0) -> str:
        """Plans a probe and returns its id. Session 0 means an out-of-band probe."""
        number = len(self.due)
        due = _Due(time, number, self.ids.digits(), session, pick)
        self.due.append(due)
        return due.id

    def _made(self, due: _Due) -> Probe:
        pick = due.pick
        band = _IN if due.session else _OUT
        return Probe(
            due.id, _NAMES[pick.kind], pick.form, pick.attribute, pick.owner, pick.owner, pick.purpose, due.time,
            due.session, band, pick.anchor, pick.target, pick.other, pick.value, pick.context,
            self.contrasts.get(due.number, ""), pick.difficulty,
        )  # fmt: skip


def _with_partner(candidates: Sequence[Candidate], room: int) -> Sequence[Candidate]:
    """The candidates; without guessable ones where nothing can be asked beside them that has a told value.

    Args:
        candidates: The questions that can be asked.
        room: How many of them still fit.
    """
    told: set[str] = set()
    for one in candidates if room > 1 else ():
        if one.has_value:
            told.add(one.attribute)
            if len(told) > 1:  # then each of them can be asked beside another one
                return candidates
    return [one for one in candidates if not one.is_guessable or told - {one.attribute}]
