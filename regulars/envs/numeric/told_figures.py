"""What was told about each candidate, in numbers: who told its values, how often, how long ago, and what came since.

These are raw counts and shares that a listener with a perfect memory has. None of them is computed from gold.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from regulars.envs.ledger import OVER
from regulars.envs.numeric.asking import FORMS
from regulars.envs.numeric.candidates import CandidateKind, CandidateReply
from regulars.envs.numeric.features import scaled
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.values import ValueType, resolve_value

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from regulars.envs.ledger import Disclosure
    from regulars.envs.numeric.told_about import ToldAbout
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
_IS = [tuple([float(kind == other) for other in CandidateKind]) for kind in CandidateKind]
_OVER_SINCE = CANDIDATE_FIGURES.index("over_since")
_NEVER = 1.0
_COUNTED = frozenset((Form.SUM, Form.COUNT, Form.DURATION))
_OF_FORM = {form: tuple(float(form == other) for other in FORMS) for form in FORMS}
_UNTOLD = (0.0,) * (len(MESSAGE_FIGURES) - len(FORMS))


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
        self._wanted = self._asked.wanted if self._asked.wanted in told.language.ontology else ""

    def of_message(self) -> list[float]:
        """The numbers of `MESSAGE_FIGURES`."""
        of_form = _OF_FORM[self._asked.form]
        if not self._wanted:
            return [*of_form, *_UNTOLD]
        known = self._of(self._wanted)
        return [
            *of_form,
            scaled(len(known.own)),
            scaled(known.times_by_others),
            float(known.is_over),
            float(known.is_forgotten),
            float(bool(known.chosen)),
        ]

    def of_candidate(self, candidate: CandidateReply) -> list[float]:
        """The numbers of `CANDIDATE_FIGURES`."""
        kind, name, letters = candidate.kind, candidate.attribute, len(candidate.text)
        if candidate.values and candidate.form != Form.OPTION and name in self._told.language.ontology:
            return [*_IS[kind], *self._of_values(candidate, self._of(name)), scaled(letters)]
        is_over = kind is CandidateKind.OVER and self._wanted and self._of(self._wanted).is_over
        return [*_without_values(kind, bool(is_over), letters)]

    def _of(self, name: str) -> ToldAbout:
        return self._told.about(self._person, name)

    def _of_values(self, candidate: CandidateReply, known: ToldAbout) -> list[float]:
        values, places = candidate.values, known.last
        size = len(values)
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
        asks = self._asked.question is not None
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
            *(self._off(candidate, known) if candidate.form in _COUNTED else (0.0, 0.0)),
            self._that_day(known, values) if asks else 0.0,
            self._known_then(candidate.attribute, known, values) if asks else 0.0,
            _in_order(values, known.first) if size > 1 else 0.0,
            _share(values, known.out),
            float(bool(chosen) and values[0] in chosen),
            float(bool(chosen) and chosen[-1] == values[0]),
        ]

    def _turns_since(self, disclosure: Disclosure) -> int:
        return len(self._told.lines) - self._told.places.get(disclosure.turn, 0)

    def _off(self, candidate: CandidateReply, known: ToldAbout) -> tuple[float, float]:
        """How far a number lies from the sum, or from the days between two dates; and from the number of values."""
        number = float(candidate.values[0])
        total = self._days() if candidate.form == Form.DURATION else self._sum(candidate.attribute, known)
        return _relative(number, total), _relative(number, float(len(known.last)))

    def _sum(self, name: str, known: ToldAbout) -> float:
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

    def _that_day(self, known: ToldAbout, values: Sequence[str]) -> float:
        question = self._asked.question
        if question is None or not question.day:
            return 0.0
        told = {one.value for one in known.own if one.time.date().isoformat() == question.day}
        return sum(value in told for value in values) / len(values)

    def _known_then(self, name: str, known: ToldAbout, values: Sequence[str]) -> float:
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


@lru_cache(maxsize=8192)
def _without_values(kind: CandidateKind, is_over: bool, letters: int) -> tuple[float, ...]:
    """The numbers of a candidate that states no values."""
    figures = [*_IS[kind], *[0.0] * _SIZE, scaled(letters)]
    figures[_OVER_SINCE] = float(is_over)
    return tuple(figures)


def _share(values: Sequence[str], some: Collection[str]) -> float:
    """The share of the values that are among some."""
    return sum([value in some for value in values]) / len(values) if some else 0.0


def _in_order(values: Sequence[str], first: Mapping[str, int]) -> float:
    pairs = pairwise(values)
    right = sum(one in first and other in first and first[one] < first[other] for one, other in pairs)
    return right / (len(values) - 1)


def _relative(number: float, total: float) -> float:
    return max(-1.0, min(1.0, (number - total) / total)) if total else 1.0


def _ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()
