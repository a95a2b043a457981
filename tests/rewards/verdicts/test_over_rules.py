"""Questions about what is over: every way to say so, beside a reply that says that it goes on."""

from __future__ import annotations

import pytest
from worked_claims import CITIES

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.times.over import judge_over
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

OVER = Expectation("value", CITIES, True, ("",), ("Oslo",), ("Lyon",), over=True)
CHINESE = Domain("city", aliases=dict.fromkeys(("成都", "上海"), ()))
OVER_CHINESE = Expectation("value", CHINESE, True, ("",), ("上海",), over=True)


def kind(text: str, answer: str | None = None, expectation: Expectation = OVER) -> str:
    verdict = judge_over(text, answer, expectation)
    assert verdict.score == (verdict.kind.name == "CORRECT")
    return verdict.kind.name.lower()


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        ("You no longer live anywhere.", "correct", "You live in Oslo.", "stale"),
        ("You lived in Oslo.", "correct", "You still live in Oslo.", "stale"),
        ("You live in Oslo no longer.", "correct", "You live in Oslo now.", "stale"),
        ("Oslo: the lease ended.", "correct", "Oslo: the lease began.", "stale"),
        ("Oslo: the lease ended, but you are still in Oslo.", "stale", "Oslo: the lease ended in Oslo.", "correct"),
        # The end may stand in a later sentence, behind the past tense.
        ("Oslo was yours. It ended.", "correct", "Oslo is yours. It ended.", "stale"),
        ("Oslo was yours. It rained.", "stale", "Oslo was yours, still. It ended.", "stale"),
        # Nothing is left: but what is told next is none of it.
        ("Nobody. Oslo was the last.", "correct", "Nothing but Oslo.", "stale"),
        ("Nobody. Oslo is still there.", "stale", "Nobody. Oslo.", "correct"),
        ("You lived in Oslo, and still do.", "stale", "You lived in Oslo, and still do, but it ended.", "correct"),
        ("Nobody. Oslo still has it.", "stale", "Nobody. Oslo still has it, and that is over.", "correct"),
        ("None other than Oslo.", "stale", "None. Oslo ended.", "correct"),
        # Another value, and another person's.
        ("You live in Graz.", "wrong", "You live in Lyon.", "leaked"),
        ("You lived in Graz.", "correct", "It is not Graz.", "correct"),
        ("But now it's Fidor.", "wrong", "But now it's fine.", "off_task"),
        # Unknown and undecided.
        ("I don't know.", "abstained", "I know.", "off_task"),
        ("Not on file.", "abstained", "On file.", "off_task"),
        ("Maybe Oslo.", "undetermined", "Is it Oslo?", "undetermined"),
        ("I don't know, maybe Oslo.", "undetermined", "I don't know, not Oslo.", "correct"),
        ("I don't know, it ended.", "correct", "I don't know, it began.", "abstained"),
    ],
)
def test_a_rule_of_what_is_over(text: str, found: str, counterpart: str, other: str) -> None:
    assert (kind(text), kind(counterpart)) == (found, other)


@pytest.mark.parametrize(
    ("text", "answer", "found"),
    [
        ("Sure.", "none", "correct"),
        ("Sure.", " None ", "correct"),
        ("Sure.", "-", "abstained"),
        ("It ended.", "-", "abstained"),
        ("Sure.", "Oslo", "stale"),
        ("Sure.", "Lyon", "leaked"),
        ("Sure.", "Graz", "wrong"),
        ("Sure.", "Paris", "wrong"),
        ("It ended.", "Oslo", "stale"),
        ("It ended.", "", "correct"),
        ("Oslo.", "-", "stale"),
    ],
)
def test_a_structured_answer(text: str, answer: str, found: str) -> None:
    assert kind(text, answer) == found


def test_the_reason_names_the_value_that_is_said():
    said = [judge_over(f"You live in {city}.", None, OVER) for city in ("Oslo", "Lyon", "Graz")]
    assert [(one.asserted, one.reason) for one in said] == [
        (("Oslo",), "says Oslo, which was told to be over"),
        (("Lyon",), "says Lyon, which only another person told"),
        (("Graz",), "says Graz, and it was told to be over"),
    ]


@pytest.mark.parametrize(("blanks", "found"), [(380, "correct"), (420, "stale")])
def test_the_end_stands_within_400_characters_of_a_sentence(blanks: int, found: str) -> None:
    assert kind(f"Oslo{' ' * blanks}ended") == found
    assert kind(f"alone{' ' * blanks}Oslo") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("你住在上海。", "stale"),
        ("你以前住在上海。", "correct"),
        ("你不住在上海。", "correct"),
        ("已经没有了。", "correct"),
        ("你住在成都。", "wrong"),
        ("你好。", "off_task"),
    ],
)
def test_what_is_over_in_chinese(text: str, found: str) -> None:
    assert kind(text, None, OVER_CHINESE) == found


UNTOLD = Expectation("value", CITIES, False, ("",), (), ("Lyon",))


@pytest.mark.parametrize(
    ("text", "over", "untold"),
    [
        # Right where nothing was told, so no sign that the end was remembered.
        ("Nobody told me, so it's nowhere.", "abstained", "correct"),
        ("None that I know of.", "undetermined", "correct"),
        ("None right now. You haven't told me of a new one.", "abstained", "correct"),
        ("You don't have one, as far as I know.", "abstained", "correct"),
        ("I don't know any more.", "undetermined", "correct"),
        ("You told me nothing, so nowhere.", "abstained", "correct"),
        # What is over is named, what was told is reported, or the end is claimed, which is wrong where none was told.
        ("None right now. Oslo is behind you, and you haven't told me of a new one.", "correct", None),
        ("None. You told me that it's over.", "correct", None),
        ("You no longer live anywhere.", "correct", "off_task"),
        ("It ended.", "correct", "off_task"),
        ("It's back where it belongs, so there's none.", "correct", "unsupported"),
    ],
)
def test_what_is_right_where_nothing_was_told_does_not_show_that_the_end_was_remembered(
    text: str, over: str, untold: str | None
) -> None:
    assert find_verdict(text, None, OVER).kind.name.lower() == over
    if untold is not None:
        assert find_verdict(text, None, UNTOLD).kind.name.lower() == untold


@pytest.mark.parametrize(
    "text",
    ["None that I know of.", "Nobody, you never said.", "None any more.", "You've none at present.", "It's over."],
)
def test_no_sentence_is_right_both_where_it_is_over_and_where_nothing_was_told(text: str) -> None:
    assert not all(find_verdict(text, None, one).kind.name == "CORRECT" for one in (OVER, UNTOLD))
