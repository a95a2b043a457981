"""How far words reach: one reply with a word at the last place at which it counts, and one with it a place further.

A number in a comment is the length of a word; it and the signs behind it make the window.
"""

from __future__ import annotations

import pytest
from worked_claims import CITIES, named, values_of

from regulars.rewards.assertions.amounts import answering_amounts
from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.choices.option_reading import OptionReading
from regulars.rewards.verdicts.conclusions import concluded
from regulars.rewards.verdicts.drafts import ReplyLists
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.listings import lists_unknown
from regulars.rewards.verdicts.matcher import judge
from regulars.rewards.verdicts.named_by_place import first_of_ranking
from regulars.rewards.verdicts.sequences import told_order
from regulars.values import Domain, ValueType, find_values

COUNT = Domain("count", ValueType.NUMBER)
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros")
RUN = Domain("weekly_run", ValueType.NUMBER, unit="kilometres")
INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe"), ()))
HOMES = ("a flat in Bergen", "a house in Oslo", "a boat in Graz", "a tent in Porto")
BOATS = ("Mistral", "Meridian", "Albatross")
NAMES = Domain("boat", aliases=dict.fromkeys(BOATS, ()))


def answers(text: str, domain: Domain = RENT) -> str:
    lowered = text.lower()
    return " ".join(one.value for one in answering_amounts(lowered, find_values(lowered, domain), domain))


def read(text: str, domain: Domain = CITIES) -> str:
    """The statuses by their first letters, in text order; `Q` is quoted."""
    found = assertions(text, domain)
    return " ".join("Q" if one.status is AssertionStatus.QUOTED else one.status.value[0] for one in found)


def order(text: str) -> str:
    return "".join(value[0] for value in told_order(text, INSTRUMENTS))


def groups(text: str) -> str:
    """The groups of a reply by letters: `-` denied, `?` open, `!` picked."""
    made = []
    for one in OptionReading(text, HOMES, None).groups:
        letters = "".join("ABCD"[at] for at in sorted(one.options))
        made.append(letters + "-" * one.is_denied + "?" * one.is_open + "!" * one.is_pick)
    return " ".join(made)


def letter(text: str) -> str:
    choice = read_choice(text, HOMES)
    named_ones = "".join("ABCD"[at] for at in choice.options)
    return named_ones if choice.kind is ChoiceKind.PICKED else f"{choice.kind.value} {named_ones}".strip()


def come_to(text: str) -> str:
    return " ".join(values_of(concluded(text, named(text))))


@pytest.mark.parametrize(
    ("text", "blanks", "within", "beyond"),
    [
        ("900 euros, including{}90 euros", 23, "900", "900 90"),  # 9 of 32
        ("80 euros; amounts to{}900 euros", 22, "900", "80 900"),  # 10 of 32
    ],
)
def test_words_before_a_part_or_a_sum(text: str, blanks: int, within: str, beyond: str) -> None:
    assert answers(text.format(" " * blanks)) == within
    assert answers(text.format(" " * (blanks + 1))) == beyond


def test_words_by_which_one_is_a_count():
    # `have` and twelve blanks: 16.
    assert answers(f"you have{' ' * 12}one in may and two", COUNT) == "1 2"
    assert answers(f"you have{' ' * 13}one in may and two", COUNT) == "2"


@pytest.mark.parametrize(
    ("text", "signs", "sign", "within", "beyond"),
    [
        ("You moved to{}Oslo two years ago.", 32, " ", "c", "p"),  # `moved to`, 8 of 40
        ("Oslo. Wait, Bergen {} too.", 25, "x", "c c", "d c"),  # two blanks and `too`, 5 of 30
        ('Here is the note{}"I like Oslo".', 104, " ", "c", "Q"),  # 16 of 120
        ("Do you live in Oslo?{}", 5, ")", "q", "c"),  # the question mark, 1 of 6
        ("So:\n{}Oslo: no", 11, " ", "d", "c"),  # the line break, 1 of 12
    ],
)
def test_words_around_a_value(text: str, signs: int, sign: str, within: str, beyond: str) -> None:
    assert read(text.format(sign * signs)) == within
    assert read(text.format(sign * (signs + 1))) == beyond


def test_a_range_begins_twelve_characters_before_its_first_number():
    assert read(f"between{' ' * 5}30 and 40 kilometres", RUN) == "h h"
    assert read(f"between{' ' * 6}30 and 40 kilometres", RUN).endswith("c")


@pytest.mark.parametrize(
    ("text", "signs", "sign", "within", "beyond"),
    [
        ("Banjo, oboe, not{}cello.", 45, " ", "bo", "boc"),  # 3 of 48
        ("Cello second, banjo{}first.", 35, " ", "bc", "cb"),  # 5 of 40
        ("Prior to the {}banjo there was the cello.", 7, "*", "cb", "bc"),  # 13 of 20
    ],
)
def test_words_of_an_order(text: str, signs: int, sign: str, within: str, beyond: str) -> None:
    assert order(text.format(sign * signs)) == within
    assert order(text.format(sign * (signs + 1))) == beyond


def test_a_guess_stands_eighty_characters_before_its_value():
    unknown = Expectation("value", CITIES, False)
    assert judge(f"I don't know. Perhaps{' ' * 73}Oslo.", None, unknown).kind.name == "UNDETERMINED"
    assert judge(f"I don't know. Perhaps{' ' * 74}Oslo.", None, unknown).kind.name == "CORRECT"


def test_an_unknown_item_begins_sixty_characters_before_a_list():
    # `know `, the name, a comma and a blank.
    for letters, unknown in ((53, True), (54, False)):
        text = f"I see that you know {'P' * letters}, Oslo, Bergen."
        assert lists_unknown(text, named(text)) is unknown


@pytest.mark.parametrize(
    ("text", "signs", "sign", "within", "beyond"),
    [
        ("Take{}A", 36, " ", "A!", "A"),
        ("My vote:{}A", 70, " ", "A!", "A"),
        ("The A {} wins", 36, "x", "A!", "A"),
        ("The A {} is out", 24, "x", "A-", "A"),
        ("Take A, {} perhaps.", 7, "x", "A?", "A!"),  # two blanks and `perhaps`, 9 of 16
        ("one of{}A, B", 18, " ", "AB?", "AB"),  # 6 of 24
        ("Not{}A, B.", 13, " ", "A- B", "AB-"),  # 3 of 16
        ("Is it A?{}", 7, ")", "A?", "A"),  # 1 of 8
        ("{}A.", 300, " ", "A!", "A"),
    ],
)
def test_words_around_an_option(text: str, signs: int, sign: str, within: str, beyond: str) -> None:
    assert groups(text.format(sign * signs)) == within
    assert groups(text.format(sign * (signs + 1))) == beyond


@pytest.mark.parametrize(
    ("text", "blanks", "within", "beyond"),
    [
        ("Ranked:{}C, A, B", 73, "C", "several ABC"),  # 7 of 80
        ("First B,{}then C.", 74, "B", "C"),  # 6 of 80
    ],
)
def test_words_of_a_ranking(text: str, blanks: int, within: str, beyond: str) -> None:
    assert letter(text.format(" " * blanks)) == within
    assert letter(text.format(" " * (blanks + 1))) == beyond


def test_an_offer_ends_in_its_question_mark():
    for signs, kind in ((5, ChoiceKind.NONE), (6, ChoiceKind.OPEN)):
        assert read_choice(f"Would you like me to paint Mistral?{')' * signs}", BOATS, NAMES).kind is kind


@pytest.mark.parametrize(
    ("text", "signs", "sign", "within", "beyond"),
    [
        # `jan` ends 40 characters behind the value.
        ("You said Oslo{}in January; on 3 March Bergen.", 34, " ", "Bergen", "Oslo Bergen"),
        # `not` begins 30 characters before the place that it sets aside.
        ("We spoke of Oslo at length, and a while on of Bergen. The newer one counts, not{}the first.", 27, " ",
         "Bergen", "Oslo"),
        ("You have a weak spot for **{}Bergen, and on another evening by the sea we spoke of Oslo.", 40, " ",
         "Bergen", "Bergen Oslo"),
    ],
)  # fmt: skip
def test_words_of_a_conclusion(text: str, signs: int, sign: str, within: str, beyond: str) -> None:
    assert come_to(text.format(sign * signs)) == within
    assert come_to(text.format(sign * (signs + 1))) == beyond


def test_a_number_of_a_ranking_begins_forty_characters_before_its_value():
    # A line break, the number, a full stop and a blank: 4.
    for signs, kept in ((36, ["Bergen"]), (37, ["Bergen", "Oslo"])):
        text = f"1. Bergen\n2. {'*' * signs}Oslo"
        assert values_of(first_of_ranking(text, named(text))) == kept


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A letter at the beginning of a line ends no sentence, and those behind it are sentences all the same.
        ("A. It is nice. Is it B? Take C.", "A! B? C!"),
        # A word right before a letter of the next line is a reference of its own.
        ("The boat\nB", "C! B!"),
    ],
)
def test_sentences_and_references_side_by_side(text: str, found: str) -> None:
    assert groups(text) == found


def test_what_remains_beside_the_letters_that_are_ruled_out():
    assert letter("The boat is by the sea. A, B and D are out. The remaining one.") == "C"


def test_a_part_of_a_list_ends_at_its_first_mark():
    for text in ("Tea, X! Milk, eggs. Ham? Salt", "Tea, X. Milk, eggs! Ham", "Tea, X? Milk. Eggs\nHam"):
        at = text.index("X")
        assert ReplyLists(text).length_around(at, at + 1) == 2


def test_a_chinese_value_before_a_quotation_is_not_quoted():
    cities = Domain("city", aliases=dict.fromkeys(("成都", "上海"), ()))
    assert read("你住在上海。你说过“我觉得成都很远很远”。", cities) == "c Q"
