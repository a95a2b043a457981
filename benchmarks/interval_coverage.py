"""How often the printed 95 % intervals hold the true value, and how often two equally good systems are told apart.

Run: python benchmarks/interval_coverage.py [--repetitions 2000] [--lives 120]
Every line has 5, 6, 12 and 24 lives, in three parts:
*one system*: lives of unequal size whose answers are alike within a life. The chance of a right answer has a normal
part of the life, one of the question, and one of the system's own; `life` is the first one's share of the variance.
*two systems*: the same, where both meet the same lives and questions. `question` is the second one's share of the rest.
A/A are two equally good systems, A/B two of which the second has a rate nearer to the middle by a tenth.
*lives played*: lives of one person of the suite `smoke`, played with two memories, are the population from which lives
are drawn with replacement. A/A gives each system the answer of one memory or the other to each question, by a coin. The
reward has no bar: its distribution is skewed, and over five lives no method allows for that.
Coverage is the share of intervals that hold the true value; `told apart` the share of p-values below .05.
Bars: coverage .93 to .97, A/A told apart .03 to .07. Cells in brackets have no bar: fewer than ten right or fewer than
ten wrong answers are expected in the table, or the lives of two systems differ by fewer than ten of them. There the
intervals are wide, and equal systems are told apart too seldom. Leaves with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

import regulars
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_files import read_records
from regulars.dialogue import VerdictKind
from regulars.evaluation.figures.metrics import recorded_verdict
from regulars.evaluation.figures.statistics import interval, paired_difference
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario

LIVES = (5, 6, 12, 24)
RATES = (0.02, 0.1, 0.3, 0.5, 0.9, 0.98)
SIZES = {"4-12": (4, 12), "15-40": (15, 40)}
"""The smallest and the largest number of answers in a life: anchors, and all other questions."""
WITHIN = (0.0, 0.1, 0.2)
LIFE = 0.1
QUESTION = (0.3, 0.8)
COVERAGE_BAR = (0.93, 0.97)
REJECTION_BAR = (0.03, 0.07)
LEAST_EXPECTED = 10.0
LEVEL = 0.05
NEARER = 0.1
ROUNDING = 1e-6
SEED = 20250106
MEMORIES = ("bm25-turn", "recency")
ACCURACIES = ("accuracy_anchor", "accuracy_own")
REWARD = "reward"

Numbers = NDArray[np.float64]


@dataclass(slots=True)
class Line:
    """The cells of one measure on one line, and how many of them missed the bar."""

    bar: tuple[float, float]
    missed: int = 0
    cells: str = ""

    def add(self, share: float, has_bar: bool) -> None:
        """Adds the cell of one number of lives."""
        low, high = self.bar
        is_missed = has_bar and not low <= share <= high
        self.missed += is_missed
        text = f"{share:.3f}".removeprefix("0")
        self.cells += f"{text if has_bar else f'({text})':>8}{'!' if is_missed else ' '}"


@dataclass(slots=True)
class Hits:
    """What became of the repetitions of one cell."""

    repetitions: int = 0
    held: int = 0
    told_apart: int = 0

    def add(self, bounds: tuple[float, float] | None, truth: float, p: float | None = None) -> None:
        """Counts one repetition."""
        self.repetitions += 1
        self.held += bounds is not None and bounds[0] - ROUNDING <= truth <= bounds[1] + ROUNDING
        self.told_apart += p is not None and p < LEVEL

    @property
    def coverage(self) -> float:
        """The share of intervals that held the truth."""
        return self.held / self.repetitions

    @property
    def rejected(self) -> float:
        """The share of p-values below .05."""
        return self.told_apart / self.repetitions


def head(width: int = len(LIVES)) -> str:
    """The numbers of lives, as the heads of columns."""
    return "".join(f"{lives:>8} " for lives in LIVES[:width])


# ---------------------------------------------------------------------- simulated lives


def right_answers(
    random: np.random.Generator, size: str, lives: int, rates: Sequence[float], life: float, question: float
) -> tuple[Numbers, list[Numbers]]:
    """The number of answers in each life, and for each system how many of them are right.

    All systems meet the same lives and questions. Each rate is the chance of a right answer over all lives.
    """
    low, high = SIZES[size]
    sizes = random.integers(low, high + 1, lives)
    asked = np.arange(high) < sizes[:, None]
    shared = sqrt(life) * random.normal(size=(lives, 1))
    shared = shared + sqrt((1 - life) * question) * random.normal(size=(lives, high))
    found = []
    for rate in rates:
        own = sqrt((1 - life) * (1 - question)) * random.normal(size=(lives, high))
        right = (shared + own < NormalDist().inv_cdf(rate)) & asked
        found.append(right.sum(axis=1).astype(float))
    return sizes.astype(float), found


def one_system(repetitions: int) -> int:
    """Prints the coverage of the interval of one system. Returns how many bars were missed."""
    print(f"\none system: coverage\n{'answers':8}{'life':>6}{'rate':>6}  {head()}")
    missed = 0
    for size, life, rate in product(SIZES, WITHIN, RATES):
        line = Line(COVERAGE_BAR)
        for lives in LIVES:
            random, hits = np.random.default_rng(SEED), Hits()
            for _ in range(repetitions):
                sizes, (right,) = right_answers(random, size, lives, (rate,), life, 0.0)
                hits.add(interval(right.tolist(), sizes.tolist(), share=True), rate)
            rarer = lives * sum(SIZES[size]) / 2 * min(rate, 1 - rate)
            line.add(hits.coverage, rarer >= LEAST_EXPECTED)
        print(f"{size:8}{life:6.1f}{rate:6.2f}  {line.cells}", flush=True)
        missed += line.missed
    return missed


def two_systems(repetitions: int) -> int:
    """Prints how often equal systems are told apart, and the coverage of a difference. Returns the missed bars."""
    names = ("A/A told apart", "A/A coverage", "A/B coverage")
    print(f"\ntwo systems\n{'':23}" + "".join(f"{name:38}" for name in names))
    print(f"{'answers':8}{'question':>9}{'rate':>6}  " + "  ".join([head()] * 3))
    missed = 0
    for size, question, rate in product(SIZES, QUESTION, RATES):
        lines = Line(REJECTION_BAR), Line(COVERAGE_BAR), Line(COVERAGE_BAR)
        other = rate + (NEARER if rate < 0.5 else -NEARER)
        for lives in LIVES:
            random, same, unlike, disagreed = np.random.default_rng(SEED), Hits(), Hits(), 0.0
            for _ in range(repetitions):
                sizes, rights = right_answers(random, size, lives, (rate, rate, other), LIFE, question)
                first, second, third = ((right.tolist(), sizes.tolist()) for right in rights)
                found = paired_difference(first, second, share=True)
                same.add(found.ci95, 0.0, found.p)
                unlike.add(paired_difference(third, first, share=True).ci95, other - rate)
                disagreed += float(np.abs(rights[0] - rights[1]).sum())
            has_bar = disagreed / repetitions >= LEAST_EXPECTED
            for line, share in zip(lines, (same.rejected, same.coverage, unlike.coverage), strict=True):
                line.add(share, has_bar)
        print(f"{size:8}{question:9.1f}{rate:6.2f}  " + "  ".join(line.cells for line in lines), flush=True)
        missed += sum(line.missed for line in lines)
    return missed


# ---------------------------------------------------------------------- lives played


def played(lives: int) -> dict[str, Numbers]:
    """Plays both memories in one-person lives of `smoke`.

    Returns:
        By metric, four numbers for each life: questions that both memories answer right, that the first alone does,
        that the second alone does, and all questions that both were asked. Of the reward: of both, and nothing else.
    """
    with TemporaryDirectory() as folder:
        with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("playing", total=None)
            regulars.evaluate(
                ",".join(MEMORIES), data=[life for _, _, life in population(lives)], seeds=1, references=False,
                out=Path(folder) / "RUN", progress=lambda done: bar.update(task, completed=done.done, total=done.total),
            )  # fmt: skip
        by_life: dict[str, list[EpisodeRecord]] = defaultdict(list)
        for record in read_records(Path(folder) / "RUN" / "episodes.jsonl"):
            by_life[record.key.scenario].append(record)
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for first, second in by_life.values():
        found[REWARD].append((first.score or 0.0, second.score or 0.0))
        for metric in ACCURACIES:
            here, there = rights(first, metric), rights(second, metric)
            pairs = [(here[id], there[id]) for id in here if id in there]
            if pairs:
                cells = (pairs.count((True, True)), pairs.count((True, False)), pairs.count((False, True)), len(pairs))
                found[metric].append(cells)
    return {metric: np.array(found[metric], dtype=float) for metric in (*ACCURACIES, REWARD)}


def population(lives: int) -> Iterator[tuple[str, int, Scenario]]:
    """Lives of one person of `smoke`: a run holds as many of each plan as the suite says, so plans are no chance."""
    seeds = -(-lives // sum(len(life.persons) == 1 for _, _, life in suite_scenarios("smoke")))
    alone = (one for one in suite_scenarios("smoke", seeds) if len(one[2].persons) == 1)
    return islice(alone, lives)


def rights(record: EpisodeRecord, metric: str) -> dict[str, bool]:
    """Which questions of an episode were answered right, by id."""
    return {
        probe.id: recorded_verdict(record, probe, probe.first).kind is VerdictKind.CORRECT
        for probe in record.probes
        if probe.first is not None and probe.first.expectation is not None and probe.anchor == (metric == ACCURACIES[0])
    }


def lives_played(many: int, repetitions: int) -> int:
    """Prints coverage and rejections over draws from lives that were played. Returns how many bars were missed."""
    names = (f"coverage, {MEMORIES[0]}", "A/A told apart", "coverage of the difference")
    print(f"\nlives played: {many} of smoke, with {' and '.join(MEMORIES)}")
    print(f"{'':33}" + "".join(f"{name:38}" for name in names))
    print(f"{'metric':17}{'mean':>7}{'within':>7}  " + "  ".join([head()] * 3))
    missed = 0
    for metric, cells in played(many).items():
        lines = Line(COVERAGE_BAR), Line(REJECTION_BAR), Line(COVERAGE_BAR)
        share = metric != REWARD
        first, second = (cells[:, 0] + cells[:, 1], cells[:, 0] + cells[:, 2]) if share else (cells[:, 0], cells[:, 1])
        size = cells[:, 3] if share else np.ones(len(cells))
        rate = first.sum() / size.sum()
        apart = rate - second.sum() / size.sum()
        for lives in LIVES:
            random, one, same, unlike = np.random.default_rng(SEED), Hits(), Hits(), Hits()
            for _ in range(repetitions):
                drawn = random.integers(len(cells), size=lives)
                sizes = size[drawn].tolist()
                one.add(interval(first[drawn].tolist(), sizes, share=share), rate)
                ours, theirs = (first[drawn].tolist(), sizes), (second[drawn].tolist(), sizes)
                unlike.add(paired_difference(ours, theirs, share=share).ci95, apart)
                if share:
                    both, single = cells[drawn, 0], cells[drawn, 1] + cells[drawn, 2]
                    won = random.binomial(single.astype(int), 0.5)
                    ours, theirs = ((both + part).tolist() for part in (won, single - won))
                    found = paired_difference((ours, sizes), (theirs, sizes), share=True)
                    same.add(found.ci95, 0.0, found.p)
            rarer = lives * float(size.mean()) * min(rate, 1 - rate)
            lines[0].add(one.coverage, share and rarer >= LEAST_EXPECTED)
            lines[2].add(unlike.coverage, share and rarer >= LEAST_EXPECTED)
            if share:
                lines[1].add(same.rejected, lives * float(cells[:, 1:3].sum(axis=1).mean()) >= LEAST_EXPECTED)
            else:
                lines[1].cells += f"{'-':>8} "
        within = f"{_within(first, size):7.2f}" if share else f"{'-':>7}"
        print(f"{metric:17}{rate:7.2f}{within}  " + "  ".join(line.cells for line in lines), flush=True)
        missed += sum(line.missed for line in lines)
    return missed


def _within(sums: Numbers, counts: Numbers) -> float:
    """The correlation of answers within a life (analysis of variance of 0 and 1 with unequal sizes)."""
    rate, lives, answers = sums.sum() / counts.sum(), len(sums), counts.sum()
    between = float((counts * (sums / counts - rate) ** 2).sum()) / (lives - 1)
    inside = float((sums * (1 - sums / counts)).sum()) / (answers - lives)
    usual = (answers - (counts**2).sum() / answers) / (lives - 1)
    return (between - inside) / (between + (usual - 1) * inside) if between + inside else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=2000, help="draws per cell")
    parser.add_argument("--lives", type=int, default=120, help="lives to play; 0 leaves out the third part")
    given = parser.parse_args()
    missed = one_system(given.repetitions) + two_systems(given.repetitions)
    missed += lives_played(given.lives, given.repetitions) if given.lives else 0
    print(f"\nbars: coverage {COVERAGE_BAR}, A/A told apart {REJECTION_BAR}: {f'{missed} MISSED' if missed else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
