"""The benchmark builder's day: every command of its tutorial runs, and prints what the page shows."""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from regulars.cli.main import app
from regulars.scenarios.content import OPEN
from regulars.scenarios.files import read_scenarios

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tutorial_benchmark.md"
FEWER = {"50": "4", "10": "1"}
"""Numbers of lives and people in the short version."""


def page_blocks():
    """The blocks of the page, read as tests/test_docs.py reads them."""
    spec = importlib.util.spec_from_file_location("pages_of_stories", ROOT / "docs" / "pages.py")
    pages = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = pages
    spec.loader.exec_module(pages)
    return pages.blocks(PAGE.read_text("utf-8"))


def steps():
    """The commands of each block, and the output that the page shows after it."""
    found = []
    for block in page_blocks():
        if block.info == "" and "regulars " in block.body:
            found.append((block.body.splitlines(), ""))
        elif block.info == "text" and block.follows:
            found[-1] = (found[-1][0], block.body)
    return found


@pytest.fixture
def at_work(tmp_path, monkeypatch):
    """A folder with the clinic in it, as the page tells its reader to begin."""
    monkeypatch.setenv(OPEN, "")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples" / "clinic", tmp_path / "clinic")
    return tmp_path


def said(line, fewer=None, finds=False):
    """What a command prints; it must succeed, unless it `finds` a problem."""
    _, *words = shlex.split(line)
    sizes = ("--lives", "--users")
    words = [
        (fewer or {}).get(word, word) if before in sizes else word
        for before, word in zip(["", *words], words, strict=False)
    ]
    done = CliRunner().invoke(app, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == int(finds), f"{line}\n{done.output}"
    return done.output


@pytest.mark.slow
def test_every_command_of_the_tutorial_prints_what_the_page_shows(at_work):
    for lines, shown in steps():
        printed = "".join(said(line, finds="gold-value:" in shown and "validate" in line) for line in lines)
        assert all(line in printed for line in shown.splitlines()), printed
    assert len(read_scenarios(at_work / "clinic-lives.jsonl")) == 50
    card = (at_work / "clinic-50" / "README.md").read_text("utf-8")
    assert "| people | 36 | 7 | 7 |" in card


def test_the_tutorial_leads_from_templates_to_lives(at_work):
    """The steps up to the lives, without the checks of the files, and with four lives in place of fifty."""
    lines = [line for block, _ in steps() for line in block if line.startswith(("regulars new", "regulars generate"))]
    for line in lines:
        said(line, FEWER)
    assert len(list((at_work / "mine").rglob("*.toml"))) == 4
    lives = read_scenarios(at_work / "clinic-lives.jsonl")
    assert [person.name for life in lives for person in life.persons] == ["Greta", "Luis", "Amara", "Greta"]
    told = {fact.attribute for life in lives for person in life.persons for fact in person.facts}
    assert len(told) == 10
    assert {rule.kind for life in lives for person in life.persons for rule in person.rules} <= {
        "reassurance", "recovery_wish",
    }  # fmt: skip


def test_lives_are_read_again_where_only_their_folder_is_known(at_work, monkeypatch):
    said("regulars generate --suite clinic/clinic.toml --lives 1 --out lives.jsonl")
    shutil.rmtree(at_work / "clinic")
    monkeypatch.setenv(OPEN, "")
    assert "1 scenario, 0 problems" in said("regulars validate lives.jsonl")


def test_the_page_shows_the_files_of_the_example():
    shown = [block.body for block in page_blocks() if block.info == "toml"][:1]
    assert shown[0].strip() in (ROOT / "examples" / "clinic" / "ontology" / "care.toml").read_text("utf-8")
