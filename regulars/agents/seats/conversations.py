"""The running conversations of a seat that takes messages: one for each scope, for a session or for a whole life.

Frameworks differ in the form of their messages. A conversation keeps them as they come, and never looks inside.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from regulars.dialogue import ASSISTANT, Phase
from regulars.errors import SeatError

THREADS = ("session", "person")
"""How long a conversation lasts: one session, or all sessions of one person in an episode."""

NOT_ANSWERED = (Phase.CLOSING, Phase.LISTEN)
"""The phases whose messages need no reply."""


@dataclass(slots=True)
class SeatConversation:
    """One conversation.

    Attributes:
        id: Its name, unique in an episode.
        said: The messages so far, in the framework's form.
        heard: Messages without a reply, as role and words, that come before the next message.
    """

    id: str
    said: list[Any] = field(default_factory=list)
    heard: list[tuple[str, str]] = field(default_factory=list)


class Conversations:
    """The conversations of a seat.

    Args:
        thread: `session` or `person`.
        where: The seat's name, for messages.

    Raises:
        SeatError: `thread` is something else.
    """

    def __init__(self, thread: str, where: str = "") -> None:
        if thread not in THREADS:
            raise SeatError(
                f"unknown thread length {thread!r}",
                where=where,
                expected=" or ".join(THREADS),
            )
        self.thread = thread
        self._running: dict[str, SeatConversation] = {}

    def clear(self) -> None:
        """Forgets all conversations."""
        self._running = {}

    def at(self, observation: Mapping[str, Any]) -> SeatConversation:
        """The conversation that an observation belongs to. A probe gets a copy, which is thrown away."""
        scope = str(observation["scope"])
        id = f"{scope}:{int(observation['session'])}" if self.thread == "session" else scope
        found = self._running.get(scope)
        if found is None or found.id != id:
            found = SeatConversation(id)
            if observation["phase"] != Phase.PROBE:
                self._running[scope] = found
        if observation["phase"] == Phase.PROBE:
            return SeatConversation(found.id, found.said.copy(), found.heard.copy())
        return found

    def get_state(self) -> dict[str, SeatConversation]:
        """The conversations, for `set_state`."""
        return copy.deepcopy(self._running)

    def set_state(self, state: dict[str, SeatConversation]) -> None:
        """Restores a state from `get_state`."""
        self._running = copy.deepcopy(state)


def spoken(observation: Mapping[str, Any]) -> tuple[str, str]:
    """The role and the words of the message in an observation. A recording also has the assistant's own lines."""
    return "assistant" if observation["speaker"] == ASSISTANT else "user", str(observation["message"])


def caller_of(observation: Mapping[str, Any], life: str) -> dict[str, str]:
    """What tools and nodes may know about a message besides its words.

    Args:
        observation: What the seat sees.
        life: A name of the episode, so that people of different episodes are kept apart.

    Returns:
        `user_id`, `user_name`, and `date` as ISO 8601.
    """
    return {
        "user_id": f"{life}:{observation['scope']}",
        "user_name": str(observation["name"]),
        "date": str(observation["date"]),
    }
