"""Which tests reach which line of the package, and how much of it they run: what `mutants.py map` and `cover` keep."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coverage import CoverageData
from mutant_operators import Mutant, runs_on_import

ROOT = Path(__file__).parent.parent
ROOMS = {
    "envs": ("regulars/envs/**/*.py",),
    "rewards": ("regulars/rewards/**/*.py",),
    "evaluation": ("regulars/evaluation/**/*.py",),
    "datasets": ("regulars/datasets/**/*.py",),
    "agents": ("regulars/agents/**/*.py", "regulars/briefing.py"),
    "memory": tuple(
        f"regulars/memory/{each}"
        for each in ("*.py", "journal/**/*.py", "parts/**/*.py", "composition/**/*.py", "embedders/**/*.py")
    ),
    "scenarios": ("regulars/scenarios/**/*.py",),
}
"""Files of a room. Of `memory`, the engine."""
COUNTED = ("covered_lines", "num_statements", "covered_branches", "num_branches")
NOT_ASKED = ("tests/test_rooms.py", "tests/test_faces.py", "tests/test_docs.py")
OTHER_USER = "tests/cli/test_command_ends.py::test_a_folder_that_may_not_be_written_is_read_and_not_resumed"
"""Takes the rights of the process away for a moment, and coverage cannot write its file from then on."""


def files_of(room: str) -> list[str]:
    """The modules of a room, by their paths from the root of the repository."""
    return sorted({path.relative_to(ROOT).as_posix() for pattern in ROOMS[room] for path in ROOT.glob(pattern)})


def room_of(path: str) -> str:
    """The room of a module."""
    return next((room for room in ROOMS if path.startswith(f"regulars/{room}/")), "agents")


@dataclass(slots=True)
class Reached:
    """Which tests reach which line, and how long a test takes in seconds."""

    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    files: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def read(cls, folder: Path) -> Reached:
        """What `map` wrote.

        Raises:
            SystemExit: There is no map.
        """
        if not (folder / "coverage").exists():
            raise SystemExit(f"{folder}: no map of tests yet; run `python benchmarks/mutants.py map` first")
        reached = cls(seconds=json.loads((folder / "seconds.json").read_text()))
        for test in reached.seconds:
            reached.files[test.split("::")[0]].add(test)
        data = CoverageData(str(folder / "coverage"))
        data.read()
        for path in data.measured_files():
            name = path[path.rindex("/regulars/") + 1 :]
            known = reached.lines.setdefault(name, {})
            for line, contexts in data.contexts_by_lineno(path).items():
                known.setdefault(line, set()).update(contexts)
        return reached

    def tests(self, mutant: Mutant) -> set[str]:
        """Tests that reach a changed line; those of its room and of all rooms where it runs on import."""
        lines = self.lines.get(mutant.path, {})
        contexts = set[str]().union(*(lines.get(line, ()) for line in mutant.lines)) - {""}
        found = set[str]()
        if not contexts or runs_on_import(mutant.source, mutant.lines.start):  # a setting, a table, a decorator
            room = f"tests/{room_of(mutant.path)}/"
            found |= {test for test in self.seconds if test.startswith((room, "tests/test_"))}
            contexts = set[str]().union(*lines.values())
        for context in contexts:
            test, _, when = context.rpartition("|")
            # A fixture that many tests share is set up by the first one alone.
            found |= self.files[test.split("::")[0]] if when == "setup" else {test}
        return {test for test in found & self.seconds.keys() if not test.startswith(NOT_ASKED)}


def write_map(folder: Path, paths: Sequence[str]) -> int:
    """Runs tests under coverage, with a context for every test, and adds to what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report.xml"
    kept = folder / "seconds.json"
    old = json.loads(kept.read_text()) if paths and kept.exists() else {}
    seconds = {test: cost for test, cost in old.items() if not test.startswith(tuple(paths))}
    if not paths:
        (folder / "coverage").unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "--cov=regulars", "--cov-context=test", "--cov-append"]
    command += ["--cov-report=", f"--junit-xml={report}", f"--deselect={OTHER_USER}", *paths]
    environment = {**os.environ, "COVERAGE_FILE": str(folder / "coverage"), "PYTHONPATH": str(ROOT)}
    code = subprocess.run(command, cwd=ROOT, env=environment).returncode
    for case in ElementTree.parse(report).iter("testcase"):
        parts = case.get("classname", "").split(".")
        depth = next((at for at in range(len(parts), 0, -1) if (ROOT / ("/".join(parts[:at]) + ".py")).exists()), 0)
        if depth and case.find("skipped") is None:
            test = "::".join(["/".join(parts[:depth]) + ".py", *parts[depth:], case.get("name", "")])
            seconds[test] = float(case.get("time", 0))
    kept.write_text(json.dumps(seconds))
    return code


def write_cover(folder: Path) -> int:
    """Runs the suite for the shares of lines and branches that it runs. Contexts of branches would be too many."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "--cov=regulars", "--cov-branch", f"--deselect={OTHER_USER}"]
    command += [f"--cov-report=json:{folder / 'cover.json'}"]
    environment = {**os.environ, "COVERAGE_FILE": str(folder / "branches"), "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def covered(folder: Path) -> dict[str, tuple[str, str]]:
    """The shares of lines and branches by room; empty before `cover`."""
    path = folder / "cover.json"
    if not path.exists():
        return {}
    files = {room: set(files_of(room)) for room in ROOMS}
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for name, file in json.loads(path.read_text())["files"].items():
        counts = [file["summary"][each] for each in COUNTED]
        for room in [*(room for room in ROOMS if name in files[room]), "all"]:
            sums[room] = [old + new for old, new in zip(sums[room], counts, strict=True)]
    return {room: (f"{a / b:.3f}", f"{c / d:.3f}" if d else "-") for room, (a, b, c, d) in sums.items()}
