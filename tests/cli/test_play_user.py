"""A person in the user's seat, and the doctor."""

from __future__ import annotations

import pytest
from first_news import first_news
from typer.testing import CliRunner

from regulars.cli.doctor import is_within
from regulars.cli.main import app


def said(*arguments, stdin="", **environment):
    return CliRunner().invoke(app, list(arguments), input=stdin, env=environment)


def test_a_person_plays_the_user_and_what_is_told_is_recognised():
    news = first_news(seed=1, sessions=1)
    lines = f"Hello there.\n+ {news.line}\n\n"
    done = said("play", "--seat", "user", "--seed", "1", "--sessions", "1", stdin=lines)
    assert done.exit_code == 0, done.output
    assert f"You are {news.person.name}." in done.output
    assert f"    {news.label}: {news.value}\n" in done.output
    assert f"- tell: {news.label}: {news.value}\n" in done.output
    assert f"(told: {news.label}, {news.value})\n" in done.output
    assert "The life is over (completed). You told 1 fact in" in done.output


def test_the_future_of_a_life_is_hidden_from_its_player():
    first = said("play", "--seat", "user", "--seed", "1", "--sessions", "3", stdin="\n").output
    later = said("play", "--seat", "user", "--seed", "1", "--sessions", "3", stdin="\n" * 20).output
    assert first.count("--- session") < later.count("--- session") == 3
    assert later.startswith(first[: first.index("Your agenda")])


def test_the_end_of_the_input_leaves():
    done = said("play", "--seat", "user", "--seed", "1", stdin="Hello.\n")
    assert "You left." in done.output
    assert "The life is not over." in done.output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["--seat", "usr"], "did you mean 'user'"), (["--seat", "user", "--users", "2"], "2 users")],
)
def test_an_impossible_seat_is_refused(arguments, named):
    done = said("play", *arguments)
    assert done.exit_code != 0
    assert named in str(done.exception)


def test_the_doctor_finds_what_is_there_and_shows_no_key():
    done = said("doctor", OPENAI_API_KEY="sk-secret-of-the-test")
    assert done.exit_code == 0, done.output
    assert "OPENAI_API_KEY is set" in done.output
    assert "sk-secret" not in done.output
    assert "one session played, recorded and measured" in done.output
    assert "WRONG" not in done.output


def test_the_doctor_says_what_is_wrong(monkeypatch, tmp_path):
    monkeypatch.setattr("regulars.cli.doctor._installed", lambda name: None if name == "langgraph" else "99.0")
    done = said("doctor")
    assert done.exit_code == 1
    assert "WRONG  langgraph is not installed" in done.output


@pytest.mark.parametrize(
    ("found", "bounds", "within"),
    [("1.10.2", ">=1.9", True), ("1.9", ">=1.10", False), ("2.0", ">=1.0,<2", False), ("3.11.7", ">=3.11", True)],
)
def test_versions_are_compared_by_number(found, bounds, within):
    assert is_within(found, bounds) is within
