"""Sessions: the running one, the recording that it may replay, and what the sessions before it leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from regulars.dialogue import Verdict, VerdictKind
from regulars.envs.life.grounding import AgendaProgress
from regulars.envs.probes.planned import PlannedProbes
from regulars.scenarios.time.order import Order
from regulars.scenarios.world import Person, Probe, RecordedTurn, Session

LEAVINGS = 3
"""An episode is abandoned once every person has left this many of their own sessions running."""


class SessionEnding(StrEnum):
    """How a session ended; life goes on."""

    CLOSED = "closed"
    SATISFIED = "satisfied"
    LEFT = "left"
    OUT_OF_TIME = "out_of_time"
    TURN_LIMIT = "turn_limit"
    RECORDED = "recorded"


@dataclass(slots=True)
class LivedSession:
    """A session as it took place.

    Attributes:
        number: Its number as turn ids have it.
        person: Whose session it is.
        started: When it started.
        ended: When it ended; while it runs, when it started.
        ending: How it ended; None while it runs.
        utterances: Turns so far.
    """

    number: int
    person: str
    started: datetime
    ended: datetime
    ending: SessionEnding | None = None
    utterances: int = 0


class RecordingCursor:
    """The place in a recorded session: which turn comes next, and which questions come before it.

    Args:
        turns: What was said.
        planned: The scenario's probes.
        horizon: `turn` asks a recorded question before its recorded reply, `session` all before the session.
    """

    __slots__ = ("_asked_before", "_by_turn", "_next", "_planned", "_queue", "_turns")

    def __init__(self, turns: Sequence[RecordedTurn], planned: PlannedProbes, horizon: str) -> None:
        self._turns = turns
        self._planned = planned
        self._by_turn = horizon == "turn"
        self._queue = [] if self._by_turn else [probe for turn in turns for probe in planned.before(turn.id)]
        self._next = 0
        self._asked_before = ""

    @property
    def turn(self) -> RecordedTurn | None:
        """The turn that comes next; None after the last."""
        return self._turns[self._next] if self._next < len(self._turns) else None

    @property
    def number(self) -> int:
        """The number of the next utterance, from 1."""
        return self._next + 1

    def due(self) -> Probe | None:
        """Takes the next question that comes before the next turn; None where there is none left."""
        turn = self.turn
        if self._by_turn and not self._queue and turn is not None and self._asked_before != turn.id:
            self._asked_before = turn.id
            self._queue = list(self._planned.before(turn.id))
        return self._queue.pop(0) if self._queue else None

    def advance(self) -> None:
        """Goes on to the turn after the next."""
        self._next += 1


class RunningSession:
    """One session of one person, from its start to its end.

    Args:
        session: The plan.
        number: Its number as turn ids have it.
        person: Whose session it is.
        now: When it starts.
        gap: Hours since this person's last session; -1 before the first.
        caused: Ids of facts that the assistant brought about.
        order: Which of the person's acts come after others; None if none does.

    Attributes:
        lived: What the session leaves behind.
        agenda: The agenda as it is worked through.
        cursor: The place in the recording that is replayed; None where people act.
        rounds: Rounds that are over.
        closing: How it will end; None until that is decided.
        verdicts: The verdicts on its replies, in order.
        asked: When the person last spoke.
        answered: When the last reply was there, before it was read.
        order: What of the agenda comes after something else, and what of that was done.
    """

    __slots__ = (
        "agenda", "answered", "asked", "closing", "cursor", "gap", "lived", "number", "order", "person", "persona",
        "rounds", "scope", "session", "verdicts",
    )  # fmt: skip

    def __init__(
        self,
        session: Session,
        number: int,
        person: Person,
        now: datetime,
        gap: float,
        caused: Set[str],
        order: Order | None = None,
    ) -> None:
        self.session = session
        self.number = number
        self.person = person.id
        self.persona = person.persona
        self.scope = person.scope
        self.gap = gap
        self.lived = LivedSession(number, person.id, now, now)
        self.agenda = AgendaProgress(session, number, caused, person.projects)
        self.cursor: RecordingCursor | None = None
        self.rounds = 0
        self.closing: SessionEnding | None = None
        self.verdicts: list[Verdict] = []
        self.asked = self.answered = now
        self.order = order
        if order is not None:
            order.enter(session)

    @property
    def ending(self) -> SessionEnding:
        """How it ended; a closed session has satisfied if every judged reply in it was right."""
        ending = self.closing or SessionEnding.CLOSED
        right = all(verdict.kind is VerdictKind.CORRECT for verdict in self.verdicts)
        return SessionEnding.SATISFIED if ending is SessionEnding.CLOSED and self.verdicts and right else ending


class SessionLog:
    """What passes from one session to the next: when each person was last there, and who keeps leaving.

    Args:
        persons: The ids of all persons.
    """

    __slots__ = ("_last_seen", "_left_running")

    def __init__(self, persons: Iterable[str]) -> None:
        self._last_seen: dict[str, datetime] = {}
        self._left_running = dict.fromkeys(persons, 0)

    def last_seen(self, person: str) -> datetime | None:
        """When the person's last session ended, None if there was none."""
        return self._last_seen.get(person)

    def gap(self, person: str, now: datetime) -> float:
        """Hours since the person's last session; -1 before the first."""
        seen = self._last_seen.get(person)
        return -1.0 if seen is None else (now - seen).total_seconds() / 3600.0

    def note_lived(self, person: str, ending: SessionEnding, now: datetime) -> None:
        """A session of the person's is over."""
        self._last_seen[person] = now
        self._left_running[person] = self._left_running[person] + 1 if ending is SessionEnding.LEFT else 0

    def note_replayed(self, now: datetime) -> None:
        """A recorded session is over; all persons count as having been there."""
        self._last_seen.update(dict.fromkeys(self._left_running, now))

    @property
    def is_abandoned(self) -> bool:
        """Whether every person has left `LEAVINGS` of their sessions running, one after the other."""
        return all(count >= LEAVINGS for count in self._left_running.values())
