"""What was told about each candidate, in numbers: who told its values, how often, how long ago, and what came since.

These are raw counts and shares that a listener with a perfect memory has. None of them is computed from gold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from regulars.envs.ledger import OVER
from regulars.envs.numeric.asking import FORMS
from regulars.envs.numeric.candidates import CandidateKind, CandidateReply
from regulars.envs.numeric.features import scaled
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.values import ValueType, resolve_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from regulars.envs.ledger import Disclosure
    from regulars.envs.numeric.told_so_far import ToldSoFar

CANDIDATE_FIGURES = (
    *(f"is_{kind.name.lower()}" for kind in CandidateKind),
    "values",
    "told",
    "told_by_others",
    "mentioned",
    "taken_back",
    "covers",
    "newer",
    "turns_since",
    "sessions_since",
    "turns_since_first",
    "times_told",
    "over_since",
    "off_total",
    "off_count",
    "told_that_day",
    "known_then",
    "in_order",
    "ruled_out",
    "chosen_before",
    "chosen_last",
    "letters",
)
"""The names of a candidate's numbers, in order; each lies in [-1, 1].

- `is_...`: the candidate's kind, one of eight.
- `values`: the number of its values, divided by 8.
- `told`, `told_by_others`, `mentioned`, `taken_back`: the share of its values that the asker told; that another person
  told; that the asker said without telling; that the asker took back or asked to forget.
- `covers`: the share of the asker's told values of the attribute that it holds.
- `newer`: how many disclosures of the attribute came after the last one of its values (mean, scaled); -1 if never told.
- `turns_since`, `sessions_since`, `turns_since_first`: since its newest value was last told, and first told (scaled);
  1 if never told.
- `times_told`: how often its values were told (scaled).
- `over_since`: 1 if the asker said since then that the matter is over. For `is_over`: whether the last line about it
  said so.
- `off_total`, `off_count`: for a number, how far it lies from the sum of the told numbers (for a duration, from the
  days between the two dates), and from the number of told values, relative to that; in [-1, 1].
- `told_that_day`: for a question that names a day, the share of its values told on that day.
- `known_then`: for a question that names the value of another attribute, whether its value was the last one told when
  that value was.
- `in_order`: for a list, the share of neighbours that were first told in this order.
- `ruled_out`: the share of its values that something told rules out.
- `chosen_before`, `chosen_last`: whether the assistant chose its value for the asker before, and whether it was the
  last choice.
- `letters`: the length of the text (scaled).
"""

MESSAGE_FIGURES = (
    *(f"form_{form or 'none'}" for form in FORMS),
    "told",
    "told_by_others",
    "is_over",
    "forgotten",
    "chosen",
)
"""The names of a message's numbers: the form that it asks for, and what was told about what it asks about.

- `form_...`: 1 for the form that its words ask for.
- `told`, `told_by_others`: the number of disclosures by the asker and by other people (scaled).
- `is_over`: whether the asker said last that the matter is over. `forgotten`: whether the asker asked to forget it.
- `chosen`: whether the assistant chose its value for the asker.
"""

_KINDS = len(CandidateKind)
_SIZE = len(CANDIDATE_FIGURES) - _KINDS - 1
_IS = tuple(tuple(float(kind == other) for other in CandidateKind) for kind in CandidateKind)
_NOTHING = (0.0,) * _SIZE
_OVER_SINCE = CANDIDATE_FIGURES.index("over_since") - _KINDS
_NEVER = 1.0


@dataclass(slots=True)
class _Told:
    """What was told about one attribute, for the figures of all candidates."""

    own: Sequence[Disclosure]
    others: frozenset[str]
    mentioned: frozenset[str]
    taken_back: frozenset[str]
    out: frozenset[str]
    chosen: Sequence[str]
    last: dict[str, int] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place, one in enumerate(self.own):
            if one.how != OVER:
                self.first.setdefault(one.value, place)
                self.last[one.value] = place
                self.times[one.value] = self.times.get(one.value, 0) + 1

    @property
    def is_over(self) -> bool:
        return bool(self.own) and self.own[-1].how == OVER


class ToldFigures:
    """The numbers of a step: of its message and of its candidates.

    Args:
        observation: What the assistant sees.
        told: What was told so far.
    """

    def __init__(self, observation: Mapping[str, Any], told: ToldSoFar) -> None:
        self._told = told
        self._person = observation["speaker"]
        self._session = int(observation["session"])
        self._asked = told.asked_in(observation["message"])
        self._by_attribute: dict[str, _Told] = {}

    def of_message(self) -> list[float]:
        """The numbers of `MESSAGE_FIGURES`."""
        asked = self._asked
        figures = [0.0] * len(MESSAGE_FIGURES)
        figures[FORMS.index(asked.form)] = 1.0
        name = asked.wanted
        if name and name in self._told.language.ontology:
            known = self._of(name)
            ledger = self._told.ledger
            others = sum(len(ledger.of(one, name)) for one in ledger.tellers(name) if one != self._person)
            figures[-5:] = [
                scaled(len(known.own)),
                scaled(others),
                float(known.is_over),
                float(bool(ledger.forgotten(self._person, name))),
                float(bool(known.chosen)),
            ]
        return figures

    def of_candidate(self, candidate: CandidateReply) -> list[float]:
        """The numbers of `CANDIDATE_FIGURES`."""
        name, values, ontology = candidate.attribute, candidate.values, self._told.language.ontology
        if values and name in ontology and candidate.form != Form.OPTION:
            return [*_IS[candidate.kind], *self._of_values(candidate, self._of(name), values), _length(candidate)]
        if candidate.kind is CandidateKind.OVER and self._asked.wanted in ontology:
            rest = [0.0] * _SIZE
            rest[_OVER_SINCE] = float(self._of(self._asked.wanted).is_over)
            return [*_IS[candidate.kind], *rest, _length(candidate)]
        return [*_IS[candidate.kind], *_NOTHING, _length(candidate)]

    def _of(self, name: str) -> _Told:
        found = self._by_attribute.get(name)
        if found is None:
            ledger, person, ontology = self._told.ledger, self._person, self._told.language.ontology
            others = {
                one.value for teller in ledger.tellers(name) if teller != person for one in ledger.of(teller, name)
            }
            taken_back = {one.value for one in ledger.retracted(person, name)} | {*ledger.forgotten(person, name)}
            out: set[str] = set()
            for limit in ontology.limiting(name):
                for one in ledger.of(person, limit.name):
                    out |= limit.ruled_out(name, one.value)
            chosen = [one.value for one in ledger.commitments if one.person == person and one.attribute == name]
            mentioned = frozenset(ledger.mentioned(person, name)) if ledger.hearsay else frozenset()
            found = self._by_attribute[name] = _Told(
                ledger.of(person, name), frozenset(others), mentioned, frozenset(taken_back), frozenset(out), chosen
            )
        return found

    def _of_values(self, candidate: CandidateReply, known: _Told, values: Sequence[str]) -> list[float]:
        size, places = len(values), known.last
        held = [value for value in values if value in places]
        turns = since = first = _NEVER
        newer, times, over_since = -1.0, 0.0, 0.0
        if held:
            newest = max([places[value] for value in held])
            last = known.own[newest]
            turns = scaled(self._turns_since(last))
            since = scaled(self._session - last.session)
            first = scaled(self._turns_since(known.own[min([known.first[value] for value in held])]))
            newer = sum([scaled(len(known.own) - 1 - places[value]) for value in held]) / len(held)
            times = scaled(sum([known.times[value] for value in held]))
            over_since = float(any(one.how == OVER for one in known.own[newest + 1 :]))
        chosen = known.chosen if size == 1 else ()
        return [
            min(size / 8.0, 1.0),
            len(held) / size,
            _share(values, known.others),
            _share(values, known.mentioned),
            _share(values, known.taken_back),
            len({*held}) / len(places) if places else 0.0,
            newer,
            turns,
            since,
            first,
            times,
            over_since,
            *self._off(candidate, known),
            self._that_day(known, values),
            self._known_then(candidate.attribute, known, values),
            _in_order(values, known.first),
            _share(values, known.out),
            float(bool(chosen) and values[0] in chosen),
            float(bool(chosen) and chosen[-1] == values[0]),
        ]

    def _turns_since(self, disclosure: Disclosure) -> int:
        return len(self._told.lines) - self._told.places.get(disclosure.turn, 0)

    def _off(self, candidate: CandidateReply, known: _Told) -> tuple[float, float]:
        """How far a number lies from the sum, or from the days between two dates; and from the number of values."""
        if candidate.form not in (Form.SUM, Form.COUNT, Form.DURATION):
            return 0.0, 0.0
        number = float(candidate.values[0])
        total = self._days() if candidate.form == Form.DURATION else self._sum(candidate.attribute, known)
        return _relative(number, total), _relative(number, float(len(known.last)))

    def _sum(self, name: str, known: _Told) -> float:
        if self._told.language.ontology.attribute(name).type is not ValueType.NUMBER:
            return 0.0
        facts = {one.fact: float(one.value) for one in reversed(known.own) if one.how != OVER}
        return sum(facts.values())

    def _days(self) -> float:
        question = self._asked.question
        if question is None:
            return 0.0
        told = self._told.by(self._person)
        days = [one.value for name in (question.attribute, question.other) for one in told.disclosures(name)[-1:]]
        exact = [day for day in days if len(day) == 10 and day[0] != "-"]
        return float(abs(_ordinal(exact[0]) - _ordinal(exact[1]))) if len(exact) == 2 else 0.0

    def _that_day(self, known: _Told, values: Sequence[str]) -> float:
        question = self._asked.question
        if question is None or not question.day:
            return 0.0
        told = {one.value for one in known.own if one.time.date().isoformat() == question.day}
        return sum(value in told for value in values) / len(values)

    def _known_then(self, name: str, known: _Told, values: Sequence[str]) -> float:
        question = self._asked.question
        if question is None or question.kind != ProbeKind.MULTI_HOP or name != question.other or len(values) > 1:
            return 0.0
        told, ontology = self._told, self._told.language.ontology
        named = resolve_value(question.value, ontology.domain(question.attribute))
        cue = next((one for one in told.ledger.of(self._person, question.attribute) if one.value == named), None)
        if cue is None:
            return 0.0
        moment = told.places.get(cue.turn, 0)
        before = [one for one in known.own if told.places.get(one.turn, 0) <= moment]
        return float(bool(before) and before[-1].value == values[0])


def _share(values: Sequence[str], some: frozenset[str]) -> float:
    """The share of the values that are among some."""
    return sum([value in some for value in values]) / len(values) if some else 0.0


def _length(candidate: CandidateReply) -> float:
    return scaled(len(candidate.text))


def _in_order(values: Sequence[str], first: Mapping[str, int]) -> float:
    if len(values) < 2:
        return 0.0
    pairs = pairwise(values)
    right = sum(one in first and other in first and first[one] < first[other] for one, other in pairs)
    return right / (len(values) - 1)


def _relative(number: float, total: float) -> float:
    return max(-1.0, min(1.0, (number - total) / total)) if total else 1.0


def _ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()
