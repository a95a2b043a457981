"""Lists at their edges: how long an unknown item may be, and how far before the values it may stand."""

from __future__ import annotations

import pytest
from worked_claims import named

from regulars.rewards.verdicts.listings import lists_unknown
from regulars.rewards.verdicts.reminders import brought_up_in_other_words
from regulars.values import Domain

KITCHEN = Domain("label", aliases={"the nuisance of our kitchen": ()})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- Oslo\n- Bergen\n- big green hills", True),
        ("- Oslo\n- Bergen\n- big green Irish hills", False),
        ("- big green hills\n- Oslo\n- Bergen", False),
        ("- Oslo\n- big green hills\n- Bergen", True),
        ("- Oslo\n- Bergen\n- Graz\n\nBy the way:\n- Lima\n- Quito", True),
        ("- Oslo\n- Lima", False),
        # The item before the first value, however far the last one stands.
        (
            "I noted that you know Lima, Oslo, which is by the sea and has a good many hills around it, and Bergen.",
            True,
        ),
        ("I noted that you know it, Oslo, which is by the sea and has a good many hills around it, and Bergen.", False),
        ("I noted that you know Lima, Oslo and Bergen.", True),
        ("You know Oslo, Lima and Bergen.", True),
        ("You know Oslo, Bergen and Lima.", True),
        ("You know Oslo and Bergen, Lima.", False),
        ("You know Oslo and Bergen, and Lima.", True),
        ("You know Oslo, Bergen, Graz.", False),
    ],
)
def test_an_unknown_item_at_its_edge(text: str, found: bool) -> None:
    assert lists_unknown(text, named(text)) == found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("As promised, the kitchen", 1),
        ("As promised, the kitchen and the kitchens", 2),
        ("The kitchen", 0),
        ("As promised. The kitchen", 1),
        ("As promised. So. The kitchen", 0),
    ],
)
def test_a_reminder_without_a_full_stop(text: str, count: int) -> None:
    assert len(brought_up_in_other_words(text, KITCHEN)) == count
