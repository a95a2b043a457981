"""What chat models behind endpoints share: attempts, retries, schemas in words where an endpoint refuses them.

A provider's model extends `EndpointChat` with the body of a request and the reading of an answer.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, ClassVar, TypeVar, Unpack

from regulars.agents.models.endpoint import Connection, Endpoint, client_failures, json_mapping
from regulars.agents.models.endpoint_faults import Failure, failure_of
from regulars.agents.models.metered import count_answer
from regulars.agents.models.protocol import Call, CallModel, Completion, Message
from regulars.errors import ConfigurationError, InfrastructureError, RegularsError, did_you_mean

Chat = TypeVar("Chat", bound="EndpointChat")

STRUCTURED = ("auto", "json_schema", "text")
BESIDE = {"extra_headers": "headers", "extra_query": "params", "extra_body": "extra_json"}
"""Parameters of a call that are not part of its body, and their names in `post`."""

REFUSED = (400, 404, 415, 422)
"""The statuses with which an endpoint refuses a field."""

PREFLIGHT = "preflight"
"""The role of the calls that test an endpoint before a run."""

_ENOUGH = 16
"""The token limit of a preflight call, the least that every provider takes."""

_OPENED: dict[str, Any] = {}
_LOCK = threading.Lock()
_NOTED: ContextVar[list[EndpointChat] | None] = ContextVar("regulars_opened_models", default=None)


class EndpointChat(CallModel, Endpoint):
    """A chat model behind an endpoint.

    Args:
        model: Its name, passed on unchanged.
        stream: Whether to receive answers in pieces, so that a long one keeps a connection alive.
        structured: How to send a schema: `json_schema`, `text`, or `auto`, which uses the first until the endpoint
            refuses it.
        seeds: Whether to send seeds; some endpoints refuse unknown fields.
        parameters: Sent with every call, such as `{"temperature": 0}`.
        own: Options of the provider.
        connection: See `Connection`.

    Raises:
        ConfigurationError: The model's name or the key is missing, or an option is out of range.
    """

    takes_schema = True
    """Handles schemas itself, whatever the endpoint supports."""

    own_options: ClassVar[Mapping[str, Any]] = {}
    """The provider's own options, with their defaults."""

    path = ""
    """The path of calls below the client's URL."""

    limit = "max_tokens"
    """The parameter that limits the tokens of an answer."""

    schema_words: tuple[str, ...] = ("response_format", "json_schema")
    """Words by which an endpoint's error shows that it refuses schemas."""

    def __init__(
        self,
        model: str,
        *,
        stream: bool = False,
        structured: str = "auto",
        seeds: bool = True,
        parameters: Mapping[str, Any] | None = None,
        own: Mapping[str, Any] | None = None,
        **connection: Unpack[Connection],
    ) -> None:
        sent = dict(parameters or {})
        if "extra_body" in sent:
            sent["extra_body"] = json_mapping(sent["extra_body"], f"{self.provider}:{model}, extra_body")
        given = {"stream": stream, "structured": structured, "seeds": seeds, "parameters": sent}
        super().__init__(model, {**given, **self.own_options, **(own or {})}, **connection)
        self._by_schema = structured != "text"

    def _check(self) -> None:
        super()._check()
        if self.options["structured"] not in STRUCTURED:
            raise ConfigurationError(
                f"structured is {self.options['structured']!r}",
                where=self._where,
                remedy=did_you_mean(str(self.options["structured"]), STRUCTURED),
            )

    # ------------------------------------------------------------------ what it is

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that shape its answers besides the messages; part of a replay's key."""
        return {"parameters": self.options["parameters"], "structured": self.options["structured"]}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, base_url={self.options['base_url']!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        own = {name: self.options[name] for name in self.own_options}
        return opened, (
            type(self),
            self.name,
            {**{name: value for name, value in self.options.items() if name not in own}, "own": own},
        )

    # ------------------------------------------------------------------ calls

    def answer(self, call: Call) -> Completion:
        """The model's answer. Waits for a free place among concurrent calls, and retries if that may help.

        Raises:
            ConfigurationError: The endpoint rejects the key, or a parameter is unknown.
            InfrastructureError: The endpoint fails.
        """
        self._check_parameters(call.parameters)
        attempt = 0
        while True:
            with self._gate.held():
                by_schema = self._by_schema
                request = self._request(call)
                found = self._attempt(request)
            if isinstance(found, Completion):
                return found
            if self._falls_back(found, call, by_schema):
                continue
            pause = self._pause(found, attempt, call)
            attempt += 1
            time.sleep(pause)

    async def aanswer(self, call: Call) -> Completion:
        """Asynchronous version of `complete`."""
        self._check_parameters(call.parameters)
        attempt = 0
        while True:
            async with self._gate.aheld():
                by_schema = self._by_schema
                request = self._request(call)
                found = await self._aattempt(request)
            if isinstance(found, Completion):
                return found
            if self._falls_back(found, call, by_schema):
                continue
            pause = self._pause(found, attempt, call)
            attempt += 1
            await asyncio.sleep(pause)

    def preflight(self) -> None:
        """Makes one small call, and raises if no call can work.

        An endpoint that is overloaded or slow passes: the calls of the run are retried. An address at which nothing
        answers is tried as often as any call, since a server may be starting.

        Raises:
            ConfigurationError: The endpoint rejects the key, or a parameter is unknown.
            InfrastructureError: Nothing answers at the address, or the endpoint refuses the call, such as for an
                unknown model.
        """
        call = Call((Message("user", "Say: ready"),), purpose=PREFLIGHT)
        known = {**self.options["parameters"]}
        if not any(name in known for name in ("max_tokens", "max_completion_tokens", "max_output_tokens")):
            call = replace(call, parameters={self.limit: _ENOUGH})
        self._check_parameters(call.parameters)
        attempt = 0
        while True:
            began = time.perf_counter()
            with self._gate.held():
                found = self._attempt(self._request(call))
            if isinstance(found, Completion):
                count_answer(PREFLIGHT, self.name, found, began)
                return
            if found.passes and not found.unreachable:
                return
            if self._falls_back(found, call, self._by_schema):
                continue
            try:
                pause = self._pause(found, attempt, call)
            except InfrastructureError as error:
                raise InfrastructureError(
                    f"the run was not started, as {error.what}", where=error.where, remedy=error.remedy
                ) from None
            attempt += 1
            time.sleep(pause)

    def _attempt(self, request: dict[str, Any]) -> Completion | Failure:
        until = time.monotonic() + self.options["timeout"]
        try:
            client = self._client()
            address = self._asked_at(client)
            if not request["body"].get("stream"):
                return self._read(client.post(address, **request))
            with client.post(address, **request, stream=True, stream_cls=self._streams()[0]) as pieces:
                return self._joined([piece for piece in pieces if _in_time(until)])
        except RegularsError:
            raise
        except client_failures() as error:
            return failure_of(error, self._secrets)

    async def _aattempt(self, request: dict[str, Any]) -> Completion | Failure:
        try:
            async with asyncio.timeout(self.options["timeout"]):
                with self._aclient() as client:
                    address = self._asked_at(client)
                    if not request["body"].get("stream"):
                        return self._read(await client.post(address, **request))
                    pieces = await client.post(address, **request, stream=True, stream_cls=self._streams()[1])
                    async with pieces:
                        return self._joined([piece async for piece in pieces])
        except RegularsError:
            raise
        except client_failures() as error:
            return failure_of(error, self._secrets)

    def _asked_at(self, client: Any) -> str:
        """The full URL of calls; a path would be joined with the base URL at every call."""
        return f"{str(client.base_url).rstrip('/')}{self.path}"

    def _streams(self) -> tuple[Any, Any]:
        """The client's classes of streams of JSON, to iterate and to await."""
        from openai import AsyncStream, Stream

        return Stream[object], AsyncStream[object]

    def _request(self, call: Call) -> dict[str, Any]:
        """The arguments of `post` besides the URL; the body is plain JSON, which typed methods would only copy."""
        given = {**self.options["parameters"], **call.parameters}
        options = {option: given.pop(name) for name, option in BESIDE.items() if given.get(name) is not None}
        headers = {**self._headers(), **(options.get("headers") or {})}
        if headers:
            options["headers"] = headers
        return {"cast_to": object, "body": self._body(call, given), "options": options}

    @abstractmethod
    def _body(self, call: Call, given: dict[str, Any]) -> dict[str, Any]:
        """The body of a request.

        Args:
            call: The call.
            given: Its parameters and those of every call.
        """

    @abstractmethod
    def _read(self, answer: Any) -> Completion:
        """A completion from an answer's JSON. Raises `AnswerFault` if it breaks the protocol."""

    @abstractmethod
    def _joined(self, pieces: Sequence[Any]) -> Completion:
        """A completion from the JSON of a stream's pieces. Raises `EOFError` if it broke off."""

    @abstractmethod
    def _known(self) -> frozenset[str]:
        """The parameters of the client's call that are not set here."""

    def _falls_back(self, failure: Failure, call: Call, by_schema: bool) -> bool:
        """Whether the endpoint refuses schemas, so that schemas are described in words from now on."""
        if call.schema is None or not by_schema or self.options["structured"] != "auto":
            return False
        if failure.status not in REFUSED or not any(word in failure.body for word in self.schema_words):
            return False
        self._by_schema = False
        return True

    def _pause(self, failure: Failure, attempt: int, call: Call) -> float:
        return self._pause_after(failure, attempt, repr([(one.role, one.content) for one in call.messages]))

    def _check_parameters(self, parameters: Mapping[str, Any]) -> None:
        known = self._known()
        for name in (*self.options["parameters"], *parameters):
            if name not in known:
                raise ConfigurationError(
                    f"unknown parameter {name!r}",
                    where=self._where,
                    remedy=f"{did_you_mean(name, known)}; put an endpoint's own parameters into extra_body",
                )


def opened(kind: Callable[..., Chat], model: str, options: Mapping[str, Any]) -> Chat:
    """The shared model of a provider with these options."""
    made = kind(model, **options)
    key = json.dumps([made.provider, model, made.options], sort_keys=True, default=str)
    with _LOCK:
        kept: Chat = _OPENED.setdefault(key, made)
    return kept


def note(model: EndpointChat) -> None:
    """Notes a model that a run will call, if `noting_models` is around."""
    noted = _NOTED.get()
    if noted is not None and model not in noted:
        noted.append(model)


@contextmanager
def noting_models() -> Iterator[list[EndpointChat]]:
    """Notes the models behind endpoints that specs open in the block, each once."""
    noted: list[EndpointChat] = []
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)


def preflight(models: Iterable[EndpointChat]) -> None:
    """Makes a small call to each model, so that a run that cannot work stops before it starts.

    Raises:
        ConfigurationError: See `EndpointChat.preflight`.
        InfrastructureError: See `EndpointChat.preflight`.
    """
    for model in dict.fromkeys(models):
        model.preflight()


def _in_time(until: float) -> bool:
    if time.monotonic() > until:
        raise EOFError("the answer took too long")
    return True
