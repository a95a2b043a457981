"""The matcher agrees with what hand-written replies mean, and with itself under changes that mean nothing."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from timeit import timeit

import pytest

from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.expectation import Expectation
from regulars.rewards.matcher import judge
from regulars.values import Domain, ValueType

_READ = tomllib.loads(Path(__file__).with_name("replies.toml").read_text("utf-8"))
_DOMAINS = {
    name: Domain(
        name,
        ValueType(given["type"]),
        {value: tuple(others) for value, others in given.get("values", {}).items()},
        given.get("unit", ""),
    )
    for name, given in _READ["domains"].items()
}
EXPECTATIONS = {
    name: Expectation(
        given["form"],
        _DOMAINS[given["domain"]],
        given.get("answerable", True),
        tuple(given["gold"]),
        tuple(given.get("stale", ())),
        tuple(given.get("others", ())),
    )
    for name, given in _READ["expectations"].items()
}
REPLIES = [(phenomenon, row) for phenomenon, rows in _READ["replies"].items() for row in rows]
TEXT_ONLY = [row for _, row in REPLIES if len(row) < 5 and row[1]]


def verdict(row: list, text: str | None = None) -> Verdict:
    return judge(row[1] if text is None else text, row[4] if len(row) > 4 else None, EXPECTATIONS[row[0]])


def test_the_set_is_large_and_varied() -> None:
    assert len(REPLIES) >= 100
    assert len(_READ["replies"]) >= 10
    assert set(Counter(row[2] for _, row in REPLIES)) == {
        kind.name.lower() for kind in VerdictKind if kind is not VerdictKind.NONE
    }


@pytest.mark.parametrize(("phenomenon", "row"), REPLIES, ids=[f"{p}-{r[1][:40]}" for p, r in REPLIES])
def test_hand_written_reply(phenomenon: str, row: list) -> None:
    found = verdict(row)
    assert found.kind.name.lower() == row[2], found.reason
    score = row[3] if len(row) > 3 else float(row[2] == "correct")
    assert found.score == pytest.approx(score, abs=1e-3)
    assert found.reason


@pytest.mark.parametrize("row", TEXT_ONLY, ids=[r[1][:40] for r in TEXT_ONLY])
@pytest.mark.parametrize("small_talk", ["Good morning! ", "What a lovely day it is. ", "Thanks for asking. "])
def test_small_talk_before_it_changes_nothing(row: list, small_talk: str) -> None:
    assert verdict(row, small_talk + row[1]).kind is verdict(row).kind


@pytest.mark.parametrize("row", TEXT_ONLY, ids=[r[1][:40] for r in TEXT_ONLY])
def test_an_offer_after_it_changes_nothing(row: list) -> None:
    assert verdict(row, row[1].rstrip() + "\nIs there anything else that I can do?").kind is verdict(row).kind


@pytest.mark.parametrize("row", [r for r in TEXT_ONLY if r[0] == "city"], ids=lambda r: r[1][:40])
def test_a_true_past_value_added_changes_nothing(row: list) -> None:
    assert verdict(row, "You used to live in Oslo. " + row[1]).kind is verdict(row).kind
    assert verdict(row, row[1] + " You used to live in Oslo.").kind is verdict(row).kind


_PERSONS = (
    ("you live", "I live"),
    ("you lived", "I lived"),
    ("you moved", "I moved"),
    ("you left", "I left"),
)


@pytest.mark.parametrize("row", [r for r in TEXT_ONLY if r[0] == "city"], ids=lambda r: r[1][:40])
def test_first_and_second_person_are_the_same(row: list) -> None:
    text = row[1]
    for second, first in _PERSONS:
        text = text.replace(second, first).replace(second.capitalize(), first)
    assert verdict(row, text).kind is verdict(row).kind


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
    untold = Expectation("count", _DOMAINS["count"], False)
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


@pytest.mark.parametrize(
    "text", ["", " ", "?", "\u200b", "\ud800", "🗽" * 50, "a" * 5000, "(" * 200, '"' * 99, "not " * 500]
)
@pytest.mark.parametrize("name", sorted(EXPECTATIONS))
@pytest.mark.parametrize("answer", [None, "|", "|-|", "\ud800"])
def test_any_text_gets_a_verdict(text: str, name: str, answer: str | None) -> None:
    assert judge(text, answer, EXPECTATIONS[name]).kind is not VerdictKind.NONE


def test_judging_a_sentence_takes_microseconds() -> None:
    text = "You told me that you live in Bergen, so I would start looking for a dentist there."
    expectation = EXPECTATIONS["city"]
    judge(text, None, expectation)
    best = min(timeit(lambda: judge(text, None, expectation), number=200) / 200 for _ in range(5))
    assert best < 300e-6
