"""Memories that are dropped leave nothing behind."""

from __future__ import annotations

import gc
import tracemalloc

import pytest
from systems_held import BACKED, BUILT_IN, FOREIGN, every, make, slowly


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
        del memory
        gc.collect()

    return built


def grown(build, name: str, builds: int) -> int:
    """The bytes that stay after memories were built, asked and dropped."""
    tracemalloc.start()
    try:
        build(name, 30)
        before = tracemalloc.get_traced_memory()[0]
        build(name, builds)
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@slowly([*BUILT_IN, FOREIGN], quick=(), among=BACKED)
def test_memories_that_are_dropped_leave_nothing_behind(name, build):
    assert grown(build, name, 300) < 50_000


@pytest.mark.slow
@every
def test_a_thousand_memories_that_are_dropped_leave_nothing_behind(name, build):
    assert grown(build, name, 1000) < 100_000
