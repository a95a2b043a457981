"""Averages values into result rows: one for each system, scenario, slice and metric, with its interval."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from regulars.datasets.episode_record import EpisodeRecord
from regulars.evaluation.figures.statistics import DIGITS, interval

Figure = tuple[str, str, str, str]
"""System, scenario, slice and metric."""


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
        ci95: Lower and upper bound of the 95 % interval of the mean.
    """

    system: str
    suite: str
    scenario: str
    slice: str
    metric: str
    value: float
    n: int
    ci95: tuple[float, float]


class Pool:
    """Collects values by figure and cluster, and averages them into rows. Intervals resample whole clusters."""

    def __init__(self) -> None:
        self._sums: dict[Figure, dict[str, list[float]]] = defaultdict(dict)
        self._systems: dict[str, None] = {}
        self._suites: dict[str, dict[str, None]] = defaultdict(dict)

    def enter(self, record: EpisodeRecord) -> None:
        """Notes the system and the suite of a record."""
        self._systems[record.key.system] = None
        for scenario in ("all", record.key.scenario):
            self._suites[scenario][record.scenario.suite] = None

    def add(self, system: str, scenario: str, slice_: str, metric: str, cluster: str, value: float) -> None:
        """Adds one value."""
        slot = self._sums[system, scenario, slice_, metric].setdefault(cluster, [0.0, 0.0])
        slot[0] += value
        slot[1] += 1.0

    def rows(self) -> list[Row]:
        """Returns one row per figure: systems in the order of the records, `all` scenarios before single ones."""
        order = {system: position for position, system in enumerate(self._systems)}

        def place(key: Figure) -> tuple[int, bool, str, bool, str, str]:
            system, scenario, slice_, metric = key
            return order[system], scenario != "all", scenario, slice_ != "all", slice_, metric

        return [self._row(key) for key in sorted(self._sums, key=place)]

    def _row(self, key: Figure) -> Row:
        system, scenario, slice_, metric = key
        slots = self._sums[key].values()
        totals, counts = [slot[0] for slot in slots], [slot[1] for slot in slots]
        number = sum(counts)
        return Row(
            system=system,
            suite=", ".join(self._suites[scenario]),
            scenario=scenario,
            slice=slice_,
            metric=metric,
            value=round(sum(totals) / number, DIGITS),
            n=int(number),
            ci95=interval(totals, counts),
        )
