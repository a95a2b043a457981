"""Exports for training take the rewards of the assistant, and leave those of the user for the same turn."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from played_by_hand import RIGHT, WRONG, run_folder

from regulars.datasets import export_data
from regulars.datasets.export.replies import replies_of
from regulars.dialogue import ASSISTANT
from regulars.envs.life.outcomes import RewardNote

SERVED = {"served": 0.5}
BOTH = replace(
    RIGHT,
    rewards=(RewardNote("user", "s002.t02", SERVED), *RIGHT.rewards, RewardNote("user", "s002.t02", SERVED)),
)
OWN = {"recall": 1.0, "cost": -0.25}


def test_terms_of_replies_are_those_of_the_assistant() -> None:
    assert [reply.terms for reply in replies_of(BOTH)] == [None, OWN]


@pytest.mark.parametrize("level", ["episode", "reply"])
def test_terms_of_groups_are_those_of_the_assistant(tmp_path, level) -> None:
    run = run_folder(tmp_path / "run", BOTH, WRONG)
    export_data(run, f"groups:level={level}", tmp_path / "out.jsonl")
    (row,) = map(json.loads, (tmp_path / "out.jsonl").read_text("utf-8").splitlines())
    assert row["terms"][0] == OWN
    assert row["rewards"][0] == 0.75
    if level == "episode":
        mine = row["rollouts"][0][1]
        assert mine["terms"] == [{}, OWN, {}]
        assert mine["mask"] == [int(turn.speaker == ASSISTANT) for turn in BOTH.transcript if turn.session == 2]
