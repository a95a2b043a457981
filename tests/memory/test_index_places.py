"""Dropped items leave no space behind in an index, and change no answer."""

from __future__ import annotations

import pickle
import random
from datetime import UTC, datetime

import pytest

from regulars.memory import Cue
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense

WORDS = ("rain", "sun", "snow", "bakery", "dog", "cat", "zebra", "river", "stone", "paper")
NOW = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("make", [BM25, Dense])
@pytest.mark.parametrize("seed", range(6))
def test_dropped_items_change_no_answer(make, seed):
    draws, index, held = random.Random(seed), make(), {}
    for number in range(500):
        id, text = str(number), " ".join(draws.choices(WORDS, k=draws.randint(1, 6)))
        match draws.choices(("put", "extend", "replace", "drop"), (50, 10, 5, 35))[0] if held else "put":
            case "put":
                index.put("p", id, text)
                held[id] = text
            case "extend":
                id = draws.choice(list(held))
                index.extend("p", id, text)
                held[id] += " " + text
            case "replace":
                id = draws.choice(list(held))
                index.put("p", id, text)
                held[id] = text
            case _:
                for id in draws.sample(list(held), min(len(held), draws.choice((1, 1, 40)))):
                    index.drop("p", id)
                    del held[id]
        if number % 5 == 0:
            fresh = make()
            for id, words in held.items():
                fresh.put("p", id, words)
            cue = Cue(" ".join(draws.choices(WORDS, k=3)), NOW, "p", k=8)
            assert list(index.search(cue)) == list(fresh.search(cue))


@pytest.mark.parametrize("make", [BM25, Dense])
def test_a_memory_that_forgets_as_much_as_it_takes_in_does_not_grow(make):
    index, sizes = make(), []
    for number in range(3000):
        index.put("p", str(number), f"{WORDS[number % 10]} {WORDS[number % 7]}")
        if number >= 100:
            index.drop("p", str(number - 100))
        if number % 1000 == 999:
            index.search(Cue("rain", NOW, "p"))
            sizes.append(len(pickle.dumps(index)))
    assert max(sizes) < 1.5 * sizes[0]
