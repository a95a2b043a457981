"""What can be asked at a moment, by kind: the questions that the plan of a life gives occasion for.

Each kind has one function from what a person is meant to have told by then to candidates. A question that is no
multiple choice comes with a twin: the same question about something that was never told, or with the other answer
right. So no constant answer wins, and the words of a question do not tell whether it has an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from regulars.scenarios.ontology.attributes import Attribute, Cardinality, Ontology
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.world import Form, ProbeKind, Way
from regulars.values import ValueType

__all__ = ["CANDIDATES", "Candidate", "Scene", "Telling", "Told", "sort_of"]


LEAST_RULED_OUT = 3
"""Options that what was told must rule out, so that a question can offer three wrong ones."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A planned telling: the session's index, the value, how it is told, and whether to whoever listens."""

    attribute: str
    session: int
    value: str
    date: str
    grain: str = ""
    way: Way = Way.DIRECT
    reason: str = ""
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """What one person is meant to tell.

    Attributes:
        person: The person's id.
        name: What the person is called.
        tellings: In order; by attribute.
        anchored: Attributes told as anchors.
        choices: Attribute to the session's index and the act of its delegation.
        over: Attribute to the session's index in which it is told to be over.
        claimed: Attribute to the session's index in which somebody else's claim is passed on, and the claimed value.
        forgotten: Attribute to the session's index in which it is to be forgotten.
        renamed: The session's index from which the person goes by another name; -1 for never.
        namesake: Whether another person of the scenario has the same name.
        rules: Standing rules, as `kind:setting`.
        spares: Values that nobody has, by attribute.
        days: The dates of the person's sessions, by index.
        stage: The person's stage of life; empty where it plays no part.
    """

    person: str
    name: str
    tellings: Mapping[str, Sequence[Telling]]
    anchored: frozenset[str]
    choices: Mapping[str, tuple[int, str]]
    over: Mapping[str, int] = field(default_factory=dict)
    claimed: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    forgotten: Mapping[str, int] = field(default_factory=dict)
    renamed: int = -1
    namesake: bool = False
    rules: tuple[str, ...] = ()
    spares: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[int, str] = field(default_factory=dict)
    stage: str = ""

    def before(self, attribute: str, done: int) -> list[Telling]:
        """The tellings of an attribute once `done` sessions are over; none once they are to be forgotten."""
        if self.forgotten.get(attribute, done) < done:
            return []
        return [telling for telling in self.tellings.get(attribute, ()) if telling.session < done]

    def counts(self, attribute: str, done: int) -> bool:
        """Whether it may be asked how many there are: once all were told, and of pairs for every other person only.

        Asked sooner, and of all pairs, the answer would mostly be two.
        """
        told = self.before(attribute, done)
        return len(told) == len(self.sessions(attribute)) and (len(told) > 2 or int(self.person[-1], 16) % 2 == 0)

    def sessions(self, attribute: str) -> list[int]:
        """The sessions in which an attribute is told."""
        return [telling.session for telling in self.tellings.get(attribute, ())]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that could be asked."""

    kind: ProbeKind
    form: Form
    attribute: str
    owner: str
    purpose: str
    target: str = ""
    anchor: bool = False
    other: str = ""
    value: str = ""
    context: str = ""
    difficulty: str = "easy"
    twin: Candidate | None = None

    @property
    def key(self) -> tuple[str, str, str, Form]:
        """What may be asked but once at a time."""
        return self.owner, self.attribute, self.other, self.form


class Scene:
    """What candidates are made from: one person's plan at a moment, and what nobody ever tells.

    Args:
        told: The person's plan.
        ontology: The attributes.
        done: How many sessions of the scenario are over.
        untold: Attributes that the person never tells and nothing implies, in an order of the scenario's own.
    """

    def __init__(self, told: Told, ontology: Ontology, done: int, untold: Sequence[Attribute]) -> None:
        self.told = told
        self.ontology = ontology
        self.done = done
        self.untold = untold
        known = [(ontology.attribute(name), told.before(name, done)) for name in told.tellings]
        self._sure = [
            (attribute, tellings)
            for attribute, tellings in known
            if tellings and all(telling.is_open for telling in tellings)
        ]
        self._single = [
            (attribute, tellings)
            for attribute, tellings in self._sure
            if attribute.cardinality is Cardinality.ONE and told.over.get(attribute.name, done) >= done
        ]

    def single(self) -> Iterator[tuple[Attribute, list[Telling]]]:
        """Attributes of one value that were told by now, openly, and are not over."""
        return iter(self._single)

    def many(self) -> Iterator[tuple[Attribute, list[Telling]]]:
        """Attributes of many values, at least two of them told by now, all openly."""
        return (
            (attribute, tellings)
            for attribute, tellings in self._sure
            if attribute.cardinality is Cardinality.MANY and len(tellings) > 1
        )

    def make(self, kind: ProbeKind, form: Form, attribute: Attribute, **fields: object) -> Candidate:
        """A candidate about the scene's person."""
        purpose = _PURPOSES.get(kind) or kind.value.replace("-", " ")
        return Candidate(kind, form, attribute.name, self.told.person, purpose, **fields)  # type: ignore[arg-type]  # by name

    def never(self, like: Attribute) -> Attribute | None:
        """An attribute never told, as like `like` as there is: the control for questions about it."""
        sort = sort_of(like)
        for one in self.untold:
            if sort_of(one) == sort:
                return one
        able = (one for one in self.untold if one.type is like.type and one.cardinality is like.cardinality)
        return next(able, None)

    def controlled(self, made: Candidate, **fields: object) -> Candidate:
        """A candidate with its control as twin: the same question about something that was never told."""
        control = self.never(self.ontology.attribute(made.attribute))
        if control is None:
            return made
        return replace(made, twin=replace(made, attribute=control.name, **fields))  # type: ignore[arg-type]  # by name


_SORTS: dict[str, tuple[Attribute, tuple[object, ...]]] = {}
"""Sorts by name, each with the attribute that it was found for."""


def sort_of(attribute: Attribute) -> tuple[object, ...]:
    """What questions about attributes are alike in."""
    sort = _SORTS.get(attribute.name)
    if sort is None or sort[0] is not attribute:
        shape = attribute.type, attribute.cardinality, attribute.change
        sort = _SORTS[attribute.name] = attribute, (*shape, bool(attribute.implied_by), attribute.project)
    return sort[1]


_PURPOSES = {
    ProbeKind.SINGLE_SESSION_USER: "recall",
    ProbeKind.SINGLE_SESSION_ASSISTANT: "recall of a choice",
    ProbeKind.KNOWLEDGE_UPDATE: "latest value",
    ProbeKind.MULTI_SESSION: "collection over sessions",
    ProbeKind.TEMPORAL: "date",
    ProbeKind.ABSTENTION: "absence",
}


def _difficulty(tellings: Sequence[Telling], hops: int = 1) -> str:
    """By what it takes: how many turns, and whether they say it plainly."""
    if hops > 1 or len(tellings) > 2 or any(one.way is Way.PIECEMEAL for one in tellings):
        return "hard"
    plain = all(one.way in (Way.DIRECT, Way.UNMARKED) for one in tellings)
    return "easy" if len(tellings) == 1 and plain else "medium"


def _latest(scene: Scene, kind: ProbeKind, least: int, most: int = 99) -> Iterator[Candidate]:
    """The latest value of something told so many times, the last of them not in the session that has just ended."""
    for attribute, tellings in scene.single():
        if tellings[-1].session == scene.done - 1:
            continue
        if least <= len(tellings) <= most and attribute.type is not ValueType.DATE:
            yield scene.controlled(scene.make(kind, Form.VALUE, attribute, difficulty=_difficulty(tellings)))


def _single_hop(scene: Scene) -> Iterator[Candidate]:
    return _latest(scene, ProbeKind.SINGLE_HOP, 1, 1)


def _dynamic_updating(scene: Scene) -> Iterator[Candidate]:
    return _latest(scene, ProbeKind.DYNAMIC_UPDATING, 2)


def _dynamic_incremental(scene: Scene) -> Iterator[Candidate]:
    for attribute, tellings in scene.many():
        made = scene.make(ProbeKind.DYNAMIC_INCREMENTAL, Form.SET, attribute, difficulty=_difficulty(tellings))
        yield scene.controlled(made)


def _count(scene: Scene) -> Iterator[Candidate]:
    """How many there are."""
    for attribute, tellings in scene.many():
        if not scene.told.counts(attribute.name, scene.done):
            continue
        yield scene.controlled(scene.make(ProbeKind.COUNT, Form.COUNT, attribute, difficulty=_difficulty(tellings)))


def _sum(scene: Scene) -> Iterator[Candidate]:
    """What a running total adds up to."""
    for name in scene.told.tellings:
        attribute = scene.ontology.attribute(name)
        tellings = scene.told.before(name, scene.done)
        sure = all(telling.is_open for telling in tellings)
        if attribute.cardinality is Cardinality.COUNTER and tellings and sure:
            yield scene.controlled(scene.make(ProbeKind.SUM, Form.SUM, attribute, difficulty=_difficulty(tellings)))


def _sequence(scene: Scene) -> Iterator[Candidate]:
    for attribute, tellings in scene.many():
        made = scene.make(ProbeKind.SEQUENCE, Form.ORDER, attribute, difficulty=_difficulty(tellings, 2))
        yield scene.controlled(made)


def _duration(scene: Scene) -> Iterator[Candidate]:
    """Days between two dates told by their days; the twin has one that was never told."""
    dated = [
        attribute
        for attribute, tellings in scene.single()
        if attribute.type is ValueType.DATE and tellings[-1].grain == "day"
    ]
    never = [attribute for attribute in scene.untold if attribute.type is ValueType.DATE]
    for first in dated:
        for second in dated:
            if first.name < second.name:
                twin = scene.make(ProbeKind.DURATION, Form.DURATION, first, other=never[0].name) if never else None
                fields = {"other": second.name, "difficulty": "hard", "twin": twin}
                yield scene.make(ProbeKind.DURATION, Form.DURATION, first, **fields)


def _temporal_reasoning(scene: Scene) -> Iterator[Candidate]:
    kind = ProbeKind.TEMPORAL_REASONING
    for candidate in _duration(scene):
        yield replace(candidate, kind=kind, twin=replace(candidate.twin, kind=kind) if candidate.twin else None)


def _compare(scene: Scene) -> Iterator[Candidate]:
    for attribute, tellings in scene.single():
        if attribute.type is ValueType.NUMBER and len(tellings) > 1:
            yield scene.make(ProbeKind.COMPARE, Form.OPTION, attribute, difficulty="medium")


def _open_domain(scene: Scene, kind: ProbeKind = ProbeKind.OPEN_DOMAIN) -> Iterator[Candidate]:
    """What follows from what was told, and was never told itself."""
    for attribute, tellings in scene.single():
        for implied in attribute.implies:
            made = scene.make(kind, Form.VALUE, scene.ontology.attribute(implied), difficulty=_difficulty(tellings, 2))
            yield scene.controlled(made)


def _multi_hop(scene: Scene) -> Iterator[Candidate]:
    """What one thing was when another was told; the twin asks for something that was not told yet then."""
    pairs = list(scene.single())
    for first, tellings in pairs:
        if first.type is ValueType.DATE or len({telling.value for telling in tellings}) < len(tellings):
            continue
        for cue in tellings:
            for second, known in pairs:
                if second is first or second.type is ValueType.DATE:
                    continue
                early = [telling for telling in known if telling.session < cue.session]
                late = [telling for telling in known if telling.session > cue.session]
                fields = {"other": second.name, "value": cue.value, "difficulty": "hard"}
                if early:
                    unknown = next(
                        (
                            other
                            for other, its in pairs
                            if other.type is not ValueType.DATE and min(one.session for one in its) > cue.session
                        ),
                        None,
                    ) or next((other for other in scene.untold if other.type is ValueType.TERM), None)
                    twin = None
                    if unknown is not None:
                        twin = scene.make(ProbeKind.MULTI_HOP, Form.VALUE, first, other=unknown.name, value=cue.value)
                    yield scene.make(ProbeKind.MULTI_HOP, Form.VALUE, first, twin=twin, **fields)
                    if late:
                        break


def _adversarial(scene: Scene) -> Iterator[Candidate]:
    """Supposes that something was told; of the twins it was of one and not of the other."""
    for attribute, tellings in scene.single():
        control = scene.never(attribute)
        if control is not None:
            twin = scene.make(ProbeKind.ADVERSARIAL, Form.VALUE, attribute, difficulty=_difficulty(tellings))
            yield scene.make(ProbeKind.ADVERSARIAL, Form.VALUE, control, twin=twin)


def _counterfactual(scene: Scene) -> Iterator[Candidate]:
    """Supposes a wrong value: of something that was told, and in the twin of something that never was."""
    for attribute, tellings in scene.single():
        spare, control = scene.told.spares.get(attribute.name, ""), scene.never(attribute)
        if spare and control is not None and control.grid():
            made = scene.make(ProbeKind.COUNTERFACTUAL, Form.VALUE, attribute, difficulty=_difficulty(tellings))
            yield scene.controlled(replace(made, value=spare), value=control.grid()[len(spare) % len(control.grid())])


def _poisoning(scene: Scene) -> Iterator[Candidate]:
    """Asks for what somebody else claimed: of something that was told, and in the twin of something that was not."""
    claimed = [name for name, (session, _) in scene.told.claimed.items() if session < scene.done]
    told = [name for name in claimed if scene.told.before(name, scene.done)]
    never = [name for name in claimed if not scene.told.sessions(name)]
    for first, second in zip(told, never, strict=False):
        made = scene.make(ProbeKind.POISONING, Form.VALUE, scene.ontology.attribute(first), difficulty="medium")
        yield replace(made, twin=replace(made, attribute=second))


def _forgetting(scene: Scene) -> Iterator[Candidate]:
    """Asks for what was to be forgotten; the twin for something that was not."""
    kept = [attribute for attribute, _ in scene.single()]
    for name, session in scene.told.forgotten.items():
        if session < scene.done and kept:
            attribute = scene.ontology.attribute(name)
            twin = scene.make(ProbeKind.FORGETTING, Form.VALUE, kept[len(name) % len(kept)])
            yield scene.make(ProbeKind.FORGETTING, Form.VALUE, attribute, difficulty="medium", twin=twin)


def _conflict(scene: Scene) -> Iterator[Candidate]:
    """Something told twice, differently, as if nothing had been said before."""
    for attribute, tellings in scene.single():
        if len(tellings) > 1 and tellings[-1].way is Way.UNMARKED:
            yield scene.controlled(scene.make(ProbeKind.CONFLICT, Form.VALUE, attribute, difficulty="medium"))


def _conflict_multi_hop(scene: Scene) -> Iterator[Candidate]:
    """What follows from what was told twice."""
    for attribute, tellings in scene.single():
        if len(tellings) > 1:
            for implied in attribute.implies:
                made = scene.ontology.attribute(implied)
                yield scene.controlled(scene.make(ProbeKind.CONFLICT_MULTI_HOP, Form.VALUE, made, difficulty="hard"))


def _episodic(scene: Scene) -> Iterator[Candidate]:
    """What was said of something on a day; the twin names a day on which nothing was."""
    for attribute, tellings in scene.single():
        cue = tellings[0]
        days = {telling.date for telling in scene.told.tellings[attribute.name]}
        other = next((day for at, day in scene.told.days.items() if at < scene.done and day not in days), "")
        made = scene.make(ProbeKind.EPISODIC_CUE, Form.VALUE, attribute, value=cue.date, difficulty="medium")
        yield replace(made, twin=replace(made, value=other) if other else None)


def _namesake(scene: Scene) -> Iterator[Candidate]:
    if scene.told.namesake:
        yield from _latest(scene, ProbeKind.NAMESAKE, 1)


def _renamed(scene: Scene) -> Iterator[Candidate]:
    """What was told under another name."""
    if 0 <= scene.told.renamed < scene.done:
        for candidate in _latest(scene, ProbeKind.RENAMED, 1):
            if scene.told.sessions(candidate.attribute)[-1] < scene.told.renamed:
                yield candidate


def _rule_keeping(scene: Scene) -> Iterator[Candidate]:
    for rule in scene.told.rules if min(scene.told.days) < scene.done else ():
        attribute = next(iter(scene.ontology))
        made = scene.make(ProbeKind.RULE_KEEPING, Form.MANNER, attribute, value=rule, difficulty="hard")
        yield replace(made, target=rule)


def _pass_on(scene: Scene) -> Iterator[Candidate]:
    """A message in a context: one thing that belongs there, and one that is nobody's business there."""
    terms = [attribute for attribute, _ in scene.single() if attribute.type is ValueType.TERM]
    for context in load_contexts():
        needed = [attribute for attribute in terms if context in attribute.share]
        private = [attribute for attribute in terms if context not in attribute.share and attribute.sensitivity > 0]
        for first, second in zip(needed, private, strict=False):
            fields = {"other": second.name, "context": context, "difficulty": "medium"}
            yield scene.make(ProbeKind.CONTEXTUAL_INTEGRITY, Form.PASS_ON, first, **fields)


def _facts(scene: Scene, kind: ProbeKind, least: int) -> Iterator[Candidate]:
    for attribute, tellings in scene.single():
        if attribute.type is not ValueType.DATE and len({telling.value for telling in tellings}) >= least:
            yield scene.make(kind, Form.OPTION, attribute, difficulty=_difficulty(tellings))


def _new_scenario(scene: Scene) -> Iterator[Candidate]:
    for candidate in _open_domain(scene, ProbeKind.NEW_SCENARIO):
        yield replace(candidate, form=Form.OPTION, twin=None)


def _suggest_new(scene: Scene) -> Iterator[Candidate]:
    for attribute, tellings in scene.many():
        if len({telling.value for telling in tellings}) >= 3:
            yield scene.make(ProbeKind.SUGGEST_NEW, Form.OPTION, attribute, difficulty="hard")


def _reasons(scene: Scene) -> Iterator[Candidate]:
    for attribute, tellings in scene.single():
        if any(telling.reason for telling in tellings):
            yield scene.make(ProbeKind.UPDATE_REASON, Form.OPTION, attribute, difficulty="medium")


def _aligned(scene: Scene) -> Iterator[Candidate]:
    for attribute, tellings in scene.single():
        for name, exclusions in attribute.excludes.items():
            other = scene.ontology.attribute(name)
            if len(exclusions.get(tellings[-1].value, ())) < LEAST_RULED_OUT:
                continue
            if name not in scene.told.choices and not scene.told.before(name, scene.done):
                yield scene.make(ProbeKind.ALIGNED_RECOMMENDATION, Form.OPTION, other, difficulty="hard")


def _pairs(scene: Scene, kind: ProbeKind) -> Iterator[Candidate]:
    """Two fragments from two sessions, none of which is enough."""
    known = [(attribute, tellings) for attribute, tellings in scene.single() if attribute.type is ValueType.TERM]
    for (first, one), (second, two) in pairwise(known):
        if one[-1].session != two[-1].session:
            yield scene.make(kind, Form.OPTION, first, other=second.name, difficulty="hard")


def _order(scene: Scene) -> Iterator[Candidate]:
    known = [(attribute, tellings) for attribute, tellings in scene.single() if attribute.type is ValueType.TERM]
    for (first, one), (second, two) in zip(known, known[2:], strict=False):
        if one[0].session != two[0].session:
            yield scene.make(ProbeKind.ORDER_RECALL, Form.OPTION, first, other=second.name, difficulty="medium")


CANDIDATES: Mapping[ProbeKind, Callable[[Scene], Iterator[Candidate]]] = {
    ProbeKind.SINGLE_HOP: _single_hop,
    ProbeKind.DYNAMIC_UPDATING: _dynamic_updating,
    ProbeKind.DYNAMIC_INCREMENTAL: _dynamic_incremental,
    ProbeKind.COUNT: _count,
    ProbeKind.SUM: _sum,
    ProbeKind.SEQUENCE: _sequence,
    ProbeKind.DURATION: _duration,
    ProbeKind.TEMPORAL_REASONING: _temporal_reasoning,
    ProbeKind.COMPARE: _compare,
    ProbeKind.OPEN_DOMAIN: _open_domain,
    ProbeKind.MULTI_HOP: _multi_hop,
    ProbeKind.ADVERSARIAL: _adversarial,
    ProbeKind.COUNTERFACTUAL: _counterfactual,
    ProbeKind.POISONING: _poisoning,
    ProbeKind.FORGETTING: _forgetting,
    ProbeKind.CONFLICT: _conflict,
    ProbeKind.CONFLICT_MULTI_HOP: _conflict_multi_hop,
    ProbeKind.EPISODIC_CUE: _episodic,
    ProbeKind.NAMESAKE: _namesake,
    ProbeKind.RENAMED: _renamed,
    ProbeKind.RULE_KEEPING: _rule_keeping,
    ProbeKind.CONTEXTUAL_INTEGRITY: _pass_on,
    ProbeKind.RECALL_FACTS: lambda scene: _facts(scene, ProbeKind.RECALL_FACTS, 1),
    ProbeKind.LATEST_PREFERENCE: lambda scene: _facts(scene, ProbeKind.LATEST_PREFERENCE, 2),
    ProbeKind.FULL_EVOLUTION: lambda scene: _facts(scene, ProbeKind.FULL_EVOLUTION, 2),
    ProbeKind.NEW_SCENARIO: _new_scenario,
    ProbeKind.SUGGEST_NEW: _suggest_new,
    ProbeKind.UPDATE_REASON: _reasons,
    ProbeKind.ALIGNED_RECOMMENDATION: _aligned,
    ProbeKind.ORDER_RECALL: _order,
    ProbeKind.DECISION_GUIDANCE: lambda scene: _pairs(scene, ProbeKind.DECISION_GUIDANCE),
    ProbeKind.INTERPRETIVE_ATTRIBUTION: lambda scene: _pairs(scene, ProbeKind.INTERPRETIVE_ATTRIBUTION),
    ProbeKind.VALUE_JUDGMENT: lambda scene: _pairs(scene, ProbeKind.VALUE_JUDGMENT),
    ProbeKind.CONTRADICTION: lambda scene: _pairs(scene, ProbeKind.CONTRADICTION),
}
"""The kinds that are asked beside the conversation. Those asked in it are planned with the agenda (`incidents`)."""
