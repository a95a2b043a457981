"""Orders at the edges of each rule: where a clause begins, how many values conclude, what goes back to which value."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.sequences import told_order
from regulars.values import Domain

INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe", "harp", "tuba"), ()))


def order(text: str) -> str:
    """The first letters of the values in their order."""
    return "".join(value[0] for value in told_order(text, INSTRUMENTS))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Words before and behind the first value, and before others, in their own clause.
        ("Last came the cello, early on the banjo.", "bc"),
        ("Last came the cello behind the banjo.", "bc"),
        ("Cello\nfirst banjo", "bc"),
        ("Cello: first banjo", "bc"),
        ("Cello; first banjo", "bc"),
        ("Cello. First banjo", "bc"),
        ("Cello. First of all, banjo", "cb"),
        ("Cello was the last, with a banjo", "bc"),
        ("The cello, with all its strings and a bow, came last; the banjo", "cb"),
        # Two with a place decide of three, one does not.
        ("Cello last, banjo second, oboe", "boc"),
        ("Cello last, banjo, oboe", "cbo"),
        # All of two values, or three of any number, conclude.
        ("Oboe, harp, banjo, cello. So: cello, banjo, oboe.", "cbo"),
        ("Oboe, harp, banjo, cello. So: cello, banjo.", "ohbc"),
        ("Oboe, banjo. So: banjo, oboe.", "bo"),
        ("Oboe, banjo. So: banjo.", "ob"),
        ("Oboe, banjo. So: banjo, banjo.", "ob"),
        ("Oboe. So: oboe.", "o"),
        ("So: banjo, oboe.", "bo"),
        # A conclusion ends with its sentence.
        ("Oboe, harp, banjo, cello. So: cello, banjo. Oboe is fine.", "ohbc"),
        # What comes before goes right before the value that it goes back to.
        ("Oboe, cello, and before that banjo.", "obc"),
        ("Oboe, cello, and before that banjo, and before that tuba.", "otbc"),
        ("Oboe, cello, before that banjo. And then harp.", "obch"),
        ("Cello came before. It rained; banjo.", "cb"),
        ("Cello, before that it rained. Banjo.", "cb"),
        ("Oboe, cello; before that, it rained; banjo.", "ocb"),
        ("Before the banjo there was the cello.", "cb"),
        ("Before there was much talk of the banjo there was the cello.", "bc"),
        ("Ahead of your banjo, the cello.", "cb"),
        ("Before **banjo** there was the cello.", "cb"),
        # One that is denied is left out, wherever its negation stands.
        ("Cello, banjo isn't one of them, oboe.", "co"),
        ("You don't play the banjo but cello, oboe.", "co"),
        ("Cello, oboe. Was it the banjo?", "co"),
    ],
)
def test_an_order_at_its_edge(text: str, found: str) -> None:
    assert order(text) == found
