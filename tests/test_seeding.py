"""The seed tree: draws are named, and independent of all other draws."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.errors import ConfigurationError
from regulars.seeding import Draws, SeedTree, content_hash, fresh_seed

GOLDEN_INTEGERS = [89, 167, 215, 98, 596, 614, 659, 68, 108, 273]
GOLDEN_SEED = 1857639512224714002
GOLDEN_HASH = "89f0ea1dd7f5"

names = st.lists(st.one_of(st.text(max_size=8), st.integers()), max_size=4)


def ten(draws: Draws) -> list[int]:
    return [draws.bits() for _ in range(10)]


def test_a_draw_does_not_depend_on_other_draws():
    quiet = SeedTree(7)
    quiet_draw = quiet.draws("person", 0).bits()
    busy = SeedTree(7)
    ten(busy.draws("weather"))
    ten(busy.child("person").draws(1))
    assert busy.draws("person", 0).bits() == quiet_draw


@given(st.integers(), names, names)
def test_a_path_may_be_walked_in_steps(seed, first, second):
    tree = SeedTree(seed)
    assert tree.child(*first).child(*second) == tree.child(*first, *second)
    assert ten(tree.child(*first).draws(*second)) == ten(tree.draws(*first, *second))


def test_the_digits_of_a_node_are_the_beginning_of_its_key():
    node = SeedTree(7)
    assert node.digits("id", "fact", 3) == node.child("id").child("fact", "3").key.hex()[:12]
    assert node.digits() == node.key.hex()[:12]


def test_ids_are_twelve_hexadecimal_digits_each():
    draws, words = SeedTree(7).draws("ids"), SeedTree(7).draws("ids")
    ids = [draws.digits() for _ in range(1_000)]
    assert len(set(ids)) == 1_000
    assert ids == [f"{words.bits():016x}"[:12] for _ in range(1_000)]


def test_a_long_list_takes_the_draws_that_single_numbers_would():
    at_once, one_by_one = SeedTree(7).draws("many"), SeedTree(7).draws("many")
    assert [at_once.bits() for _ in range(3)] == [one_by_one.bits() for _ in range(3)]
    pool = list(range(20))
    for place in range(11):
        other = place + one_by_one.integer(20 - place)
        pool[place], pool[other] = pool[other], pool[place]
    assert at_once.sample(range(20), 11) == pool[:11]
    assert at_once.bits() == one_by_one.bits()


@given(st.integers(), st.integers())
def test_different_seeds_grow_different_trees(one, other):
    assert (SeedTree(one) == SeedTree(other)) == (one == other)


def test_different_paths_draw_differently():
    tree = SeedTree(0)
    paths = [(), ("a",), ("b",), ("a", "b"), ("b", "a"), ("ab",), ("a", ""), ("",), ("a", 0), (0, "a")]
    drawn = {tuple(ten(tree.draws(*path))) for path in paths}
    assert len(drawn) == len(paths)


_ELSEWHERE = """
from regulars.seeding import SeedTree, content_hash
tree = SeedTree(11).child("run", 3)
draws = tree.draws("act", "s001")
items = list("abcdefgh")
draws.shuffle(items)
print(draws.bits(), draws.uniform(), "".join(items), tree.seed("x"), tree.key.hex(), content_hash("ü", 12))
"""


def test_draws_are_equal_in_every_process():
    outputs = set()
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", _ELSEWHERE], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_draws_stay_what_they_were_in_earlier_releases():
    """Recorded episodes name their seed: a change here makes all earlier ones unrepeatable."""
    draws = SeedTree(7).draws("person", 0)
    assert [draws.integer(1000) for _ in range(10)] == GOLDEN_INTEGERS
    assert SeedTree(7).seed("person") == GOLDEN_SEED
    assert content_hash("regulars") == GOLDEN_HASH


def test_global_random_state_is_left_alone():
    before = random.getstate()
    draws = SeedTree(1).draws()
    draws.shuffle(list(range(50)))
    draws.sample(range(50), 5)
    assert random.getstate() == before


def test_a_tree_survives_a_pickle():
    tree = SeedTree(3).child("group", 1)
    back = pickle.loads(pickle.dumps(tree))
    assert back == tree
    assert hash(back) == hash(tree)
    assert ten(back.draws("x")) == ten(tree.draws("x"))


def test_draws_go_on_after_a_pickle_where_they_stood():
    draws = SeedTree(3).draws("x")
    ten(draws)
    back = pickle.loads(pickle.dumps(draws))
    assert ten(back) == ten(draws)


def test_uniform_numbers_are_uniform():
    draws = SeedTree(5).draws("uniform")
    numbers = [draws.uniform() for _ in range(20_000)]
    assert all(0.0 <= number < 1.0 for number in numbers)
    assert abs(sum(numbers) / len(numbers) - 0.5) < 0.01
    bins = Counter(int(number * 20) for number in numbers)
    expected = len(numbers) / 20
    assert sum((bins[cell] - expected) ** 2 / expected for cell in range(20)) < 43.8, "chi-square, 19 df, p = .001"


def test_all_bits_of_a_draw_are_uniform():
    draws = SeedTree(5).draws("bits")
    drawn = [draws.bits() for _ in range(12_800)]
    for low in range(0, 64, 8):
        bins = Counter(number >> low & 255 for number in drawn)
        assert sum((bins[cell] - 50) ** 2 / 50 for cell in range(256)) < 330.5, "chi-square, 255 df, p = .001"


def test_successive_draws_are_independent():
    draws = SeedTree(5).draws("pairs")
    pairs = Counter((draws.integer(10), draws.integer(10)) for _ in range(10_000))
    cells = [(one, other) for one in range(10) for other in range(10)]
    assert sum((pairs[cell] - 100) ** 2 / 100 for cell in cells) < 148.2, "chi-square, 99 df, p = .001"


def test_the_first_draws_of_nodes_are_independent():
    """Most nodes draw a few numbers, so the beginnings of streams matter most."""
    tree = SeedTree(5)
    for place in range(3):
        drawn = Counter[tuple[int, int]]()
        for number in range(5_000):
            one, other = (ten(tree.draws(name, number))[place] for name in ("one", "other"))
            drawn[one >> 61, other >> 61] += 1
        cells = [(one, other) for one in range(8) for other in range(8)]
        assert sum((drawn[cell] - 78.125) ** 2 / 78.125 for cell in cells) < 103.4, "chi-square, 63 df, p = .001"


def test_all_orders_of_the_first_shuffle_of_nodes_are_equally_likely():
    tree, seen = SeedTree(6), Counter[str]()
    for number in range(12_000):
        items = list("abcd")
        tree.draws("deal", number).shuffle(items)
        seen["".join(items)] += 1
    assert len(seen) == 24
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 49.7, "chi-square, 23 df, p = .001"


def test_neighbouring_nodes_are_not_correlated():
    tree = SeedTree(5)
    first = [tree.draws("act", number).uniform() for number in range(5_000)]
    mean = sum(first) / len(first)
    spread = sum((one - mean) ** 2 for one in first)
    lagged = sum((one - mean) * (two - mean) for one, two in pairwise(first))
    assert abs(mean - 0.5) < 0.02
    assert abs(lagged / spread) < 0.05


@given(st.integers(), st.integers(min_value=1, max_value=1 << 62))
def test_integers_stay_below_their_bound(seed, stop):
    draws = SeedTree(seed).draws()
    assert all(0 <= draws.integer(stop) < stop for _ in range(20))


@given(st.integers(), st.integers(-50, 50), st.integers(0, 50))
def test_between_includes_both_ends_and_nothing_else(seed, low, width):
    draws = SeedTree(seed).draws()
    assert all(low <= draws.between(low, low + width) <= low + width for _ in range(20))


def test_between_reaches_both_ends():
    draws = SeedTree(2).draws()
    assert {draws.between(3, 5) for _ in range(200)} == {3, 4, 5}


@given(st.integers(), st.lists(st.integers(), max_size=30))
def test_a_shuffle_loses_nothing(seed, items):
    shuffled = list(items)
    SeedTree(seed).draws().shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_all_orders_are_equally_likely():
    draws = SeedTree(9).draws()
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(6_000):
        items = ["a", "b", "c"]
        draws.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_weights_decide_how_often():
    draws = SeedTree(4).draws()
    seen = Counter(draws.weighted("abc", [1.0, 0.0, 3.0]) for _ in range(8_000))
    assert seen["b"] == 0
    assert 0.22 < seen["a"] / 8_000 < 0.28


def test_an_item_of_no_weight_is_never_drawn():
    class Highest(Draws):
        def uniform(self) -> float:
            return 1.0 - 2.0**-53

    for size in range(1, 100):
        items = [*range(size), "never"]
        assert Highest(b"k").weighted(items, [0.1] * size + [0.0]) == size - 1


@pytest.mark.parametrize(("items", "weights"), [("", []), ("ab", [0.0, 0.0])])
def test_nothing_is_drawn_where_nothing_has_weight(items, weights):
    with pytest.raises(ConfigurationError, match="all weights are 0"):
        SeedTree(1).draws().weighted(items, weights)


def test_weights_must_match_the_items():
    with pytest.raises(ValueError, match="zip"):
        SeedTree(4).draws().weighted("abc", [0.0, 0.0])


@given(st.integers(), st.lists(st.integers(), unique=True, max_size=20), st.integers(0, 25))
def test_a_sample_repeats_no_position(seed, items, size):
    sample = SeedTree(seed).draws().sample(items, size)
    assert len(sample) == min(size, len(items))
    assert len(set(sample)) == len(sample)
    assert set(sample) <= set(items)


@given(st.integers(), names)
def test_seeds_for_foreign_generators_fit_63_bits(seed, path):
    assert 0 <= SeedTree(seed).seed(*path) < 1 << 63


def test_fresh_seeds_differ_and_fit_63_bits():
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_content_hashes_follow_content_alone():
    assert content_hash("a tale") == content_hash("a tale")
    assert content_hash("a tale") != content_hash("a tail")
    assert len(content_hash("a tale", 8)) == 8
    assert content_hash("\ud800") != content_hash("\ud801"), "broken text has a hash too"
