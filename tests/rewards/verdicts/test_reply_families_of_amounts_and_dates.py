"""Families of replies about numbers and dates: what stands beside the answer, and answers that are told as over."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.figures.amount_asides import without_asides
from regulars.rewards.assertions.figures.date_fields import with_fields
from regulars.rewards.assertions.figures.quotations import answers_in_quotes
from regulars.rewards.assertions.figures.tellings import is_distance, tells_what
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

RIDE = Domain("weekly_ride", ValueType.NUMBER, unit="kilometres", subjects=("weekly", "ride", "cycling", "week"))
RENT = Domain("rent", ValueType.NUMBER, unit="euros", subjects=("rent", "monthly", "flat"))
SEATS = Domain("seats_booked", ValueType.NUMBER, unit="seats", subjects=("seats", "booked"))
COUNT = Domain("count", ValueType.NUMBER)
DAYS = Domain("days", ValueType.NUMBER, unit="days")
VISA = Domain("visa_end", ValueType.DATE, subjects=("visa", "end", "expire"))
JAB = Domain("rabies_jab", ValueType.DATE, subjects=("last", "rabies", "jab"), lasting=True)
PAPER = Domain("paper_deadline", ValueType.DATE, subjects=("paper", "deadline", "due"))
BORN = Domain("birthday", ValueType.DATE, subjects=("birthday", "birth", "born"), lasting=True)


def _is_right(text: str, domain: Domain, gold: str, form: str = "value") -> bool:
    return find_verdict(text, None, Expectation(form, domain, True, (gold,))).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "reply",
    [
        "You're up to {} kilometres a week now.",
        "You've worked your way up to {} km.",
        "That brings you up to {} km a week.",
        "You went from 40 all the way up to {} km.",
        "It's up to {} km a week.",
        "Four more than before: {} km.",
        "You've upped it by four to {} km.",
        "It rose by 4 km, so now it's {}.",
        "It's {} km, 4 up on the old plan.",
        "You swapped the 40 km plan for a {} km one.",
        "Used to be 40; {} nowadays.",
        "You had 40, but you've dropped to {} since.",
        "{} km a week, so about 6 to 7 km a day.",
        "{} kilometres. That's 3 rides of 15 km, plus a bit.",
        "{} km a week. Over a year that makes 2,300 km.",
        "You ride {} km a week. For a tour you need 60 km.",
        "A bit over 40 km, {} to be exact.",
        'Write "{} km a week" on the form.',
        'You told me "I ride {} km a week now".',
        "You said 40 km, but the right figure is {} km.",
    ],
)
@pytest.mark.parametrize(("right", "wrong"), [("46", "49"), ("44", "47")])
def test_the_amount_counts_beside_what_is_said_of_it(reply: str, right: str, wrong: str) -> None:
    assert _is_right(reply.format(right), RIDE, right)
    assert not _is_right(reply.format(right), RIDE, wrong)
    assert not _is_right(reply.format(wrong), RIDE, right)


@pytest.mark.parametrize(
    "reply",
    [
        "You've upped it by {} km to 90.",
        "{} km more than before: 90 km.",
        "90 km. You now save {} km each week.",
        "90 km a week, e.g. two rides of {} km.",
        "90 km a week. Most people ride {} km.",
        "You've told me it's {} km, but the correct number is 90.",
        "You could get up to {} km if you tried.",
        'Don\'t write "{} km a week".',
        'Your neighbour wrote "{} km a week".',
        "Almost {} km: 42.",
    ],
)
def test_an_amount_beside_the_answer_is_no_answer(reply: str) -> None:
    assert not _is_right(reply.format("46"), RIDE, "46")


@pytest.mark.parametrize(
    "reply",
    [
        "{0} euros. You now save {1} euros each month.",
        "It came down by {1} euros to {0} euros.",
        "{1} euros less than before: {0}.",
        "{0} euros, so you have {1} euros left over each month.",
        "{0} euros. That gives you an extra {1} euros to play with.",
        "It's {0} euros, a saving of {1} euros a month.",
    ],
)
def test_what_is_saved_is_not_what_is_paid(reply: str) -> None:
    assert _is_right(reply.format("810", "90"), RENT, "810")
    assert not _is_right(reply.format("810", "90"), RENT, "90")


@pytest.mark.parametrize(
    ("reply", "count"),
    [
        ("The juicer was your fourth.", "4"),
        ("The juicer is the fourth one.", "4"),
        ("Machine number four is the juicer.", "4"),
        ("You had three in May, and last week you bought the fourth.", "4"),
        ("The mixer was your third, the juicer your fourth.", "4"),
        ("1st the mixer, 2nd the mill, 3rd the juicer.", "3"),
        ("You have four; the mixer was your first.", "4"),
        ("Four. There's no room for a fifth!", "4"),
        ("Since last week you've had four, before that it was three.", "4"),
        ("You're up to four machines.", "4"),
    ],
)
def test_the_place_of_the_last_thing_is_a_count(reply: str, count: str) -> None:
    assert _is_right(reply, COUNT, count, "count")
    for other in ("1", "2", "5"):
        assert not _is_right(reply, COUNT, other, "count")


@pytest.mark.parametrize(
    "reply",
    [
        "You bought it on the fourth.",
        "The juicer isn't your fourth.",
        "You told me so for the fourth time.",
        "A fourth of them.",
    ],
)
def test_a_place_that_counts_nothing_is_no_count(reply: str) -> None:
    assert not _is_right(reply, COUNT, "4", "count")


@pytest.mark.parametrize(
    "reply",
    [
        "Not quite 20 weeks: {} days.",
        "Almost 140 days: {}.",
        "A good 130 days: {}.",
        "Not long: {} days.",
        "Less than you'd think: {} days.",
        "About 130 days, {} to be exact.",
        "Four months and 16 days, or {} days in total.",
        "{} days, that's 4 months, 2 weeks and 2 days.",
        "{} days, so a bit under five months.",
        "You'll move {} days after the exam.",
        "You're going to be moving {} days after handing in the thesis.",
        "You'll have {} days between the two.",
    ],
)
def test_the_exact_number_of_days_counts(reply: str) -> None:
    assert _is_right(reply.format(138), DAYS, "138", "duration")
    assert not _is_right(reply.format(138), DAYS, "139", "duration")
    assert not _is_right(reply.format(139), DAYS, "138", "duration")


@pytest.mark.parametrize(
    "reply",
    [
        "Almost 138 days: 130.",
        "Not 138 days: 139.",
        "139 days, or 4 months and 16 days.",
        "You might move 138 days after it.",
    ],
)
def test_a_rough_number_of_days_is_no_answer(reply: str) -> None:
    assert not _is_right(reply, DAYS, "138", "duration")


@pytest.mark.parametrize(
    "reply",
    [
        "On 9 May you said it ends in {}.",
        "9 May 2025: you said your visa runs out in {}.",
        "On 9 May 2025 you told me it'd run out in {}.",
        "Back on 9 May you mentioned that your visa would expire in {}.",
        "You said your visa expires in {}. You didn't give me an exact day.",
        "It ends in {}, but you never told me on which day exactly.",
        'Your words were "The visa runs out in {}".',
        '"It runs out in {}", you said.',
        "On 9 May you said: {}.",
        "Date: 9 May 2025. You said: visa ends {}.",
    ],
)
@pytest.mark.parametrize(("right", "wrong"), [("October 2025", "2025-11"), ("March 2026", "2026-04")])
def test_the_date_of_a_telling_is_not_what_was_told(reply: str, right: str, wrong: str) -> None:
    gold = {"October 2025": "2025-10", "March 2026": "2026-03"}[right]
    assert _is_right(reply.format(right), VISA, gold)
    assert not _is_right(reply.format(right), VISA, wrong)
    assert not _is_right(reply.format(right), VISA, "2025-05-09")


@pytest.mark.parametrize(
    "reply",
    [
        "It was in {0}; the next one is due in {1}.",
        "{0}, and the booster is due in ten years, so in {1}.",
        "Last: {0}. Next due: {1}.",
        "| What | Last | Next due |\n|---|---|---|\n| Rabies | {0} | {1} |",
        "{0}. You won't need another until {1}.",
        "{0}. Make a note for {1}!",
        "Three months ago, in {0}.",
        "A few months back: {0}.",
        "Not that long ago: {0}.",
    ],
)
def test_what_comes_next_is_not_the_last_one(reply: str) -> None:
    assert _is_right(reply.format("March 2023", "March 2033"), JAB, "2023-03")
    assert not _is_right(reply.format("March 2023", "March 2033"), JAB, "2033-03")
    assert not _is_right(reply.format("April 2023", "March 2023"), JAB, "2023-03")


@pytest.mark.parametrize(
    "reply",
    [
        "Your next jab is due in {}.",
        "Your next rabies jab is in {}.",
        "You're due for your rabies jab in {}.",
        "You'll need your next jab in {}.",
        "Next due: {}.",
        "Book it for {}.",
    ],
)
def test_the_date_of_the_next_event_is_not_that_of_the_last(reply: str) -> None:
    assert not _is_right(reply.format("March 2023"), JAB, "2023-03")


@pytest.mark.parametrize(
    "reply",
    [
        "{0}, so I'd hand it in by {1}.",
        "It's due on {0}. Shall I remind you on {1}?",
        "Hi all! My paper is due on {0}, so I'm busy. Drinks on me on {1}!",
        "It's due on {0}. Today's {1}, so there's time.",
        "My paper is due on {0}. See you on {1}!",
    ],
)
def test_a_day_around_a_deadline_is_not_the_deadline(reply: str) -> None:
    assert _is_right(reply.format("12 June 2025", "9 June"), PAPER, "2025-06-12")
    assert not _is_right(reply.format("9 June 2025", "12 June"), PAPER, "2025-06-12")
    assert not _is_right(reply.format("12 June 2025", "9 June"), PAPER, "2025-06-09")


@pytest.mark.parametrize(
    "reply",
    [
        "Day: 3, Month: 10, Year: 1981",
        "Day: 03\nMonth: 10\nYear: 1981",
        "- **Day:** 3\n- **Month:** October\n- **Year:** 1981",
        "The day is 3, the month is 10 and the year is 1981.",
        "3 for the day, 10 for the month and 1981 for the year",
        "| Day | Month | Year |\n|---|---|---|\n| 3 | 10 | 1981 |",
        "DD/MM/YYYY: 03/10/1981",
        "03/10/1981 (day first)",
        "10/03/1981 (MM/DD/YYYY)",
        "10/3/81 in US format",
        "03 / 10 / 1981 (day/month/year)",
        "If it's DD/MM/YYYY: 03/10/1981.",
        "You were born in 1981, on 3 October.",
        "In October 1981, on the 3rd.",
        "3 October (1981)",
    ],
)
def test_a_date_in_parts_is_read_as_a_whole(reply: str) -> None:
    assert _is_right(reply, BORN, "1981-10-03")
    assert not _is_right(reply, BORN, "1981-03-10")
    assert not _is_right(reply, BORN, "1981-10-04")
    assert not _is_right(reply, BORN, "1982-10-03")


@pytest.mark.parametrize(
    "reply",
    [
        "You once said {}, but that's been deleted.",
        "It was {} seats, but you asked me to delete it, so I have nothing now.",
        "I had {} seats noted. That note has been deleted.",
        "You told me {}, but it isn't valid any more.",
        "{} seats, but you cancelled the trip, so there's no number now.",
        "You had {}, but ten people have cancelled since.",
        "It was {}, but that's out of date.",
        "There was one entry, {} seats, which I've deleted.",
        "It used to be {}, but it's changed.",
        "You'd booked {} seats, but the whole trip has been called off.",
        "Let me look at what I have. You once told me {} seats for the coach, but you asked me to delete that later.",
    ],
)
def test_a_value_told_as_over_does_not_answer(reply: str) -> None:
    assert not _is_right(reply.format(62), SEATS, "62")


@pytest.mark.parametrize(
    "reply",
    [
        "Yes: {}. Nothing's been deleted.",
        "You told me {}, and you haven't changed it since.",
        "{} seats, unless that has changed.",
        "It was {} seats, but you can change that any time.",
        "I've still got {} seats. Shall I delete it?",
        "Everything else has been deleted, but I still have {} seats.",
        "{} seats. The driver changed the route, you said.",
        "You used to have 70, but that's changed: {}.",
        "{} seats now. It was changed recently.",
    ],
)
def test_a_value_that_still_holds_answers(reply: str) -> None:
    assert _is_right(reply.format(62), SEATS, "62")
    assert not _is_right(reply.format(62), SEATS, "60")


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("It was 12 June 2025, but it's been postponed.", False),
        ("It was going to be 12 June 2025, but that fell through.", False),
        ("The 12 June date doesn't hold any more.", False),
        ("12 June 2025 - cancelled.", False),
        ("It was on 12 June 2025.", True),
        ("It's 12 June 2025, and it hasn't been extended.", True),
        ("It's 12 June 2025. You cancelled your old internet contract, didn't you?", True),
        ("12 June 2025. If it's been moved, tell me.", True),
    ],
)
def test_a_date_told_as_over_does_not_answer(reply: str, right: bool) -> None:
    assert _is_right(reply, PAPER, "2025-06-12") is right


def test_words_beside_an_amount_stay_where_it_is_the_only_one() -> None:
    assert without_asides("almost 60 km", RIDE) == "almost 60 km"
    assert (
        without_asides("a raise of 40 euros", Domain("raise", ValueType.NUMBER, unit="euros")) == "a raise of 40 euros"
    )
    assert without_asides("about 90 km: 40 on sunday, 50 on monday", RIDE).startswith("about 90 km")


def test_fields_need_a_month_and_a_year() -> None:
    assert with_fields("day: 3, month: 10", []) == []
    assert with_fields("day: 3, month: 13, year: 1981", []) == []


def test_a_telling_and_a_distance_are_told_from_what_was_told() -> None:
    assert tells_what("mentioned that the deadline is on ")
    assert not tells_what("mentioned your deadline on ")
    assert is_distance("weeks ago", ": ")
    assert not is_distance("weeks ago", " it was still on ")


def test_quotations_of_others_do_not_answer() -> None:
    assert answers_in_quotes("you wrote ", "")
    assert not answers_in_quotes("your aunt wrote ", "")
    assert not answers_in_quotes("did you write ", "?")
