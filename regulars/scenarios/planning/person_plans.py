"""Plans one person of a scenario: the life, what is told of it and when, and everything else on agendas.

The questions about the person come later: they are planned for all persons together, from what `PersonPlan.told` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from functools import partial

from regulars.scenarios.insights.entries import Interpretation
from regulars.scenarios.kinds import ActKind, DisclosureMode, MentionSort, RuleDisclosure
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.personas.tastes import agreeing, unsuited
from regulars.scenarios.planning.agenda import plan_delegations, plan_tells, plan_unsaid
from regulars.scenarios.planning.calendar import PlannedSession
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.gossip import plan_gossip
from regulars.scenarios.planning.incidents import places_behind, plan_incidents
from regulars.scenarios.planning.insights import InsightPlan, plan_insights
from regulars.scenarios.planning.latents import Latents, given_rules, plan_consultations
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger, Unsaid
from regulars.scenarios.planning.lives import LifePlan, identify, live
from regulars.scenarios.planning.mentions import MentionPlanner
from regulars.scenarios.planning.projects import (
    Outline,
    offered_domains,
    outcomes_told,
    outline_projects,
    plan_projects,
    told_slots,
)
from regulars.scenarios.planning.rules import always_applies, plan_rules
from regulars.scenarios.planning.schedule import Slot, doubted_by_ends, plan_schedule
from regulars.scenarios.world import Act, Person, Persona
from regulars.seeding import SeedTree

TRUE_AND_UNTOLD = 12
"""Attributes that are true of a person and never told. A system that reads the world gains nothing from them."""


class PersonPlan:
    """The plan of one person, before the probes.

    Args:
        ontology: The attributes.
        scenario: The scenario's node.
        values: Values, dealt among the scenario's persons.
        index: The person's index.
        users: Number of persons among whom values are dealt.
        names: The names of all persons.
        persona: The person's persona.
        calendar: The planned sessions of all persons.
        start: The scenario's first moment.
        anchors: Number of attributes told as anchors.
        options: The options of generation.
        language: The language pack's name.
        insights: The interpretations that the scenario asks for.
        latents: The person's rules, procedures and way of speaking in a stream.

    Attributes:
        person: The person, as scenarios hold it.
        tells_at: The `tell` acts by the place of their session.
        others_at: The other acts, without questions, by the place of their session.
        asked: The acts of the agenda that ask a probe of their own.
        small_talk: The share of small talk; None without personas.
    """

    def __init__(
        self,
        ontology: Ontology,
        scenario: SeedTree,
        values: Values,
        index: int,
        users: int,
        names: Sequence[str],
        persona: Persona,
        calendar: list[PlannedSession],
        start: datetime,
        anchors: int,
        options: GenerationOptions,
        language: str,
        insights: Sequence[Interpretation],
        latents: Latents | None = None,
    ) -> None:
        self.ontology = ontology
        self.node = scenario.child("person", index)
        self.values = values
        self.options = options
        self.latents = latents
        self.names = names
        self.small_talk = _small_talk(persona) if options.personas else None
        id = (latents.id if latents is not None else "") or "p" + self.node.child("id").key.hex()[:8]
        self.calendar = [session for session in calendar if session.person == index]
        starts = [session.start for session in self.calendar]
        places = len(starts)
        domains = tuple(latents.procedures) if latents is not None else ()
        outlines = outline_projects(
            ontology,
            self.node,
            places,
            max(options.projects, len(domains)),
            domains,
            language=language,
            only=options.only_domains,
            stage=persona.stage,
        )
        might = _other_projects(ontology, self.node, places, outlines, language, options.only_domains, persona.stage)
        shown, unshown = self._insights(insights, persona, places, index)
        schedule = plan_schedule(
            ontology, scenario, self.node, index, users, places, anchors, persona.stage,
            (*told_slots(outlines), *shown.slots), options.attributes, options.changes,
            partial(values.is_apart, person=index), (*told_slots(might), *unshown.slots),
            (starts[-1] - starts[0]).days,
        )  # fmt: skip
        told = {slot.attribute for slot in schedule.slots}
        untold = [one.name for one in ontology.told_in(persona.stage) if one.name not in told]
        untold = self.node.draws("world").sample(untold, TRUE_AND_UNTOLD)
        life = live(ontology, values, self.node, id, index, schedule, starts, start, frozenset(untold))
        self.tells = plan_tells(
            ontology, self.node, life, schedule, values, persona, options, shown.attributes, language
        )
        unsaid = plan_unsaid(ontology, self.node, schedule, persona, options, unshown.attributes)
        chosen = [name for name, _ in schedule.delegations]
        chosen += [choice.name for outline in outlines for _, choice, _, _ in outline.pairs]
        hands = {name: values.hand(name, index) for name in chosen}
        self.delegations = plan_delegations(self.node, hands, schedule)
        limits = {name: facts[0].value for name, facts in life.versions.items()}
        projects = plan_projects(self.node, outlines, limits, hands, starts, life.facts)
        closed = {slot.attribute for slot, act in self.tells if act.mode is not DisclosureMode.OPEN}
        never, self.unsaid = self._unsaid_incidents(schedule.unsaid, unsaid, unshown.attributes, places)
        behind: Mapping[str, frozenset[int]] = {}
        if options.reminders or options.messages:
            behind = places_behind(ontology, schedule, life, [start.date().isoformat() for start in starts])
        incidents = plan_incidents(
            ontology, self.node, values, schedule.slots, never, places, options, told - closed - shown.attributes,
            behind,
        )  # fmt: skip
        self.incidents = incidents
        self.asked = [*projects.asked, *incidents.asked]
        self.refused = projects.refused
        self.choices = {act.attribute: (place, act.id) for place, act in self.delegations} | projects.choices
        self.outcomes = outcomes_told(self.node, self.choices, places)
        self.acts = [*projects.acts, *incidents.acts, *self.outcomes.values()]
        self.acts += [(place, _ending(self.node, life, name)) for name, place in schedule.endings]
        self.acts += shown.shown
        self.shown = {act.other: (place, act.id) for place, act in shown.shown}
        occasions = [(slot.attribute, slot.place) for slot in (*schedule.slots, *schedule.unsaid)]
        occasions += [(name, place) for name, (place, _) in self.choices.items()]
        offered = {act.attribute: act.options for _, act in self.delegations}
        offered |= {one.act.attribute: one.act.options for one in projects.asked}
        self.gossip = plan_gossip(
            ontology, self.node, values, index, occasions, life.facts, offered, places, options.gossip,
            options.phrasing,
        )  # fmt: skip
        self.acts += self.gossip
        anchored = {slot.attribute for slot in schedule.slots if slot.anchor}
        aside = {*incidents.forgotten, *incidents.claimed, *offered}
        self.renamed = max(1, places // 2) if options.renamed and index == 0 and places > 2 else -1
        self.mentions = MentionPlanner(
            ontology, self.node, values, index, schedule.slots, schedule.unsaid, life.versions, life.facts, starts,
            aside, options.phrasing, anchored, self.renamed, doubted_by_ends(ontology, schedule.endings),
        ).plan(options.mentions)  # fmt: skip
        self.acts += self.mentions
        if latents is None:
            rules, wishes = plan_rules(
                self.node, starts, options.rules, unsuited(persona), language, options.only_rules
            )
            persona = without_rivals(persona, [(rule.kind, rule.setting) for rule in rules])
        else:
            rules, wishes = given_rules(self.node, id, starts, latents)
            wishes += plan_consultations(self.node, projects.projects, projects.acts, domains, places)
        self.acts += wishes
        self.tells_at = _by_place((slot.place, act) for slot, act in self.tells)
        self.others_at = _by_place((*self.delegations, *self.acts))
        self.over = {name: self.calendar[place].index for name, place in schedule.endings}
        self.facts = {fact.id: fact for fact in life.facts}
        self.person = Person(
            id,
            names[index],
            id,
            persona,
            life.facts,
            life.events,
            rules,
            tuple(projects.projects),
            renamed=_another_name(self.node, names[index], names, language) if self.renamed > 0 else "",
            renamed_at=starts[self.renamed] if self.renamed > 0 else None,
        )

    def _insights(
        self, entries: Sequence[Interpretation], persona: Persona, places: int, index: int
    ) -> tuple[InsightPlan, InsightPlan]:
        """The interpretations that the person tells the facts of, and as many that it could have told as well."""
        if not entries:
            return InsightPlan(), InsightPlan()
        plans: list[InsightPlan] = []
        node = self.node.child("insights")
        for part in (node.child("first"), node.child("second")):
            taken = {name for plan in plans for name in plan.attributes}
            free = [entry for entry in entries if not taken & {entry.first.attribute, entry.second.attribute}]
            plans.append(plan_insights(
                free, self.ontology, part, persona, places, self.options.kinds,
                lambda name: self.values.hand(name, index), self.options.attributes,
            ))  # fmt: skip
        node.draws("told").shuffle(plans)  # the second may lack what the first one has
        return plans[0], plans[1]

    def _unsaid_incidents(
        self, slots: Sequence[Slot], unsaid: Sequence[Unsaid], unshown: Set[str], places: int
    ) -> tuple[list[str], list[Unsaid]]:
        """Claims about attributes that are never told, and the attributes left for questions.

        Incidents are drawn here as for told attributes, so that the same sorts of attributes are claimed, and none on
        which interpretations rest. What such an incident is about, or paired with, is not asked about.
        """
        able = {one.attribute for one in unsaid if one.is_open} - unshown
        node = self.node.child("unsaid")
        drawn = plan_incidents(self.ontology, node, self.values, slots, (), places, self.options, able)
        aside = {*drawn.claimed, *drawn.forgotten, *drawn.spared.values()}
        return list(drawn.claimed), [one for one in unsaid if one.attribute not in aside]

    def told(self) -> PlannedLedger:
        """The person's planned ledger, which the planning of probes reads."""
        disclosures: dict[str, list[PlannedDisclosure]] = {}
        index = {place: session.index for place, session in enumerate(self.calendar)}
        days = {session.index: session.start.date().isoformat() for session in self.calendar}
        openly = DisclosureMode.OPEN
        for slot, act in self.tells:
            at, fact = index[slot.place], self.facts[act.fact]
            told = PlannedDisclosure(
                slot.attribute, at, fact.value, days[at], act.granularity, act.phrasing, act.reason,
                act.mode is openly, fact.id,
            )  # fmt: skip
            disclosures.setdefault(slot.attribute, []).append(told)
        mentioned: dict[str, dict[str, list[int]]] = {}
        for place, act in self.mentions:
            mentioned.setdefault(act.other, {}).setdefault(act.attribute, []).append(index[place])
        return PlannedLedger(
            self.person.id,
            self.person.name,
            disclosures,
            frozenset(slot.attribute for slot, _ in self.tells if slot.anchor),
            {name: (index[place], act) for name, (place, act) in self.choices.items()},
            self.over,
            {name: (index[place], value) for name, (place, value) in self.incidents.claimed.items()},
            {name: index[place] for name, place in self.incidents.forgotten.items()},
            index.get(self.renamed, -1),
            self.names.count(self.person.name) > 1,
            tuple(
                f"{rule.kind}:{rule.setting}"
                for rule in self.person.rules
                if always_applies(rule)
                and rule.since <= self.calendar[0].start
                and (self.latents is not None or rule.shown is RuleDisclosure.STATED)
            ),
            {name: self.values.spare(name) for name in disclosures},
            days,
            self.person.persona.stage,
            [one.at(index) for one in self.unsaid],
            {trait: (index[place], act) for trait, (place, act) in self.shown.items()},
            [(self.calendar[place].index, act.attribute, act.options) for place, act in self.gossip],
            mentioned.get(MentionSort.PLANNED, {}),
            self._unsettled(disclosures),
            doubted_by_ends(self.ontology, self.over.items()),
            frozenset(self.refused),
            self.incidents.spared,
            {name: index[place] for name, (place, _) in self.outcomes.items()},
            mentioned.get(MentionSort.AGAIN, {}),
        )

    def _unsettled(self, disclosures: Mapping[str, Sequence[PlannedDisclosure]]) -> dict[str, list[int]]:
        """By attribute, the sessions in which a change is told that puts its value in doubt."""
        found: dict[str, list[int]] = {}
        for mover, told in disclosures.items():
            for name in self.ontology.attribute(mover).unsettles if len(told) > 1 else ():
                found.setdefault(name, []).extend([change.session for change in told[1:]])
        return {name: sorted(changes) for name, changes in found.items()}


def _other_projects(
    ontology: Ontology,
    node: SeedTree,
    places: int,
    outlines: Sequence[Outline],
    language: str,
    only: Sequence[str],
    stage: str,
) -> list[Outline]:
    """As many projects again, in other domains. The person could have had them as well."""
    if not outlines:
        return []
    taken = {outline.domain.name for outline in outlines}
    others = [name for name in offered_domains(language, only) if name not in taken]
    wanted = min(len(taken), len(others))
    return outline_projects(ontology, node.child("unsaid"), places, wanted, language=language, only=others, stage=stage)


def _ending(node: SeedTree, life: LifePlan, attribute: str) -> Act:
    fact = life.versions[attribute][-1]
    return Act(identify(node, "end", attribute), ActKind.END, fact.id, attribute)


def without_rivals(persona: Persona, rules: Sequence[tuple[str, str]]) -> Persona:
    """The persona without tastes that contradict one of the rules, given as style attribute and setting."""
    return replace(persona, tastes=agreeing(persona.tastes, [".".join(rule) for rule in rules]))


def _by_place(acts: Iterable[tuple[int, Act]]) -> dict[int, list[Act]]:
    """The acts of each of the person's sessions, in order."""
    found: dict[int, list[Act]] = {}
    for place, act in acts:
        found.setdefault(place, []).append(act)
    return found


def _another_name(node: SeedTree, name: str, names: Sequence[str], language: str) -> str:
    from regulars.scenarios.personas.sampling import draw_another_name

    return draw_another_name(node, name, names, language)


def _small_talk(persona: Persona) -> float:
    from regulars.scenarios.personas.sampling import small_talk_share

    return small_talk_share(persona)
