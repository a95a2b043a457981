"""The value types of the environment: all have slots, and all but the running state are frozen."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import is_dataclass

import regulars.envs

RUNNING = {
    "AgentTurns", "Episode", "Exchange", "LivedSession", "ProbeAside", "ProbeOutcome", "ReplyNote", "RewardNote",
    "SavedState", "UserLine",
}  # fmt: skip
"""What changes while an episode runs, or is made at every step."""


def types():
    for module in pkgutil.walk_packages(regulars.envs.__path__, "regulars.envs."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.name:
                yield kind


def test_no_value_has_a_dict_of_its_own():
    assert [kind.__name__ for kind in types() if "__slots__" not in vars(kind)] == []


def test_only_the_running_state_can_be_changed():
    assert {kind.__name__ for kind in types() if not kind.__dataclass_params__.frozen} == RUNNING
