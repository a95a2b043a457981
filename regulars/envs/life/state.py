"""What a life is at a moment: all that its rules move, and that views, briefings and records read."""

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
    """One episode as it stands; `Life` moves it on.

    Args:
        scenario: What is lived or replayed.
        ontology: The attributes that its facts are about.
        language: For people whose lines do not say what they carry.
        probes: `fork`, `end` or `off`.
        feedback: The feedback policy's spec; `silent` and `sealed` withhold feedback, `sealed` verdicts too.
        noise: The spec of the noise that was planned into the scenario, empty for none.
        reactive: Whether people react; False under scripted disclosure.
        weights: Of the reward terms.
        reward_to: `trainer`, `nobody` or `feedback`.
        horizon: For recordings: `turn` asks a recorded question before its recorded reply, `session` before its
            session, so that nothing of that session can be recalled.
        seeds: The episode's node of the seed tree.
        first_session: The number of the first session; above 1 in a stream.
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
    ) -> None:
        self.scenario = scenario
        self.ontology = ontology
        self.language = language
        self.seeds = seeds
        self.noise = noise
        self.reactive = reactive
        self.horizon = horizon
        self.offset = first_session - 1
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
        """All but the ontology and the language, which are the same for every life and are put back by the owner."""
        return {key: value for key, value in self.__dict__.items() if key not in ("ontology", "language")}

    def equip(self, ontology: Ontology, language: Language) -> None:
        """Puts back what a pickle leaves out."""
        self.ontology, self.language = ontology, language

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.clock.now

    @property
    def number(self) -> int:
        """The number of the session that runs or ran last; 0 before the first."""
        return self.sessions[-1].number if self.sessions else 0

    @property
    def utterances(self) -> int:
        """Turns of that session so far."""
        return self.sessions[-1].utterances if self.sessions else 0

    @property
    def pending(self) -> Pending | None:
        """What waits for the assistant's answer or its verdict; None if nothing does."""
        return self.aside.asked.pending if self.aside is not None else self.exchange.pending

    @property
    def asked(self) -> AskedProbe | None:
        """The probe behind it; None for a choice, or if nothing waits."""
        return self.aside.asked if self.aside is not None else self.exchange.asked

    @property
    def last_moment(self) -> datetime:
        """The latest moment that a seat was shown; questions beside the conversation may lie beyond the clock."""
        return max([self.clock.now, *(outcome.time for outcome in self.outcomes)])

    def moment(self, probe: Probe) -> datetime:
        """When an out-of-band probe is asked.

        As planned; under `end` after the last session; a recorded question at its place, which is now.
        """
        return self.clock.now if probe.before else max(self.clock.now, probe.time)

    def told_on(self, turn: str) -> date:
        """The day of an utterance."""
        return self.transcript[self._places[turn]].time.date()

    def question(self, asked: AskedProbe) -> str:
        """The words of an out-of-band probe; the draws of a generated one are named by the probe."""
        probe, slots = asked.probe, asked.resolution.slots
        return probe.question or self.language.question(probe, self.seeds.draws("probe", probe.id), slots)
