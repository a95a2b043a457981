"""Keeps the sums and counts of many figures by cluster in little memory: full blocks go to a temporary file."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from regulars.datasets.episode_record import EpisodeRecord
from regulars.scenarios.kept import TemporaryBytes

BLOCK = 64
"""Clusters of a figure that are held in memory at most."""

_GRID = 1.5 * 2.0**20
"""Added to a value and taken away again, this rounds it to a multiple of 2**-32: sums do not depend on their order."""

_ENTRY = np.dtype([("cluster", "<i4"), ("total", "<f8"), ("count", "<f8")])


def cluster_of(record: EpisodeRecord) -> str:
    """The cluster of an episode's values: its stream, or else its life.

    Plays of one given scenario with several seeds are one cluster, because they share facts and questions. The lives of
    a suite differ with the seed, so each is a cluster.
    """
    return record.scenario.id if record.config.stream is None else f"#{record.key.seed}"


class ClusterSums:
    """The sum and the count of a figure's values in each cluster.

    Args:
        spool: Where full blocks are kept.
    """

    __slots__ = ("_blocks", "_clusters", "_counts", "_spool", "_totals")

    def __init__(self, spool: TemporaryBytes) -> None:
        self._spool = spool
        self._blocks = array("q")
        self._clusters, self._totals, self._counts = array("i"), array("d"), array("d")

    def add(self, cluster: int, value: float) -> None:
        """Adds one value. A run mostly brings clusters in ascending order."""
        place = bisect_left(self._clusters, cluster)
        if place == len(self._clusters) or self._clusters[place] != cluster:
            if len(self._clusters) == BLOCK:
                self._blocks.append(self._spool.append(self._last().tobytes()))
                del self._clusters[:], self._totals[:], self._counts[:]
                place = 0
            self._clusters.insert(place, cluster)
            self._totals.insert(place, 0.0)
            self._counts.insert(place, 0.0)
        self._totals[place] += (value + _GRID) - _GRID
        self._counts[place] += 1.0

    def entries(self) -> NDArray[np.void]:
        """The fields `cluster`, `total` and `count` of each cluster, by ascending cluster."""
        blocks = [np.frombuffer(self._spool.read(offset, BLOCK * _ENTRY.itemsize), _ENTRY) for offset in self._blocks]
        found = np.concatenate([*blocks, self._last()])
        clusters = found["cluster"]
        if np.all(clusters[1:] > clusters[:-1]):
            return found
        known, places = np.unique(clusters, return_inverse=True)
        merged = np.zeros(len(known), _ENTRY)
        merged["cluster"] = known
        np.add.at(merged["total"], places, found["total"])
        np.add.at(merged["count"], places, found["count"])
        return merged

    def _last(self) -> NDArray[np.void]:
        """The entries that are still in memory."""
        last = np.empty(len(self._clusters), _ENTRY)
        last["cluster"], last["total"], last["count"] = self._clusters, self._totals, self._counts
        return last
