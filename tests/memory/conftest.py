"""Turns and cues for the memory room's tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from regulars.dialogue import Turn, turn_id
from regulars.memory import Cue

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)

SAID = (
    "I moved to Bergen last week",
    "How lovely! Bergen has a lot of rain",
    "My dog Pixel hates the rain",
    "Then buy Pixel a raincoat",
    "I start at the bakery on Monday",
    "Good luck at the bakery",
)

MakeTurn = Callable[..., Turn]
MakeCue = Callable[..., Cue]


@pytest.fixture(scope="session")
def make_turn() -> MakeTurn:
    """The n-th turn of a scope, from 0: four turns a session, a minute apart, a day between sessions."""

    def make(number: int, text: str | None = None, scope: str = "p1", name: str = "Ann") -> Turn:
        session, utterance = divmod(number, 4)
        words = SAID[number % len(SAID)] if text is None else text
        return Turn(
            turn_id(session + 1, utterance + 1), scope, scope, scope, name, session + 1, words,
            START + timedelta(days=session, minutes=utterance),
        )  # fmt: skip

    return make


@pytest.fixture(scope="session")
def make_cue() -> MakeCue:
    """A cue; by default long after everything."""

    def make(text: str = "Where is the bakery in Bergen?", scope: str = "p1", **options: object) -> Cue:
        as_of = options.pop("as_of", START + timedelta(days=4000))
        return Cue(text, as_of, scope, **options)  # type: ignore[arg-type]

    return make
