"""Short answers to questions with options: a tag without a question mark, the head of an option, the odd one out."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import read_choice

TWO = ("It went welder, then translator.", "It went translator, then welder.")
FOUR = (
    "Both of them go against how I am.",
    "Neither of them goes against how I am.",
    "Only the second goes against how I am.",
    "Only the first goes against how I am.",
)
CUPS = ("Ravensworth Cup", "Quillfeather Medal", "Pomfret Shield", "Ravensworth Rosette")
FARES = (
    "Write that you would like to be moved elsewhere and that you will pay the fare.",
    "Write that you would like to be moved elsewhere and that your fare is to be paid.",
    "Write that you would like to stay where you are and that your fare is to be paid.",
    "Write that you would like to stay where you are and that you will pay the fare.",
)


@pytest.mark.parametrize(
    ("options", "text", "place"),
    [
        (TWO, "It's A, isn't it.", 0),
        (TWO, "That'd be B, wouldn't it.", 1),
        (TWO, "So which one describes that path? It's B, isn't it. What do you enjoy most about the job?", 1),
        (FOUR, "Neither.", 1),
        (FOUR, "Both!", 0),
        (FOUR, "B, neither.", 1),
        (FOUR, "B) Neither of them.", 1),
        (FOUR, "Neither. Surveyor, mancala, lists: perfect match!", 1),
        (CUPS, "The one you've never claimed for yourself is the Ravensworth Rosette.", 3),
        (CUPS, "You've told me about three prizes. None of those was the Pomfret Shield.", 2),
        (FARES, "Write that you'd like to stay where you are and will cover the fare yourself.", 3),
        (FARES, "Write that you'd like to stay where you are and that they should cover the fare.", 2),
    ],
)
def test_a_short_answer_is_the_option_that_it_means(options, text, place) -> None:
    assert read_choice(text, options).options == (place,)


@pytest.mark.parametrize("text", ["It isn't A.", "A, neither.", "It's not A, is it."])
def test_a_denial_is_no_tag(text) -> None:
    assert read_choice(text, FOUR).options != (0,)
