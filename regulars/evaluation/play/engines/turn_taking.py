"""Orders the episodes of one event loop whose answers have arrived, so that their next requests spread out."""

from __future__ import annotations

import asyncio
from collections import deque


class TurnTaking:
    """Lets one episode go on per pass of the event loop, in order of arrival.

    A client needs several passes to send a request. If answers arrive together and episodes go on together, their next
    requests leave together too, in every round. If episodes take turns, the first request leaves at once, and the
    episodes stay spread out.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = False

    async def take(self) -> None:
        """Waits for a turn, behind all episodes that wait already."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._pass)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _pass(self) -> None:
        """Passes the turn on to the next episode that was not cancelled meanwhile."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._pass)
                return
        self._taken = False
