"""Commands on finished runs: replay, compare, gate, show and explain, and watching a life."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from played_runs import TRANSCRIPT, run_of, turn
from typer.testing import CliRunner

from regulars import evaluate
from regulars.cli.main import app
from regulars.cli.run_commands.watch import Follower
from regulars.cli.run_tables.systems import metric_named
from regulars.errors import ConfigurationError, RecordError, UnknownNameError
from regulars.scenarios.generator import generate

ALL, HALF, NONE = [True, True], [True, False], [False, False]


def regulars(*arguments: object):
    """The result of a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def raised(*arguments: object) -> Exception:
    found = regulars(*arguments)
    assert isinstance(found.exception, Exception)
    return found.exception


@pytest.fixture
def run(tmp_path):
    return run_of(tmp_path / "RUN", {"x": [ALL] * 5, "y": [HALF] * 5, "none": [NONE] * 5})


@pytest.fixture
def base(tmp_path):
    return run_of(tmp_path / "BASE", {"x": [HALF] * 5, "y": [HALF] * 5})


def test_compare_prints_the_difference_by_kind_with_intervals_and_p_values(run, base):
    done = regulars("compare", run, base, "--system", "x")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == f"accuracy_anchor: x, {run} less {base}"
    assert lines[1].split() == ["questions", "run", "baseline", "difference", "p", "lives"]
    # 1 less .5 in each of five lives: no spread at all
    assert lines[2].split() == ["all", "1.000", ".500", "+.500", "[+.500", "+.500]", "<.001", "5"]
    assert lines[3].split()[0] == "update"


def test_compare_prints_markdown_latex_and_json(run):
    arguments = ("compare", run, "--against", "y")
    markdown = regulars(*arguments, "--format", "markdown").stdout
    assert "| all | 1.000 | .500 | +.500 [+.500 +.500] | &lt;.001 | 5 |" in markdown
    assert r"all & 1.000 & .500 & +.500 {[}+.500 +.500{]} & \textless{}.001 & 5 \\" in regulars(
        *arguments, "--format", "latex"
    ).stdout  # fmt: skip
    rows = json.loads(regulars(*arguments, "--format", "json").stdout)["rows"]
    assert [(row["system"], row["slice"], row["value"]) for row in rows] == [
        ("x", "all", 0.5),
        ("x", "kind=update", 0.5),
    ]


def test_a_metric_may_have_the_name_of_its_column(run):
    named = ("compare", run, "--against", "y", "--metric")
    assert regulars(*named, "accuracy (anchors)").stdout == regulars(*named, "accuracy_anchor").stdout
    assert "no figures for the metric 'accuracy_own'" in str(raised(*named, "accuracy"))  # all questions are anchors
    assert [metric_named(name) for name in ("pairs", "turn all@7", "token F1", "stale", "of my own")] == [
        "accuracy_contrast_pairs", "turn_recall_all@7", "token_f1", "stale", "of my own",
    ]  # fmt: skip


def test_commands_tell_that_the_last_line_of_a_run_was_cut(run):
    with (run / "episodes.jsonl").open("ab") as file:
        file.write(b'{"schema":2,')
    for arguments in (("explain", run), ("explain", run, "--system", "x"), ("show", run, "1")):
        done = regulars(*arguments)
        assert (done.exit_code, "left out: line 16: it is incomplete" in done.stderr) == (0, True), arguments


def test_the_gate_is_open_for_a_run_that_is_no_worse_and_closed_for_a_worse_one(run, base, tmp_path):
    report, xml = tmp_path / "report.md", tmp_path / "gate.xml"
    done = regulars("gate", run, "--baseline", base, "--junit", xml, "--markdown", report)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1] == "gate open: 0 of 3 checks failed"
    assert ElementTree.parse(xml).getroot().get("failures") == "0"
    worse = regulars("gate", base, "--baseline", run, "--max-drop", ".05", "--junit", xml, "--markdown", report)
    assert worse.exit_code == 1
    assert "failed: x: accuracy_anchor: 0.500 against 1.000, difference -0.500 [-0.500 -0.500] over 5 lives" in (
        worse.stdout
    )
    assert worse.stdout.splitlines()[-1] == "gate closed: 1 of 3 checks failed"
    assert ElementTree.parse(xml).getroot().get("failures") == "1"
    assert report.read_text("utf-8").count("## Memory gate") == 2  # a report is added, as CI servers want it
    assert "## Memory gate closed" in report.read_text("utf-8")


def test_too_few_lives_leave_the_gate_in_doubt(tmp_path):
    run, base = run_of(tmp_path / "RUN", {"x": [ALL] * 4}), run_of(tmp_path / "BASE", {"x": [ALL] * 4})
    done = regulars("gate", run, "--baseline", base)
    assert done.exit_code == 1
    assert "doubt: x: accuracy_anchor" in done.stdout
    assert "4 lives are too few for an interval: play both runs with more --seeds" in done.stdout
    assert done.stdout.splitlines()[-1] == "gate closed: 0 of 2 checks failed, 1 in doubt"
    assert regulars("gate", run, "--baseline", base, "--doubt", "pass").exit_code == 0


def test_a_gate_names_what_it_cannot_use(run, tmp_path):
    other = run_of(tmp_path / "OTHER", {"x": [ALL] * 5}, id="another", suite="core-5")
    assert isinstance(raised("gate", run, "--baseline", other), RecordError)
    assert "max-drop" in str(raised("gate", run, "--baseline", run, "--max-drop", "-1"))
    assert "cannot be written" in str(raised("gate", run, "--baseline", run, "--junit", tmp_path / "no" / "gate.xml"))


def test_show_prints_a_life_as_one_reads_it(run):
    done = regulars("show", run, 1)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        "core/0/x: completed, 1 session",
        "",
        "Session 1, Monday, 03 March 2025, 09:00",
        "Ann: I work at Drumlock.",
        "Assistant: Noted.",
        '    [feedback: like, satisfaction 9, "thanks"]',
        "Ann: Bye.",
        "",
        "Beside the conversation, Monday, 03 March 2025, 10:00",
        "Question: Where do I work?",
        "Assistant: You work at Drumlock.",
        "    [update: correct]",
        "    [recalled 2 items, 40 tokens; 1 of 1 turn of the evidence (s001.t01)]",
        "Question: Where do I work?",
        "Assistant: You work at Drumlock.",
        "    [update: correct]",
    ]
    wrong = regulars("show", run, "core/0/none").stdout
    assert "    [update: abstained; right: Drumlock]" in wrong


def test_show_prints_one_session_and_the_questions_asked_after_it(run, tmp_path):
    transcript = (*TRANSCRIPT, turn("s002.t01", 90, "Hello again."))  # the questions are asked at 60 minutes
    folder = run_of(tmp_path / "TWO", {"x": [ALL]}, transcript=transcript)
    first, second = (regulars("show", folder, 1, "--session", number).stdout.splitlines() for number in (1, 2))
    assert (first.count("Ann: Bye."), first.count("Question: Where do I work?")) == (1, 2)
    assert "Ann: Hello again." not in first
    assert second[1:] == ["", "Session 2, Monday, 03 March 2025, 10:30", "Ann: Hello again."]
    assert isinstance(raised("show", run, 1, "--session", 2), UnknownNameError)
    assert isinstance(raised("show", run, "nobody"), UnknownNameError)


def test_explain_counts_what_a_system_lost_and_names_the_command_for_each_answer(run):
    done = regulars("explain", run, "--system", "y", "--versus", "x", "--by", "kind")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "y, versus x"
    assert lines[1].split("  ")[0] == "kind"
    assert lines[2].split() == ["update", "10", "5", "5", "5", "0"]
    assert lines[3].split() == ["all", "10", "5", "5", "5", "0"]
    assert "the most telling 5" in lines
    assert "not recalled: update of employer, session 1, distance 10; 1 of 1 other systems right" in lines
    assert f"  regulars explain {run} 6 2" in lines  # the first life of y is the sixth episode
    plain = json.loads(regulars("explain", run, "--system", "y", "--json").stdout)
    assert plain["counts"] == [{"group": "not recalled", "questions": 5, "right": 0, "lost": 5}]
    stages = regulars("explain", run, "--system", "y", "--versus", "x", "--by", "stage").stdout.splitlines()
    assert [line.split() for line in stages[1:4]] == [
        ["stage", "lost", "x", "alone", "right"], ["not", "recalled", "5", "5"], ["all", "5", "5"],
    ]  # fmt: skip
    assert regulars("explain", run, "--system", "y").stdout.splitlines()[1].split() == ["stage", "lost"]
    assert "no answer was lost here" in regulars("explain", run, "--system", "x").stdout
    assert isinstance(raised("explain", run, 1, "--system", "x"), ConfigurationError)


def test_replay_adds_tables_by_session_and_distance(run):
    lines = regulars("replay", run, "--by", "session", "--by", "distance").stdout.splitlines()
    at = lines.index("by session")
    assert lines[at + 1].split() == ["system", "session", "accuracy", "(anchors)", "recall@10", "satisfaction",
                                     "reward", "n"]  # fmt: skip
    # x: 10 right answers of 10, all evidence recalled, nine satisfied, no reward of a reply
    assert lines[at + 2].split() == ["x", "1", "1.000", "1.000", "9.0", "0.00", "10"]
    at = lines.index("cost by session")
    assert lines[at + 1].split() == ["system", "session", "context", "tokens", "n"]  # its records hold no seconds
    assert lines[at + 2].split() == ["x", "1", "40", "5"]
    at = lines.index("by distance")
    assert lines[at + 3].split()[:3] == ["y", "0-50", "0.500"]
    assert not any(line.startswith("none ") for line in lines[lines.index("by session") :])


def test_tables_by_session_give_long_names_lines_of_their_own(tmp_path):
    name = "mine.py:Memory:embedder=hashed:dims=64"
    folder = run_of(tmp_path / "LONG", {name: [[True]], "x": [[False]]})
    lines = regulars("replay", folder, "--by", "session").stdout.splitlines()
    at = lines.index("by session")
    head = lines[at + 1].split()
    assert head == ["session", "accuracy", "(anchors)", "recall@10", "satisfaction", "reward", "n"]
    rows = [line.split() for line in lines[at + 2 : at + 6]]
    assert rows == [
        [name],
        ["1", "1.000", "1.000", "9.0", "0.00", "1"],
        ["x"],
        ["1", "0.000", "0.000", "9.0", "0.00", "1"],
    ]
    assert not any(line.startswith("left out") for line in lines)
    markdown = regulars("replay", folder, "--by", "session", "--format", "markdown").stdout
    assert f"| {name} | 1 | 1.000 | 1.000 | 9.0 | 0.00 | 1 |" in markdown


def test_replay_prints_results_as_json_markdown_and_latex(run):
    assert {row["system"] for row in json.loads(regulars("replay", run, "--format", "json").stdout)["rows"]} == {
        "x", "y", "none",
    }  # fmt: skip
    assert regulars("replay", run, "--format", "markdown").stdout.startswith("| system | accuracy (anchors) |")
    latex = regulars("replay", run, "--format", "latex").stdout
    assert latex.startswith("\\begin{tabular}{l")
    assert "accuracy (anchors) & " in latex
    assert "\\bottomrule" in latex


HOSTILE = "x\x1b[31m|<b>\u202e"
"""The name of a system that a terminal and a page would obey."""


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "RUN", "1"),
        ("compare", "RUN", "BASE"),
        ("compare", "RUN", "BASE", "--format", "markdown"),
        ("compare", "RUN", "BASE", "--format", "latex"),
        ("gate", "RUN", "--baseline", "BASE"),
        ("explain", "RUN", "--by", "kind"),
        ("replay", "RUN", "--by", "session", "--wide"),
        ("replay", "RUN", "--format", "markdown"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_as_text(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("RUN", "BASE"):
        run_of(tmp_path / name, {HOSTILE: [HALF] * 5}, fault="\x1b]0;gone\x07")
    done = regulars(*arguments)
    assert done.exit_code == 0, done.output
    assert not {"\x1b", "\x07", "\u202e"} & {*done.output}
    assert "x\\x1b[31m" in done.stdout.replace("{[}", "[").replace("\\textbackslash{}", "\\")
    if "markdown" in arguments:
        assert r"\|&lt;b>" in done.stdout


SHORT = generate(1, sessions=3)
"""A life that is played in a tenth of a second."""


def test_a_life_can_be_watched_while_it_runs(tmp_path, capsys):
    evaluate("bm25-turn,recency", data=[SHORT], references=False, watch=Follower(), out=tmp_path / "RUN")
    said = capsys.readouterr()
    assert said.out == ""
    first, *watched = said.err.splitlines()
    assert first.endswith("/0/bm25-turn")
    assert watched.pop() == "the life ended: completed; the run goes on"
    shown = regulars("show", tmp_path / "RUN", 1).stdout.splitlines()[1:]
    assert [line for line in watched if line] == [line for line in shown if line]
    with pytest.raises(ConfigurationError, match="cannot watch 2 workers"):
        evaluate("bm25-turn", data=[SHORT], references=False, watch=Follower(), workers=2)


def test_a_run_grows_to_the_same_results_as_a_run_played_at_once(tmp_path):
    common = {"data": [SHORT], "references": False}
    evaluate("none", seeds=1, out=tmp_path / "A", **common)
    evaluate("recency,none", seeds=2, out=tmp_path / "A", resume=True, **common)
    evaluate("recency,none", seeds=2, out=tmp_path / "B", **common)
    for file in ("results.json", "config.json"):
        assert (tmp_path / "A" / file).read_bytes() == (tmp_path / "B" / file).read_bytes()
    with pytest.raises(ConfigurationError, match="holds a run with other options: systems"):
        evaluate("none", seeds=1, out=tmp_path / "A", resume=True, **common)


@pytest.mark.slow
def test_the_command_line_watches_and_grows(tmp_path):
    arguments = ("--suite", "smoke", "--no-references", "--out", tmp_path / "RUN")
    done = regulars("evaluate", "--memory", "none", "--seeds", 1, "--watch", *arguments)
    assert done.exit_code == 0, done.output
    assert "the life ended: completed; the run goes on" in done.stderr
    done = regulars("evaluate", "--memory", "none,recency", "--seeds", 2, "--resume", *arguments)
    assert done.exit_code == 0, done.output
    assert "recency" in done.stdout
