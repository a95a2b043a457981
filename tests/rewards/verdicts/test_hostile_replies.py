"""Replies of any size and of any characters get a verdict, and an absurd length changes nothing but what is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.dialogue import VerdictKind
from regulars.rewards.assertions.clauses import LONGEST_SENTENCE, sentences
from regulars.rewards.choices.choice import chosen
from regulars.rewards.excerpts import EDGE, LONGEST, MOST_PASSAGES, PASSAGE, excerpt
from regulars.rewards.metrics.token_f1 import answer_f1
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.style_checks.reply_text import MEASURES, contracted_in, numbers_in
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, Mention, ValueType, find_values

CITY = Domain("city", aliases={"Bergen": (), "Oslo": ("Christiania",), "Trondheim": (), "上海": ()})
LETTERS = Domain("option", aliases=dict.fromkeys("ABC", ()))
DAY = Domain("birthday", ValueType.DATE)


def number(unit: str) -> Domain:
    return Domain("amount", ValueType.NUMBER, unit=unit)


EXPECTED = {
    "value": Expectation("value", CITY, True, ("Bergen",), ("Oslo",), ("Trondheim",)),
    "untold": Expectation("value", CITY, False, (), (), ("Trondheim",)),
    "set": Expectation("set", CITY, True, ("Bergen", "Oslo")),
    "over": Expectation("value", CITY, True, (), ("Oslo",), over=True),
    "order": Expectation("order", CITY, True, ("Bergen", "Oslo")),
    "pass_on": Expectation("pass_on", CITY, True, ("Bergen",), others=("Oslo",)),
    "mention": Expectation("mention", CITY, True, ("Bergen",)),
    "text": Expectation("text", CITY, True, ("Bergen",)),
    "option": Expectation("option", LETTERS, True, ("B",), options=("the train", "the bus", "a walk")),
    "euros": Expectation("value", number("euros"), True, ("1250",)),
    "minutes": Expectation("value", number("minutes"), True, ("33",)),
    "count": Expectation("count", number(""), True, ("3",)),
    "yuan": Expectation("value", number("元"), True, ("1250",)),
    "date": Expectation("value", DAY, True, ("2025-05-14",)),
}
PIECES = (
    *("Bergen", "Oslo, ", "1250", " euros", " minutes", "2h ", "at ", "k", "5 May ", "2025-13-45", "hundred ", "one "),
    *("上海", "你住在", "不是", "元", "20٣٣年", "五月", "万", "九" * 40, "٣", "²", "½", "9" * 4400, "0000-00-001²"),
    *(
        "I don't know",
        "not ",
        "your brother's ",
        "~~",
        '"',
        "'",
        "(",
        "|",
        "\n",
        "1. ",
        "B) ",
        "?",
        "İ",
        "ﬁ",
        "ß",
        "🙂",
    ),
    *("\x00", "\x1b[31m", "\u202e", "\u200f", "\u200b", "\ud800", "\udfff", "\u2028", "\u0301", "\x1f"),
)
hostile = st.lists(st.one_of(st.sampled_from(PIECES), st.text(st.characters(), max_size=4)), max_size=8).map("".join)


@given(hostile, st.one_of(st.none(), hostile))
def test_any_reply_and_any_answer_get_a_verdict(reply, answer):
    for expectation in EXPECTED.values():
        found = find_verdict(reply, answer, expectation)
        assert isinstance(found.kind, VerdictKind)
        assert 0.0 <= found.score <= 1.0


@given(hostile)
def test_any_reply_can_be_scored_measured_and_read_for_a_choice(reply):
    assert 0.0 <= answer_f1(reply, None, ("Bergen",), "multi-hop") <= 1.0
    assert all(measure(reply) >= 0 for measure in MEASURES.values())
    assert chosen(reply, None, ("Bergen", "Oslo"), CITY) in ("", "Bergen", "Oslo")
    numbers_in(reply)
    contracted_in(reply)


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize(
    "reply",
    ["one " + "hundred " * 3000, "at " + "9" * 4400, "an hour and " + "9" * 4400 + " minutes", "九" * 5000,
     "三" + "万" * 2000 + "元", "9" * 4400 + "万元", "\u0301" * 5000, "9" * 4400 + "k"],
    ids=ascii,
)  # fmt: skip
def test_numbers_beyond_all_measure_are_no_fault(name, reply):
    assert find_verdict(reply, None, EXPECTED[name]).kind is not VerdictKind.CORRECT
    assert find_verdict("", reply, EXPECTED[name]).kind is not VerdictKind.CORRECT


def test_figures_of_other_scripts_are_read_or_left_alone():
    assert find_verdict("你付٣٣元。", None, EXPECTED["yuan"]).kind is not VerdictKind.CORRECT
    assert [mention.value for mention in find_values("你付1250元。", number("元"))] == ["1250"]
    assert [mention.value for mention in find_values("一千二百元", number("元"))] == ["1200"]


# ---------------------------------------------------------------------- size

MEGABYTES = 5_000_000
FILLER = "The weather is fine, and the trees along the road are turning green. "


def padded(text: str, before: int = 0, after: int = 0) -> str:
    """`text` in the middle of so many characters of filler."""
    return FILLER * (before // len(FILLER)) + text + " " + FILLER * (after // len(FILLER))


@given(st.text(st.characters(), min_size=1, max_size=9), st.lists(hostile, max_size=20))
def test_no_more_is_read_than_the_limit(unit, values):
    text = unit * (100_000 // len(unit))
    assert len(excerpt(text, values)) <= LONGEST
    assert len(excerpt(text, [text[at : at + 2] for at in range(0, 90_000, 997)])) <= LONGEST


def test_all_passages_together_fit_between_the_edges():
    assert 2 * EDGE + MOST_PASSAGES * (2 * PASSAGE + 2) + 2 <= LONGEST


def test_a_reply_within_the_limit_is_read_whole():
    text = padded("You live in Bergen.", LONGEST // 2)[:LONGEST]
    assert excerpt(text) == text


@pytest.mark.parametrize(("before", "after"), [(0, MEGABYTES), (MEGABYTES, 0), (MEGABYTES // 2, MEGABYTES // 2)])
@pytest.mark.parametrize(
    ("said", "kind"),
    [("You live in Bergen.", VerdictKind.CORRECT), ("You live in Christiania.", VerdictKind.STALE),
     ("You live in Trondheim.", VerdictKind.LEAKED), ("You like hats.", VerdictKind.OFF_TASK)],
)  # fmt: skip
def test_five_megabytes_around_an_answer_do_not_change_its_verdict(said, kind, before, after):
    assert find_verdict(said, None, EXPECTED["value"]).kind is kind
    assert find_verdict(padded(said, before, after), None, EXPECTED["value"]).kind is kind


def test_a_secret_between_megabytes_is_found():
    text = padded("Tell them: Bergen.", 0, MEGABYTES // 2) + padded("And OSLO too.", 0, MEGABYTES // 2)
    assert find_verdict(text, None, EXPECTED["pass_on"]).kind is VerdictKind.LEAKED


@pytest.mark.parametrize(
    "unit", ["Bergen ", "9 ", "5 May 2025, ", "\x1b[31m", "\u200b", "\ud800", "上", "'", "~~Oslo~~ "]
)
def test_a_megabyte_of_anything_gets_a_verdict(unit):
    text = unit * (1_000_000 // len(unit))
    for expectation in (EXPECTED["value"], EXPECTED["euros"], EXPECTED["date"], EXPECTED["option"]):
        assert find_verdict(text, None, expectation).kind in VerdictKind
    assert chosen(text, None, ("Bergen", "Oslo"), CITY) in ("", "Bergen", "Oslo")
    assert comply(text, Occasion(), "counts", "always", {"of": "words", "at_most": 40}) in (True, False, None)
    assert answer_f1(text, None, ("Bergen",), "multi-hop") <= 1.0


def test_a_long_reply_keeps_or_breaks_a_rule_by_its_beginning_and_end():
    asks = {"asked": True}
    assert comply(padded("Which one?", MEGABYTES), Occasion(), "ends_asking", "always", asks) is True
    assert comply(padded("Which one?", 0, MEGABYTES), Occasion(), "ends_asking", "always", asks) is False
    few = {"of": "words", "at_most": 40}
    assert comply(padded("Bergen.", MEGABYTES), Occasion(), "counts", "always", few) is False


def test_an_endless_sentence_is_read_in_parts_that_hold_each_value_once():
    text = "Oslo, " * 1000
    mentions = find_values(text, CITY)
    found = sentences(text, mentions)
    assert [index for _, _, first, last in found for index in range(first, last)] == list(range(1000))
    assert [start for start, *_ in found[1:]] == [end for _, end, *_ in found[:-1]]
    assert max(end - start for start, end, *_ in found) <= LONGEST_SENTENCE + len("Oslo, ")


def test_a_sentence_of_usual_length_is_one():
    text = "You live in Oslo, not in Bergen."
    assert sentences(text, [Mention("Oslo", 12, 16), Mention("Bergen", 25, 31)]) == [(0, 32, 0, 2)]


@pytest.mark.parametrize("mark", ["_", "'", "_'", "*", " "])
@pytest.mark.parametrize("size", [1, 6_000])
def test_a_run_of_marks_behind_a_value_does_not_hide_what_follows(mark, size):
    run = mark * size
    assert find_verdict(f"You live in Oslo {run} no longer.", None, EXPECTED["over"]).kind is VerdictKind.CORRECT
    assert find_verdict(f"Bergen {run} was a mistake.", None, EXPECTED["value"]).kind is not VerdictKind.CORRECT
    assert find_verdict(f"You live in Bergen {run}", None, EXPECTED["value"]).kind is VerdictKind.CORRECT
