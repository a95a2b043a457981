"""Sets that are built to be hard: values in other words, replies in the words of one attribute, and tempting ones.

Their figures are far from the bars of the natural sets. They are here so that none gets worse unnoticed; one more reply
read rightly may raise them (`python benchmarks/matcher.py`).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from regulars.dialogue import VerdictKind
from regulars.testing.reply_sets import ReplySet, read_replies

HERE = Path(__file__).parent
CORRECT = VerdictKind.CORRECT


@cache
def replies_of(name: str) -> ReplySet:
    return read_replies(HERE / f"{name}.toml")


@pytest.mark.parametrize(
    ("name", "found", "passed"),
    [
        ("reworded_replies", 53, 6),
        ("reworded_replies_held_out", 67, 6),
        ("attribute_replies", 1608, 62),
        ("attribute_replies_held_out", 466, 30),
        ("tempting_replies", 715, 165),
        ("tempting_replies_held_out", 320, 63),
        ("everyday_replies", 279, 2),
        ("everyday_replies_second", 169, 0),
    ],
)
def test_right_replies_are_found_and_others_do_not_pass(name: str, found: int, passed: int) -> None:
    judged = [(reply.kind is CORRECT, reply.judged().kind is CORRECT) for reply in replies_of(name).replies]
    assert sum(is_right and is_read for is_right, is_read in judged) >= found
    assert sum(not is_right and is_read for is_right, is_read in judged) <= passed


def test_reworded_replies_are_written_over_many_questions() -> None:
    for name, questions in (("reworded_replies", 38), ("reworded_replies_held_out", 41)):
        replies = replies_of(name).replies
        assert set(Counter(reply.name for reply in replies).values()) == {7}
        assert len({reply.question.asked for reply in replies}) == questions


def test_no_attribute_is_in_both_halves() -> None:
    open_, held_out = (set(replies_of(f"attribute_replies{half}").expectations) for half in ("", "_held_out"))
    assert open_.isdisjoint(held_out)
    assert (len(open_), len(held_out)) == (106, 31)


@pytest.mark.parametrize(("half", "authors"), [("", 5), ("_held_out", 2)])
def test_half_of_the_tempting_replies_to_each_question_are_right(half: str, authors: int) -> None:
    replies = replies_of(f"tempting_replies{half}").replies
    assert len({reply.name[:2] for reply in replies}) == authors
    shares = Counter(reply.name for reply in replies if reply.kind is CORRECT)
    assert set(shares.values()) <= {1, 3}


@pytest.mark.parametrize("kind", ["reworded_replies", "attribute_replies", "tempting_replies"])
def test_no_long_reply_of_a_held_out_set_is_in_the_open_one(kind: str) -> None:
    open_, held_out = ({reply.text for reply in replies_of(f"{kind}{half}").replies} for half in ("", "_held_out"))
    assert all(len(text) <= 30 for text in open_ & held_out)
