"""Lists: how many things a reply says that it lists, and whether it lists something that no domain knows."""

from __future__ import annotations

import pytest
from worked_claims import CITIES, named

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.listings import counted_in, lists_unknown, resulting
from regulars.rewards.verdicts.matcher import judge

BOTH = Expectation("set", CITIES, True, ("Bergen", "Oslo"))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("So two places altogether.", 2),
        ("So three nice old places altogether.", 3),
        ("So three nice old grey places altogether.", 0),  # at most three words and the thing
        ("That's four cities so far.", 4),
        ("That's eight cities so far.", 8),
        ("That's nine cities so far.", 0),  # a word for more than eight is not read
        ("That's 12 cities in all.", 12),
        ("That's 123 cities in all.", 0),
        ("In total: 5", 5),
        ("That makes Five.", 5),
        ("The six you told me", 6),
        ("The seven cities that you named", 7),
        ("You have 3 cities: Oslo", 3),
        ("You have 3 cities", 0),
        ("I know of two: Oslo", 2),
        ("Oslo and Bergen.", 0),
    ],
)
def test_a_reply_counts_what_it_lists(text: str, count: int) -> None:
    assert counted_in(text) == count


def test_more_than_the_right_ones_are_wrong():
    for text, kind, said in (
        ("Oslo and Bergen, two cities altogether.", "correct", "names all 2"),
        ("Oslo and Bergen, one city altogether.", "correct", "names all 2"),
        ("Oslo and Bergen, three cities altogether.", "wrong", "counts 3, of which 2 are right"),
    ):
        verdict = judge(text, None, BOTH)
        assert (verdict.kind.name.lower(), verdict.reason) == (kind, said)


@pytest.mark.parametrize("person", ["neighbour", "mum", "dad", "in-law", "house-mate"])
def test_a_value_of_somebody_the_user_knows_is_left_out(person: str):
    for text in (f"No Oslo, that was your {person}'s. Bergen.", f"Leave out Oslo, that's your {person}'s; Bergen."):
        assert [one.value for one in resulting(text, named(text))] == ["Bergen"]


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        # Between two values.
        ("Oslo, Paris, Bergen", True),
        ("Oslo, Paris, and Bergen", True),
        ("Oslo (home), Paris and Bergen", True),
        ("Oslo, Graz, Bergen", False),
        ("Oslo, and Bergen", False),
        ("Oslo, then Bergen", False),
        ("Oslo, my dear, Bergen", False),
        ("Oslo, well, Bergen", False),
        # Behind the last one.
        ("Oslo, Bergen, Paris.", True),
        ("Oslo, Bergen and Paris.", True),
        ("Oslo, Bergen and Paris", True),
        ("Oslo, Bergen and Paris rains a lot these days.", False),
        ("Oslo, Bergen; Paris.", True),
        ("Oslo, Bergen/Paris", True),
        ("Oslo, Bergen and a little Paris.", True),
        ("Oslo, Bergen and more.", False),
        ("Oslo, Bergen and New York City.", True),
        ("Oslo, Bergen and New York City Hall.", False),
        ("Oslo, Bergen and that's it.", False),
        # A list that `and` closes ends with its last value; the name behind a comma is the user's.
        ("Oslo and Bergen, Anna.", False),
        ("Oslo and Bergen and Paris.", True),
        # Before the first one.
        ("I see that you know Paris, Oslo, Bergen.", True),
        ("Your cities are Paris, Oslo, Bergen.", True),
        ("Paris, Oslo, Bergen.", True),
        ("You left Paris, Oslo, Bergen.", False),
        ("Well, Oslo, Bergen.", False),
        # In a later sentence.
        ("Oslo, Bergen. You also mentioned Paris.", True),
        ("Oslo, Bergen. You also mentioned it.", False),
        ("Oslo, Bergen. You never mentioned Paris.", False),
        ("Oslo, Bergen. You also mentioned Graz.", False),
        # One value is no list.
        ("Oslo and Paris.", False),
        ("Bergen, Paris, Graz", True),
    ],
)
def test_an_item_that_is_no_value_is_unknown(text: str, unknown: bool) -> None:
    assert lists_unknown(text, named(text)) is unknown


def test_only_what_is_asserted_makes_a_list():
    text = "Oslo, Paris, Bergen"
    assert lists_unknown(text, named(text))
    assert not lists_unknown(text, named(text, Oslo="denied"))
    assert not lists_unknown(text, named(text, Bergen="past"))
    # A value that is denied is known all the same.
    text = "Oslo, Graz, Bergen"
    assert not lists_unknown(text, named(text, Graz="denied"))


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("- Oslo\n- Bergen\n- Paris", True),
        ("- Paris\n- Oslo\n- Bergen", False),  # what stands before the list may be its heading
        ("- Oslo\n- Paris\n- Bergen", True),
        ("- Oslo\n- Bergen\n- Note\n- Paris", False),  # one line behind the last value belongs to the list
        ("- Oslo\n- Bergen\n- Graz", False),
        ("- Oslo\n- Bergen\n- none", False),
        ("- Oslo\n- Bergen\n- **Paris** (old)", True),
        ("1. Oslo\n2) Bergen\n3. Paris: a capital", True),
        ("| Oslo | x |\n| Bergen | y |\n| Paris | z |", True),
        ("- Oslo and Bergen\n- Paris", False),  # one line with values is no list
        ("- I know Oslo, Bergen\n- Paris", False),
        ("- Oslo\n- Bergen\n- New York City", True),
        ("- Oslo\n- Bergen\n- The Big Bad City", False),
        ("- Oslo\n- Bergen\n- It's fine", False),
    ],
)
def test_a_line_that_is_no_value_is_unknown(text: str, unknown: bool) -> None:
    assert lists_unknown(text, named(text)) is unknown


@pytest.mark.parametrize(
    ("text", "kind", "score", "reason"),
    [
        ("Oslo and Bergen.", "correct", 1.0, "names all 2"),
        ("Oslo, Bergen and Paris.", "wrong", 0.0, "lists another value than the known ones"),
        ("Oslo.", "partial", 0.5, "names 1 of 2"),
        ("Oslo and Paris.", "partial", 0.5, "names 1 of 2"),
        ("Oslo, Bergen and Graz.", "wrong", 0.0, "says Graz, expected Bergen, Oslo"),
    ],
)
def test_a_list_with_an_unknown_item_is_wrong(text: str, kind: str, score: float, reason: str) -> None:
    verdict = judge(text, None, BOTH)
    assert (verdict.kind.name.lower(), verdict.score, verdict.reason) == (kind, score, reason)
