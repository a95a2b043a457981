"""`regulars.replay`: scores the records of a run again, without stepping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from regulars.datasets.record import read_records
from regulars.evaluation.evaluate import EPISODES, Run
from regulars.evaluation.metrics import rejudge, rows
from regulars.scenarios.attributes import load_ontology

__all__ = ["replay"]


def replay(run: str | Path, tick: Callable[[], None] | None = None) -> Run:
    """The figures of a run from its records alone, with today's matcher.

    Args:
        run: A folder that `evaluate` wrote.
        tick: Called after each record, for progress.

    Raises:
        RecordError: The folder holds no records, or one that cannot be read.
    """
    folder = Path(run)
    records = list(read_records(folder / EPISODES))
    scored = rows(records, rejudge(load_ontology()), tick)
    names = list(dict.fromkeys(record["key"]["system"] for record in records))
    branched = {name for name in names if _all(records, name, "probes", "fork")}
    unbounded = {name for name in names if _all(records, name, "unbounded", True)}
    faults = [(record["key"], record["fault"]) for record in records if not record["valid"]]
    return Run(
        scored,
        names,
        folder,
        faults,
        forked=[name for name in names if name in branched],
        unbounded=[name for name in names if name in unbounded],
    )


def _all(records: list[dict[str, Any]], system: str, option: str, value: object) -> bool:
    return all(record["config"].get(option) == value for record in records if record["key"]["system"] == system)
