"""Plans the projects of a life: starts, constraints, choices, ends.

A project is begun, and a constraint is told. Sessions later the assistant is asked to choose under the constraint,
between two options of which it rules out one. This question needs the disclosure without naming it, and another value
of the constraint would have made the other option right. The person tells the outcome of the choice later, after the
last question about it. The projects of one person are interleaved. A topic rests for its cooldown before it comes up
again. The states of a project are spread over the life, so that none is finished a week after it was on hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from regulars.scenarios.content import base_of
from regulars.scenarios.kinds import ActKind, DisclosureMode, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.exclusions import even_pair
from regulars.scenarios.options import chosen_names
from regulars.scenarios.planning.incidents import PlannedQuestion
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.planning.schedule import Slot
from regulars.scenarios.projects.domains import ProjectDomain, load_domains
from regulars.scenarios.world import Act, Fact, Project
from regulars.seeding import Draws, SeedTree

RECOMMENDED = 0.2
"""Share of the choices of a project that are not delegated, so that a recommendation may be asked for."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A project before values are dealt: its domain, its pairs, and the sessions in which it comes up.

    Attributes:
        domain: The domain.
        goal: The goal.
        places: The places of the person's sessions in which it comes up, in order. The first one begins it.
        pairs: Constraint and choice attributes, with the places of the disclosure and of the choice.
        states: Places and states after the beginning.
    """

    domain: ProjectDomain
    goal: str
    places: tuple[int, ...]
    pairs: tuple[tuple[Attribute, Attribute, int, int], ...]
    states: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Undertakings:
    """The planned projects of one person.

    Attributes:
        projects: The projects as the scenario holds them.
        acts: Acts with their places.
        asked: Choices under a constraint.
        choices: By attribute, the place and act of each delegated choice.
        refused: Attributes of choices that would have been delegated, and whose options were refused. A recommendation
            of them would show by its options what the refusal rests on.
    """

    projects: list[Project] = field(default_factory=list)
    acts: list[tuple[int, Act]] = field(default_factory=list)
    asked: list[PlannedQuestion] = field(default_factory=list)
    choices: dict[str, tuple[int, str]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)


def outline_projects(
    ontology: Ontology,
    node: SeedTree,
    places: int,
    wanted: int,
    before: Sequence[str] = (),
    language: str = "english",
    only: Sequence[str] = (),
    stage: str = "",
) -> list[Outline]:
    """Chooses domains, and sessions for each project.

    Args:
        ontology: Holds the domains' attributes.
        node: The person's node.
        places: Number of the person's sessions.
        wanted: Number of projects.
        before: Domains that are preferred to all others, whatever the stage of life.
        language: The language of the domains.
        only: The domains to choose from; empty for all.
        stage: The person's stage of life. Domains whose constraints make no sense in it are left out.
    """
    domains = list(offered_domains(language, only).values())
    if not wanted:
        return []
    senseless = {limit.category for limit in ontology if limit.project and not limit.makes_sense_in(stage)}
    domains = [domain for domain in domains if domain.name in before or domain.name not in senseless]
    draws = node.draws("projects")
    draws.shuffle(domains)
    domains.sort(key=lambda domain: domain.name not in before)
    outlines = []
    for number, domain in enumerate(domains[:wanted]):
        pairs = [
            (limit, ontology.attribute(name))
            for limit in ontology
            if limit.category == domain.name and limit.project
            for name in limit.excludes
        ]
        step = domain.cooldown + 1
        first = number % max(1, min(3, places - 2 * step)) if places > 3 else 0
        at = list(range(first, places, step))
        if len(at) < 3 or not pairs:
            at = list(range(first, places))
        if len(at) < 3 or not pairs:
            continue
        draws.shuffle(pairs)
        outlines.append(_outline(domain, draws, at, pairs))
    return outlines


def offered_domains(language: str, only: Sequence[str] = ()) -> Mapping[str, ProjectDomain]:
    """The project domains of a language, or some of them.

    Raises:
        ConfigurationError: `only` holds an unknown name.
    """
    known = load_domains("", language)
    if not only:
        return known
    own = known.keys() - load_domains("", base_of(language)).keys()
    chosen = chosen_names(only, known, own, "only_domains")
    return {name: domain for name, domain in known.items() if name in chosen}


def _outline(
    domain: ProjectDomain, draws: Draws, at: Sequence[int], pairs: Sequence[tuple[Attribute, Attribute]]
) -> Outline:
    some = enumerate(pairs[: (len(at) - 1) // 2])
    chosen = [(limit, choice, at[number], at[number + 1 + len(at) // 4]) for number, (limit, choice) in some]
    last = max((where for _, _, _, where in chosen), default=at[0])
    free = [place for place in at if place > last]
    states: list[tuple[int, str]] = []
    middle = [place for place in at[1:-1] if place not in {where for *_, where in chosen}]
    early = [place for place in middle if all(place < where for *_, where in chosen)]
    late = [place for place in middle if place > last]
    pause = late if len(late) > 3 else early  # no choice falls into a pause, and the end comes well after it
    if len(pause) > 1 and draws.uniform() < 0.5:
        states += [(pause[0], "suspend"), (pause[(len(pause) + 1) // 2], "resume")]
    elif middle:
        states.append((middle[(len(middle) - 1) // 2], draws.choice(("update", "downgrade"))))
    if free:
        states.append((free[-1], "cancel" if draws.uniform() < 0.2 else "finish"))
    return Outline(domain, draws.choice(domain.goals), tuple(at), tuple(chosen), tuple(states))


def told_slots(outlines: Sequence[Outline]) -> list[Slot]:
    """The disclosures that the projects need: their constraints."""
    return [Slot(limit.name, 0, told) for outline in outlines for limit, _, told, _ in outline.pairs]


def plan_projects(
    node: SeedTree,
    outlines: Sequence[Outline],
    limits: Mapping[str, str],
    hands: Mapping[str, Sequence[str]],
    starts: Sequence[datetime],
    facts: Iterable[Fact] = (),
) -> Undertakings:
    """Plans the acts of the outlined projects.

    Args:
        node: The person's node.
        outlines: The result of `outline_projects`.
        limits: True values of the person: constraint attribute to value.
        hands: The person's values of each choice attribute.
        starts: The starts of the person's sessions.
        facts: All that is ever true of the person. A goal against which one of them speaks gives way to another, and
            such an option is never the right one.
    """
    planned = Undertakings()
    held: dict[str, set[str]] = {}
    for fact in facts if outlines else ():
        held.setdefault(fact.attribute, set()).add(fact.value)
    for outline in outlines:
        id = identify(node, "project", outline.domain.name)
        steps = []
        for place, state in ((outline.places[0], "create"), *outline.states):
            act = Act(identify(node, "plan", f"{id} {state} {place}"), ActKind.PLAN, other=state, target=id)
            planned.acts.append((place, act))
            steps.append(act.id)
        for number, (limit, choice, _, place) in enumerate(outline.pairs):
            if node.draws("recommended", choice.name).uniform() < RECOMMENDED:
                continue
            draws = node.draws("project options", choice.name)
            unfit = [option for option in choice.grid() if not outline.domain.suits(option, held)]
            pair = even_pair(limit, choice, limits.get(limit.name, ""), draws, hands[choice.name], unfit)
            if pair is None:
                planned.refused.add(choice.name)
                continue
            options = tuple(draws.sample(pair, len(pair)))
            kind = ProbeKind.SINGLE_SESSION_PREFERENCE if number % 2 == 0 else ProbeKind.IMPLICIT_PREFERENCE
            act = Act(identify(node, "delegate", choice.name), ActKind.DELEGATE, attribute=choice.name, options=options)
            planned.asked.append(PlannedQuestion(place, act, kind, Form.ANY, value="|".join(options)))
            planned.choices[choice.name] = (place, act.id)
            steps.append(act.id)
        since = starts[outline.places[0]]
        goal = outline.goal
        if not outline.domain.suits(goal, held):
            able = [one for one in outline.domain.goals if outline.domain.suits(one, held)]
            goal = node.draws("goal", outline.domain.name).choice(able or [goal])
        planned.projects.append(Project(id, outline.domain.name, goal, since, tuple(steps)))
    return planned


def outcomes_told(node: SeedTree, choices: Mapping[str, tuple[int, str]], places: int) -> dict[str, tuple[int, Act]]:
    """Plans when the person tells how the assistant's choices turned out, by attribute.

    An outcome names the chosen value, so the conversation asks about the choice only before. That leaves it half of the
    sessions after the choice at least.

    Args:
        node: The person's node.
        choices: Attribute to the place of the choice and the id of its act.
        places: Number of the person's sessions.
    """
    told = {}
    for name, (place, id) in choices.items():
        left = places - place - 1
        if left:
            own, early = identify(node, "outcome", id), left // 2
            at = place + 1 + early + node.draws("outcome", id).integer(left - early)
            told[name] = at, Act(own, ActKind.TELL, attribute=name, mode=DisclosureMode.OUTCOME, target=id)
    return told
