"""Writes the table of docs/memory_compared.md from a run of all memory systems.

Run: regulars evaluate --memory all --suite core --seeds 1 --out RUN
     python benchmarks/memory_table.py RUN [--page docs/memory_compared.md] [--base bm25-turn]

Rows are sorted by accuracy (anchors), each with its difference to the base over the same lives. `write`, `read` and
`use` are shares of all planned questions that have an answer: no item was made or it was changed or forgotten; it was
held and not recalled; it was recalled and the reply says something else or abstains. Readers of statements are left out
of the names. Exit code 1 if the page has no marks between which the table stands.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import regulars
from regulars import registry
from regulars.evaluation.runs.finished import Run

BEGIN, END = "<!-- table of a run -->\n", "<!-- end of the table -->\n"
RANKS = "accuracy_anchor"
FAMILIES = {entry.name: str(entry.marks.get("family", "")) for entry in registry.entries("memory")}
STAGES = (("failed_not_written", "failed_changed", "failed_forgotten"), ("failed_not_recalled",),
          ("failed_not_used", "failed_misused"))  # fmt: skip


def shown(value: float | None, sign: str = "") -> str:
    """A figure with three decimals and no zero before the point; a dash for none."""
    return "-" if value is None else f"{value:{sign}.3f}".replace("0.", ".", 1 if abs(value) < 1 else 0)


def cells(run: Run, system: str, base: str) -> list[str]:
    """The cells of one system's row."""
    name = system.partition(":")[0]
    row = next(row for row in run.rows if row.system == system and row.metric == RANKS and row.scenario == "all")
    low, high = row.ci95 or (None, None)
    against = ""
    if system != base:
        one = run.difference(system, RANKS)
        least, most = one.ci95 or (None, None)
        against = f"{shown(one.value, '+')} [{shown(least, '+')} {shown(most, '+')}]"
        if least is not None and most is not None and (least > 0 or most < 0):
            against = f"**{against}**"
    tokens = run.value(system, "tokens")
    stages = [sum(run.value(system, metric) or 0.0 for metric in metrics) for metrics in STAGES]
    return [
        f"`{name}`{'*' if system in run.unbounded else ''}",
        FAMILIES.get(name, "references"),
        f"{shown(row.value)} [{shown(low)} {shown(high)}]",
        against,
        shown(run.value(system, "accuracy_own")),
        shown(run.value(system, "recall_all@10")),
        "-" if tokens is None else f"{tokens:.0f}",
        *map(shown, stages),
    ]


def table(run: Run, base: str) -> str:
    """All rows as Markdown, best first."""
    heads = ["system", "family", "accuracy (anchors)", f"minus `{base}`", "accuracy", "recall@10", "tokens"]
    rows = [[*heads, "failed: write", "read", "use"], ["---"] * (len(heads) + 3)]
    rows += [
        cells(run, system, base) for system in sorted(run.systems, key=lambda one: -(run.value(one, RANKS) or 0.0))
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="the folder of the run")
    parser.add_argument("--page", type=Path, help="a page with marks; without it the table is printed")
    parser.add_argument("--base", default="bm25-turn", help="the system that the others are compared with")
    given = parser.parse_args()
    written = table(regulars.replay(given.run, against=given.base), given.base)
    if given.page is None:
        print(written, end="")
        return 0
    text = given.page.read_text("utf-8")
    if BEGIN not in text or END not in text:
        print(f"{given.page}: lacks {BEGIN.strip()} and {END.strip()}", file=sys.stderr)
        return 1
    before, rest = text.split(BEGIN, 1)
    given.page.write_text(f"{before}{BEGIN}\n{written}\n{END}{rest.split(END, 1)[1]}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
