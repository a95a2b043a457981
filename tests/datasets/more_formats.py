"""Small files in the formats of MemoryBench, PersonaMem, AMemGym and RoleMemo, made for tests."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any


def _row(number: int, prompt: str, dialog: list[str], feedback: list[Any], **info: Any) -> dict[str, Any]:
    roles = ("user", "assistant")
    said = [{"role": roles[place % 2], "content": text} for place, text in enumerate(dialog)]
    return {"test_idx": number, "input_prompt": prompt, "dataset_name": "JRE-L", "lang": "en", "info": info,
            "dialog": said, "implicit_feedback": feedback}  # fmt: skip


MEMORYBENCH = [
    _row(
        0,
        "Explain a lemma.",
        ["Explain a lemma.", "A small theorem.", "Shorter!", "A step."],
        [
            {"round": 1, "implicit_actions": ["dislike"], "satisfaction_score": 3, "terminated": False},
            {"round": 2, "implicit_actions": ["like"], "satisfaction_score": 8, "terminated": True},
        ],
    ),
    _row(
        1,
        "Explain a corollary.",
        ["Explain a corollary.", "What follows."],
        [{"round": 1, "implicit_actions": ["copy"], "satisfaction_score": 9, "terminated": True}],
    ),
    _row(2, "Explain an axiom.", [], [], golden_answer="What is assumed."),
]
"""Two rows to remember, the first with a dislike and a like, and one question."""

CONTEXTS = {
    "c1": [
        {"role": "system", "content": "Current user persona: Name: Kai Ito\nGender Identity: male\nKai makes music."},
        {"role": "user", "content": "User: I play the lute."},
        {"role": "assistant", "content": "Assistant: Lovely."},
        {"role": "system", "content": "Current user persona: Name: Kai Ito\nGender Identity: male\nKai makes music."},
        {"role": "user", "content": "User: I gave the lute up."},
        {"role": "assistant", "content": "Assistant: I see."},
    ]
}
_OPTIONS = "['(a) Play the lute.', '(b) Try the drum, which is loud.']"
QUESTIONS = [
    {"persona_id": "0", "question_id": "q1", "question_type": "recall_user_shared_facts", "topic": "music",
     "user_question_or_message": "What now?", "correct_answer": "(a)", "all_options": _OPTIONS,
     "shared_context_id": "c1", "end_index_in_shared_context": "4"},
    {"persona_id": "0", "question_id": "q2", "question_type": "track_full_preference_updates", "topic": "music",
     "user_question_or_message": "And now?", "correct_answer": "(b)", "all_options": _OPTIONS,
     "shared_context_id": "c1", "end_index_in_shared_context": "6"},
]  # fmt: skip
"""A question within the context, and one after it; the second type is spelt as in the largest table."""


def as_table(rows: Iterable[Mapping[str, str]]) -> str:
    """The rows as CSV."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, QUESTIONS[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


AMEMGYM = [
    {
        "id": "u-1",
        "start_time": "2025-01",
        "user_profile": {"uuid": "7", "formatted_str": "Name: Ola\nAge: 40"},
        "state_schema": {"bread": ["rye", "white", "cake"], "kitchen": ["tiny", "large", "none"]},
        "periods": [
            {
                "period_start": None,
                "period_end": "2025-01",
                "period_summary": "begins",
                "state": {"bread": "rye", "kitchen": "tiny"},
                "updates": {"bread": {"old": None, "new": "rye"}, "kitchen": {"old": None, "new": "tiny"}},
                "sessions": [
                    {"session_time": "2025-01-05 10:00:00", "query": "I bake rye every day.", "event": None,
                     "exposed_states": {"bread": "rye"}, "messages": []},
                    {"session_time": "2025-01-09 10:00:00", "query": "My kitchen is tiny.", "event": None,
                     "exposed_states": {"kitchen": "tiny"}, "messages": []},
                ],
            },
            {
                "period_start": "2025-02",
                "period_end": "2025-04",
                "period_summary": "changes",
                "state": {"bread": "cake", "kitchen": "tiny"},
                "updates": {"bread": {"old": "rye", "new": "cake"}},
                "sessions": [
                    {"session_time": "2025-03-01 09:30:00", "query": "Now it is only cake.", "event": "a prize",
                     "exposed_states": {"bread": "cake"}, "messages": []},
                ],
            },
        ],
        "qas": [
            {
                "query": "What shall I bake?",
                "required_info": ["bread", "kitchen"],
                "answer_choices": [
                    {"state": ["rye", "tiny"], "answer": "One loaf of rye.", "type": "experience"},
                    {"state": ["cake", "tiny"], "answer": "One small cake.", "type": "experience"},
                ],
            }
        ],
    }
]  # fmt: skip
"""A person whose bread changes in the second period, and one question."""

SAMPLES = {
    "persona": {"role_description": "an old judge", "user_description": "a clerk", "core_values": ["loyalty"]},
    "samples": [
        {
            "insight": "[Value Judgment]: Loyalty weighs more than money.",
            "fragments": ["I returned a wallet full of banknotes.", "My uncle was cheated by his lawyer."],
            "test_question": {"text": "Should I sue my brother?", "type": "Value Judgment"},
            "connector": "both",
            "dialogue": {
                "dialogue": [
                    {"role": "User", "content": "At the market I returned a wallet full of banknotes."},
                    {"role": "Assistant", "content": "Which stalls do you like?"},
                    {"role": "User", "content": "The fish, since my uncle was cheated by his lawyer."},
                    {"role": "Assistant", "content": "Fish is fresh on Fridays."},
                ],
                "fragment_positions": {},
            },
        },
        {
            "insight": "[Contradiction Revelation]: Words and deeds differ.",
            "fragments": ["I eat no meat.", "The sausages were splendid."],
            "test_question": {"text": "What shall I cook?", "type": ""},
            "connector": "both",
        },
    ],
}
"""A sample whose dialogue has been written, and one whose has not."""

BANK = {
    "facts": [{"id": 1, "text": "Ida moved to Bergen."}, {"id": 2, "text": "Ida bought a boat."}],
    "insights": [
        {"id": 1, "refs": [1, 2], "text": "Ida wants the sea."},
        {"id": 2, "refs": [2, 9], "text": "Ida has money."},
    ],
}
"""A bank whose second insight refers to a fact that is not there."""
