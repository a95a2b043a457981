"""Options in rows of a table or list: which row stands out, and when none does."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.choices.option_rows import find_option_rows, row_picked
from regulars.rewards.choices.options import OptionReference

NAMES = ("Ash", "Birch", "Cedar")


def references(text: str) -> list[OptionReference]:
    """The names in a text; `Wood` means the first two of them."""
    return [
        OptionReference(frozenset({0, 1} if one[0] == "Wood" else {NAMES.index(one[0])}), *one.span(), "value")
        for one in re.finditer("|".join((*NAMES, "Wood")), text)
    ]


def rows(text: str) -> str:
    return " ".join(f"{NAMES[row.option][0]}{len(row.cells)}" for row in find_option_rows(text, references(text)))


def pick(text: str) -> str:
    """The option that stands out, or `-`."""
    found = find_option_rows(text, references(text))
    option = row_picked(text, found) if found else None
    return "-" if option is None else NAMES[option]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- Ash: tall\n- Birch: white", "A0 B0"),
        ("1. Ash\n2) Birch\n**Cedar**", "A0 B0 C0"),
        ("Option Ash\nPlan Birch", "A0 B0"),
        ("The Ash\nThe Birch", ""),
        ("Ash, Birch", ""),
        ("- Ash\n- tall", ""),
        ("- Ash\n- and Ash", ""),
        ("- Ash\n- Ash", ""),
        ("- Ash\n- Wood\n- Birch", "A0 B0"),
        ("- Wood, Ash\n- Birch\n- Cedar", "B0 C0"),
        # Of a table: the first name of a row that means one option; a line of it is not counted twice.
        ("| Ash | tall |\n| Birch | white |", "A2 B2"),
        ("| Wood | Ash |\n| Birch | white |", "A2 B2"),
        ("| Ash | Birch |\n| Birch | Ash |", "A2 B2"),
        ("| tall | Ash |\n| white | Birch |\n\n- Cedar", "A2 B2 C0"),
        ("- Cedar\n\n| Ash | tall |\n| Birch | white |", "C0 A2 B2"),
        ("| Wood | tall |\n| Birch | white |", ""),
    ],
)
def test_a_row_is_about_one_option(text: str, found: str) -> None:
    assert rows(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The only row with a good mark and no bad one.
        ("- Ash\n- Birch ✓\n- Cedar", "Birch"),
        ("- Ash ✓\n- Birch ✓\n- Cedar", "-"),
        ("- Ash\n- Birch ✓ no light\n- Cedar", "-"),
        ("- Ash ✓\n- Birch ✓ too dear\n- Cedar", "Ash"),
        ("- Ash: my pick\n- Birch: not my pick", "Ash"),
        ("- Ash: not bad\n- Birch: recommended", "Birch"),
        ("- Ash: tall\n- Birch: white", "-"),
        # The most stars.
        ("- Ash ★★\n- Birch ★★★\n- Cedar ★", "Birch"),
        ("- Ash ★★★\n- Birch ★★★\n- Cedar ★", "-"),
        ("- Ash ★★\n- Birch ★★", "-"),
        ("- Ash ★★\n- Birch", "Ash"),
        # The only row that says yes and not no, then the only one in bold.
        ("- Ash: fits\n- Birch: fits, no light", "Ash"),
        ("- Ash: fits\n- Birch: fits", "-"),
        ("- **Ash**\n- Birch", "Ash"),
        ("- **Ash**\n- **Birch**", "-"),
        ("- **Ash**\n- Birch: fits", "Birch"),
        # The highest total, if two rows have one.
        ("| Tree | Total |\n|---|---|\n| Ash | 7 |\n| Birch | 9 |", "Birch"),
        ("| Tree | Total |\n|---|---|\n| Ash | 9 |\n| Birch | 9 |", "-"),
        ("| Tree | Total |\n|---|---|\n| Ash | 8,5 |\n| Birch | 8.25 |", "Ash"),
        ("| Tree | Total |\n|---|---|\n| Ash | 7 |\n| Birch | tall |", "-"),
        ("| Tree | Height |\n|---|---|\n| Ash | 7 |\n| Birch | 9 |", "-"),
        ("| Tree | Total |\n|---|---|\n| Ash | -7 |\n| Birch | -9 |", "Ash"),
        ("| Tree | Score | Total |\n|---|---|---|\n| Ash | 7 | 3 |\n| Birch | 5 | 9 |", "Ash"),
        # A ranking: it says so, or numbers the options in another order than given.
        ("| Rank | Tree |\n|---|---|\n| 1 | Cedar |\n| 2 | Ash |", "Cedar"),
        ("1. Birch\n2. Ash\n3. Cedar", "Birch"),
        ("1. Ash\n2. Birch\n3. Cedar", "-"),
        ("My ranking\n1. Ash\n2. Birch\n3. Cedar", "Ash"),
        ("2. Birch\n3. Ash", "-"),
        ("1. Birch\n- Ash\n- Cedar", "-"),
        # The only mark in a column for it.
        ("| Tree | Pick |\n|---|---|\n| Ash | |\n| Birch | x |", "Birch"),
        ("| Tree | Pick |\n|---|---|\n| Ash | x |\n| Birch | x |", "-"),
        ("| Tree | Sick |\n|---|---|\n| Ash | |\n| Birch | x |", "-"),
        ("| Pick | Tree |\n|---|---|\n| | Ash |\n| x | Birch |", "-"),
        ("| Tree | Pick |\n|---|---|\n| Ash |\n| Birch | x |", "Birch"),
        ("| Tree | Pick |\n|---|---|\n| Ash | |\n| Birch | x |\n\n- Cedar", "-"),
        ("| Tree | Pick | Vote |\n|---|---|---|\n| Ash | | x |\n| Birch | x | |", "Ash"),
        # Another yes or no than in all other rows, of three or more.
        ("| Tree | Old |\n|---|---|\n| Ash | no |\n| Birch | Yes |\n| Cedar | No |", "Birch"),
        ("| Tree | Old |\n|---|---|\n| Ash | yes |\n| Birch | no |\n| Cedar | yes |", "Birch"),
        ("| Tree | Old |\n|---|---|\n| Ash | tall |\n| Birch | no |\n| Cedar | tall |", "-"),
    ],
)
def test_a_row_stands_out(text: str, found: str) -> None:
    assert pick(text) == found
