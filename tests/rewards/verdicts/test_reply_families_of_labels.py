"""Families of natural replies: labelled lines, values pointed at, counts of people, followers of beliefs, totals."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

HANDICAP = Domain(
    "learning_handicap_limit",
    aliases={"long sitting": (), "small print": (), "early hours": ()},
    subjects=("handicap", "student"),
)
CITY = Domain("home_city", aliases={"Bergen": (), "Oslo": (), "Graz": ()}, subjects=("city", "live"))
FAITH = Domain("faith", aliases={"Sikhism": (), "Buddhism": (), "Judaism": (), "Shinto": ()}, subjects=("faith",))
PLACES = Domain("place", aliases={"Zanzibar": (), "Corsica": (), "Madeira": ()}, subjects=("place", "travel"))
STAFF = Domain("department_size", ValueType.NUMBER, unit="colleagues", subjects=("department", "size"))
CASH = Domain("emergency_cash", ValueType.NUMBER, unit="zlotys", subjects=("cash", "tin"))
DAYS = Domain("days", ValueType.NUMBER, unit="days")


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "**Your handicap as a student: {}**\n\n- **School A:** short lessons\n- **School B:** one long block",
        "Handicap to consider: {}\n\n| School | Length |\n|---|---|\n| please send name | ? |",
        "You were about to sign up and told the tutor to go easy on {}. That's your handicap as a student.",
        "Three days earlier you'd asked me to think of {} whenever classes come up, so that was the handicap.",
    ],
)
def test_a_label_or_what_points_back_makes_a_value_the_answer(reply):
    assert _kind(reply.format("long sitting"), HANDICAP, "long sitting") == "correct"
    assert _kind(reply.format("small print"), HANDICAP, "long sitting") == "wrong"


@pytest.mark.parametrize("reply", ["Home city, formerly: Oslo", "If your city were this: Oslo"])
def test_a_label_of_the_past_or_of_doubt_does_not(reply):
    assert _kind(reply, CITY, "Oslo") != "correct"


@pytest.mark.parametrize("word", ["people", "ppl", "colleagues", "staff", "employees", "folks", "coworkers"])
def test_people_at_work_are_counted_in_any_word_for_them(word):
    assert _kind(f"ur dept has 56 {word}", STAFF, "56") == "correct"
    assert _kind(f"I believe it's 65 {word}.", STAFF, "56") == "wrong"


@pytest.mark.parametrize("reply", ["56 desks", "56 square metres", "56 minutes"])
def test_other_things_are_not_people(reply):
    assert _kind(reply, STAFF, "56") != "correct"


def test_an_amount_that_comes_again_is_not_an_addend():
    text = "It began with 682 zlotys. You counted again and found 582, so 100 zlotys went out. Currently: 582 zlotys."
    assert _kind(text, CASH, "582", stale=("682",)) == "correct"
    assert _kind("582 zlotys and 100 zlotys, which makes 682 zlotys.", CASH, "682") == "correct"


def test_a_result_in_bold_is_no_factor():
    text = "26 March to 26 March is 365 days. Then 5 + 30 + 31 + 30 + 19 = 115 days.\n\n365 + 115 = **480 days**"
    assert _kind(text, DAYS, "480", form="duration") == "correct"
    assert _kind(text, DAYS, "115", form="duration") == "wrong"


@pytest.mark.parametrize(
    ("word", "belief"), [("a Sikh", "Sikhism"), ("Buddhist", "Buddhism"), ("Jewish", "Judaism"), ("a Jew", "Judaism")]
)
def test_followers_name_their_belief(word, belief):
    assert _kind(f"You're {word}, if I recall correctly!", FAITH, belief) == "correct"
    assert _kind(f"You're {word}, if I recall correctly!", FAITH, "Shinto") == "wrong"
    assert _kind(f"You're not {word}.", FAITH, belief) != "correct"


def test_a_total_that_counts_a_value_never_told_is_wrong():
    text = (
        "You told me of your trip to Zanzibar, later you brought up Corsica, and in between there was Madeira. "
        "So three places altogether."
    )
    three = ("Zanzibar", "Corsica", "Madeira")
    assert _kind(text, PLACES, *three[:2], form="set") == "wrong"
    assert _kind(text, PLACES, *three, form="set") == "correct"
    assert _kind("Zanzibar and Corsica, so two places altogether.", PLACES, *three[:2], form="set") == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "I could put down Oslo as you say, or Bergen as in my notes. Which one is it?",
        "You've named two cities, Oslo and Bergen, and I can't tell which of them from what I have.",
        "Oslo or Bergen, I don't know which.",
    ],
)
def test_a_reply_that_cannot_tell_which_leaves_it_open(reply):
    assert _kind(reply, CITY, "Bergen", stale=("Oslo",)) == "undetermined"


def test_a_guess_with_a_question_mark_is_no_abstention():
    assert _kind("Possibly Graz? But I'm only guessing.", CITY) == "undetermined"
    assert _kind("You haven't told me. Is it Graz?", CITY) == "correct"
