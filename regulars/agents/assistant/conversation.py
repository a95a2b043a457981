"""The running conversation as messages to a model, and the moment of a line in words."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from regulars.agents.models.protocol import Message
from regulars.calendar_text import month_name
from regulars.dialogue import ASSISTANT, Phase

HISTORIES = ("session", "all", "none")
"""What a model sees of the conversation: the running session, everything since the first one, or the newest line."""

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_STAMP = re.compile(r"^\[(\d{4}-\d\d-\d\d)(?= \d\d:\d\d\])", re.MULTILINE)

Said = tuple[int, Message]
"""The number of a session, and a message of it."""


class SaidSoFar:
    """What was said so far, by scope. The messages only ever grow within a session, so that prompt caches hit.

    Args:
        history: One of `HISTORIES`.
    """

    def __init__(self, history: str) -> None:
        self.history = history
        self.said: dict[str, tuple[Said, ...]] = {}

    def before(self, observation: dict[str, Any]) -> tuple[Message, ...]:
        """The messages that come before the line of an observation."""
        session = int(observation["session"])
        said = self.said.get(observation["scope"], ())
        return tuple(message for number, message in said if self.history == "all" or number == session)

    def add(self, observation: dict[str, Any], reply: str) -> None:
        """Takes in a line and the reply to it; at the end of a session there is no reply.

        Turns of a recording were said without the model, so they reach it through its memory alone, unless it sees
        all that was said.
        """
        scope, session, phase = observation["scope"], int(observation["session"]), observation["phase"]
        recorded = phase == Phase.LISTEN
        if self.history == "none" or (recorded and self.history == "session"):
            return
        said = self.said.get(scope, ())
        if self.history == "session":
            said = tuple(one for one in said if one[0] == session)
            self.said = {}
        role = "assistant" if observation["speaker"] == ASSISTANT else "user"
        words = observation["message"]
        words = f"{observation['name']}: {words}" if recorded and role == "user" else words
        if not said or said[-1][0] != session:
            words = f"({moment_words(observation['date'])})\n{words}"
        lines = [Message(role, words)]
        if not recorded and phase != Phase.CLOSING:
            lines.append(Message("assistant", reply))
        self.said[scope] = (*said, *((session, line) for line in lines))
        if phase == Phase.CLOSING and self.history == "session":
            self.said = {}


def moment_words(date: str) -> str:
    """A moment in words, with its weekday.

    Example:
        >>> moment_words("2025-03-01T09:30:00+00:00")
        'Saturday, 1 March 2025, 09:30'
    """
    moment = datetime.fromisoformat(date)
    return (
        f"{_WEEKDAYS[moment.weekday()]}, {moment.day} {month_name(moment.month)} {moment.year}, "
        f"{moment.hour:02d}:{moment.minute:02d}"
    )


def with_weekdays(context: str) -> str:
    """The lines of a context, with the weekday before each date.

    Example:
        >>> with_weekdays("[2025-03-01 09:30] Ada: I live in Bergen.")
        '[Sat 2025-03-01 09:30] Ada: I live in Bergen.'
    """
    return _STAMP.sub(lambda match: f"[{_short_day(match[1])} {match[1]}", context)


def _short_day(date: str) -> str:
    return _WEEKDAYS[datetime.fromisoformat(date).weekday()][:3]
