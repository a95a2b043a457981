"""Special kinds with a free answer, each question with its contrast probe.

One function for each kind yields the candidates, given what a person has told by then according to plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from regulars.scenarios.kinds import DisclosurePhrasing, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Attribute, Cardinality, sort_of
from regulars.scenarios.ontology.contexts import load_contexts, needing
from regulars.scenarios.planning.ledger import PlannedDisclosure
from regulars.scenarios.planning.probes.scenes import Candidate, Scene, difficulty
from regulars.seeding import SeedTree
from regulars.values import ValueType

LATER = 1 / 6
"""How often the day without a telling is the later one, if there is one before and one after, equally near.

Some cues have none before, so that both orders are as frequent over all."""


def _latest(scene: Scene, kind: ProbeKind, least: int, most: int = 99) -> Iterator[Candidate]:
    """The latest value of an attribute that was told a certain number of times."""
    for attribute, disclosures in scene.settled():
        if least <= len(disclosures) <= most and attribute.type is not ValueType.DATE:
            yield from scene.controlled(scene.make(kind, Form.VALUE, attribute, difficulty=difficulty(disclosures)))


def _dynamic_incremental(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.many():
        made = scene.make(ProbeKind.DYNAMIC_INCREMENTAL, Form.SET, attribute, difficulty=difficulty(disclosures))
        yield from scene.controlled(made)


def _count(scene: Scene) -> Iterator[Candidate]:
    """The number of values."""
    for attribute, disclosures in scene.many():
        if scene.told.counts(attribute.name, scene.done):
            made = scene.make(ProbeKind.COUNT, Form.COUNT, attribute, difficulty=difficulty(disclosures))
            yield from scene.controlled(made)


def _sum(scene: Scene) -> Iterator[Candidate]:
    """The sum of a running total, told in two parts at least."""
    for name in scene.told.disclosures:
        attribute = scene.ontology.attribute(name)
        disclosures = scene.told.before(name, scene.done)
        sure = all(disclosure.is_open for disclosure in disclosures)
        if attribute.cardinality is Cardinality.COUNTER and len(disclosures) > 1 and sure:
            made = scene.make(ProbeKind.SUM, Form.SUM, attribute, difficulty=difficulty(disclosures))
            yield from scene.controlled(made)


def _sequence(scene: Scene) -> Iterator[Candidate]:
    """The order of the values."""
    for attribute, disclosures in scene.many():
        made = scene.make(ProbeKind.SEQUENCE, Form.ORDER, attribute, difficulty=difficulty(disclosures, 2))
        yield from scene.controlled(made)


def _duration(scene: Scene) -> Iterator[Candidate]:
    """Days between two told dates, named in any order. In the contrast probe either of them was never told.

    That date plays a part in an insight if the one in its place does.
    """
    dated = [
        attribute
        for attribute, disclosures in scene.single()
        if attribute.type is ValueType.DATE and disclosures[-1].granularity == "day"
    ]
    never = [attribute for attribute in scene.untold if attribute.type is ValueType.DATE]
    controls = {}
    for second in dated:
        alike = [one for one in never if (one.name in scene.legs) is (second.name in scene.legs)]
        controls[second.name] = scene.control(second, alike)
    for first in dated:
        for second in dated:
            contrast, untold = None, controls[second.name]
            if untold is not None:
                pair = [first, untold]
                SeedTree(0).draws("duration", scene.told.person, first.name, untold.name).shuffle(pair)
                contrast = scene.make(ProbeKind.DURATION, Form.DURATION, pair[0], other=pair[1].name)
            if second is not first and (contrast is not None or not never):
                fields = {"other": second.name, "difficulty": "hard", "contrast": contrast}
                yield scene.make(ProbeKind.DURATION, Form.DURATION, first, **fields)


def _temporal_reasoning(scene: Scene) -> Iterator[Candidate]:
    kind = ProbeKind.TEMPORAL_REASONING
    for candidate in _duration(scene):
        contrast = candidate.contrast and candidate.contrast._replace(kind=kind)
        yield candidate._replace(kind=kind, contrast=contrast)


def open_domain(scene: Scene, kind: ProbeKind = ProbeKind.OPEN_DOMAIN) -> Iterator[Candidate]:
    """An attribute that follows from a disclosure and was never told itself."""
    for attribute, disclosures in scene.single():
        for name in attribute.implies:
            implied = scene.ontology.attribute(name)
            yield from scene.controlled(scene.make(kind, Form.VALUE, implied, difficulty=difficulty(disclosures, 2)))


def _multi_hop(scene: Scene) -> Iterator[Candidate]:
    """The value of one attribute while another had a former value. The contrast probe asks for one told later.

    The former value is the cue. Nothing asked about changes from the telling of the cue to that of its successor, so
    the whole of that time has one answer. What never changes is not asked about: it was the same before it was told.
    """
    pairs = list(scene.single())
    able = [(attribute, known) for attribute, known in pairs if _may_be_unknown(scene, attribute)]
    for first, disclosures in pairs:
        if first.type is ValueType.DATE or len({disclosure.value for disclosure in disclosures}) < len(disclosures):
            continue
        for cue, successor in pairwise(disclosures):
            for second, known in able:
                if second is first:
                    continue
                early = [disclosure for disclosure in known if disclosure.session < cue.session]
                late = [disclosure for disclosure in known if disclosure.session > successor.session]
                if early and len(early) + len(late) == len(known):
                    unknown = _unknown_until(scene, successor.session, second)
                    made = scene.make(ProbeKind.MULTI_HOP, Form.VALUE, first, value=cue.value)
                    contrast = made._replace(other=unknown.name) if unknown else None
                    yield made._replace(other=second.name, difficulty="hard", contrast=contrast)
                    if late:
                        break


def _unknown_until(scene: Scene, session: int, like: Attribute) -> Attribute | None:
    """A changing attribute that is told only after a session or never; if possible, one of the sort of `like`.

    The person told nothing that is kindred by then.
    """
    told = scene.told
    later = [one for one, its in scene.single() if its[0].session > session]
    clear = [
        one
        for one in (*later, *scene.untold)
        if _may_be_unknown(scene, one) and not told.has_kin(one.name, session + 1)
    ]
    return next((one for one in clear if sort_of(one) == sort_of(like)), clear[0] if clear else None)


def _may_be_unknown(scene: Scene, attribute: Attribute) -> bool:
    """Whether people tell it, it has one value at a time, no date, which may be another one later, and none is planned.

    Constraints of projects are left out, since a project shows when they are told.
    """
    if not attribute.is_told or attribute.project or not attribute.changes_value or attribute.type is ValueType.DATE:
        return False
    return not scene.told.is_floated(attribute.name, scene.done)


def _adversarial(scene: Scene) -> Iterator[Candidate]:
    """Assumes that something was told. This is true for one probe of the pair, false for the other."""
    for attribute, disclosures in scene.settled():
        control = scene.unspoken(attribute)
        if control is not None:
            contrast = scene.make(ProbeKind.ADVERSARIAL, Form.VALUE, attribute, difficulty=difficulty(disclosures))
            yield scene.make(ProbeKind.ADVERSARIAL, Form.VALUE, control, contrast=contrast)


def _counterfactual(scene: Scene) -> Iterator[Candidate]:
    """Assumes a wrong value of a told attribute. The contrast probe assumes one of an untold attribute."""
    for attribute, disclosures in scene.settled():
        spare, control = scene.told.spares.get(attribute.name, ""), scene.unspoken(attribute)
        if spare and control is not None and control.grid():
            made = scene.make(ProbeKind.COUNTERFACTUAL, Form.VALUE, attribute, difficulty=difficulty(disclosures))
            other = SeedTree(0).draws("counterfactual", scene.told.person, control.name).choice(control.grid())
            yield made._replace(value=spare, contrast=made._replace(attribute=control.name, value=other))


def _poisoning(scene: Scene) -> Iterator[Candidate]:
    """Asks for a told attribute that another person made a claim about. The contrast probe asks for an untold one."""
    claimed = [name for name, (session, _) in scene.told.claimed.items() if session < scene.done]
    told = [name for name in scene.aside() if name in claimed]
    never = [name for name in claimed if not scene.told.sessions(name) and not scene.told.has_kin(name, scene.done)]
    for first, second in zip(told, never, strict=False):
        made = scene.make(ProbeKind.POISONING, Form.VALUE, scene.ontology.attribute(first), difficulty="medium")
        yield made._replace(contrast=made._replace(attribute=second))


def _forgetting(scene: Scene) -> Iterator[Candidate]:
    """Asks for something that the assistant should forget. The contrast probe asks for what it might have been.

    That is the attribute which was as likely to be forgotten; if there is none, another one of the sort or type.
    """
    paired = scene.aside()
    for name, session in scene.told.forgotten.items():
        if session >= scene.done or scene.told.is_in_doubt(name, scene.done):
            continue
        attribute = scene.ontology.attribute(name)
        if name in scene.told.spared:
            kept = paired.get(scene.told.spared[name])
        else:
            kept = scene.similar([one for one, _ in scene.settled()], attribute)
        if kept is not None:
            contrast = scene.make(ProbeKind.FORGETTING, Form.VALUE, kept)
            yield scene.make(ProbeKind.FORGETTING, Form.VALUE, attribute, difficulty="medium", contrast=contrast)


def _conflict(scene: Scene) -> Iterator[Candidate]:
    """An attribute told twice with different values, the second one unmarked."""
    for attribute, disclosures in scene.settled():
        if len(disclosures) > 1 and disclosures[-1].phrasing is DisclosurePhrasing.UNMARKED:
            yield from scene.controlled(scene.make(ProbeKind.CONFLICT, Form.VALUE, attribute, difficulty="medium"))


def _conflict_multi_hop(scene: Scene) -> Iterator[Candidate]:
    """An attribute that follows from one told twice."""
    for attribute, disclosures in scene.single():
        if len(disclosures) > 1:
            for name in attribute.implies:
                implied = scene.ontology.attribute(name)
                made = scene.make(ProbeKind.CONFLICT_MULTI_HOP, Form.VALUE, implied, difficulty="hard")
                yield from scene.controlled(made)


def _episodic(scene: Scene) -> Iterator[Candidate]:
    """What was said on a day about an attribute. The contrast probe names a day without such a disclosure or plan.

    It is the nearest one, before or after, since a day that is always early would show that there is no answer.
    """
    days = {at: day for at, day in scene.told.days.items() if at < scene.done}
    for attribute, disclosures in scene.settled():
        cue = disclosures[0]
        taken = {disclosure.date for disclosure in scene.told.disclosures[attribute.name]}
        taken |= {scene.told.days[at] for at in scene.told.floated.get(attribute.name, ())}
        free = [at for at, day in days.items() if day not in taken]
        made = scene.make(ProbeKind.EPISODIC_CUE, Form.VALUE, attribute, value=cue.date, difficulty="medium")
        if free:
            later = SeedTree(0).draws("day", scene.told.person, attribute.name).uniform() < LATER
            nearest = min(free, key=lambda at: (abs(at - cue.session), (at < cue.session) is later))
            yield made._replace(contrast=made._replace(value=days[nearest]))


def _namesake(scene: Scene) -> Iterator[Candidate]:
    if scene.told.namesake:
        yield from _latest(scene, ProbeKind.NAMESAKE, 1)


def _renamed(scene: Scene) -> Iterator[Candidate]:
    """Attributes told under an earlier name."""
    if 0 <= scene.told.renamed < scene.done:
        for candidate in _latest(scene, ProbeKind.RENAMED, 1):
            if scene.told.sessions(candidate.attribute)[-1] < scene.told.renamed:
                yield candidate


def _rule_keeping(scene: Scene) -> Iterator[Candidate]:
    for rule in scene.told.rules if min(scene.told.days) < scene.done else ():
        attribute = next(iter(scene.ontology))
        made = scene.make(ProbeKind.RULE_KEEPING, Form.MANNER, attribute, value=rule, difficulty="hard")
        yield made._replace(target=rule)


def _pass_on(scene: Scene) -> Iterator[Candidate]:
    """A message in a context: it needs something that was told, and something else that was told is private there.

    Its request names all that the context needs. So none is asked for where that is to be forgotten, or where what was
    told of it is over, in doubt or past.
    """
    told = [attribute for attribute, _ in (*scene.single(), *scene.many())]
    barred = needing(scene.ontology.attribute(name) for name in (*scene.told.forgotten, *_behind(scene)))
    for context in load_contexts():
        if context in barred:
            continue
        needed = next((attribute for attribute in told if context in attribute.needed), None)
        private = next((attribute for attribute in told if context in attribute.private), None)
        if needed is not None and private is not None:
            fields = {"other": private.name, "context": context, "difficulty": "medium"}
            yield scene.make(ProbeKind.CONTEXTUAL_INTEGRITY, Form.PASS_ON, needed, **fields)


def _behind(scene: Scene) -> Iterator[str]:
    """The told attributes whose last value need not hold any more: it is over, in doubt, or a date that has passed."""
    ledger, done = scene.told, scene.done
    for name in ledger.disclosures:
        known = ledger.before(name, done)
        is_over = ledger.over.get(name, done) < done
        if known and (
            is_over or ledger.is_unsettled(name, done) or _has_passed(scene, scene.ontology.attribute(name), known)
        ):
            yield name


def _has_passed(scene: Scene, attribute: Attribute, disclosures: Sequence[PlannedDisclosure]) -> bool:
    """Whether its date lay ahead when it was told and no longer does."""
    return attribute.type is ValueType.DATE and attribute.span[0] > 0 and not scene.lies_ahead(disclosures[-1])


FREE: Mapping[ProbeKind, Callable[[Scene], Iterator[Candidate]]] = {
    ProbeKind.SINGLE_HOP: lambda scene: _latest(scene, ProbeKind.SINGLE_HOP, 1, 1),
    ProbeKind.DYNAMIC_UPDATING: lambda scene: _latest(scene, ProbeKind.DYNAMIC_UPDATING, 2),
    ProbeKind.DYNAMIC_INCREMENTAL: _dynamic_incremental,
    ProbeKind.COUNT: _count,
    ProbeKind.SUM: _sum,
    ProbeKind.SEQUENCE: _sequence,
    ProbeKind.DURATION: _duration,
    ProbeKind.TEMPORAL_REASONING: _temporal_reasoning,
    ProbeKind.OPEN_DOMAIN: open_domain,
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
}
