"""Compares two runs over the same lives, or the systems of one run: paired differences with intervals and p-values.

Two systems meet the same lives if scenario and seed are the same. What makes a life easy or hard for both then cancels
out. Both runs are measured again with the current matcher, so a newer matcher cannot pass for a better memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path

from msgspec import Struct, structs

from regulars.counted import counted
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.errors import ConfigurationError, RecordError, UnknownNameError, did_you_mean
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.metrics import rejudge
from regulars.evaluation.figures.result_rows import Difference, Pool, Row
from regulars.evaluation.figures.slices import SLICES
from regulars.evaluation.runs.finished import comparable, row_named
from regulars.evaluation.runs.recorded import RecordedRun, open_run
from regulars.evaluation.systems.systems import is_bound
from regulars.rewards.metrics.retrieval import KS
from regulars.scenarios.language.packs import ontology_of

KIND = "kind"
PARTS = (KIND, *SLICES)
"""What differences can be split by. In a recording, `kind` is the category of a question."""

RANKING = ("accuracy_anchor", "accuracy_own", "token_f1", "turn_recall_all@10", "session_recall_all@10", "compliance")
"""The figures that a comparison takes if none is named: the first one that both sides have."""
_SAME_NAME = "play both versions under one name, with --label NAME=SPEC"
_SHOWN = 6
"""The number of names in a message."""


class Paired(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of two systems over the lives that both have, and their difference.

    Attributes:
        system: The system.
        against: The system that it is compared with.
        slice: `all`, or a part such as `kind=count`.
        metric: The name of the metric.
        first: The figure of `system`, over the lives that both have.
        second: The figure of `against`, over the lives that both have.
        value: `first` less `second`.
        pairs: The number of lives or streams that both have.
        ci95: Lower and upper bound of the 95 % interval of the difference; None for fewer than five pairs.
        p: The p-value of no difference; None where `ci95` is None. Holm's method corrects the values of a metric over
            all systems, those for `all` and those for the parts separately.
    """

    system: str
    against: str
    slice: str
    metric: str
    first: float
    second: float
    value: float
    pairs: int
    ci95: tuple[float, float] | None
    p: float | None


class Comparison(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a comparison.

    Attributes:
        first: The folder of the run.
        second: The folder of the run that it is compared with; the same for the systems of one run.
        metrics: The metrics that were compared.
        rows: The differences: by system, then `all`, then the parts.
        faults: Episodes that ended with a fault, in the run and in the one that it is compared with.
        notes: What is missing from the runs, settings in which they differ, and lives that are left out.
    """

    first: str
    second: str
    metrics: tuple[str, ...]
    rows: tuple[Paired, ...]
    faults: tuple[int, int]
    notes: tuple[str, ...] = ()


def compare(
    run: str | PathLike[str],
    other: str | PathLike[str] | None = None,
    *,
    against: str | None = None,
    systems: Sequence[str] = (),
    metrics: Sequence[str] = (),
    by: str = KIND,
) -> Comparison:
    """Compares a run with another run of the same lives, or the systems of a run with one of them.

    Args:
        run: The folder of the run.
        other: The folder of the run to compare it with: each system with the one of the same name, or the only system
            of one run with the only one of the other (floors and ceilings aside).
        against: Without `other`, the system that all others are compared with.
        systems: The systems to compare; by default all that can be, but for floors and ceilings such as `none`.
        metrics: The metrics to compare; by default the one that ranks: accuracy on anchors where there is one.
        by: What to split the differences by: `kind`, `session` or `distance`.

    Raises:
        ConfigurationError: Both or none of `other` and `against` are given, the systems cannot be paired, or `by` is
            unknown.
        RecordError: A folder holds no run, or the runs share no lives.
        UnknownNameError: A run has no such system, or neither side has such a metric.
    """
    if (other is None) == (against is None):
        both = other is not None
        raise ConfigurationError(
            f"compare needs another run, or the name of a row{', and not both' if both else ''}", where="compare",
            expected="one of the two",
            remedy=f"leave one out; {_SAME_NAME}" if both else "name a second folder, or --against bm25-turn",
        )  # fmt: skip
    if by not in PARTS:
        raise ConfigurationError(f"unknown part {by!r}", where="compare", remedy=did_you_mean(by, PARTS))
    first = _Side(open_run(run), run, "run")
    if other is None:
        assert against is not None
        second = first
        against = row_named(against, first.systems)
        peers = comparable(against, first.systems, first.forked)
        own = [name for name in peers if name != against and not is_bound(name)]
        pairs = {name: against for name in (peers if systems or not own else own) if name != against}
    else:
        second = _Side(open_run(other), other, "baseline")
        pairs = _paired_systems(first, second)
    if systems:
        wanted = [row_named(name, first.systems) for name in systems]
        for name in wanted:
            if name not in pairs:
                lacks = second if name in first.systems and name not in second.systems else first
                raise UnknownNameError(
                    f"no row {name!r} to compare", where=str(lacks.folder),
                    remedy=did_you_mean(name, pairs) if lacks is first else _SAME_NAME,
                )  # fmt: skip
        pairs = {name: pairs[name] for name in wanted}
    if second is not first:
        _check_same_lives(first, second)
    sides = [first] if second is first else [first, second]
    notes = [f"{side.folder}: {note}" for side in sides for note in side.recorded.notes]
    if not systems and second is not first:
        notes += _unpaired(first, second, pairs)
    notes += [*_left_out(first, second, pairs), *_settings(first, second)]
    pool = pooled(_labelled(first, second), rejudge(ontology_of), None, KS, [by] if by in SLICES else [])
    labels = {f"{first.label}{name}": f"{second.label}{other}" for name, other in pairs.items()}
    return _comparison(pool, first, second, labels, tuple(metrics), by, notes)


class _Side:
    """One of the two runs: its systems, those that were forked, the hash of each life, and who lived it to its end."""

    def __init__(self, recorded: RecordedRun, folder: str | PathLike[str], label: str) -> None:
        self.recorded = recorded
        self.folder = Path(folder)
        self.label = f"{label}\0"
        self.lives: dict[tuple[str, int], str] = {}
        self.lived: dict[str, set[tuple[str, int]]] = defaultdict(set)
        self.suites: dict[str, None] = {}
        self.faulty: dict[EpisodeKey, None] = {}
        probes: dict[str, bool] = {}
        for record in recorded.records:
            key = record.key
            probes[key.system] = probes.get(key.system, True) and record.config.probes == "fork"
            self.lives[key.scenario, key.seed] = record.scenario.id
            self.suites[record.scenario.suite] = None
            if record.valid:
                self.lived[key.system].add((key.scenario, key.seed))
            else:
                self.faulty[key] = None
        self.systems = list(probes)
        self.forked = [name for name, is_forked in probes.items() if is_forked]


def _paired_systems(first: _Side, second: _Side) -> dict[str, str]:
    """The systems of the first run, each with its counterpart in the second: the same name, or the only other one."""
    pairs = {name: name for name in first.systems if name in second.systems}
    own = [[name for name in side.systems if not is_bound(name)] for side in (first, second)]
    if not any(name in pairs for name in own[0]) and len(own[0]) == len(own[1]) == 1:
        pairs = {own[0][0]: own[1][0]}
    pairs = {name: other for name, other in pairs.items() if (name in first.forked) == (other in second.forked)}
    compared = {name: other for name, other in pairs.items() if not is_bound(name)} or pairs
    if not compared:
        raise ConfigurationError(
            f"no system is in both runs: {_named(first.systems)} against {_named(second.systems)}",
            where=f"{first.folder}, {second.folder}", expected="systems of the same name, or one system in each run",
            remedy="play both runs with the same --memory or --assistant",
        )  # fmt: skip
    return compared


def _unpaired(first: _Side, second: _Side, pairs: Mapping[str, str]) -> list[str]:
    """Names the rows that one run has and the other lacks, floors and ceilings aside."""
    sides = ((first, second, pairs.keys()), (second, first, pairs.values()))
    found = []
    for side, other, paired in sides:
        alone = [name for name in side.systems if name not in {*paired, *other.systems} and not is_bound(name)]
        if alone:
            found.append(f"left out: {_named(alone)} (not in {other.folder}); {_SAME_NAME}")
    return found


def _check_same_lives(first: _Side, second: _Side) -> None:
    """Raises `RecordError` for runs that have no life in common, or other lives under the same names."""
    both = [life for life in first.lives if life in second.lives]
    same = [life for life in both if first.lives[life] == second.lives[life]]
    if len(same) < len(both) or not both:
        what = "play other lives under the same names" if both else "share no life"
        raise RecordError(
            f"the runs {what}: {_named(first.suites)} with {_lives(first)}, against {_named(second.suites)} with "
            f"{_lives(second)}",
            where=f"{first.folder}, {second.folder}",
            expected="the same scenarios and seeds in both runs",
            remedy=f"play the baseline again with the suite or data, and the seeds, of {first.folder}",
        )


def _left_out(first: _Side, second: _Side, pairs: Mapping[str, str]) -> list[str]:
    """Says for each pair of systems how many lives both have, where one of them has more; equal notes are one."""
    found: dict[str, list[str]] = defaultdict(list)
    for system, against in pairs.items():
        mine, theirs = first.lived[system], second.lived[against]
        if mine != theirs:
            counts = f"lives: {len(mine)} against {len(theirs)}"
            found[f"{counts}; all figures are over those that both have: {len(mine & theirs)}"].append(system)
    is_alike = [len(systems) for systems in found.values()] == [len(pairs)]
    return [note if is_alike else f"{', '.join(systems)}, {note}" for note, systems in found.items()]


def _settings(first: _Side, second: _Side) -> list[str]:
    """Says which settings of the runs differ."""
    mine, theirs = first.recorded.manifest, second.recorded.manifest
    if mine is None or theirs is None:
        return []
    names = ("version", "feedback", "noise", "k", "budget", "user", "judge", "limits", "regime")
    return [
        f"the runs differ in {name}: {getattr(mine, name)!r} against {getattr(theirs, name)!r}"
        for name in names
        if getattr(mine, name) != getattr(theirs, name)
    ]


def _lives(side: _Side) -> str:
    names = _named([f"{scenario}/{seed}" for scenario, seed in side.lives])
    return f"{counted(len(side.lives), 'life', 'lives')} ({names})"


def _named(names: Sequence[str] | dict[str, None]) -> str:
    """The first names of a list."""
    shown = [name or "data" for name in names]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more


def _labelled(first: _Side, second: _Side) -> Iterator[EpisodeRecord]:
    """The records of both runs, whose systems say which run they are from."""
    for side in (first,) if second is first else (first, second):
        for record in side.recorded.records:
            key = structs.replace(record.key, system=f"{side.label}{record.key.system}")
            yield structs.replace(record, key=key)


def _comparison(
    pool: Pool, first: _Side, second: _Side, pairs: dict[str, str], metrics: tuple[str, ...], by: str, notes: list[str]
) -> Comparison:
    rows = {(row.system, row.slice, row.metric): row for row in pool.rows() if row.scenario == "all"}
    metrics = metrics or _ranking(rows, pairs)
    known = {metric for _, _, metric in rows}
    for metric in metrics:
        if metric not in known:
            raise UnknownNameError(
                f"no figures for the metric {metric!r}", where=str(first.folder), remedy=did_you_mean(metric, known)
            )
    parts = ("category=", "kind=") if by == KIND else (f"{by}=",)

    def is_shown(slice_: str) -> bool:
        return slice_ == "all" or slice_.startswith(parts)

    found = [
        one
        for one in pool.paired(pairs, lambda scenario, slice_, metric: (scenario, slice_.partition("=")[0], metric))
        if one.scenario == "all" and one.metric in metrics and is_shown(one.slice)
    ]
    order = {name: place for place, name in enumerate(pairs)}
    found.sort(key=lambda one: (metrics.index(one.metric), order[one.system], one.slice != "all", _number(one.slice)))
    if not found:
        raise RecordError(
            f"no life has figures of both sides for {', '.join(metrics)}",
            where=f"{first.folder}, {second.folder}",
            remedy="look for faults with regulars explain, or name a --metric",
        )  # fmt: skip
    return Comparison(
        first=str(first.folder),
        second=str(second.folder),
        metrics=metrics,
        rows=tuple(_row(one, pool) for one in found),
        faults=(_faults(first, pairs.keys()), _faults(second, pairs.values())),
        notes=tuple(notes),
    )


def _faults(side: _Side, labels: Iterable[str]) -> int:
    names = {label.partition("\0")[2] for label in labels}
    return sum(key.system in names for key in side.faulty)


def _ranking(rows: dict[tuple[str, str, str], Row], pairs: dict[str, str]) -> tuple[str, ...]:
    """The first metric of `RANKING` that both sides of a pair have."""
    for metric in RANKING:
        if any((name, "all", metric) in rows and (other, "all", metric) in rows for name, other in pairs.items()):
            return (metric,)
    raise RecordError("the runs share no figure that ranks", where="compare", remedy="name one with --metric")


def _number(slice_: str) -> tuple[int, str]:
    """Orders ranges and sessions by number, and kinds by name."""
    name = slice_.partition("=")[2]
    number = name.partition("-")[0]
    return (int(number) if number.isdecimal() else 0), name


def _row(one: Difference, pool: Pool) -> Paired:
    first, second = pool.shared_means((one.system, one.scenario, one.slice, one.metric), one.against)
    return Paired(
        system=one.system.partition("\0")[2],
        against=one.against.partition("\0")[2],
        slice=one.slice,
        metric=one.metric,
        first=first,
        second=second,
        value=one.value,
        pairs=one.pairs,
        ci95=one.ci95,
        p=one.p,
    )
