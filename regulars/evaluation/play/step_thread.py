"""A thread in which the seats of an episode act, so that one that is late can be left behind."""

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
"""Whether it came to something, and what: the value, or what was raised."""

_Work = tuple[Future[_Outcome], Context, Callable[[], Any]]


class StepThread:
    """One thread for one episode: what a seat opened in it, such as a database, it finds in it again.

    It is a daemon: one that was left behind ends with the process at the latest.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._left_behind = False

    def call(self, call: Callable[[], Any], seconds: float | None, who: str) -> Any:
        """What `call` gives.

        Raises:
            SeatError: It takes more than `seconds`; it is left to itself, and so is all that comes after it.
        """
        future = self._submit(call, seconds, who)
        if wait([future], seconds).not_done:
            self._left_behind = True
            raise late(seconds, who)
        return _value(future.result())

    async def acall(self, call: Callable[[], Any], seconds: float | None, who: str) -> Any:
        """`call`, awaited."""
        future = self._submit(call, seconds, who)
        try:
            async with asyncio.timeout(seconds):
                outcome = await asyncio.wrap_future(future)
        except TimeoutError:
            self._left_behind = True
            raise late(seconds, who) from None
        return _value(outcome)

    def close(self) -> None:
        """Lets the thread end when what it is at is done."""
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
            except BaseException as error:  # handed on to whoever waits, whatever it is
                outcome = False, error
            future.set_result(outcome)


def late(seconds: float | None, who: str) -> SeatError:
    """What is raised where a seat takes too long."""
    return SeatError(f"timeout: no action within {seconds:g} seconds", where=who)


def _value(outcome: _Outcome) -> Any:
    sound, value = outcome
    if sound:
        return value
    raise value
