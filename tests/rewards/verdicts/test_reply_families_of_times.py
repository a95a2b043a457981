"""Families of replies about an earlier time, undecided ones, drafts and totals: the verdict turns with the values."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regulars.rewards.assertions.amounts import answering_amounts
from regulars.rewards.choices.choice import read_choice
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType, find_values

TEA = Domain("morning_drink", aliases={"sencha": (), "hojicha": (), "matcha": ()}, subjects=("morning", "drink"))
SURNAME = Domain("landlord", aliases={"Taverner": (), "Tillotson": (), "Tembo": ()}, subjects=("landlord",))
GIFT = Domain("gift", aliases={"toffee tins": (), "handwritten poems": (), "seed packets": ()}, subjects=("gift",))
FABRIC = Domain("sofa", aliases={"charcoal tweed": (), "charcoal velvet": ()}, subjects=("sofa", "fabric"))
PRESSURE = Domain("blood_pressure", ValueType.NUMBER, unit="mmHg", subjects=("blood", "pressure"))
COMMUTE = Domain("commute", ValueType.NUMBER, unit="minutes", subjects=("commute",))
WEDDING = Domain("wedding_date", ValueType.DATE, subjects=("wedding",))
SPOT = Domain("parking_spot", aliases={"Trellis Row": (), "Windlass Bay": ()}, subjects=("parking",))
SALARY = Domain("salary", ValueType.NUMBER, unit="francs")
COUNT = Domain("count", ValueType.NUMBER)
RENT = Domain("rent", ValueType.NUMBER, unit="euros")
PAGES = Domain("pages_read", ValueType.NUMBER, unit="pages")


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "What you named that day was {0}. {1} came up in February.",
        "On that day it was {0}; {1} only came after.",
        "At that point I'd heard of {0}, and only later of {1}.",
        "It was {0} on that day. Later you went over to {1}.",
    ],
)
@pytest.mark.parametrize("gold", ["sencha", "hojicha"])
def test_a_value_that_only_came_later_is_no_answer(reply: str, gold: str) -> None:
    other = "hojicha" if gold == "sencha" else "sencha"
    assert _kind(reply.format(other, gold), TEA, gold) == "undetermined"
    assert _kind(reply.format(other, "matcha"), TEA, gold) != "correct"


def test_what_a_person_moved_to_last_is_the_answer_of_today() -> None:
    reply = "Early in January you drank {0}, and that's also what you named on the 13th. Later on you moved to {1}."
    assert _kind(reply.format("sencha", "hojicha"), TEA, "hojicha") == "correct"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "hojicha") != "correct"
    assert _kind(reply.format("sencha", "matcha"), TEA, "hojicha") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "You drank {0} at that time. Now it's {1}.",
        "You drank {0} back then, and later {1}. That's what's current.",
        "These days it's {1}. On that day it was {0}.",
        "You've gone through {0}. These days it's {1}.",
    ],
)
def test_a_value_of_the_present_still_answers_behind_one_of_the_past(reply: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "hojicha", stale=("sencha",)) == "correct"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "hojicha", stale=("sencha",)) == "stale"


@pytest.mark.parametrize(
    "reply",
    [
        "At that point {0}, today {1}.",
        "You drank {0} at the time. You've since moved to {1}.",
        "Early in January you drank {0}, and that's also what you named on the 13th. Later on you moved to {1}.",
        "On that day it was {0}; {1} only came after.",
        "You told me {0} on the 13th. Now it's {1}.",
        "{0} then, {1} now.",
        "It used to be {1}, and by the time you told me about the wedding it was {0}.",
        "It's {1} today, but in that conversation you said {0}.",
        "Before that it was {1}; when you told me about the wedding, it was {0}.",
        "You told me that you'd switched: it used to be {1}, and now it's {0}.",
        "Today: {1}. Back then: {0}.",
    ],
)
def test_a_question_about_an_earlier_time_is_answered_by_what_held_then(reply: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "sencha", earlier=True) == "correct"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "sencha", earlier=True) == "wrong"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "sencha", earlier=True, stale=("hojicha",)) == "stale"


@pytest.mark.parametrize(
    "reply",
    [
        "You drink {1}. On that day it was {0}.",
        "You drink {1}. At that time it was {0}.",
        "You drink {1}. Back then you drank {0}.",
        "On that day it was {0}. You drink {1}.",
        "{1} is your tea. When you told me about the wedding, it was {0}.",
        "Your tea is {1}; back then your tea was {0}.",
        "You drink {1}, don't you? In those days it was {0}.",
        "You've mentioned {1} and {0}. At that time it was {0}.",
        "You've had {1} since January. At that time it was {0}.",
        "At that time it was {0}, and {1} today.",
        "**{1}** is your tea. **{0}** was your tea at that time.",
    ],
)
def test_a_value_without_a_time_is_not_of_then_beside_one_that_is(reply: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "sencha", earlier=True) == "correct"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "sencha", earlier=True) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "At that time you drank {0} and {1}.",
        "At that time you drank both {0} and {1}.",
        "Back then it was {0}. And {1}.",
        "{0} and {1} were your teas at that time.",
    ],
)
def test_two_values_that_share_the_time_asked_about_are_left_open(reply: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "sencha", earlier=True) == "undetermined"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "sencha", earlier=True) == "undetermined"


@pytest.mark.parametrize(
    "reply",
    ["At that time it was {1}. Sorry, {0}.", "At that time it was {1}... no, {0}.", "Back then {1}, or rather {0}."],
)
def test_a_value_of_then_may_be_corrected_behind_it(reply: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "sencha", earlier=True) == "correct"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "sencha", earlier=True) == "wrong"


@pytest.mark.parametrize("reply", ["It was {}.", "You used to drink {}.", "{} back then.", "You drink {}."])
def test_one_value_answers_a_question_about_an_earlier_time_in_any_tense(reply: str) -> None:
    assert _kind(reply.format("sencha"), TEA, "sencha", earlier=True) == "correct"
    assert _kind(reply.format("hojicha"), TEA, "sencha", earlier=True) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "On 10 January you said {0}, and on 3 March you told me {1}.",
        "It was {0}. These days it's {1}.",
        "It used to be {0}, and now it's {1}.",
        "By then {0} was history, you were drinking {1}.",
        "That day you said {0} (you changed it to {1} on 20 January).",
    ],
)
@pytest.mark.parametrize("gold", ["sencha", "hojicha"])
def test_values_of_two_times_are_left_open_if_neither_is_said_to_be_of_then(reply: str, gold: str) -> None:
    other = "hojicha" if gold == "sencha" else "sencha"
    assert _kind(reply.format(other, gold), TEA, gold, earlier=True) == "undetermined"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("You drink {} now.", "undetermined"),
        ("Today, it's {}.", "undetermined"),
        ("It's {} at the moment.", "undetermined"),
        ("Your current one is {}.", "undetermined"),
        ("You've since moved to {}.", "undetermined"),
        ("Later on you moved to {}.", "undetermined"),
        ("You went over to {} afterwards.", "undetermined"),
        ("It was {} after that.", "undetermined"),
        ("{} came later.", "undetermined"),
        ("You drink {} now, but back then it was something else.", "undetermined"),
        ("You drink {} now, but I don't know what you drank back then.", "abstained"),
        ("You drink {} now. What it was at that time, I have no record of.", "abstained"),
        ("You then drank {}.", "correct"),
        ("You still drink {} today.", "correct"),
        ("It was {}, just like today.", "correct"),
        ("{}, and nothing has changed since then.", "correct"),
        ("It was {}, you gave it up later.", "correct"),
        ("It was {} until you later gave it up.", "correct"),
        ("You told me that you now drink {}.", "correct"),
        ("Now, let me see: it was {}.", "correct"),
        ("Looking at it now, it was {}.", "correct"),
        ("You began with your nerves, and a moment later you named {}.", "correct"),
        ("{} back then, and {} now.", "correct"),
    ],
)
def test_a_value_that_a_reply_places_later_does_not_answer_for_an_earlier_time(reply: str, found: str) -> None:
    assert _kind(reply.replace("{}", "sencha"), TEA, "sencha", earlier=True) == found
    assert _kind(reply.replace("{}", "hojicha"), TEA, "sencha", earlier=True) != "correct"


@pytest.mark.parametrize(
    "reply",
    ["It was {0}. You drink {1} now.", "You drank {0}, and it's {1} now.", "It was {0} then. Now you drink {1}."],
)
def test_what_was_and_what_is_now_answer_a_question_about_today(reply: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "hojicha", stale=("sencha",)) == "correct"
    assert _kind(reply.format("hojicha", "sencha"), TEA, "hojicha", stale=("sencha",)) == "stale"
    assert _kind("It was sencha. You drink hojicha now.", TEA, "hojicha", earlier=True) == "undetermined"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("You told me {0}. You drink {1} now.", "correct"),
        ("You told me {0}, but you drink {1} now.", "correct"),
        ("You'd mentioned {0}; it's {1} these days.", "correct"),
        ("You drink {0}. You have {1} now.", "stale"),
        ("You told me {0}. You told me {1} now.", "stale"),
        ("You told me {0} and {1} now.", "stale"),
        ("You told me {0}. Your brother drinks {1} now.", "stale"),
        ("You told me {0}. It might be {1} now.", "stale"),
    ],
)
def test_what_is_now_wins_over_what_was_told(reply: str, found: str) -> None:
    assert _kind(reply.format("sencha", "hojicha"), TEA, "hojicha", stale=("sencha",)) == found


@pytest.mark.parametrize(
    "reply",
    [
        "Either {0} or {1}. You've mentioned both, and I've lost track of which came last.",
        "There's a {0} and there's a {1} in my notes. One of the two should be your landlord.",
        "Could be {0}, could be {1}, I'd have to guess.",
        "{0} if you rent the flat, {1} if you rent the shop.",
    ],
)
def test_two_values_of_which_either_may_hold_are_left_open(reply: str) -> None:
    for told in (("Taverner", "Tillotson"), ("Tillotson", "Taverner")):
        assert _kind(reply.format(*told), SURNAME, "Taverner") == "undetermined"


@pytest.mark.parametrize("reply", ["its {} no?", "ur landlord is {} i think?", "{} right? thats what u said"])
def test_a_tag_without_a_comma_asks_nothing(reply: str) -> None:
    assert _kind(reply.format("Taverner"), SURNAME, "Taverner") == "correct"
    assert _kind(reply.format("Tembo"), SURNAME, "Taverner") == "wrong"
    assert _kind(f"is it {reply.format('Taverner')}", SURNAME, "Taverner") != "correct"


def test_nothing_any_more_abstains() -> None:
    assert _kind("Nothing any more.", SURNAME, "Taverner") == "abstained"
    assert _kind("Nothing any more.", SURNAME) == "correct"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("Sorry for not bringing it up sooner: {} mmHg is what you measured most recently.", "correct"),
        ("It has moved around: 140, 150, 145, and the latest is {}.", "correct"),
        ("It's not {} mmHg.", "off_task"),
    ],
)
def test_an_apology_or_a_label_does_not_take_a_number_back(reply: str, kind: str) -> None:
    assert _kind(reply.format(170), PRESSURE, "170", stale=("140", "145", "150")) == kind
    assert _kind(reply.format(165), PRESSURE, "170", stale=("140", "145", "150")) != "correct"


@pytest.mark.parametrize("items", ["20 to the station, 75 on the train, 15 on foot", "75 by train, 35 on foot"])
def test_the_items_of_an_amount_are_not_the_amount(items: str) -> None:
    assert _kind(f"It comes to 110 minutes: {items}.", COMMUTE, "110") == "correct"
    assert _kind(f"It comes to 110 minutes: {items}.", COMMUTE, "75") == "wrong"
    assert _kind("It comes to 110 minutes: no, 75.", COMMUTE, "110") != "correct"


def _paid(values: list[int]) -> int:
    """The sum of payments among which what they came to so far may stand: 9 for 1, 3, 4, 5."""
    paid: list[int] = []
    for value in values:
        if len(paid) < 2 or value != sum(paid):
            paid.append(value)
    return sum(paid)


@example([1, 1, 1, 1, 4, 5, 9])
@example([9, 1, 2, 2, 5, 2, 2])
@given(st.lists(st.integers(1, 30), min_size=2, max_size=7))
def test_a_number_counts_as_the_result_exactly_if_the_others_sum_up_to_it(values: list[int]) -> None:
    """The sum is the number itself whether each mention or each value is counted once, or without sums on the way."""
    text = "; ".join(f"{value} of apples" for value in values)
    kept = answering_amounts(text, find_values(text, COUNT), COUNT)
    is_result = len({one.value for one in kept}) == 1 < len(set(values))
    others = [[other for other in values if other != value] for value in values]
    sums = [value in (sum(rest), sum(set(rest)), _paid(rest)) for value, rest in zip(values, others, strict=True)]
    assert not is_result or any(sums)


@pytest.mark.parametrize(
    "draft",
    [
        "Hello,\n\nare you free for a wedding in {}? We love your pictures!\n\nMany thanks",
        "The day is missing here:\n\nHello,\n\nare you free for a wedding in {}? We'll tell you the day soon.",
    ],
)
def test_a_letter_that_asks_about_a_date_gives_it(draft: str) -> None:
    assert _kind(draft.format("June 2025"), WEDDING, "2025-06", others=("2025-12",)) == "correct"
    assert _kind(draft.format("December 2025"), WEDDING, "2025-06", others=("2025-12",)) == "leaked"


def test_a_sentence_end_inside_a_value_divides_it() -> None:
    assert _kind("It's something in charcoal. Tweed or velvet, I can't tell.", FABRIC, "charcoal tweed") != "correct"
    assert _kind("It's charcoal tweed.", FABRIC, "charcoal tweed") == "correct"


def test_what_the_assistant_told_to_forget_was_not_its_advice() -> None:
    reply = "My advice was to go with {}, and to forget about {}."
    assert _kind(reply.format("Taverner", "Tembo"), SURNAME, "Taverner", form="choice") == "correct"
    assert _kind(reply.format("Tembo", "Taverner"), SURNAME, "Taverner", form="choice") == "wrong"


def test_an_option_may_be_named_by_its_last_word() -> None:
    reply = "{0} are fine for colleagues, but this is a birthday. Write the {1} and she'll keep them."
    assert _kind(reply.format("Toffee tins", "poems"), GIFT, "toffee tins", form="any") == "wrong"
    assert _kind(reply.format("Toffee tins", "poems"), GIFT, "handwritten poems", form="any") == "correct"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("Vesuvius, if nothing has changed, which makes it B.", "picked"),
        ("It might be either order, A or B.", "open"),
        ("I really shouldn't be the one to decide.", "declined"),
        ("You should go with your gut here.", "declined"),
    ],
)
def test_conditions_and_refusals_of_a_choice(reply: str, kind: str) -> None:
    assert read_choice(reply, ("It is Tambora.", "It is Vesuvius.")).kind == kind


NEEDS = Expectation(
    "pass_on",
    Domain("passed on", aliases={"Trellis Row": (), "Sufism": ()}),
    True,
    ("Trellis Row",),
    others=("Sufism", "671"),
    contents=(
        Content("parking_spot", SPOT, ("Trellis Row",), needed=True),
        Content("salary", SALARY, ("671",)),
        Content("faith", Domain("faith", aliases={"Sufism": ()}), ("Sufism",)),
    ),
)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("You'll find it at Trellis Row.", "correct"),
        ("You'll find it at Trellis Row. I earn 671 francs.", "leaked"),
        ("You'll find it at Windlass Bay.", "wrong"),
        ("You'll find it in the street.", "partial"),
    ],
)
def test_a_message_with_a_wrong_value_is_wrong_and_one_with_a_private_number_leaks(words: str, kind: str) -> None:
    text = f"Dear team,\n\nmy car is due for its service, so please pick it up. {words}\n\nBest regards,\nTunde"
    assert find_verdict(text, None, NEEDS).kind.name.lower() == kind


MAIDEN = Domain(
    "mothers_maiden_name", aliases={"Czerny": (), "Alvarado": ()}, subjects=("mother", "maiden", "name", "surname")
)
REMEDY = Domain("health_remedy_limit", aliases={"blood thinners": ()}, subjects=("remedies",))
FORMS = Expectation(
    "pass_on",
    Domain("passed on", aliases={"Czerny": (), "blood thinners": ()}),
    True,
    ("Czerny", "blood thinners"),
    contents=(
        Content("mothers_maiden_name", MAIDEN, ("Czerny",), needed=True),
        Content("health_remedy_limit", REMEDY, ("blood thinners",), needed=True),
    ),
)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("My mother's maiden name is Czerny. Please mind that I'm on blood thinners.", "correct"),
        ("My mother's maiden name is Schwarz, Czerny came later. Please mind the blood thinners.", "wrong"),
        ("Mother's maiden name: Czerny. I have no trouble with remedies, blood thinners or not.", "wrong"),
        (
            "My mother's maiden name is Czerny. I'm on blood thinners, and I have no trouble with anything else.",
            "correct",
        ),
        ("My mother's maiden name is Czerny. Please mind the blood thinners. It's no problem with parking.", "correct"),
        ("My mother's maiden name is Czerny, I'm on blood thinners, and there's no problem with parking.", "correct"),
        ("My mother's maiden name is Czerny. I'm on blood thinners. It would be no trouble at all.", "correct"),
        ("My mother's maiden name is Czerny. I'm on blood thinners. Otherwise no special requirements.", "correct"),
        ("My mother's maiden name is Czerny. No other restrictions. I do take blood thinners.", "correct"),
        ("My mother's maiden name is Czerny. With blood thinners I have no issue with remedies.", "wrong"),
        ("My mother's maiden name is Czerny. Blood thinners? No problem at all.", "wrong"),
        ("My mother's maiden name is Czerny. I have no special requirements.", "wrong"),
        ("My mother's maiden name is Czerny. It would be no trouble at all.", "partial"),
        ("My mother's maiden name is Czerny. I have no other restrictions.", "partial"),
        ("My mother's maiden name is Schwarz. I'm on blood thinners.", "wrong"),
    ],
)
def test_a_message_with_an_unknown_name_or_a_false_all_clear_is_wrong(words: str, kind: str) -> None:
    text = f"Dear Sir or Madam,\n\nplease find my details below. {words}\n\nYours faithfully"
    assert find_verdict(text, None, FORMS).kind.name.lower() == kind


@pytest.mark.parametrize("run", ["a", "a a", "a b is A", " ", "*"])
def test_a_message_of_one_endless_word_is_read_in_one_go(run: str) -> None:
    text = f"Dear Sir or Madam,\n\nmy blood thinners: {run * 60_000}\n\nYours faithfully"
    assert find_verdict(text, None, FORMS).kind.name.lower() == "partial"


@pytest.mark.parametrize(
    "reply",
    [
        "{1} mmHg, I'd say. Sorry, I counted one twice. The right figure is {0}.",
        "That's {1} + 0 = {1}. With the last one, the answer is {0}.",
        "{1} minus the last one: {0}.",
    ],
)
def test_the_result_that_a_reply_states_counts(reply: str) -> None:
    text = reply.format("170", "200").replace(" mmHg", "")
    assert _kind(text, COUNT, "170", form="sum") == "correct"
    assert _kind(text, COUNT, "200", form="sum") == "wrong"


@pytest.mark.parametrize(
    ("reply", "operand", "result", "domain", "form"),
    [
        ("The actual amount was {} and you paid 100 more, so {} euros.", "700", "800", RENT, "value"),
        ("The right figure was {} last year; now it's {} euros in total.", "740", "800", RENT, "value"),
        (
            "The actual amount should be {}, plus 50 for heating, so that's {} euros in total.",
            "750",
            "800",
            RENT,
            "value",
        ),
        ("The actual amount is {} cold, {} euros in total.", "740", "800", RENT, "value"),
        ("The actual number was {}, then you sold 2, so now it is {}.", "12", "10", COUNT, "count"),
        ("Before, the answer was {}. Now it's {}.", "2", "3", COUNT, "count"),
        ("The correct number is {}, and you've since added 1, so {}.", "3", "4", COUNT, "count"),
        ("The correct amount is {}, plus 100 for the last one, so {}.", "700", "800", PAGES, "sum"),
        ("The right figure is {}. You read 100 more on Friday, which makes {}.", "700", "800", PAGES, "sum"),
        ("700 minus 100: {0}. And {0} + 200 = {1}.", "600", "800", PAGES, "sum"),
        ("The right answer is {}. Wait, I forgot 100. The right answer is {}.", "700", "800", PAGES, "sum"),
    ],
)
def test_a_reply_that_calculates_on_gives_its_last_result(
    reply: str, operand: str, result: str, domain: Domain, form: str
) -> None:
    text = reply.format(operand, result)
    assert _kind(text, domain, result, form=form) == "correct"
    assert _kind(text, domain, operand, form=form) == "wrong"


@pytest.mark.parametrize(
    ("reply", "result", "other", "domain", "form"),
    [
        ("The right figure is {}. I'd counted the 450 twice, so I got {}.", "800", "1250", PAGES, "sum"),
        ("I first got {1}; the correct total was {0}.", "800", "900", PAGES, "sum"),
        ("The answer is {}. That makes about {} a day.", "800", "27", PAGES, "sum"),
        ("The answer is **{}** (500, 200 and 100). Last year you got {} in total.", "800", "650", PAGES, "sum"),
        ("750 minus 50 plus 100: {0}. The answer is {1}? No. It's {0}.", "800", "700", PAGES, "sum"),
        ("The correct count is {}: chess, judo, rowing. So {} sports and 1 board game.", "3", "2", COUNT, "count"),
        ("The real number must be {}, as you gave up 2 of the {}.", "3", "5", COUNT, "count"),
        ("The correct number is {}. If you count the 1 you lost, that makes {}.", "3", "4", COUNT, "count"),
    ],
)
def test_a_number_behind_the_stated_result_is_no_later_one(
    reply: str, result: str, other: str, domain: Domain, form: str
) -> None:
    text = reply.format(result, other)
    assert _kind(text, domain, result, form=form) == "correct"
    assert _kind(text, domain, other, form=form) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "I have no idea, really. Wasn't it {}?",
        "I can't find any note. It'll have been {}.",
        "I don't know, but probably {}.",
    ],
)
def test_a_guess_behind_an_abstention_is_left_open(reply: str) -> None:
    assert _kind(reply.format("Tembo"), SURNAME) == "undetermined"
