"""Ordinary replies that readers of the matcher's verdicts wrote to find what is misread."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulars.dialogue import VerdictKind
from regulars.testing.reply_sets import read_replies

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("name", "counts", "least_right", "most_passed"),
    [
        ("tried_replies", (2574, 1277), 2540, 23),
        ("tried_replies_more", (2572, 1272), 2554, 19),
        ("tried_replies_third", (2650, 1646), 2586, 11),
    ],
)
def test_ordinary_replies_are_read_as_they_are_meant(name, counts, least_right, most_passed) -> None:
    """At least so many of the right replies count as correct, and at most so many of the others."""
    judged = [(reply.kind, reply.judged().kind) for reply in read_replies(HERE / f"{name}.toml").replies]
    right = [read for meant, read in judged if meant is VerdictKind.CORRECT]
    others = [read for meant, read in judged if meant is not VerdictKind.CORRECT]
    assert (len(right), len(others)) == counts
    assert right.count(VerdictKind.CORRECT) >= least_right
    assert others.count(VerdictKind.CORRECT) <= most_passed
