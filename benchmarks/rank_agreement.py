"""How far two rankings of memories agree: Kendall's tau-b of their figures, with a bootstrap interval over lives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.seeding import SeedTree

BAR = 0.6
"""The least agreement of two sources."""


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of all systems.

    Attributes:
        source: The name of the source.
        measure: `answers` or `recall`.
        recorded: Whether the source holds recorded conversations.
        sums: By system, the sum of values in each life; shape (systems, lives).
        counts: The number of values in the same shape.
    """

    source: str
    measure: str
    recorded: bool
    sums: NDArray[np.float64]
    counts: NDArray[np.float64]

    @property
    def name(self) -> str:
        return f"{self.source} {self.measure}"

    def figures(self, lives: Any = slice(None)) -> NDArray[np.float64]:
        """The figure of each system over all lives, or over a draw of their places; nan if it has no value in them."""
        counts = self.counts[:, lives].sum(axis=1)
        return np.divide(self.sums[:, lives].sum(axis=1), counts, out=np.full(len(counts), np.nan), where=counts > 0)

    def has_bar(self, other: Column) -> bool:
        """Whether the two columns have to agree: those of a suite with recorded ones, and two suites in one measure."""
        if self.source == other.source or (self.recorded and other.recorded):
            return False
        return self.recorded or other.recorded or self.measure == other.measure


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two columns rank systems alike.

    Attributes:
        first: The name of a column.
        second: The name of the other column.
        tau: Kendall's tau-b, in [-1, 1]; None if a column has the same value for all systems.
        ci95: Its bootstrap interval; None if a source has fewer than five lives.
        barred: Whether the bar applies; see `Column.has_bar`.
    """

    first: str
    second: str
    tau: float | None
    ci95: tuple[float, float] | None
    barred: bool

    @property
    def met(self) -> bool:
        """Whether the agreement reaches the bar, or no bar applies."""
        return not self.barred or (self.tau is not None and self.tau >= BAR)


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b of two lists of values of the same things, in [-1, 1].

    `(P - Q) / sqrt((P + Q + X) (P + Q + Y))`, over pairs of things: P are ordered alike, Q in opposite ways, X are
    tied in the first list alone and Y in the second alone. A pair that is tied in both counts nowhere.

    Source: Kendall, The Treatment of Ties in Ranking Problems (Biometrika 33, 1945).

    Returns:
        The agreement; None if all values of a list are equal.
    """
    return _tau(_signs(np.asarray(first, float)), _signs(np.asarray(second, float)))


def _signs(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each pair of values the sign of their difference; differences of rounding are ties."""
    apart = values[:, None] - values[None, :]
    return np.sign(np.where(np.abs(apart) < 1e-12, 0.0, apart))


def _tau(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    # the sum of squared signs counts the pairs that a list orders: P + Q + Y for the first, P + Q + X for the second
    scale = sqrt(float((first**2).sum()) * float((second**2).sum()))
    return float((first * second).sum()) / scale if scale else None


def agreements(columns: Sequence[Column], draws: int) -> list[Agreement]:
    """The agreement of every two columns, with percentile intervals over `draws` bootstrap draws of lives.

    Columns of one source share their draws. The lives of two sources are drawn independently.
    """
    rng = np.random.Generator(np.random.PCG64(SeedTree(0).seed("external validity") & 0xFFFFFFFF))
    signs = [_signs(column.figures()) for column in columns]
    sizes = {column.source: column.sums.shape[1] for column in columns}
    drawn: dict[tuple[int, int], list[float]] = {pair: [] for pair in combinations(range(len(columns)), 2)}
    for _ in range(draws):
        lives = {source: rng.integers(size, size=size) for source, size in sizes.items()}
        values = [column.figures(lives[column.source]) for column in columns]
        if any(np.isnan(one).any() for one in values):
            continue
        redrawn = [_signs(one) for one in values]
        for first, second in drawn:
            tau = _tau(redrawn[first], redrawn[second])
            if tau is not None:
                drawn[first, second].append(tau)
    found = []
    for (i, j), taus in drawn.items():
        first, second = columns[i], columns[j]
        enough = min(sizes[first.source], sizes[second.source]) >= LEAST_CLUSTERS and bool(taus)
        bounds = (float(np.quantile(taus, 0.025)), float(np.quantile(taus, 0.975))) if enough else None
        tau = _tau(signs[i], signs[j])
        found.append(Agreement(first.name, second.name, tau, bounds, first.has_bar(second)))
    return found
