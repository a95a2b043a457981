"""The matcher reads replies in the style of chat assistants, on open sets and on the one held out, at least so well.

The figures are counts of today's readings (`python benchmarks/matcher.py`): one more reply read rightly may raise them,
and none may be lost. The held-out set is here so that it is noticed when a rule spoils what nobody looks at.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.reply_sets import read_replies

HERE = Path(__file__).parent
CORRECT = VerdictKind.CORRECT


@pytest.mark.parametrize(
    ("name", "found", "passed"),
    [("chat_replies", 425, 0), ("chat_replies_more", 329, 1), ("chat_replies_second", 209, 2),
     ("chat_replies_natural", 214, 0), ("chat_replies_natural_second", 218, 0), ("chat_replies_natural_third", 214, 2),
     ("chat_replies_held_out", 159, 1), ("chat_replies_natural_held_out", 301, 0)],
)  # fmt: skip
def test_right_replies_are_found_and_others_do_not_pass(name, found, passed):
    judged = [(reply.kind, reply.judged().kind) for reply in read_replies(HERE / f"{name}.toml").replies]
    assert sum(true is CORRECT and read is CORRECT for true, read in judged) >= found
    assert sum(true is not CORRECT and read is CORRECT for true, read in judged) <= passed


@pytest.mark.parametrize(
    "name",
    [
        "chat_replies",
        "chat_replies_more",
        "chat_replies_second",
        "chat_replies_natural",
        "chat_replies_natural_second",
        "chat_replies_natural_third",
        "chat_replies_held_out",
        "chat_replies_natural_held_out",
    ],
)
def test_every_set_covers_fourteen_styles_and_many_questions(name):
    replies = read_replies(HERE / f"{name}.toml").replies
    styles = Counter(reply.phenomenon for reply in replies)
    assert len(styles) == 14
    assert min(styles.values()) >= 20
    assert len({reply.question.asked for reply in replies}) >= 70
    assert len({reply.question.kind for reply in replies}) >= 25


@pytest.mark.parametrize("name", ["chat_replies_held_out", "chat_replies_natural_held_out"])
def test_no_reply_of_a_held_out_set_is_in_an_open_one(name):
    held_out = {reply.text for reply in read_replies(HERE / f"{name}.toml").replies}
    for path in HERE.glob("chat_replies*.toml"):
        if "held_out" not in path.name:
            both = held_out & {reply.text for reply in read_replies(path).replies}
            assert all(len(text) <= 30 for text in both), both  # a word or two may be a reply to two questions
