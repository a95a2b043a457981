"""Plans gossip: talk about values of an attribute that people outside the scenario have.

Whatever a person tells comes up again, as something that a neighbour or a cousin has. So neither the last value of a
domain nor the most frequent one need be the person's own, and wrong options are values that were really said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from regulars.scenarios.kinds import ActKind
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.world import Act, Fact
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType

ONE, SEVERAL = "of_others", "of_several"
"""Kinds of phrases for lines that name one value, or several."""

KNOWN = 4
"""Values of an attribute that a person hears of others. Several lines of gossip name the same ones."""

NAMED = 2
"""Most terms in one line of gossip. Nobody compares amounts of several people in passing, so of these there is one."""

SINGLE = 0.7
"""Share of the lines about terms that name one. People seldom list what several others have."""

LEAST = 2
"""Least number of such values, so that a line does not always name the same one."""

WITHIN = 2
"""Greatest number of sessions between a disclosure and the gossip about its attribute."""


def plan_gossip(
    ontology: Ontology,
    node: SeedTree,
    values: Values,
    index: int,
    occasions: Sequence[tuple[str, int]],
    facts: Iterable[Fact],
    offered: Mapping[str, Sequence[str]],
    places: int,
    share: float,
    phrasing: str = "open",
) -> list[tuple[int, Act]]:
    """Plans one person's gossip as acts with the places of their sessions.

    Args:
        ontology: The attributes.
        node: The person's node.
        values: The values, dealt among the scenario's persons.
        index: The person's index.
        occasions: Attributes with the places at which they are told, or could have been. Never dates.
        facts: The person's facts. Their values are not other people's.
        offered: Options of delegated choices, which may become true, by attribute.
        places: Number of the person's sessions.
        share: Share of the occasions that lead to gossip; all do for attributes that imply others.
        phrasing: The phrases that people speak in. Each is said once, so that a story does not come again with another
            value.
    """
    acts: list[tuple[int, Act]] = []
    if not share:
        return acts
    own: dict[str, set[str]] = {name: set(options) for name, options in offered.items()}
    for fact in facts:
        own.setdefault(fact.attribute, set()).add(fact.value)
    pools: dict[str, list[str]] = {}
    told: set[tuple[int, str]] = set()
    used: Counter[tuple[str, str]] = Counter()
    for number, (name, place) in enumerate(occasions):
        draws = node.draws("gossip", name, number)
        if draws.uniform() >= share and not ontology.attribute(name).implies:
            continue  # it changes seldom, and questions about it need several named values
        if name not in pools:
            free = [value for value in values.elsewhere(name, index) if value not in own.get(name, ())]
            pools[name] = node.draws("gossip about", name).sample(free, min(KNOWN, len(free)))
        pool = pools[name]
        if len(pool) < LEAST:
            continue
        at = min(places - 1, place + draws.integer(WITHIN + 1))
        attribute = ontology.attribute(name)
        kinds = _kinds(attribute, node.draws("gossip", name, number, "several"))
        lines = {kind: len(attribute.lines(kind, phrasing)) or places for kind in kinds}  # a pack has many for all
        kind = next((kind for kind in kinds if used[name, kind] < lines[kind]), "")
        if (at, name) in told or not kind:
            continue  # nobody tells such a story twice in a session, or again in the same words
        told.add((at, name))
        used[name, kind] += 1
        named = tuple(draws.sample(pool, NAMED if kind == SEVERAL else 1))
        id = identify(node, "gossip", f"{name} {number}")
        acts.append((at, Act(id, ActKind.GOSSIP, attribute=name, options=named)))
    return acts


def _kinds(attribute: Attribute, draws: Draws) -> tuple[str, ...]:
    """The kinds of phrases for a line, the preferred one first: one value of an amount, mostly one of a term."""
    if attribute.type is not ValueType.TERM:
        return (ONE,)
    if ONE not in attribute.phrases:
        return (SEVERAL,)
    return (ONE, SEVERAL) if draws.uniform() < SINGLE else (SEVERAL, ONE)
