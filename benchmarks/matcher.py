"""How often the matcher's verdict is the one that a reply means, on an open set and on one held out.

Run: python benchmarks/matcher.py [--markdown] [--chinese]
Both sets are replies written by hand (`tests/rewards/`); the matcher was improved on the open one only, and whoever
wrote the other did not see the matcher. A row is *determined* if its true verdict is not undetermined. Right is the
same verdict with the same score. *Precision* is the share of right ones among the rows where the matcher gave a
determined verdict, *recall* the share of right ones among the truly determined rows, *accuracy* that among all rows.
`determined` is the share of rows that the matcher determined. Intervals are Wilson's (1927), 95 %. Leaves with 1 if
precision or recall misses the bar on the held-out set, with 2 if there is none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from pathlib import Path

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.reply_sets import LabelledReply, read_replies

FOLDER = Path(__file__).parents[1] / "tests" / "rewards" / "verdicts"
OPEN, HELD_OUT = FOLDER / "replies.toml", FOLDER / "replies_held_out.toml"
CHINESE = ("replies_chinese.toml", "replies_chinese_fresh.toml", "replies_chinese_held_out.toml")
"""The Chinese sets: the two that rules were made on, and the one held out."""
BAR = 0.95
"""Of precision and of recall on the held-out set."""
NORMAL_95 = 1.96
"""Quantile of the normal distribution for an interval of 95 %."""
COLUMNS = ("phenomenon", "n", "determined", "precision", "recall", "accuracy")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one row."""

    phenomenon: str
    is_determined: bool
    was_determined: bool
    """By the matcher."""
    is_right: bool


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """NaN where there is nothing to count."""
        return self.hits / self.of if self.of else nan

    def wilson(self) -> tuple[float, float]:
        """Wilson's score interval."""
        if not self.of:
            return nan, nan
        z2 = NORMAL_95**2
        middle = (self.value + z2 / (2 * self.of)) / (1 + z2 / self.of)
        half = NORMAL_95 * sqrt(self.value * (1 - self.value) / self.of + z2 / (4 * self.of**2)) / (1 + z2 / self.of)
        return middle - half, middle + half

    def __str__(self) -> str:
        return f"{self.value:.3f}" if self.of else "-"


def outcome(reply: LabelledReply) -> Outcome:
    found = reply.judged()
    right = found.kind is reply.kind and abs(found.score - reply.score) < 0.005
    undetermined = VerdictKind.UNDETERMINED
    return Outcome(reply.phenomenon, reply.kind is not undetermined, found.kind is not undetermined, right)


def shares(rows: Sequence[Outcome]) -> dict[str, Share]:
    """The measures of a table's row."""
    given = [row for row in rows if row.was_determined]
    true = [row for row in rows if row.is_determined]
    return {
        "determined": Share(len(given), len(rows)),
        "precision": Share(sum(row.is_right for row in given), len(given)),
        "recall": Share(sum(row.is_right for row in true), len(true)),
        "accuracy": Share(sum(row.is_right for row in rows), len(rows)),
    }


def table(rows: Sequence[Outcome], markdown: bool) -> list[str]:
    """A line for each phenomenon, in the file's order, and one for all."""
    cells = [list(COLUMNS)]
    for name in dict.fromkeys(row.phenomenon for row in rows):
        some = [row for row in rows if row.phenomenon == name]
        cells.append([name, str(len(some)), *map(str, shares(some).values())])
    cells.append(["all", str(len(rows)), *map(str, shares(rows).values())])
    if markdown:
        lines = [f"| {' | '.join(line)} |" for line in cells]
        return [lines[0], f"|---{'|---:' * (len(COLUMNS) - 1)}|", *lines[1:]]
    return [f"{line[0]:26}" + "".join(f"{cell:>12}" for cell in line[1:]) for line in cells]


def report(path: Path, markdown: bool) -> dict[str, Share]:
    """Prints the table of a file and gives its overall measures."""
    rows = [outcome(reply) for reply in read_replies(path).replies]
    overall = shares(rows)
    print(f"\n### {path.name}\n" if markdown else f"\n{path.name}")
    print("\n".join(table(rows, markdown)))
    intervals = ", ".join(
        f"{name} {share} [{share.wilson()[0]:.3f}, {share.wilson()[1]:.3f}]"
        for name, share in overall.items()
        if name != "determined"
    )
    print(f"\n{intervals}")
    return overall


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--markdown", action="store_true", help="print the tables as markdown")
    parser.add_argument("--chinese", action="store_true", help="the Chinese sets instead of the English ones")
    given = parser.parse_args()
    if given.chinese:
        *_, overall = (report(FOLDER / name, given.markdown) for name in CHINESE)
        return _verdict(overall)
    report(OPEN, given.markdown)
    if not HELD_OUT.exists():
        print(f"\n{HELD_OUT.name} is missing: there is no held-out figure", file=sys.stderr)
        return 2
    return _verdict(report(HELD_OUT, given.markdown))


def _verdict(overall: dict[str, Share]) -> int:
    met = overall["precision"].value >= BAR and overall["recall"].value >= BAR
    print(f"\nbar {BAR} of precision and recall on the held-out set: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
