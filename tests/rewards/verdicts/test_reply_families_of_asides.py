"""Families of natural replies that name other values on the way: premises, former times, alternatives, translations."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

CITY = Domain("city", aliases={"Bergen": (), "Oslo": (), "Graz": ()}, subjects=("city", "live", "home"))
COURSE = Domain(
    "distance_course", aliases={"heraldry": (), "graphology": (), "mycology": ()}, subjects=("course", "correspondence")
)
CUT = Domain(
    "finance_cut",
    aliases={"meal boxes": ("meal box",), "vinyl records": (), "zoo passes": (), "taxi rides": ()},
    subjects=("cut",),
    lasting=True,
)
SNAG = Domain(
    "job_limit", aliases={"family strain": (), "night shifts": (), "long commutes": ()}, subjects=("job", "snag")
)


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "id write {} tbh, u never said {}",
        "{}. You never said {}.",
        "{}, never heard abt {} from u",
        "I'd put {}; I've never heard of {} from you.",
        "{}, I've no record of {}.",
        "It's {}, you didn't mention {} to me.",
        "{} is what you're doing by mail. Nothing about {} has come up.",
        "I'm unable to confirm {1}. The one in my records is {0}.",
        "I can't confirm {1}; my notes say {0}.",
        "Your course is {} rather than {}.",
    ],
)
def test_a_premise_that_was_never_told_is_set_aside(reply):
    assert _kind(reply.format("heraldry", "graphology"), COURSE, "heraldry") == "correct"
    assert _kind(reply.format("graphology", "heraldry"), COURSE, "heraldry") == "wrong"


@pytest.mark.parametrize("reply", ["You never said {}, and no course has come up.", "I'm unable to confirm {}."])
def test_a_premise_alone_is_no_answer(reply):
    assert _kind(reply.format("heraldry"), COURSE, "heraldry") in ("abstained", "off_task")


@pytest.mark.parametrize(
    "reply",
    [
        "id put {}, thats what u told me twice in may, never heard abt {}",
        "{}. You told me nothing about {}.",
        "| Field | Entry |\n|---|---|\n| Snag | {} |\n| {} | no objection on record |",
    ],
)
def test_so_is_a_thing_to_avoid_of_which_nothing_was_told(reply):
    assert _kind(reply.format("family strain", "night shifts"), SNAG, "family strain") == "correct"
    assert _kind(reply.format("night shifts", "family strain"), SNAG, "family strain") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "If a contract brings {}, you don't sign it, full stop.",
        "When a job means {}, you walk away.",
        "As soon as it causes {}, you're out.",
        "If there's {} in it, it's a no from you.",
        "Whenever an offer comes with {}, you turn it down.",
    ],
)
def test_what_makes_one_turn_away_is_what_to_avoid(reply):
    assert _kind(reply.format("family strain"), SNAG, "family strain") == "correct"
    assert _kind(reply.format("night shifts"), SNAG, "family strain") == "wrong"


@pytest.mark.parametrize("reply", ["If a contract brings {}, you sign it gladly.", "If there's {}, you're happy."])
def test_what_one_accepts_is_not(reply):
    assert _kind(reply.format("family strain"), SNAG, "family strain") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "- Up to 10 January: {}\n- Since then: **{}**",
        "- Up to 10 January: {}\n- Since then: **{}**\n\nGraz is merely closer on the map, as you put it.",
        "Not quite! It's **{1}**. *Graz* is only the one that looks nearer on the map.",
        "- Till March: {}\n- Since March: {}",
        "Through last winter: {}\nThese days: {}",
        "* {}: up to 10 January\n* {}: since then",
        "9 Jan: {0}. 10 Jan: {1}. 12 Jan: {1} again. The newest entry counts, so it's {1} rather than Graz.",
        "Let me look. 9 Jan: {0}. 10 Jan: {1}. 12 Jan: {1} once more. Your home is {1}.",
    ],
)
def test_the_latest_of_dated_entries_holds(reply):
    assert _kind(reply.format("Oslo", "Bergen"), CITY, "Bergen", stale=("Oslo",)) == "correct"
    assert _kind(reply.format("Bergen", "Oslo"), CITY, "Bergen", stale=("Oslo",)) == "stale"


@pytest.mark.parametrize(
    "reply",
    [
        "Before I forget, your flat is in {}.",
        "Before I forget: {}.",
        "Before I forget: your home is {}.",
        "Before you ask: {}.",
        "Before I get to your second question: you live in {}.",
        "Before we start, {}.",
        "Before anything else: {}.",
        "Before I do so: {}.",
        "Before you go, it's {}.",
        "Before we move on: you live in {}.",
    ],
)
def test_what_comes_before_in_a_talk_is_not_past(reply):
    assert _kind(reply.format("Bergen"), CITY, "Bergen", stale=("Oslo",)) == "correct"
    assert _kind(reply.format("Oslo"), CITY, "Bergen", stale=("Oslo",)) == "stale"


@pytest.mark.parametrize("reply", ["Before 3 May: Bergen.", "Before that, you lived in Bergen.", "Before: Bergen."])
def test_what_came_before_in_life_is(reply):
    assert _kind(reply, CITY, "Bergen", stale=("Oslo",)) != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "Nej, ikke {}. You live in {}.",
        "Nein, nicht {}. Du wohnst in {}.",
        "Non, pas {}. You live in {}.",
        "Niet {}, maar {}.",
        "Non è {}, è {}.",
        "Nej, inte {}. It's {}.",
    ],
)
def test_a_denial_in_another_language_denies(reply):
    assert _kind(reply.format("Oslo", "Bergen"), CITY, "Bergen", stale=("Oslo",)) == "correct"
    assert _kind(reply.format("Bergen", "Oslo"), CITY, "Bergen", stale=("Oslo",)) == "stale"


def test_not_only_in_another_language_denies_nothing():
    assert _kind("Nicht nur Bergen.", CITY, "Bergen") == "correct"


@pytest.mark.parametrize(
    "reply",
    ["Wappenkunde! Or, as you'd say in English, {}.", "Ett ord: or in plain English, {}.", "Or in English: {}."],
)
def test_a_translation_is_no_alternative(reply):
    assert _kind(reply.format("heraldry"), COURSE, "heraldry") == "correct"
    assert _kind(reply.format("graphology"), COURSE, "heraldry") == "wrong"
    assert _kind("Graphology, or heraldry.", COURSE, "heraldry") == "undetermined"


@pytest.mark.parametrize(
    "reply",
    [
        "You gave up **{}**.\n\n- I suggested them on 1 February\n- The alternatives were {} and {}, which you kept",
        "{}. The other options were {} and {}.",
        "I picked {}; the alternatives had been {} and {}.",
        "Back in May you gave me three things to pick from: {1}, {2} and {0}. I chose the last of those.",
        "You named three: {1}, {0} and {2}. I went for the second one.",
        "You named three: {}, {} and {}. I took the first of the three.",
        "You offered me {} and {}. I chose the former.",
        "You offered {1} and {0}, and I settled on the latter.",
    ],
)
def test_the_alternatives_to_a_choice_are_not_chosen(reply):
    right, other = ("meal boxes", "vinyl records", "zoo passes"), ("zoo passes", "meal boxes", "vinyl records")
    assert _kind(reply.format(*right), CUT, "meal boxes", form="choice") == "correct"
    assert _kind(reply.format(*other), CUT, "meal boxes", form="choice") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "My recommendation:\n\n1. ✅ **{}**: easy\n2. ❌ {}: you love them\n3. ❌ {}: the kids",
        "✅ {}\n❌ {}\n❌ {}",
        "👍 {}\n👎 {}\n👎 {}",
        "- [x] {}\n- [ ] {}\n- [ ] {}",
        "- ❌ {1}: no\n- ✅ {0}: easy\n- ❌ {2}: no",
    ],
)
def test_a_cross_rejects_and_a_tick_picks(reply):
    right, other = ("Meal boxes", "Vinyl records", "Zoo passes"), ("Zoo passes", "Meal boxes", "Vinyl records")
    assert _kind(reply.format(*right), CUT, "meal boxes", form="any") == "correct"
    assert _kind(reply.format(*other), CUT, "meal boxes", form="any") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "In January it was Bergen, and today you say Graz. Which of the two should I go by?",
        "It could be Graz as you say, or it could be Bergen. I honestly can't tell.",
        "It might be Bergen or it might be Graz, I really don't know.",
        "Something up north, I think, either Bergen or Narvik. I can't pin down which.",
        "Either Bergen or Narvik, I'm not sure which one.",
    ],
)
def test_a_reply_that_is_torn_leaves_it_open(reply):
    assert _kind(reply, CITY, "Bergen") == "undetermined"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("It could go either way.", "off_task"),
        ("You can't go wrong with either.", "off_task"),
        ("You live in Bergen; shall we plan by bus or train, your call.", "correct"),
        ("Both have a lot going for them, and Bergen suits you better.", "correct"),
        ("Bergen and Graz both have a lot going for them, though Bergen wins.", "correct"),
        ("Bergen and Graz both have a lot going for them, though Graz wins.", "wrong"),
        ("It could go either way. Bergen has its sides.", "undetermined"),
        ("Bergen or Graz, your call.", "undetermined"),
        ("Bergen or Graz? You can't go wrong with either.", "undetermined"),
        ("You can't go wrong with either, Bergen or Graz, though!", "undetermined"),
    ],
)
@pytest.mark.parametrize("form", ["value", "choice", "any"])
def test_a_reply_that_leaves_the_pick_open_names_what_it_is_about(reply, expected, form):
    assert _kind(reply, CITY, "Bergen", form=form) == expected


@pytest.mark.parametrize("reply", ["In January it was Graz, now it's Bergen. Which bus should I look up?"])
def test_a_question_about_something_else_does_not(reply):
    assert _kind(reply, CITY, "Bergen", stale=("Graz",)) == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, the name of the city didn't make it into my notes.",
        "Sorry, it never found its way into our chats.",
        "Not with any certainty. You may have told me, but the name isn't coming back to me.",
        "It won't come back to me.",
        "I don't, actually. Is it one by the sea?",
        "I don't, sorry.",
        "I can't, I'm afraid.",
    ],
)
def test_ways_to_abstain(reply):
    assert _kind(reply, CITY, "Bergen") == "abstained"
    assert _kind(reply, CITY) == "correct"


@pytest.mark.parametrize("reply", ["I do, actually. It's Bergen.", "I don't forget things: Bergen."])
def test_ways_that_look_like_it(reply):
    assert _kind(reply, CITY, "Bergen") == "correct"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("You told me on 16 May that you'd lent it out, and then confirmed it: it is with {}.", "stale"),
        ("You said you'd sent it off and it was back: nobody has it.", "correct"),
    ],
)
def test_what_one_had_done_is_no_wish(reply, expected):
    borrower = Domain("borrower", aliases={"Nkechi": (), "Moritz": ()}, subjects=("drill",))
    assert _kind(reply.format("Nkechi"), borrower, "none", stale=("Nkechi",), over=True) == expected
