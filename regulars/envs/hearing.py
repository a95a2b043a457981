"""A recorded session as it is listened to: its turns one by one, and the questions that come before them."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.envs.questions import Questions
from regulars.scenarios.world import Probe, RecordedTurn

__all__ = ["Hearing"]


class Hearing:
    """One recorded session under way.

    Args:
        turns: What was said.
        questions: The scenario's probes.
        horizon: `turn` asks a recorded question before its recorded reply, `session` all before the session.
    """

    __slots__ = ("_asked_before", "_by_turn", "_next", "_questions", "_queue", "_turns")

    def __init__(self, turns: Sequence[RecordedTurn], questions: Questions, horizon: str) -> None:
        self._turns = turns
        self._questions = questions
        self._by_turn = horizon == "turn"
        self._queue = [] if self._by_turn else [probe for turn in turns for probe in questions.before(turn.id)]
        self._next = 0
        self._asked_before = ""

    @property
    def turn(self) -> RecordedTurn | None:
        """The turn that comes next; None after the last."""
        return self._turns[self._next] if self._next < len(self._turns) else None

    @property
    def number(self) -> int:
        """Which utterance comes next, from 1."""
        return self._next + 1

    def due(self) -> Probe | None:
        """Takes the next question that comes before the next turn; None where there is none left."""
        turn = self.turn
        if self._by_turn and not self._queue and turn is not None and self._asked_before != turn.id:
            self._asked_before = turn.id
            self._queue = list(self._questions.before(turn.id))
        return self._queue.pop(0) if self._queue else None

    def heard(self) -> None:
        """The next turn has been listened to."""
        self._next += 1
