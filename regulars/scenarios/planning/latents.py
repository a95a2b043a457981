"""Latents: what a life is given from outside. Rules and procedures of a cohort, a way of speaking, an identity.

Left to itself, the generator draws standing rules for every person alone. In a stream they come from cohorts, so that
what is learnt of one person can serve another; this module lays what is given over a person's sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from regulars.scenarios.kinds import ActKind, RuleDisclosure
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.agenda import OPTIONS
from regulars.scenarios.planning.lives import Values, identify
from regulars.scenarios.planning.rules import SHOWN
from regulars.scenarios.planning.schedule import SPARE
from regulars.scenarios.world import Act, Persona, Project, StandingRule
from regulars.seeding import SeedTree

PROCEDURE = "procedure"
"""The kind of a standing rule that is a procedure."""

COHORTS_SPEAK = "english"
"""The language of the rules, project domains and ways of speaking that cohorts are made of."""


@dataclass(frozen=True, slots=True)
class Latents:
    """What one person is given from outside.

    Attributes:
        rules: Pairs of style attribute and setting.
        procedures: By project domain the steps in order; the person takes up a project in each of these domains.
        way: The way of speaking; empty for none.
        tells: Whether some of the rules are stated or hinted; else they are learnt from feedback only.
        id: The person's id, for somebody who comes back; empty for a new one.
        name: What the person is called; empty for a drawn name.
        persona: Who the person is; None for a drawn one.
    """

    rules: tuple[tuple[str, str], ...] = ()
    procedures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    way: str = ""
    tells: bool = True
    id: str = ""
    name: str = ""
    persona: Persona | None = None


class HalfValues(Values):
    """Deals from one half of each attribute's values, so that two halves of a stream share none.

    An attribute with too few values for two halves is dealt whole; dates are not halved.

    Args:
        ontology: What values there are.
        node: The scenario's node.
        users: Among how many persons they are dealt.
        split: The node that decides on the halves.
        half: 0 or 1.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, users: int, split: SeedTree, half: int) -> None:
        super().__init__(ontology, node, users)
        self._split = split
        self._half = half

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
    """The person's rules and procedures, and the acts that state or hint some rules.

    A rule's id comes from the person and the rule, so that it is the same whenever the person comes back.

    Args:
        node: The person's node.
        person: The person's id.
        starts: When the person's sessions begin.
        latents: What is given.
    """
    own = SeedTree(0).child("rules of", person)
    rules: list[StandingRule] = []
    acts: list[tuple[int, Act]] = []
    for style_attribute, setting in latents.rules:
        shown = RuleDisclosure.NEVER
        if latents.tells:
            shown = own.draws("shown", style_attribute, setting).weighted(list(SHOWN), list(SHOWN.values()))
        rule = StandingRule(
            identify(own, "rule", style_attribute, setting), style_attribute, setting, starts[0], None, shown
        )
        rules.append(rule)
        if shown is not RuleDisclosure.NEVER:
            acts.append(
                (0, Act(identify(node, "wish", style_attribute), ActKind.WISH, other=shown.value, target=rule.id))
            )
    for domain, steps in latents.procedures.items():
        id = identify(own, "procedure", domain, *steps)
        rules.append(StandingRule(id, PROCEDURE, " ".join(steps), starts[0], domain=domain))
    return tuple(rules), acts


def plan_consultations(
    node: SeedTree, projects: Sequence[Project], acts: Sequence[tuple[int, Act]], domains: Sequence[str], places: int
) -> list[tuple[int, Act]]:
    """Plans acts that ask how to proceed with each running project that has a procedure.

    Args:
        node: The person's node.
        projects: The person's.
        acts: Those that move the projects on, with their places.
        domains: Of which the person has a procedure.
        places: How many sessions the person has.
    """
    planned = []
    for project in projects:
        if project.domain not in domains:
            continue
        moves = {act.other: place for place, act in acts if act.kind is ActKind.PLAN and act.target == project.id}
        last = min([moves[state] for state in ("cancel", "finish") if state in moves], default=places)
        for place in range(moves["create"] + 1, last):
            id = identify(node, "consult", project.id, place)
            planned.append((place, Act(id, ActKind.CONSULT, target=project.id)))
    return planned
