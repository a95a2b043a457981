"""Notes what the assistant spends during an episode, reply by reply, for figures by session and by distance."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from regulars.agents.models.protocol import Usage
from regulars.datasets.record_parts.usage import SpentNote
from regulars.dialogue import Phase
from regulars.envs.seats.names import ASSISTANT_SEAT

_DIGITS = 6
"""Digits of seconds and costs in a note."""


class SpentLog:
    """The notes of one episode. Steps of listening share one note for each session.

    Args:
        used: Returns the usage of models by the episode so far.
    """

    def __init__(self, used: Callable[[], Usage]) -> None:
        self._used = used
        self._found: dict[tuple[int, str, str], SpentNote] = {}
        self._seconds: float | None = None

    @property
    def notes(self) -> tuple[SpentNote, ...]:
        """The notes in the order of the first step of each."""
        return tuple(self._found.values())

    @contextmanager
    def noting(self, seat: str, observation: Mapping[str, Any], probe: str) -> Iterator[None]:
        """Notes what the step in this block takes, also if it fails. Steps of other seats are not noted.

        Args:
            seat: The seat whose step it is.
            observation: What the seat sees.
            probe: The id of the out-of-band question that is open; empty if there is none.
        """
        before, began, self._seconds = self._used(), perf_counter(), None
        try:
            yield
        finally:
            if seat == ASSISTANT_SEAT:
                listens = observation["phase"] == Phase.LISTEN
                key = int(observation["session"]), "" if listens else str(observation["reply_id"]), probe
                # A step that was cut off has no time of its own: its thread may still run.
                seconds = perf_counter() - began if self._seconds is None else self._seconds
                self._add(key, seconds, before, self._used())

    def timed(self, call: Callable[[], Any]) -> Any:
        """Runs a call and measures its time."""
        began = perf_counter()
        try:
            return call()
        finally:
            self._seconds = perf_counter() - began

    async def awaited(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Awaits a call and measures its time."""
        began = perf_counter()
        try:
            return await call()
        finally:
            self._seconds = perf_counter() - began

    def _add(self, key: tuple[int, str, str], seconds: float, before: Usage, after: Usage) -> None:
        earlier = self._found.get(key, SpentNote(*key, 0.0, 0, 0, 0.0))
        cost = None
        if not (earlier.cost is None or before.cost is None or after.cost is None):
            cost = round(earlier.cost + after.cost - before.cost, _DIGITS)
        self._found[key] = SpentNote(
            *key,
            round(earlier.seconds + seconds, _DIGITS),
            earlier.calls + after.calls - before.calls,
            earlier.tokens + after.tokens - before.tokens,
            cost,
        )
