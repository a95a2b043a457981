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


@pytest.mark.parametrize(
    "text",
    [
        "I'd say {}.",
        "{} of them, I think.",
        "{}, as far as I can see. You're a careful person.",
        "In my view, {}.",
        "Going by what you told me, {} of the two.",
        "The answer is {}.",
        "{} do.",
        "That would be {}. The job is done at a bench, and 54 guests aren't 140.",
        "{}, actually!",
    ],
)
def test_the_head_of_an_option_may_have_a_frame(text) -> None:
    assert read_choice(text.format("neither"), FOUR).options == (1,)
    assert read_choice(text.format("both"), FOUR).options == (0,)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Both go well with how you are.", 1),
        ("Both go together nicely with somebody quiet.", 1),
        ("Both are suitable for a quiet person.", 1),
        ("Both are typical of you.", 1),
        ("I don't think either of them is a bad fit.", 1),
        ("I don't think either goes against how you are.", 1),
        ("Both are unsuitable for a quiet person.", 0),
        ("Both don't go well with how you are.", 0),
        ("I don't think either of them suits you.", 0),
        ("I'd say neither is suitable.", 0),
        ("Neither of them goes well with you.", 0),
    ],
)
def test_what_both_things_do_is_told_in_other_words(text, place) -> None:
    assert read_choice(text, FOUR).options == (place,)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Option two.", 1),
        ("Number three, I'd say.", 2),
        ("Option four, because you like it there.", 3),
        ("It's option one.", 0),
        ("Answer two it is!", 1),
        ("Answer two questions first, please.", None),
        ("My number one tip: don't move.", None),
    ],
)
def test_an_option_may_be_named_by_a_number_word(text, place) -> None:
    options = ("Ravens", "Herons", "Owls", "Finches")
    assert read_choice(text, options).options == (() if place is None else (place,))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Stay where you are, and let them pay the fare.", 2),
        ("Stay where you are and have the company cover the fare.", 2),
        ("Stay where you are. Your employer pays for the commute.", 2),
        ("Ask to be moved, and let them pay the fare.", 1),
        ("Move elsewhere, your company pays the fare.", 1),
        ("Stay where you are, and pay the fare yourself.", 3),
        ("Ask to be moved and pay the fare yourself.", 0),
    ],
)
def test_the_one_who_pays_may_be_the_subject(text, place) -> None:
    assert read_choice(text, FARES).options == (place,)
