"""The value types of all rooms: frozen, with slots, and strict about unknown fields; each exception is named."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import is_dataclass
from inspect import signature

import msgspec
import pytest

import regulars

RUNNING = {
    "agents": {
        "AnswersOfModel", "AssistantWork", "EvaluatorWork", "GraphCall", "GraphTurn", "KeptPoint", "ModelUserWork",
        "RealMemState", "RealMemTalk", "RoleMemoState", "SeatConversation", "SpokenLine", "UserState", "UserWork",
        "Written", "WrittenMemory",
    },
    "briefing": {"EvaluatorBriefing", "UserBriefing"},
    "cli": {"Subject"},
    "datasets": {"ExportCounts", "ExportSource", "RecordedTalk", "Report"},
    "envs": {
        "AgentTurns", "Consulted", "Episode", "Exchange", "LivedSession", "ProbeAside", "ProbeOutcome", "ReplyNote",
        "RewardNote", "SavedState", "UserLine", "_NotHeld",
    },
    "evaluation": {
        "Curriculum", "EpisodeIndex", "Progress", "RebuiltMemory", "ReportFigures", "Run", "SplitContents", "_Question",
        "_Worker",
    },
    "integrations": {"MemoryWork", "_Sessions"},
    "memory": {"Record", "Warm", "_Lost", "_ScopeCounts", "_Waiting"},
    "rewards": {"OddOnes", "OptionGroup", "TimeStatement", "ToldTimes", "_Stance"},
    "scenarios": {"Incidents", "Undertakings", "_Chain", "_Filled", "_LifePlanner", "_ProbePlanner", "_StreamBuilder"},
}  # fmt: skip
"""What changes while an episode, a run or a plan is under way, or is made at every step."""
WITH_DICTIONARY = {
    "agents": {  # feedback policies inherit from each other; prompts and flows keep what they worked out
        "Adversarial", "Delayed", "Diagnostic", "Drifting", "Evaluative", "Flattering", "Flow", "Instructive",
        "Lenient", "Mixed", "Noisy", "Placebo", "Prompt", "PromptSet", "Sealed", "Silent", "Sparse", "Strict",
        "Wrapper",
    },
    "cli": {"Subject"},  # the figures of a report's tables, worked out once
    "scenarios": {"_ProbePlanner", "_StreamBuilder"},
}  # fmt: skip
PAIRED = {"KnownFact", "SayableRecord", "HitRecord", "SpentNote", "HearsayRecord"}
"""Records that are written as lists, without names of fields."""

READ_IN_PART = {"datasets": {"RecordHead"}, "evaluation": {"EpisodeAnswers", "LockOwner", "_ContextLength"}}
"""Records that read some fields of a longer one, or of a file of a later version."""

BY_PLACE = {"datasets": {*PAIRED, *READ_IN_PART["datasets"], "EpisodeKey"}}
"""Records that are made by the places of their fields; all others by their names."""
PLACE = "POSITIONAL_OR_KEYWORD"


def types(room):
    """The classes that the modules of a room define, by name."""
    package = importlib.import_module(f"regulars.{room}")
    inner = pkgutil.walk_packages(getattr(package, "__path__", []), f"regulars.{room}.")
    for module in (package, *(importlib.import_module(each.name) for each in inner)):
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                yield kind


ROOMS = sorted(module.name for module in pkgutil.iter_modules(regulars.__path__))


@pytest.mark.parametrize("room", ROOMS)
def test_only_what_is_under_way_can_be_changed(room):
    values = [kind for kind in types(room) if is_dataclass(kind)]
    assert {kind.__name__ for kind in values if not kind.__dataclass_params__.frozen} == RUNNING.get(room, set())
    without = {kind.__name__ for kind in values if "__slots__" not in vars(kind)}
    assert without == WITH_DICTIONARY.get(room, set())


@pytest.mark.parametrize("room", ROOMS)
def test_records_are_frozen_and_refuse_fields_that_they_do_not_know(room):
    records = [kind for kind in types(room) if issubclass(kind, msgspec.Struct)]
    assert [kind.__name__ for kind in records if not kind.__struct_config__.frozen] == []
    lax = {kind for kind in records if not kind.__struct_config__.forbid_unknown_fields}
    read = {kind.__name__ for kind in lax if not kind.__module__.endswith("explain")}  # never read
    assert read == (PAIRED if room == "datasets" else set()) | READ_IN_PART.get(room, set())
    placed = {
        kind.__name__ for kind in records for one in signature(kind).parameters.values() if one.kind.name == PLACE
    }
    assert placed == BY_PLACE.get(room, set())
