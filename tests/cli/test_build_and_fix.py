"""`regulars build` and `regulars validate --fix`: what they print, and their exit codes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from regulars.cli.main import app
from regulars.errors import ConfigurationError
from regulars.evaluation.building import build as building
from regulars.evaluation.building.build import BuiltDataSet
from regulars.scenarios.content import OPEN
from regulars.scenarios.files import read_scenarios, write_scenarios
from regulars.scenarios.generator import generate


def said(*arguments):
    """Exit code and lines of a command."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output.splitlines()


@pytest.fixture
def built(monkeypatch):
    """A finished data set of one file in place of a real build; `plans` notes what was asked for."""
    plans = []

    def build(plan, out, **given):
        plans.append((plan, given["workers"]))
        return BuiltDataSet(Path(out), 1_500_000, {"README.md": "a" * 64})

    monkeypatch.setattr(building, "build", build)
    return plans


def test_build_passes_its_options_on(built, tmp_path):
    code, lines = said("build", "--suite", "smoke", "--users", 7, "--seed", 2, "--workers", 3, "--out", tmp_path / "d")
    ((plan, workers),) = built
    assert (plan.suite.name, plan.users, plan.seed, workers) == ("smoke", 7, 2, 3)
    assert code == 0
    assert lines[0].startswith(f"{plan.suite.label}-7-users: 1 file, 1.5 MB, written in ")


@pytest.mark.slow
def test_build_takes_own_content_and_settings(built, tmp_path, monkeypatch):
    monkeypatch.setenv(OPEN, "")  # what is opened here is closed afterwards
    assert said("new", "attribute", "--out", tmp_path / "own" / "visits.toml")[0] == 0
    assert said("new", "persona", "--out", tmp_path / "people.toml")[0] == 0
    people = "".join(f'[[personas]]\nname = "{name}"\n' for name in ("Ada", "Ben", "Cleo", "Dora"))
    (tmp_path / "people.toml").write_text(people, "utf-8")
    options = ("--ontology", tmp_path / "own", "--sessions", 2, "--set", "only_attributes=own", "--users", 4)
    assert said("build", "--suite", "smoke@", *options, "--out", tmp_path / "d")[0] == 0
    assert (
        said("build", "--suite", "smoke", "--personas", tmp_path / "people.toml", "--set", "users=1", "--out", "d")[0]
        == 0
    )
    (plan, _), (lived, _) = built
    assert [arguments["sessions"] for arguments in plan.suite.plans] == [2] * 4
    assert all(arguments["language"].startswith("english+") for arguments in plan.suite.plans)
    assert plan.options == "--suite smoke@ --ontology own --sessions 2 --set only_attributes=own"
    names = {split: [name for name, _ in lived.part(split).personas] for split in lived.people}
    assert names == {"train": ["Ada", "Ben"], "validation": ["Cleo"], "test": ["Dora"]} == lived.own_people
    assert plan.own_people == {}
    for people, held in ((13, 1), (14, 2)):  # as the page on data sets says
        many = replace(lived, suite=replace(lived.suite, personas=(lived.suite.personas * 4)[:people]))
        assert {split: len(names) for split, names in many.own_people.items()} == {
            "train": people - 2 * held, "validation": held, "test": held,
        }  # fmt: skip


@pytest.mark.slow
def test_build_warns_of_what_validate_faults_in_own_content(built, tmp_path, monkeypatch):
    monkeypatch.setenv(OPEN, "")  # what is opened here is closed afterwards
    mine = tmp_path / "own" / "visits.toml"
    said("new", "attribute", "--out", mine)
    options = ("build", "--suite", "smoke", "--ontology", mine.parent, "--out", tmp_path / "d")
    assert [line for line in said(*options)[1] if line.startswith("warning")] == []
    sound = "For swimming I have found the {value}."
    mine.write_text(mine.read_text("utf-8").replace(sound, "My swimming club is the {value} in town."), "utf-8")
    code, faults = said("validate", mine.parent)
    found = [f"warning: {line}" for line in faults if f"{mine.name}:" in line]
    assert (code, len(found)) == (1, 3)
    code, lines = said(*options)
    assert (code, [line for line in lines if line.startswith("warning")]) == (0, found)
    assert len(built) == 2


def test_too_few_people_for_three_splits_are_refused(tmp_path):
    (tmp_path / "people.toml").write_text('[[personas]]\nname = "Ada"\n[[personas]]\nname = "Ben"\n', "utf-8")
    with pytest.raises(ConfigurationError, match="of 2 people, 0 are for train; expected 1 or more in each split"):
        said("build", "--suite", "smoke", "--personas", tmp_path / "people.toml", "--set", "users=1", "--out", "d")


@pytest.mark.parametrize(
    ("digest", "code", "line"),
    [("a", 0, "all checksums are those of "), ("b", 1, "different: README.md has another content")],
)
def test_a_data_set_with_other_checksums_gives_exit_code_1(built, tmp_path, digest, code, line):
    sums = tmp_path / "sums"
    sums.write_text(f"{digest * 64}  README.md\n", "utf-8")
    found, lines = said("build", "--suite", "smoke", "--out", tmp_path / "d", "--checksums", sums)
    assert found == code
    assert lines[-1].startswith(line)


def test_an_interrupted_build_says_how_to_go_on(monkeypatch, tmp_path):
    def build(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "build", build)
    code, lines = said("build", "--suite", "smoke", "--out", tmp_path / "d")
    assert (code, lines) == (130, ["interrupted; repeat the command to go on"])


@pytest.mark.parametrize(
    ("options", "message"),
    [(("--users", 2), "users is 2"), (("--suite", "stream"), "suite of streams"), (("--suite", "cor"), "core")],
)
def test_impossible_builds_are_refused(options, message, tmp_path):
    with pytest.raises(ConfigurationError, match=message):
        said("build", "--out", tmp_path / "d", *options)
    assert not (tmp_path / "d").exists()


def test_validate_counts_by_class_and_writes_a_repaired_copy(tmp_path):
    one = generate(3, sessions=2)
    write_scenarios(tmp_path / "lives.jsonl", [one, one])
    code, lines = said("validate", tmp_path / "lives.jsonl", "--fix", tmp_path / "sound.jsonl")
    assert code == 1
    *_, counted, summed, copied = lines
    assert counted == "duplicate-scenario: 1 problem, 1 change"
    assert summed == "2 scenarios, 1 problem, 0 repairs"
    assert copied.startswith("repaired copy in ")
    assert read_scenarios(tmp_path / "sound.jsonl") == [one]
    code, lines = said("validate", tmp_path / "sound.jsonl")
    assert (code, lines[-1]) == (0, "1 scenario, 0 problems, 0 repairs")
