"""Whether the first or the latest figure is higher: by other words for them, by a rise or fall, by the figures."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice

ORDERS = [("The earliest one.", "The latest one."), ("The latest one.", "The earliest one.")]


def picked(text: str, options: tuple[str, str]) -> str:
    choice = read_choice(text, options)
    return options[choice.options[0]] if choice.kind is ChoiceKind.PICKED else ""


FIGURES = [("1,491", "1,506"), ("£184", "£210"), ("35 miles", "60 miles")]
CHANGES = [
    "It used to be {first} and now it's {last}.",
    "It was {first} in January and {last} in March.",
    "It's {last} now. Before that it was {first}.",
    "You went from {first} to {last}.",
    "{first} → {last}",
    "{last} replaced {first}.",
    "Originally {first}, now {last}.",
    "In March you told me {last}; in January it was {first}.",
    "It was corrected from {first} to {last}.",
]


@pytest.mark.parametrize("options", ORDERS)
@pytest.mark.parametrize("words", CHANGES)
def test_two_figures_with_their_times(words: str, options: tuple[str, str]) -> None:
    for low, high in FIGURES:
        assert picked(words.format(first=low, last=high), options) == "The latest one."
        assert picked(words.format(first=high, last=low), options) == "The earliest one."


@pytest.mark.parametrize("options", ORDERS)
@pytest.mark.parametrize(
    ("up", "down"),
    [
        ("It went up from 35 to 60.", "It went down from 60 to 35."),
        ("It rose from 35 to 60 a week.", "It fell from 60 to 35 a week."),
        ("It has risen by £15.", "It has fallen by £15."),
        ("It has increased.", "It has decreased."),
        ("An increase: £35 to £60.", "A drop: £60 to £35."),
        ("You went from 35 to 60, so it's gone up.", "You went from 60 to 35, so it's gone down."),
        ("It's grown a little.", "It's shrunk a little."),
    ],
)
def test_rise_and_fall(up: str, down: str, options: tuple[str, str]) -> None:
    assert picked(up, options) == "The latest one."
    assert picked(down, options) == "The earliest one."


@pytest.mark.parametrize("options", ORDERS)
@pytest.mark.parametrize("late", ["updated", "revised", "corrected", "new", "present", "current", "latest"])
def test_other_words_for_the_latest(late: str, options: tuple[str, str]) -> None:
    for text in (f"The {late} one.", f"The {late} figure, £1,506.", f"£1,506, the {late} figure.", f"Your {late} one."):
        assert picked(text, options) == "The latest one."
    for text in ("The original figure.", "The first one, £1,506.", "£1,506, the initial figure."):
        assert picked(text, options) == "The earliest one."


@pytest.mark.parametrize("options", ORDERS)
def test_figure_in_brackets(options: tuple[str, str]) -> None:
    assert picked("What you have now (£1,506) is higher.", options) == "The latest one."
    assert picked("What you have now (£1,491) is lower.", options) == "The earliest one."
    assert picked("The second figure is higher.", options) == "The latest one."


@pytest.mark.parametrize(
    "text",
    [
        "It rose and then it fell.",
        "I don't know whether it went up.",
        "Did it go up?",
        "It hasn't gone up.",
        "You gave me 184 and 210.",
        "It rose from 60 to 35.",
        "It may have gone up.",
    ],
)
def test_what_does_not_tell(text: str) -> None:
    assert picked(text, ORDERS[0]) == ""


@pytest.mark.parametrize("options", ORDERS)
@pytest.mark.parametrize(
    ("late", "early"),
    [
        (
            "The one from May is higher than the one from February.",
            "The one from February is higher than the one from May.",
        ),
        ("It was higher in June than in April.", "It was higher in April than in June."),
        ("The one from April is lower than the one from June.", "The one from June is lower than the one from April."),
        ("It's the more recent one.", "It's the older one."),
        ("The one you gave me last.", "The one you gave me first."),
        ("The figure you mentioned most recently.", "The figure you mentioned originally."),
    ],
)
def test_figures_told_by_their_dates(late: str, early: str, options: tuple[str, str]) -> None:
    assert picked(late, options) == "The latest one."
    if "older" not in early:
        assert picked(early, options) == "The earliest one."
    assert picked(early, options) != "The latest one."
