"""Plans incidents: claims passed on, things to forget, reminders, messages to others.

Each is an act at a place among a person's sessions, and some have a probe in the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from regulars.scenarios.kinds import ActKind, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.planning.lives import Values, identify
from regulars.scenarios.planning.schedule import Slot
from regulars.scenarios.world import Act
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A probe that an act on the agenda asks.

    Attributes:
        place: At which of the person's sessions.
        act: The act, its probe's id left out.
        kind: What is measured.
        form: What an answer looks like.
        other: A second attribute.
        value: For options: those offered, joined by `|`.
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
        acts: With their places.
        asked: Acts that ask a probe.
        claimed: Attribute to place and claimed value.
        forgotten: Attribute to place.
    """

    acts: list[tuple[int, Act]] = field(default_factory=list)
    asked: list[PlannedQuestion] = field(default_factory=list)
    claimed: dict[str, tuple[int, str]] = field(default_factory=dict)
    forgotten: dict[str, int] = field(default_factory=dict)


def plan_incidents(
    ontology: Ontology,
    node: SeedTree,
    values: Values,
    slots: Sequence[Slot],
    never: Sequence[str],
    places: int,
    options: GenerationOptions,
    sure: Set[str],
) -> Incidents:
    """Plans one person's incidents.

    Args:
        ontology: The attributes.
        node: The person's node.
        values: Gives values that nobody has, for claims.
        slots: What is told when.
        never: Attributes that are never told, of which something may be claimed.
        places: How many sessions the person has.
        options: How many of each.
        sure: Attributes that are told openly, so in every run.
    """
    planned = Incidents()
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
    for name in [name for name in (*free, *rest) if not ontology.attribute(name).project][: options.forgets]:
        place = draws.between(last[name] + 1, places - 1)
        planned.forgotten[name] = place
        planned.acts.append((place, Act(identify(node, "forget", name), ActKind.FORGET, attribute=name)))
    kept = [name for name in single if name not in planned.forgotten]
    draws.shuffle(kept)
    _reminders(
        planned, node, draws, [name for name in kept if last[name] + 2 < places], last, places, options.reminders
    )
    _messages(planned, ontology, node, draws, [name for name in free if name in kept], last, places, options.messages)
    return planned


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
    """Half of the claims are about told attributes, half about others. None is to be believed."""
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
    places: int,
    wanted: int,
) -> None:
    """Reminders: the greeting of the next session asks the probe."""
    taken: set[int] = set()
    for name in able:
        free = [place for place in range(last[name] + 1, places - 1) if place not in taken]
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
    wanted: int,
) -> None:
    """Messages that need one thing, while another does not belong in them."""
    pairs = []
    for context in load_contexts():
        for first in able:
            for second in able:
                one, two = ontology.attribute(first), ontology.attribute(second)
                if context in one.share and context not in two.share and two.sensitivity > 0 and first != second:
                    pairs.append((context, first, second))
    draws.shuffle(pairs)
    used: set[str] = set()
    for context, first, second in pairs:
        if len(used) >= 2 * wanted:
            return
        place = max(last[first], last[second]) + 1
        if used & {first, second} or place >= places:
            continue
        used |= {first, second}
        at = draws.between(place, places - 1)
        act = Act(identify(node, "message", context, first), ActKind.REQUEST, attribute=first, other=context)
        planned.asked.append(
            PlannedQuestion(at, act, ProbeKind.CONTEXTUAL_INTEGRITY, Form.PASS_ON, other=second, context=context)
        )


def with_probe(asked: PlannedQuestion, probe: str) -> Act:
    """The act, which now asks the probe of that id."""
    return replace(asked.act, probe=probe)
