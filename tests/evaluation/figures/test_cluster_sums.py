"""Sums by cluster, which keep full blocks in a file, are those of a plain table, in whatever order values come."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from regulars.evaluation.figures.cluster_sums import BLOCK, ClusterSums
from regulars.scenarios.kept import TemporaryBytes


@pytest.mark.parametrize("clusters", [0, 1, BLOCK, BLOCK + 1, 5 * BLOCK])
@pytest.mark.parametrize("order", ["ascending", "any"])
def test_sums_and_counts_by_cluster(clusters, order):
    draws = random.Random(clusters)
    spool = TemporaryBytes()
    figures = [ClusterSums(spool), ClusterSums(spool)]
    plain: list[dict[int, list[float]]] = [defaultdict(list), defaultdict(list)]
    values = [(cluster, draws.randrange(8) / 4) for cluster in range(clusters) for _ in range(3)]
    if order == "any":
        draws.shuffle(values)
    for cluster, value in values:
        for number, figure in enumerate(figures):
            figure.add(cluster, value + number)
            plain[number][cluster].append(value + number)
    for figure, expected in zip(figures, plain, strict=True):
        found = [tuple(entry) for entry in figure.entries().tolist()]
        assert found == [(cluster, sum(expected[cluster]), 3.0) for cluster in sorted(expected)]
        assert figure.entries().tolist() == figure.entries().tolist()


def test_a_cluster_that_comes_again_after_its_block_is_full_is_summed_up():
    # The block of clusters 0 to 63 is full when 64 comes; then 63 has a second value, beside it in the next block.
    figure = ClusterSums(TemporaryBytes())
    for cluster in (*range(BLOCK + 1), BLOCK - 1):
        figure.add(cluster, 2.0)
    assert [tuple(entry) for entry in figure.entries().tolist()] == [
        (cluster, 4.0, 2.0) if cluster == BLOCK - 1 else (cluster, 2.0, 1.0) for cluster in range(BLOCK + 1)
    ]


def test_little_is_held_in_memory():
    figure = ClusterSums(TemporaryBytes())
    for cluster in range(100 * BLOCK + 1):
        figure.add(cluster, 1.0)
    assert (len(figure._clusters), len(figure._blocks)) == (1, 100)
