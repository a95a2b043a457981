"""Quotas of probes by kind: what is still to be planned, and which candidate comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter

from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.agenda import apportion
from regulars.scenarios.planning.probes.scenes import Candidate, sort_of
from regulars.seeding import Draws

REQUESTS = 0.65
"""Share of requests among the in-band probes, as far as possible."""

BEFORE_DISCLOSURE = 0.35
"""Share of the unanswerable questions that are asked before the disclosure which makes them answerable, as far as
possible."""

EARNED = 0.8
"""Share of the answerable questions that rest on disclosures that are not open, as far as possible."""

NOT_YET = "absence before the telling"
"""Purpose of an unanswerable question that is asked before the disclosure which makes it answerable."""

CHOSEN = (ProbeKind.SINGLE_SESSION_ASSISTANT,)
"""Kinds for which the assistant's own choices decide whether there is an answer."""

_APART = frozenset({ProbeKind.ABSTENTION, *CHOSEN})
"""Kinds that do not replace missing questions of other kinds."""

_ABSENCE = ProbeKind.ABSTENTION
_kind_of = attrgetter("kind")
_Tally = list[int]
"""How many questions of one sort were planned: unanswerable ones, and answerable ones."""


class Tallies:
    """Counts the planned questions of each sort, those with an answer and those without.

    Args:
        ontology: The attributes.
    """

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._tallies: dict[tuple[object, ...], _Tally] = {}
        self._tallies_of: dict[tuple[str, Form], tuple[_Tally, _Tally]] = {}

    def count(self, candidate: Candidate, answerable: bool) -> None:
        """Counts a question."""
        for tally in self._alike(candidate):
            tally[answerable] += 1

    def answerable(self, candidate: Candidate) -> tuple[float, float]:
        """How many answerable questions there are for each unanswerable one: of the same shape, and of the same sort.

        The shape is what the wording of a question always shows. It comes first.
        """
        (no, yes), (sort_no, sort_yes) = self._alike(candidate)
        return yes / (no + 1), sort_yes / (sort_no + 1)

    def _alike(self, candidate: Candidate) -> tuple[_Tally, _Tally]:
        """The tallies of the question's shape and of its sort."""
        name = candidate.attribute, candidate.form
        tallies = self._tallies_of.get(name)
        if tallies is None:
            attribute = self._ontology.attribute(candidate.attribute)
            shape = attribute.type, attribute.cardinality, candidate.form
            sort = sort_of(attribute), candidate.form
            tallies = self._tallies.setdefault(shape, [0, 0]), self._tallies.setdefault(sort, [0, 0])
            self._tallies_of[name] = tallies
        return tallies


class Quota:
    """Counts the questions that are still to be planned by kind, and how often each was asked.

    Args:
        kinds: Weights of the kinds.
        total: Number of probes.
        tallies: What was planned so far, of each sort of question.
        leeway: Greatest difference between the number of unanswerable questions and their share.
    """

    def __init__(self, kinds: Mapping[ProbeKind, float], total: int, tallies: Tallies, leeway: int = 0) -> None:
        self.wanted = dict(zip(kinds, apportion(list(kinds.values()), total), strict=True))
        self.left = dict(self.wanted)
        self._leeway = leeway
        self._used: Counter[tuple[str, str, str, Form]] = Counter()
        self._answerable = sum(count for kind, count in self.wanted.items() if kind not in _APART)
        self._asked = 0
        self._tallies = tallies
        self._share = self._share_of_absence()

    def pick(self, draws: Draws, candidates: Sequence[Candidate]) -> Candidate:
        """Picks a candidate of the kind that lags most; within the kind, one asked least often.

        An unanswerable question is about the sort of attribute with the greatest share of answerable questions. So the
        words of a question do not show whether it has an answer.
        """
        kinds = list(dict.fromkeys(map(_kind_of, candidates)))
        kind = self.draw(draws, kinds)
        able = [candidate for candidate in candidates if candidate.kind is kind] if len(kinds) > 1 else candidates
        if kind is _ABSENCE:
            asked = [self._tallies.answerable(one) for one in able]
            most = max(asked)
            able = [one for one, times in zip(able, asked, strict=True) if times == most]
            able = self._either(draws, able, [one.purpose == NOT_YET for one in able], BEFORE_DISCLOSURE)
        else:
            able = self._either(draws, able, [not one.is_sure for one in able], EARNED)
        if len(able) > 1:
            used = [self._used.get(candidate.key, 0) for candidate in able]
            least = min(used)
            able = [one for one, times in zip(able, used, strict=True) if times == least]
        return self.take(draws.choice(able))

    @staticmethod
    def _either(draws: Draws, able: Sequence[Candidate], marked: Sequence[bool], share: float) -> Sequence[Candidate]:
        """The marked candidates, with a probability of `share`; else the others."""
        if all(marked) or not any(marked):
            return able
        wanted = draws.uniform() < share
        return [one for one, mark in zip(able, marked, strict=True) if mark is wanted]

    def draw(self, draws: Draws, kinds: Sequence[ProbeKind]) -> ProbeKind:
        """Draws a kind. Kinds that lag more are likelier."""
        if len(kinds) == 1:
            draws.uniform()  # as many draws as for several, so that the next ones are the same
            return kinds[0]
        weights = self._weights(kinds)
        if weights:
            return draws.weighted(list(weights), list(weights.values()))
        return max(kinds, key=lambda kind: (self.left.get(kind, 0), draws.uniform()))

    def _weights(self, kinds: Sequence[ProbeKind]) -> Mapping[ProbeKind, float]:
        """What is left of the kinds that lag. Abstention never replaces other kinds."""
        left: dict[ProbeKind, float] = {}
        able = 0
        for kind in kinds:
            count = self.left.get(kind, 0)
            if count > 0:
                left[kind] = count
                able += count if kind not in _APART else 0
        if able and not _APART.isdisjoint(kinds):
            scale = self._answerable / able
            for kind in left.keys() - _APART:
                left[kind] *= scale
        return left

    def due(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates that may be asked now, so that unanswerable questions keep their share.

        The leeway keeps the share loose. If unanswerable questions strictly alternated with others, one would show
        whether the next has an answer. For lack of others, no more unanswerable ones than the share are asked, unless
        the number of probes requires it (`requestable`).
        """
        kinds = set(map(_kind_of, candidates))
        if not kinds <= self.wanted.keys():
            candidates = [one for one in candidates if one.kind in self.wanted]
            kinds &= self.wanted.keys()
        if _ABSENCE not in self.wanted or _ABSENCE not in kinds:
            return candidates
        ahead = self.wanted[_ABSENCE] - self.left[_ABSENCE] - self._share * (self._asked + 1)
        if ahead >= (0 if kinds <= _APART else self._leeway):
            return [one for one in candidates if one.kind is not _ABSENCE]
        return [one for one in candidates if one.kind is _ABSENCE] if ahead < -1 - self._leeway else candidates

    def requestable(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates for requests now, without questions about choices if there are enough others."""
        able = self.due(candidates)
        chosen = sum(self.wanted[kind] - self.left[kind] for kind in CHOSEN if kind in self.wanted)
        if chosen < (1 - REQUESTS) * (self._asked + chosen + 1) - 1:
            return able
        if asked_for := [one for one in able if one.kind not in CHOSEN]:
            return asked_for
        return [one for one in candidates if one.kind is _ABSENCE and one.kind in self.wanted] or able

    def forgo(self, absent: int) -> None:
        """Plans fewer unanswerable questions. Others take their place."""
        if _ABSENCE in self.wanted:
            less = min(absent, self.wanted[_ABSENCE])
            self.wanted[_ABSENCE] -= less
            self.left[_ABSENCE] -= less
            self._share = self._share_of_absence()

    def _share_of_absence(self) -> float:
        """The share of unanswerable questions, among those of all kinds but the choices."""
        counted = sum(count for kind, count in self.wanted.items() if kind not in CHOSEN)
        return self.wanted.get(_ABSENCE, 0) / max(1, counted)

    def take(self, candidate: Candidate) -> Candidate:
        """Counts a candidate as planned."""
        kind = candidate.kind
        left = self.left.get(kind, 0)
        self.left[kind] = left - 1
        self._answerable -= left > 0 and kind not in _APART
        self._asked += kind in self.wanted and kind not in CHOSEN
        self._used[candidate.key] += -1 if candidate.purpose == NOT_YET else 1
        if kind is _ABSENCE or candidate.is_sure:
            self._tallies.count(candidate, answerable=kind is not _ABSENCE)
        return candidate
