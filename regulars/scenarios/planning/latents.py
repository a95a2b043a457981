"""Latents: what a life is given from outside. These are rules and procedures, a way of speaking, and an identity.

By default the generator draws standing rules for each person. In a stream, the rules come from cohorts, so that lessons
from one person can help with another. This module distributes the given latents over a person's sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from regulars.scenarios.kinds import ActKind, RuleDisclosure
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.planning.rules import SHOWN
from regulars.scenarios.planning.sharing import OPTIONS, SPARE
from regulars.scenarios.rules.standing import PROCEDURE
from regulars.scenarios.world import Act, Persona, Project, StandingRule
from regulars.seeding import SeedTree

COHORTS_SPEAK = "english"
"""The language of the rules, project domains and ways of speaking that cohorts are made of."""


@dataclass(frozen=True, slots=True)
class Latents:
    """The given latents of one person.

    Attributes:
        rules: Pairs of style attribute and setting.
        procedures: By project domain, the steps in order. The person has a project in each of these domains.
        way: The way of speaking; empty for none.
        tells: Whether some of the rules are stated or hinted. Otherwise they are learned from feedback only.
        id: The id of a returning person; empty for a new person.
        name: The person's name; empty for a drawn name.
        persona: The persona; None for a drawn one.
    """

    rules: tuple[tuple[str, str], ...] = ()
    procedures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    way: str = ""
    tells: bool = True
    id: str = ""
    name: str = ""
    persona: Persona | None = None


class HalfValues(Values):
    """Deals from one half of each attribute's values, so that the two halves of a stream share none.

    An attribute with too few values for two halves is dealt whole. Dates are not halved.

    Args:
        ontology: Gives the values.
        node: The scenario's node.
        users: Number of persons who get values.
        split: The node that decides on the halves.
        half: 0 or 1.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, users: int, split: SeedTree, half: int) -> None:
        super().__init__(ontology, node, users)
        self._split = split
        self._half = half

    def _shares(self, attribute: str) -> bool:
        return False  # a stream's lives have few people, and those of the other half must not meet the same values

    def _deck(self, name: str) -> list[str]:
        deck = self._decks.get(name)
        if deck is None:
            deck = list(self._ontology.attribute(name).grid())
            if (len(deck) - SPARE) // (2 * self._users) >= OPTIONS:
                self._split.draws("halves", name).shuffle(deck)
                own, spare = deck[:-SPARE][self._half :: 2], deck[-SPARE:]
                self._node.draws("deal", name).shuffle(own)
                deck = [*own, *spare]
            else:
                self._node.draws("deal", name).shuffle(deck)
            self._decks[name] = deck
        return deck


def with_way(persona: Persona, way: str) -> Persona:
    """The persona with a way of speaking; unchanged if the way is empty."""
    return replace(persona, style=replace(persona.style, way=way)) if way else persona


def given_rules(
    node: SeedTree, person: str, starts: Sequence[datetime], latents: Latents
) -> tuple[tuple[StandingRule, ...], list[tuple[int, Act]]]:
    """Returns the person's rules and procedures, and the acts that state or hint some rules.

    A rule's id comes from the person and the rule. So it stays the same whenever the person comes back.

    Args:
        node: The person's node.
        person: The person's id.
        starts: The starts of the person's sessions.
        latents: The given latents.
    """
    own = SeedTree(0).child("rules of", person)
    rules: list[StandingRule] = []
    acts: list[tuple[int, Act]] = []
    for style_attribute, setting in latents.rules:
        shown = RuleDisclosure.NEVER
        if latents.tells:
            shown = own.draws("shown", style_attribute, setting).weighted(list(SHOWN), list(SHOWN.values()))
        id = identify(own, "rule", f"{style_attribute} {setting}")
        rules.append(StandingRule(id, style_attribute, setting, starts[0], None, shown))
        if shown is not RuleDisclosure.NEVER:
            wish = Act(identify(node, "wish", style_attribute), ActKind.WISH, other=shown.value, target=id)
            acts.append((0, wish))
    for domain, steps in latents.procedures.items():
        id = identify(own, "procedure", f"{domain} {' '.join(steps)}")
        rules.append(StandingRule(id, PROCEDURE, " ".join(steps), starts[0], domain=domain))
    return tuple(rules), acts


def plan_consultations(
    node: SeedTree, projects: Sequence[Project], acts: Sequence[tuple[int, Act]], domains: Sequence[str], places: int
) -> list[tuple[int, Act]]:
    """Plans acts that ask how to proceed with each running project that has a procedure; none while it is suspended.

    Args:
        node: The person's node.
        projects: The person's projects.
        acts: The acts that advance the projects, with their places.
        domains: The domains for which the person has a procedure.
        places: Number of the person's sessions.
    """
    planned = []
    for project in projects:
        if project.domain not in domains:
            continue
        moves = {act.other: place for place, act in acts if act.kind is ActKind.PLAN and act.target == project.id}
        last = min([moves[state] for state in ("cancel", "finish") if state in moves], default=places)
        rests = range(moves.get("suspend", last), moves.get("resume", last))
        for place in range(moves["create"] + 1, last):
            if place in rests:
                continue
            id = identify(node, "consult", f"{project.id} {place}")
            planned.append((place, Act(id, ActKind.CONSULT, target=project.id)))
    return planned
