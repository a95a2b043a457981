"""Replies with control characters, marks of direction and lone surrogates reach records and the terminal, escaped."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from typer.testing import CliRunner

import regulars
from regulars.cli.escapes import LONGEST, escaped, is_safe, shortened
from regulars.cli.main import app
from regulars.cli.tables import print_run
from regulars.datasets.codec import seal, to_line
from regulars.datasets.record_files import read_records
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import Run
from regulars.scenarios.generator import generate

HOSTILE = "\x00\x07\x1b[31m\u202eBergen\u200f \ud800 \u2028\r\nverdict   correct"
OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
LIFE = generate(1, sessions=2)
texts = st.text(st.characters(), max_size=40)


def hostile(observation):
    """An assistant that answers everything in the same way."""
    return HOSTILE


hostile.stateless = True


def play(out: Path, **options: object) -> Run:
    return regulars.evaluate(assistant=hostile, data=[LIFE], seeds=2, references=False, out=out, **options)


@pytest.fixture(scope="module")
def out(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "RUN"
    play(folder)
    return folder


def said(*arguments: object) -> str:
    """What a command prints; it must not fail."""
    found = CliRunner().invoke(app, [str(one) for one in arguments])
    assert found.exception is None, found.output
    assert not {category(sign) for sign in found.output.replace("\n", "")} & OBEYED
    return found.output


# ---------------------------------------------------------------------- escapes


def test_what_a_terminal_would_obey_is_shown_as_python_writes_it():
    assert escaped("\x1b[31mred\x00") == r"\x1b[31mred\x00"
    assert escaped("\u202eleft \ud800 \u2028") == r"\u202eleft \ud800 \u2028"
    assert escaped("one\ntwo\r\n") == r"one\ntwo\r\n"
    assert escaped("one\ntwo\r\n", lines=True) == "one\ntwo\\r\n"


@pytest.mark.parametrize("text", ["Grüße aus København", "你住在上海。", "مرحبا", "a\u00a0b 🙂", r"C:\x1b"])
def test_words_of_every_language_stay(text):
    assert escaped(text) == text


@given(texts)
def test_nothing_that_a_terminal_obeys_is_left_and_all_else_stays(text):
    shown = escaped(text)
    shown.encode()
    assert not {category(sign) for sign in shown} & OBEYED
    plain = [sign for sign in text if category(sign) not in OBEYED]
    kept = iter(shown)
    assert all(any(sign == other for other in kept) for sign in plain)
    assert is_safe(shown)
    assert escaped(shown) == shown


def test_a_text_is_shortened_with_the_number_of_characters_left_out():
    assert shortened("a" * LONGEST) == "a" * LONGEST
    assert shortened("a" * LONGEST + "bcd") == "a" * LONGEST + " ... (3 more characters)"


# ---------------------------------------------------------------------- records and runs


def test_a_record_holds_the_reply_as_it_was(out):
    for record in read_records(out / "episodes.jsonl"):
        assert record.valid
        replies = [outcome.reply for probe in record.probes for outcome in probe.outcomes if outcome.expectation]
        assert replies
        assert set(replies) == {HOSTILE}


def test_a_resumed_run_gives_the_same_results(out, tmp_path):
    again = tmp_path / "RUN"
    play(again)
    lines = (again / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    (again / "episodes.jsonl").write_bytes(lines[0] + lines[1][:400])
    play(again, resume=True)
    assert (again / "results.json").read_bytes() == (out / "results.json").read_bytes()
    assert len(list(read_records(again / "episodes.jsonl"))) == 2


def test_a_fault_is_shown_escaped(tmp_path):
    (tmp_path / "broken.py").write_text(f"def broken(observation):\n    raise ValueError({HOSTILE!a})\n")
    found = CliRunner().invoke(app, ["evaluate", "--assistant", f"{tmp_path}/broken.py:broken", "--seeds", "1"])
    assert found.exit_code == 1
    assert r"\x1b[31m\u202eBergen\u200f \ud800" in found.output
    assert not {category(sign) for sign in found.output.replace("\n", "")} & OBEYED


# ---------------------------------------------------------------------- the terminal


def test_every_view_of_a_run_is_printed_escaped(out):
    assert "hostile" in said("explain", out)
    assert "off_task" in said("explain", out, 1)
    assert said("validate", out).endswith("0 problems, 0 repairs\n")
    assert "hostile" in said("replay", out)


def test_a_reply_cannot_forge_the_lines_below_it(out):
    shown = said("explain", out, 1, 1)
    assert r"reply     \x00\x07\x1b[31m\u202eBergen\u200f \ud800 \u2028\r" in shown.splitlines()
    assert [line for line in shown.splitlines() if line.startswith("verdict")] != ["verdict   correct"]
    assert "          verdict   correct" in shown.splitlines()


def test_json_holds_the_reply_as_it_was_in_ascii(out):
    found = said("explain", out, 1, 1, "--json")
    assert found.isascii()
    assert json.loads(found)["asked"]["reply"] == HOSTILE


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(texts)
def test_any_reply_can_be_explained(out, tmp_path, text):
    record = next(read_records(out / "episodes.jsonl"))
    first, *rest = record.probes
    outcome = structs.replace(first.outcomes[0], reply=text)
    probe = structs.replace(first, outcomes=(outcome, *first.outcomes[1:]))
    changed = tmp_path / "episodes.jsonl"
    changed.write_bytes(to_line(seal(structs.replace(record, probes=(probe, *rest)))) + b"\n")
    said("explain", tmp_path, 1, 1)
    assert json.loads(said("explain", tmp_path, 1, 1, "--json"))["asked"]["reply"] == text


@given(texts, texts)
def test_any_name_can_stand_in_a_table(system, note):
    metrics = ("accuracy_anchor", "faults")
    rows = [
        Row(system=system, suite="s", scenario="all", slice="all", metric=metric, value=0.5, n=2, ci95=None)
        for metric in metrics
    ]
    with redirect_stdout(StringIO()) as stdout:
        print_run(Run(rows, [system], forked=[system], notes=[note]), f"suite {note}")
    printed = stdout.getvalue()
    assert not {category(sign) for sign in printed.replace("\n", "")} & OBEYED
    assert escaped(system).rstrip() in printed


def test_a_long_reply_is_explained_in_part(out, tmp_path):
    record = next(read_records(out / "episodes.jsonl"))
    first, *rest = record.probes
    outcome = structs.replace(first.outcomes[0], reply="x" * (LONGEST + 5_000))
    changed = structs.replace(record, probes=(structs.replace(first, outcomes=(outcome,)), *rest))
    (tmp_path / "episodes.jsonl").write_bytes(to_line(seal(changed)) + b"\n")
    assert f"reply     {'x' * LONGEST} ... (5000 more characters)" in said("explain", tmp_path, 1, 1)
