"""Sessions as they happen: the running session, the cursor of a recording, and the log of earlier sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from regulars.dialogue import Verdict, VerdictKind
from regulars.envs.life.grounding import AgendaProgress
from regulars.envs.probes.planned import PlannedProbes
from regulars.scenarios.time.order import Order
from regulars.scenarios.world import Act, Person, Probe, RecordedTurn, Session

LEAVINGS = 3
"""An episode is abandoned when every person has left this many of their own sessions in a row."""


class SessionEnding(StrEnum):
    """How a session ended. The life continues after any of them."""

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
        number: Its number, as in turn ids.
        person: The person's id.
        started: The moment of its start.
        ended: The moment of its end; equal to `started` while it runs.
        ending: How it ended; None while it runs.
        utterances: The number of turns so far.
    """

    number: int
    person: str
    started: datetime
    ended: datetime
    ending: SessionEnding | None = None
    utterances: int = 0


class RecordingCursor:
    """The position in a recorded session: the next turn, and the recorded questions before it.

    Args:
        turns: The recorded turns.
        planned: The scenario's probes.
        horizon: `turn` asks a recorded question before its recorded reply, `session` asks all before the session.
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
        """The next turn; None after the last."""
        return self._turns[self._next] if self._next < len(self._turns) else None

    @property
    def number(self) -> int:
        """The number of the next utterance, from 1."""
        return self._next + 1

    def due(self) -> Probe | None:
        """Takes the next question that comes before the next turn; None if none is left."""
        turn = self.turn
        if self._by_turn and not self._queue and turn is not None and self._asked_before != turn.id:
            self._asked_before = turn.id
            self._queue = list(self._planned.before(turn.id))
        return self._queue.pop(0) if self._queue else None

    def advance(self) -> None:
        """Moves past the next turn."""
        self._next += 1


class RunningSession:
    """One session of one person, from its start to its end.

    Args:
        session: The planned session.
        number: Its number, as in turn ids.
        person: The person in session.
        now: The moment of its start.
        gap: Hours since this person's last session; -1 before the first.
        caused: Ids of facts that the assistant caused.
        order: The order among the person's acts; None if it is free.

    Attributes:
        lived: The session as it took place.
        agenda: The progress of the agenda.
        cursor: The position in the recording; None if people act.
        rounds: The number of finished rounds.
        closing: How the session will end; None until that is decided.
        verdicts: The verdicts on its replies, in order.
        asked: The moment when the person last spoke.
        answered: The moment when the last reply arrived, before it was read.
        order: The order among the person's acts, and which of them were done.
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
        offered: Sequence[Act] = (),
    ) -> None:
        self.session = session
        self.number = number
        self.person = person.id
        self.persona = person.persona
        self.scope = person.scope
        self.gap = gap
        self.lived = LivedSession(number, person.id, now, now)
        self.agenda = AgendaProgress(session, number, caused, person.projects, offered)
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
        """How the session ended. A closed session is satisfied if all its judged replies were right."""
        ending = self.closing or SessionEnding.CLOSED
        right = all(verdict.kind is VerdictKind.CORRECT for verdict in self.verdicts)
        return SessionEnding.SATISFIED if ending is SessionEnding.CLOSED and self.verdicts and right else ending


class SessionLog:
    """When each person was last in session, and how often they left in a row.

    Args:
        persons: The ids of all persons.
    """

    __slots__ = ("_last_seen", "_left_running")

    def __init__(self, persons: Iterable[str]) -> None:
        self._last_seen: dict[str, datetime] = {}
        self._left_running = dict.fromkeys(persons, 0)

    def last_seen(self, person: str) -> datetime | None:
        """The end of the person's last session; None if there was none."""
        return self._last_seen.get(person)

    def gap(self, person: str, now: datetime) -> float:
        """Hours since the person's last session; -1 before the first."""
        seen = self._last_seen.get(person)
        return -1.0 if seen is None else (now - seen).total_seconds() / 3600.0

    def note_lived(self, person: str, ending: SessionEnding, now: datetime) -> None:
        """Records the end of a session of the person."""
        self._last_seen[person] = now
        self._left_running[person] = self._left_running[person] + 1 if ending is SessionEnding.LEFT else 0

    def note_replayed(self, now: datetime) -> None:
        """Records the end of a recorded session, which counts as a session of all persons."""
        self._last_seen.update(dict.fromkeys(self._left_running, now))

    @property
    def is_abandoned(self) -> bool:
        """Whether every person has left `LEAVINGS` of their own sessions in a row."""
        return all(count >= LEAVINGS for count in self._left_running.values())
