"""A hundred ways in which an endpoint misbehaves: whose fault each is, its reason, its attempts, and no score."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from regulars.agents.loopback.server import Loopback
from regulars.agents.models.metered import Meter, counting
from regulars.evaluation.play.engines.concurrent import play_at_once
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import systems
from regulars.evaluation.systems.user_and_judge import UserAndJudge
from regulars.scenarios.generator import generate

sys.path.append(str(Path(__file__).parent))

from misbehaving import CASES, COMPLETED, Misbehaving

LIFE = generate(1, sessions=1, probes_per_session=1)
IN_THE_USERS_SEAT = (
    "content-list", "choices-null", "no-finish", "usage-text", "usage-negative", "error-inside", "body-half",
    "body-page", "lone-surrogate", "status-404", "status-503", "stream-without-end",
)  # fmt: skip


def played(folder: Path, specs: Mapping[str, str], seat: str) -> dict[str, tuple[Any, int]]:
    """The record of an episode and the number of calls, by misbehaviour; all episodes at once."""
    found: dict[str, tuple[Any, int]] = {}
    with Loopback() as server:
        endpoint = Misbehaving()
        server.endpoints.answer = endpoint.answer  # type: ignore[method-assign]
        for name, options in specs.items():
            settings = ";".join(filter(None, (f"base_url={server.url}", "retries=1;backoff=0", options)))
            spec = f"openai:{name}:{settings}"
            (system,) = systems(["none"], spec if seat == "assistant" else None)
            others = UserAndJudge.named("scripted" if seat == "assistant" else spec, "scripted", None)
            log = EpisodeLog(folder / f"{name}.jsonl", [Unit(LIFE, "life", 0, system)], Meter())
            with counting(Meter()):
                play_at_once(
                    log.jobs, Conditions({"feedback": "evaluative"}, user_and_judge=others), log.enter, width=1
                )
            (record,) = log.close()
            found[name] = (record, endpoint.calls[name])
    return found


@pytest.fixture(scope="module")
def assistants(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, int]]:
    specs = {name: case.options for name, case in CASES.items()}
    return played(tmp_path_factory.mktemp("assistants"), specs, "assistant")


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, int]]:
    return played(tmp_path_factory.mktemp("users"), {name: CASES[name].options for name in IN_THE_USERS_SEAT}, "user")


def test_there_are_a_hundred_of_them() -> None:
    assert sum(bool(case.reason) for case in CASES.values()) >= 100


@pytest.mark.parametrize("name", CASES)
def test_a_misbehaviour_has_its_seat_reason_and_attempts_and_no_score(assistants, name) -> None:
    case, (record, calls) = CASES[name], assistants[name]
    assert (record.ending, case.reason in record.fault) == (case.ending, True), record.fault
    if case.ending == COMPLETED:
        assert (record.fault, record.score is None) == ("", False)
        return
    assert (calls, record.score, record.valid) == (case.attempts, None, False)


@pytest.mark.parametrize("name", IN_THE_USERS_SEAT)
def test_a_misbehaviour_behind_a_person_is_the_endpoints_too(users, name) -> None:
    case, (record, calls) = CASES[name], users[name]
    assert (record.ending, record.score, calls) == (case.ending, None, case.attempts)
    assert case.reason in record.fault
