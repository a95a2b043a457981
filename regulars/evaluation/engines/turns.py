"""Who goes on first of the episodes that have their answers, where one loop plays them all."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count

__all__ = ["Turns"]


class Turns:
    """Lets one episode a pass of the event loop go on, the longest of those that are ready first.

    Sending a request takes a client several passes. Answers that come together would be worked off side by side, so
    that each episode's next request leaves when those of all others do; one after the other, the first leaves at once,
    and they come apart for good. The order keeps the others' work from delaying the longest, for which everybody waits
    in the end (Graham, Bounds on Multiprocessing Timing Anomalies, 1969).
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._taken = False

    async def take(self, length: int) -> None:
        """Waits for a turn: before all who wait with a smaller `length`, and behind those who came with the same."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._pass)
            return
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (-length, next(self._numbers), turn))
        await turn

    def _pass(self) -> None:
        """Gives the turn on; those who were cancelled while they waited are passed over."""
        while self._waiting:
            turn = heappop(self._waiting)[-1]
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._pass)
                return
        self._taken = False
