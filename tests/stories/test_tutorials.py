"""The tutorials, walked from their first line to their last."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from walk import walking

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def printed(capsys):
    def taken() -> str:
        out, err = capsys.readouterr()
        return out + err

    return taken


def free_ports(count: int) -> list[str]:
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [str(one.getsockname()[1]) for one in sockets]


@pytest.mark.slow
def test_the_story_of_a_bot_behind_http(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with walking(DOCS / "tutorial_bot.md", tmp_path, printed(capsys)) as walk:
        walk.go()
    assert [code for _, code in walk.ran] == [0] * len(walk.ran)
    assert len(walk.ran) == 9
    assert walk.compared > 12


@pytest.mark.slow
def test_the_story_of_a_memory_of_ones_own(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with walking(DOCS / "tutorial_memory.md", tmp_path, printed(capsys)) as walk:
        walk.go()
    faulty = [command for command, code in walk.ran if code]
    assert faulty == ["regulars evaluate --memory shared.py:Shared --no-references --seeds 1"]
    assert len(walk.ran) == 5
    assert walk.compared > 12


@pytest.mark.slow
def test_the_script_that_gates_a_bot_runs(tmp_path):
    """Shortened to one life, with free ports: without an interval the gate stays closed."""
    (script,) = re.findall(r"^```bash\n(.*?)^```$", (DOCS / "runs.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    first, second = free_ports(2)
    script = script.replace("8000", first).replace("8001", second).replace("--seeds 12", "--seeds 1 --lives 1")
    for folder in (tmp_path, tmp_path / "main"):
        folder.mkdir(exist_ok=True)
        shutil.copy(ROOT / "examples" / "http_bot" / "server.py", folder)
    python = sys.executable
    commands = f"shopt -s expand_aliases\nalias python={python} regulars='{python} -m regulars.cli.start'\n"
    done = subprocess.run(
        ["bash", "-c", commands + script], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "doubt: bot: accuracy_anchor: " in done.stdout
    assert "1 life is too few for an interval" in done.stdout


@pytest.mark.parametrize(
    ("page", "example"),
    [("tutorial_bot.md", "http_bot/server.py"), ("tutorial_memory.md", "sqlite_memory.py")],
)
def test_the_example_on_the_page_is_the_example_in_the_repository(page, example):
    blocks = re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert (ROOT / "examples" / example).read_text("utf-8") in blocks


def test_a_page_is_walked_step_by_step(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "Save this as `one.py`:\n\n```python\nprint('first')\nprint('last')\n```\n\n```\npython one.py\n```\n\n"
        "```\nfirst\nlas\n```\n\nNow replace\n\n```\nprint('last')\n```\n\nby\n\n```\nprint('new')\n```\n\n"
        "```\npython one.py\nregulars list nonsense\n```\n\n```\nnew\nerror:\n```\n"
    )
    with walking(page, tmp_path, printed(capsys)) as walk:
        walk.go()
        assert [code for _, code in walk.ran] == [0, 0, 2]
        assert walk.compared == 4
        with pytest.raises(AssertionError, match="'missing' is not in"):
            walk._compare("missing\n")


def test_what_a_page_shows_in_another_order_is_found(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "As `one.py`:\n\n```python\nprint('a')\nprint('b')\n```\n\n```\npython one.py\n```\n\n```\nb\na\n```\n"
    )
    with walking(page, tmp_path, printed(capsys)) as walk, pytest.raises(AssertionError, match="'a' is not in"):
        walk.go()
