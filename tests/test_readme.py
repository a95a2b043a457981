"""Every Python example and every offline command of the README runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_each_python_example_runs(number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS[number], f"README example {number}", "exec"), {"__name__": "readme"})


def test_the_memory_and_the_assistant_of_the_readme_are_used_by_path(tmp_path):
    mine = next(block for block in BLOCKS if "class MyMemory" in block)
    (tmp_path / "mine.py").write_text(mine, "utf-8")
    for arguments in (
        [
            "--memory",
            "mine.py:MyMemory,mine.py:MyMemory:last=5,bm25-turn:b=0.3,recency",
            "--seeds",
            "1",
            "--no-references",
        ],
        ["--assistant", "mine.py:reply", "--seeds", "1", "--no-references"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "regulars.cli.main", "evaluate", *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "mine.py" in done.stdout


def test_the_recorded_example_reads_locomo(locomo_path):
    block = next(block for block in BLOCKS if "def evaluate_on" in block)
    names: dict[str, object] = {}
    exec(compile(block, "README", "exec"), names)
    scenario, outcomes = next(iter(names["evaluate_on"](locomo_path, lambda observation: "I see.")))
    assert len(outcomes) == len(scenario.probes)


def test_the_session_in_the_readme_is_the_one_that_the_example_prints():
    printed = subprocess.run(
        [sys.executable, str(README.parent / "examples" / "one_session.py")], capture_output=True, text=True, check=True
    ).stdout
    block = README.read_text("utf-8").split("<!-- one session -->\n```\n")[1].split("```")[0]
    assert block == printed
