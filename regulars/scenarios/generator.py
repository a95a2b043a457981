"""Generates scenarios from a seed: lives on a calendar, with agendas and planned probes.

Each decision draws from its own node of the seed tree, named by what it decides. Lives and dates depend on the seed and
the counts only. `disclosure` changes disclosure modes only. `modes` changes the modes, and so the probes, which ask
about open disclosures. The outcome of a choice is told after the probes about the choice, so its session changes too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from regulars.errors import ConfigurationError
from regulars.scenarios.files import scenario_id
from regulars.scenarios.insights.entries import KINDS as INSIGHTS
from regulars.scenarios.insights.entries import interpretations_on
from regulars.scenarios.kinds import ActKind, DisclosureMode, ScenarioOrigin
from regulars.scenarios.language.exchanges import SmallTalkOrder, TalkMoment
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.ontology.attributes import own_attributes
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.personas.words import load_words
from regulars.scenarios.planning.agenda import compose, session_rounds
from regulars.scenarios.planning.calendar import BUDGET, PlannedSession, plan_calendar
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.latents import COHORTS_SPEAK, HalfValues, Latents, with_way
from regulars.scenarios.planning.limits import with_limits
from regulars.scenarios.planning.person_plans import PersonPlan, without_rivals
from regulars.scenarios.planning.probes.plan import plan_probes
from regulars.scenarios.planning.projects import offered_domains
from regulars.scenarios.planning.sharing import MARK, shared_values
from regulars.scenarios.world import Act, Persona, Scenario, Session
from regulars.seeding import SeedTree
from regulars.speed import collecting_rarely

_GREET, _REQUEST, _DELEGATE, _ASK = ActKind.GREET, ActKind.REQUEST, ActKind.DELEGATE, ActKind.ASK

GENERATOR = "5"
"""Version of the generator. It changes when the same seed gives another scenario."""

START = datetime(2025, 1, 6, tzinfo=UTC)
"""The first moment of a generated scenario."""

MOST_USERS = 64
"""Greatest number of persons of a scenario."""
MOST_SESSIONS = 100_000
"""Greatest number of sessions of a scenario."""

FEW, PROBES_OF_ANCHOR = 4, 4
"""With more people than `FEW`, each has at most one anchor for so many planned probes, so that each is asked about."""

SESSIONS_OF_ANCHOR = 2
"""Least number of a person's sessions for each anchor, so that it tells other things in a short life too."""


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
        users: Number of people, up to 64 (`MOST_USERS`), who take turns. If an attribute has enough values, no two
            people share one. Otherwise the mark `shared_values` counts the values that several people have. Values told
            as anchors are never shared.
        sessions: Number of sessions of all people together.
        suite: The label of the suite that the scenario belongs to.
        probes_per_session: Planned probes for each session, in-band and out-of-band together.
        disclosure: `default`, or `scripted`, in which every disclosure is open.
        modes: Shares of the disclosure modes; the share of `open` must be at least 0.4.
        start: The first moment, with time zone. Sessions are at times of day in that zone.
        after: A moment that the scenario must follow, to continue another episode's calendar. The scenario then
            begins at the next midnight, if that is later than `start`.
        anchors: Number of attributes that each person tells in every run; fewer if a person has few sessions or probes.
        language: The language pack: its attributes, projects, names, rules and ways to speak.
        latents: Rules, procedures and a way of speaking for each person, as from a stream's cohorts. They replace the
            person's own rules.
        split: A node and 0 or 1: the half of all values to draw from. A stream has two such halves.
        people: Name and persona of each person, as `regulars.scenarios.personas.files` reads them; drawn by default.
        **options: See `regulars.scenarios.options.GenerationOptions`: kinds of probes, projects, rules, incidents.

    Returns:
        A scenario without gold answers. The same arguments give the same scenario on every machine.

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
    anchors = min(anchors, max(1, sessions // (SESSIONS_OF_ANCHOR * users)))
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
        PersonPlan(
            ontology, node, values, index, hands, names, personas[index], calendar, start, anchors, settings,
            language, insights, given_to[index],
        )
        for index in range(users)
    ]  # fmt: skip
    told = [planned.told() for planned in lives]
    asked = [planned.asked for planned in lives]
    plan = plan_probes(ontology, node, calendar, told, sessions * probes_per_session, settings, asked, insights)
    order = SmallTalkOrder(pack.exchanges, node.draws("small talk"), pack.exchange_length)
    planned_sessions = []
    for session in calendar:
        raised = plan.acts.get(session.index, ())
        planned_sessions.append(_session(lives[session.person], session, raised, disclosure, pack, order))
    persons = tuple(planned.person for planned in lives)
    shared = shared_values(persons, ontology)
    scenario = Scenario(
        id="",
        source=ScenarioOrigin.GENERATED,
        suite=suite,
        language=language,
        start=start,
        persons=persons,
        sessions=tuple(planned_sessions),
        probes=plan.probes,
        marks={"generator": GENERATOR, "disclosure": disclosure, **({MARK: str(len(shared))} if shared else {})},
        phrasing=settings.phrasing,
    )
    if settings.tokens:
        from regulars.scenarios.history.compiler import stretch

        scenario = stretch(scenario, settings.tokens, seed=node.seed("history"))
    return replace(scenario, id=scenario_id(scenario))


def _session(
    planned: PersonPlan,
    session: PlannedSession,
    raised: Sequence[Act],
    disclosure: str,
    pack: Language,
    order: SmallTalkOrder,
) -> Session:
    tells = planned.tells_at.get(session.place, [])
    greets = [act for act in raised if act.kind is _GREET]
    rest = [*planned.others_at.get(session.place, ()), *[act for act in raised if act.kind is not _GREET]]
    if planned.options.deadlines:
        rest = with_limits(rest, planned.node, planned.options.deadlines, session.start)
    greet = greets[0] if greets else None
    persona = planned.person.persona
    moment = TalkMoment.of(persona, session.start)
    agenda = compose(planned.node, session.place, tells, rest, order, greet, planned.small_talk, moment)
    rounds = session_rounds(agenda, pack, persona.conduct)
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


def _purpose(agenda: tuple[Act, ...]) -> str:
    kinds = {act.kind for act in agenda}
    if _REQUEST in kinds:
        return "wants something done"
    if _DELEGATE in kinds:
        return "wants a choice made"
    return "wants to know something" if _ASK in kinds else "has news"


def _names(node: SeedTree, users: int, options: GenerationOptions, language: str) -> list[str]:
    """The persons' names. With `namesakes`, the first two share one."""
    if options.personas:
        from regulars.scenarios.personas.sampling import draw_names

        names = list(draw_names(node.child("names"), users, language))
    else:
        known = first_names(language)
        if users > len(known):
            message = f"there are {len(known)} names in {language} for {users} users"
            remedy = "draw personas, which have second names: personas=True"
            raise ConfigurationError(message, where="regulars.scenarios.generate", remedy=remedy)
        names = node.draws("names").sample(known, users)
    if options.namesakes and users > 1:
        names[1] = names[0]
    return names


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
    return with_way(without_rivals(latents.persona or persona, latents.rules), latents.way)


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
