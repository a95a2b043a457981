"""`regulars.replay`: measures a recorded run again from its records, without playing an episode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike

from regulars.datasets.codec import is_unchanged
from regulars.datasets.episode_record import EpisodeConfig
from regulars.errors import RecordError
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.metrics import rejudge
from regulars.evaluation.runs.config import check_cutoffs
from regulars.evaluation.runs.finished import Run, comparable, row_named
from regulars.evaluation.runs.folder import EPISODES
from regulars.evaluation.runs.recorded import RecordedRun, open_run
from regulars.rewards.metrics.retrieval import KS
from regulars.scenarios.language.packs import ontology_of


def replay(
    run: str | PathLike[str],
    tick: Callable[[], None] | None = None,
    *,
    against: str | None = None,
    cutoffs: Sequence[int] | None = None,
) -> Run:
    """Measures a recorded run again, with the current matcher.

    Args:
        run: A folder that `evaluate` wrote.
        tick: Called after each record, for progress.
        against: The name of a row that all others are compared with; see `Run.differences`.
        cutoffs: The k of the retrieval metrics; by default those of the run.

    Returns:
        The run. Its `notes` report missing episodes, and episodes that were changed after they were written.

    Raises:
        ConfigurationError: A cutoff is not a whole number from 1, or is above the k of the run.
        RecordError: The folder holds no records, a duplicate, or one that cannot be read.
        UnknownNameError: The run has no row named `against`.
    """
    recorded = open_run(run)
    if cutoffs is None:
        cutoffs = recorded.manifest.cutoffs if recorded.manifest is not None else KS
    else:
        check_cutoffs(cutoffs, recorded.manifest.k if recorded.manifest is not None else None)
    records = recorded.records
    if len({record.key for record in records}) < len(records):
        raise RecordError("duplicate episode", where=str(recorded.folder / EPISODES), remedy="remove one of the two")
    configs: dict[str, list[EpisodeConfig]] = {}
    for record in records:
        configs.setdefault(record.key.system, []).append(record.config)
    stream = records[0].config.stream
    forked = [name for name, made in configs.items() if all(config.probes == "fork" for config in made)]
    against = row_named(against, list(configs)) if against is not None else None
    peers = comparable(against, list(configs), forked)
    pool = pooled(records, rejudge(ontology_of), tick, cutoffs)
    return Run(
        pool.rows(),
        list(configs),
        recorded.folder,
        [(record.key, record.fault) for record in records if not record.valid],
        forked=forked,
        unbounded=[name for name, made in configs.items() if all(config.unbounded for config in made)],
        notes=_notes(recorded),
        suites=list(dict.fromkeys(record.scenario.suite for record in records)),
        regime=stream.regime if stream is not None else "",
        differences=pool.differences(against, peers) if against is not None else [],
        agreement=pool.agreement(),
        labels=recorded.manifest.labels if recorded.manifest is not None else {},
    )


def _notes(run: RecordedRun) -> list[str]:
    notes = []
    planned = len(run.manifest.units) if run.manifest is not None else 0
    if len(run.records) < planned:
        notes.append(f"only {len(run.records)} of {planned} episodes: complete the run with evaluate --resume")
    changed = sum(not is_unchanged(record) for record in run.records)
    if changed:
        notes.append(f"{changed} episodes were edited after they were written: see regulars validate")
    return notes
