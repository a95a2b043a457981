"""Boxes, enumerations, misspellings, empty fields and aversions, each beside a reading from which it differs in little.

Statuses are given by their first letters in text order.
"""

from __future__ import annotations

import re

import pytest

from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.figures.numbers import boxed, enumerated, running_total, with_groups
from regulars.rewards.doubts import is_taken_back
from regulars.values import Domain, Mention, ValueType

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz"), ()), subjects=("city",))
LIMIT = Domain("snack_limit", aliases={"raw nuts": (), "heavy pots": ()})
RENT = Domain("rent", ValueType.NUMBER, unit="euro", subjects=("rent",))
COUNT = Domain("count", ValueType.NUMBER)
EXAM = Domain("exam_date", ValueType.DATE, subjects=("exam",))
COLUMNS = "| event | {} | date |\n|---|---|---|\n| exam | 3 May 2025 | 9 June 2025 |"


def read(text: str, domain: Domain) -> str:
    return " ".join(one.status.value[0] for one in assertions(text, domain))


def figures(text: str) -> list[Mention]:
    return [Mention(one[0], *one.span()) for one in re.finditer(r"\d+", text)]


def named(mentions: list[Mention]) -> str:
    return " ".join(one.value for one in mentions)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"450 + 350 = \boxed{800}", "800"),
        (r"\boxed{450}, no, \boxed{800}", "800"),
        (r"\boxed{800} of 900", "800"),
        (r"\boxed{\text{800}} of 900", "800"),
        (r"\boxed{800 or 850}", "800 850"),
        (r"\boxed {7}8", "7"),
        (r"7\boxed{}8", ""),
        ("boxed{800}", ""),
    ],
)
def test_only_what_the_last_box_holds(text: str, found: str) -> None:
    assert named(boxed(text, figures(text))) == found


def test_the_box_itself_is_not_in_it() -> None:
    text = r"so \boxed{7}!"
    begin, end = text.index("\\"), text.index("!")
    assert boxed(text, [Mention("7", begin, end), Mention("7", end - 1, end)]) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the cup (1), the medal (2)", "2"),
        ("the cup (1), the medal (2), the plate (3)", "3"),
        ("the cup [1], the medal [2]", "2"),
        ("#1 the cup, #2", "2"),
        ("the cup (1)", ""),
        ("the cup (1), the medal (3)", ""),
        ("the cup (2), the medal (3)", ""),
        ("the cup (2), the medal (1)", ""),
        ("the cup (0), the medal (1)", ""),
        ("the cup (1), the medal 2", ""),
        ("the cup 1, the medal (2)", ""),
        ("1) the cup, 2) the medal", ""),
        ("(1st, (2nd", ""),
        ("the cup (1), the medal (2), 3 plates", ""),
    ],
)
def test_an_enumeration_counts_from_one_in_brackets(text: str, found: str) -> None:
    assert named(enumerated(text, figures(text))) == found


def test_only_a_count_is_enumerated() -> None:
    assert named(list(assertions("The cup (1), the medal (2).", COUNT))) == "2"
    assert named(list(assertions("The cup (1), the medal (2).", RENT))) == "1 2"
    assert named(list(assertions(r"The cup (1), the medal (2): \boxed{7}", COUNT))) == "7"


@pytest.mark.parametrize(
    ("values", "at"),
    [
        ("300 475 775 200 975", 4),
        ("300 475 775 200 975 975", 4),
        ("300 300 600 100 700", 4),
        ("300 300 475 775 200 975", 5),
        ("300 300 300 600", None),
        ("300 300 475 775", None),
        ("300 475 775", None),
        ("300 475 775 775", None),
        ("300 475 775 200", None),
        ("300 475 775 200 975 50", None),
        ("300 300 300 300", None),
        ("300 475 776 200 975", None),
        (" ".join(["1"] * 57 + ["57", "3", "60"]), 59),
        (" ".join(["1"] * 58 + ["58", "3", "61"]), None),
    ],
)
def test_a_running_total_ends_what_it_sums(values: str, at: int | None) -> None:
    mentions = figures(values)
    assert running_total(mentions) == (None if at is None else mentions[at])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("300, then 475 (775), then 200 (975): 975 euros now.", "975 975"),
        ("300, 475 (775) and 200 (975).", "975"),
    ],
)
def test_the_answer_is_the_total_that_a_story_of_payments_ends_with(text: str, found: str) -> None:
    assert named(list(assertions(text, RENT))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a single award", "1"),
        ("a single day", ""),
        ("not a single award", ""),
        ("you didn't win a single award", ""),
        ("there was no news. a single award", "1"),
        ("it was not in june but as far as i can see from all my notes you won a single award", "1"),
    ],
)
def test_a_single_thing_is_one_unless_denied(text: str, found: str) -> None:
    assert named(with_groups(text, [])) == found


def test_a_single_thing_adds_nothing_to_a_number() -> None:
    text = "2 cups and a single award"
    assert named(with_groups(text, figures(text))) == "2"


@pytest.mark.parametrize(
    "text",
    [
        # An inner letter left out, doubled, or swapped with the next; at either end of the word.
        "You nver told me your city.", "You nevr told me your city.", "You nveer told me your city.",
        "You nevver told me your city.", "You nneve told me; I don't know.", "You never mentoined it.",
        "You never metnioned it.", "I have no inforamtion on that.", "I have no infromation on that.",
        "I have no informaton on that.", "You haven't told me anyhting.", "I can't recal it.", "I can't reecall it.",
        "I have no reocrd of that.", "I have no recrd of that.", "I have no recods of that.", "I dnt knwo.",
        "Your date is missing from my notes.",
    ],
)  # fmt: skip
def test_a_misspelt_abstention(text: str) -> None:
    assert abstains(text)


@pytest.mark.parametrize(
    "text",
    [
        # The first letter is no inner one, and a word that is no misspelling stays.
        "You ever told me your city.", "You enver told me your city.", "You nneverr told me your city.",
        "You told me your city, whatever never means.",
        # A condition says of nothing that it is missing.
        "If your date is missing, call the shop.", "If any are missing, ask the shop.", "Once they are gone, buy more.",
    ],
)  # fmt: skip
def test_no_abstention(text: str) -> None:
    assert not abstains(text)
    assert not disclaims(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| car | – |", True),
        ("| car | Volvo – |", False),
        ("Car: none", True),
        ("Car: *none*", True),
        ("Car: nonesuch", False),
        ("Car → none", True),
        ("Car: none (none told)", True),
        ("Car: none (blue)", False),
        ("Nada, going by my notes.", True),
        ("Nada Surf, going by my notes.", False),
        ("Not a sausage.", True),
        ("Nothing, not that day.", True),
        ("Nothing, at that point.", True),
        ("Nothing beats that day.", False),
        ("No, this week.", False),
        # A request that asks for form only is none for the answer, and one that also denies is.
        ("Just tell me the city you want.", True),
        ("Just tell me the tone you want.", False),
        ("Could you tell me the city?", True),
        ("Could you tell me the format?", False),
        ("Tell me the tone. Tell me your city.", True),
        ("Tell me the tone, I have no city.", True),
    ],
)
def test_a_reply_without_a_value(text: str, found: bool) -> None:
    assert disclaims(text) is found


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # `then` concludes behind the last value, unless it was given up; before another one it means that time.
        ("So it's Oslo then.", "c", "Oslo then, Bergen now.", "p c"),
        ("So it's Oslo, then.", "c", "Oslo, then gave it up.", "p"),
        ("It's Oslo then, with a view.", "c", "Oslo, then moved away.", "p"),
        # `or` leaves open only what it sets against another value of its sentence.
        ("You live in Oslo or Bergen.", "h h", "You live in Oslo or Oslo.", "c c"),
        ("Maybe Oslo. Or Bergen.", "h h", "You live in Oslo. Or Bergen.", "c c"),
        ("Or Bergen.", "c", "It's Bergen. Or Oslo. Or Graz.", "c c c"),
        ("And Bergen.", "c", "Oslo. And Bergen.", "c c"),
        ("Oslo, then Bergen.", "p c", "Oslo. Then Bergen.", "c c"),
        # What is listed with a value of the past is past with it.
        ("It was Oslo and Graz, it is Bergen.", "p p c", "It was Oslo, it is Graz and Bergen.", "p c c"),
        ("Oslo at first and Bergen now.", "p c", "Oslo now and Bergen at first.", "c p"),
    ],
)  # fmt: skip
def test_first_and_last_values(text: str, found: str, counterpart: str, other: str) -> None:
    assert read(text, CITY) == found
    assert read(counterpart, CITY) == other


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # Who would turn away from what may be met is averse to it; a guess with the same words behind it is a guess.
        ("If there are heavy pots, you leave.", "c", "If there are heavy pots, you smile.", "h"),
        ("When you see heavy pots, you say no.", "c", "Perhaps heavy pots, you never told me.", "h"),
        ("Where there are heavy pots, you pass.", "c", "Maybe heavy pots, you don't say.", "h"),
        ("If it includes dreaded raw nuts", "c", "Maybe you dread raw nuts.", "h"),
        # Another is not the answer, and this one is.
        ("Raw nuts aren't the problem, heavy pots are.", "d c", "Raw nuts aren't the problem, heavy pots are fine.",
         "d w"),
        # A former dislike is past; a former liking was none.
        ("You used to hate heavy pots.", "p", "You used to love heavy pots.", "w"),
    ],
)  # fmt: skip
def test_aversions(text: str, found: str, counterpart: str, other: str) -> None:
    assert read(text, LIMIT) == found
    assert read(counterpart, LIMIT) == other


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Noted. Your boss lives in Oslo. Your own city I don't know.", True),
        ("Noted. In Oslo, your own city I don't know.", False),
        ("Noted: Oslo is one: Graz is, but your own city is unknown.", True),
        ("Oslo. Your own city is unknown.", True),
        ("Oslo. Your own salary is unknown.", False),
        ("Your own city is unknown, unlike Oslo.", True),
        ("Oslo. I don't have yours.", True),
        ("Oslo. I don't have your city.", True),
        ("Oslo. I don't have your own budget.", False),
    ],
)
def test_the_own_one_is_unknown(text: str, found: bool) -> None:
    assert is_taken_back(text, assertions(text, CITY), "Oslo", CITY) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A column that says when something was told dates no exam, unless it holds the only date.
        (COLUMNS.format("told on"), "2025-06-09"),
        ("| event | told on |\n|---|---|\n| exam | 3 May 2025 |", "2025-05-03"),
        (COLUMNS.format("term").replace("3 May 2025", "spring"), "2025-06-09"),
        ("| event | date | told on |\n|---|---|---|\n| exam | 9 June 2025 | 3 May 2025 |", "2025-06-09"),
    ],
)
def test_columns_of_telling(text: str, found: str) -> None:
    assert named(list(assertions(text, EXAM))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You paid on 3 May 2025 and the exam is on 9 June 2025.", "a c"),
        ("The exam is on 9 June 2025, and you paid on 3 May 2025.", "c a"),
        ("You paid on 3 May 2025.", "c"),
        ("The exam is until about 9 June 2025.", "h"),
        ("The exam is till the 9 June 2025.", "h"),
        ("The exam is on 9 June 2025.", "c"),
    ],
)
def test_dates_of_deeds_and_bounds(text: str, found: str) -> None:
    assert read(text, EXAM) == found
