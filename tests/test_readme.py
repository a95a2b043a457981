"""README: its memory and assistant run by path, its session is what the example prints, its two commands stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from regulars.cli.main import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_memory_and_the_assistant_of_the_readme_are_used_by_path(tmp_path, monkeypatch):
    mine = next(block for block in BLOCKS if "class MyMemory" in block)
    (tmp_path / "mine.py").write_text(mine, "utf-8")
    commands = re.findall(r"^regulars (evaluate .*mine\.py.*)$", README, re.MULTILINE)
    assert len(commands) == 2
    monkeypatch.chdir(tmp_path)
    for command in commands:
        done = CliRunner().invoke(app, [*command.split(), "--no-references"])
        assert done.exit_code == 0, done.output
        assert "mine.py" in done.stdout


def test_the_two_commands_stand_in_the_readme():
    assert "\npip install -e . && regulars evaluate\n" in README
    assert "\npip install -e '.[test]' && pytest\n" in README


def test_the_recorded_example_reads_locomo(locomo_path):
    page = (ROOT / "docs" / "evaluation.md").read_text("utf-8")
    block = next(block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "def evaluate_on" in block)
    names: dict[str, object] = {}
    exec(compile(block, "docs/evaluation.md", "exec"), names)
    scenario, outcomes = next(iter(names["evaluate_on"](locomo_path, lambda observation: "I see.")))
    assert len(outcomes) == len(scenario.probes)


def test_the_session_in_the_readme_is_the_one_that_the_example_prints():
    printed = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "one_session.py")], capture_output=True, text=True, check=True
    ).stdout
    block = README.split("<!-- one session -->\n```\n")[1].split("```")[0]
    assert block == printed


def test_the_version_to_cite_is_the_version():
    from regulars import __version__

    assert f"version = {{{__version__}}}" in README
