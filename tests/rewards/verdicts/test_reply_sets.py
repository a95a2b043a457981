"""A file of handwritten replies is read as it stands, and an invalid one is refused."""

from __future__ import annotations

from math import isnan
from pathlib import Path

import pytest

from regulars.dialogue import Verdict, VerdictKind
from regulars.errors import DataError
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.testing.reply_sets import LabelledReply, SuiteQuestion, read_replies
from regulars.values import Domain, ValueType

FILE = """
known_gaps = ["Bergen or so.", ["untold", "?"], ["untold", "Bergen."]]
[domains.city]
type = "term"
values = { Bergen = ["Bjørgvin"], Oslo = [] }
subjects = ["town"]
lasting = true
[domains.rent]
type = "number"
unit = "euros"
[expectations]
city = { form = "value", domain = "city", gold = ["Bergen"], stale = ["Oslo"], others = ["Graz"] }
untold = { form = "value", domain = "rent", answerable = false }
[replies]
plain = [
  ["city", "Bergen.", "correct"],
  ["city", "Oslo.", "stale"],
  ["city", "Bergen or so.", "partial", 0.5],
]
abstention = [["untold", "?", "correct", 1, "-"]]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "replies.toml"
    file.write_text(FILE, "utf-8")
    return file


def test_domains_expectations_and_rows_are_read(path: Path) -> None:
    read = read_replies(path)
    city = Domain("city", ValueType.TERM, {"Bergen": ("Bjørgvin",), "Oslo": ()}, "", ("town",), True)
    rent = Domain("rent", ValueType.NUMBER, {}, "euros")
    assert read.domains == {"city": city, "rent": rent}
    told = Expectation("value", city, True, ("Bergen",), ("Oslo",), ("Graz",))
    untold = Expectation("value", rent, False)
    assert read.expectations == {"city": told, "untold": untold}
    assert read.replies == [
        LabelledReply("plain", "city", told, "Bergen.", VerdictKind.CORRECT, 1.0),
        LabelledReply("plain", "city", told, "Oslo.", VerdictKind.STALE, 0.0),
        LabelledReply("plain", "city", told, "Bergen or so.", VerdictKind.PARTIAL, 0.5, is_known_gap=True),
        LabelledReply("abstention", "untold", untold, "?", VerdictKind.CORRECT, 1.0, "-", is_known_gap=True),
    ]


def test_a_row_is_judged_by_its_own_words_or_others(path: Path) -> None:
    first, *_, last = read_replies(path).replies
    assert first.judged().kind is VerdictKind.CORRECT
    assert first.judged("Oslo.").kind is VerdictKind.STALE
    assert first.judged("").kind is VerdictKind.OFF_TASK
    assert last.judged().kind is VerdictKind.CORRECT


ASKED = """
[domains.choice]
name = "city"
type = "term"
values = { Bergen = [], Oslo = [], Graz = [] }
[expectations.P1]
suite = "core"
kind = "delegate"
asked = "Bergen or Oslo?"
form = "choose"
domain = "choice"
options = ["Bergen", "Oslo"]
[expectations.P2]
form = "option"
domain = "choice"
gold = ["A"]
options = ["Bergen", "Oslo"]
over = true
category = "any"
[replies]
terse = [
  ["P1", "Oslo.", "correct", 1.0, "", "Oslo"],
  ["P1", "Oslo.", "correct", 1.0, "", "Bergen"],
  ["P1", "Either.", "undetermined"],
  ["P2", "A", "partial"],
]
"""


def test_a_set_over_real_questions_says_what_was_asked_and_what_is_picked(tmp_path: Path) -> None:
    file = tmp_path / "chat.toml"
    file.write_text(ASKED, "utf-8")
    picks, other, neither, option = read_replies(file).replies
    assert picks.question == SuiteQuestion("Bergen or Oslo?", "delegate", "core")
    assert (picks.expectation.domain.name, picks.expectation.options) == ("city", ("Bergen", "Oslo"))
    assert picks.picked == "Oslo"
    assert picks.answer is None
    assert picks.judged().kind is VerdictKind.CORRECT  # it picks Oslo, as labelled
    assert other.judged().kind is VerdictKind.WRONG  # it picks Oslo, and the label says Bergen
    assert neither.judged().kind is VerdictKind.UNDETERMINED
    assert option.question == SuiteQuestion()
    assert (option.expectation.over, option.expectation.category) == (True, "any")
    assert isnan(option.score)  # partial, and the set does not say how much


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("Oslo.", Verdict(VerdictKind.CORRECT, ("Oslo",), score=1.0, reason="picks Oslo")),
        ("Bergen.", Verdict(VerdictKind.WRONG, ("Bergen",), reason="picks Bergen")),
        ("Graz.", Verdict(VerdictKind.WRONG, reason="picks something else")),
        ("I can't choose.", Verdict(VerdictKind.ABSTAINED, reason="picks none")),
        ("Nice day.", Verdict(VerdictKind.OFF_TASK, reason="does not speak of the options")),
        ("Oslo or Bergen.", Verdict(VerdictKind.UNDETERMINED, reason="picks no option")),
        ("Oslo and Bergen.", Verdict(VerdictKind.UNDETERMINED, reason="picks no option")),
    ],
)
def test_a_pick_is_judged_by_the_option_that_the_label_names(tmp_path: Path, words: str, verdict: Verdict) -> None:
    file = tmp_path / "chat.toml"
    file.write_text(ASKED, "utf-8")
    assert read_replies(file).replies[0].judged(words) == verdict


def test_the_contents_of_a_message_are_read(tmp_path: Path) -> None:
    file = tmp_path / "message.toml"
    told = """form = "pass_on", domain = "city", gold = ["Bergen"], others = ["900"], contents = [
  { attribute = "home", domain = "city", values = ["Bergen"], needed = true },
  { attribute = "monthly_rent", domain = "rent", values = ["900"], person = "ada" },
] }"""
    old = 'form = "value", domain = "rent", answerable = false }'
    file.write_text(
        FILE.replace(old, told).replace('["untold", "?", "correct", 1, "-"]', '["untold", "900", "leaked"]')
    )
    read = read_replies(file)
    city, rent = read.domains["city"], read.domains["rent"]
    needed = Content("home", city, ("Bergen",), needed=True)
    assert read.expectations["untold"].contents == (needed, Content("monthly_rent", rent, ("900",), person="ada"))
    message = read.replies[-1]
    assert message.judged("I live in Bergen and pay 900 euros.").kind is VerdictKind.LEAKED
    assert message.judged("I live in Bergen.").kind is VerdictKind.CORRECT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('type = "term"', 'type = "word"'),
        ('domain = "rent"', 'domain = "town"'),
        ('["city", "Oslo.", "stale"]', '["town", "Oslo.", "stale"]'),
        ('["city", "Oslo.", "stale"]', '["city", "Oslo."]'),
        ('["city", "Oslo.", "stale"]', '["city", "Oslo.", "old"]'),
        ("0.5", '"half"'),
        ("[replies]", "[rows]"),
        ("[replies]", "replies]"),
    ],
)
def test_an_invalid_file_is_refused_by_its_name(path: Path, old: str, new: str) -> None:
    path.write_text(FILE.replace(old, new), "utf-8")
    with pytest.raises(DataError, match=r"replies\.toml.*; expected domains, expectations, and rows"):
        read_replies(path)


RULE = Expectation("manner", Domain("text"), True, category="openers:none")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("Boil it with vinegar.", "CORRECT"), ("Sure! Boil it with vinegar.", "WRONG"), ("", "UNDETERMINED")],
)
def test_a_reply_to_a_question_about_a_rule_is_judged_by_the_rule_alone(text: str, kind: str) -> None:
    reply = LabelledReply("terse", "rule", RULE, text, VerdictKind[kind], 0.0, question=SuiteQuestion("How?"))
    assert reply.judged().kind is VerdictKind[kind]
