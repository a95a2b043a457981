"""README and docs keep their word: code runs, output is what is printed, commands exist, links lead somewhere."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from typer.main import get_command

from regulars.cli.main import app
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.manifest import RunManifest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
USAGE_ERROR = typer.BadParameter.__base__
"""Click's, or that of the Click that newer versions of Typer carry along."""
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def script(name: str):
    """A script of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


pages = script("pages")
WITH_CODE = [path for path in PAGES if any(block.runs for block in pages.blocks(path.read_text("utf-8")))]


def name_of(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", WITH_CODE, ids=name_of)
def test_code_on_pages_runs_and_prints_what_the_page_says(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block, printed in pages.outputs(path.read_text("utf-8"), path.name):
        assert block.body == printed


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_code_that_does_not_run_says_why(path):
    for block in pages.blocks(path.read_text("utf-8")):
        if block.info.startswith("python"):
            assert block.runs or block.reason in pages.REASONS, block.info


@cache
def commands() -> Any:
    """The program as a group of commands, which takes long to make."""
    return get_command(app)


def problem_with(words: list[str]) -> str:
    """What is wrong with a command line; empty if it parses. Values are not checked."""
    group = commands()
    _, *rest = words
    if not rest or rest[0].startswith("-"):
        command, rest = group, rest
    else:
        name, *rest = rest
        command = group.commands.get(name)
        if command is None:
            return f"no command {name!r}"
    try:
        _, left, _ = command.make_parser(type(command).context_class(command)).parse_args(list(rest))
    except USAGE_ERROR as error:
        return error.format_message()
    return f"too many words: {left}" if left and command is not group else ""


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_commands_on_pages_exist_with_their_options(path):
    for words in pages.commands(path.read_text("utf-8")):
        assert problem_with(words) == "", " ".join(words)


def test_the_workflow_on_the_page_on_runs_has_commands_that_exist():
    page = (ROOT / "docs" / "runs.md").read_text("utf-8")
    workflow = yaml.safe_load(next(block.body for block in pages.blocks(page) if block.info == "yaml"))
    run = [step["run"] for step in workflow["jobs"]["gate"]["steps"] if "run" in step]
    lines = [shlex.split(line) for line in run if line.startswith("regulars ")]
    assert [words[1] for words in lines] == ["evaluate", "evaluate", "gate"]
    assert [problem_with(words) for words in lines] == ["", "", ""]


def test_a_wrong_command_is_found():
    page = "```\nregulars evaluate --memmory x && regulars evaluat\n```\n\nand `regulars list memory rest` too\n"
    assert all(problem_with(words) for words in pages.commands(page))
    assert len(list(pages.commands(page))) == 3


def anchors(text: str) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    titles = HEADING.findall(FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_to_pages_and_headings(path):
    for target, anchor in LINK.findall(FENCE.sub("", path.read_text("utf-8"))):
        page = (path.parent / target).resolve() if target else path
        assert page.exists(), f"{path.name} links to {target}"
        if anchor and page.suffix == ".md":
            assert anchor in anchors(page.read_text("utf-8")), f"{path.name} links to {target}#{anchor}"


def test_the_api_page_is_up_to_date():
    assert (ROOT / "docs" / "api.md").read_text("utf-8") == script("make_api").page(), "run python docs/make_api.py"


def test_the_page_on_fields_is_up_to_date():
    page = (ROOT / "docs" / "record_fields.md").read_text("utf-8")
    assert page == script("make_record_fields").page(), "run python docs/make_record_fields.py"


def test_the_page_on_fields_has_every_field_of_a_record_and_of_results():
    page = (ROOT / "docs" / "record_fields.md").read_text("utf-8")
    for kind in (EpisodeRecord, OutcomeRecord, Row, RunManifest):
        section = page.partition(f"### `{kind.__name__}`")[2].partition("\n#")[0]
        assert [name for name in kind.__struct_fields__ if f"| `{name}` |" not in section] == []


def test_the_api_page_has_every_public_name():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    for face in script("make_api").faces():
        for name in face.__all__:
            assert name.startswith("_") or f"### `{face.__name__}.{name}`" in page


def test_the_glossary_defines_each_term_once():
    terms = re.findall(r"\*\*(.+?)\*\*", (ROOT / "docs" / "glossary.md").read_text("utf-8"))
    assert len(terms) > 50
    assert len(set(terms)) == len(terms)


def test_the_yaml_memory_on_the_page_is_the_example():
    page = (ROOT / "docs" / "memory.md").read_text("utf-8")
    shown = next(block.body for block in pages.blocks(page) if block.info == "yaml")
    assert (ROOT / "examples" / "my_memory.yaml").read_text("utf-8").endswith(shown)


def test_every_page_of_docs_is_linked_from_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"(docs/{path.name}" not in readme] == []


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_files_named_on_pages_exist(path):
    kept = ("regulars", "tests", "docs", "examples", "benchmarks")
    files = [one.as_posix() for folder in kept for one in (ROOT / folder).rglob("*.*")]
    named = re.findall(r"`([\w./]+/[\w]+\.(?:py|toml))`", path.read_text("utf-8"))
    assert [
        name
        for name in named
        if "NAME" not in name and name not in _MADE_UP and not any(one.endswith(f"/{name}") for one in files)
    ] == []


_MADE_UP = ("regulars/datasets/my_format.py",)
"""Files that a page tells the reader to write."""
