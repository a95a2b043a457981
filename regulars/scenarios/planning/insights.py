"""Plans what a person tells so that interpretations can be asked: two facts each, and the trait that counts.

Without a plan, few people would tell both facts of any entry. The facts are told openly, in different sessions, and
the trait is shown by what the person says that they do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from regulars.scenarios.insights.entries import KINDS, Interpretation, Leg
from regulars.scenarios.kinds import ActKind, ProbeKind
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.planning.schedule import Slot
from regulars.scenarios.world import Act, Persona
from regulars.seeding import SeedTree

SESSIONS_EACH = 3
"""Least number of a person's sessions for each interpretation that is prepared."""

TOLD_BY = 0.7
"""Share of a person's sessions in which all facts and traits are told, so that time is left to ask."""


@dataclass(frozen=True, slots=True)
class InsightPlan:
    """What a person tells for interpretations.

    Attributes:
        slots: The facts, as planned disclosures.
        shown: The acts that show traits, with their places among the person's sessions.
    """

    slots: tuple[Slot, ...] = ()
    shown: tuple[tuple[int, Act], ...] = ()

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes of the facts."""
        return frozenset(slot.attribute for slot in self.slots)


def plan_insights(
    entries: Collection[Interpretation],
    ontology: Ontology,
    node: SeedTree,
    persona: Persona,
    places: int,
    kinds: Mapping[ProbeKind, float],
    hand: Callable[[str], Sequence[str]],
    attributes: str = "all",
) -> InsightPlan:
    """Prepares one interpretation of each wanted kind, as far as sessions and traits allow.

    Args:
        entries: The interpretations of the language pack.
        ontology: The attributes.
        node: The person's node.
        persona: Has the traits, and the stage of life in which attributes have to make sense.
        places: Number of the person's sessions.
        kinds: The weights of the kinds of probes.
        hand: The person's values of an attribute, by its name. The first is told first, unless it conflicts with the
            life.
        attributes: `all`, `train` or `test`, as for the schedule.
    """
    draws = node.draws("insights")
    wanted = [kind for kind in KINDS if kinds.get(kind)]
    draws.shuffle(wanted)
    last = int(TOLD_BY * places)
    if last < 2 or not wanted:
        return InsightPlan()
    slots: dict[str, Slot] = {}
    traits: dict[str, int] = {}
    for kind in wanted[: places // SESSIONS_EACH]:
        able = [
            entry
            for entry in entries
            if entry.kind is kind
            and set(entry.traits) & set(persona.traits)
            and all(
                leg.attribute not in slots
                and _is_covered(leg, hand(leg.attribute))
                and ontology.attribute(leg.attribute).makes_sense_in(persona.stage)
                and not (attributes == "train" and ontology.is_reserved(leg.attribute))
                for leg in (entry.first, entry.second)
            )
        ]
        if not able:
            continue
        entry = draws.choice(able)
        told = draws.sample(range(last), 2)
        for leg, place in zip((entry.first, entry.second), told, strict=True):
            slots[leg.attribute] = Slot(leg.attribute, 0, place)
        trait = next(one for one in persona.traits if one in entry.traits)
        traits.setdefault(trait, draws.integer(last))
    shown = [(place, Act(identify(node, "show", trait), ActKind.SHOW, other=trait)) for trait, place in traits.items()]
    return InsightPlan(tuple(slots.values()), tuple(shown))


def _is_covered(leg: Leg, hand: Sequence[str]) -> bool:
    """Whether the value that will be told lies on a side. A date has no sides, and numbers may drift anywhere."""
    return not leg.sides or not hand or hand[0].isdigit() or bool(leg.side(hand[0]))
