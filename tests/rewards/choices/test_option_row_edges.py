"""Which row stands out at the edges of each rule: few rows, many columns, several tables."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.choices.option_rows import find_option_rows, row_picked
from regulars.rewards.choices.options import OptionReference

NAMES = ("Ash", "Birch", "Cedar", "Elm")


def pick(text: str) -> str:
    """The option that stands out, or `-`."""
    places = re.finditer("|".join(NAMES), text)
    found = find_option_rows(
        text, [OptionReference(frozenset({NAMES.index(one[0])}), *one.span(), "value") for one in places]
    )
    option = row_picked(text, found) if found else None
    return "-" if option is None else NAMES[option]


def table(heads: str, *rows: str) -> str:
    """A table in Markdown, of heads and rows with a bar between cells."""
    lines = [heads, "|".join("---" for _ in heads.split("|")), *rows]
    return "\n".join(f"| {line} |" for line in lines)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Stars rank only rows that all have some, and only if they differ.
        ("- Ash \u2605 but too dear\n- Birch", "-"),
        ("- Ash \u2605 but too dear\n- Birch \u2605\u2605 but too dear", "Birch"),
        ("- Ash \u2605 not it\n- **Birch** \u2605 not it", "Birch"),
        # The only other answer of three or more; of four rows, three have one.
        (table("Tree|Old", "Ash|yes", "Birch|no", "Cedar|yes", "Elm|yes"), "Birch"),
        (table("Tree|Old", "Ash|yes", "Birch|no", "Cedar|yes", "Elm|tall"), "-"),
        (table("Tree|Old", "Ash|no", "Birch|yes", "Cedar|yes", "Elm|no"), "-"),
        (table("Tree|Old", "Ash|yes", "Birch|yes", "Cedar|yes"), "-"),
        (table("Tree|Old", "Ash|yes no", "Birch|no yes"), "-"),
        # The last such column counts.
        (table("Tree|Old|Wet", "Ash|yes|no", "Birch|no|yes", "Cedar|yes|yes"), "Ash"),
        # A cell beyond the heads is not shown.
        (table("Tree", "Ash|yes", "Birch|no", "Cedar|yes"), "-"),
        (table("Tree|Age", "Ash|9|yes", "Birch|8|no", "Cedar|7|yes"), "-"),
        # Two tables: the heads of the first count, as far as the rows of the other reach.
        (table("Tree|Age|Pick", "Ash|9|x") + "\n\n" + table("Tree|Age", "Birch|9"), "Ash"),
        (table("Tree|Age", "Ash|9") + "\n\n" + table("Tree|Age|Size", "Birch|9|8"), "-"),
        # A table with heads beside one without.
        (table("Tree|Pick", "Ash|x") + "\n\n| Birch | 9 |\n| Birch | 8 |", "-"),
        # A ranking in the first of two.
        (table("Rank|Tree", "1|Cedar") + "\n\n- Ash", "Cedar"),
        ("- Ash\n\n" + table("Rank|Tree", "2|Cedar"), "-"),
        # Totals: the first column of them counts, and a row without one is left out.
        (table("Tree|Total", "Ash|7", "Birch|-", "Cedar|9"), "Cedar"),
        (table("Tree|Total", "Ash|7", "Birch|?"), "-"),
        (table("Tree|Total|Score", "Ash|-|7", "Birch|-|9"), "Birch"),
        # Numbered in another order than given, every row.
        ("1. Birch\n2. Ash", "Birch"),
        ("1. Ash\n2. Birch", "-"),
        ("1. Birch\n2. Ash\n- Cedar", "-"),
        ("10. Birch\n11. Ash", "-"),
    ],
)  # fmt: skip
def test_a_row_stands_out_or_none_does(text: str, found: str) -> None:
    assert pick(text) == found


@pytest.mark.parametrize(
    "mark",
    [
        "\u2717", "\u2718", "\u274c", "\u00d7", "\U0001f6ab", "\U0001f44e", "no", "not", "never", "nothing", "nope",
        "none", "isn't", "too dear", "out of reach", "wrong", "false", "clashes", "unlikely", "already there", "second",
        "runner-up", "another time", "other time",
    ],
)  # fmt: skip
def test_a_bad_word_takes_a_good_one_back(mark: str) -> None:
    assert pick("- Ash: my pick\n- Birch: tall") == "Ash"
    assert pick(f"- Ash: my pick, {mark}\n- Birch: tall") == "-"


@pytest.mark.parametrize(
    "mark",
    [
        "\u2713", "\u2714", "\u2705", "\u2611", "\U0001f3c6", "\U0001f451", "\U0001f947", "\u2b50", "\u2605",
        "\U0001f3af", "\U0001f448", "\u2190", "\U0001f195", "\U0001f4af", "take this", "this one", "this is it",
        "this is the one", "that's it", "that's the one", "winner", "my pick", "my choice", "my favorite",
        "my favourite",
        "my vote", "best", "recommended", "I recommend", "I'd pick", "I'd take", "I'd choose", "I'd go", "go for",
        "next", "choose", "chosen", "picked", "take it", "correct", "both fit", "fits both", "fit both", "right",
        "top choice", "selected", "yes! ha", "new",
    ],
)  # fmt: skip
def test_a_good_word_stands_out(mark: str) -> None:
    assert pick(f"- Ash: tall\n- Birch: {mark}") == "Birch"


@pytest.mark.parametrize("word", ["yes", "fits", "fit", "ok", "true", "matches", "match"])
@pytest.mark.parametrize("against", ["no", "not", "can't", "false", "never", "clashes", "wrong", "\u2717", "\u2718",
                                     "\u274c", "\u00d7", "\u2013"])  # fmt: skip
def test_a_row_of_yes_alone_stands_out(word: str, against: str) -> None:
    assert pick(f"- Ash: {word}\n- Birch: {word}, {against}") == "Ash"
    assert pick(f"- Ash: {word}\n- Birch: {word}") == "-"


@pytest.mark.parametrize("head", ["Rank", "Ranking", "Ranked", "Place", "Best to worst", "In order of taste",
            "From best",
                                  "From the top", "From most", "My order", "Preference", "Podium", "# 1", "#1",
                                  "\U0001f947"])  # fmt: skip
def test_a_head_that_ranks(head: str) -> None:
    assert pick(table(f"{head}|Tree", "a|Ash", "b|Birch")) == "Ash"
    assert pick(f"{head}\n1. Ash\n2. Birch") == "Ash"


@pytest.mark.parametrize("head", ["Pick", "Choice", "Vote", "Winner", "Verdict", "Take", "Favourite", "Favorite",
                                  "Recommended", "Choose", "Chosen", "\u2665", "\u2661", "\u2713", "\u2714", "\u2705",
                                  "\u2b50", "\u2605", "\U0001f3c6", "\U0001f451", "\u2764"])  # fmt: skip
def test_a_head_for_the_pick(head: str) -> None:
    assert pick(table(f"Tree|{head}", "Ash|", "Birch|x")) == "Birch"
    assert pick(table(f"Tree|{head}", "Ash|x", "Birch|x")) == "-"


@pytest.mark.parametrize("head", ["Total", "Totals", "Sum", "Score", "Points", "Overall", "Rating", "\u03a3"])
def test_a_head_for_totals(head: str) -> None:
    assert pick(table(f"Tree|{head}", "Ash|7", "Birch|9.5")) == "Birch"
    assert pick(table(f"Tree|{head}ed", "Ash|7", "Birch|9.5")) == "-"
