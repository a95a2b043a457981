"""What the seats of other frameworks' agents share: conversations, notes of their tools, bounds and faults.

An agent is shared by all episodes. Its conversations and notes belong to the seat, one set for each episode, and a
question outside the conversation is asked with copies of both.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from typing import Any
from uuid import uuid4

from regulars.agents.seats.conversations import NOT_ANSWERED, Conversations, caller_of, spoken
from regulars.agents.seats.foreign_faults import infrastructure_error
from regulars.dialogue import Phase
from regulars.errors import RegularsError, SeatError

ROUNDS = 20
"""The calls of a model that an agent may make for one reply."""


class AgentSeat(ABC):
    """An agent as an asynchronous seat.

    Tools get a dict of `user_id`, `user_name`, `date` and `notes`. `notes` is a dict that lasts for the episode, one
    for each person, and is copied where the seat is.

    Args:
        agent: The agent.
        thread: How long a conversation lasts: `session` or `person`.
        rounds: The calls of a model that it may make for one reply.
        branches: Whether all that it keeps is in its messages and notes. Only then can it be probed outside the
            conversation. Pass False if a tool keeps something elsewhere.
        where: The seat's name, for messages.
    """

    asynchronous = True

    def __init__(
        self, agent: Any, *, thread: str = "session", rounds: int = ROUNDS, branches: bool = True, where: str = ""
    ) -> None:
        self.agent = agent
        self.rounds = rounds
        self.branches = branches
        self.where = where or type(self).__name__
        self._conversations = Conversations(thread, where)
        self._notes: dict[str, dict[str, Any]] = {}
        self._life = uuid4().hex

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts without conversations and notes."""
        self._conversations.clear()
        self._notes = {}
        self._life = uuid4().hex

    def get_state(self) -> tuple[Any, ...]:
        """The conversations and notes. Raises `SeatError` if tools keep something elsewhere."""
        if not self.branches:
            raise SeatError(
                "the agent may keep state that cannot be saved",
                where=self.where,
                expected="tools that keep what they must in `notes`",
                remedy="leave branches=False out",
            )
        return self._life, self._conversations.get_state(), copy.deepcopy(self._notes)

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        self._life, conversations, notes = state
        self._conversations.set_state(conversations)
        self._notes = copy.deepcopy(notes)

    def __deepcopy__(self, memo: dict[int, Any]) -> AgentSeat:
        """A new seat with the same agent and no state."""
        return type(self)(
            self.agent, thread=self._conversations.thread, rounds=self.rounds, branches=self.branches, where=self.where
        )

    async def act(self, observation: dict[str, Any]) -> str:
        """The agent's reply.

        Raises:
            SeatError: It makes more than `rounds` calls of a model, or gives no reply.
            ModelOutputError: Its model's answer cannot be used, such as a call of an unknown tool.
            InfrastructureError: An endpoint that it asked failed.
        """
        talk = self._conversations.at(observation)
        if observation["phase"] in NOT_ANSWERED:
            talk.heard.append(spoken(observation))
            return ""
        notes = self._notes.setdefault(str(observation["scope"]), {})
        if observation["phase"] == Phase.PROBE:
            notes = copy.deepcopy(notes)
        caller: dict[str, Any] = {**caller_of(observation, self._life), "notes": notes}
        try:
            reply, talk.said = await self._run(talk.said, talk.heard, spoken(observation)[1], caller)
        except RegularsError:
            raise
        except Exception as error:  # a foreign agent may raise anything
            named = self._named(error) or infrastructure_error(error, self.where)
            if named is None:
                raise
            raise named from error
        talk.heard.clear()
        return reply

    def _too_many(self, tool: str) -> SeatError:
        """The error for an agent that does not come to an end."""
        return SeatError(
            f"the agent makes more than {self.rounds} calls of its model for one reply"
            f"{f'; it last called the tool {tool!r}' if tool else ''}",
            where=self.where,
            expected="a reply",
            remedy=f"end the loop, or pass {type(self).__name__}(agent, rounds=N)",
        )

    @abstractmethod
    async def _run(
        self, said: list[Any], heard: list[tuple[str, str]], words: str, caller: dict[str, Any]
    ) -> tuple[str, list[Any]]:
        """Runs the agent on a message; the reply, and the conversation with it.

        Args:
            said: The conversation so far.
            heard: Role and words of messages that came since without a reply.
            words: The message.
            caller: What tools may know.
        """

    @abstractmethod
    def _named(self, error: Exception) -> RegularsError | None:
        """The framework's error in this package's terms; None if it has none."""


def as_words(output: Any) -> str:
    """An agent's output as the words of a reply; structured output as JSON."""
    if isinstance(output, str):
        return output
    return str(output.model_dump_json()) if hasattr(output, "model_dump_json") else str(output)
