"""Plans incidents: claims passed on, things to forget, reminders, messages to others.

Each incident is an act in one of a person's sessions. Some have a probe in the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from regulars.scenarios.kinds import ActKind, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Cardinality, Change, sort_of
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.contexts import load_contexts, needing
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.lives import LifePlan, identify
from regulars.scenarios.planning.schedule import Schedule, Slot, doubted_by_ends
from regulars.scenarios.world import Act
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A probe that an act on the agenda asks.

    Attributes:
        place: The place of the session among the person's sessions.
        act: The act, without the id of its probe.
        kind: What is measured.
        form: The form of an answer.
        other: A second attribute.
        value: For a choice: the offered options, joined by `|`.
        context: For a message: the context.
        target: The act that it refers to.
    """

    place: int
    act: Act
    kind: ProbeKind
    form: Form
    other: str = ""
    value: str = ""
    context: str = ""
    target: str = ""


@dataclass(slots=True)
class Incidents:
    """The planned incidents of one person.

    Attributes:
        acts: Acts with the places of their sessions.
        asked: Acts that ask a probe.
        claimed: Attribute to place and claimed value.
        forgotten: Attribute to place.
        spared: Forgotten attribute to another one of its sort, which was as likely to be forgotten.
    """

    acts: list[tuple[int, Act]] = field(default_factory=list)
    asked: list[PlannedQuestion] = field(default_factory=list)
    claimed: dict[str, tuple[int, str]] = field(default_factory=dict)
    forgotten: dict[str, int] = field(default_factory=dict)
    spared: dict[str, str] = field(default_factory=dict)


def plan_incidents(
    ontology: Ontology,
    node: SeedTree,
    values: Values,
    slots: Sequence[Slot],
    never: Sequence[str],
    places: int,
    options: GenerationOptions,
    sure: Set[str],
    behind: Mapping[str, Set[int]] | None = None,
) -> Incidents:
    """Plans one person's incidents.

    Args:
        ontology: The attributes.
        node: The person's node.
        values: Gives values that no person has, for claims.
        slots: The planned disclosures.
        never: Attributes that are never told and may be claimed.
        places: Number of the person's sessions.
        options: Number of incidents of each sort.
        sure: Attributes that are told openly, and so in every run.
        behind: Attribute to the places at which what was told lies behind: it is over, in doubt, or the date has come.
            No reminder of it is due there, and no message is asked for whose context needs it.
    """
    planned = Incidents()
    if not (options.relays or options.forgets or options.reminders or options.messages):
        return planned
    draws = node.draws("incidents")
    last = {slot.attribute: slot.place for slot in slots if not slot.anchor and slot.attribute in sure}
    single = [
        name for name in last if ontology.attribute(name).cardinality is Cardinality.ONE and last[name] + 1 < places
    ]
    terms = [name for name in single if ontology.attribute(name).type is ValueType.TERM]
    draws.shuffle(terms)
    _relays(planned, ontology, node, draws, values, terms, never, places, options.relays)
    lasting = [name for name in single if ontology.attribute(name).change is not Change.ENDS]
    free = [name for name in terms if name in lasting and name not in planned.claimed]
    rest = [name for name in lasting if name not in terms]
    draws.shuffle(rest)
    _forgets(planned, ontology, node, draws, [*free, *rest], last, places, options.forgets)
    kept = [name for name in single if name not in planned.forgotten and name not in planned.spared.values()]
    draws.shuffle(kept)
    able = [name for name in kept if last[name] + 2 < places and not ontology.attribute(name).project]
    behind = behind or {}
    ends = {name: min([at for at in behind.get(name, ()) if at > last[name]], default=places) for name in kept}
    _reminders(planned, node, draws, able, last, ends, options.reminders)
    sure_of = [name for name in (*free, *rest) if name in kept]
    _messages(planned, ontology, node, draws, sure_of, last, places, behind, options.messages)
    return planned


def places_behind(
    ontology: Ontology, schedule: Schedule, life: LifePlan, days: Sequence[str]
) -> dict[str, frozenset[int]]:
    """The places at which what was told before them lies behind.

    It is told to be over, the day of a date has come, or a change or an end is told that leaves the value in doubt
    until it is told again. Dates that lie behind when they are told, such as a birthday, are not in the result.

    Args:
        ontology: The attributes.
        schedule: The disclosures and endings.
        life: The values.
        days: The day of each session, by its place, as `2025-05-01`.
    """
    places = range(len(days))
    over = dict(schedule.endings)
    doubted = doubted_by_ends(ontology, schedule.endings)
    behind: dict[str, frozenset[int]] = {}
    told: dict[str, list[Slot]] = {}
    for slot in schedule.slots:
        told.setdefault(slot.attribute, []).append(slot)
    for name, slots in told.items():
        ends = [end for end in (over.get(name), doubted.get(name)) if end is not None]
        last = slots[-1]
        if ontology.attribute(name).type is ValueType.DATE:
            value = life.versions[name][last.version].value
            come = next((place for place, day in enumerate(days) if day >= value), len(days))
            ends += [come] if last.place < come else []
        movers = {mover.name for mover in ontology.unsettling(name)}
        changes = [one.place for one in schedule.slots if one.attribute in movers and one.version > 0]
        found = {place for place in places if any(end <= place for end in ends)}
        for place in places:
            known = [slot.place for slot in slots if slot.place < place]
            if known and any(known[-1] <= change <= place for change in changes):
                found.add(place)
        if found:
            behind[name] = frozenset(found)
    return behind


def _forgets(
    planned: Incidents,
    ontology: Ontology,
    node: SeedTree,
    draws: Draws,
    names: Sequence[str],
    last: Mapping[str, int],
    places: int,
    wanted: int,
) -> None:
    """Plans what is to be forgotten, in the order of `names`: first what has another of its sort, for the contrast."""
    left = [name for name in names if not ontology.attribute(name).project]
    pairs: list[tuple[str, str]] = []
    for name in left:
        if any(name in pair for pair in pairs):
            continue
        sort = sort_of(ontology.attribute(name))
        taken = {name, *(one for pair in pairs for one in pair)}
        pairs += [(name, one) for one in left if one not in taken and sort_of(ontology.attribute(one)) == sort][:1]
    alone = [(name, "") for name in left if not any(name in pair for pair in pairs)]
    for name, spared in [*pairs, *alone][:wanted]:
        place = draws.between(max(last[name], last.get(spared, 0)) + 1, places - 1)
        planned.forgotten[name] = place
        if spared:
            planned.spared[name] = spared
        planned.acts.append((place, Act(identify(node, "forget", name), ActKind.FORGET, attribute=name)))


def _relays(
    planned: Incidents,
    ontology: Ontology,
    node: SeedTree,
    draws: Draws,
    values: Values,
    told: Sequence[str],
    untold: Sequence[str],
    places: int,
    wanted: int,
) -> None:
    """Plans claims: half about told attributes, half about others. All of them are false."""
    never = [name for name in untold if ontology.attribute(name).type is ValueType.TERM and values.spare(name)]
    never = [name for name in never if ontology.attribute(name).cardinality is Cardinality.ONE]
    for number in range(wanted):
        pool = told if number % 2 == 0 else never
        left = [name for name in pool if name not in planned.claimed]
        if not left:
            continue
        name = draws.choice(left)
        place, value = draws.between(min(1, places - 1), places - 1), values.spare(name)
        planned.claimed[name] = (place, value)
        planned.acts.append((place, Act(identify(node, "relay", name), ActKind.RELAY, attribute=name, other=value)))


def _reminders(
    planned: Incidents,
    node: SeedTree,
    draws: Draws,
    able: Sequence[str],
    last: Mapping[str, int],
    ends: Mapping[str, int],
    wanted: int,
) -> None:
    """Plans reminders. The greeting of the next session asks the probe, before the place at which the thing ends."""
    taken: set[int] = set()
    for name in able:
        free = [place for place in range(last[name] + 1, ends[name] - 1) if place not in taken]
        if not free or len(taken) == wanted:
            continue
        place = draws.choice(free)
        taken.add(place)
        remind = Act(identify(node, "remind", name), ActKind.REMIND, attribute=name)
        planned.acts.append((place, remind))
        greet = Act(identify(node, "greet", place + 1), ActKind.GREET, attribute=name)
        planned.asked.append(PlannedQuestion(place + 1, greet, ProbeKind.PROACTIVE, Form.MENTION, target=remind.id))


def _messages(
    planned: Incidents,
    ontology: Ontology,
    node: SeedTree,
    draws: Draws,
    able: Sequence[str],
    last: Mapping[str, int],
    places: int,
    behind: Mapping[str, Set[int]],
    wanted: int,
) -> None:
    """Plans messages that need one attribute at least, while another one is private there; each context once.

    A request names all that its context needs. So none is made where that is to be forgotten, or lies behind.
    """
    barred = needing(ontology.attribute(name) for name in planned.forgotten)
    pairs = []
    for context in load_contexts() if wanted else ():
        if context not in barred:
            needed = [name for name in able if context in ontology.attribute(name).needed]
            private = [name for name in able if context in ontology.attribute(name).private]
            pairs += [(context, first, second) for first in needed for second in private]
    draws.shuffle(pairs)
    used: set[str] = set()
    asked: set[str] = set()
    for context, first, second in pairs:
        if len(asked) >= wanted:
            return
        unfit = {at for name, its in behind.items() if context in ontology.attribute(name).needed for at in its}
        free = [at for at in range(max(last[first], last[second]) + 1, places) if at not in unfit]
        if context in asked or used & {first, second} or not free:
            continue
        used |= {first, second}
        asked.add(context)
        at = draws.choice(free)
        act = Act(identify(node, "message", f"{context} {first}"), ActKind.REQUEST, attribute=first, other=context)
        kind = ProbeKind.CONTEXTUAL_INTEGRITY
        planned.asked.append(PlannedQuestion(at, act, kind, Form.PASS_ON, other=second, context=context))
