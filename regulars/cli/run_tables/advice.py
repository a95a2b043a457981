"""Warnings about figures that mislead, and one line of advice: the next step that tells most about a run."""

from __future__ import annotations

from collections import Counter

from regulars.cli.run_tables.judges import without_vote
from regulars.cli.run_tables.systems import FLAGGED, SystemTable, is_flagged, overall
from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.systems.systems import is_bound
from regulars.scenarios.reliving import is_relived

READER_LIMIT = 0.9
"""The accuracy with all evidence recalled below which answers measure the reader as much as the memory."""
_READING = "reading="
_ORACLE_READING = "reading=oracle"


def warnings(run: Run) -> list[str]:
    """What to know before reading the figures: marks of rows, cut episodes, and questions that the reader misreads."""
    lines = []
    if any(name in run.unbounded for name in run.systems):
        lines.append("* reads more than the other rows may: no token budget, or hidden data")
    if any(is_flagged(run, name) for name in run.systems):
        lines.append(f"(!) more than {FLAGGED:.0%} of the verdicts are undetermined: the accuracy is a lower bound")
    played = {row.system: row.n for row in run.rows if row.metric == "faults" and row.slice == row.scenario == "all"}
    for system, count in Counter(key.system for key in run.cut).items():
        lines.append(
            f"warning: {system}: a budget cut {count} of {played.get(system, count)} episodes short; (accuracy) covers "
            "only the questions before the cut and is no result, planned counts the others as wrong"
        )
    lines += [f"(!) {lost}"] if (lost := without_vote(run)) else []
    if any(map(is_relived, run.suites)) and not any(row.metric == "judge_accuracy" for row in run.rows):
        lines.append("answers of relived conversations are not judged here: name a model with --judge")
    return [*lines, *_misread(run)]


def _misread(run: Run) -> list[str]:
    """Rows whose assistant reads contexts by itself, and often fails with all evidence in its context."""
    figures = overall(run)
    lines = []
    for name in run.systems:
        use = figures.get((name, "use"))
        reads = _READING in name.partition(" + ")[0] and _ORACLE_READING not in name
        if reads and use is not None and use.value < READER_LIMIT:
            lines.append(
                f"warning: {name}: the reader misses {1 - use.value:.0%} of the answers that stand in the recalled "
                f"evidence: wordings of {', '.join(run.suites) or 'this data'} are beyond it, and accuracy measures "
                "the reader too"
            )
    return lines


def advice(run: Run) -> str:
    """The next step that tells most about the run."""
    names = [name for name in run.systems if name in run.forked] or run.systems
    table = SystemTable(run, names)
    kept = f"regulars explain {run.out}" if run.out is not None else "--out RUN, then regulars explain RUN"
    if run.cut:
        return "raise --limits until no episode is cut, then compare"
    if run.faults:
        return f"look into the faults first: {kept} lists their episodes"
    rows = [overall(run).get((name, table.columns[0][1])) for name in table.systems] if table.columns else []
    found = [row for row in rows if row is not None]
    if found and all(row.ci95 is None for row in found):
        return f"fewer than {LEAST_CLUSTERS} lives give no intervals: {_more_lives(run)}"
    if len(found) > 1 and not run.differences:
        best, second = found[0], found[1]
        if best.ci95 is not None and second.value >= best.ci95[0]:
            test = f"regulars compare {run.out} --against" if run.out is not None else "--against"
            return f"the first rows are close: test them with {test} {best.system}"
    losing = next((name for name in table.systems if not is_bound(name)), None)
    return f"{kept}{f' --system {losing}' if losing else ''} shows where answers were lost"


def _more_lives(run: Run) -> str:
    """How to get more lives: seeds repeat a given conversation or scenario, and only those of a suite are new lives."""
    if run.recorded or any(map(is_relived, run.suites)):
        return "add conversations to the data"
    return "play more --seeds of a suite, or add scenarios to the file of --data"
