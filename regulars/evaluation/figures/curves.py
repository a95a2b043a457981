"""Computes the figures of a run; for streams also learning curves and transfer.

`R[i][j]` is the score on the exam of block j after i blocks of training, where i = 0 is before any training. Each
stream yields its own `R`, for all i and j. Transfer between blocks follows from `R` by the formulas of continual
learning, and is averaged over streams. Intervals are over whole streams, since the lives of a stream share a memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain

from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import RecordError
from regulars.evaluation.figures.cluster_sums import cluster_of
from regulars.evaluation.figures.metrics import Judge, observations, pooled_lives, recorded_verdict
from regulars.evaluation.figures.result_rows import Pool, Row
from regulars.rewards.metrics.retrieval import KS

Scores = Mapping[tuple[int, int], float]
"""`R[i, j]`, with blocks numbered from 1. Unmeasured cells are missing."""

MEASURES = {
    "accuracy_anchor": ("all", "accuracy_anchor"),
    "accuracy_own": ("all", "accuracy_own"),
    "compliance": ("all", "compliance"),
    "manners": ("rules=manners", "compliance"),
    "procedures": ("rules=procedures", "compliance"),
}
"""The measures that get transfer figures: slice and metric by name. The last two are the parts of `compliance`."""


def average_accuracy(scores: Scores, blocks: int, trained: int | None = None) -> float | None:
    """Average accuracy, `ACC = 1/T sum_j R[T, j]`; with `trained`, the same after that many blocks of training.

    Source: Lopez-Paz and Ranzato, Gradient Episodic Memory for Continual Learning (2017), equation 2.
    """
    after = blocks if trained is None else trained
    return _mean([scores.get((after, j)) for j in range(1, blocks + 1)])


def backward_transfer(scores: Scores, blocks: int) -> float | None:
    """Backward transfer, `BWT = 1/(T-1) sum_{j<T} (R[T, j] - R[j, j])`; negative if later blocks cause forgetting.

    Source: Lopez-Paz and Ranzato (2017), equation 3.
    """
    return _mean([_less(scores, (blocks, j), (j, j)) for j in range(1, blocks)])


def forward_transfer(scores: Scores, blocks: int) -> float | None:
    """Forward transfer, `FWT = 1/(T-1) sum_{j>1} (R[j-1, j] - R[0, j])`: the effect on blocks that are still to come.

    Source: Lopez-Paz and Ranzato (2017), equation 4, with the empty memory in place of a random network.
    """
    return _mean([_less(scores, (j - 1, j), (0, j)) for j in range(2, blocks + 1)])


def forgetting(scores: Scores, blocks: int) -> float | None:
    """Forgetting, `F = 1/(T-1) sum_{j<T} (max_{1<=l<T} R[l, j] - R[T, j])`: the mean drop from each block's best.

    Source: Chaudhry et al., Riemannian Walk for Incremental Learning (2018), section 3.
    """
    lost: list[float | None] = []
    for j in range(1, blocks):
        earlier = [scores.get((i, j)) for i in range(1, blocks)]
        known = [score for score in (*earlier, scores.get((blocks, j))) if score is not None]
        lost.append(max(known[:-1]) - known[-1] if len(known) == blocks else None)
    return _mean(lost)


def gain(scores: Scores, blocks: int) -> float | None:
    """Gain, `1/T sum_j (R[T, j] - R[0, j])`: the effect of the whole training; zero without learning."""
    return _mean([_less(scores, (blocks, j), (0, j)) for j in range(1, blocks + 1)])


_TRANSFER: tuple[Callable[[Scores, int], float | None], ...] = (
    average_accuracy, backward_transfer, forward_transfer, forgetting, gain,
)  # fmt: skip
"""The figures of transfer; their names are the metrics."""


def _less(scores: Scores, cell: tuple[int, int], other: tuple[int, int]) -> float | None:
    return scores[cell] - scores[other] if cell in scores and other in scores else None


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean; None if a value is missing, so that a figure never hides an unmeasured cell."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def figures(records: Iterable[EpisodeRecord], judged: Judge = recorded_verdict) -> list[Row]:
    """Computes the figures of a run from its records; see `pooled`."""
    return pooled(records, judged).rows()


def pooled(
    records: Iterable[EpisodeRecord],
    judged: Judge = recorded_verdict,
    tick: Callable[[], None] | None = None,
    cutoffs: Sequence[int] = KS,
    slices: Collection[str] = (),
    by_scenario: bool = True,
) -> Pool:
    """Collects the values of a run from its records, over streams or single lives.

    Args:
        records: Episode records in the order of the run.
        judged: Returns the verdicts: as recorded, or `rejudge(ontology)`.
        tick: Called after each record, for progress.
        cutoffs: The k of the retrieval metrics.
        slices: Further parts of a life, from `regulars.evaluation.figures.slices.SLICES`.
        by_scenario: Whether to collect the values of each life of its own too, besides those of all lives together.
    """
    remaining = iter(records)
    first = next(remaining, None)
    if first is None:
        return Pool()
    whole = chain([first], remaining)
    if first.config.stream is None:
        return pooled_lives(whole, judged, tick, cutoffs, slices, by_scenario)
    return _pooled_streams(whole, judged, tick, cutoffs, slices)


def _pooled_streams(
    records: Iterable[EpisodeRecord],
    judged: Judge,
    tick: Callable[[], None] | None,
    cutoffs: Sequence[int],
    slices: Collection[str],
) -> Pool:
    """The values of streams.

    The slice `all` holds the exams after the last block, or the train lives of a regime without exams. Other slices:
    `exam=2,trained=1` is the exam of block 2 after one block of training, `train=1` the train lives of block 1,
    `of=compliance` transfer, and `of=compliance,trained=1` the learning curve.
    """
    pool = Pool()
    cells: dict[tuple[str, str, str], dict[tuple[int, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    names = {place: name for name, place in MEASURES.items()}
    blocks = 0
    for record in records:
        where = record.config.stream
        if where is None:
            raise RecordError(
                "a single life among episodes of streams",
                where=str(record.key),
                remedy="keep each run in its own folder",
            )
        system, cluster, half, blocks = record.key.system, cluster_of(record), where.half, where.blocks
        cell = f"exam={where.block},trained={where.trained}" if half == "exam" else f"train={where.block}"
        pool.enter(record)
        for slice_, metric, value in observations(record, judged, cutoffs, slices):
            if where.is_measured or metric == "faults":
                pool.add(system, "all", slice_, metric, cluster, value)
            if slice_ == "all" and metric != "faults" and half != "heard":
                pool.add(system, "all", cell, metric, cluster, value)
            if half == "exam" and (slice_, metric) in names:
                cells[system, cluster, names[slice_, metric]][where.trained, where.block].append(value)
        if tick is not None:
            tick()
    for (system, cluster, name), found in cells.items():
        scores = {cell: sum(values) / len(values) for cell, values in found.items()}
        for trained in sorted({trained for trained, _ in scores}):
            score = average_accuracy(scores, blocks, trained)
            if score is not None:
                pool.add(system, "all", f"of={name},trained={trained}", "average_accuracy", cluster, score)
        for transfer in _TRANSFER:
            score = transfer(scores, blocks)
            if score is not None:
                pool.add(system, "all", f"of={name}", transfer.__name__, cluster, score)
    return pool
