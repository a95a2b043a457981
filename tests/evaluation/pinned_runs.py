"""The figures of three tiny runs, pinned in `pinned_figures.toml`: a life, a stream and a recording made by hand.

    python tests/evaluation/pinned_runs.py                     # shows what changed, by run, system, slice and metric
    python tests/evaluation/pinned_runs.py --renew "REASON"    # pins the new figures; the reason joins the history

Renew the figures only after a change that is meant to change them. Each cell of the file is `VALUE/N`, followed by
`[LOW,HIGH]` if the run has enough lives for an interval. A dash stands for a figure that the system does not have.
"""

from __future__ import annotations

import json
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import regulars
from regulars.evaluation.figures.curves import figures
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.play.curricula import stream_units
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.streams import StreamPlayer
from regulars.evaluation.systems.systems import STREAM_REFERENCES, systems
from regulars.scenarios.generator import generate
from regulars.scenarios.suite import Suite

PINNED = Path(__file__).with_name("pinned_figures.toml")
RECORDING = Path(__file__).with_name("pinned_recording.json")
ABSENT = "-"

Table = dict[str, dict[str, str]]
"""Cells by `SLICE METRIC` and system."""


def life() -> Sequence[Row]:
    """A life of two namesakes with noise, and so few tokens that every system misses something."""
    kinds = {
        "single-session-user": 2, "single-session-assistant": 1, "knowledge-update": 2, "abstention": 4,
        "adversarial": 2, "counterfactual": 1,
    }  # fmt: skip
    scenario = generate(
        2, users=2, sessions=6, probes_per_session=7, anchors=2, kinds=kinds, special=0.4, projects=1, rules=2,
        relays=1, forgets=1, reminders=1, reasons=0.5, deadlines=0.3, namesakes=True, personas=True,
        modes={"open": 0.4, "asked": 0.3, "trusted": 0.3},
        phrasings={"direct": 0.4, "in_passing": 0.2, "unmarked": 0.2, "piecemeal": 0.2},
    )  # fmt: skip
    return regulars.evaluate(
        "mem0-v3,memorybank,keep-me-updated,bm25-session", data=[scenario], seeds=1, references=True,
        noise="changed-minds:.3+omissions:.2", k=6, budget=80,
    ).rows  # fmt: skip


def stream() -> Sequence[Row]:
    """A stream of two blocks, with exams before and after each."""
    small = {"blocks": 2, "people": 1, "cohorts": 1, "rules": 3, "sessions": 4, "probes_per_session": 2}
    suite = Suite("tiny", 1, "", (), stream={**small, "regulars": 0.0, "rho": 1.0, "language": False})
    compared = systems(["rmm", "lesson-counts", "rememberer", "bm25-session"], references=STREAM_REFERENCES)
    _, units = stream_units(suite, 1, "on-policy", "evaluative", compared)
    with TemporaryDirectory() as folder:
        player = StreamPlayer(Conditions({"feedback": "evaluative"}), Path(folder))
        with closing(player):
            return figures([player.play(unit) for unit in units])


def recording() -> Sequence[Row]:
    """Two conversations in LoCoMo's format."""
    return regulars.evaluate("mem0-v3,memorybank,keep-me-updated,bm25-session", data=RECORDING, references=True).rows


RUNS: Mapping[str, Callable[[], Sequence[Row]]] = {"life": life, "stream": stream, "recording": recording}


def table_of(rows: Iterable[Row]) -> Table:
    """The figures over all scenarios as cells."""
    found: Table = {}
    for row in rows:
        if row.scenario == "all":
            interval = "" if row.ci95 is None else "[{:g},{:g}]".format(*row.ci95)
            found.setdefault(f"{row.slice} {row.metric}", {})[row.system] = f"{row.value:.9g}/{row.n}{interval}"
    return found


def read(path: Path = PINNED) -> tuple[dict[str, Table], list[str]]:
    """The pinned tables by run, and the history."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tables = {}
    for name, run in data["runs"].items():
        columns = run["systems"].split()
        tables[name] = {
            f"{slice_} {metric}": {
                system: cell for system, cell in zip(columns, cells.split(), strict=True) if cell != ABSENT
            }
            for slice_, metrics in run["slices"].items()
            for metric, cells in metrics.items()
        }
    return tables, data["history"]


def write(tables: Mapping[str, Table], history: Sequence[str], path: Path = PINNED) -> None:
    """Writes the file."""
    path.write_text("\n".join(_lines(tables, history)) + "\n", encoding="utf-8")


def _lines(tables: Mapping[str, Table], history: Sequence[str]) -> Iterator[str]:
    yield "# Written by pinned_runs.py, which explains the cells. Do not edit by hand."
    yield "history = ["
    yield from (f"    {json.dumps(entry, ensure_ascii=False)}," for entry in history)
    yield "]"
    for name, table in tables.items():
        columns = list(dict.fromkeys(system for cells in table.values() for system in cells))
        widths = [
            max(len(column), *(len(cells.get(column, ABSENT)) for cells in table.values())) + 2 for column in columns
        ]
        label = max(len(figure.rpartition(" ")[2]) for figure in table) + 2
        by_slice: dict[str, list[tuple[str, dict[str, str]]]] = {}
        for figure, cells in table.items():
            slice_, _, metric = figure.rpartition(" ")
            by_slice.setdefault(slice_, []).append((metric, cells))
        yield f"\n[runs.{name}]"
        yield f'{"systems":{label}} = "{_padded(columns, widths)}"'
        for slice_, rows in by_slice.items():
            yield f"\n[runs.{name}.slices.{json.dumps(slice_)}]"
            for metric, cells in rows:
                line = _padded([cells.get(column, ABSENT) for column in columns], widths)
                yield f'{json.dumps(metric):{label}} = "{line}"'


def _padded(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def differences(old: Table, new: Table) -> list[tuple[str, str, str, str]]:
    """The cells that differ: system, `SLICE METRIC`, old cell and new cell, by system."""
    found = [
        (system, figure, before.get(system, ABSENT), after.get(system, ABSENT))
        for figure in dict.fromkeys([*old, *new])
        for before, after in [(old.get(figure, {}), new.get(figure, {}))]
        for system in dict.fromkeys([*before, *after])
        if before.get(system) != after.get(system)
    ]
    order = list(dict.fromkeys(system for table in (old, new) for cells in table.values() for system in cells))
    return sorted(found, key=lambda one: order.index(one[0]))


def main(arguments: Sequence[str], path: Path = PINNED, runs: Mapping[str, Callable[[], Sequence[Row]]] = RUNS) -> int:
    """Shows or renews the figures. Returns the exit code: 1 for differences, 2 for a missing reason."""
    parser = ArgumentParser(description="Compares the figures of three tiny runs with the pinned ones.")
    parser.add_argument(
        "--renew", metavar="REASON", nargs="?", const="", help="pin the new figures; say why they changed"
    )
    reason: str | None = parser.parse_args(arguments).renew
    if reason is not None and not reason.strip():
        print('say why the figures changed: --renew "REASON"', file=sys.stderr)
        return 2
    pinned, history = read(path) if path.exists() else ({}, [])
    played = {name: table_of(play()) for name, play in runs.items()}
    changed = 0
    for name, table in played.items():
        for system, figure, before, after in differences(pinned.get(name, {}), table):
            changed += 1
            print(f"{name}  {system}  {figure}: {before} -> {after}")
    if not changed:
        print("no figure has changed")
        return 0
    print(f"{changed} figures have changed")
    if reason is None:
        return 1
    write(played, [*history, f"{len(history) + 1}. {reason.strip()}"], path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
