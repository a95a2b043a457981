"""Plans noise into a scenario: the disclosures that it changes, and the slips and their corrections.

Noise is planned before the episode starts. So all systems on one seed meet the same noise in every act that they reach.
The name of a draw holds the id of the act. A disclosure has at most one kind of noise; an act with noise keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from regulars.errors import ConfigurationError
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, NoiseKind, ScenarioOrigin
from regulars.scenarios.noise.slips import Slips
from regulars.scenarios.noise.spec import Noise, load_noise_rules
from regulars.scenarios.world import Act, Fact, Person, Scenario, Session
from regulars.values import ValueType

if TYPE_CHECKING:
    from regulars.scenarios.ontology.attributes import Ontology
    from regulars.seeding import Draws, SeedTree


_CLOSES_A_SLOT = (ActKind.TELL, ActKind.END, ActKind.FORGET)
"""Acts that close an attribute: no slip about its earlier value comes after them."""

_ONE_LINE = (DisclosurePhrasing.DIRECT, DisclosurePhrasing.UNMARKED)


def with_noise(
    scenario: Scenario, noise: Noise, seeds: SeedTree, ontology: Ontology, *, reactive: bool = True
) -> Scenario:
    """Returns the scenario with noise in what its people say. All else stays, including the id.

    Args:
        scenario: A generated or hand-written scenario.
        noise: Kinds and shares of noise.
        seeds: The node of the draws.
        ontology: The ontology of the scenario's language.
        reactive: Whether people react to replies. Those who do not never leave out a piece.

    Raises:
        ConfigurationError: The scenario is a recording, which has no simulated people.
    """
    if not noise.spec:
        return scenario
    if scenario.source is not ScenarioOrigin.GENERATED:
        remedy = "leave out noise for recorded data"
        raise ConfigurationError("a recording has no simulated people", where="noise", remedy=remedy)
    planning = _NoisePlanner(scenario, noise, seeds, ontology, reactive)
    sessions = tuple(planning.session(session) for session in scenario.sessions)
    persons = tuple(_typing(person, noise.share(NoiseKind.TYPOS)) for person in scenario.persons)
    return replace(scenario, persons=persons, sessions=tuple(planning.with_slips(session) for session in sessions))


def _typing(person: Person, share: float) -> Person:
    """The person, with at least that share of mistyped words."""
    style = person.persona.style
    if share <= style.typos:
        return person
    return replace(person, persona=replace(person.persona, style=replace(style, typos=share)))


class _NoisePlanner:
    """Plans the noise of one scenario."""

    def __init__(self, scenario: Scenario, noise: Noise, seeds: SeedTree, ontology: Ontology, reactive: bool) -> None:
        self.noise = noise
        self.seeds = seeds
        self.ontology = ontology
        self.reactive = reactive
        self.rules = load_noise_rules()
        self.slips = Slips(scenario, ontology)
        self.facts: Mapping[str, Fact] = {fact.id: fact for person in scenario.persons for fact in person.facts}
        self.sessions = scenario.sessions
        self.added: dict[int, list[Act]] = {}

    def session(self, session: Session) -> Session:
        """The session with noise in its disclosures. Slips for other sessions wait for `with_slips`."""
        agenda = tuple(self._act(act, session) for act in session.agenda)
        if agenda == session.agenda:
            return session
        longer = sum(
            new.phrasing is DisclosurePhrasing.PIECEMEAL is not old.phrasing
            for new, old in zip(agenda, session.agenda, strict=True)
        )
        return replace(session, agenda=agenda, rounds=session.rounds + longer)

    def with_slips(self, session: Session) -> Session:
        """The session with its planned slips and corrections, after its greeting and anchors."""
        added = self.added.get(session.number, [])
        if not added:
            return session
        agenda = session.agenda
        free = (at for at, act in enumerate(agenda) if act.kind is not ActKind.GREET and not act.anchor)
        place = next(free, len(agenda))
        longer = session.rounds + len(added)
        return replace(session, agenda=(*agenda[:place], *added, *agenda[place:]), rounds=longer)

    def _act(self, act: Act, session: Session) -> Act:
        """The act with the kind of noise that is drawn for it."""
        fact = self.facts.get(act.fact)
        if act.kind is not ActKind.TELL or act.mode is DisclosureMode.OUTCOME or act.noise is not None or fact is None:
            return act
        draws = self.seeds.draws(act.id)
        mark, chance = 0.0, draws.uniform()
        for kind, can, touched in (
            (NoiseKind.VAGUE_DATES, self._can_be_vague, self._vague),
            (NoiseKind.CHANGED_MINDS, self._can_change, self._changed),
            (NoiseKind.CONTRADICTIONS, self._can_contradict, self._contradicted),
            (NoiseKind.OMISSIONS, self._can_omit, self._omitted),
        ):
            mark += self.noise.share(kind) if can(act, session) else 0.0
            if chance < mark:
                return touched(act, fact, session, draws)
        return act

    # Vague dates

    def _can_be_vague(self, act: Act, _: Session) -> bool:
        is_date = self.ontology.attribute(act.attribute).type is ValueType.DATE
        return is_date and act.granularity == "day" and act.phrasing is not DisclosurePhrasing.PIECEMEAL

    def _vague(self, act: Act, fact: Fact, _: Session, draws: Draws) -> Act:
        return replace(act, granularity="month", noise=NoiseKind.VAGUE_DATES)

    # Changed minds

    def _can_change(self, act: Act, _: Session) -> bool:
        attribute = self.ontology.attribute(act.attribute)
        is_dated = attribute.type is not ValueType.DATE or act.granularity in ("day", "month")
        return act.phrasing in _ONE_LINE and is_dated and self.slips.suit(attribute)

    def _changed(self, act: Act, fact: Fact, _: Session, draws: Draws) -> Act:
        slip = self.slips.draw(self.ontology.attribute(act.attribute), fact.value, act.granularity, draws)
        later = draws.uniform() < self.rules.next_line and act.phrasing is DisclosurePhrasing.DIRECT and not act.anchor
        phrasing = DisclosurePhrasing.PIECEMEAL if later else act.phrasing
        return replace(act, noise=NoiseKind.CHANGED_MINDS, slip=slip, phrasing=phrasing) if slip else act

    # Contradictions

    def _can_contradict(self, act: Act, session: Session) -> bool:
        attribute = self.ontology.attribute(act.attribute)
        suits = attribute.type is not ValueType.DATE and self.slips.suit(attribute)
        return suits and not act.anchor and bool(self._while_so(act, session))

    def _while_so(self, act: Act, session: Session) -> list[Session]:
        """The person's later sessions in which the fact still holds and its attribute was not told again."""
        found = []
        until = self.facts[act.fact].until
        for later in self.sessions:
            if later.person != session.person or later.start <= session.start or not later.agenda:
                continue
            closes = any(one.attribute == act.attribute and one.kind in _CLOSES_A_SLOT for one in later.agenda)
            if closes or (until is not None and until <= later.start):
                break
            found.append(later)
        return found

    def _contradicted(self, act: Act, fact: Fact, session: Session, draws: Draws) -> Act:
        slip = self.slips.draw(self.ontology.attribute(act.attribute), fact.value, "", draws)
        if not slip:
            return act
        sessions = self._while_so(act, session)
        place = draws.integer(len(sessions))
        after = sessions[place + 1 :]
        self._add(sessions[place], act, ActKind.SLIP, slip)
        if draws.uniform() < self.rules.mended and after:
            self._add(draws.choice(after), act, ActKind.MEND, slip)
        return replace(act, noise=NoiseKind.CONTRADICTIONS)

    def _add(self, session: Session, act: Act, kind: ActKind, slip: str) -> None:
        id = self.seeds.child("id", kind, act.id).key.hex()[:12]
        added = Act(id, kind, act.fact, act.attribute, noise=NoiseKind.CONTRADICTIONS, slip=slip)
        self.added.setdefault(session.number, []).append(added)

    # Omissions

    def _can_omit(self, act: Act, session: Session) -> bool:
        """Whether the act can be told in pieces. A disclosure that announces a change cannot."""
        attribute = self.ontology.attribute(act.attribute)
        if not self.reactive or act.anchor or act.mode is not DisclosureMode.OPEN or not attribute.piecemeal:
            return False
        if act.phrasing is DisclosurePhrasing.PIECEMEAL:
            return True
        told = (one for other in self._before(session) for one in other.agenda if one.attribute == act.attribute)
        return act.phrasing is DisclosurePhrasing.DIRECT and not any(one.kind in _CLOSES_A_SLOT for one in told)

    def _before(self, session: Session) -> Sequence[Session]:
        return [one for one in self.sessions if one.person == session.person and one.start < session.start]

    def _omitted(self, act: Act, fact: Fact, _: Session, draws: Draws) -> Act:
        return replace(act, phrasing=DisclosurePhrasing.PIECEMEAL, noise=NoiseKind.OMISSIONS)
