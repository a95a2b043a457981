"""Options that do nothing beside others are refused with the reason, and the same options pass where they act."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from regulars.cli.idle_options import IDLE, CheckedCommand
from regulars.cli.main import app
from regulars.errors import ConfigurationError


def refusal(*words: str) -> ConfigurationError:
    done = CliRunner().invoke(app, list(words))
    assert isinstance(done.exception, ConfigurationError), done.output
    return done.exception


@pytest.mark.parametrize(
    ("words", "option", "why", "remedy"),
    [
        (
            "generate --from own.yaml --language chinese --out x.jsonl",
            "--language",
            "the file of --from is the whole scenario",
            "leave --language out, or write it into the file",
        ),
        ("generate --from own.yaml --suite smoke --out x.jsonl", "--suite", "the file of --from", "leave --suite out"),
        ("generate --from own.yaml --seeds 2 --out x.jsonl", "--seeds", "the file of --from", "leave --seeds out"),
        (
            "evaluate --data talks.json --suite core",
            "--suite",
            "--data takes the place of a suite",
            "leave --suite out",
        ),
        ("evaluate --resume", "--resume", "there is no folder to resume", "name it with --out"),
        (
            "evaluate --base-url http://h/v1",
            "--base-url",
            "no model is in play",
            "name one, such as --assistant",
        ),
        ("evaluate --limits calls=3 --memory recency", "--limits", "no model is in play", "leave --limits out"),
        ("evaluate --prices p.toml --assistant asker", "--prices", "no model is in play", "leave --prices out"),
        ("play --assistant scripted", "--assistant", "you play the assistant", "add --seat user"),
        ("play --seat user --probes end", "--probes", "a person is asked no out-of-band probes", "leave --probes out"),
        ("serve-scripted --seed 3", "--seed", "no faults are drawn", "name some with --misbehave"),
    ],
)
def test_an_option_that_does_nothing_is_refused(words, option, why, remedy):
    error = refusal(*words.split())
    assert error.what.startswith(f"{option} does nothing here: {why}")
    assert error.where == f"regulars {words.split()[0]}"
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("values", "idle"),
    [
        ({}, True),
        ({"memory": "recency,bm25-turn"}, True),
        ({"memory": "dense-turn:embedder=openai:M"}, False),
        ({"memory": "mine.yaml"}, False),
        ({"assistant": "openai:M"}, False),
        ({"user": "openai:M"}, False),
        ({"judge": "openai:M"}, False),
        ({"label": ["mine=openai:M"]}, False),
    ],
)
def test_a_model_is_in_play_if_something_named_may_call_one(values, idle):
    given = {"memory": None, "assistant": None, "user": "scripted", "judge": "scripted", "label": None, **values}
    (rule,) = (rule for rule in IDLE["evaluate"] if "base_url" in rule.options)
    assert rule.holds(given) is idle


def test_a_default_and_an_option_that_acts_are_no_faults(tmp_path):
    done = CliRunner().invoke(app, ["generate", "--suite", "smoke", "--seeds", "1", "--out", str(tmp_path / "x.jsonl")])
    assert done.exit_code == 0, done.output


def test_every_rule_names_options_of_its_command():
    commands = typer.main.get_command(app).commands
    assert all(isinstance(command, CheckedCommand) for command in commands.values())
    for name, rules in IDLE.items():
        known = {parameter.name for parameter in commands[name].params}
        assert {option for rule in rules for option in rule.options} <= known
