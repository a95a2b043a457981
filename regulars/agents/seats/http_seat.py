"""Puts a bot behind HTTP in the assistant's seat: `--assistant http://127.0.0.1:8000`.

The bot answers JSON with JSON, by POST to four paths below its address (docs/assistants.md has an example of each):

| path | sent | answered |
|---|---|---|
| `/begin` | `episode`, `seed`, `protocol` (1) | `episode`, and `branches: true` if the bot has `/branch` |
| `/reply` | `episode`, `observation` | `episode`, `reply`, and what else a `Reply` declares, such as `recalled` |
| `/branch` | `episode`, `branch` | `episode`: the id of the branch |
| `/end` | `episode`, `reason` | `episode` |

The bot keeps what it was told under the id of the episode, and drops it at the end. A branch is a copy of an episode
under another id. It answers one out-of-band probe and ends. Without branches all probes come after the last session.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from regulars.dialogue import FeedbackAction, Phase, Reply
from regulars.errors import ConfigurationError, InfrastructureError, OrderError, RegularsError, SeatError
from regulars.seeding import fresh_episode_id
from regulars.strict_json import strict_loads

PROTOCOL = 1
"""The version of the protocol."""

TIMEOUT = 30.0
"""Seconds that the bot may take for an answer."""

LONGEST = 1 << 20
"""Bytes of an answer that are read."""

_TEXTS = ("message", "speaker", "name", "scope", "turn_id", "reply_id", "date")
_NUMBERS = ("session", "turn", "time")
_FIELDS = ("answer", "recalled", "evidence", "elapsed", "tokens", "cost")
_SERVER_FAILS = 500


class HttpSeat:
    """A bot behind HTTP as an assistant.

    Args:
        address: The address of the bot, such as `http://127.0.0.1:8000/bot`.
        timeout: Seconds that the bot may take for an answer.

    Raises:
        ConfigurationError: The address is not one of a server, or the timeout is not above 0.
    """

    def __init__(self, address: str, *, timeout: float = TIMEOUT) -> None:
        try:
            parts = urlsplit(address)
            sound = (
                parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
            )
        except ValueError:
            sound = False
        if not sound:
            raise ConfigurationError(
                f"invalid address {address!r}", where="assistant", expected="http://HOST:PORT/PATH"
            )
        if not (isinstance(timeout, int | float) and timeout > 0):
            raise ConfigurationError(f"timeout is {timeout!r}", where=address, expected="seconds above 0")
        self.address = address.rstrip("/")
        self.timeout = float(timeout)
        self.episode = ""
        self.branches = False

    def begin(self, episode_id: str, seed: int) -> None:
        """Tells the bot that an episode begins, and learns whether it branches. Raises as `act` does."""
        told = self._ask("begin", {"episode": episode_id, "seed": seed, "protocol": PROTOCOL}, episode_id)
        branches = told.get("branches", False)
        if not isinstance(branches, bool):
            raise self._unusable("begin", f"`branches` is {branches!r}", "true or false")
        self.episode, self.branches = episode_id, branches

    def act(self, observation: dict[str, Any]) -> Reply:
        """The bot's reply. A probe is asked of a branch, if the bot has them.

        Raises:
            OrderError: No episode has begun.
            InfrastructureError: The bot cannot be reached, fails, or takes too long.
            SeatError: Its answer is not what the protocol says.
        """
        if not self.episode:
            raise OrderError("a reply before begin", where=self.address, remedy="call begin(episode_id, seed) first")
        if observation["phase"] != Phase.PROBE or not self.branches:
            return self._reply(self.episode, observation)
        branch = fresh_episode_id()
        self._ask("branch", {"episode": self.episode, "branch": branch}, branch)
        try:
            reply = self._reply(branch, observation)
        except RegularsError:
            with suppress(RegularsError):  # the first error counts
                self._end(branch, "error")
            raise
        self._end(branch, "probed")
        return reply

    def end(self, reason: str) -> None:
        """Tells the bot that the episode ends. Raises as `act` does."""
        if self.episode:
            episode, self.episode = self.episode, ""
            self._end(episode, reason)

    def get_state(self) -> None:
        """Raises `SeatError`: the state is on the server."""
        raise SeatError(
            "the state of the bot is on its server",
            where=self.address,
            remedy='answer /begin with "branches": true and add /branch, so that probes are asked of a branch',
        )

    def set_state(self, state: None) -> None:
        """Raises `SeatError`, as `get_state` does."""
        self.get_state()

    def _end(self, episode: str, reason: str) -> None:
        self._ask("end", {"episode": episode, "reason": reason}, episode)

    def _reply(self, episode: str, observation: Mapping[str, Any]) -> Reply:
        told = self._ask("reply", {"episode": episode, "observation": plain_observation(observation)}, episode)
        text, declared = told.get("reply"), {name: told[name] for name in _FIELDS if told.get(name) is not None}
        if not isinstance(text, str):
            raise self._unusable("reply", f"`reply` is {text!r}", "a text")
        for name, value in declared.items():
            listed = isinstance(value, list) and all(isinstance(one, str) for one in value)
            number = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
            kinds = {
                "answer": (isinstance(value, str), "a text"),
                "elapsed": (number, "seconds from 0"),
                "tokens": (number and isinstance(value, int), "a whole number from 0"),
                "cost": (number, "a number from 0"),
            }
            sound, expected = kinds.get(name, (listed, "a list of ids of turns"))
            if not sound:
                raise self._unusable("reply", f"`{name}` is {value!r}", expected)
        return Reply(text, **declared)

    def _ask(self, verb: str, sent: Mapping[str, Any], episode: str) -> dict[str, Any]:
        """Posts to the path of the verb, and checks that the answer is about the episode."""
        body = self._posted(verb, json.dumps(sent).encode())
        try:
            told = strict_loads(body.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise self._unusable(verb, f"the answer is not JSON ({body[:60]!r})", "a JSON object") from error
        if not isinstance(told, dict):
            raise self._unusable(verb, f"the answer is of type {type(told).__name__}", "a JSON object")
        if told.get("episode") != episode:
            raise self._unusable(verb, f"the answer is about the episode {told.get('episode')!r}", repr(episode))
        return told

    def _posted(self, verb: str, body: bytes) -> bytes:
        where = f"{self.address}/{verb}"
        request = Request(where, body, {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=self.timeout) as answer:
                return bytes(answer.read(LONGEST))
        except HTTPError as error:
            said = error.read(200).decode("utf-8", "replace").strip()
            what = f"the bot answered with status {error.code}{f': {said}' if said else ''}"
            if error.code >= _SERVER_FAILS:
                raise InfrastructureError(what, where=where, remedy="see the log of the bot") from error
            raise SeatError(what, where=where, expected="status 200", remedy="see docs/assistants.md") from error
        except (TimeoutError, URLError, HTTPException, OSError) as error:
            why = getattr(error, "reason", error)
            if isinstance(why, TimeoutError):
                raise InfrastructureError(
                    f"the bot took more than {self.timeout:g} second{'' if self.timeout == 1 else 's'}",
                    where=where,
                    remedy=f"raise the limit: --assistant {self.address}:timeout={2 * self.timeout:g}",
                ) from error
            raise InfrastructureError(
                f"the bot cannot be reached: {why}", where=where, remedy="start it, and check its address"
            ) from error

    def _unusable(self, verb: str, what: str, expected: str) -> SeatError:
        return SeatError(
            what, where=f"{self.address}/{verb}", expected=expected, remedy="see docs/assistants.md for the protocol"
        )


def plain_observation(observation: Mapping[str, Any]) -> dict[str, Any]:
    """The observation as JSON.

    The phase is a word. `gap` is None before a person's first session. `feedback` is None, or an object with `about`,
    `rating`, `satisfaction` (None if not shown) and `remark`.
    """
    gap, satisfaction = float(observation["gap"]), float(observation["satisfaction"])
    feedback = {
        "about": observation["about"],
        "rating": FeedbackAction(int(observation["rating"])).name.lower(),
        "satisfaction": None if satisfaction < 0 else satisfaction,
        "remark": observation["remark"],
    }
    return {
        **{name: str(observation[name]) for name in _TEXTS},
        "phase": Phase(int(observation["phase"])).name.lower(),
        **{name: observation[name].item() for name in _NUMBERS},
        "gap": None if gap < 0 else gap,
        "feedback": feedback if observation["rated"] else None,
    }


def http_assistant(rest: str, *, timeout: float = TIMEOUT) -> HttpSeat:
    """The bot at `http:` and the rest of its address. Raises `ConfigurationError` as `HttpSeat` does."""
    return HttpSeat(f"http:{rest}", timeout=timeout)


def https_assistant(rest: str, *, timeout: float = TIMEOUT) -> HttpSeat:
    """The bot at `https:` and the rest of its address. Raises `ConfigurationError` as `HttpSeat` does."""
    return HttpSeat(f"https:{rest}", timeout=timeout)
