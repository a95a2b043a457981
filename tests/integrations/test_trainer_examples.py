"""The examples with trainers and evaluators: the tables that they print."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "trainers.md").read_text("utf-8")


def printed(name: str, library: str) -> list[str]:
    if find_spec(library) is None:
        pytest.skip(f"needs the extra {library.partition('_')[0]}")
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "trainers" / f"{name}.py")],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("name", "library", "heading"),
    [("inspect_lives", "inspect_ai", "figure"), ("verifiers_lives", "verifiers", "life   ")],
)
def test_an_example_prints_the_table_of_the_page(name, library, heading):
    table = next(block for block in PAGE.split("```text\n") if block.startswith(heading)).partition("```")[0]
    lines = printed(name, library)
    assert [line for line in lines if line in table.splitlines()] == table.splitlines()


def test_the_client_shows_a_trace_and_its_sum():
    *trace, last = printed("openenv_client", "openenv")
    assert len(trace) == 10
    assert last == f"answers 10, reward {sum(float(line.split()[-1]) for line in trace):.2f}"
