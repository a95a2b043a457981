"""The policies of `shortcuts.py`: those that see the question alone, and those that listen without remembering."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from regulars import Reply
from regulars.agents.assistant.question_parsing import Question, question_in
from regulars.scenarios.kinds import ActKind, Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Scenario
from regulars.values import find_values, normalise

ABSTAINS = Reply("I don't know that.", answer="-")
ENDED = Reply("That's over, you don't have one any more.", answer="none")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a policy sees it.

    Attributes:
        language: The language of the life.
        message: Its words.
        question: What they ask; None for a greeting or a prompt.
        attribute: The attribute asked about; empty if unknown.
        options: The texts among which to choose; empty for a free answer.
        lettered: Whether an option is named by its letter.
    """

    language: Language
    message: str
    question: Question | None
    attribute: str
    options: tuple[str, ...]
    lettered: bool

    @classmethod
    def read(cls, language: Language, message: str) -> Asked:
        """Parses a message by the public wordings, or by the label that it holds."""
        offered = language.offered(message)
        if offered is not None:
            return cls(language, message, None, offered[0], offered[1], False)
        question = question_in(language, message)
        options = question.options if question is not None else ()
        attribute = question.wanted if question is not None else _by_label(language, message)
        return cls(language, message, question, attribute, options, bool(options))

    def choice(self, place: int) -> Reply:
        """The reply that names an option."""
        if not self.lettered:
            return Reply(f"Take {self.options[place]}.", answer=self.options[place])
        return Reply(f"{'ABCD'[place]})", answer="ABCD"[place])


def _by_label(language: Language, message: str) -> str:
    lowered = message.lower()
    found = [a for a in language.ontology if f"my {a.label.lower()}" in lowered] if "?" in message else []
    return max(found, key=lambda a: len(a.label)).name if found else ""


@dataclass(slots=True)
class Heard:
    """What a listener keeps: the values of each attribute's domain in order, and how often each word was said."""

    values: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    words: Counter[str] = field(default_factory=Counter)

    def listen(self, language: Language, message: str) -> None:
        """Takes in a line of anybody."""
        self.words.update(normalise(message).split())
        for attribute in language.ontology:
            self.values[attribute.name] += [one.value for one in find_values(message, attribute.domain)]


Policy = Callable[[Asked, Heard], Reply]

CHOOSES = "favourite"
"""The policy that makes the choices left to the assistant, so that it can name them later."""


# ---------------------------------------------------------------- options without memory


def _by(pick: Callable[[Asked], int], free: Callable[[Asked], str | None] = lambda asked: None) -> Policy:
    """A policy that picks an option by `pick`, and answers by `free` or abstains otherwise."""

    def answer(asked: Asked, heard: Heard) -> Reply:
        if asked.options:
            return asked.choice(pick(asked))
        value = free(asked) if asked.attribute else None
        return ABSTAINS if value is None else Reply(f"It is {value}.", answer=value)

    return answer


def _most(scores: Sequence[float]) -> int:
    return max(range(len(scores)), key=lambda place: scores[place])


def _parts(text: str) -> tuple[str, ...]:
    return tuple(re.split(r", then |；|，然后", text.removeprefix("It was ").rstrip(".。")))


def _reverse(asked: Asked) -> int:
    """The option whose reverse is offered; of several, the one whose values stand where they mostly do."""
    parts = [_parts(option) for option in asked.options]
    columns = [Counter(column) for column in zip(*parts, strict=False)]
    usual = [sum(columns[at][part] for at, part in enumerate(one)) for one in parts]
    return _most([10.0 * (len(one) > 1 and one[::-1] in parts) + usual[at] for at, one in enumerate(parts)])


def _likeness(asked: Asked) -> list[float]:
    """How alike each option is to the others, by numbers, words and runs of three letters."""
    numbers = [re.findall(r"\d+", option) for option in asked.options]
    if all(len(one) == 1 for one in numbers):
        figures = [float(one[0]) for one in numbers]
        return [-sum(abs(one - other) for other in figures) for one in figures]
    bags = [
        {*normalise(option).split()} | {option[at : at + 3].lower() for at in range(len(option) - 2)}
        for option in asked.options
    ]
    return [sum(len(one & other) / (len(one | other) or 1) for other in bags) for one in bags]


def _odd(asked: Asked) -> int:
    return _most([-likeness for likeness in _likeness(asked)])


def _suiting(asked: Asked) -> list[float]:
    """Which options are reasons that suit a change of the attribute."""
    language = asked.language
    names = {language.lines("reasons", name)[1].casefold(): name for name in language.names("reasons")}
    suiting = language.fitting_reasons(asked.attribute)
    return [float(names.get(option.casefold()) in suiting) for option in asked.options]


def _ontology(asked: Asked) -> int:
    """The option that is left when a value of a limit rules out all others; by implied values, or else the odd one.

    Of reasons for a change, the last one that suits the attribute.
    """
    ontology = asked.language.ontology
    if asked.question is not None and asked.question.kind == ProbeKind.UPDATE_REASON and asked.attribute in ontology:
        suiting = _suiting(asked)
        return _most([fits + at / 10 for at, fits in enumerate(suiting)])
    if asked.attribute in ontology:
        attribute = ontology.attribute(asked.attribute)
        named = [next((one.value for one in find_values(text, attribute.domain)), "") for text in asked.options]
        left: Counter[str] = Counter()
        for limit in ontology.limiting(attribute.name):
            for out in limit.excludes[attribute.name].values():
                kept = [value for value in named if value not in out]
                left.update(kept if len(kept) == 1 else ())
        if left:
            return _most([left[value] for value in named])
        sorts = [tuple(values.get(value, "") for values in attribute.implies.values()) for value in named]
        if len(set(sorts)) > 1 and any(map(any, sorts)):
            return _most([-sorts.count(one) for one in sorts])
    return _odd(asked)


@dataclass(slots=True)
class Earliness:
    """When each attribute is first told on average: the fixed rule about what was told before what."""

    places: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def fit(self, scenario: Scenario) -> None:
        """Takes in a life's plan."""
        known: set[tuple[str, str]] = set()
        for session in scenario.sessions:
            for act in session.agenda:
                slot = (session.person, act.attribute)
                if act.kind is ActKind.TELL and slot not in known:
                    known.add(slot)
                    self.places[act.attribute].append(session.number / len(scenario.sessions))

    def pick(self, asked: Asked) -> int:
        """The option about the attribute that is mostly told earlier."""
        labels = sorted(asked.language.ontology, key=lambda one: -len(one.label))
        named = [next((one.name for one in labels if one.label in text), "") for text in asked.options]
        means = [float(np.mean([0.4, *self.places.get(name, ())])) for name in named]
        return _most([-mean for mean in means])


def _ended(asked: Asked, heard: Heard) -> Reply:
    """Says that whatever is asked for is over."""
    if asked.options or not asked.attribute:
        return asked.choice(0) if asked.options else ABSTAINS
    return ENDED


def _favourite(asked: Asked, heard: Heard) -> Reply:
    """The same value of an attribute in every life: chosen when it is offered, and named whenever it is asked for."""
    ontology = asked.language.ontology
    values = list(ontology.attribute(asked.attribute).grid()) if asked.attribute in ontology else []
    if asked.options:
        ranks = [values.index(option) if option in values else len(values) for option in asked.options]
        return asked.choice(_most([-rank for rank in ranks]))
    return Reply(f"It is {values[0]}.", answer=values[0]) if values else ABSTAINS


def _all_labels(asked: Asked, heard: Heard) -> Reply:
    """Brings up everything that there is."""
    if asked.options or asked.attribute:
        return asked.choice(0) if asked.options else ABSTAINS
    labels = ", your ".join(attribute.label for attribute in asked.language.ontology)
    return Reply(f"You wanted to be reminded of your {labels}.")


def memoryless(known: Mapping[str, str], earliness: Earliness) -> dict[str, Policy]:
    """The policies that see nothing but the question."""
    return {
        "abstain,A": _by(lambda asked: 0),
        "usual,long": _by(lambda asked: _most(list(map(len, asked.options))), lambda asked: known.get(asked.attribute)),
        "one,short": _by(lambda asked: _most([-len(option) for option in asked.options]), lambda asked: "1"),
        "last": _by(lambda asked: len(asked.options) - 1),
        "reverse": _by(_reverse),
        "ontology": _by(_ontology),
        "odd": _by(_odd),
        "alike": _by(lambda asked: _most(_likeness(asked))),
        "earlier": _by(earliness.pick),
        "labels": _all_labels,
        "ended": _ended,
        CHOOSES: _favourite,
    }


# ---------------------------------------------------------------- policies that listen


def _last_value(asked: Asked, heard: Heard) -> Reply:
    """The last value of the domain; for collections, counts, sums and orders, everything of the domain."""
    values = heard.values.get(asked.attribute, [])
    if asked.options:
        named = asked.options
        if asked.lettered and asked.attribute in asked.language.ontology:
            domain = asked.language.ontology.domain(asked.attribute)
            named = tuple(next((one.value for one in find_values(text, domain)), "") for text in asked.options)
        last = {value: place for place, value in enumerate(values)}
        return asked.choice(_most([last.get(value, -1) for value in named]))
    if not values:
        return ABSTAINS
    distinct = list(dict.fromkeys(values))
    form = asked.question.form if asked.question is not None else Form.VALUE
    answer = values[-1]
    if form in (Form.SET, Form.ORDER):
        answer = "|".join(distinct)
    elif form is Form.COUNT:
        answer = str(len(distinct))
    elif form is Form.SUM:
        answer = str(sum(int(value) for value in values if value.isdigit()))
    return Reply(f"It is {answer}.", answer=answer)


def _most_said(asked: Asked, heard: Heard) -> Reply:
    """The option whose own words, which not all options have, were said most often on average."""
    if not asked.options:
        return ABSTAINS
    bags = [set(normalise(option).split()) for option in asked.options]
    shared = set.intersection(*bags)
    own = [[heard.words[word] for word in bag - shared] for bag in bags]
    return asked.choice(_most([sum(counts) / (len(counts) or 1) for counts in own]))


def _newest(asked: Asked, heard: Heard) -> Reply:
    """The option whose value came up last for the first time; without options, as the last value."""
    if not asked.options or asked.attribute not in asked.language.ontology:
        return _last_value(asked, heard)
    domain = asked.language.ontology.domain(asked.attribute)
    values = heard.values.get(asked.attribute, [])
    named = [next((one.value for one in find_values(text, domain)), "") for text in asked.options]
    return asked.choice(_most([values.index(value) if value in values else -1 for value in named]))


LISTENERS: Mapping[str, Policy] = {"last value": _last_value, "most said": _most_said, "newest": _newest}
