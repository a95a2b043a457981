"""The scripts of docs/training.md for learning libraries: each runs as pasted and prints what the page says.

Run: pip install -c constraints-rl.txt -e '.[test,rl]' && pytest -m rl
"""

from __future__ import annotations

import re
import tempfile
from importlib.metadata import version

import pytest
from test_docs import ROOT, pages

pytestmark = pytest.mark.rl

PAGE = (ROOT / "docs" / "training.md").read_text("utf-8")
REASON = "needs an extra"
BLOCKS = pages.blocks(PAGE)
SCRIPTS = [place for place, block in enumerate(BLOCKS) if block.reason == REASON]
FIRST = SCRIPTS[0]
"""The script that defines `numeric`, which others use."""

TABLE = re.compile(r"^\| (\S+)(?: \(`(\w+)`\))? \| (\d+\.[\d. and]+) \|", re.MULTILINE)


def title(place: int) -> str:
    """The heading over a block."""
    return re.findall(r"^#+ (.+)$", PAGE[: BLOCKS[place].start], re.MULTILINE)[-1]


def printed(places: list[int], capsys: pytest.CaptureFixture[str]) -> str:
    """What the last of these scripts prints after the others ran."""
    names: dict[str, object] = {"__name__": "page"}
    for place in places:
        capsys.readouterr()
        exec(compile(BLOCKS[place].body, f"training.md, {title(place)}", "exec"), names)
    return capsys.readouterr().out


@pytest.fixture
def short_folder():
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        yield folder


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("place", SCRIPTS, ids=[f"{title(place)}-{place}" for place in SCRIPTS])
def test_a_script_runs_as_pasted_and_prints_what_the_page_says(place, capsys, tmp_path, short_folder, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    monkeypatch.setenv("RAY_TMPDIR", short_folder)  # the paths of its sockets have a limit of 107 bytes
    output = BLOCKS[place + 1]
    assert (output.info, output.follows) == ("text", True)
    out = printed([place] if "numeric(" not in BLOCKS[place].body else sorted({FIRST, place}), capsys)
    assert out.endswith(output.body), out  # libraries print, too


def test_the_table_has_the_versions_that_the_tests_run_with():
    rows = {(package or name): numbers for name, package, numbers in TABLE.findall(PAGE)}
    assert len(rows) == 9
    assert [name for name, numbers in rows.items() if version(name) not in numbers.split(" and ")] == []
    pinned = (ROOT / "constraints-rl.txt").read_text("utf-8").lower().replace("_", "-")
    assert [name for name in rows if f"\n{name.lower()}=={version(name)}\n" not in pinned] == []
