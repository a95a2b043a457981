"""`regulars.replay`: scores the records of a run again, without stepping."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.datasets.record import is_unchanged, read_records
from regulars.errors import RecordError
from regulars.evaluation.curves import figures
from regulars.evaluation.metrics import rejudge
from regulars.evaluation.runs import CONFIG, EPISODES, Run, read_json
from regulars.scenarios.language.packs import ontology_of


def replay(run: str | PathLike[str], tick: Callable[[], None] | None = None) -> Run:
    """The figures of a run from its records alone, with today's matcher.

    Args:
        run: A folder that `evaluate` wrote.
        tick: Called after each record, for progress.

    Returns:
        The figures; `notes` say where episodes are missing or were changed after they were written.

    Raises:
        RecordError: The folder holds no records, one that cannot be read, or one twice.
    """
    folder = Path(run)
    records = list(read_records(folder / EPISODES))
    if not records:
        raise RecordError("there are no episodes", where=str(folder / EPISODES), remedy="complete it with --resume")
    keys = [tuple(record["key"].values()) for record in records]
    if len(set(keys)) < len(keys):
        raise RecordError("an episode stands twice", where=str(folder / EPISODES), remedy="leave one out")
    scored = figures(records, rejudge(ontology_of), tick)
    names = list(dict.fromkeys(record["key"]["system"] for record in records))
    branched = {name for name in names if _all(records, name, "probes", "fork")}
    unbounded = {name for name in names if _all(records, name, "unbounded", True)}
    return Run(
        scored,
        names,
        folder,
        [(record["key"], record["fault"]) for record in records if not record["valid"]],
        forked=[name for name in names if name in branched],
        unbounded=[name for name in names if name in unbounded],
        notes=_notes(folder, records),
        suites=list(dict.fromkeys(record["scenario"]["suite"] for record in records)),
        regime=records[0]["config"].get("stream", {}).get("regime", ""),
    )


def _all(records: list[dict[str, Any]], system: str, option: str, value: object) -> bool:
    return all(record["config"].get(option) == value for record in records if record["key"]["system"] == system)


def _notes(folder: Path, records: list[dict[str, Any]]) -> list[str]:
    notes = []
    config = folder / CONFIG
    written = read_json(config) if config.exists() else {}
    planned = len(written.get("units", records)) if isinstance(written, dict) else len(records)
    if len(records) < planned:
        notes.append(f"{len(records)} of {planned} episodes are there: complete the run with evaluate --resume")
    changed = sum(not is_unchanged(record) for record in records)
    if changed:
        notes.append(f"{changed} episodes were changed after they were written: see regulars validate")
    return notes
