"""Makes the figures of the documentation again, one after the other (`docs/figures.toml`).

Run: python docs/figures.py [NAME ...] [--data DIR] [--out DIR] [--list]

Some commands write their page or picture themselves. What the others print is kept in `OUT/NAME.txt`, for the page that
shows it. A figure that is done is not made again with the same `--out`, so an interrupted run goes on where it stopped.
Everything takes some hours on two cores; `--list` shows the names, the pages and what is done. A figure whose data,
extra or browser is missing is left out and named at the end.

Leaves with 1 if a command failed, with 2 if nothing failed and something was left out.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
NEEDS = {"data": "--data DIR", "rl": "pip install -e '.[rl]'", "browser": "pip install -e '.[browser]'"}
"""What a figure may need, and how to get it."""
_MODULES = {"rl": "torch", "browser": "playwright"}
_PROGRAMS = {"python": sys.executable, "regulars": Path(sys.executable).with_name("regulars")}


@dataclass(frozen=True, slots=True)
class Figure:
    """Figures that are made together.

    Attributes:
        name: Its name.
        page: The page that shows them.
        commands: The commands, in order.
        writes: Whether the commands write the page or its pictures themselves.
        needs: A key of `NEEDS`; empty for nothing.
    """

    name: str
    page: str
    commands: tuple[str, ...]
    writes: bool = False
    needs: str = ""


def figures() -> list[Figure]:
    """All figures, in order."""
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return [Figure(**{**one, "commands": tuple(one["commands"])}) for one in read["figure"]]


def is_possible(figure: Figure, data: Path | None) -> bool:
    """Whether there is what the figure needs."""
    if figure.needs == "data":
        return data is not None
    return not figure.needs or find_spec(_MODULES[figure.needs]) is not None


def make(figure: Figure, out: Path, data: Path | None) -> bool:
    """Runs the commands of a figure from the project's root; False if one fails. What they print goes into a file.

    A benchmark leaves with 1 if a bar is missed, and says so. That is a figure like any other.
    """
    began, part = monotonic(), out / f"{figure.name}.part"
    places = {"run": out / figure.name, "cache": out / f"{figure.name}-cache", "data": data}
    part.write_text("", "utf-8")
    for command in figure.commands:
        words = shlex.split(command.format(**{name: shlex.quote(str(path)) for name, path in places.items()}))
        print(f"{figure.name}: {shlex.join(words)}", flush=True)
        words[0] = str(_PROGRAMS.get(words[0], words[0]))
        with part.open("ab") as printed:
            printed.write(f"$ {command}\n".encode())
            printed.flush()
            before = printed.tell()
            code = subprocess.run(words, cwd=ROOT, stdout=printed, env={**os.environ, "COLUMNS": "120"}).returncode
            printed.write(b"\n")
        missed = code == 1 and "missed" in part.read_bytes()[before:].decode("utf-8", "replace").lower()
        if missed:
            print(f"{figure.name}: a bar is missed", flush=True)
        elif code:
            print(f"{figure.name}: failed; what it printed: {part}", flush=True)
            return False
    part.replace(part.with_suffix(".txt"))
    print(f"{figure.name}: {monotonic() - began:.0f} s, {figure.page}", flush=True)
    return True


def main(given: Sequence[str] | None = None) -> int:
    """Makes the figures that are asked for, or lists them. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = {one.name: one for one in figures()}
    parser.add_argument("names", nargs="*", metavar="NAME", help="which figures; all by default")
    parser.add_argument("--data", type=Path, help="a folder with locomo10.json, realmem/ and longmemeval/")
    parser.add_argument("--out", type=Path, default=Path("figures"), help="a folder for what is printed (figures)")
    parser.add_argument("--list", action="store_true", help="show the figures and leave")
    asked = parser.parse_args(given)
    unknown = sorted(set(asked.names) - set(known))
    if unknown:
        parser.error(f"unknown figure {unknown[0]!r}; known: {', '.join(known)}")
    if asked.data is not None and not asked.data.is_dir():
        parser.error(f"{asked.data} is no folder")
    wanted = [one for one in known.values() if not asked.names or one.name in asked.names]
    out, data = asked.out.resolve(), asked.data.resolve() if asked.data is not None else None
    done = {one.name for one in wanted if (out / f"{one.name}.txt").exists()}
    if asked.list:
        for one in wanted:
            state = "done" if one.name in done else f"needs {NEEDS[one.needs]}" if one.needs else ""
            print(f"{one.name:18}{one.page:28}{'writes' if one.writes else 'prints':8}{state}".rstrip())
        return 0
    out.mkdir(parents=True, exist_ok=True)
    left = [one for one in wanted if not is_possible(one, data)]
    failed = [one.name for one in wanted if one.name not in done and one not in left and not make(one, out, data)]
    for one in left:
        print(f"{one.name}: left out, needs {NEEDS[one.needs]}")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 2 if left else 0


if __name__ == "__main__":
    sys.exit(main())
