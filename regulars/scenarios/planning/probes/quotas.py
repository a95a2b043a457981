"""Quotas of probes by kind: what is still to be planned, and which candidate comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

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


class Quota:
    """Counts the questions that are still to be planned by kind, and how often each was asked.

    Args:
        kinds: Weights of the kinds.
        total: Number of probes.
        ontology: The attributes.
        leeway: Greatest difference between the number of unanswerable questions and their share.
    """

    def __init__(self, kinds: Mapping[ProbeKind, float], total: int, ontology: Ontology, leeway: int = 0) -> None:
        self.wanted = dict(zip(kinds, apportion(list(kinds.values()), total), strict=True))
        self.left = dict(self.wanted)
        self._ontology = ontology
        self._leeway = leeway
        self._used: Counter[tuple[str, str, str, Form]] = Counter()
        self._sorts: Counter[tuple[object, ...]] = Counter()
        self._known_sorts: dict[tuple[str, Form], tuple[tuple[object, ...], tuple[object, ...]]] = {}

    def pick(self, draws: Draws, candidates: Sequence[Candidate]) -> Candidate:
        """Picks a candidate of the kind that lags most; within the kind, one asked least often.

        An unanswerable question is about the sort of attribute with the most answerable questions. So the words of a
        question do not show whether it has an answer.
        """
        kinds = list(dict.fromkeys([candidate.kind for candidate in candidates]))
        kind = self.draw(draws, kinds)
        able = [candidate for candidate in candidates if candidate.kind is kind] if len(kinds) > 1 else candidates
        if kind is ProbeKind.ABSTENTION:
            asked = [self._asked_alike(one) for one in able]
            most = max(asked)
            able = [one for one, times in zip(able, asked, strict=True) if times == most]
            able = self._either(draws, able, [one.purpose == NOT_YET for one in able], BEFORE_DISCLOSURE)
        else:
            able = self._either(draws, able, [not one.is_sure for one in able], EARNED)
        used = [self._used.get(candidate.key, 0) for candidate in able]
        least = min(used)
        return self.take(draws.choice([one for one, times in zip(able, used, strict=True) if times == least]))

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
        left = {kind: count for kind in kinds if (count := self.left.get(kind, 0)) > 0}
        if _APART.isdisjoint(kinds):
            return left
        able = sum(count for kind, count in left.items() if kind not in _APART)
        if not able:
            return left
        scale = sum(max(0, count) for kind, count in self.left.items() if kind not in _APART) / able
        return {kind: count if kind in _APART else scale * count for kind, count in left.items()}

    def due(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates that may be asked now, so that unanswerable questions keep their share.

        The leeway keeps the share loose. If unanswerable questions strictly alternated with others, one would show
        whether the next has an answer. For lack of others, no more unanswerable ones than the share are asked, unless
        the number of probes requires it (`requestable`).
        """
        candidates = [one for one in candidates if one.kind in self.wanted]
        if ProbeKind.ABSTENTION not in self.wanted:
            return candidates
        asked = {kind: self.wanted[kind] - self.left[kind] for kind in self.wanted if kind not in CHOSEN}
        share = self.wanted[ProbeKind.ABSTENTION] / max(1, sum(self.wanted[kind] for kind in asked))
        ahead = asked[ProbeKind.ABSTENTION] - share * (sum(asked.values()) + 1)
        others = any(one.kind is not ProbeKind.ABSTENTION and one.kind not in CHOSEN for one in candidates)
        if ahead >= (self._leeway if others else 0):
            return [one for one in candidates if one.kind is not ProbeKind.ABSTENTION]
        absent = [one for one in candidates if one.kind is ProbeKind.ABSTENTION] if ahead < -1 - self._leeway else []
        return absent or candidates

    def requestable(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates for requests now, without questions about choices if there are enough others."""
        able = self.due(candidates)
        asked = {kind: self.wanted[kind] - self.left[kind] for kind in self.wanted}
        if sum(asked.get(kind, 0) for kind in CHOSEN) < (1 - REQUESTS) * (sum(asked.values()) + 1) - 1:
            return able
        if asked_for := [one for one in able if one.kind not in CHOSEN]:
            return asked_for
        return [one for one in candidates if one.kind is ProbeKind.ABSTENTION and one.kind in self.wanted] or able

    def forgo(self, absent: int) -> None:
        """Plans fewer unanswerable questions. Others take their place."""
        if ProbeKind.ABSTENTION in self.wanted:
            less = min(absent, self.wanted[ProbeKind.ABSTENTION])
            self.wanted[ProbeKind.ABSTENTION] -= less
            self.left[ProbeKind.ABSTENTION] -= less

    def take(self, candidate: Candidate) -> Candidate:
        """Counts a candidate as planned."""
        self.left[candidate.kind] = self.left.get(candidate.kind, 0) - 1
        self._used[candidate.key] += -1 if candidate.purpose == NOT_YET else 1
        if candidate.kind is ProbeKind.ABSTENTION or candidate.is_sure:
            for sort in self._sorts_of(candidate):
                self._sorts[sort] += -1 if candidate.kind is ProbeKind.ABSTENTION else 1
        return candidate

    def _asked_alike(self, candidate: Candidate) -> tuple[int, int]:
        """How many more answerable than unanswerable questions were asked, of the same shape and of the same sort."""
        shape, sort = self._sorts_of(candidate)
        return self._sorts.get(shape, 0), self._sorts.get(sort, 0)

    def _sorts_of(self, candidate: Candidate) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """The question's shape, which must never show whether there is an answer, and its sort."""
        name = candidate.attribute, candidate.form
        sorts = self._known_sorts.get(name)
        if sorts is None:
            attribute = self._ontology.attribute(candidate.attribute)
            shape = attribute.type, attribute.cardinality, candidate.form
            sorts = self._known_sorts[name] = shape, (sort_of(attribute), candidate.form)
        return sorts
