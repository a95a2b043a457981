"""Who goes on first of the episodes that have their answers, where one loop plays them all."""

from __future__ import annotations

import asyncio
from collections import deque


class TurnTaking:
    """Lets one episode a pass of the event loop go on, in the order in which they come.

    Sending a request takes a client several passes. Answers that come together would be worked off side by side, so
    that each episode's next request leaves when those of all others do, round after round; one after the other, the
    first leaves at once, and they come apart for good.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = False

    async def take(self) -> None:
        """Waits for a turn, behind all who wait already."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._pass)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _pass(self) -> None:
        """Gives the turn on; those who were cancelled while they waited are passed over."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._pass)
                return
        self._taken = False
