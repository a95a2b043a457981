"""Averages values into result rows: one for each system, scenario, slice and metric, with its interval.

It also compares each system with a named one, over the lives that both have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
from msgspec import Struct, structs

from regulars.datasets.episode_record import EpisodeRecord
from regulars.evaluation.figures.agreement import AgreementTable, RaterAgreement
from regulars.evaluation.figures.cluster_sums import ClusterSums
from regulars.evaluation.figures.statistics import DIGITS, Clusters, holm, interval, paired_difference
from regulars.scenarios.kept import TemporaryBytes

Figure = tuple[str, str, str, str]
"""System, scenario, slice and metric."""

NOT_SHARES = frozenset({
    "reward", "tokens", "goal", "opportunities", "backward_transfer", "forward_transfer", "forgetting", "gain",
    "satisfaction", "cost", "model_calls", "model_tokens", "seconds", "assistant_calls", "assistant_tokens",
    "assistant_cost",
    "realmem_answer", "realmem_helpfulness", "richness", "logic", "consistency", "attractiveness",
})  # fmt: skip
"""Metrics whose values are not all between 0 and 1."""


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One figure of a run.

    Attributes:
        system: The name of the system.
        suite: The suite with its version and split; several are separated by commas.
        scenario: The name of the scenario, or `all`.
        slice: `all`, or a part such as `kind=abstention`.
        metric: The name of the metric, such as `accuracy_anchor`.
        value: The mean, with six decimals.
        n: The number of values.
        ci95: Lower and upper bound of the 95 % interval of the mean; None for fewer than five lives or streams.
    """

    system: str
    suite: str
    scenario: str
    slice: str
    metric: str
    value: float
    n: int
    ci95: tuple[float, float] | None


class Difference(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a system is above another one in one figure, over the lives or streams that both have.

    Attributes:
        system: The name of the system.
        against: The name of the system that it is compared with.
        scenario: The name of the scenario, or `all`.
        slice: `all`, or a part such as `kind=abstention`.
        metric: The name of the metric, such as `accuracy_anchor`.
        value: The mean of the system less that of the other, with six decimals.
        pairs: The number of lives or streams that both have.
        ci95: Lower and upper bound of the 95 % interval of the difference; None for fewer than five pairs.
        p: The p-value of no difference, corrected by Holm's method for the number of systems compared in this figure;
            None where `ci95` is None.
    """

    system: str
    against: str
    scenario: str
    slice: str
    metric: str
    value: float
    pairs: int
    ci95: tuple[float, float] | None
    p: float | None


class Pool:
    """Collects values by figure and cluster, and averages them into rows. Intervals are over whole clusters."""

    def __init__(self) -> None:
        spool = TemporaryBytes()
        self._sums: dict[Figure, ClusterSums] = defaultdict(lambda: ClusterSums(spool))
        self._clusters: dict[str, int] = {}
        self._systems: dict[str, None] = {}
        self._suites: dict[str, dict[str, None]] = defaultdict(dict)
        self._agreement = AgreementTable()

    def enter(self, record: EpisodeRecord) -> None:
        """Notes the system and the suite of a record, and what judges said in it."""
        self._agreement.add(record)
        self._systems[record.key.system] = None
        for scenario in ("all", record.key.scenario):
            self._suites[scenario][record.scenario.suite] = None

    def add(self, system: str, scenario: str, slice_: str, metric: str, cluster: str, value: float) -> None:
        """Adds one value."""
        self._sums[system, scenario, slice_, metric].add(self._clusters.setdefault(cluster, len(self._clusters)), value)

    def rows(self) -> list[Row]:
        """Returns one row per figure: systems in the order of the records, `all` scenarios before single ones."""
        return [self._row(key) for key in self._figures()]

    def agreement(self) -> list[RaterAgreement]:
        """How far matcher and judges agree, and rule and model on feedback; empty if no such model was asked."""
        return self._agreement.rows()

    def differences(self, against: str, systems: Collection[str]) -> list[Difference]:
        """Compares systems with one of them, in each figure that both have, in the order of `rows`.

        Args:
            against: The system to compare with.
            systems: The systems to compare.
        """
        return self.paired({system: against for system in systems if system != against}, lambda *figure: figure)

    def paired(self, against: Mapping[str, str], family: Callable[[str, str, str], object]) -> list[Difference]:
        """Compares each system with its own other one, in each figure that both have, in the order of `rows`.

        Args:
            against: The system to compare with, by the compared one.
            family: Returns the family of a figure, given scenario, slice and metric. Holm's method corrects the
                p-values of each family together.
        """
        found: dict[Figure, Difference] = {}
        families: dict[object, list[Figure]] = defaultdict(list)
        for key in self._figures():
            system, *figure = key
            if system not in against:
                continue
            difference = self._difference(key, against[system])
            if difference is not None:
                found[key] = difference
                if difference.p is not None:
                    families[family(*figure)].append(key)
        for keys in families.values():
            corrected = holm([p for key in keys if (p := found[key].p) is not None])
            for key, p in zip(keys, corrected, strict=True):
                found[key] = structs.replace(found[key], p=p)
        return list(found.values())

    def _figures(self) -> Sequence[Figure]:
        order = {system: position for position, system in enumerate(self._systems)}

        def place(key: Figure) -> tuple[int, bool, str, bool, str, str]:
            system, scenario, slice_, metric = key
            return order[system], scenario != "all", scenario, slice_ != "all", slice_, metric

        return sorted(self._sums, key=place)

    def _difference(self, key: Figure, against: str) -> Difference | None:
        """The difference in one figure, with a p-value that is not yet corrected; None if no life has both."""
        system, scenario, slice_, metric = key
        first, second = self._shared(key, against)
        if not first[0]:
            return None
        found = paired_difference(first, second, share=metric not in NOT_SHARES)
        return Difference(
            system=system, against=against, scenario=scenario, slice=slice_, metric=metric,
            value=found.value, pairs=len(first[0]), ci95=found.ci95, p=found.p,
        )  # fmt: skip

    def shared_means(self, key: Figure, against: str) -> tuple[float, float]:
        """The figure of a system and that of another one, both over the lives that both have, with six decimals.

        Args:
            key: The figure.
            against: The other system. At least one life has both figures.
        """
        first, second = ((sum(totals) / sum(counts)) for totals, counts in self._shared(key, against))
        return round(first, DIGITS), round(second, DIGITS)

    def _shared(self, key: Figure, against: str) -> tuple[Clusters, Clusters]:
        """The sums and counts of a figure of two systems, over the clusters that both have."""
        other = self._sums.get((against, *key[1:]))
        if other is None:
            return ([], []), ([], [])
        ours, theirs = self._sums[key].entries(), other.entries()
        _, first, second = np.intersect1d(ours["cluster"], theirs["cluster"], return_indices=True)
        ours, theirs = ours[first], theirs[second]
        return (ours["total"].tolist(), ours["count"].tolist()), (theirs["total"].tolist(), theirs["count"].tolist())

    def _row(self, key: Figure) -> Row:
        system, scenario, slice_, metric = key
        entries = self._sums[key].entries()
        totals, counts = entries["total"].tolist(), entries["count"].tolist()
        number = sum(counts)
        return Row(
            system=system,
            suite=", ".join(self._suites[scenario]),
            scenario=scenario,
            slice=slice_,
            metric=metric,
            value=round(sum(totals) / number, DIGITS),
            n=int(number),
            ci95=interval(totals, counts, share=metric not in NOT_SHARES),
        )
