"""Learning curves and transfer: the figures of streams, and which figures a run has.

`R[i][j]` is the score on the exam of block j after i blocks of training; i = 0 is before any. It is measured for all i
and j, for each stream by itself. What transfers between blocks is reckoned from it in the terms of continual learning,
and averaged over streams; intervals draw whole streams, since the lives of one hang together by the memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import RecordError
from regulars.evaluation.figures.metrics import Judge, observations, recorded_verdict, rows
from regulars.evaluation.figures.result_rows import Pool, Row

Scores = Mapping[tuple[int, int], float]
"""`R[i, j]`; blocks are numbered from 1, and what was not measured is missing."""

MEASURES = {
    "accuracy_anchor": ("all", "accuracy_anchor"),
    "accuracy_own": ("all", "accuracy_own"),
    "compliance": ("all", "compliance"),
    "manners": ("rules=manners", "compliance"),
    "procedures": ("rules=procedures", "compliance"),
}
"""Of what transfer is reckoned: slice and metric by name. The last two are the parts of `compliance`."""


def average_accuracy(scores: Scores, blocks: int, trained: int | None = None) -> float | None:
    """`ACC = 1/T sum_j R[T, j]`: over all blocks, after the last; or after `trained` blocks, for a learning curve.

    Source: Lopez-Paz and Ranzato, Gradient Episodic Memory for Continual Learning (2017), equation 2.
    """
    after = blocks if trained is None else trained
    return _mean([scores.get((after, j)) for j in range(1, blocks + 1)])


def backward_transfer(scores: Scores, blocks: int) -> float | None:
    """`BWT = 1/(T-1) sum_{j<T} (R[T, j] - R[j, j])`: what later blocks did to earlier ones; below 0 for forgetting.

    Source: Lopez-Paz and Ranzato (2017), equation 3.
    """
    return _mean([_less(scores, (blocks, j), (j, j)) for j in range(1, blocks)])


def forward_transfer(scores: Scores, blocks: int) -> float | None:
    """`FWT = 1/(T-1) sum_{j>1} (R[j-1, j] - R[0, j])`: what earlier blocks did for one that is still to come.

    Source: Lopez-Paz and Ranzato (2017), equation 4, with the empty memory in place of a network at random.
    """
    return _mean([_less(scores, (j - 1, j), (0, j)) for j in range(2, blocks + 1)])


def forgetting(scores: Scores, blocks: int) -> float | None:
    """`F = 1/(T-1) sum_{j<T} (max_{1<=l<T} R[l, j] - R[T, j])`: how far below its best each earlier block ended.

    Source: Chaudhry et al., Riemannian Walk for Incremental Learning (2018), section 3.
    """
    lost: list[float | None] = []
    for j in range(1, blocks):
        earlier = [scores.get((i, j)) for i in range(1, blocks)]
        known = [score for score in (*earlier, scores.get((blocks, j))) if score is not None]
        lost.append(max(known[:-1]) - known[-1] if len(known) == blocks else None)
    return _mean(lost)


def gain(scores: Scores, blocks: int) -> float | None:
    """`1/T sum_j (R[T, j] - R[0, j])`: over all blocks, what the whole training did; zero for who learns nothing."""
    return _mean([_less(scores, (blocks, j), (0, j)) for j in range(1, blocks + 1)])


_TRANSFER: Mapping[str, Callable[[Scores, int], float | None]] = {
    "average_accuracy": average_accuracy,
    "backward_transfer": backward_transfer,
    "forward_transfer": forward_transfer,
    "forgetting": forgetting,
    "gain": gain,
}


def _less(scores: Scores, cell: tuple[int, int], other: tuple[int, int]) -> float | None:
    return scores[cell] - scores[other] if cell in scores and other in scores else None


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean; None where a value is missing, so that no figure hides that something was not measured."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def figures(
    records: Iterable[EpisodeRecord],
    judged: Judge = recorded_verdict,
    tick: Callable[[], None] | None = None,
) -> list[Row]:
    """The figures of a run from its records: of streams if it is one over streams, else of single lives.

    Args:
        records: Episode records, in the order of the run.
        judged: Gives the verdicts: as recorded, or `rejudge(ontology)`.
        tick: Called after each record, for progress.
    """
    all_of_them = iter(records)
    first = next(all_of_them, None)
    if first is None:
        return []
    whole = chain([first], all_of_them)
    return rows(whole, judged, tick) if first.config.stream is None else _stream_rows(whole, judged, tick)


def _stream_rows(records: Iterable[EpisodeRecord], judged: Judge, tick: Callable[[], None] | None) -> list[Row]:
    """Figures of streams.

    The slice `all` holds the exams after the last block (train lives, where there are no exams), `exam=2,trained=1` an
    exam after so many blocks of training, `train=1` the train lives of a block, `of=compliance` transfer, and
    `of=compliance,trained=1` the learning curve.
    """
    pool = Pool()
    cells: dict[tuple[str, str, str], dict[tuple[int, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    names = {place: name for name, place in MEASURES.items()}
    blocks = 0
    for record in records:
        where = record.config.stream
        if where is None:
            raise RecordError("an episode of no stream among those of one", where=str(record.key))
        system, cluster, half, blocks = record.key.system, f"#{record.key.seed}", where.half, where.blocks
        is_main = half == "train" if where.regime == "train" else half == "exam" and where.trained == blocks
        cell = f"exam={where.block},trained={where.trained}" if half == "exam" else f"train={where.block}"
        pool.enter(record)
        for slice_, metric, value in observations(record, judged):
            if is_main or metric == "faults":
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
        for metric, reckon in _TRANSFER.items():
            transferred = reckon(scores, blocks)
            if transferred is not None:
                pool.add(system, "all", f"of={name}", metric, cluster, transferred)
    return pool.rows()
