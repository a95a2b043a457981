"""Data: the episode record, and other people's conversations read as scenarios.

One module a format. A reader turns a file into recorded scenarios, repairs what can be repaired, and says in
`Scenario.issues` what it found and what it did.
"""

from __future__ import annotations

from regulars import registry
from regulars.datasets.formats import read_any

__all__ = ["read_any"]

registry.register(
    "dataset",
    "locomo",
    "regulars.datasets.locomo:read",
    summary="LoCoMo's locomo10.json: two people, ten long conversations, 1,986 questions",
    shape={"sample_id": None, "conversation": None, "qa": None},
)
registry.register(
    "dataset",
    "scenarios",
    "regulars.scenarios.files:read_scenarios",
    summary="scenarios as this package writes them, one a line",
    shape={"kind": "regulars.scenario"},
)
