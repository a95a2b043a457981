"""Answers multiple choice: the letter of the option that the context supports, or nothing if it is in doubt.

The options are parsed with the wordings that generated them. An option is chosen only if the context tells it from all
others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from regulars.agents.assistant.disclosures import ReadDisclosure
from regulars.agents.assistant.question_parsing import Question, slot_pattern
from regulars.agents.assistant.reading import Reading, read_attribute
from regulars.agents.assistant.told import Told
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.values import ValueType, named_value

LETTERS = "ABCD"


def choose(language: Language, question: Question, context: Told) -> Reading:
    """The letter of the option that a context supports."""
    fits = _CHOOSERS.get(question.kind)
    if fits is None:
        return Reading()
    found = fits(_Offer(language, question, context))
    return Reading((LETTERS[found],)) if 0 <= found < len(LETTERS) else Reading()


class _Offer:
    """The options, and what the context says about their subject."""

    def __init__(self, language: Language, question: Question, context: Told) -> None:
        self.language = language
        self.question = question
        self.context = context
        self._labels = {attribute.label.casefold(): attribute.name for attribute in language.ontology}

    def told(self, attribute: str) -> Sequence[ReadDisclosure]:
        """The disclosures of an attribute; empty if it is over."""
        found = self.context.disclosures(attribute)
        return found if found and not found[-1].over else ()

    def latest(self, attribute: str) -> str:
        """The last disclosed value; empty if there is none or it is over."""
        return next(iter(read_attribute(attribute, Form.VALUE, self.context).values), "")

    def value(self, attribute: str, written: str) -> str:
        """The canonical value that an option names."""
        return named_value(written, self.language.ontology.domain(attribute))

    def options(self, section: str) -> list[Mapping[str, str]]:
        """The slots of each option, with labels as attribute names; empty if the wording of one is unknown."""
        patterns = [slot_pattern(line) for line in self.language.lines("options", section)]
        read: list[Mapping[str, str]] = []
        for option in self.question.options:
            found = next((match for match in (one.fullmatch(option) for one in patterns) if match is not None), None)
            if found is None:
                return []
            read.append({slot: self._slot(slot, text) for slot, text in found.groupdict().items()})
        return read

    def _slot(self, slot: str, text: str) -> str:
        return self._labels.get(text.casefold(), "") if slot.startswith("label") else text


def _only(fits: Sequence[bool]) -> int:
    """The position of the one that fits; -1 if several or none fit."""
    return fits.index(True) if sum(fits) == 1 else -1


def _stated(offer: _Offer) -> int:
    """The option that states the last disclosed value."""
    attribute = offer.question.attribute
    latest = offer.latest(attribute)
    named = [offer.value(attribute, option["value"]) for option in offer.options("fact")]
    return _only([bool(latest) and value == latest for value in named])


def _never_told(offer: _Offer) -> int:
    """The one value that was never disclosed, if all others were."""
    attribute = offer.question.attribute
    told = {one.value for one in offer.told(attribute)}
    return _only([offer.value(attribute, option) not in told for option in offer.question.options])


def _history(offer: _Offer) -> int:
    """The option that lists the values in the order of their disclosure."""
    attribute = offer.question.attribute
    chain: list[str] = []
    for one in offer.told(attribute):
        if not chain or chain[-1] != one.value:
            chain.append(one.value)
    then = offer.language.marks["then"]
    named = [
        [offer.value(attribute, value) for value in option["values"].split(then)] for option in offer.options("chain")
    ]
    return _only([len(values) > 1 and values == chain[-len(values) :] for values in named])


def _reason(offer: _Offer) -> int:
    """The reason that came with the disclosure of a value."""
    language, attribute = offer.language, offer.question.attribute
    value = offer.value(attribute, offer.question.value)
    given = offer.context.reasons(attribute, value) if offer.told(attribute) else ()
    if len(given) != 1:
        return -1
    about = language.lines("reasons", given[0])[1].casefold()
    return _only([option.casefold() == about for option in offer.question.options])


def _allowed(offer: _Offer) -> int:
    """The one option that fits everything told."""
    attribute = offer.question.attribute
    out: set[str] = set()
    for limit in offer.language.ontology.limiting(attribute):
        for one in offer.told(limit.name):
            out.update(limit.excludes[attribute].get(one.value, ()))
    return _only([offer.value(attribute, option) not in out for option in offer.question.options])


def _earlier(offer: _Offer) -> int:
    """Which of two was disclosed first."""
    places = []
    for option in offer.options("mention"):
        value = offer.value(option["label"], option["value"]) if option["label"] else ""
        told = [(one.line, one.start) for one in offer.told(option["label"]) if one.value == value] if value else []
        if not told:
            return -1
        places.append(told[0])
    return places.index(min(places)) if len(set(places)) > 1 else -1


def _greater(offer: _Offer) -> int:
    """Whether the first or the last number is greater."""
    attribute = offer.question.attribute
    if offer.language.ontology.attribute(attribute).type is not ValueType.NUMBER:
        return -1
    numbers = [int(one.value) for one in offer.told(attribute)]
    if len(numbers) < 2 or numbers[0] == numbers[-1]:
        return -1
    first, last = offer.language.lines("options", "compare")[:2]
    right = first if numbers[0] > numbers[-1] else last
    return _only([option.casefold() == right.casefold() for option in offer.question.options])


def _concluded(offer: _Offer) -> int:
    """The conclusion that follows from the last disclosed values and the trait that the person shows."""
    language, question = offer.language, offer.question
    entry = language.insights.get(question.context)
    if entry is None:
        return -1
    shown = offer.context.traits(entry.traits)
    if len(shown) != 1:
        return -1
    found = entry.conclusion(offer.latest(question.attribute), offer.latest(question.other), shown[0])
    return _only([found is not None and option == entry.conclusions[found] for option in question.options])


_CHOOSERS: Mapping[str, Callable[[_Offer], int]] = {
    ProbeKind.RECALL_FACTS: _stated,
    ProbeKind.LATEST_PREFERENCE: _stated,
    ProbeKind.NEW_SCENARIO: _stated,
    ProbeKind.SUGGEST_NEW: _never_told,
    ProbeKind.FULL_EVOLUTION: _history,
    ProbeKind.UPDATE_REASON: _reason,
    ProbeKind.ALIGNED_RECOMMENDATION: _allowed,
    ProbeKind.ORDER_RECALL: _earlier,
    ProbeKind.COMPARE: _greater,
    ProbeKind.DECISION_GUIDANCE: _concluded,
    ProbeKind.INTERPRETIVE_ATTRIBUTION: _concluded,
    ProbeKind.VALUE_JUDGMENT: _concluded,
    ProbeKind.CONTRADICTION: _concluded,
}
"""The reader of each kind of question."""
