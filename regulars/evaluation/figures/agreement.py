"""Measures how far raters agree: a confusion table, and Cohen's kappa with its interval.

The raters of replies are the matcher and the judges. The raters of feedback are the scripted rule and the model that
plays the people.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
from msgspec import Struct

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import VerdictRecord
from regulars.evaluation.figures.cluster_sums import cluster_of
from regulars.evaluation.figures.statistics import DIGITS, LEAST_CLUSTERS, Interval

MATCHER = "matcher"
"""The name of the matcher among the raters."""

RULE = "scripted"
"""The name of the scripted rule of feedback among the raters."""

FEEDBACK = {"feedback like": "like", "feedback dislike": "dislike"}
"""The kinds of entries on feedback: whether both raters show a like (or copy), and whether both show a dislike."""

DRAWS = 1000
"""The number of bootstrap samples of an interval."""

_OPEN = ("", "none", "undetermined")
"""Verdicts of the matcher that say neither right nor wrong."""

_SEED = 0
Counts = tuple[int, int, int, int]
"""How often both raters said right, only the first, only the second, neither."""


class RaterAgreement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far two raters agree on whether replies are right, or on whether they get some feedback.

    Attributes:
        system: The name of the system.
        kind: The kind of probes, or `all`; `feedback like` or `feedback dislike` for people's feedback.
        first: `matcher`, or the name of a judge; for feedback `scripted`, the rule.
        second: The name of a judge; for feedback, of the model that plays the people.
        both: Replies that both call right, or that both give this feedback.
        only_first: Replies that only the first rater calls right.
        only_second: Replies that only the second rater calls right.
        neither: Replies that neither rater calls right.
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
        """Adds the replies of an episode that judge models were asked about, and those that a user's model rated."""
        if not record.valid:
            return
        self._add_feedback(record)
        for probe in record.probes:
            for outcome in probe.outcomes:
                if outcome.verdict is None:
                    continue
                said = raters(outcome.verdict)
                for (first, one), (second, other) in combinations(said.items(), 2):
                    for kind in ("all", probe.kind):
                        self._count(record, kind, (first, second), (one, other), 1)

    def _add_feedback(self, record: EpisodeRecord) -> None:
        for model in record.models or ():
            for pair, replies in model.feedback.items():
                shown = pair.split("/")
                for kind, action in FEEDBACK.items():
                    said = shown[0] == action, shown[1] == action
                    self._count(record, kind, (RULE, model.model), said, replies)

    def _count(
        self, record: EpisodeRecord, kind: str, names: tuple[str, str], said: tuple[bool, bool], replies: int
    ) -> None:
        cluster = cluster_of(record)
        place = (not said[0]) * 2 + (not said[1])
        self._counts[record.key.system, kind, *names].setdefault(cluster, [0, 0, 0, 0])[place] += replies

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

    Source: Cohen, A Coefficient of Agreement for Nominal Scales (1960).

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
