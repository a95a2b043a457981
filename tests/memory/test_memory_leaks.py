"""Memories that are dropped leave nothing behind."""

from __future__ import annotations

import gc
import sys
import tracemalloc

import pytest
from systems_held import every, make

ROUND = 100


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


def grown(build, name: str) -> int:
    """The small objects that a round of builds leaves; what caches take in the first rounds is not of a build."""
    before = sys.getallocatedblocks()
    build(name, ROUND)
    return sys.getallocatedblocks() - before


@every
def test_memories_that_are_dropped_leave_not_an_object_each(name, build):
    build(name, 30)
    assert any(grown(build, name) < ROUND / 2 for _ in range(6))


def test_one_object_a_build_is_found(build):
    kept = []

    def leaking(name: str, count: int) -> None:
        build(name, count)
        kept.extend(object() for _ in range(count))

    leaking("none", 30)
    assert not any(grown(leaking, "none") < ROUND / 2 for _ in range(6))


@pytest.mark.slow
@every
def test_a_thousand_memories_that_are_dropped_leave_less_than_a_hundred_bytes_each(name, build):
    tracemalloc.start()
    try:
        build(name, 30)
        before = tracemalloc.get_traced_memory()[0]
        build(name, 1000)
        assert tracemalloc.get_traced_memory()[0] - before < 100_000
    finally:
        tracemalloc.stop()
