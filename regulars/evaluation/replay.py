"""`regulars.replay`: measures a recorded run again from its records, without playing an episode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike

from regulars.evaluation.figures.agreement import RaterAgreement
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.metrics import rejudge
from regulars.evaluation.figures.result_rows import Difference, Row
from regulars.evaluation.figures.slices import check_slices
from regulars.evaluation.runs.config import check_cutoffs
from regulars.evaluation.runs.finished import Run, comparable, row_named
from regulars.evaluation.runs.recorded import RecordedRun, open_run
from regulars.rewards.metrics.retrieval import KS
from regulars.scenarios.language.packs import ontology_of


def replay(
    run: str | PathLike[str],
    tick: Callable[[], None] | None = None,
    *,
    against: str | None = None,
    cutoffs: Sequence[int] | None = None,
    slices: Sequence[str] = (),
) -> Run:
    """Measures a recorded run again, with the current matcher.

    Args:
        run: A folder that `evaluate` wrote.
        tick: Called after each record, for progress.
        against: The name of a row that all others are compared with; see `Run.differences`.
        cutoffs: The values of k in retrieval metrics; by default those of the run.
        slices: Further slices to measure: `session` adds slices such as `session=3`; `distance` adds slices such as
            `distance=0-50`, the number of utterances between evidence and question.

    Returns:
        The run. Its `notes` report missing episodes and the records that were skipped: those modified after they were
        written, duplicated, from another run, or unreadable.

    Raises:
        ConfigurationError: A slice is unknown, or a cutoff is not a whole number from 1 to the run's k.
        RecordError: The folder holds no valid record.
        UnknownNameError: The run has no row named `against`.
    """
    check_slices(slices)
    recorded = open_run(run)
    if cutoffs is None:
        cutoffs = recorded.manifest.cutoffs if recorded.manifest is not None else KS
    else:
        check_cutoffs(cutoffs, recorded.manifest.k if recorded.manifest is not None else None)
    systems = recorded.index.systems
    forked = [name for name, (is_forked, _) in systems.items() if is_forked]
    against = row_named(against, list(systems)) if against is not None else None
    peers = comparable(against, list(systems), forked)
    pool = pooled(recorded.records, rejudge(ontology_of), tick, cutoffs, slices)
    differences = pool.differences(against, peers) if against is not None else []
    return as_run(recorded, pool.rows(), differences, pool.agreement())


def as_run(
    recorded: RecordedRun, rows: list[Row], differences: list[Difference], agreement: list[RaterAgreement]
) -> Run:
    """A recorded run with these figures."""
    index, systems = recorded.index, recorded.index.systems
    return Run(
        rows,
        list(systems),
        recorded.named,
        index.faults,
        forked=[name for name, (is_forked, _) in systems.items() if is_forked],
        unforked=recorded.manifest.unforked if recorded.manifest is not None else {},
        unbounded=[name for name, (_, is_unbounded) in systems.items() if is_unbounded],
        cut=index.cut,
        notes=recorded.notes,
        suites=index.suites,
        regime=index.regime,
        differences=differences,
        agreement=agreement,
        labels=recorded.manifest.labels if recorded.manifest is not None else {},
    )
