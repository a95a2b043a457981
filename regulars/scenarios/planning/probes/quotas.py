"""Quotas of probes by kind: what is still to be planned, and which candidate comes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple, TypeVar

from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.ontology.attribute import sort_of
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.kindred import load_kindred
from regulars.scenarios.options import BASE_KINDS
from regulars.scenarios.planning.agenda import apportion
from regulars.scenarios.planning.probes.scenes import CHOSEN, Candidate, field_of, key_of
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

SHAPE_PULL, OWN_PULL = 2.0, 1.0
"""How much likelier an unanswerable question of a sort is, as the power of e, for each standard deviation by which the
questions with an answer are ahead: those of its shape, and its own."""

REPEAT_PULL = 1.0
"""The same for each question with an answer that is ahead, of those whose attribute was asked about as often before."""

MOST_BEFORE = 6
"""Larger numbers of earlier questions about an attribute count as this one."""

_APART = frozenset({ProbeKind.ABSTENTION, *CHOSEN})
"""Kinds that do not replace missing questions of other kinds."""

_ABSENCE = ProbeKind.ABSTENTION
_kind_of = field_of("kind")
_is_sure_of = field_of("is_sure")
_purpose_of = field_of("purpose")
_subject_of = field_of("attribute", "form")
_topic_of = field_of("owner", "attribute")

T = TypeVar("T")


class _Tally:
    """How many questions of a sort were planned with an answer and without."""

    __slots__ = ("absent", "answerable")

    def __init__(self) -> None:
        self.absent = 0
        self.answerable = 0

    def count(self, answerable: bool) -> None:
        """Counts a question."""
        if answerable:
            self.answerable += 1
        else:
            self.absent += 1

    def ahead(self, odds: float) -> float:
        """By how many the questions with an answer are ahead, each without one counted as `odds`."""
        return self.answerable - odds * self.absent

    def lead(self, odds: float) -> float:
        """By how much they would be ahead after one more without an answer, in about standard deviations.

        So an unanswerable question about a sort of which little is asked comes after an answerable one.
        """
        return (self.ahead(odds) - odds) / sqrt(self.answerable + self.absent + 1)


class _Sort(NamedTuple):
    """A sort of question, with its own tally and that of its shape, which the wording of a question always shows."""

    shape: _Tally
    own: _Tally


@lru_cache(maxsize=4096)
def _keys(ontology: Ontology, subject: tuple[str, Form]) -> tuple[Hashable, Hashable]:
    """The keys of a question's shape and sort. Questions with equal keys are counted together."""
    name, form = subject
    attribute = ontology.attribute(name)
    may_be_doubtful = name in load_kindred() or bool(ontology.unsettling(name))  # asked more seldom
    return (attribute.type, attribute.cardinality, form), (sort_of(attribute), form, may_be_doubtful)


class _Sorts(dict[tuple[str, Form], _Sort]):
    """The sort of the questions about an attribute in a form."""

    def __init__(self, ontology: Ontology) -> None:
        super().__init__()
        self._ontology = ontology
        self._shapes: dict[Hashable, _Tally] = {}
        self._alike: dict[Hashable, _Sort] = {}

    def __missing__(self, subject: tuple[str, Form]) -> _Sort:
        shape, own = _keys(self._ontology, subject)
        sort = self._alike.get(own)
        if sort is None:
            sort = self._alike[own] = _Sort(self._shapes.setdefault(shape, _Tally()), _Tally())
        self[subject] = sort
        return sort


class _Tallies:
    """Counts the planned questions of each sort, those with an answer and those without.

    Args:
        ontology: The attributes.
        odds: How many questions with an answer are wanted for each without.
    """

    def __init__(self, ontology: Ontology, odds: float) -> None:
        self.odds = odds
        self._sort_of = _Sorts(ontology)

    def count(self, candidate: Candidate, answerable: bool) -> None:
        """Counts a question."""
        for tally in self._sort_of[_subject_of(candidate)]:
            tally.count(answerable)

    def of_one_sort(self, draws: Draws, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates of one sort. Those whose questions with an answer are ahead are likelier.

        If the one that is most ahead were always taken, the number of earlier questions of a sort would show whether
        the next has an answer.
        """
        sorts = list(map(self._sort_of.__getitem__, map(_subject_of, candidates)))
        each = {id(sort): sort for sort in sorts}
        if len(each) == 1:
            draws.uniform()  # as many draws as for several, so that the next ones are the same
            return candidates
        odds = self.odds
        drawn = _pulled(
            draws,
            {key: SHAPE_PULL * sort.shape.lead(odds) + OWN_PULL * sort.own.ahead(odds) for key, sort in each.items()},
        )
        return [one for one, sort in zip(candidates, sorts, strict=True) if id(sort) == drawn]


def _pulled(draws: Draws, pulls: Mapping[T, float]) -> T:
    """Draws one of the keys, with odds in proportion to the powers of e of their pulls."""
    most = max(pulls.values())
    return draws.weighted(list(pulls), [exp(pull - most) for pull in pulls.values()])


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
        self._wants_all = self.wanted.keys() >= BASE_KINDS.keys()
        self._leeway = leeway
        self._used: dict[tuple[str, str, str, Form], int] = defaultdict(int)
        self._before: dict[tuple[str, str], int] = defaultdict(int)  # `MOST_BEFORE` at most
        self._repeats = [_Tally() for _ in range(MOST_BEFORE + 1)]
        self._answerable = sum(count for kind, count in self.wanted.items() if kind not in _APART)
        self._asked = 0
        self._share = self._share_of_absence()
        self._tallies = _Tallies(ontology, (1.0 - self._share) / max(self._share, 1e-9))

    def pick(self, draws: Draws, candidates: Sequence[Candidate]) -> Candidate:
        """Picks a candidate of the kind that lags most; within the kind, one asked least often.

        An unanswerable question is mostly about a sort of attribute whose answerable questions are ahead, and about one
        that was asked about as often. So neither the words of a question nor the earlier questions show whether it has
        an answer.
        """
        kinds = list(dict.fromkeys(map(_kind_of, candidates)))
        kind = self.draw(draws, kinds)
        able = [candidate for candidate in candidates if candidate.kind is kind] if len(kinds) > 1 else candidates
        if kind is _ABSENCE:
            able = self._either(draws, able, _purpose_of, NOT_YET, BEFORE_DISCLOSURE)
            able = self._as_often(draws, able)
            twins = list(dict.fromkeys([one.twin for one in able if one.twin is not None]))
            if twins:
                twin = self.draw(draws, twins)
                able = [one for one in able if one.twin in (None, twin)]
            able = self._tallies.of_one_sort(draws, able)
        else:
            able = self._either(draws, able, _is_sure_of, False, EARNED)
        if len(able) > 1:
            used = list(map(self._used.__getitem__, map(key_of, able)))
            least = min(used)
            able = [one for one, times in zip(able, used, strict=True) if times == least]
        return self.take(draws.choice(able))

    def ask(self, candidate: Candidate) -> None:
        """Counts an earlier question about an attribute; those of other quotas too."""
        topic = _topic_of(candidate)
        self._before[topic] = min(MOST_BEFORE, self._before[topic] + 1)

    def _as_often(self, draws: Draws, able: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates with one number of earlier questions. Numbers with more answerable questions are likelier."""
        times = list(map(self._before.__getitem__, map(_topic_of, able)))
        each = list(dict.fromkeys(times))
        if len(each) == 1:
            draws.uniform()  # as many draws as for several, so that the next ones are the same
            return able
        odds = self._tallies.odds
        drawn = _pulled(draws, {many: REPEAT_PULL * self._repeats[many].ahead(odds) for many in each})
        return [one for one, many in zip(able, times, strict=True) if many == drawn]

    @staticmethod
    def _either(
        draws: Draws, able: Sequence[Candidate], field: Callable[[Candidate], Any], mark: object, share: float
    ) -> Sequence[Candidate]:
        """The candidates with that mark in a field, with a probability of `share`; else the others."""
        if len(set(map(field, able))) < 2:
            return able
        wanted = draws.uniform() < share
        return [one for one in able if (field(one) == mark) is wanted]

    def draw(self, draws: Draws, kinds: Sequence[ProbeKind]) -> ProbeKind:
        """Draws a kind. Kinds that lag more are likelier."""
        if len(kinds) == 1:
            draws.uniform()  # as many draws as for several, so that the next ones are the same
            return kinds[0]
        left = self.left
        lagging = [kind for kind in kinds if left.get(kind, 0) > 0]
        if not lagging:
            return max(kinds, key=lambda kind: (left.get(kind, 0), draws.uniform()))
        if _APART.isdisjoint(kinds):
            return draws.weighted(lagging, [left[kind] for kind in lagging])
        # abstention never replaces other kinds
        able = sum([left[kind] for kind in lagging if kind not in _APART])
        scale = self._answerable / able if able else 1.0
        return draws.weighted(lagging, [left[kind] if kind in _APART else left[kind] * scale for kind in lagging])

    def due(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates, all of base kinds, that may be asked now, so that unanswerable questions keep their share.

        The leeway keeps the share loose. If unanswerable questions strictly alternated with others, one would show
        whether the next has an answer. For lack of others, no more unanswerable ones than the share are asked, unless
        the number of probes requires it (`requestable`).
        """
        if not self._wants_all:
            candidates = [one for one in candidates if one.kind in self.wanted]
        if _ABSENCE not in self.wanted:
            return candidates
        ahead = self.wanted[_ABSENCE] - self.left[_ABSENCE] - self._share * (self._asked + 1)
        if ahead < -1 - self._leeway:
            return [one for one in candidates if one.kind is _ABSENCE] or candidates
        if ahead < 0:
            return candidates
        others = [one for one in candidates if one.kind is not _ABSENCE]
        return others if ahead >= self._leeway or all(one.kind in CHOSEN for one in others) else candidates

    def requestable(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates for requests now, without questions about choices if there are enough others."""
        able = self.due(candidates)
        chosen = sum([self.wanted[kind] - self.left[kind] for kind in CHOSEN if kind in self.wanted])
        if chosen < (1 - REQUESTS) * (self._asked + chosen + 1) - 1:
            return able
        if asked_for := [one for one in able if one.kind not in CHOSEN]:
            return asked_for
        return [one for one in candidates if one.kind is _ABSENCE and one.kind in self.wanted] or able

    @property
    def absent(self) -> float:
        """The share of unanswerable questions that is aimed at."""
        return self._share

    def _share_of_absence(self) -> float:
        """The share of unanswerable questions, among those of all kinds but the choices."""
        counted = sum(count for kind, count in self.wanted.items() if kind not in CHOSEN)
        return self.wanted.get(_ABSENCE, 0) / max(1, counted)

    def expect(self, candidates: Sequence[Candidate]) -> None:
        """Counts candidates that are taken later among those of their sorts, so that others are picked to match."""
        total = sum(count for kind, count in self.wanted.items() if kind not in CHOSEN)
        answered = sum(one.kind is not _ABSENCE for one in candidates)
        absent = min(self.wanted.get(_ABSENCE, 0), total - answered)
        self._tallies.odds = (total - absent) / max(1, absent)
        for one in candidates:
            self._tallies.count(one, answerable=one.kind is not _ABSENCE)

    def take(self, candidate: Candidate, expected: bool = False) -> Candidate:
        """Counts a candidate as planned; one that is `expected` counts among those of its sort already."""
        kind = candidate.kind
        left = self.left.get(kind, 0)
        self.left[kind] = left - 1
        self._answerable -= left > 0 and kind not in _APART
        self._asked += kind in self.wanted and kind not in CHOSEN
        self._repeats[self._before[_topic_of(candidate)]].count(answerable=kind is not _ABSENCE)
        self.ask(candidate)
        self._used[key_of(candidate)] += -1 if candidate.purpose == NOT_YET else 1
        if not expected:
            self._tallies.count(candidate, answerable=kind is not _ABSENCE)
        return candidate
