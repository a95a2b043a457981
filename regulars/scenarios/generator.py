"""Generates scenarios from a seed: lives on a calendar, agendas, planned probes.

Everything is decided at a node of the seed tree that is named by what it decides. The planned lives and dates
depend on the seed and the counts asked for; `disclosure` and `modes` only change in which mode things are
told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from regulars.errors import ConfigurationError
from regulars.scenarios.agenda import OPTIONS, compose, plan_delegations, plan_tells
from regulars.scenarios.attributes import Ontology, first_names, load_ontology
from regulars.scenarios.files import scenario_id
from regulars.scenarios.lives import Values, live
from regulars.scenarios.planning import Told, plan_probes
from regulars.scenarios.schedule import plan_schedule
from regulars.scenarios.sittings import BUDGET, Sitting, plan_sittings
from regulars.scenarios.world import Act, ActKind, Mode, Person, Persona, Scenario, Session, Source
from regulars.seeding import SeedTree

__all__ = ["MODES", "generate"]

GENERATOR = "1"
"""Version of the generator: what it makes from a seed changes with it."""

MODES = {Mode.OPEN: 0.6, Mode.ASKED: 0.2, Mode.TRUSTED: 0.2}
"""Shares of the disclosure modes."""

LEAST_OPEN = 0.4
"""Least share of tellings to whoever listens."""

START = datetime(2025, 1, 6, tzinfo=UTC)
"""The first moment of a generated scenario."""

ROUNDS = 16
"""Rounds of a session at most: an agenda's acts and a few repeated questions."""


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
) -> Scenario:
    """Makes a scenario.

    Args:
        seed: A number, or a node of a seed tree.
        users: How many persons, who take turns; they share no value of an attribute.
        sessions: Sessions over all persons.
        suite: The suite that it will belong to.
        probes_per_session: Planned probes, in band and out of band together, for each session.
        disclosure: `default`, or `scripted`, in which every telling is open.
        modes: Shares of `open`, `asked` and `trusted`; `open` has at least `LEAST_OPEN`.
        start: The first moment, with zone; sessions are at that zone's times of day.
        after: A moment that the scenario has to follow, where one episode continues another's calendar: it
            then begins at the next midnight, if that is later than `start`.
        anchors: Attributes that each person tells in every run.
        language: The language pack that is named in the scenario.

    Returns:
        A scenario without gold. The same arguments make the same scenario everywhere.

    Raises:
        ConfigurationError: An argument is out of range.

    Example:
        >>> scenario = generate(7, sessions=4)
        >>> len(scenario.sessions), len(scenario.probes), scenario == generate(7, sessions=4)
        (4, 20, True)
    """
    ontology = load_ontology()
    _check(ontology, users, sessions, probes_per_session, disclosure, start, anchors)
    shares = _shares(modes)
    if after is not None:
        start = max(start, _next_midnight(after.astimezone(start.tzinfo)))
    node = seed if isinstance(seed, SeedTree) else SeedTree(seed)
    sittings = plan_sittings(node, users, sessions, start)
    values = Values(ontology, node, users)
    names = node.draws("names").sample(first_names(), users)
    lives = [
        _Planned(ontology, node, values, index, users, names[index], sittings, start, anchors, shares)
        for index in range(users)
    ]
    plan = plan_probes(ontology, node, sittings, [planned.told() for planned in lives], sessions * probes_per_session)
    planned_sessions = tuple(
        _session(lives[sitting.person], sitting, plan.acts.get(sitting.index, ()), disclosure) for sitting in sittings
    )
    scenario = Scenario(
        id="",
        source=Source.GENERATED,
        suite=suite,
        language=language,
        start=start,
        persons=tuple(planned.person for planned in lives),
        sessions=planned_sessions,
        probes=plan.probes,
        marks={"generator": GENERATOR, "disclosure": disclosure},
    )
    return replace(scenario, id=scenario_id(scenario))


class _Planned:
    """One person with everything that is planned for them before probes are."""

    def __init__(
        self,
        ontology: Ontology,
        scenario: SeedTree,
        values: Values,
        index: int,
        users: int,
        name: str,
        sittings: list[Sitting],
        start: datetime,
        anchors: int,
        shares: Mapping[Mode, float],
    ) -> None:
        self.node = scenario.child("person", index)
        id = "p" + self.node.child("id").key.hex()[:8]
        self.sittings = [sitting for sitting in sittings if sitting.person == index]
        starts = [sitting.start for sitting in self.sittings]
        schedule = plan_schedule(ontology, scenario, self.node, index, users, len(starts), anchors)
        life = live(ontology, values, self.node, id, index, schedule, starts, start)
        self.tells = plan_tells(ontology, self.node, life, schedule, shares)
        hands = {name: values.hand(name, index) for name, _ in schedule.delegations}
        self.delegations = plan_delegations(self.node, hands, schedule)
        self.person = Person(id, name, id, _persona(self.node, name), life.facts, life.events)

    def told(self) -> Told:
        """What the planning of probes needs to know."""
        sessions: dict[str, list[int]] = {}
        for slot, _ in self.tells:
            sessions.setdefault(slot.attribute, []).append(self.sittings[slot.place].index)
        return Told(
            self.person.id,
            sessions,
            frozenset(slot.attribute for slot, _ in self.tells if slot.anchor),
            {act.attribute: (self.sittings[place].index, act.id) for place, act in self.delegations},
        )


def _session(planned: _Planned, sitting: Sitting, raised: Sequence[Act], disclosure: str) -> Session:
    tells = [act for slot, act in planned.tells if slot.place == sitting.place]
    if disclosure == "scripted":
        tells = [replace(act, mode=Mode.OPEN) for act in tells]
    delegations = [act for place, act in planned.delegations if place == sitting.place]
    agenda = compose(planned.node, sitting.place, tells, [*delegations, *raised])
    return Session(
        number=sitting.index + 1,
        person=planned.person.id,
        start=sitting.start,
        budget=BUDGET,
        rounds=ROUNDS,
        purpose=_purpose(agenda),
        agenda=agenda,
    )


def _purpose(agenda: tuple[Act, ...]) -> str:
    kinds = {act.kind for act in agenda}
    if ActKind.REQUEST in kinds:
        return "wants something done"
    if ActKind.DELEGATE in kinds:
        return "wants a choice made"
    return "wants to know something" if ActKind.ASK in kinds else "has news"


def _persona(node: SeedTree, name: str) -> Persona:
    draws = node.draws("persona")
    reading = draws.between(8, 16)
    thinking = draws.between(10, 30)
    patience = draws.between(8, 12) / 10
    manner = "patient" if patience > 1 else "easily annoyed" if patience < 1 else "even-tempered"
    return Persona(float(reading), float(thinking), patience, f"{name} is {manner}.")


def _next_midnight(moment: datetime) -> datetime:
    return datetime.combine(moment.date() + timedelta(days=1), time(tzinfo=moment.tzinfo))


def _shares(modes: Mapping[str, float] | None) -> dict[Mode, float]:
    if modes is None:
        return dict(MODES)
    where = "regulars.scenarios.generate, modes"
    allowed = [mode.value for mode in MODES]
    for name, share in modes.items():
        if name not in allowed:
            raise ConfigurationError(f"unknown mode {name!r}", where=where, expected=" or ".join(allowed))
        if not 0 <= share <= 1:
            raise ConfigurationError(f"the share of {name!r} is {share}", where=where, expected="0 to 1")
    shares = {mode: float(modes.get(mode.value, 0.0)) for mode in MODES}
    if abs(sum(shares.values()) - 1) > 1e-9 or shares[Mode.OPEN] < LEAST_OPEN:
        raise ConfigurationError(
            f"the shares are {dict(modes)}",
            where=where,
            expected=f"a sum of 1 with at least {LEAST_OPEN} open",
        )
    return shares


def _check(
    ontology: Ontology, users: int, sessions: int, probes: int, disclosure: str, start: datetime, anchors: int
) -> None:
    where = "regulars.scenarios.generate"
    most = min(len(attribute.grid()) // OPTIONS for attribute in ontology if attribute.grid())
    for name, value, low, high in (
        ("users", users, 1, most),
        ("sessions", sessions, users, None),
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
        raise ConfigurationError(
            "start has no zone", where=where, remedy="give it one, for instance datetime.timezone.utc"
        )
