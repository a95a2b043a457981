"""Generates scenarios from a seed: lives on a calendar, with agendas and planned probes.

Each decision draws from its own node of the seed tree, named by what it decides. Lives and dates depend on the seed and
the counts only. `disclosure` changes disclosure modes only. `modes` changes the modes, and so the probes, which ask
about open disclosures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Any

from regulars.errors import ConfigurationError
from regulars.gc_pauses import collecting_rarely
from regulars.scenarios.files import scenario_id
from regulars.scenarios.insights.entries import KINDS as INSIGHTS
from regulars.scenarios.insights.entries import Interpretation, interpretations_on
from regulars.scenarios.kinds import (
    ActKind,
    DisclosureMode,
    MentionSort,
    RuleDisclosure,
    ScenarioOrigin,
)
from regulars.scenarios.language.exchanges import SmallTalkOrder
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.ontology.attributes import Ontology, own_attributes
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.personas.tastes import agreeing, wishes_barred
from regulars.scenarios.personas.words import load_words
from regulars.scenarios.planning.agenda import compose, plan_delegations, plan_tells, plan_unsaid, session_rounds
from regulars.scenarios.planning.calendar import BUDGET, PlannedSession, plan_calendar
from regulars.scenarios.planning.gossip import plan_gossip
from regulars.scenarios.planning.incidents import first_behind, plan_incidents
from regulars.scenarios.planning.insights import plan_insights
from regulars.scenarios.planning.latents import (
    COHORTS_SPEAK,
    HalfValues,
    Latents,
    given_rules,
    plan_consultations,
    with_way,
)
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger, Unsaid
from regulars.scenarios.planning.limits import with_limits
from regulars.scenarios.planning.lives import LifePlan, Values, identify, live
from regulars.scenarios.planning.mentions import MentionPlanner
from regulars.scenarios.planning.probes.plan import plan_probes
from regulars.scenarios.planning.projects import (
    Outline,
    offered_domains,
    outcomes_told,
    outline_projects,
    plan_projects,
    told_slots,
)
from regulars.scenarios.planning.rules import always_applies, plan_rules
from regulars.scenarios.planning.schedule import Slot, plan_schedule
from regulars.scenarios.planning.sharing import MARK, shared_values
from regulars.scenarios.world import Act, Person, Persona, Scenario, Session
from regulars.seeding import SeedTree

GENERATOR = "4"
"""Version of the generator. It changes when the same seed gives another scenario."""

START = datetime(2025, 1, 6, tzinfo=UTC)
"""The first moment of a generated scenario."""

MOST_USERS = 64
"""Greatest number of persons of a scenario."""
MOST_SESSIONS = 100_000
"""Greatest number of sessions of a scenario."""

FEW, PROBES_OF_ANCHOR = 4, 4
"""With more people than `FEW`, each has at most one anchor for so many planned probes, so that each is asked about."""

TRUE_AND_UNTOLD = 12
"""Attributes that are true of a person and never told. A system that reads the world gains nothing from them."""


@collecting_rarely()
def generate(
    seed: int | SeedTree,
    *,
    users: int = 1,
    sessions: int = 12,
    suite: str = "smoke",
    probes_per_session: int = 5,
    disclosure: str = "default",
    modes: Mapping[str, float] | None = None,
    start: datetime = START,
    after: datetime | None = None,
    anchors: int = 4,
    language: str = "english",
    latents: Sequence[Latents] | None = None,
    split: tuple[SeedTree, int] | None = None,
    people: Sequence[tuple[str, Persona]] | None = None,
    **options: Any,
) -> Scenario:
    """Generates a scenario.

    Args:
        seed: A number, or a node of a seed tree.
        users: Number of persons, up to `MOST_USERS`. They take turns. No two share a value of an attribute while it has
            enough values for all. With more people they do; the mark `shared_values` counts the values that several
            people have, and nobody shares a value that is told as an anchor.
        sessions: Number of sessions of all persons together.
        suite: The label of the suite that the scenario belongs to.
        probes_per_session: Planned probes for each session, in-band and out-of-band together.
        disclosure: `default`, or `scripted`, in which every disclosure is open.
        modes: Shares of the disclosure modes; `open` has at least 0.4.
        start: The first moment, with a zone. Sessions are at times of day in that zone.
        after: A moment that the scenario must follow, to continue another episode's calendar. The scenario then
            begins at the next midnight, if that is later than `start`.
        anchors: Number of attributes that each person tells in every run. Fewer with many people and few probes.
        language: The language pack: its attributes, projects, names, rules and ways to speak.
        latents: Rules, procedures and a way of speaking for each person, as a stream's cohorts give them. Persons then
            have no rules of their own.
        split: A node and 0 or 1: the half of all values that the values come from. A stream has two such halves.
        people: Name and persona of each person, as `regulars.scenarios.personas.files` reads them; drawn by default.
        **options: See `regulars.scenarios.options.GenerationOptions`: kinds of probes, projects, rules, incidents.

    Returns:
        A scenario without gold. The same arguments make the same scenario everywhere.

    Raises:
        ConfigurationError: An argument is out of range.

    Example:
        >>> scenario = generate(7, sessions=4)
        >>> len(scenario.sessions), len(scenario.probes), scenario == generate(7, sessions=4)
        (4, 20, True)
    """
    pack = Language.load(language)
    _check(users, sessions, probes_per_session, disclosure, start, anchors)
    given = {name: value for name, value in {"modes": modes, **options}.items() if value is not None}
    if people is not None:
        given["personas"] = True
    settings = GenerationOptions.read(given, "regulars.scenarios.generate")
    ontology = pack.ontology.chosen(
        settings.only_attributes,
        own_attributes(language),
        offered_domains(language, settings.only_domains) if settings.projects or latents is not None else (),
    )
    where = "regulars.scenarios.generate"
    if split is not None and users > FEW:
        raise ConfigurationError(f"split is for {FEW} users at most, not {users}", where=where, expected=f"1 to {FEW}")
    if latents is not None and language != COHORTS_SPEAK:
        raise ConfigurationError(
            f"latents are in {COHORTS_SPEAK} only, not in {language}",
            where=where,
            expected=f"language={COHORTS_SPEAK!r} with latents",
            remedy="leave out latents: rules are then drawn from the pack's own",
        )
    if after is not None:
        start = max(start, _next_midnight(after.astimezone(start.tzinfo)))
    if users > FEW:
        anchors = min(anchors, max(1, sessions * probes_per_session // (PROBES_OF_ANCHOR * users)))
    node = seed if isinstance(seed, SeedTree) else SeedTree(seed)
    names = _names(node, users, settings, language)
    given_to: list[Latents | None] = list(latents) if latents is not None else [None] * users
    if len(given_to) != users:
        raise ConfigurationError(f"{len(given_to)} latents for {users} users", where=where, expected=f"{users}")
    names = [one.name if one is not None and one.name else name for one, name in zip(given_to, names, strict=True)]
    personas = _personas([node.child("person", index) for index in range(users)], names, settings, language)
    personas = [_given(persona, one) for persona, one in zip(personas, given_to, strict=True)]
    if people is not None:
        if len(people) != users:
            raise ConfigurationError(f"{len(people)} people for {users} users", where=where, expected=f"{users}")
        names, personas = [name for name, _ in people], [persona for _, persona in people]
    calendar = plan_calendar(node, users, sessions, start, *([personas] if settings.personas else ()))
    values = Values(ontology, node, users) if split is None else HalfValues(ontology, node, users, *split)
    hands = users if split is None else 2 * users
    wants_insights = any(settings.kinds.get(kind) for kind in INSIGHTS)
    insights = interpretations_on(pack.insights.values(), ontology) if wants_insights else ()
    lives = [
        _PersonPlan(
            ontology, node, values, index, hands, names, personas[index], calendar, start, anchors, settings,
            language, insights, given_to[index],
        )
        for index in range(users)
    ]  # fmt: skip
    told = [planned.told() for planned in lives]
    asked = [planned.asked for planned in lives]
    plan = plan_probes(ontology, node, calendar, told, sessions * probes_per_session, settings, asked, insights)
    order = SmallTalkOrder(list(pack.small_talk.values()), node.draws("small talk"), pack.exchange_length)
    planned_sessions = tuple(
        _session(lives[session.person], session, plan.acts.get(session.index, ()), disclosure, pack, order)
        for session in calendar
    )
    persons = tuple(planned.person for planned in lives)
    shared = shared_values(persons, ontology)
    scenario = Scenario(
        id="",
        source=ScenarioOrigin.GENERATED,
        suite=suite,
        language=language,
        start=start,
        persons=persons,
        sessions=planned_sessions,
        probes=plan.probes,
        marks={"generator": GENERATOR, "disclosure": disclosure, **({MARK: str(len(shared))} if shared else {})},
        phrasing=settings.phrasing,
    )
    if settings.tokens:
        from regulars.scenarios.history.compiler import stretch

        scenario = stretch(scenario, settings.tokens, seed=node.seed("history"))
    return replace(scenario, id=scenario_id(scenario))


class _PersonPlan:
    """The plan of one person, before the probes."""

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
        )
        shown = plan_insights(
            insights, ontology, self.node, persona, places, options.kinds, lambda name: values.hand(name, index),
            options.attributes,
        )  # fmt: skip
        schedule = plan_schedule(
            ontology, scenario, self.node, index, users, places, anchors, persona.stage,
            (*told_slots(outlines), *shown.slots), options.attributes, options.changes,
            partial(values.is_apart, person=index),
        )  # fmt: skip
        untold = [attribute.name for attribute in ontology.told if attribute.makes_sense_in(persona.stage)]
        told = {slot.attribute for slot in schedule.slots}
        untold = self.node.draws("world").sample([name for name in untold if name not in told], TRUE_AND_UNTOLD)
        life = live(ontology, values, self.node, id, index, schedule, starts, start, frozenset(untold))
        self.tells = plan_tells(ontology, self.node, life, schedule, values, persona, options, shown.attributes)
        might = _other_projects(ontology, self.node, places, outlines, language, options.only_domains)
        slots = (*schedule.unsaid, *told_slots(might))
        unsaid = plan_unsaid(ontology, self.node, slots, persona, options)
        chosen = [name for name, _ in schedule.delegations]
        chosen += [choice.name for outline in outlines for _, choice, _, _ in outline.pairs]
        hands = {name: values.hand(name, index) for name in chosen}
        self.delegations = plan_delegations(self.node, hands, schedule)
        limits = {name: facts[0].value for name, facts in life.versions.items()}
        projects = plan_projects(self.node, outlines, limits, hands, starts)
        closed = {slot.attribute for slot, act in self.tells if act.mode is not DisclosureMode.OPEN}
        never, self.unsaid = self._unsaid_incidents(slots, unsaid, places)
        incidents = plan_incidents(
            ontology, self.node, values, schedule.slots, never, places, options, told - closed - shown.attributes,
            first_behind(ontology, schedule, life, [start.date().isoformat() for start in starts]),
        )  # fmt: skip
        self.incidents = incidents
        self.asked = [*projects.asked, *incidents.asked]
        self.choices = {act.attribute: (place, act.id) for place, act in self.delegations} | projects.choices
        self.acts = [*projects.acts, *incidents.acts, *outcomes_told(self.node, self.choices, places)]
        self.acts += [(place, _ending(self.node, life, name)) for name, place in schedule.endings]
        self.acts += shown.shown
        self.shown = {act.other: (place, act.id) for place, act in shown.shown}
        occasions = [(slot.attribute, slot.place) for slot in (*schedule.slots, *schedule.unsaid)]
        occasions += [(name, place) for name, (place, _) in self.choices.items()]
        offered = {act.attribute: act.options for _, act in self.delegations}
        offered |= {one.act.attribute: one.act.options for one in projects.asked}
        self.gossip = plan_gossip(
            ontology, self.node, values, index, occasions, life.facts, offered, places, options.gossip
        )
        self.acts += self.gossip
        anchored = {slot.attribute for slot in schedule.slots if slot.anchor}
        aside = {*incidents.forgotten, *incidents.claimed, *offered}
        self.renamed = max(1, places // 2) if options.renamed and index == 0 and places > 2 else -1
        self.mentions = MentionPlanner(
            ontology, self.node, values, index, schedule.slots, schedule.unsaid, life.versions, life.facts, starts,
            aside, anchored, self.renamed,
        ).plan(options.mentions)  # fmt: skip
        self.acts += self.mentions
        if latents is None:
            rules, wishes = plan_rules(
                self.node, starts, options.rules, wishes_barred(persona.tastes), language, options.only_rules
            )
            persona = _without_rivals(persona, [(rule.kind, rule.setting) for rule in rules])
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
            renamed=_other_name(self.node, names, language) if self.renamed > 0 else "",
            renamed_at=starts[self.renamed] if self.renamed > 0 else None,
        )

    def _unsaid_incidents(
        self, slots: Sequence[Slot], unsaid: Sequence[Unsaid], places: int
    ) -> tuple[list[str], list[Unsaid]]:
        """Claims about attributes that are never told, and the attributes left for questions.

        Incidents are drawn here as for told attributes, so that the same sorts of attributes are claimed. The claimed
        and forgotten ones are not asked about.
        """
        able = {one.attribute for one in unsaid if one.is_open}
        node = self.node.child("unsaid")
        drawn = plan_incidents(self.ontology, node, self.values, slots, (), places, self.options, able)
        aside = {*drawn.claimed, *drawn.forgotten}
        return list(drawn.claimed), [one for one in unsaid if one.attribute not in aside]

    def told(self) -> PlannedLedger:
        """The person's planned ledger, which the planning of probes reads."""
        disclosures: dict[str, list[PlannedDisclosure]] = {}
        for slot, act in self.tells:
            session, fact = self.calendar[slot.place], self.facts[act.fact]
            day = session.start.date().isoformat()
            is_open = act.mode is DisclosureMode.OPEN
            told = PlannedDisclosure(
                slot.attribute, session.index, fact.value, day, act.granularity, act.phrasing, act.reason, is_open
            )
            disclosures.setdefault(slot.attribute, []).append(told)
        index = {place: session.index for place, session in enumerate(self.calendar)}
        floated: dict[str, list[int]] = {}
        for place, act in self.mentions:
            if act.other == MentionSort.PLANNED.value:
                floated.setdefault(act.attribute, []).append(index[place])
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
            {session.index: session.start.date().isoformat() for session in self.calendar},
            self.person.persona.stage,
            self.unsaid,
            {trait: (index[place], act) for trait, (place, act) in self.shown.items()},
            [(self.calendar[place].index, act.attribute, act.options) for place, act in self.gossip],
            floated,
        )


def _other_projects(
    ontology: Ontology, node: SeedTree, places: int, outlines: Sequence[Outline], language: str, only: Sequence[str]
) -> list[Outline]:
    """As many projects again, in other domains. The person could have had them as well."""
    taken = {outline.domain.name for outline in outlines}
    others = [name for name in offered_domains(language, only) if name not in taken]
    wanted = min(len(taken), len(others))
    return outline_projects(ontology, node.child("unsaid"), places, wanted, others, language=language)


def _ending(node: SeedTree, life: LifePlan, attribute: str) -> Act:
    fact = life.versions[attribute][-1]
    return Act(identify(node, "end", attribute), ActKind.END, fact.id, attribute)


def _session(
    planned: _PersonPlan,
    session: PlannedSession,
    raised: Sequence[Act],
    disclosure: str,
    pack: Language,
    order: SmallTalkOrder,
) -> Session:
    tells = planned.tells_at.get(session.place, [])
    greets = [act for act in raised if act.kind is ActKind.GREET]
    rest = [*planned.others_at.get(session.place, ()), *(act for act in raised if act.kind is not ActKind.GREET)]
    if planned.options.deadlines:
        rest = with_limits(rest, planned.node, planned.options.deadlines, session.start)
    greet = greets[0] if greets else None
    agenda = compose(planned.node, session.place, tells, rest, order, greet, planned.small_talk)
    rounds = session_rounds(agenda, pack, planned.person.persona.conduct)
    if disclosure == "scripted":
        planned_tells = {act.id for act in tells}
        agenda = tuple(replace(act, mode=DisclosureMode.OPEN) if act.id in planned_tells else act for act in agenda)
    return Session(
        number=session.index + 1,
        person=planned.person.id,
        start=session.start,
        budget=BUDGET,
        rounds=rounds,
        purpose=_purpose(agenda),
        agenda=agenda,
    )


def _by_place(acts: Iterable[tuple[int, Act]]) -> dict[int, list[Act]]:
    """The acts of each of the person's sessions, in order."""
    found: dict[int, list[Act]] = {}
    for place, act in acts:
        found.setdefault(place, []).append(act)
    return found


def _purpose(agenda: tuple[Act, ...]) -> str:
    kinds = {act.kind for act in agenda}
    if ActKind.REQUEST in kinds:
        return "wants something done"
    if ActKind.DELEGATE in kinds:
        return "wants a choice made"
    return "wants to know something" if ActKind.ASK in kinds else "has news"


def _names(node: SeedTree, users: int, options: GenerationOptions, language: str) -> list[str]:
    """The persons' names. With `namesakes`, the first two share one."""
    if options.personas:
        from regulars.scenarios.personas.sampling import draw_names

        names = list(draw_names(node.child("names"), users, language))
    else:
        known = first_names(language)
        if users + options.renamed > len(known):  # whoever is renamed needs one more
            message = f"there are {len(known)} names in {language} for {users} users"
            remedy = "draw personas, which have second names: personas=True"
            raise ConfigurationError(message, where="regulars.scenarios.generate", remedy=remedy)
        names = node.draws("names").sample(known, users)
    if options.namesakes and users > 1:
        names[1] = names[0]
    return names


def _other_name(node: SeedTree, names: Sequence[str], language: str) -> str:
    return node.draws("another name").choice([name for name in first_names(language) if name not in names])


def _personas(
    nodes: Sequence[SeedTree], names: Sequence[str], options: GenerationOptions, language: str
) -> list[Persona]:
    if options.personas:
        from regulars.scenarios.personas.sampling import draw_personas

        homes = [node.child("persona") for node in nodes]
        drawn = draw_personas(homes, names, language, options.friction, options.kindness)
    else:
        drawn = [_plain_persona(node, name, language) for node, name in zip(nodes, names, strict=True)]
    return [replace(one, style=replace(one.style, typos=options.typos)) for one in drawn] if options.typos else drawn


def _small_talk(persona: Persona) -> float:
    from regulars.scenarios.personas.sampling import small_talk_share

    return small_talk_share(persona)


def _plain_persona(node: SeedTree, name: str, language: str) -> Persona:
    draws = node.draws("persona")
    reading = draws.between(8, 16)
    thinking = draws.between(10, 30)
    patience = draws.between(8, 12) / 10
    temper = "patient" if patience > 1 else "annoyed" if patience < 1 else "even"
    notes = load_words(language).tempers[temper].format(name=name)
    return Persona(float(reading), float(thinking), patience, notes)


def _given(persona: Persona, latents: Latents | None) -> Persona:
    """The persona with what the latents set, without tastes that contradict the given rules."""
    if latents is None:
        return persona
    return with_way(_without_rivals(latents.persona or persona, latents.rules), latents.way)


def _without_rivals(persona: Persona, rules: Sequence[tuple[str, str]]) -> Persona:
    """The persona without tastes that contradict one of the rules, given as style attribute and setting."""
    return replace(persona, tastes=agreeing(persona.tastes, [".".join(rule) for rule in rules]))


def _next_midnight(moment: datetime) -> datetime:
    return datetime.combine(moment.date() + timedelta(days=1), time(tzinfo=moment.tzinfo))


def _check(users: int, sessions: int, probes: int, disclosure: str, start: datetime, anchors: int) -> None:
    where = "regulars.scenarios.generate"
    for name, value, low, high in (
        ("users", users, 1, MOST_USERS),
        ("sessions", sessions, users, MOST_SESSIONS),
        ("probes_per_session", probes, 0, None),
        ("anchors", anchors, 0, 8),
    ):
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or value < low or (high is not None and value > high):
            wanted = f"a whole number from {low}" + (f" to {high}" if high is not None else "")
            raise ConfigurationError(f"{name} is {value!r}", where=where, expected=wanted)
    if disclosure not in ("default", "scripted"):
        raise ConfigurationError(f"disclosure is {disclosure!r}", where=where, expected="'default' or 'scripted'")
    if start.tzinfo is None:
        remedy = "give it one, for instance datetime.timezone.utc"
        raise ConfigurationError("start has no zone", where=where, remedy=remedy)
