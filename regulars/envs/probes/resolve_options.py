"""The gold of multiple choice: builds the options from what was told and from typical errors of memories.

A wrong option is a value that a poor memory would give: the previous value, another person's value, or one that was
mentioned as somebody else's. So neither the words of the options nor how often they were said show which one is right.
The probe's id alone decides which letter is right. Where options come from lists, the right option is equally likely to
be the longest, the shortest or in between; its length gives nothing away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from regulars.envs.ledger import OVER
from regulars.envs.probes.gold import ProbeStatus, Resolution
from regulars.envs.probes.resolve_values import Evidence, current, evidence_of, standing_words, value_words
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.slots import filled
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.ontology.exclusions import recommendation
from regulars.scenarios.world import Probe
from regulars.seeding import Draws, SeedTree
from regulars.values import Domain, ValueType

if TYPE_CHECKING:
    from regulars.envs.ledger import Disclosure, Ledger
    from regulars.scenarios.ontology.attribute import Attribute
    from regulars.scenarios.ontology.attributes import Ontology


LETTERS = ("A", "B", "C", "D")
OPTIONS = 4
"""The number of options, except where only two are as likely beforehand: orders, comparisons, recommendations."""

_LETTERS = Domain("letters", ValueType.TERM, dict.fromkeys(LETTERS, ()))

Wrong = tuple[str, str]
"""A wrong option: its class of error and its text."""


def resolve_option_probe(probe: Probe, ledger: Ledger, ontology: Ontology, language: Language) -> Resolution:
    """The gold of a multiple-choice probe; void if the told values do not give enough options."""
    making = _Making(probe, ledger, ontology, language)
    return RESOLVERS[ProbeKind(probe.kind)](making) or Resolution.void(ledger)


class _Making:
    """A question under construction, with its sources and draws."""

    def __init__(self, probe: Probe, ledger: Ledger, ontology: Ontology, language: Language) -> None:
        self.probe = probe
        self.ledger = ledger
        self.ontology = ontology
        self.language = language
        self.attribute = ontology.attribute(probe.attribute)
        self.draws: Draws = SeedTree(0).draws("options", probe.id)

    def of(self, attribute: Attribute) -> list[Disclosure]:
        """The disclosures of an attribute, in order; none if its value no longer holds."""
        disclosures = self.ledger.of(self.probe.owner, attribute.name)
        return disclosures if disclosures and disclosures[-1].how != OVER else []

    def mentioned(self, attribute: Attribute) -> list[str]:
        """The values that the person said without telling them, and that no person told or took back."""
        owner, name = self.probe.owner, attribute.name
        told = {one.value for person in self.ledger.tellers(name) for one in self.ledger.of(person, name)}
        told |= {one.value for one in self.ledger.retracted(owner, name)}
        told |= {*self.ledger.forgotten(owner, name)}
        return [value for value in self.ledger.mentioned(owner, name) if value not in told]

    def times_said(self, attribute: Attribute, value: str) -> int:
        """How often people told a value, or the person mentioned it."""
        owner, name, ledger = self.probe.owner, attribute.name, self.ledger
        told = sum(one.value == value for person in ledger.tellers(name) for one in ledger.of(person, name))
        return told + sum((one.person, one.attribute, one.value) == (owner, name, value) for one in ledger.hearsay)

    def first_said(self, attribute: Attribute, value: str) -> float:
        """When people first told a value, or the person first mentioned it: by how much was told before that."""
        owner, name, ledger = self.probe.owner, attribute.name, self.ledger
        told = [at for at, one in enumerate(ledger.disclosures) if (one.attribute, one.value) == (name, value)]
        heard = [one.after for one in ledger.hearsay if (one.person, one.attribute, one.value) == (owner, name, value)]
        return min((*(at + 0.5 for at in told), *heard), default=0.0)

    def wrong_values(self, attribute: Attribute, gold: str) -> dict[str, list[str]]:
        """Wrong values by class of error. `generic` values are those that no person told."""
        own = [disclosure.value for disclosure in self.ledger.of(self.probe.owner, attribute.name)]
        stale = [value for value in dict.fromkeys(own) if value != gold]
        others = [
            disclosure.value
            for person in self.ledger.tellers(attribute.name)
            if person != self.probe.owner
            for disclosure in self.ledger.of(person, attribute.name)
            if disclosure.value not in own
        ]
        taken_back = [one.value for one in self.ledger.retracted(self.probe.owner, attribute.name)]
        told = {*own, *others, *taken_back}
        generic = [value for value in attribute.grid() if value not in told]
        return {"stale": stale, "other_person": list(dict.fromkeys(others)), "generic": generic}

    def say(self, kind: str, **slots: str) -> Callable[[str], str]:
        """The template of the question's options, as a function of the value."""
        line = self.draws.choice(self.language.lines("options", kind))
        return lambda value: _sentence(filled(line, {"value": value, **slots}))

    def resolution(
        self,
        right: str,
        wrong: Sequence[Wrong],
        evidence: Evidence,
        slots: Mapping[str, str] | None = None,
        compared: tuple[str, ...] = (),
    ) -> Resolution:
        """The question with its options. The probe's id alone decides their order."""
        texts = [right, *(text for _, text in wrong)]
        self.draws.shuffle(texts)
        letter = LETTERS[texts.index(right)]
        listed = " ".join(f"{letter}) {text}" for letter, text in zip(LETTERS, texts, strict=False))
        classes: dict[str, tuple[str, ...]] = {}
        for name, text in wrong:
            classes[name] = (*classes.get(name, ()), LETTERS[texts.index(text)])
        expectation = Expectation(
            Form.OPTION,
            _LETTERS,
            True,
            (letter,),
            options=tuple(texts),
            asks_untold=self.probe.kind == ProbeKind.SUGGEST_NEW,
            compared=compared,
        )
        slots = {"options": listed, **dict(slots or {})}
        return Resolution(ProbeStatus.ASKED, expectation, evidence, self.ledger.mark, slots, classes)

    def balanced(self, right: str, given: Sequence[Wrong], free: Sequence[Wrong], size: int = OPTIONS) -> list[Wrong]:
        """The given wrong options and some free ones, chosen so that the right one's rank by length is uniform."""
        chosen = list(given[: size - 1])
        place = self.draws.integer(size)
        shorter = [one for one in free if len(one[1]) < len(right)]
        longer = [one for one in free if len(one[1]) > len(right)]
        same = [one for one in free if len(one[1]) == len(right)]
        for pool in (shorter, longer, same):
            self.draws.shuffle(pool)
        while len(chosen) < size - 1:
            below = sum(len(text) < len(right) for _, text in chosen)
            pools = [shorter, same, longer] if below < place else [longer, same, shorter]
            filled_pools = [pool for pool in pools if pool]
            if not filled_pools:
                break
            one = filled_pools[0].pop()
            if one[1] != right and one[1] not in [text for _, text in chosen]:
                chosen.append(one)
        return chosen


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fact(making: _Making, least: int = 1) -> Resolution | None:
    """Which statement is right: the latest value, among earlier ones, another person's and others said in the talk.

    Numbers that drift give no question, since the latest one lies near the one before.
    """
    attribute = making.attribute
    disclosures = making.of(attribute)
    told = {disclosure.value for disclosure in disclosures}
    if len(told) < least or attribute.type is ValueType.DATE or attribute.change is Change.DRIFTS:
        return None
    gold, run = current(disclosures, attribute.type)
    values = making.wrong_values(attribute, gold)
    values = {
        "stale": values["stale"],
        "other_person": values["other_person"],
        "mentioned": making.mentioned(attribute),
    }
    sure = [*values["stale"][-1:], *values["other_person"][:1]]
    rest = [value for some in values.values() for value in some if value not in sure]
    wrong = _wrong_ones(making, gold, sure, rest)
    if len(wrong) < OPTIONS - 1:
        return None
    say = making.say("fact", label=attribute.label)
    named = [(name, say(standing_words(attribute, one))) for one in wrong for name in values if one in values[name]]
    return making.resolution(
        say(standing_words(attribute, gold)), named, evidence_of([[one for one in run if one.value == gold]])
    )


def _wrong_ones(making: _Making, gold: str, sure: Sequence[str], rest: Sequence[str]) -> list[str]:
    """The sure values and any others, so that no crude memory of the talk finds the right one.

    In three of four questions, one of all was said more often than the right one, and in three of four, one came up
    later, as far as there are such values.
    """
    attribute, chosen = making.attribute, list(sure)
    left = making.draws.sample(rest, len(rest))
    ranks: Sequence[Callable[[Attribute, str], float]] = (making.times_said, making.first_said)
    for rank in ranks:
        least = rank(attribute, gold)
        if making.draws.integer(OPTIONS) and not any(rank(attribute, value) > least for value in chosen):
            chosen += [value for value in left if value not in chosen and rank(attribute, value) > least][:1]
    return [*chosen, *(value for value in left if value not in chosen)][: OPTIONS - 1]


def _latest(making: _Making) -> Resolution | None:
    return _fact(making, 2)


def _new(making: _Making) -> Resolution | None:
    """What would be new: a value that came up as somebody else's, among three told ones.

    It was not said more often than each of them, if there are such values: many came up again and again.
    """
    attribute = making.attribute
    disclosures = making.of(attribute)
    told = list(dict.fromkeys(disclosure.value for disclosure in disclosures))
    mentioned = making.mentioned(attribute)
    if len(told) < OPTIONS - 1 or not mentioned:
        return None
    making.draws.shuffle(told)
    told.sort(key=lambda value: -making.times_said(attribute, value))
    wrong = [("told", _sentence(value_words(attribute, value))) for value in told[: OPTIONS - 1]]
    most = making.times_said(attribute, told[0])
    others = [value for value in mentioned if making.times_said(attribute, value) <= most]
    right = _sentence(value_words(attribute, making.draws.choice(others or mentioned)))
    groups = [[one for one in disclosures if _sentence(value_words(attribute, one.value)) == text] for _, text in wrong]
    return making.resolution(right, wrong, evidence_of(groups))


def _evolution(making: _Making) -> Resolution | None:
    """The history of an attribute, among other orders of its values, each as likely beforehand as the right one.

    Two values have two orders. Of the orders of three or four values, any four are offered. Numbers that drift give no
    question, since a smooth order would be likelier.
    """
    attribute = making.attribute
    disclosures = making.of(attribute)
    chain: list[Disclosure] = []
    for disclosure in disclosures:
        if not chain or chain[-1].value != disclosure.value:
            chain.append(disclosure)
    values = [disclosure.value for disclosure in chain]
    if len(values) < 2 or len(set(values)) < len(values) or attribute.type is ValueType.DATE:
        return None
    if attribute.change is Change.DRIFTS:
        return None
    values = values[-4:]
    others = [list(order) for order in permutations(values) if list(order) != values]
    making.draws.shuffle(others)
    line = making.language.lines("options", "chain")[0]

    def told(order: Sequence[str]) -> str:
        then = making.language.marks["then"]
        return filled(line, {"values": then.join(standing_words(attribute, value) for value in order)})

    wrong = [("order", told(order)) for order in others[: OPTIONS - 1]]
    groups = [[one for one in disclosures if one.value == value] for value in values]
    return making.resolution(told(values), wrong, evidence_of(groups))


def _reason(making: _Making) -> Resolution | None:
    """Why a value changed. The other options are reasons that would suit it too: of other changes, or unused ones."""
    disclosure = next((one for one in reversed(making.of(making.attribute)) if one.reason), None)
    if disclosure is None:
        return None
    language = making.language
    elsewhere = [
        one.reason
        for name in making.ledger.attributes(making.probe.owner)
        for one in making.ledger.of(making.probe.owner, name)
        if one.reason and one.reason != disclosure.reason
    ]
    fitting = dict.fromkeys((*language.fitting_reasons(making.attribute.name), disclosure.reason))
    texts = {name: _sentence(language.lines("reasons", name)[1]) for name in fitting}
    right = texts[disclosure.reason]
    given = [("other_reason", texts[name]) for name in dict.fromkeys(elsewhere) if name in texts][-1:]
    free = [("generic", text) for name, text in texts.items() if name != disclosure.reason and name not in elsewhere]
    wrong = making.balanced(right, given, free)
    if not wrong:
        return None
    slots = {"value": standing_words(making.attribute, disclosure.value)}
    return making.resolution(right, wrong, (disclosure.turns,), slots)


def _aligned(making: _Making) -> Resolution | None:
    """The option that told facts allow, beside one that they rule out and another value of the limit would allow."""
    attribute = making.attribute
    for limit in making.ontology.limiting(attribute.name):
        disclosures = making.of(limit)
        if not disclosures:
            continue
        value, run = current(disclosures, limit.type)
        pair = recommendation(run[-1].fact, limit, attribute, value, _all_out(making, attribute))
        if pair is not None:
            right, wrong = map(_sentence, pair)
            return making.resolution(right, [("overlooked", wrong)], evidence_of([run]))
    return None


def _all_out(making: _Making, attribute: Attribute) -> set[str]:
    """The values that told facts rule out, or that are in doubt beside them."""
    out: set[str] = set()
    for limit in making.ontology.limiting(attribute.name):
        for disclosure in making.of(limit):
            out |= limit.unfit(attribute.name, disclosure.value)
    return out


def _first(making: _Making) -> Resolution | None:
    """Which of two things was told earlier."""
    other = making.ontology.attribute(making.probe.other)
    pairs = []
    for attribute in (making.attribute, other):
        disclosures = making.of(attribute)
        if not disclosures or attribute.type is ValueType.DATE:
            return None
        pairs.append((attribute, disclosures[0]))
    pairs.sort(key=lambda pair: (pair[1].session, len(pair[1].turn), pair[1].turn))
    if pairs[0][1].turn == pairs[1][1].turn:
        return None
    line = making.draws.choice(making.language.lines("options", "mention"))
    texts = [
        _sentence(filled(line, {"value": standing_words(attribute, disclosure.value), "label": attribute.label}))
        for attribute, disclosure in pairs
    ]
    return making.resolution(texts[0], [("later", texts[1])], evidence_of([[pair[1]] for pair in pairs]))


def _compare(making: _Making) -> Resolution | None:
    """Whether a number was greater when it was first told or when it was last told."""
    disclosures = making.of(making.attribute)
    if making.attribute.type is not ValueType.NUMBER or len(disclosures) < 2:
        return None
    early, late = disclosures[0], disclosures[-1]
    if early.value == late.value:
        return None
    first, second = making.language.lines("options", "compare")[:2]
    right, wrong = (first, second) if int(early.value) > int(late.value) else (second, first)
    return making.resolution(right, [("reversed", wrong)], evidence_of([[early], [late]]))


def _interpretation(making: _Making) -> Resolution | None:
    """The conclusion that follows from two told facts and a shown trait, among the other conclusions of its entry."""
    probe = making.probe
    entry = making.language.insights.get(probe.context)
    shown = making.ledger.turn_of(probe.target)
    if entry is None or shown is None:
        return None
    values: list[str] = []
    runs: list[list[Disclosure]] = []
    legs = [making.ontology.attribute(leg.attribute) for leg in (entry.first, entry.second)]
    for attribute in legs:
        disclosures = making.of(attribute)
        if not disclosures:
            return None
        gold, run = current(disclosures, attribute.type)
        values.append(gold)
        runs.append([one for one in run if one.value == gold])
    situation = entry.situation(values[0], values[1], probe.value)
    if situation is None or runs[0][0].turn == runs[1][0].turn:
        return None
    right = entry.right[situation]
    wrong = [
        (entry.otherwise(situation, position), text)
        for position, text in enumerate(entry.conclusions)
        if position != right
    ]
    evidence = tuple(tuple(sorted({*turns, shown})) for turns in evidence_of(runs))
    compared = tuple(attribute.label for attribute in legs) if probe.kind == ProbeKind.CONTRADICTION else ()
    return making.resolution(entry.conclusions[right], wrong, evidence, compared=compared)


RESOLVERS: Mapping[ProbeKind, Callable[[_Making], Resolution | None]] = {
    ProbeKind.RECALL_FACTS: _fact,
    ProbeKind.LATEST_PREFERENCE: _latest,
    ProbeKind.NEW_SCENARIO: _fact,
    ProbeKind.SUGGEST_NEW: _new,
    ProbeKind.FULL_EVOLUTION: _evolution,
    ProbeKind.UPDATE_REASON: _reason,
    ProbeKind.ALIGNED_RECOMMENDATION: _aligned,
    ProbeKind.ORDER_RECALL: _first,
    ProbeKind.COMPARE: _compare,
    ProbeKind.DECISION_GUIDANCE: _interpretation,
    ProbeKind.INTERPRETIVE_ATTRIBUTION: _interpretation,
    ProbeKind.VALUE_JUDGMENT: _interpretation,
    ProbeKind.CONTRADICTION: _interpretation,
}
"""The function that builds each kind of question."""
