"""Each numeric setting of a memory decides what comes out of some small conversation, at its value and a notch beside.

The value a paper gives stands in the case, so a changed default gives another outcome. `FREE` lists the settings that
no case holds, with the reason.
"""

from __future__ import annotations

from importlib import import_module

import pytest
from published import CASES, Case, built, settings_of

from regulars import registry
from regulars.errors import ConfigurationError

for _family in ("search", "facts", "graphs", "levels", "forgetting", "learning"):
    import_module(f"published_{_family}")


def _named(case: Case) -> str:
    return f"{case.memory}-{case.setting}-{case.play.__name__.strip('_')}"


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_a_setting_decides_what_comes_out(case: Case):
    assert case.outcome() == case.outcomes[case.value]
    for value, outcome in case.outcomes.items():
        assert case.outcome(value) == outcome, f"{case.setting}={value}"
    assert len({repr(outcome) for outcome in case.outcomes.values()}) > 1


_ROOM = "how many of the nearest are looked through: no published number, and a hundredfold of what is wanted"

FREE = {
    "Route.fan": _ROOM,
    "Walk.fan": _ROOM,
    "PageRank.fan": _ROOM,
    "PagedSearch.fan": _ROOM,
    "Taxonomy.nearest": _ROOM,
    "Pause.most": "no limit: a unit of a hundred thousand turns",
    "ld-agent BM25.k1": "no part asks the index, and a memory needs one",
    "ld-agent BM25.b": "no part asks the index, and a memory needs one",
}
"""The settings that no case holds, as `SETTING` or `MEMORY SETTING`, and why."""


def _is_free(memory: str, setting: str) -> bool:
    return setting in FREE or f"{memory} {setting}" in FREE


@pytest.mark.parametrize("name", [entry.name for entry in registry.entries("memory")])
def test_each_number_of_a_memory_is_held_or_free_for_a_reason(name):
    held = {case.setting for case in CASES if case.memory == name}
    settings = settings_of(name)
    assert [setting for setting in settings if setting not in held and not _is_free(name, setting)] == []
    assert [setting for setting in held if _is_free(name, setting)] == []


def test_what_is_free_exists():
    known = {f"{entry.name} {one}" for entry in registry.entries("memory") for one in settings_of(entry.name)}
    assert [one for one in FREE if not any(one in (setting, setting.partition(" ")[2]) for setting in known)] == []


def _can_be_lower(case: Case) -> bool:
    """Whether the memory takes a lower value than that of the setting."""
    value = case.value - 1 if isinstance(case.value, int) else case.value * 0.9
    if value == case.value or (isinstance(case.value, int) and value < 0):
        return False
    try:
        return built(case.memory, case.setting, value, **case.others) is not None
    except ConfigurationError:
        return False


@pytest.mark.parametrize("memory", sorted({case.memory for case in CASES}))
def test_each_setting_is_held_from_both_sides(memory):
    sides: dict[str, set[str]] = {}
    for case in [case for case in CASES if case.memory == memory]:
        kept = sides.setdefault(case.setting, set() if _can_be_lower(case) else {"below"})
        for value, outcome in case.outcomes.items():
            if outcome != case.outcomes[case.value]:
                kept.add("below" if value < case.value else "above")
    assert {setting: kept for setting, kept in sides.items() if kept != {"below", "above"}} == {}
