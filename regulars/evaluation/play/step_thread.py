"""Runs the seats of one episode in a thread, so that the episode can abandon a seat that takes too long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import Context, copy_context
from queue import SimpleQueue
from threading import Thread
from typing import Any

from regulars.errors import SeatError

_Outcome = tuple[bool, Any]
"""Whether the call succeeded, and its value or its exception."""

_Work = tuple[Future[_Outcome], Context, Callable[[], Any]]


class StepThread:
    """One thread for one episode. A seat always acts in the same thread, as a database connection may require.

    The thread is a daemon, so an abandoned thread ends with the process at the latest.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._left_behind = False

    def call(self, call: Callable[[], Any], seconds: float | None, who: str) -> Any:
        """Runs `call` in the thread and returns its value.

        Args:
            call: The call.
            seconds: The time limit; None sets none.
            who: The seat, for the error.

        Raises:
            SeatError: The call takes longer than `seconds`. The thread is abandoned, and later calls raise at once.
        """
        future = self._submit(call, seconds, who)
        if wait([future], seconds).not_done:
            self._left_behind = True
            raise late(seconds, who)
        return _value(future.result())

    async def acall(self, call: Callable[[], Any], seconds: float | None, who: str) -> Any:
        """Like `call`, but awaits the value."""
        future = self._submit(call, seconds, who)
        try:
            async with asyncio.timeout(seconds):
                outcome = await asyncio.wrap_future(future)
        except TimeoutError:
            self._left_behind = True
            raise late(seconds, who) from None
        return _value(outcome)

    def close(self) -> None:
        """Ends the thread after its current call."""
        self._work.put(None)

    def _submit(self, call: Callable[[], Any], seconds: float | None, who: str) -> Future[_Outcome]:
        if self._left_behind:
            raise late(seconds, who)
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="regulars-seat", daemon=True)
            self._thread.start()
        future: Future[_Outcome] = Future()
        self._work.put((future, copy_context(), call))
        return future

    def _serve(self) -> None:
        while (work := self._work.get()) is not None:
            future, context, call = work
            if not future.set_running_or_notify_cancel():
                continue
            try:
                outcome = True, context.run(call)
            except BaseException as error:  # raised again in the thread that waits for the value
                outcome = False, error
            future.set_result(outcome)


def late(seconds: float | None, who: str) -> SeatError:
    """The error for a seat that takes too long."""
    return SeatError(f"timeout: no action within {seconds:g} seconds", where=who)


def _value(outcome: _Outcome) -> Any:
    sound, value = outcome
    if sound:
        return value
    raise value
