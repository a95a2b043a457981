"""Both sides of every limit of a style check, and each of the forms that it reads."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from regulars.dialogue import Feedback, FeedbackAction, PlanAct
from regulars.rewards.metrics.reward_terms import feedback_reward
from regulars.rewards.style_checks.checks import CHECKS
from regulars.rewards.style_checks.occasions import OPPORTUNITIES, Occasion
from regulars.rewards.style_checks.reply_text import NUMBER_WORDS


def occasion(
    message: str = "Where?", name: str = "Anna Berg", told: tuple[date, ...] = (date(2025, 3, 3),)
) -> Occasion:
    return Occasion(message, name, datetime(2025, 6, 2, tzinfo=UTC), True, PlanAct.ANSWER, True, told)


@pytest.mark.parametrize(
    ("check", "parameters", "text", "kept"),
    [
        ("counts", {"of": "words", "at_least": 3}, "one two", False),
        ("counts", {"of": "words", "at_least": 3}, "one two three", True),
        ("counts", {"of": "words", "at_most": 3}, "one two three", True),
        ("counts", {"of": "words", "at_most": 3}, "one two three four", False),
        ("counts", {"of": "words"}, "one", True),
        ("sentence_lengths", {"at_most": 3}, "One two three. Four.", True),
        ("sentence_lengths", {"at_most": 3}, "One two three. One two three four.", False),
        ("sentence_lengths", {"at_most": 3}, "One two three four. One.", False),
        ("word_lengths", {"letters": 4}, "four", True),
        ("word_lengths", {"letters": 4}, "fives", False),
        ("word_lengths", {"letters": 4, "besides": 1}, "fives", True),
        ("word_lengths", {"letters": 4, "besides": 1}, "fives sixes", False),
        ("lines", {"sentences": 2}, "One. Two.\nThree. Four.", True),
        ("lines", {"sentences": 2}, "One.\nTwo. Three. Four.", False),
        # Three words may follow a phrase at the end.
        ("phrases", {"phrases": ("bye",), "place": "end", "at_least": 1}, "Bye my dear Anna.", True),
        ("phrases", {"phrases": ("bye",), "place": "end", "at_least": 1}, "Bye my very dear Anna.", False),
        ("phrases", {"phrases": ("bye",), "place": "end", "at_most": 0}, "Bye my dear Anna.", False),
        ("phrases", {"phrases": ("bye",), "at_least": 2}, "Bye, bye.", True),
        ("phrases", {"phrases": ("bye",), "at_least": 2}, "Bye.", False),
        ("phrases", {"phrases": ("bye",), "at_least": 1, "at_most": 1}, "Bye, bye.", False),
        # At the start, behind a greeting, a title and the name.
        ("phrases", {"phrases": ("sure",), "place": "start", "at_least": 1}, "Hello! Sure.", True),
        ("phrases", {"phrases": ("sure",), "place": "start", "at_least": 1}, "Good morning, Anna! Sure.", True),
        ("phrases", {"phrases": ("sure",), "place": "start", "at_least": 1}, "Welcome back, Ms. Berg: sure.", True),
        ("phrases", {"phrases": ("sure",), "place": "start", "at_least": 1}, "Anna Berg, sure.", True),
        ("phrases", {"phrases": ("sure",), "place": "start", "at_least": 1}, "Good night. Sure.", False),
        ("phrases", {"phrases": ("hello",), "place": "start", "at_least": 1}, "Hello Anna, sure.", True),
        ("phrases", {"phrases": ("sure",), "place": "start", "at_least": 1}, "1. **Sure**.", True),
        ("first_words", {"phrases": ("sure",)}, "Hello! Sure.", False),
        ("first_words", {"phrases": ("sure",)}, "2) sure", True),
        ("last_words", {"phrases": ("sure",)}, "I'm sure!", True),
        ("last_words", {"phrases": ("sure",)}, "I'm sure 5", False),
        # Names and titles.
        ("address", {"style": "title"}, "Yes, Ms Berg.", True),
        ("address", {"style": "title"}, "Yes, Dr. Anna.", True),
        ("address", {"style": "title"}, "Yes, Anna Berg.", False),
        ("address", {"style": "title"}, "Yes, Ms. Bergen.", False),
        ("address", {"style": "first_name"}, "Yes, Anna.", True),
        ("address", {"style": "first_name"}, "Yes, Anna, Ms. Berg.", False),
        ("address", {"style": "first_name"}, "Yes.", False),
        ("address", {"style": "none"}, "Yes.", True),
        ("address", {"style": "none"}, "Yes, Anna.", False),
        ("address", {"style": "none"}, "Yes, Mrs. Berg.", False),
        # The right weekday within sixteen characters before a day, or behind it.
        ("weekday", {"given": True}, "Wednesday, 14 May 2025", True),
        ("weekday", {"given": True}, "Wednesday the 14 May 2025", True),
        ("weekday", {"given": True}, "14 May 2025 (Wednesday)", True),
        ("weekday", {"given": True}, "14 May 2025, a Wednesday", True),
        ("weekday", {"given": True}, "14 May 2025, a Thursday", False),
        ("weekday", {"given": True}, "14 May 2025", False),
        ("weekday", {"given": True}, "Wednesday 14 May 2025 and 15 May 2025", False),
        ("weekday", {"given": False}, "14 May 2025", True),
        ("weekday", {"given": False}, "14 May 2025, a Wednesday", False),
        ("weekday", {"given": True}, f"Wednesday{' ' * 7}14 May 2025", True),
        ("weekday", {"given": True}, f"Wednesday{' ' * 8}14 May 2025", False),
        # Dates, clocks, sums, numbers.
        ("date_style", {"style": "iso"}, "2025-05-14", True),
        ("date_style", {"style": "iso"}, "2025-05-14 and May 14", False),
        ("date_style", {"style": "day_month"}, "14th of May", True),
        ("date_style", {"style": "month_day"}, "May 14th", True),
        ("date_style", {"style": "month_day"}, "14 May", False),
        ("clock_style", {"hours": 24}, "17:30", True),
        ("clock_style", {"hours": 12}, "17:30", False),
        ("clock_style", {"hours": 12}, "5:30 pm", True),
        ("clock_style", {"hours": 12}, "5 p.m.", True),
        ("currency_style", {"style": "word"}, "40 euros", True),
        ("currency_style", {"style": "code"}, "40 EUR", True),
        ("currency_style", {"style": "code"}, "EUR 40 and $5", False),
        ("number_style", {"style": "words"}, "twelve", True),
        ("number_style", {"style": "words"}, "12", False),
        ("number_style", {"style": "figures"}, "12 and forty", False),
        ("thousands_style", {"style": "plain"}, "12500", True),
        ("thousands_style", {"style": "plain"}, "12,500", False),
        ("thousands_style", {"style": "separated"}, "1899", False),
        ("thousands_style", {"style": "separated"}, "1900 and 2099", True),
        ("thousands_style", {"style": "separated"}, "2100", False),
        # The day of the disclosure.
        ("cites_date", {"cited": True}, "On 3 March.", True),
        ("cites_date", {"cited": True}, "On 3 March 2024.", False),
        ("cites_date", {"cited": True}, "On 3.3.2025 and 4 March.", True),
        ("cites_date", {"cited": True}, "On 4.5.2025.", False),
        ("cites_date", {"cited": False}, "On 3 March.", False),
        ("cites_date", {"cited": False}, "In March.", True),
        ("ends_asking", {"asked": True}, "Yes. Or no?", True),
        ("ends_asking", {"asked": True}, "Or no? Yes.", False),
        ("ends_asking", {"asked": False}, "Or no?)))", False),
        ("plain_ascii", {}, "Plain.", True),
        ("plain_ascii", {}, "Plain…", False),
        ("wording", {"instead": {"color": "colour"}}, "My colour.", True),
        ("wording", {"instead": {"color": "colour"}}, "My Color.", False),
        ("contractions", {"contracted": True}, "I'm in.", True),
        ("contractions", {"contracted": True}, "I am in.", False),
        ("contractions", {"contracted": False}, "I am in.", True),
        ("contractions", {"contracted": False}, "I'm in.", False),
        # Quotations of two characters or more.
        ("quotes", {"own_words": False}, 'It\'s "a".', True),
        ("quotes", {"own_words": False}, 'It\'s "ab".', False),
        ("quotes", {"own_words": True}, "It's 'where'.", True),
        ("quotes", {"own_words": True}, "It's 'there'.", False),
    ],
)
def test_a_limit_of_a_check(check: str, parameters: dict[str, object], text: str, kept: bool) -> None:
    assert CHECKS[check](text, occasion(), parameters) is kept


@pytest.mark.parametrize(("blanks", "cited"), [(44, True), (45, False)])
def test_a_day_is_told_within_48_characters(blanks: int, cited: bool) -> None:
    # `told` and the blanks: 48 characters before the day, then 49.
    text = f"told{' ' * blanks}3 March"
    assert CHECKS["cites_date"](text, occasion(told=()), {"cited": False}) is not cited
    assert CHECKS["cites_date"](text, occasion(told=()), {"cited": True})


@pytest.mark.parametrize("word", ["told", "said", "mentioned", "shared", "wrote", "heard", "learned", "chat", "talk"])
def test_words_before_the_day_of_a_disclosure(word: str) -> None:
    assert not CHECKS["cites_date"](f"{word} on 3 March", occasion(told=()), {"cited": False})
    assert CHECKS["cites_date"](f"born on 3 March, {word}", occasion(told=()), {"cited": False})


@pytest.mark.parametrize(("message", "quotable"), [("One two three", True), ("One two", False)])
def test_three_words_may_be_quoted(message: str, quotable: bool) -> None:
    assert OPPORTUNITIES["quotable"]("Yes.", occasion(message), {}) is quotable


@pytest.mark.parametrize(("reply", "several"), [("One. Two.", True), ("One.", False), ("", False)])
def test_two_sentences_are_several(reply: str, several: bool) -> None:
    assert OPPORTUNITIES["several_sentences"](reply, occasion(), {}) is several


def test_number_words():
    assert len(NUMBER_WORDS) == 100
    assert [NUMBER_WORDS[at] for at in (0, 19, 20, 21, 29, 30, 99)] == [
        "zero", "nineteen", "twenty", "twenty-one", "twenty-nine", "thirty", "ninety-nine",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("action", "satisfaction", "reward"),
    [
        (FeedbackAction.LIKE, None, 1.0),
        (FeedbackAction.DISLIKE, None, -1.0),
        (FeedbackAction.COPY, None, 1.0),
        (FeedbackAction.NONE, None, 0.0),
        (FeedbackAction.NONE, 10.0, 1.0),
        (FeedbackAction.NONE, 12.0, 1.0),
        (FeedbackAction.NONE, 9.5, 0.9),
        (FeedbackAction.NONE, 5.0, 0.0),
        (FeedbackAction.NONE, 0.0, -1.0),
        (FeedbackAction.NONE, -2.0, -1.0),
        (FeedbackAction.LIKE, 5.0, 0.5),  # (1 + 0) / 2
        (FeedbackAction.DISLIKE, 7.5, -0.25),  # (-1 + .5) / 2
        (FeedbackAction.COPY, 0.0, 0.0),  # (1 - 1) / 2
    ],
)
def test_the_reward_of_feedback(action: FeedbackAction, satisfaction: float | None, reward: float) -> None:
    assert feedback_reward(Feedback("t", action=action, satisfaction=satisfaction)) == pytest.approx(reward)
