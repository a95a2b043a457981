"""Measures how far the matcher and the judges agree: a confusion table, and Cohen's kappa with its interval."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
from msgspec import Struct

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.probe_record import VerdictRecord
from regulars.evaluation.figures.statistics import DIGITS, LEAST_CLUSTERS, Interval

MATCHER = "matcher"
"""The name of the matcher among the raters."""

DRAWS = 1000
"""The number of bootstrap samples of an interval."""

_OPEN = ("", "none", "undetermined")
"""Verdicts of the matcher that say neither right nor wrong."""

_SEED = 0
Counts = tuple[int, int, int, int]
"""How often both raters said right, only the first, only the second, neither."""


class RaterAgreement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far two raters agree on whether replies are right.

    Attributes:
        system: The name of the system.
        kind: The kind of probes, or `all`.
        first: `matcher`, or the name of a judge.
        second: The name of a judge.
        both: Replies that both call right.
        only_first: Replies that only the first calls right.
        only_second: Replies that only the second calls right.
        neither: Replies that neither calls right.
        agreement: The share of replies on which they agree.
        kappa: Cohen's kappa; None if a rater gave one answer throughout, so that chance alone explains the rest.
        ci95: The 95 % interval of kappa; None for fewer than five lives, or without kappa.
    """

    system: str
    kind: str
    first: str
    second: str
    both: int
    only_first: int
    only_second: int
    neither: int
    agreement: float
    kappa: float | None
    ci95: Interval | None

    @property
    def n(self) -> int:
        """The number of replies that both raters judged."""
        return self.both + self.only_first + self.only_second + self.neither


class AgreementTable:
    """Collects what the raters of each reply said, and compares each pair of them."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, str, str], dict[str, list[int]]] = defaultdict(dict)

    def add(self, record: EpisodeRecord) -> None:
        """Adds the replies of an episode that judge models were asked about."""
        if not record.valid:
            return
        cluster = f"{record.key.scenario}#{record.key.seed}"
        for probe in record.probes:
            for outcome in probe.outcomes:
                if outcome.verdict is None:
                    continue
                said = raters(outcome.verdict)
                for (first, one), (second, other) in combinations(said.items(), 2):
                    place = (not one) * 2 + (not other)
                    for kind in ("all", probe.kind):
                        key = record.key.system, kind, first, second
                        self._counts[key].setdefault(cluster, [0, 0, 0, 0])[place] += 1

    def rows(self) -> list[RaterAgreement]:
        """One entry for each system, kind and pair of raters; all kinds together come first."""
        systems = list(dict.fromkeys(key[0] for key in self._counts))
        keys = sorted(self._counts, key=lambda key: (systems.index(key[0]), key[1] != "all", *key[1:]))
        return [self._row(key) for key in keys]

    def _row(self, key: tuple[str, str, str, str]) -> RaterAgreement:
        system, kind, first, second = key
        table = np.asarray(list(self._counts[key].values()), float)
        both, only_first, only_second, neither = (int(count) for count in table.sum(0))
        kappa = cohens_kappa((both, only_first, only_second, neither))
        return RaterAgreement(
            system=system, kind=kind, first=first, second=second,
            both=both, only_first=only_first, only_second=only_second, neither=neither,
            agreement=round((both + neither) / int(table.sum()), DIGITS),
            kappa=None if kappa is None else round(kappa, DIGITS),
            ci95=_bootstrapped(table) if kappa is not None else None,
        )  # fmt: skip


def raters(verdict: VerdictRecord) -> dict[str, bool]:
    """Whether each rater calls a reply right: the matcher where it has decided, and the judges with a vote."""
    if not verdict.opinions:
        return {}
    matched = {} if verdict.matcher in _OPEN else {MATCHER: verdict.matcher == "correct"}
    return matched | {one.judge: one.vote == "yes" for one in verdict.opinions if one.vote in ("yes", "no")}


def cohens_kappa(counts: Counts) -> float | None:
    """Cohen's kappa of two raters who say right or not: `(agreement - chance) / (1 - chance)`.

    Args:
        counts: How often both said right, only the first, only the second, neither.

    Returns:
        Kappa in [-1, 1]; None if chance alone explains full agreement.

    Source: Cohen, A Coefficient of RaterAgreement for Nominal Scales (1960).

    Example:
        >>> cohens_kappa((20, 5, 10, 15))
        0.4
    """
    both, only_first, only_second, neither = counts
    n = sum(counts)
    chance = (both + only_first) * (both + only_second) + (neither + only_first) * (neither + only_second)
    if n == 0 or chance == n * n:
        return None
    return float(((both + neither) * n - chance) / (n * n - chance))


def _bootstrapped(table: np.typing.NDArray[np.float64]) -> Interval | None:
    """The percentile interval of kappa over resampled lives; samples without a kappa are left out.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
    """
    lives = len(table)
    if lives < LEAST_CLUSTERS:
        return None
    drawn = np.random.default_rng(_SEED).integers(0, lives, (DRAWS, lives))
    sums = table[drawn].sum(1)
    found = [cohens_kappa((int(a), int(b), int(c), int(d))) for a, b, c, d in sums]
    kappas = [kappa for kappa in found if kappa is not None]
    if not kappas:
        return None
    low, high = np.quantile(kappas, (0.025, 0.975))
    return round(float(low), DIGITS) + 0.0, round(float(high), DIGITS) + 0.0
