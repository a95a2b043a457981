"""`regulars report` and `evaluate --report`: whole files, hostile records, and folders that hold no sound run."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
from msgspec import structs
from played_runs import faulty, life, question, run_of
from test_page_shell import Reader
from typer.testing import CliRunner

from regulars.cli.main import app
from regulars.cli.pages.report.command import write_report
from regulars.datasets.codec import seal, to_line
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.usage import SpentNote
from regulars.errors import ConfigurationError, RecordError, UnknownNameError
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate

HOSTILE = (
    "</script><script>window.broken=1</script><img src=x onerror=window.broken=1>&lt;\x00\x1b[31m\u202eעברית\ud800"
)
SHOWN = "</script><script>window.broken=1</script><img src=x onerror=window.broken=1>&lt;\\x00\\x1b[31m\\u202eעברית"
ANSWERS = {"a": [[True, False], [True], [True], [False], [True]], "none": [[False]] * 5, "b": [[True, True]] * 5}


def told(folder: Path, **options: Any) -> str:
    """The page of a run; there must be a report."""
    path, problem = write_report(folder, **options)
    assert problem is None
    return path.read_text("utf-8")


def hostile(record: EpisodeRecord) -> EpisodeRecord:
    """The record with hostile words at the end of every text that may hold any, the same at the same text."""
    plain = json.loads(to_line(record))
    for place, text in list(leaves(plain)):
        *way, last = place
        inner = plain
        for step in way:
            inner = inner[step]
        inner[last] = text + HOSTILE
        try:
            msgspec.convert(plain, EpisodeRecord)
        except (msgspec.ValidationError, UnicodeEncodeError):  # a date, or one of a closed set
            inner[last] = text
    return seal(structs.replace(msgspec.convert(plain, EpisodeRecord), hash=""))


KEPT = (
    "id",
    "turn",
    "about",
    "evidence",
    "recalled",
    "sources",
    "probe",
    "session",
    "suite",
    "language",
    "domain",
    "probes",
)
"""Fields whose values are references within the record or names of this package."""


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name, one in value.items():
            if name not in KEPT or not isinstance(one, str | list) or name == "probes":
                yield from leaves(one, (*place, name))
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from leaves(one, (*place, number))


@pytest.fixture(scope="module")
def hostile_run(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "RUN"
    folder.mkdir()
    for seed in range(5):
        for system in ("a", "b"):
            answers = [question("q1", right=system == "b"), question("q2", right=seed > 2, anchor=False)]
            append(folder / "episodes.jsonl", hostile(life(seed, system, answers)))
        append(folder / "episodes.jsonl", hostile(faulty(seed, "c")))
    return folder


def sections(html: str) -> list[str]:
    return re.findall(r'<section id="([\w-]+)"', html)


def test_a_report_has_all_sections_and_its_data(tmp_path):
    html = told(run_of(tmp_path / "R", ANSWERS))
    assert sections(html) == [
        "summary", "stages", "distance", "cost-section", "cost-over", "learning", "satisfaction",
        "differences", "failures",
    ]  # fmt: skip
    downloads = re.findall(r'download="([\w-]+\.csv)"', html)
    assert downloads == [
        "summary.csv", "failure-stages.csv", "distance.csv", "cost.csv", "cost-session.csv",
        "cost-distance.csv", "satisfaction.csv", "differences.csv",
    ]  # fmt: skip
    assert html.count("<summary>Data as a table</summary>") == len(downloads) - 1  # the first chart is a table


def test_costs_can_be_saved_by_session_and_by_distance(tmp_path):
    # q1 was asked beside the conversation after session 1, 10 utterances from its evidence, with a context of 40.
    spent = (SpentNote(1, "s001.t02", "", 1.0, 2, 300, 0.5), SpentNote(1, "", "q1", 4.0, 1, 50, 0.25))
    html = told(run_of(tmp_path / "R", {"a": [[True]], "b": [[True]]}, spent=spent))
    saved = dict(re.findall(r'href="data:text/csv;charset=utf-8,([^"]*)" download="([\w-]+)\.csv"', html))
    found = {name: list(csv.DictReader(io.StringIO(unquote(text)))) for text, name in saved.items()}
    head = {"tokens": "40", "assistant_cost": "0.75", "assistant_tokens": "350", "assistant_calls": "3"}
    assert found["cost-session"][0] == {"system": "a", "session": "1", **head, "seconds": "2.5"}
    assert found["cost-distance"][1] == {
        "system": "b", "distance": "0-50", "tokens": "40", "assistant_cost": "0.25", "assistant_tokens": "50",
        "assistant_calls": "1", "seconds": "4",
    }  # fmt: skip
    assert "Cost by session" in Reader(html).words


def test_kinds_of_other_questions_get_a_heat_map(tmp_path):
    answers = [question("q1", right=True), question("q2", right=True, kind="temporal", anchor=False)]
    html = told(run_of(tmp_path / "R", {"a": [answers]}))
    assert '<td class="number h10" title="1.000, n 1">1.000</td>' in html
    assert "accuracy-by-kind.csv" in html


def test_the_summary_ranks_systems_and_names_ceiling_and_floor(tmp_path):
    words = Reader(told(run_of(tmp_path / "R", ANSWERS))).words
    assert "Best by accuracy (anchors) of 2 systems: b, 1.000" in words
    assert "Floor: none, .000" in words


def test_failures_are_told_with_evidence_question_and_answer(tmp_path):
    words = Reader(told(run_of(tmp_path / "R", ANSWERS))).words
    story = words[words.index("1. a: not recalled") :]
    for part in ("I work at Drumlock.", "Where do I work?", "you have not told me", "Right answer", "Drumlock",
                 "1 of 1 other systems answer", "regulars explain RUN"):  # fmt: skip
        assert part in story


def test_a_report_asks_for_nothing_beyond_itself(tmp_path):
    html = told(run_of(tmp_path / "R", ANSWERS))
    assert not re.findall(r'(?:src|href)="(?!#|data:text/csv)[^"]*"', html)
    assert "@import" not in html
    assert "url(" not in html
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:aria-labelledby|for)="([^"]*)"', html)) <= set(ids)
    assert set(re.findall(r'href="#([^"]*)"', html)) <= set(ids)


def test_hostile_records_stay_words(hostile_run):
    read = Reader(told(hostile_run))
    assert read.tags.count("script") == 2  # those of the shell and of the report
    assert "img" not in read.tags
    assert not [name for name, _ in read.attributes if name.startswith("on") or name == "style"]
    assert read.words.count(SHOWN) > 20
    assert not set("\x00\x1b\u202e") & set(read.words)


@pytest.mark.slow
def test_fifty_systems_fit_in_three_megabytes(tmp_path):
    kinds = [question(f"q{number}", right=bool(number % 3), kind=f"kind-{number}", anchor=not number % 4,
                      horizon=number * 40) for number in range(40)]  # fmt: skip
    folder = run_of(tmp_path / "R", {f"system-{number}:reader=rules": [kinds] for number in range(50)})
    assert len(told(folder).encode()) < 3_000_000


# ---------------------------------------------------------------------- the command


def run_command(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def test_the_command_writes_into_the_folder_and_again(tmp_path):
    folder = run_of(tmp_path / "R", ANSWERS)
    for _ in range(2):
        found = run_command("report", folder)
        assert (found.exit_code, found.output) == (0, f"written to {folder / 'report.html'}\n")


def test_the_command_compares_with_the_named_row(tmp_path):
    folder = run_of(tmp_path / "R", ANSWERS)
    assert run_command("report", folder, "--against", "b", "--out", tmp_path / "x.html").exit_code == 0
    assert "of each system less that of b," in Reader((tmp_path / "x.html").read_text("utf-8")).words
    with pytest.raises(UnknownNameError, match="no row is named 'c'"):
        write_report(folder, None, "c")


def test_nothing_else_is_overwritten(tmp_path):
    folder = run_of(tmp_path / "R", ANSWERS)
    (folder / "report.html").write_text("<h1>mine</h1>")
    with pytest.raises(ConfigurationError, match="something else is there already"):
        write_report(folder)
    with pytest.raises(ConfigurationError, match="something else is there already"):
        write_report(folder, tmp_path)
    assert (folder / "report.html").read_text() == "<h1>mine</h1>"


def test_a_report_of_an_evaluation_needs_a_folder():
    with pytest.raises(ConfigurationError, match="a report needs a folder"):
        CliRunner().invoke(app, ["evaluate", "--report"], catch_exceptions=False)


def test_evaluate_writes_a_report(tmp_path):
    write_scenarios(tmp_path / "lives.jsonl", [generate(1, sessions=2)])
    options = ("--memory", "none", "--no-references", "--data", tmp_path / "lives.jsonl", "--out", tmp_path / "R")
    found = run_command("evaluate", *options, "--report")
    assert found.exit_code == 0, found.output
    assert f"written to {tmp_path / 'R' / 'report.html'}" in found.output
    assert "Best by" in Reader((tmp_path / "R" / "report.html").read_text("utf-8")).words


# ---------------------------------------------------------------------- folders without a sound run


TORN = {
    "empty file": {"episodes.jsonl": b""},
    "torn line": {"episodes.jsonl": b'{"schema":2,"kind":"regulars.epi'},
    "foreign lines": {"episodes.jsonl": b'{"a":1}\n<script>window.broken=1</script>\n'},
    "bytes": {"episodes.jsonl": b"\xff\xfe\x00\n"},
    "foreign manifest": {"episodes.jsonl": b"", "config.json": b"[1, 2]"},
}


@pytest.mark.parametrize("files", TORN.values(), ids=TORN)
def test_a_folder_without_a_sound_run_gets_a_page_that_says_so(tmp_path, files):
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    found = run_command("report", tmp_path)
    assert found.exit_code == 1
    read = Reader((tmp_path / "report.html").read_text("utf-8"))
    assert "No report" in read.words
    assert "cannot be shown" in read.words
    assert "error: " in found.output
    assert read.tags.count("script") == 2


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(RecordError, match="there is no such folder"):
        write_report(tmp_path / "no")
    assert not (tmp_path / "no").exists()


def test_sound_episodes_of_a_torn_run_are_shown_with_a_note(tmp_path):
    folder = run_of(tmp_path / "R", {"a": [[True], [False]]})
    with (folder / "episodes.jsonl").open("ab") as file:
        file.write(b'{"<script>": 1}\n{"schema":2,')
    path, problem = write_report(folder)
    words = Reader(path.read_text("utf-8")).words
    assert problem is not None
    for place in ("line 3", "line 4: it is incomplete"):
        assert place in words
        assert place in problem
    assert run_command("report", folder).exit_code == 1


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(RecordError, match="the folder holds no episodes"):
        write_report(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_run_of_faults_alone_says_so(tmp_path):
    folder = tmp_path / "R"
    folder.mkdir()
    append(folder / "episodes.jsonl", faulty(0, "a"))
    words = Reader(told(folder)).words
    assert "No episode of this run can be measured." in words
    assert "A fault ended 1 episode, which counts nowhere:" in words
    assert "it broke" in words
