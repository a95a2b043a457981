"""Do the tests know the right answer? Small changes go into the code one at a time; each should make a test fail.

    python benchmarks/mutants.py map                             # once: which test reaches which line (a suite or two)
    python benchmarks/mutants.py run --seed 0 --count 400        # sampled changes, as many from every room
    python benchmarks/mutants.py run --from mine.toml            # changes of your own: [[mutant]] file, old, new, why
    python benchmarks/mutants.py show                            # those that no test found, as diffs
    python benchmarks/mutants.py cover                           # the suite once more, for lines and branches covered
    python benchmarks/mutants.py table                           # found by room, beside lines and branches covered

A change is tried in a copy of the tree with the tests that reach its line, those of the same room first, until one
fails. A test counts only if it passes without the change. Tests of the source text (rooms, faces) are not asked, and
tests of frozen hashes come last and are counted apart, as a hash says that something changed and not what is right.
Tests that are too many for `--budget` seconds are left out, so a share is never too high. What is found stays found:
`run` goes on where it stopped, and `run --again` tries those again that were not found. `mutants_set_aside.toml` lists
changes that change nothing, each with its reason. Linux and macOS only.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from typing import ClassVar

from mutant_operators import Mutant, Site, by_hand, mutant, sites
from reached_lines import ROOMS, ROOT, Reached, covered, files_of, room_of, write_cover, write_map
from rich.console import Console
from rich.table import Table

SAMPLED = tuple(room for room in ROOMS if room != "scenarios")
HASHES = ("tests/test_same_lives.py", "tests/scenarios/test_suites_and_canaries.py")
OPTIONS = "addopts=--strict-markers -m 'not slow' -p no:langsmith_plugin"
KEPT = ("regulars", "tests", "docs", "examples", "benchmarks", "pyproject.toml", "*.md", "constraints.txt")
ASIDE = Path(__file__).with_name("mutants_set_aside.toml")
QUICK = 0.1
"""Seconds of a quick test, by a processor under coverage."""
FOUND, HASHED, UNSEEN = "found", "hash", "unseen"
IMPORT = "import "
"""Before the name of a file of tests that cannot be loaded."""


def chosen(tests: Iterable[str], seconds: dict[str, float], budget: float) -> list[str]:
    """Tests in the order to ask them: quick ones first, then one of every function before the second of any."""
    functions = defaultdict(list)
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        functions[test.split("[")[0]].append(test)
    ranked = sorted(
        (seconds[test] > QUICK, rank, seconds[test], test)
        for each in functions.values()
        for rank, test in enumerate(each)
    )
    taken, used = [], 0.0
    for *_, cost, test in ranked:
        if used + cost <= budget:
            taken.append(test)
            used += cost + 0.005
    return taken


class Asked:
    """A pytest plugin that runs named tests in a given order, and notes which one failed."""

    PATIENCE = 45
    """Seconds of the processor, so that other jobs beside it change nothing, for a test beyond ten times its usual."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float]):
        self.order = {test: at for at, test in enumerate(tests)}
        self.seconds = seconds
        self.failed = ""

    def watch(self, usual: float = 0.0) -> None:
        """Gives up by a signal, which ends the process, when a test takes too long."""
        signal.setitimer(signal.ITIMER_PROF, self.PATIENCE + 10 * usual)

    def pytest_runtest_setup(self, item) -> None:
        self.watch(self.seconds[item.nodeid])

    def pytest_collection_modifyitems(self, items: list) -> None:
        items[:] = sorted((each for each in items if each.nodeid in self.order), key=lambda it: self.order[it.nodeid])

    def pytest_runtest_logreport(self, report) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report) -> None:
        if report.failed and not self.failed:
            self.failed = f"{IMPORT}{report.nodeid}"


class Tree:
    """A copy of the repository in which changes are tried, one after another."""

    def __init__(self, folder: Path):
        self.folder = folder
        for pattern in KEPT:
            for path in ROOT.glob(pattern):
                copy = shutil.copytree if path.is_dir() else shutil.copy2
                copy(
                    path,
                    folder / path.name,
                    **({"ignore": shutil.ignore_patterns("__pycache__")} if path.is_dir() else {}),
                )

    def failing(self, tests: Sequence[str], seconds: dict[str, float], change: Mutant | None = None) -> str:
        """The first test that fails, `import` and a file of tests that cannot be loaded, `time`, or nothing."""
        if not tests:
            return ""
        path = self.folder / change.path if change else None
        original = path.read_text(encoding="utf-8") if path else ""
        answer = self.folder / "answer"
        answer.unlink(missing_ok=True)
        if path and change:
            path.write_text(change.source, encoding="utf-8")
        try:
            child = os.fork()
            if child == 0:
                self._ask(tests, answer, seconds)
            waited = time.monotonic() + 120 + 10 * sum(seconds[test] for test in tests)
            while not (done := os.waitpid(child, os.WNOHANG)[0]):
                if time.monotonic() > waited:
                    os.killpg(child, signal.SIGKILL)
                time.sleep(0.02)
            assert done == child
        finally:
            if path:
                path.write_text(original, encoding="utf-8")
        return answer.read_text() if answer.exists() else "time"

    def _ask(self, tests: Sequence[str], answer: Path, seconds: dict[str, float]) -> None:
        """Runs tests in this process, a child of fork, and ends it."""
        code = 1
        try:
            import pytest

            os.setpgrp()
            log = os.open(self.folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(log, 1)
            os.dup2(log, 2)
            os.chdir(self.folder)
            sys.path[:] = [str(self.folder), *(each for each in sys.path if each not in ("", str(ROOT)))]
            os.environ["PYTHONPATH"] = str(self.folder)
            asked = Asked(tests, seconds)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            asked.watch()
            files = dict.fromkeys(test.split("::")[0] for test in tests)
            arguments = [
                "-x",
                "-q",
                "-o",
                OPTIONS,
                "-p",
                "no:xdist",
                "-p",
                "no:cacheprovider",
                "--no-header",
                "--tb=line",
            ]
            pytest.main([*arguments, *(each for each in files if Path(each).exists())], plugins=[asked])
            partial = self.folder / "partial"
            partial.write_text(asked.failed)
            partial.rename(answer)
            code = 0
        finally:
            os._exit(code)


class Judge:
    """Asks the tests about changes, and remembers which tests fail without any."""

    def __init__(self, reached: Reached, budget: float):
        self.reached = reached
        self.budget = budget
        self.sound: dict[str, bool] = {}

    def verdict(self, tree: Tree, change: Mutant) -> tuple[str, str]:
        """Whether a change was found, and by which test."""
        room = f"tests/{room_of(change.path)}/"
        tests = self.reached.tests(change)
        near = {test for test in tests if test.startswith(room) and not test.startswith(HASHES)}
        hashes = {test for test in tests if test.startswith(HASHES)}
        files = {test.split("::")[0] for test in near}
        # What one test works out and keeps, others of its file look at without reaching the line.
        beside = {test for file in files for test in self.reached.files[file]} - tests
        for group, outcome in ((near, FOUND), (beside, FOUND), (tests - near - hashes, FOUND), (hashes, HASHED)):
            ranked = chosen(group, self.reached.seconds, self.budget)
            while failed := tree.failing(ranked, self.reached.seconds, change):
                if failed == "time" or self._passes(tree, failed, ranked):
                    return outcome, failed
                ranked = [test for test in ranked if test not in (failed, *_tests_of(failed, ranked))]
        return UNSEEN, "" if tests else "no test reaches it"

    def _passes(self, tree: Tree, test: str, asked: Sequence[str]) -> bool:
        """Whether a test passes without a change, or a file of tests is loaded."""
        if test not in self.sound:
            failed = tree.failing(_tests_of(test, asked)[:1] or [test], self.reached.seconds)
            self.sound[test] = not failed or (test.startswith(IMPORT) and not failed.startswith(IMPORT))
        return self.sound[test]


def _tests_of(failed: str, tests: Iterable[str]) -> list[str]:
    """The tests of a file or folder that could not be loaded."""
    path = failed.removeprefix(IMPORT)
    return [test for test in tests if failed.startswith(IMPORT) and test.startswith(path)]


class Worker:
    """One of several processes, each with a tree of its own."""

    tree: ClassVar[Tree]
    judge: ClassVar[Judge]

    @classmethod
    def start(cls, scratch: Path, reached: Reached, budget: float) -> None:
        """Copies the tree, and loads what most tests load before they fork."""
        # Forks inherit what is loaded: most of the time that a short test takes.
        for name in ("pytest", "numpy", "gymnasium", "pettingzoo", "pydantic", "msgspec", "hypothesis"):
            __import__(name)
        folder = scratch / str(os.getpid())
        folder.mkdir()
        cls.tree, cls.judge = Tree(folder), Judge(reached, budget)

    @classmethod
    def attempt(cls, change: Mutant) -> dict[str, str]:
        """A row of the results."""
        outcome, test = cls.judge.verdict(cls.tree, change)
        return {"key": change.key, "outcome": outcome, "test": test, "difference": change.difference}


def sample(rooms: Sequence[str], count: int, seed: int) -> Iterator[Mutant]:
    """As many changes from every room, drawn by seed: a place first, then what changes there."""
    for room in rooms:
        draw = random.Random(f"{seed}/{room}")
        texts, places = {}, defaultdict(list)
        for name in files_of(room):
            texts[name] = (ROOT / name).read_text(encoding="utf-8")
            for site in sites(name, texts[name]):
                places[name, site.start].append(site)
        order = list(places)
        draw.shuffle(order)
        wanted = count // len(rooms) + (rooms.index(room) < count % len(rooms))
        drawn = (drawn_at(places[place], texts, draw) for place in order)
        yield from islice((each for each in drawn if each is not None), wanted)


def drawn_at(options: list[Site], texts: dict[str, str], draw: random.Random) -> Mutant | None:
    """One of the changes that can be made at a place."""
    draw.shuffle(options)
    return next(filter(None, (mutant(site, texts[site.path]) for site in options)), None)


def run(folder: Path, mutants: Sequence[Mutant], jobs: int, budget: float, again: bool) -> None:
    """Tries changes, and appends what became of them."""
    known = results(folder)
    aside = set_aside()
    left = [
        each
        for each in mutants
        if each.key not in aside and (each.key not in known or (again and known[each.key]["outcome"] == UNSEEN))
    ]
    with (
        tempfile.TemporaryDirectory() as scratch,
        ProcessPoolExecutor(
            jobs, multiprocessing.get_context("fork"), Worker.start, (Path(scratch), Reached.read(folder), budget)
        ) as pool,
    ):
        began = time.monotonic()
        tried = [pool.submit(Worker.attempt, each) for each in left]
        for at, row in enumerate((each.result() for each in as_completed(tried)), start=1):
            with open(folder / "results.jsonl", "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            rest = (time.monotonic() - began) / at * (len(left) - at)
            print(
                f"[{at}/{len(left)}, {rest / 60:.0f} min left] {row['outcome']:6} {row['key']} {row['test']}",
                flush=True,
            )


def results(folder: Path) -> dict[str, dict[str, str]]:
    """What became of every change that was tried, the last attempt counting."""
    path = folder / "results.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {row["key"]: row for row in map(json.loads, lines)}


def set_aside() -> dict[str, str]:
    """Changes that change nothing, with reasons."""
    entries = tomllib.loads(ASIDE.read_text(encoding="utf-8")).get("mutant", []) if ASIDE.exists() else []
    return {entry["key"]: entry["reason"] for entry in entries}


def table(mutants: Sequence[Mutant], folder: Path) -> Table:
    """Found and unseen by room."""
    known, aside = results(folder), set_aside()
    rows: dict[str, list[str]] = defaultdict(list)
    for each in mutants:
        outcome = "aside" if each.key in aside else known.get(each.key, {}).get("outcome", "not tried")
        rows[room_of(each.path)].append(outcome)
    rows["all"] = [outcome for room in list(rows) for outcome in rows[room]]
    cover = covered(folder)
    columns = ("tried", "set aside", "found", "by a hash alone", "not found", "share found")
    shown = Table("room", *columns, *(("lines run", "branches run") if cover else ()))
    for room, outcomes in rows.items():
        found, hashed, unseen = (outcomes.count(each) for each in (FOUND, HASHED, UNSEEN))
        tried = found + hashed + unseen
        share = f"{(found + hashed) / tried:.3f}" if tried else "-"
        aside_too = outcomes.count("aside")
        counts = (tried + aside_too, aside_too, found, hashed, unseen)
        shown.add_row(room, *map(str, counts), share, *cover.get(room, ()))
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("map", "run", "show", "cover", "table"))
    parser.add_argument("paths", nargs="*", help="with map: only these tests, added to the map that is there")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=400, help="changes in all (400)")
    parser.add_argument("--rooms", nargs="+", choices=tuple(ROOMS), default=SAMPLED)
    parser.add_argument("--from", dest="file", type=Path, help="a TOML file of changes in place of a sample")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument(
        "--budget", type=float, default=40.0, help="seconds of tests near a change, and again of others"
    )
    parser.add_argument("--again", action="store_true", help="try those again that were not found")
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutants", help="where the map and the results are kept")
    given = parser.parse_intermixed_args()
    folder = given.folder.resolve()
    if given.what == "map":
        return write_map(folder, given.paths)
    if given.what == "cover":
        return write_cover(folder)
    if given.file:
        entries = tomllib.loads(given.file.read_text(encoding="utf-8"))["mutant"]
        mutants = [by_hand(entry, ROOT) for entry in entries]
    else:
        mutants = list(sample(given.rooms, given.count, given.seed))
    if given.what == "run":
        run(folder, mutants, given.jobs, given.budget, given.again)
    if given.what == "show":
        known, aside = results(folder), set_aside()
        for each in mutants:
            if known.get(each.key, {}).get("outcome") == UNSEEN and each.key not in aside:
                print(f"{each.key}  (line {each.lines.start}) {known[each.key]['test']}\n{each.difference}\n")
    else:
        Console().print(table(mutants, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
