"""Puts a client of the `openai` package in the assistant's seat: the model as it is, without a memory.

Like a chat window, it keeps the conversation within a session and nothing between sessions. Its calls are retried,
counted and limited by budgets like those of `openai:MODEL`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from regulars.agents.models.catalogue import open_model
from regulars.agents.models.openai_chat import PATH, OpenAIChat
from regulars.agents.models.protocol import Message
from regulars.agents.models.structured import words_of
from regulars.dialogue import ASSISTANT, Phase
from regulars.errors import OrderError, SeatError

_NO_KEY = "none"


class GivenClient(OpenAIChat):
    """A model behind a client that the caller made.

    Args:
        client: An `openai.OpenAI` or `openai.AsyncOpenAI`; its URL, key and connections are used as they are.
        model: The model's name.
        options: The options of `OpenAIChat`.
    """

    def __init__(self, client: Any, model: str, **options: Any) -> None:
        self._given = client.with_options(max_retries=0)
        super().__init__(model, base_url=str(client.base_url), **options)

    def _key(self) -> str:
        return str(self._given.api_key or _NO_KEY)

    def _client(self) -> Any:
        return self._given

    @contextmanager
    def _aclient(self) -> Iterator[Any]:
        yield self._given

    def _asked_at(self, client: Any) -> str:
        """The path of the request; some clients, such as Azure's, put more before it than their base URL."""
        return PATH

    def __reduce__(self) -> tuple[Any, ...]:
        raise SeatError(
            "an OpenAI client cannot be pickled: it holds connections and a key",
            where=self._where,
            remedy=f"name the model: openai:{self.name}",
        )


class ClientSeat:
    """An assistant that calls a model through an OpenAI client.

    Args:
        client: An `openai.OpenAI`, or an `openai.AsyncOpenAI`, which makes the seat asynchronous.
        model: The model's name.
        system: The system message; empty for none.
        parameters: Sent with every call, such as `temperature=0`.

    Raises:
        SeatError: The model's name is missing, or `client` is not an OpenAI client.
        ConfigurationError: A parameter is unknown.
    """

    branches = True

    def __init__(self, client: Any, *, model: str = "", system: str = "", **parameters: Any) -> None:
        kinds = {kind.__name__ for kind in type(client).__mro__}
        if not kinds & {"OpenAI", "AsyncOpenAI"} or not hasattr(client, "with_options"):
            raise SeatError(
                f"an object of type {type(client).__name__}",
                where="ClientSeat",
                expected="an openai.OpenAI or openai.AsyncOpenAI",
            )
        if not model:
            raise SeatError("no model is named", where="ClientSeat", expected="ClientSeat(client, model=NAME)")
        self.asynchronous = "AsyncOpenAI" in kinds
        self.system = system
        self.model = open_model(GivenClient(client, model, parameters=parameters), "assistant")
        self.begin("", 0)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts with an empty conversation."""
        self._session = 0
        self._said: tuple[Message, ...] = ()

    def get_state(self) -> tuple[int, tuple[Message, ...]]:
        """The current session and its messages so far."""
        return self._session, self._said

    def set_state(self, state: tuple[int, tuple[Message, ...]]) -> None:
        """Restores a state from `get_state`."""
        self._session, self._said = state

    def act(self, observation: dict[str, Any]) -> str:
        """The model's reply to the session so far.

        Raises:
            OrderError: The client is asynchronous and must be awaited.
        """
        if self.asynchronous:
            raise OrderError("an AsyncOpenAI must be awaited", where="ClientSeat", remedy="await cast.arun()")
        asked = self._asked(observation)
        return "" if asked is None else self._reply(observation, words_of(self.model.complete(asked), self._where))

    async def aact(self, observation: dict[str, Any]) -> str:
        """Asynchronous version of `act`."""
        asked = self._asked(observation)
        if asked is None:
            return ""
        return self._reply(observation, words_of(await self.model.acomplete(asked), self._where))

    @property
    def _where(self) -> str:
        return f"model {self.model.name}"

    def _asked(self, observation: Mapping[str, Any]) -> tuple[Message, ...] | None:
        """The messages to the model; None if no reply is due. A probe stays out of the conversation."""
        heard = Message("assistant" if observation["speaker"] == ASSISTANT else "user", observation["message"])
        system = (Message("system", self.system),) if self.system else ()
        if observation["phase"] == Phase.PROBE:
            return (*system, *self._said, heard)
        if observation["session"] != self._session:
            self._session, self._said = int(observation["session"]), ()
        self._said = (*self._said, heard)
        silent = observation["phase"] in (Phase.CLOSING, Phase.LISTEN)
        return None if silent else (*system, *self._said)

    def _reply(self, observation: Mapping[str, Any], words: str) -> str:
        if observation["phase"] != Phase.PROBE:
            self._said = (*self._said, Message("assistant", words))
        return words
