"""A model's endpoint, as every caller needs it: URL, key, headers, clients, retries and pauses.

The key is read from the environment at each call and stored nowhere: not in an attribute, an error or a pickle.
Timeouts, lost connections and the statuses 408, 409, 429 and 5xx are retried after a pause that the endpoint names or
that doubles each time. All other failures raise at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from math import isfinite
from typing import Any, Self, TypedDict, Unpack
from urllib.parse import SplitResult, urlsplit
from weakref import WeakKeyDictionary

from regulars.agents.models.endpoint_faults import Failure, pause_before
from regulars.agents.models.limits import Gate
from regulars.errors import ConfigurationError, InfrastructureError, did_you_mean

KEY = "OPENAI_API_KEY"
ADDRESS = "OPENAI_BASE_URL"
_NO_KEY = "none"
"""The placeholder for an endpoint without a key; the client requires one."""


class Connection(TypedDict, total=False):
    """The options that every endpoint takes.

    Attributes:
        base_url: Its URL; by default the environment variable `OPENAI_BASE_URL`, else OpenAI's own.
        timeout: The maximum seconds of one attempt.
        retries: Additional attempts after a failure that may be temporary.
        concurrency: The maximum number of concurrent calls.
        key: The environment variable with the key. If it is not named and not set, an endpoint at a URL of its own is
            called without a key.
        backoff: The seconds of the first pause.
        headers: Additional headers, by name, or the same as JSON. A value `$NAME` is read from that environment
            variable at each call.
    """

    base_url: str | None
    timeout: float
    retries: int
    concurrency: int
    key: str
    backoff: float
    headers: Mapping[str, str] | str | None


_AT_ONCE = 4
"""The number of concurrent calls beyond which another client is opened."""

_DEFAULTS: Connection = {
    "base_url": None,
    "timeout": 60.0,
    "retries": 5,
    "concurrency": 64,
    "key": "",
    "backoff": 0.5,
    "headers": None,
}


def json_mapping(value: Mapping[str, Any] | str | None, where: str) -> dict[str, Any]:
    """A JSON object as an option gives it: as it is, as text, or not at all.

    Raises:
        ConfigurationError: It is something else.
    """
    found: Any = value or {}
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except ValueError:
            found = None
    if not isinstance(found, Mapping):
        raise ConfigurationError("it is not a JSON object", where=where, expected='{"NAME": VALUE}')
    return dict(found)


def _split(address: str) -> SplitResult | None:
    """The parts of a URL; None if it has no host or its port is invalid."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts


_OWN_FAILURES = (
    TimeoutError, ValueError, AttributeError, TypeError, KeyError, EOFError, RecursionError,
)  # fmt: skip
"""What a client raises, or the reading of an answer, besides the errors of clients and transports."""


class _Client:
    """A client, and the number of its calls in progress."""

    __slots__ = ("client", "under_way")

    def __init__(self, client: Any) -> None:
        self.client = client
        self.under_way = 0


class Endpoint:
    """What all calls of one model at one URL share. There is one object per process; copies are the object itself.

    Args:
        name: The model's name, passed on unchanged.
        own: Options of this kind of call, stored with those of the connection.
        connection: See `Connection`.

    Raises:
        ConfigurationError: The model's name or the key is missing, or an option is unknown or out of range.
    """

    kind = "model"
    """The name of this kind of model in messages."""

    provider = "openai"
    """The name of the provider in specs."""

    key_variable = KEY
    """The environment variable with the key, unless an option names another."""

    address_variable = ADDRESS
    """The environment variable with the URL, unless an option gives it."""

    has_default_address = True
    """Whether the client knows a URL of its own."""

    def __init__(self, name: str, own: Mapping[str, Any], **connection: Unpack[Connection]) -> None:
        for unknown in connection.keys() - _DEFAULTS.keys():
            raise ConfigurationError(
                f"unknown option {unknown!r}",
                where=f"{self.kind} {self.provider}:{name}",
                remedy=did_you_mean(unknown, _DEFAULTS.keys() | own.keys()),
            )
        if not name:
            raise ConfigurationError(
                "the model name is missing",
                where=f"{self.kind} {self.provider}:",
                expected=f"{self.provider}:MODEL",
            )
        self.name = str(name)
        self.options: dict[str, Any] = {**_DEFAULTS, **connection, **own}
        self.options["base_url"] = self.options["base_url"] or os.environ.get(self.address_variable) or None
        self._names_key = bool(self.options["key"]) and self.options["key"] != self.key_variable
        self.options["key"] = self.options["key"] or self.key_variable
        self.options["headers"] = json_mapping(self.options["headers"], f"{self._where}, headers")
        self._check()
        self._key()
        self._gate = Gate(self.options["concurrency"])
        self._lock = threading.Lock()
        self._plain: Any = None
        self._loops: WeakKeyDictionary[Any, list[_Client]] = WeakKeyDictionary()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The object itself, so that the limit on concurrent calls holds for all."""
        return self

    @property
    def _where(self) -> str:
        return f"{self.kind} {self.provider}:{self.name}"

    def _check(self) -> None:
        options, where = self.options, self._where
        for name, least in (("timeout", 0.001), ("retries", 0), ("backoff", 0)):
            value = options[name]
            number = isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
            if not number or value < least:
                raise ConfigurationError(f"{name} is {value!r}", where=where, expected=f"a number from {least:g}")
        for name, value in options["headers"].items():
            if not isinstance(value, str) or not f"{name}{value}".isascii() or not f"{name}{value}".isprintable():
                raise ConfigurationError(
                    f"the header {name!r} is invalid", where=where, expected="a line of ASCII text"
                )
        address = _split(options["base_url"] or "http://localhost")
        if address is None or address.scheme not in ("http", "https") or not address.hostname:
            raise ConfigurationError(
                "the endpoint URL is invalid",
                where=where,
                expected="http://HOST:PORT/v1",
                remedy=f"correct --base-url, base_url or {self.address_variable}, whichever is set",
            )
        if address.username or address.password or address.query:
            raise ConfigurationError(
                "the endpoint URL contains more than a URL",
                where=where,
                expected="http://HOST:PORT/v1",
                remedy=f"put the key into {options['key']}",
            )

    @property
    def _address(self) -> str:
        """The endpoint's URL, for messages."""
        return str(self.options["base_url"] or f"the default address, as {self.address_variable} is not set")

    def _key(self) -> str:
        """The current key; a placeholder for an endpoint that may need none."""
        options = self.options
        found = os.environ.get(options["key"])
        if found:
            return found
        if not self._names_key and (options["base_url"] or not self.has_default_address):
            return _NO_KEY
        raise ConfigurationError(
            f"the key for the {self.kind}'s endpoint is missing",
            where=self._where,
            expected=f"the environment variable {options['key']}",
            remedy=f"set the variable; {self.address_variable} sets the endpoint's URL",
        )

    def _headers(self) -> dict[str, str]:
        """The current additional headers.

        Raises:
            ConfigurationError: A variable that a header names is not set.
        """
        found = {}
        for name, value in self.options["headers"].items():
            found[name] = os.environ.get(value[1:], "") if value.startswith("$") else value
            if not found[name]:
                raise ConfigurationError(
                    f"the header {name!r} has no value",
                    where=self._where,
                    remedy=f"set the environment variable {value[1:]}",
                )
        return found

    @property
    def _secrets(self) -> tuple[str, ...]:
        """What no message may show: the key, and the headers that come from variables."""
        named = (value for name, value in self._headers().items() if self.options["headers"][name].startswith("$"))
        return tuple(secret for secret in (self._key(), *named) if secret != _NO_KEY)

    def _pause_after(self, failure: Failure, attempt: int, asked: str) -> float:
        """Seconds until the next attempt; raises if there is none.

        Args:
            failure: The failure of the last attempt.
            attempt: Its number, from 0.
            asked: The request, which names the draw of the pause's jitter.
        """
        if failure.status in (401, 403):
            keyless = self._key() == _NO_KEY
            raise ConfigurationError(
                "the endpoint wants a key" if keyless else "the endpoint rejects the key",
                where=self._where,
                remedy=f"{'set' if keyless else 'check'} {self.options['key']}",
            )
        pause = None
        if attempt < self.options["retries"]:
            pause = pause_before(failure, attempt, self.options["backoff"], asked)
        if pause is None:
            tries = f", {attempt + 1} attempts" if attempt else ""
            raise InfrastructureError(
                f"the {self.kind}'s endpoint failed: {failure.words}{tries}",
                where=self._where,
                remedy="" if failure.status else f"check that it answers at {self._address}",
            )
        return pause

    def _client(self) -> Any:
        with self._lock:
            if self._plain is None:
                self._plain = self._new_client()
            return self._plain

    def _new_client(self) -> Any:
        """A client that blocks."""
        from openai import DefaultHttpxClient, OpenAI

        transport = DefaultHttpxClient(verify=trusted())
        return OpenAI(api_key=self._key, http_client=transport, **self._connection())

    @contextmanager
    def _aclient(self) -> Iterator[Any]:
        """A client for one call in the running event loop.

        Connections cannot move between event loops. A client's transport searches all its connections at each call, so
        many concurrent calls are spread over several clients.
        """
        clients = self._loops.setdefault(asyncio.get_running_loop(), [])
        chosen = next((one for one in clients if one.under_way < _AT_ONCE), None)
        if chosen is None:
            clients.append(chosen := _Client(self._opened()))
        chosen.under_way += 1
        try:
            yield chosen.client
        finally:
            chosen.under_way -= 1

    def _opened(self) -> Any:
        """A client to await, with its own connections."""
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        async def key() -> str:
            return self._key()

        transport = DefaultAsyncHttpxClient(verify=trusted())
        return AsyncOpenAI(api_key=key, http_client=transport, **self._connection())

    def _connection(self) -> dict[str, Any]:
        return {"base_url": self.options["base_url"], "timeout": self.options["timeout"], "max_retries": 0}


def _transports() -> list[Any]:
    """The packages that a client may send with, as far as they are loaded: httpx2 or httpx, by its version."""
    return [module for name in ("httpx2", "httpx") if (module := sys.modules.get(name)) is not None]


def trusted() -> Any:
    """The trusted certificates, read once for each place that the environment names, since reading takes long."""
    return _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def _certificates(file: str | None, folder: str | None) -> Any:
    return _transports()[0].create_ssl_context()


def client_failures() -> tuple[type[Exception], ...]:
    """The exceptions of an attempt."""
    from openai import OpenAIError

    errors: list[type[Exception]] = [OpenAIError, *(module.HTTPError for module in _transports())]
    if (anthropic := sys.modules.get("anthropic")) is not None:
        errors.append(anthropic.AnthropicError)
    return (*errors, *_OWN_FAILURES)
