"""Dropped memories leave no bytes behind."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from bytes_in_use import growth
from systems_held import BACKED, BUILT_IN, FOREIGN, every, make, slowly

BUILDS = 100
LEFT = 16_000
"""Bytes that so many builds may leave: what some memories leave by chance is half of it."""


@pytest.fixture
def build(make_turn, make_cue):
    """Builds memories one after the other; each is told of two sessions, asked and dropped."""
    turns = [make_turn(number) for number in range(8)]

    def built(name: str, count: int) -> None:
        for _ in range(count):
            memory = make(name)
            for number, turn in enumerate(turns):
                memory.observe(turn)
                if number % 4 == 3:
                    memory.close_session(turn.time)
            memory.recall(make_cue())

    return built


def grown(build, name: str, builds: int) -> int:
    """The bytes that stay after memories were built, asked and dropped; the first fill what is kept for all."""
    build(name, 30)
    return growth(partial(build, name, builds))


@slowly([*BUILT_IN, FOREIGN], quick=(), among=BACKED)
def test_memories_that_are_dropped_leave_nothing_behind(name, build):
    assert grown(build, name, BUILDS) < LEFT


@pytest.mark.slow
@every
def test_a_thousand_memories_that_are_dropped_leave_nothing_behind(name, build):
    assert grown(build, name, 1000) < 100_000


KEPT: dict[str, object] = {
    "small objects": lambda number: (str(number), str(-number)),
    "bytes": lambda number: bytes(170 + number % 3),
    "long bytes, now and then": lambda number: bytes(17_000) if number % 100 == 50 else None,
    "numbers outside of Python's heap": lambda number: np.full(22, number),
}


@pytest.mark.parametrize("kind", KEPT)
def test_bytes_left_by_a_build_are_found(kind, build):
    """As little as 170 bytes a build."""
    kept = []

    def leaking(name: str, count: int) -> None:
        for number in range(count):
            build(name, 1)
            kept.append(KEPT[kind](number))

    assert grown(leaking, "none", BUILDS) >= LEFT


def test_a_record_that_grows_is_found(build):
    record = bytearray()

    def leaking(name: str, count: int) -> None:
        for _ in range(count):
            build(name, 1)
            record.extend(bytes(170))

    assert grown(leaking, "none", BUILDS) >= LEFT
