"""The state of a life. The rules in `Life` change it; observations, briefings and records read it."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from regulars.briefing import Pending
from regulars.dialogue import Phase, Turn
from regulars.envs.ledger import Ledger
from regulars.envs.life.clock import Clock
from regulars.envs.life.effects import Choices
from regulars.envs.life.exchange import Exchange, ProbeAside, RoundStage
from regulars.envs.life.knowledge import Knowledge
from regulars.envs.life.outcomes import ConductNote, Ending, ProbeOutcome, ReplyNote
from regulars.envs.life.sessions import LivedSession, RunningSession, SessionLog
from regulars.envs.life.signals import Signals
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.probes.planned import PlannedProbes
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.time.order import orders_of
from regulars.scenarios.world import Probe, Scenario

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.ontology.attributes import Ontology
    from regulars.seeding import SeedTree


class LifeState:
    """The state of one episode. `Life` adds the rules that change it.

    Args:
        scenario: The scenario that is played or replayed.
        ontology: The ontology of its facts.
        language: The language pack; it finds what lines tell that declare nothing.
        probes: `fork`, `end` or `off`.
        feedback: The feedback policy's spec; `silent` and `sealed` withhold feedback, `sealed` verdicts too.
        noise: The spec of the noise in the scenario; empty for none.
        reactive: Whether people react to the assistant; False under scripted disclosure.
        weights: The weights of the reward terms.
        reward_to: `trainer`, `nobody` or `feedback`.
        horizon: For recordings: `turn` asks a recorded question before its recorded reply, `session` before its
            session, so that no turn of that session can be recalled.
        seeds: The episode's node of the seed tree.
        first_session: The number of the first session; above 1 in a stream.
        episode_id: The name of this playing of the episode, which seats see.
    """

    def __init__(
        self,
        scenario: Scenario,
        ontology: Ontology,
        language: Language,
        seeds: SeedTree,
        *,
        probes: str,
        feedback: str,
        noise: str = "",
        reactive: bool,
        weights: Weights,
        reward_to: str,
        horizon: str,
        first_session: int = 1,
        episode_id: str = "",
    ) -> None:
        self.scenario = scenario
        self.ontology = ontology
        self.language = language
        self.seeds = seeds
        self.noise = noise
        self.reactive = reactive
        self.horizon = horizon
        self.offset = first_session - 1
        self.episode_id = episode_id
        self.persons = {person.id: person for person in scenario.persons}
        self.names = {person.id: person.name for person in scenario.persons}

        self.ledger = Ledger()
        self.choices = Choices()
        self.transcript: list[Turn] = []
        self._places: dict[str, int] = {}
        self.outcomes: list[ProbeOutcome] = []
        self.sessions: list[LivedSession] = []
        self.replies: list[ReplyNote] = []
        self.signals = Signals(feedback, weights, reward_to)
        self.conduct: list[ConductNote] = []
        self.unresolved: list[str] = []
        self.ending: Ending | None = None
        self.steps = 0

        self.clock = Clock(scenario.start)
        self.stage = RoundStage.OVER
        self.phase = Phase.OPENING
        self.running: RunningSession | None = None
        self.exchange = Exchange()
        self.aside: ProbeAside | None = None

        self._next_session = 0
        self.planned = PlannedProbes(scenario, probes)
        self.session_log = SessionLog(self.persons)
        self.orders = orders_of(scenario)
        self.knowledge = {person.id: Knowledge(person) for person in scenario.persons}

    def __getstate__(self) -> dict[str, object]:
        """The state without ontology, language and what follows from the transcript; `equip` restores them."""
        left_out = ("ontology", "language", "_places")
        return {key: value for key, value in self.__dict__.items() if key not in left_out}

    def equip(self, ontology: Ontology, language: Language) -> None:
        """Restores what a pickle leaves out."""
        self.ontology, self.language = ontology, language
        self._places = {turn.id: place for place, turn in enumerate(self.transcript)}

    @property
    def now(self) -> datetime:
        """The current moment."""
        return self.clock.now

    @property
    def number(self) -> int:
        """The number of the current or last session; 0 before the first."""
        return self.sessions[-1].number if self.sessions else 0

    @property
    def utterances(self) -> int:
        """The number of turns in that session so far."""
        return self.sessions[-1].utterances if self.sessions else 0

    @property
    def pending(self) -> Pending | None:
        """The question that waits for an answer or a verdict; None for none."""
        return self.aside.asked.pending if self.aside is not None else self.exchange.pending

    @property
    def asked(self) -> AskedProbe | None:
        """The probe of the pending question; None for a choice, or if nothing is pending."""
        return self.aside.asked if self.aside is not None else self.exchange.asked

    @property
    def last_moment(self) -> datetime:
        """The latest moment that a seat has seen. Out-of-band probes may be later than the clock."""
        asked = [] if self.aside is None else [self.moment(self.aside.asked.probe)]
        return max([self.clock.now, *asked, *(outcome.time for outcome in self.outcomes)])

    def moment(self, probe: Probe) -> datetime:
        """The moment at which an out-of-band probe is asked.

        It is the planned moment, or later under `end`. A recorded question is asked now.
        """
        return self.clock.now if probe.before else max(self.clock.now, probe.time)

    def told_at(self, turn: str) -> datetime:
        """The moment of a turn."""
        return self.transcript[self._places[turn]].time

    def told_on(self, turn: str) -> date:
        """The date of a turn."""
        return self.told_at(turn).date()

    def question(self, asked: AskedProbe) -> str:
        """The words of an out-of-band probe. Draws for a generated one depend on its id."""
        probe, slots = asked.probe, asked.resolution.slots
        return probe.question or self.language.question(probe, self.seeds.draws("probe", probe.id), slots)
