"""The matcher agrees with the meaning of hand-written replies, and ignores irrelevant changes."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.testing.reply_sets import PHENOMENA, LabelledReply, read_replies
from regulars.values import Domain

SET = read_replies(Path(__file__).with_name("replies.toml"))
EXPECTATIONS = SET.expectations
REPLIES = SET.replies
TEXT_ONLY = [reply for reply in REPLIES if reply.answer is None and reply.text]
CITY_ONLY = [reply for reply in TEXT_ONLY if reply.name == "city"]
GAPS_BAR = 0.02
"""The share of replies that may be read wrongly, as long as the file lists them."""


def label(reply: LabelledReply) -> str:
    return f"{reply.phenomenon}-{reply.name}-{reply.text[:40]}"


def test_the_set_is_large_and_varied() -> None:
    sizes = Counter(reply.phenomenon for reply in REPLIES)
    assert len(TEXT_ONLY) >= 330
    assert set(PHENOMENA) <= set(sizes)
    assert all(sizes[phenomenon] >= 20 for phenomenon in PHENOMENA)
    assert {reply.kind for reply in REPLIES} == set(VerdictKind) - {VerdictKind.NONE}


def test_known_gaps_are_few() -> None:
    assert sum(reply.is_known_gap for reply in REPLIES) <= GAPS_BAR * len(REPLIES)


@pytest.mark.parametrize("phenomenon", sorted({reply.phenomenon for reply in REPLIES}))
def test_hand_written_replies(phenomenon: str) -> None:
    wrong = []
    for reply in REPLIES:
        if reply.phenomenon == phenomenon and not reply.is_known_gap:
            found = reply.judged()
            right = found.kind is reply.kind and found.score == pytest.approx(reply.score, abs=5e-3) and found.reason
            wrong += [] if right else [f"{label(reply)}: {found.kind.name}, {found.reason}"]
    assert not wrong


def test_a_known_gap_that_is_read_rightly_is_taken_off_the_list() -> None:
    assert not [label(reply) for reply in REPLIES if reply.is_known_gap and reply.judged().kind is reply.kind]


@pytest.fixture(scope="module")
def kinds() -> list[tuple[LabelledReply, VerdictKind]]:
    """The replies in text alone with what they are judged to be as they stand."""
    return [(reply, reply.judged().kind) for reply in TEXT_ONLY]


@pytest.mark.parametrize("small_talk", ["Good morning! ", "What a lovely day it is. ", "Thanks for asking. "])
def test_small_talk_before_it_changes_nothing(small_talk: str, kinds: list[tuple[LabelledReply, VerdictKind]]) -> None:
    """A known gap may be read rightly in a longer message, which is read again."""
    changed = [(r, kind, found) for r, kind in kinds if (found := r.judged(small_talk + r.text).kind) is not kind]
    assert not [label(r) for r, _, found in changed if not (r.is_known_gap and found is r.kind)]


def test_an_offer_after_it_changes_nothing(kinds: list[tuple[LabelledReply, VerdictKind]]) -> None:
    offer = "\nIs there anything else that I can do?"
    changed = [(r, kind, found) for r, kind in kinds if (found := r.judged(r.text.rstrip() + offer).kind) is not kind]
    assert not [label(r) for r, _, found in changed if not (r.is_known_gap and found is r.kind)]


@pytest.mark.parametrize("reply", CITY_ONLY, ids=label)
def test_a_true_past_value_added_changes_nothing(reply: LabelledReply) -> None:
    assert reply.judged("You used to live in Oslo. " + reply.text).kind is reply.judged().kind
    assert reply.judged(reply.text + " You used to live in Oslo.").kind is reply.judged().kind


_PERSONS = (
    ("you live", "I live"),
    ("you lived", "I lived"),
    ("you moved", "I moved"),
    ("you left", "I left"),
)


@pytest.mark.parametrize("reply", CITY_ONLY, ids=label)
def test_first_and_second_person_are_the_same(reply: LabelledReply) -> None:
    text = reply.text
    for second, first in _PERSONS:
        text = text.replace(second, first).replace(second.capitalize(), first)
    assert reply.judged(text).kind is reply.judged().kind


@pytest.mark.parametrize("name", ["city", "nyc", "zurich"])
def test_naming_every_value_is_never_correct(name: str) -> None:
    expectation = EXPECTATIONS[name]
    every = list(expectation.domain.aliases)
    for text in (
        ", ".join(every),
        "You live in " + " and ".join(every) + ".",
        " ".join(f"Maybe {v}." for v in every),
    ):
        assert judge(text, None, expectation).kind is not VerdictKind.CORRECT
    assert judge("Here.", "|".join(every), expectation).kind is not VerdictKind.CORRECT


def test_a_leak_follows_the_other_persons_value() -> None:
    mine = EXPECTATIONS["city"]
    swapped = Expectation("value", mine.domain, True, mine.gold, mine.stale, ("Graz",))
    assert judge("You live in Lyon.", None, mine).kind is VerdictKind.LEAKED
    assert judge("You live in Lyon.", None, swapped).kind is VerdictKind.WRONG
    assert judge("You live in Graz.", None, swapped).kind is VerdictKind.LEAKED


def test_an_empty_answer_is_no_answer() -> None:
    assert judge("You live in Bergen.", "", EXPECTATIONS["city"]).kind is VerdictKind.CORRECT
    assert judge("You live in Bergen.", "  ", EXPECTATIONS["city"]).kind is VerdictKind.CORRECT


def test_a_contradiction_is_named() -> None:
    found = judge("You live in Oslo.", "Bergen", EXPECTATIONS["city"])
    assert "Bergen" in found.reason
    assert "Oslo" in found.reason


def test_a_text_finer_than_its_answer_is_unsupported() -> None:
    assert judge("On 20 June 2025.", "2025-06", EXPECTATIONS["month"]).kind is VerdictKind.UNSUPPORTED


def test_none_told_may_be_counted_as_zero() -> None:
    untold = Expectation("count", SET.domains["count"], False)
    assert judge("You have told me about zero countries.", None, untold).kind is VerdictKind.CORRECT
    assert judge("You have told me about two countries.", None, untold).kind is VerdictKind.UNSUPPORTED


@pytest.mark.parametrize(
    ("text", "answer", "answerable", "kind"),
    [
        ("Pottery, and camping.", None, True, VerdictKind.CORRECT),
        ("She likes pottery and long walks.", None, True, VerdictKind.UNDETERMINED),
        ("Sure.", "pottery and camping", True, VerdictKind.CORRECT),
        ("I don't know.", None, True, VerdictKind.ABSTAINED),
        ("", None, True, VerdictKind.OFF_TASK),
        ("That was not mentioned.", None, False, VerdictKind.CORRECT),
        ("", "-", False, VerdictKind.CORRECT),
        ("Pottery.", None, False, VerdictKind.UNSUPPORTED),
    ],
)
def test_recorded_text_is_decided_only_by_rule(
    text: str, answer: str | None, answerable: bool, kind: VerdictKind
) -> None:
    gold = ("pottery and camping",) if answerable else ()
    expectation = Expectation("text", Domain("text"), answerable, gold)
    assert judge(text, answer, expectation).kind is kind


@pytest.mark.parametrize("name", sorted(EXPECTATIONS))
def test_any_text_gets_a_verdict(name: str) -> None:
    texts = ("", " ", "?", "\u200b", "\ud800", "🗽" * 50, "a" * 5000, "(" * 200, '"' * 99, "not " * 500)
    for text, answer in product(texts, (None, "|", "|-|", "\ud800")):
        assert judge(text, answer, EXPECTATIONS[name]).kind is not VerdictKind.NONE, (text, answer)
