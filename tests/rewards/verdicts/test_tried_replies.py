"""Ordinary replies that readers of the matcher's verdicts wrote to find what is misread."""

from __future__ import annotations

from pathlib import Path

from regulars.dialogue import VerdictKind
from regulars.rewards.reply_sets import read_replies

HERE = Path(__file__).parent
RIGHT, PASSED = 2538, 28
"""How many of the right replies count as correct at least, and how many of the others at most."""


def test_ordinary_replies_are_read_as_they_are_meant() -> None:
    judged = [(reply.kind, reply.judged().kind) for reply in read_replies(HERE / "tried_replies.toml").replies]
    right = [read for meant, read in judged if meant is VerdictKind.CORRECT]
    others = [read for meant, read in judged if meant is not VerdictKind.CORRECT]
    assert (len(right), len(others)) == (2574, 1277)
    assert right.count(VerdictKind.CORRECT) >= RIGHT
    assert others.count(VerdictKind.CORRECT) <= PASSED
