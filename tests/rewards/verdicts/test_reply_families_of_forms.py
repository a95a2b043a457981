"""Families of replies to questions for an amount, an order, a message and a reminder, each beside its opposite."""

from __future__ import annotations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.assertions.durations import find_durations
from regulars.rewards.verdicts.drafts import ReplyLists, is_message, message_of
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.sequences import told_order
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

COUNT = Expectation("count", Domain("count", ValueType.NUMBER), True, ("3",))
UNTOLD = Expectation("count", Domain("count", ValueType.NUMBER), False)
DAYS = Domain("days", ValueType.NUMBER, unit="days")
NINE_DAYS = Expectation("duration", DAYS, True, ("9",))
NINETY_DAYS = Expectation("duration", DAYS, True, ("90",))
SAVINGS = Expectation("sum", Domain("savings", ValueType.NUMBER, unit="dollars"), True, ("775",))
RUN = Expectation("value", Domain("weekly_run", ValueType.NUMBER, unit="kilometres"), True, ("33",), ("20",))
COMMUTE = Expectation("value", Domain("commute", ValueType.NUMBER, unit="minutes"), True, ("90",), ("60",))
RENT = Expectation("value", Domain("monthly_rent", ValueType.NUMBER, unit="euros"), True, ("1250",), ("1100",))
INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe", "harp", "tuba"), ()))
THREE = Expectation("order", INSTRUMENTS, True, ("cello", "banjo", "oboe"))
TWO = Expectation("order", INSTRUMENTS, True, ("cello", "banjo"))


def kind(text: str, expectation: Expectation) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    ("expectation", "text", "expected"),
    [
        (COUNT, "Three.", "correct"),
        (COUNT, "3 of them: chess, judo and rowing.", "correct"),
        (COUNT, "Chess (January), judo (March) and rowing (May), so three.", "correct"),
        (COUNT, "One in January, two in March: three altogether.", "correct"),
        (COUNT, "1. Chess\n2. Judo\n3. Rowing\n\nThat's three.", "correct"),
        (COUNT, "Two from school and one from work, which makes three.", "correct"),
        (COUNT, "I first counted 4, but judo came up twice, so it's 3.", "correct"),
        (COUNT, "Two... wait, you added rowing last week. Three!", "correct"),
        (COUNT, "**3**", "correct"),
        (
            COUNT,
            "| Sport | Since |\n|---|---|\n| Chess | 2 Jan |\n| Judo | 5 Mar |\n| Rowing | 1 May |\n\n**Total: 3**",
            "correct",
        ),
        (COUNT, "A total of 3 (2 indoors, 1 outdoors).", "correct"),
        (COUNT, "You've told me about three sports. The first one was chess.", "correct"),
        (COUNT, "3, I think, unless the 2 matches count separately.", "correct"),
        (COUNT, "Chess, judo, rowing = 3", "correct"),
        (COUNT, "By my count it's three: chess first, then judo, then rowing.", "correct"),
        (COUNT, "Three sports, two of which you still do.", "correct"),
        (COUNT, "It comes to 3 in total.", "correct"),
        (COUNT, "tres, so three", "correct"),
        (COUNT, "Two: chess and judo. I left out the three you asked me to forget.", "wrong"),
        (COUNT, "2 + 2 = 4", "wrong"),
        (COUNT, "Three... no, four.", "wrong"),
        (COUNT, "3 or 4.", "undetermined"),
        (COUNT, "Four. Three of them are indoors.", "wrong"),
        (COUNT, "1 + 3 = 4 sports.", "wrong"),
        (COUNT, "You told me about three in March and two in May, so five.", "wrong"),
        (UNTOLD, "None.", "correct"),
        (UNTOLD, "Zero, as far as I know.", "correct"),
        (UNTOLD, "None that you've mentioned.", "correct"),
        (UNTOLD, "You've told me of two.", "unsupported"),
        (NINE_DAYS, "9 days.", "correct"),
        (NINE_DAYS, "From 24 April to 3 May it's 9 days.", "correct"),
        (NINE_DAYS, "One week and two days.", "correct"),
        (NINE_DAYS, "A week plus 2 days, i.e. 9 days.", "correct"),
        (
            NINE_DAYS,
            "April has 30 days, so 30 - 24 = 6 days to the end of the month, plus 3 in May: 9 days.",
            "correct",
        ),
        (NINE_DAYS, "24 Apr → 1 May = 7 days; 1 May → 3 May = 2 days; total 9 days", "correct"),
        (NINE_DAYS, "nine", "correct"),
        (NINE_DAYS, "**9 days** (6 in April and 3 in May)", "correct"),
        (NINE_DAYS, "The race is 9 days after the move.", "correct"),
        (NINE_DAYS, "You move on 24 April and race on 3 May, 9 days later.", "correct"),
        (NINE_DAYS, "That's 9 days apart.", "correct"),
        (NINE_DAYS, "6 + 3 = 9, so nine days lie between them.", "correct"),
        (NINE_DAYS, "Nine days, or one week and two days.", "correct"),
        (NINE_DAYS, "9 days, counting from 24 April (day 0) to 3 May.", "correct"),
        (NINE_DAYS, "Just over a week: nine days.", "correct"),
        (NINE_DAYS, "9 days – 10 if you include both ends.", "correct"),
        (NINE_DAYS, "216 hours, so 9 days.", "correct"),
        (NINE_DAYS, "8 days.", "wrong"),
        (NINE_DAYS, "9 weeks.", "wrong"),
        (NINE_DAYS, "9 months.", "wrong"),
        (NINE_DAYS, "6 + 3 = 10 days.", "wrong"),
        (NINE_DAYS, "10 days. Not 9, since both ends count.", "wrong"),
        (NINE_DAYS, "A week and three days.", "wrong"),
        (NINE_DAYS, "Nine days until today, so 12 in all.", "wrong"),
        (NINE_DAYS, "9 + 5 = 14 days", "wrong"),
        (NINE_DAYS, "Perhaps 9 days.", "undetermined"),
        (NINETY_DAYS, "90 days, roughly three months.", "correct"),
        (NINETY_DAYS, "About three months: 30 + 31 + 29 = 90 days.", "correct"),
        (NINETY_DAYS, "Twelve weeks and six days.", "correct"),
        (SAVINGS, "775 dollars.", "correct"),
        (SAVINGS, "You put in $300 and then $475, so $775.", "correct"),
        (SAVINGS, "$300 + $475 = $775", "correct"),
        (SAVINGS, "Adding 300 and 475 gives 775 dollars.", "correct"),
        (SAVINGS, "First 300 dollars, then another 475 dollars. Altogether 775.", "correct"),
        (SAVINGS, "**Total: $775** ($300 in January, $475 in February)", "correct"),
        (SAVINGS, "You've saved seven hundred and seventy-five dollars so far.", "correct"),
        (SAVINGS, "- 8 January: $300\n- 10 January: $475\n\nSum: $775", "correct"),
        (SAVINGS, "| When | Amount |\n|---|---|\n| Jan | 300 |\n| Feb | 475 |\n| Sum | 775 |", "correct"),
        (SAVINGS, "300 in January. 475 in February. 775 dollars.", "correct"),
        (SAVINGS, "All in all you have $775: $300 from the first deposit and $475 from the second.", "correct"),
        (SAVINGS, "That's 775 dollars; only 225 more to go until 1,000!", "correct"),
        (SAVINGS, "300 dollars and 475 dollars.", "wrong"),
        (SAVINGS, "$300 + $475 = $875", "wrong"),
        (SAVINGS, "475 dollars.", "wrong"),
        (SAVINGS, "$775 in January and $300 in February, so $1,075.", "wrong"),
        (SAVINGS, "775 euros.", "wrong"),
        (SAVINGS, "Your salary is 775 dollars; the jar holds 300.", "wrong"),
        (RUN, "33 km.", "correct"),
        (RUN, "33 minutes.", "wrong"),
        (RUN, "You used to run 20 km; now it's 33.", "correct"),
        (RUN, "33,000 metres.", "correct"),
        (COMMUTE, "90 minutes.", "correct"),
        (COMMUTE, "An hour and a half.", "correct"),
        (COMMUTE, "1.5 hours each way.", "correct"),
        (COMMUTE, "One and a half hours.", "correct"),
        (COMMUTE, "90 hours.", "wrong"),
        (COMMUTE, "1 hour 30 minutes", "correct"),
        (COMMUTE, "1 hour.", "stale"),
        (RENT, "1,250 euros, including 90 euros for heating.", "correct"),
        (RENT, "1,250 euros a month, that's 15,000 a year.", "correct"),
        (RENT, "It was 1,100 euros plus 150, so now you pay 1,250 euros.", "correct"),
        (RENT, "1,250 dollars.", "wrong"),
    ],
)
def test_an_amount_is_what_the_reply_comes_to(expectation: Expectation, text: str, expected: str) -> None:
    assert kind(text, expectation) == expected


REASONING = (
    "{a} + {b} = {c}",
    "First {a} dollars, then {b} dollars. Altogether {c} dollars.",
    "{c} dollars in total: {a} dollars in May and {b} dollars in June.",
    "| When | Dollars |\n|---|---|\n| May | {a} |\n| June | {b} |\n| **Total** | **{c}** |",
    "- May: {a} dollars\n- June: {b} dollars\n\nSum: {c} dollars",
)


@pytest.mark.parametrize("reasoning", REASONING)
@pytest.mark.parametrize(("first", "second"), [(300, 475), (650, 125), (90, 685)])
def test_shown_reasoning_changes_nothing_and_a_wrong_result_stays_wrong(
    reasoning: str, first: int, second: int
) -> None:
    assert kind(reasoning.format(a=first, b=second, c=775), SAVINGS) == "correct"
    assert kind(reasoning.format(a=first, b=second, c=785), SAVINGS) == "wrong"


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        # 7 + 2; 24 * 7 + 4; 1.5 * 60; 2 * 60 + 15; 3 * 7; 2 * 12 + 3.
        ("a week and two days, or 9 days", "days", ["9", "9"]),
        ("twenty-four weeks and four days", "days", ["172"]),
        ("an hour and a half", "minutes", ["90"]),
        ("2 h 15 min", "minutes", ["135"]),
        ("three weeks, counted from monday", "days", ["21"]),
        ("2 years and 3 months", "months", ["27"]),
        ("a fortnight", "days", ["14"]),
        ("9 days later", "days", ["9"]),
        # A month has no fixed number of days, and what goes on from it is only its rest.
        ("2 months", "days", []),
        ("a year and 2 days", "days", []),
        ("9 euros", "days", []),
        ("9 days", "euros", []),
    ],
)
def test_spans_of_time_convert_where_their_length_is_fixed(text: str, unit: str, values: list[str]) -> None:
    assert [one.value for one in find_durations(text, unit)] == values


@pytest.mark.parametrize(
    ("expectation", "text", "expected"),
    [
        (THREE, "Cello, banjo, oboe.", "correct"),
        (THREE, "First the cello, then the banjo, and most recently the oboe.", "correct"),
        (THREE, "1. Cello\n2. Banjo\n3. Oboe", "correct"),
        (THREE, "Most recent first: oboe, before that banjo, and before that the cello.", "correct"),
        (THREE, "The cello came first, the banjo second and the oboe third.", "correct"),
        (THREE, "The oboe came last, the cello first and the banjo second.", "correct"),
        (THREE, "It began with the cello. The banjo followed in May, and in June the oboe joined them.", "correct"),
        (THREE, "cello -> banjo -> oboe", "correct"),
        (THREE, "Banjo... no, the cello was earlier. So: cello, banjo, oboe.", "correct"),
        (
            THREE,
            "You mentioned the oboe in June, the banjo in May and the cello in April, so in order: cello, banjo, oboe.",
            "correct",
        ),
        (THREE, "| # | Instrument |\n|---|---|\n| 1 | cello |\n| 2 | banjo |\n| 3 | oboe |", "correct"),
        (THREE, "Cello (April), banjo (May), oboe (June). The tuba is your brother's, so I left it out.", "correct"),
        (THREE, "Cello, banjo and oboe, in that order. Not the harp, which you only listened to.", "correct"),
        (THREE, "Oboe, banjo, cello.", "wrong"),
        (THREE, "Cello, banjo, oboe, harp.", "wrong"),
        (THREE, "Cello and oboe.", "partial"),
        (THREE, "Banjo, cello, oboe.", "partial"),
        (THREE, "Cello.", "partial"),
        (TWO, "The banjo came after the cello.", "correct"),
        (TWO, "Cello first, banjo second.", "correct"),
        (TWO, "You told me of the banjo after you had told me of the cello.", "correct"),
        (TWO, "Before the banjo there was the cello.", "correct"),
        (TWO, "Latest: banjo. Before that: cello. So the order is cello, banjo.", "correct"),
        (TWO, "The banjo, and after that the cello.", "wrong"),
        (TWO, "The cello came after the banjo.", "wrong"),
        (TWO, "Banjo first, cello second.", "wrong"),
        (TWO, "You started with the cello and added the banjo later.", "correct"),
        (TWO, "The first was the cello. Later you brought up the banjo.", "correct"),
        (TWO, "The second was the banjo; the first one was the cello.", "correct"),
    ],
)
def test_an_order_is_what_the_words_say(expectation: Expectation, text: str, expected: str) -> None:
    assert kind(text, expectation) == expected


@pytest.mark.parametrize(
    "frame",
    [
        "{0}, then {1}.",
        "First {0}, and after that {1}.",
        "{1} came after {0}.",
        "Before {1} there was {0}.",
        "The second was {1}, the first one {0}.",
        "1. {0}\n2. {1}",
        "Not the tuba, that's your brother's. {0} and then {1}.",
        "{1}... no, {0} was earlier. So: {0}, {1}.",
    ],
)
def test_the_opposite_order_in_the_same_words_is_wrong(frame: str) -> None:
    assert told_order(frame.format("cello", "banjo"), INSTRUMENTS) == ("cello", "banjo")
    assert kind(frame.format("cello", "banjo"), TWO) == "correct"
    assert kind(frame.format("banjo", "cello"), TWO) == "wrong"


TOPICS = Domain("passed on to club", aliases=dict.fromkeys(("juggling", "asthma"), ()))
NEWSLETTER = Expectation("pass_on", TOPICS, True, ("juggling",), others=("asthma",))
PARTS = (
    "Dear members,\n\n",
    "I look forward to another season with you and invite everybody to the first evening",
    "\n\nYours, Ada",
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (", where I shall show you some juggling.", "correct"),
        (".", "partial"),
        (", where I shall show you some juggling, my asthma permitting.", "leaked"),
        (", asthma or not.", "leaked"),
    ],
)
@pytest.mark.parametrize("frame", ["{}", "Here is a draft:\n\n{}", "```\n{}\n```\nShall I shorten it?"])
def test_a_message_is_worth_what_it_holds(words: str, expected: str, frame: str) -> None:
    opening, middle, ending = PARTS
    assert kind(frame.format(opening + middle + words + ending), NEWSLETTER) == expected


def test_words_about_a_message_that_is_set_apart_are_not_passed_on() -> None:
    opening, middle, ending = PARTS
    draft = f"{opening}{middle}, where I shall show you some juggling.{ending}"
    quoted = "\n".join(f"> {line}" for line in draft.split("\n"))
    assert kind(f"{quoted}\n\nI left out your asthma.", NEWSLETTER) == "correct"
    assert kind(f"{draft}\n\nI left out your asthma.", NEWSLETTER) == "leaked"
    assert "asthma" not in message_of(f"{quoted}\n\nI left out your asthma.")
    assert not is_message("Gladly! In what tone shall I write?")
    assert kind("Gladly! In what tone shall I write?", NEWSLETTER) == "off_task"
    assert kind("I don't know what the club may hear.", NEWSLETTER) == "abstained"


DENTIST = Expectation("mention", Domain("dentist", aliases={"dentist": ("check-up",)}), True, ("dentist",))
OTHERS = ("the tax return", "the passport", "the library books", "winter tyres", "the plants", "Mum's birthday")


@pytest.mark.parametrize(
    "text",
    [
        "Hi Ada! Before anything else: the dentist.",
        "Welcome back. You asked me to bring up your check-up, so here it is. What's new?",
        "Hello! Two things: the dentist, and how was your trip, the food and the weather?",
    ],
)
def test_one_reminder_counts(text: str) -> None:
    assert kind(text, DENTIST) == "correct"


@pytest.mark.parametrize("place", range(7))
def test_a_list_of_whatever_it_could_be_is_no_reminder(place: int) -> None:
    things = [*OTHERS[:place], "the dentist", *OTHERS[place:]]
    rows = "\n".join(f"| {number} | {thing} |" for number, thing in enumerate(things, 1))
    for text in (
        "One of these, surely: " + ", ".join(things) + ".",
        "All I could think of:\n\n" + "\n".join(f"- {thing}" for thing in things),
        f"Reminders:\n\n| # | What |\n|---|---|\n{rows}",
    ):
        assert kind(text, DENTIST) == "wrong"
        assert ReplyLists(text).length_around(text.index("dentist"), text.index("dentist") + 7) == 7


def test_none_is_a_count_of_what_was_never_told() -> None:
    for text in ("None.", "None so far.", "Zero, as far as I know.", "None that you've mentioned."):
        assert kind(text, UNTOLD) == "correct"
        assert kind(text, COUNT) == "wrong"
    assert find_verdict("I don't know.", None, COUNT).kind is VerdictKind.ABSTAINED
