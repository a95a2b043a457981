"""What the check of a suite's file tells: its lives, its own content, and what is wrong with either."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulars.datasets import own_content
from regulars.datasets.own_content import check_content
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.content import OPEN, opened
from regulars.scenarios.world import Scenario

PLANS = """\
version = 1
[[plans]]
lives = 2
sessions = 1
probes_per_session = 1
anchors = 0
[[plans]]
lives = 1
sessions = 2
probes_per_session = 1
anchors = 0
"""
RULES = """\
[reassurance]
summary = "whether a reply tells people not to worry"
check = "phrases"
opportunity = "always"

[reassurance.settings.none]
parameters = { phrases = ["don't worry"], at_most = 0 }
stated = ["Please never tell me not to worry.", "I don't want to be told not to worry."]
hinted = ["I decide myself what I worry about.", "That sounded a bit like a kindergarten."]
complaint = ["You told me not to worry again."]
lifted = ["You may tell me not to worry again."]
keeps = ["Your check-up is on Monday.", "Don't worry."]
breaks = ["Don't worry, your check-up is on Monday.", "Don't worry: the nurse is Sister Calloway."]
"""
"""A rule whose second example of a kept reply breaks it, in line 12."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No content is open before a test."""
    monkeypatch.setenv(OPEN, "")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The file of a suite of two lives of one session and one life of two."""
    (tmp_path / "mine.toml").write_text(PLANS, "utf-8")
    return tmp_path / "mine.toml"


def test_a_suite_without_own_content_is_told_by_its_lives_alone(mine: Path) -> None:
    assert check_content(mine, "suite") == ("the suite mine of 3 lives", [])
    mine.write_text("version = 1\n[[plans]]\nlives = 1\nsessions = 1\nprobes_per_session = 1\nanchors = 0\n", "utf-8")
    assert check_content(mine, "suite") == ("the suite mine of 1 life", [])


def test_a_suite_is_told_with_its_own_content_and_its_faults(mine: Path) -> None:
    (mine.parent / "rules").mkdir()
    (mine.parent / "rules" / "worry.toml").write_text(RULES, "utf-8")
    mine.write_text(f'{PLANS}[content]\nrules = "rules"\n', "utf-8")
    said, problems = check_content(mine, "suite")
    assert said == "the suite mine of 3 lives, 1 style attribute"
    assert [(one.code, one.where) for one in problems] == [("rule", "worry.toml:12")]
    assert problems[0].message == 'reassurance, settings, none, keeps: "Don\'t worry." breaks it'
    assert not opened()


def test_one_life_of_each_plan_is_checked(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the three lives have the same plan, so one of one session and one of two are checked."""

    def faulty(life: Scenario, ontology: object) -> list[Problem]:
        return [Problem("odd", life.language, f"{len(life.sessions)} sessions")]

    monkeypatch.setattr(own_content, "validate_scenario", faulty)
    assert check_content(mine, "suite") == (
        "the suite mine of 3 lives",
        [Problem("odd", "english", "1 sessions"), Problem("odd", "english", "2 sessions")],
    )


def test_a_suite_of_a_stream_is_told_without_a_check_of_its_lives(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_content, "validate_scenario", lambda *_: pytest.fail("a life was checked"))
    mine.write_text('version = 1\nlike = "stream"\n', "utf-8")
    assert check_content(mine, "suite") == ("the suite mine of a stream", [])
