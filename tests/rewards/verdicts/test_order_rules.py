"""The order in which a reply puts values: by its words, else by their places; each rule beside its counterpart."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.sequences import told_order
from regulars.values import Domain

INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe", "harp", "tuba"), ()))


def order(text: str) -> str:
    """The first letters of the values in their order."""
    return "".join(value[0] for value in told_order(text, INSTRUMENTS))


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        ("Cello, banjo, oboe.", "cbo", "Oboe, banjo, cello.", "obc"),
        # Words that say that the second came before the first.
        ("Cello, and before that banjo.", "bc", "Cello, and beside that banjo.", "cb"),
        ("Cello after banjo.", "bc", "Cello, after that banjo.", "cb"),
        ("Cello after banjo.", "bc", "Cello. After. Banjo.", "cb"),
        ("Cello following banjo.", "bc", "Cello, following this banjo.", "cb"),
        ("The cello came after the banjo.", "bc", "The cello came off the banjo.", "cb"),
        ("Cello, joined by banjo.", "cb", "Cello, preceded by banjo.", "bc"),
        ("Before the banjo there was the cello.", "cb", "Beside the banjo there was the cello.", "bc"),
        ("Before the banjo. There was the cello.", "bc", "Before your banjo there was the cello.", "cb"),
        ("Cello, before that banjo, before that oboe.", "obc", "Cello, before that the banjo, then oboe.", "bco"),
        # Places by name.
        ("The cello was second, the banjo first.", "bc", "The cello was loud, the banjo soft.", "cb"),
        ("Second came the cello, first the banjo.", "bc", "Second-hand cello, then banjo.", "cb"),
        ("Cello third, banjo first, oboe second.", "boc", "Cello fourth, banjo first, oboe third.", "boc"),
        ("Last the cello, banjo, oboe.", "cbo", "Last the cello, first banjo, oboe.", "boc"),
        ("Cello first, banjo first.", "cb", "Cello second, banjo first.", "bc"),
        ("Cello, banjo first.", "bc", "Cello, banjo. First, tea.", "cb"),
        ("First tea and last the cello, second the banjo.", "bc", "First tea and the cello, last the banjo.", "cb"),
        # What is left out: denied, asked, another person's.
        ("Cello, not banjo, oboe.", "co", "Cello, now banjo, oboe.", "cbo"),
        ("Banjo from other people; cello, oboe.", "co", "Banjo from other shops; cello, oboe.", "bco"),
        ("Cello. Banjo, but it wasn't yours.", "c", "Cello. Banjo, but it was yours.", "cb"),
        ("Cello, banjo was Anna's, oboe.", "co", "Cello, banjo was yours, oboe.", "cbo"),
        ("Cello, banjo. Oboe?", "cb", "Cello, banjo. Oboe.", "cbo"),
        # The last sentence that concludes, if it names enough and something stands before it.
        ("Oboe was odd, banjo too, cello. So: cello, banjo, oboe.", "cbo", "Oboe, banjo, cello. Add: oboe.", "obc"),
        ("Oboe, banjo, cello. So: cello, banjo.", "obc", "Oboe, banjo. So: banjo, oboe.", "bo"),
        ("So: cello, banjo. Oboe.", "cbo", "Oboe. So: cello, banjo.", "ocb"),
        ("Oboe, cello. So: cello.", "oc", "Oboe, cello, banjo. So: banjo, cello, oboe. Bye.", "bco"),
        # Named again, a value stays in its place.
        ("Cello, banjo, cello.", "cb", "Cello, cello.", "c"),
        ("No idea.", "", "Cello.", "c"),
    ],
)
def test_a_rule_of_orders(text: str, found: str, counterpart: str, other: str) -> None:
    assert (order(text), order(counterpart)) == (found, other)


def test_an_order_in_other_scripts():
    chinese = Domain("city", aliases=dict.fromkeys(("成都", "上海"), ()))
    assert told_order("先是上海,后来成都,还有上海。", chinese) == ("上海", "成都")
    # The ligature is two letters when folded: then the values stand as they are asserted, and none is moved.
    assert told_order("\ufb01: cello after banjo, not oboe", INSTRUMENTS) == ("cello", "banjo")


def test_at_most_twenty_conclusions_are_tried():
    told = "Oboe, banjo. So: banjo, oboe. "
    assert order(told + "So. " * 19) == "bo"
    assert order(told + "So. " * 20) == "ob"
