"""Tables and labelled lines: what the other cells, the heads and the rest of a line say of a value."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.assertions.labels import without_other_labels
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.assertions.tables import settle_tables
from regulars.values import Mention

CURRENT = AssertionStatus.CURRENT


def settled(text: str, *statuses: str) -> str:
    """The statuses of the cities of a text, by their first letters; asserted unless `statuses` says otherwise."""
    lowered = text.lower()
    mentions = [Mention(one[0], *one.span()) for one in re.finditer("oslo|bergen|graz", lowered)]
    found = [AssertionStatus(one) for one in statuses] if statuses else [CURRENT] * len(mentions)
    settle_tables(lowered, mentions, found)
    return " ".join(one.value[0] for one in found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A row says yes, no, before or now; where one says yes, silent rows are left out.
        ("| Oslo | no |\n| Bergen | rain |", "d c"),
        ("| Oslo | yes |\n| Bergen | rain |", "c d"),
        ("| Oslo | until May |\n| Bergen | rain |", "p c"),
        ("| Oslo | still here |\n| Bergen | rain |", "c d"),
        ("| Oslo | snow |\n| Bergen | rain |", "c c"),
        ("| Oslo | notes |\n| Bergen | rain |", "c c"),
        ("| Oslo | ✗ |\n| Bergen | ✓ |", "d c"),
        ("| Oslo | |\n| Bergen | rain |", "d c"),
        # The past weighs more than a no, a yes more than either; the first cell that says yes decides.
        ("| Oslo | no | former |\n| Bergen | rain | x |", "p d"),
        ("| Oslo | former | yes |\n| Bergen | rain | sun |", "c d"),
        ("| Oslo | former | now |\n| Bergen | rain | sun |", "c d"),
        # Before the value too; an empty first cell says nothing.
        ("| no | Oslo |\n| rain | Bergen |", "d c"),
        ("| | Oslo |\n| rain | Bergen |", "c c"),
        ("| | Oslo | x |\n| | Bergen | sun |", "d c"),
        # A column of dates says nothing of its row.
        ("| City | When |\n|---|---|\n| Oslo | still |\n| Bergen | rain |", "c c"),
        ("| City | Kept |\n|---|---|\n| Oslo | still |\n| Bergen | rain |", "c d"),
        # The only row in bold says yes, unless it says otherwise.
        ("| **Oslo** | snow |\n| Bergen | rain |", "c d"),
        ("| **Oslo** | snow |\n| **Bergen** | rain |", "c c"),
        ("| **Oslo** | no |\n| Bergen | rain |", "d c"),
        ("| **Oslo** | snow |\n| milk | rain |", "c"),
        ("| milk | **much** |\n| Oslo | rain |", "c"),
        # Columns for before and now.
        ("| Before | Now |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Before | Snow |\n|---|---|\n| Oslo | Bergen |", "c c"),
        ("| Then | Now |\n|---|---|\n| Oslo | Bergen |", "c c"),
        ("| Was | Is |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Was | Has |\n|---|---|\n| Oslo | Bergen |", "c c"),
        ("| Now | Old |\n|---|---|\n| Oslo | Bergen |", "c p"),
        ("| Now | City |\n|---|---|\n| Oslo | Bergen |", "c c"),
        ("| Before | Now |\n|---|---|\n| Oslo | Bergen | Graz |", "p c c"),
        # A bar alone makes no table.
        ("Oslo | no", "c"),
        ("| Oslo | no |", "c"),
    ],
)
def test_cells_and_heads_settle_a_row(text: str, found: str) -> None:
    assert settled(text) == found


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        # Where a row says yes, only what a silent row asserts is denied.
        ("| Oslo | yes |\n| Bergen | rain |", ("current", "past"), "c p"),
        ("| Oslo | yes |\n| Bergen | rain |", ("denied", "hypothetical"), "c h"),
        ("| Oslo | no |\n| Bergen | rain |", ("past", "denied"), "d d"),
        ("| Before | Now |\n|---|---|\n| Oslo | Bergen |", ("denied", "denied"), "p c"),
        # The rest of a line settles only what is asserted.
        ("Oslo: no", ("past",), "p"),
    ],
)
def test_a_table_settles_what_stands_in_it(text, statuses, found):
    assert settled(text, *statuses) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Oslo: closed in May", "p"),
        ("Oslo: closest in May", "c"),
        ("- **Oslo** - rejected", "d"),
        ("1. Oslo (until May)", "p"),
        ("Oslo: not any more, I hear", "p"),
        ("Oslo: not any, I hear", "d"),
        ("So Oslo: closed in May", "c"),
        ("Oslo, closed in May", "c"),
        ("Oslo: in May closed", "c"),
        # With another value in the rest of the line, that is a story of its own.
        ("Oslo: closed, Bergen open", "c c"),
        ("Oslo: closed\nBergen: open", "p c"),
        ("Bergen\n  > Oslo: wrong", "c d"),
    ],
)
def test_the_rest_of_a_line_settles_its_value(text: str, found: str) -> None:
    assert settled(text) == found


def kept(text: str, name: str = "monthly_rent") -> list[str]:
    lowered = text.lower()
    mentions = [Mention(one[0], *one.span()) for one in re.finditer(r"\d+", lowered)]
    return [one.value for one in without_other_labels(lowered, mentions, name)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rent: 12\nFood: 34", ["12"]),
        ("Food: 34\n- **Rent**: 12", ["12"]),
        ("Rents: 12\nFood: 34", ["12", "34"]),
        ("Rent: 12, Food: 34", ["12", "34"]),
        # A label that says when is none of another attribute.
        ("Rent: 12\nNow: 34", ["12", "34"]),
        ("Rent: 12\nFood now: 34", ["12", "34"]),
        # The line of the attribute has to name a value.
        ("Rent: unknown\nFood: 34\nTea: 56", ["34", "56"]),
        ("Rent: unknown\nFood: 34\nRent: 12", ["12"]),
        ("Monthly: 12\nFood: 34", ["12"]),
        # Words of two letters are no name of an attribute.
        ("Of: 12\nFood: 34", ["12", "34"]),
        ("Rent: 12\nplus 34\nFood: 56\nand 78", ["12", "34", "78"]),
        ("Rent: 12", ["12"]),
        ("Rent 12\nFood 34", ["12", "34"]),
        # In a table, the columns of other attributes.
        ("| Rent | Food |\n|---|---|\n| 12 | 34 |\n| 56 | 78 |", ["12", "56"]),
        ("| Rent | Food |\n|---|---|\n| x | 34 |\n| y | 78 |", ["34", "78"]),
        ("| Tea | Food |\n|---|---|\n| 12 | 34 |\n| 56 | 78 |", ["12", "34", "56", "78"]),
        ("| Rent | Food |\n|---|---|\n| 12 | 34 |\n\nAnd 56.", ["12", "56"]),
    ],
)
def test_values_behind_the_labels_of_other_attributes_are_left_out(text: str, found: list[str]) -> None:
    assert kept(text, "monthly_rent_of") == found
