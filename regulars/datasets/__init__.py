"""Reads and writes data: episode records, and conversations in formats of other projects.

Each format has one module. A reader turns a file into recorded scenarios, repairs what it can, and lists what it found
and did in `Scenario.issues`.

Import from this module only; the modules below may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars import registry
from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.datasets.export.write import export_data
    from regulars.datasets.formats import read_any
    from regulars.datasets.record_files import read_records
    from regulars.datasets.recording import Recording
    from regulars.datasets.source import open_source
    from regulars.datasets.validate import Report, validate
    from regulars.seeding import content_hash

__all__ = [
    "Recording",
    "Report",
    "content_hash",
    "export_data",
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
    "longmemeval",
    "regulars.datasets.readers.longmemeval:read",
    summary="LongMemEval (oracle, S, M): 500 questions, each with a history of chats with an assistant",
    shape={"question_id": None, "haystack_sessions": None},
)
registry.register(
    "dataset",
    "realmem",
    "regulars.datasets.readers.realmem:read",
    summary="RealMem's dialogues of one person: projects over many sessions (horizon=session or turn)",
    shape={"_metadata": None, "dialogues": None},
)
registry.register(
    "dataset",
    "memorybench",
    "regulars.datasets.readers.memorybench:read",
    summary="MemoryBench's rows: dialogs with implicit feedback, and questions; or the folder of a run (rows=FILE)",
    shape={"test_idx": None, "dataset_name": None},
    folder=(("train.jsonl", "test.jsonl"), ("predict.json",), ("step_*/predict.json",)),
)
registry.register(
    "dataset",
    "personamem",
    "regulars.datasets.readers.personamem:read",
    summary="PersonaMem's questions_32k.csv with its shared_contexts_32k.jsonl (contexts=FILE)",
    shape={"persona_id": None, "shared_context_id": None},
    folder=(("questions_*.csv", "shared_contexts_*.jsonl"),),
)
registry.register(
    "dataset",
    "amemgym",
    "regulars.datasets.readers.amemgym:read",
    summary="AMemGym's data.json: people whose state changes over periods (interactions=DIR; diagnosis=true)",
    shape={"state_schema": None, "periods": None},
)
registry.register(
    "dataset",
    "rolememo",
    "regulars.datasets.readers.rolememo:read",
    summary="RoleMemo's samples (insight, two fragments, question, dialogue), or a memory bank",
    shape=(
        {"persona": None, "samples": None},
        {"facts": None, "insights": None},
        {"core_values": None, "insights": None},
    ),
)
registry.register(
    "dataset",
    "chat",
    "regulars.datasets.readers.chat:read",
    summary="chat messages: OpenAI messages or ShareGPT, as JSON or JSON lines",
    shape=({"messages": None}, {"conversations": None}, {"role": None, "content": None}, {"from": None, "value": None}),
)
registry.register(
    "dataset",
    "episodes",
    "regulars.datasets.readers.episodes:read",
    summary="episodes of a run as recordings",
    shape={"kind": "regulars.episode"},
)
registry.register(
    "dataset",
    "scenarios",
    "regulars.scenarios.files:kept_scenarios",
    summary="scenarios as this package writes them, one per line",
    shape={"kind": "regulars.scenario"},
)
