"""Data: the episode record, and other people's conversations read as scenarios.

One module a format. A reader turns a file into recorded scenarios, repairs what can be repaired, and says in
`Scenario.issues` what it found and what it did. Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars import registry
from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.datasets.formats import read_any
    from regulars.datasets.record_files import read_records
    from regulars.datasets.source import open_source
    from regulars.datasets.validate import Report, validate
    from regulars.seeding import content_hash

__all__ = [
    "Report",
    "content_hash",
    "open_source",
    "read_any",
    "read_records",
    "validate",
]

open_face(__name__)
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
