"""The state of a simulated user over a life, how trust and patience move, and the work of one turn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from regulars.agents.feedback import Outbox
from regulars.agents.user.behaviour import Behaviour, load_behaviour
from regulars.agents.user.phrasing import SpokenLine
from regulars.briefing import UserBriefing
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act
from regulars.seeding import SeedTree


@dataclass(slots=True)
class UserState:
    """A user's state: trust and feedback last a life; patience, position and annoyance last a session.

    Attributes:
        trust: 0 to 1.
        patience: The patience left in this session.
        position: The place in the agenda.
        hinted: The act that the last line only hinted at.
        begun: The act that the last line began and did not finish.
        talked: The number of messages of the last exchange of small talk that were said.
        annoyed: Whether a rule was broken in this session.
        questions: The number of questions that the assistant asked in this session.
        announced: The question or request that the person announced vaguely in this session.
        paused: Whether the last line was a reaction alone.
        evaded: What the person was asked about and did not answer fully, over the life: attributes, with the
            time at which a fact began.
        outbox: Feedback waiting to be shown.
    """

    trust: float = 0.5
    patience: float = 1.0
    position: int = 0
    hinted: Act | None = None
    begun: str = ""
    talked: int = 0
    annoyed: bool = False
    questions: int = 0
    announced: str = ""
    paused: bool = False
    evaded: frozenset[str] = frozenset()
    outbox: Outbox = Outbox()  # noqa: RUF009  # frozen, so one default serves all


@dataclass(slots=True)
class UserWork:
    """One turn of a user; each node fills in its part.

    Attributes:
        observation: What the seat sees.
        briefing: What the person knows.
        line: What to say, and what it conveys.
        text: The line's words.
        mistyped: Whether the text has typing errors.
        action: The resulting action.
    """

    observation: Any
    briefing: UserBriefing
    line: SpokenLine = field(default_factory=SpokenLine)
    text: str = ""
    mistyped: bool = False
    action: dict[str, Any] = field(default_factory=dict)


class StatefulUser:
    """A seat that keeps a user's state: it starts a life, saves and restores itself, and bears annoyance.

    Args:
        language: The language pack in which the person speaks.
        ontology: The attributes of the person's facts.
        behaviour: The rules of trust and patience; the built-in ones by default.
    """

    def __init__(self, language: Language, ontology: Ontology, behaviour: Behaviour | None = None) -> None:
        self.language = language
        self.ontology = ontology
        self.behaviour = behaviour or load_behaviour()
        self.state = UserState(self.behaviour.start_trust)
        self._seeds = SeedTree(0)

    def begin(self, seat: str, seed: int) -> None:
        """Starts a new life with fresh trust."""
        self._seeds = SeedTree(seed)
        self.state = UserState(self.behaviour.start_trust)

    def __getstate__(self) -> tuple[str, tuple[UserState, SeedTree], Behaviour]:
        return self.language.name, self.get_state(), self.behaviour

    def __setstate__(self, state: tuple[str, tuple[UserState, SeedTree], Behaviour]) -> None:
        self.behaviour = state[2]
        self.language = Language.load(state[0])
        self.ontology = self.language.ontology
        self.set_state(state[1])

    def get_state(self) -> tuple[UserState, SeedTree]:
        """The state that changes, for branching."""
        state = self.state
        return replace(state), self._seeds

    def set_state(self, state: tuple[UserState, SeedTree]) -> None:
        """Restores a state from `get_state`."""
        moved, self._seeds = state
        self.state = replace(moved)

    def _feel(self, trust: float, patience: float) -> None:
        state = self.state
        if trust:
            state.trust = min(1.0, max(0.0, round(state.trust + trust, 6)))
        if patience:
            state.patience = round(state.patience + patience, 6)

    def _bear_question(self) -> None:
        """Takes patience for a question; each further question in a session costs more."""
        self.state.questions += 1
        self._feel(0.0, self.behaviour.asking_costs(self.state.questions))
