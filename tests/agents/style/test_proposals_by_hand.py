"""What each repair proposes for a text of several parts: all of it, in order."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from regulars.agents.style.repairs import REPAIRS
from regulars.rewards.style_checks.occasions import Occasion

NOON = datetime(2024, 6, 2, 12, tzinfo=UTC)
ANSWER = Occasion("Where did my boat go?", "Anna Berg", NOON, asked=True, told=(date(2025, 3, 1), date(2025, 3, 4)))


@pytest.mark.parametrize(
    ("check", "text", "parameters", "texts"),
    [
        # One clause of four is dropped, the last first and the first never; then one sentence, likewise.
        (
            "word_lengths", "A, b, c, d.", {},
            ["A, b, c", "A, b, d.", "A, c, d."],
        ),
        (
            "word_lengths", "A one. B two. C three. D four.", {},
            ["A one. B two. C three.", "A one. B two. D four.", "A one. C three. D four."],
        ),
        # Each pass splits the first sentence that is too long, at its last clause within the limit.
        (
            "sentence_lengths", "One two, three four and five six or seven. Eight nine ten, eleven twelve.",
            {"at_most": 4},
            [
                "One two, three four. And five six or seven. Eight nine ten, eleven twelve.",
                "One two. Three four. And five six or seven. Eight nine ten, eleven twelve.",
                "One two. Three four. And five six. Or seven. Eight nine ten, eleven twelve.",
                "One two. Three four. And five six. Or seven. Eight nine ten. Eleven twelve.",
            ],
        ),
        # Exactly as many words as allowed are split too, one fewer are not.
        ("sentence_lengths", "One two three, four.", {"at_most": 4}, ["One two three. Four."]),
        ("sentence_lengths", "One two, three.", {"at_most": 4}, []),
        ("lines", "1. One. Two.\n\nThree! Four.", {}, ["1. One.\nTwo.\nThree!\nFour."]),
        ("contractions", "It is so, and I'm in.", {"contracted": True}, ["It's so, and I'm in."]),
        ("contractions", "It is so, and I'm in.", {"contracted": False}, ["It is so, and I am in."]),
        # Without questions; else the question marks become full stops.
        ("ends_asking", "Is it? It is. Or not?", {"asked": False}, ["It is.", "Is it. It is. Or not."]),
        ("ends_asking", "Is it? Or not?", {"asked": False}, ["Is it. Or not."]),
        ("quotes", "\"So\", 'he' «said», Anna's.", {"own_words": False}, ["So, he said, Anna's."]),
        ("clock_style", "At 14:05, or 9:30 am.", {"hours": 12}, ["At 2:05 pm, or 9:30 am."]),
        ("number_style", "I have 12 cats and two dogs.", {"style": "words"}, ["I have twelve cats and two dogs."]),
        ("currency_style", "It is €30 or $5.", {"style": "word"}, ["It is 30 euros or 5 dollars."]),
        ("plain_ascii", "Café – très bien…", {}, ["Cafe, tres bien..."]),
        ("thousands_style", "1250000 or 1500.", {"style": "separated"}, ["1,250,000 or 1,500."]),
        # Both titled and plain names go; commas with them.
        ("address", "Anna, it is, Mx Berg.", {"style": "none"}, ["it is."]),
        (
            "address", "Hi there, it is.", {"style": "title"},
            [
                "Hi there, it is, Mx Berg.", "Hi there, it is. Mx Berg.", "Hi there, it is. Mx Berg.",
                "Hi there, Mx Berg, it is.", "Hi there, it is.\nMx Berg", "Mx Berg, Hi there, it is.",
                "Hi Mx Berg there, it is.",
            ],
        ),
        ("first_words", "It is.", {"phrases": ("so", "well")},
         ["So, it is.", "So. It is.", "Well, it is.", "Well. It is."]),
        # Each closing as it is and without its question mark; before a question, the first sentence comes first.
        ("last_words", "It is. Is it?", {"phrases": ("over",)}, [
            "It is, over. Is it?", "It is, over. Is it.", "It is. Is it, over?", "It is. Is it, over.",
            "It is, over. Is it?", "It is, over. Is it.",
            "It is. Is it? Over.", "It is. Is it. Over.", "It is. Over. Is it?", "It is. Over. Is it.",
            "It is. Is it?\nOver", "It is. Is it.\nOver",
        ]),
        (
            "cites_date", "As of 1 March 2025, and since 4 March 2025, told.", {"cited": False},
            [
                # Each date with the word before it; then all dates; then the clauses that hold them.
                "As, and since 4 March 2025, told.", "As of 1 March 2025, and, told.",
                "As of , and since , told.", "As of and since 4 March 2025, told.", "As of and since told.",
                "As of 1 March 2025, and since 4 March 2025, spoke of it.",
            ],
        ),
    ],
)  # fmt: skip
def test_proposals_in_order(check, text, parameters, texts) -> None:
    assert list(REPAIRS[check](text, ANSWER, parameters)) == texts
