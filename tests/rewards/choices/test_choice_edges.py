"""What a reply does with few and with many options, and at the edges of what it says of the odd one among them."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice

HOMES = ("a flat in Bergen", "a house in Oslo", "a boat in Graz", "a tent in Porto")
DRINKS = ("tea", "milk then bread", "bread then milk")


def letter(text: str, options: tuple[str, ...]) -> str:
    """The letter that a reply picks, else what it does, with the letters of several."""
    choice = read_choice(text, options)
    named = "".join("ABCD"[option] for option in choice.options)
    return named if choice.kind is ChoiceKind.PICKED else f"{choice.kind.value} {named}".strip()


@pytest.mark.parametrize(
    ("text", "of_three", "of_four"),
    [
        # The odd one by a conclusion about it alone, which asks nothing.
        ("So B isn't yours.", "B", "B"),
        ("Therefore not B.", "B", "B"),
        ("Hence B isn't it.", "B", "B"),
        ("Thus B isn't yours.", "B", "B"),
        ("That means B isn't yours.", "B", "B"),
        ("Consequently B isn't yours.", "B", "B"),
        ("B isn't yours.", "none", "none"),
        ("So B isn't yours, or is it?", "none", "none"),
        # Two are denied: of three one is left.
        ("A isn't yours. So B isn't yours.", "C", "none"),
        # Words that point back at it.
        ("It's not B. They're the one you never told me.", "B", "B"),
        ("It's not B. That's the odd one out that isn't yours.", "B", "B"),
        ("It's not B. That is the answer you didn't give.", "B", "B"),
        # The one never told, if all others were.
        ("A, C and D you told me about. You never told me about B.", "B", "B"),
        ("You told me about A and C, never about B.", "several AC", "several AC"),
    ],
)
def test_the_odd_one_of_three_or_four(text: str, of_three: str, of_four: str) -> None:
    assert (letter(text, HOMES[:3]), letter(text, HOMES)) == (of_three, of_four)


@pytest.mark.parametrize(
    "text",
    ["So B isn't yours.", "Therefore not B.", "It's not B. They're the one you never told me.", "B isn't yours."],
)
def test_what_is_denied_of_two_is_not_picked(text: str) -> None:
    assert letter(text, HOMES[:2]) == "none"


@pytest.mark.parametrize(
    ("text", "found"), [("Milk and then bread.", "B"), ("Bread, then milk.", "C"), ("Tea for me.", "A")]
)
def test_options_of_the_same_words_are_told_by_their_order(text: str, found: str) -> None:
    assert letter(text, DRINKS) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What all pairs share, if the last letter says the same.
        ("A or C; C or D. So C.", "C"),
        ("A or C; C or D. So A.", "A"),
        ("A or C; A or C. So A.", "A"),
        ("A or C. C.", "C"),
        ("Not A or C; not C or D. C.", "C"),
        ("A or C; C or D.", "open"),
        # All but one ruled out, and what remains.
        ("Not A, not B, not D. The remaining one.", "C"),
        ("It isn't A. It isn't B. It isn't D.", "C"),
        ("It isn't A. It isn't B.", "none"),
        # Only named in a question about something else, or asked about itself.
        ("Shall I note A?", "none"),
        ("Is it A?", "open"),
        ("", "none"),
    ],
)
def test_what_several_pairs_or_denials_leave(text: str, found: str) -> None:
    assert letter(text, HOMES) == found
