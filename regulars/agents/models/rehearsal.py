"""Puts a stand-in in the place of models behind endpoints, so that a dry run counts calls without making any.

It holds in the current thread or task, and in tasks started there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from regulars.agents.models.protocol import ChatModel
from regulars.agents.models.replay import Replay

StandIn = Callable[[str, Replay | None], ChatModel]
"""Makes a model of that name; the calls of a recording need no stand-in."""

_STAND_IN: ContextVar[StandIn | None] = ContextVar("regulars_stand_in", default=None)


@contextmanager
def rehearsing(stand_in: StandIn) -> Iterator[None]:
    """Every model of a provider that a spec opens in the block is a stand-in.

    Args:
        stand_in: Makes the stand-in of a model.
    """
    token = _STAND_IN.set(stand_in)
    try:
        yield
    finally:
        _STAND_IN.reset(token)


def is_rehearsal() -> bool:
    """Whether nothing may be called."""
    return _STAND_IN.get() is not None


def stand_in_for(model: str, replay: Callable[[], Replay | None]) -> ChatModel | None:
    """The stand-in of a model; None if there is no rehearsal.

    Args:
        model: The name of the model.
        replay: Opens the recording of its calls, if there is one.
    """
    make = _STAND_IN.get()
    return None if make is None else make(model, replay())
