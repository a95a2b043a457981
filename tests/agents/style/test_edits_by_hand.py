"""Edits of a reply, one by one: what each repair proposes for small texts, in order."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest

from regulars.agents.style.apply import BASES, apply_style, compose_witness
from regulars.agents.style.edits import (
    capitalised,
    contracted,
    expanded,
    in_ascii,
    lowered,
    redated,
    renumbered,
    repriced,
    retimed,
    reworded,
    with_clause,
    with_opening,
    with_weekdays,
    written_day,
)
from regulars.agents.style.repairs import REPAIRS
from regulars.agents.style.rules import RuleBook, witness_occasion
from regulars.dialogue import PlanAct
from regulars.errors import ConfigurationError
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.world import StandingRule

NOON = datetime(2024, 6, 2, 12, tzinfo=UTC)
ANSWER = Occasion("Where did my old boat go?", "Anna Berg", NOON, asked=True, told=(date(2025, 3, 1), date(2025, 3, 3)))
NOTE = Occasion("I was out.", "Anna Berg", NOON, act=PlanAct.ACKNOWLEDGE)
BOOK = RuleBook()


def proposed(check: str, text: str, parameters: Mapping[str, Any], occasion: Occasion = ANSWER) -> list[str]:
    return list(REPAIRS[check](text, occasion, parameters))


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("text", "capital", "small"),
    [
        ("it is.", "It is.", "it is."),
        ("It is.", "It is.", "it is."),
        ("Bergen is.", "Bergen is.", "Bergen is."),
        ("- it is.", "- It is.", "- it is."),
        ("3 it is.", "3 it is.", "3 it is."),
        ("I am.", "I am.", "I am."),
        ("", "", ""),
    ],
)
def test_first_letters(text, capital, small) -> None:
    assert (capitalised(text), lowered(text)) == (capital, small)


@pytest.mark.parametrize(
    ("text", "clause", "texts"),
    [
        (
            "It is Bergen.",
            "so",
            ["It is Bergen, so.", "It is Bergen. So.", "It is Bergen. So.", "It is Bergen.\nSo"],
        ),
        (
            "It is Bergen. Or Oslo, say!",
            "so",
            [
                "It is Bergen. Or Oslo, say, so!", "It is Bergen, so. Or Oslo, say!", "It is Bergen. Or Oslo, say! So.",
                "It is Bergen. So. Or Oslo, say!", "It is Bergen. Or Oslo, so, say!", "It is Bergen. Or Oslo, say!\nSo",
            ],
        ),
        (
            "It is Bergen. Is it?",
            "so",
            [
                "It is Bergen, so. Is it?", "It is Bergen. Is it, so?", "It is Bergen, so. Is it?",
                "It is Bergen. Is it? So.", "It is Bergen. So. Is it?", "It is Bergen. Is it?\nSo",
            ],
        ),
        (
            "It is Bergen.",
            "is that fine?",
            [
                "It is Bergen, is that fine?", "It is Bergen. Is that fine?", "It is Bergen. Is that fine?",
                "It is Bergen.\nIs that fine?",
            ],
        ),
        ("Bergen", "so", ["Bergen, so.", "Bergen. So.", "Bergen So.", "Bergen.\nSo"]),
        ("Bergen,", "so", ["Bergen, so.", "Bergen,. So.", "Bergen, So.", "Bergen,.\nSo"]),
    ],
)  # fmt: skip
def test_a_clause_is_added_at_the_end_in_the_first_sentence_or_before_the_last_clause(text, clause, texts) -> None:
    assert list(with_clause(text, clause)) == texts


@pytest.mark.parametrize(
    ("text", "phrase", "texts"),
    [
        ("It is Bergen.", "right", ["Right, it is Bergen.", "Right. It is Bergen."]),
        ("Bergen.", "hello", ["Hello, Bergen.", "Hello. Bergen."]),
        ("- It is.", "To answer", ["- To answer: it is.", "- To answer. It is."]),
        ("1. It is.", "You asked", ["1. You asked: it is.", "1. You asked. It is."]),
        ("**It is.**", "As for that", ["**As for that: it is.**", "**As for that. It is.**"]),
    ],
)
def test_an_opening_stands_before_the_words_and_behind_their_mark(text, phrase, texts) -> None:
    assert list(with_opening(text, phrase)) == texts


def test_rewording_keeps_capitals() -> None:
    instead = {"colour": "color", "I am": "I'm", "lift": "elevator"}
    assert reworded("Colour the lift. The Colour is, so I am.", instead) == "Color the elevator. The Color is, so I'm."
    assert reworded("So. I see, and I know.", {"I": "we"}) == "So. We see, and we know."
    assert reworded("Lifts and colourful.", instead) == "Lifts and colourful."


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("It is so, and you do not.", "It's so, and you don't."),
        ("I am here. We were not.", "I'm here. We weren't."),
        ("You cannot.", "You can't."),
    ],
)
def test_words_are_contracted_and_written_out(long, short) -> None:
    assert (contracted(long), expanded(short)) == (short, long)


def test_some_contractions_are_only_written_out() -> None:
    assert expanded("What’s that? You'd mustn't.") == "What is that? You would must not."
    assert contracted("What is that?") == "What is that?"


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("Malmö – naïve… €5", "Malmo, naive... EUR 5"),
        ("It’s “so”.", 'It\'s "so".'),
        ("Good 😊.", "Good."),
        ("Good 😊", "Good"),
        ("Plain - text.", "Plain - text."),
        ("Łódź, Århus, Straße", "Lodz, Arhus, Strasse"),
    ],
)
def test_text_in_ascii(text, ascii_text) -> None:
    assert in_ascii(text) == ascii_text


# ---------------------------------------------------------------------- dates, times, amounts


@pytest.mark.parametrize(
    ("text", "style", "written"),
    [
        ("It is 14 May 2025.", "iso", "It is 2025-05-14."),
        ("It is May 14, 2025.", "iso", "It is 2025-05-14."),
        ("It is 14 May.", "iso", "It is 2024-05-14."),  # of the given year
        ("It is 2025-05-14.", "day_month", "It is 14 May 2025."),
        ("It is May 14, 2025.", "day_month", "It is 14 May 2025."),
        ("It is May 14.", "day_month", "It is 14 May."),
        ("It is 14 May 2025.", "month_day", "It is May 14, 2025."),
        ("It is 14 May.", "month_day", "It is May 14."),
        ("On 2025-05-14 and 3 June 2025.", "month_day", "On May 14, 2025 and June 3, 2025."),
        ("It is 14/05/2025.", "iso", "It is 2025-05-14."),
        ("It is 05/14/2025.", "iso", "It is 2025-05-14."),
        ("It is 3/4/25.", "day_month", "It is 3 April 2025."),
        ("It is 14 May 2025.", "day_month", "It is 14 May 2025."),
    ],
)
def test_dates_in_another_style(text, style, written) -> None:
    assert redated(text, style, 2024) == written


def test_a_day_in_words() -> None:
    assert [written_day(date(2025, 5, 4), style) for style in ("day_month", "month_day", "iso")] == [
        "4 May 2025", "May 4, 2025", "2025-05-04",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("It is 14 May 2025.", "It is Wednesday 14 May 2025."),
        ("On Monday, 14 May 2025.", "On Wednesday 14 May 2025."),
        ("It is 14 May.", "It is Tuesday 14 May."),  # in 2024
        ("It is soon.", "It is soon."),
    ],
)
def test_weekdays_are_added_to_dates(text, written) -> None:
    assert with_weekdays(text, 2024) == written


@pytest.mark.parametrize(
    ("full", "half"), [("14:05", "2:05 pm"), ("00:30", "12:30 am"), ("12:00", "12:00 pm"), ("11:59", "11:59 am")]
)
def test_the_two_clocks(full, half) -> None:
    assert (retimed(f"At {full}.", 12), retimed(f"At {half}.", 24)) == (f"At {half}.", f"At {full}.")
    assert (retimed(f"At {full}.", 24), retimed(f"At {half}.", 12)) == (f"At {full}.", f"At {half}.")


def test_a_full_hour_gets_its_minutes() -> None:
    assert retimed("At 7 pm.", 24) == "At 19:00."


@pytest.mark.parametrize(
    ("text", "style", "written"),
    [
        ("It is €1,250.", "word", "It is 1,250 euros."),
        ("It is €1,250.", "code", "It is 1,250 EUR."),
        ("It is 30 dollars.", "sign", "It is $30."),
        ("It is 30 USD.", "word", "It is 30 dollars."),
        ("It is 30 pounds, so.", "code", "It is 30 GBP, so."),
        ("It is £5 and 6 euros.", "word", "It is 5 pounds and 6 euros."),
    ],
)
def test_sums_in_another_style(text, style, written) -> None:
    assert repriced(text, style) == written


@pytest.mark.parametrize(
    ("text", "style", "written"),
    [
        ("It is 3, not twelve.", "words", "It is three, not twelve."),
        ("It is 3, not twelve.", "figures", "It is 3, not 12."),
        ("3 it is.", "words", "Three it is."),
        ("Twelve it is.", "figures", "12 it is."),
        ("It is 100.", "words", "It is 100."),
    ],
)
def test_numbers_in_words_and_figures(text, style, written) -> None:
    assert renumbered(text, style) == written


# ---------------------------------------------------------------------- more or less of something


@pytest.mark.parametrize(
    ("of", "text", "bound", "texts"),
    [
        (
            "sentences", "It is Bergen. I like it. You too.", {"at_most": 1},
            ["It is Bergen, I like it, you too.", "It is Bergen, I like it, you too.", "It is Bergen.", "You too."],
        ),
        (
            "sentences", "It is Bergen. I like it. You too.", {"at_most": 2},
            [
                "It is Bergen. I like it, you too.", "It is Bergen, I like it. You too.", "It is Bergen. I like it.",
                "I like it. You too.",
            ],
        ),
        ("sentences", "It is Bergen. You too.", {"at_most": 2}, []),
        (
            "words", "A b, c d, e. F g.", {"at_most": 3},
            ["A b, c d, e.", "F g.", "A b, c d, e.", "A b, c d", "A b, e. F g."],
        ),
        ("lines", "One.\n\n Two. ", {"at_most": 1}, ["One. Two."]),
        ("lines", "One. Two.", {"at_least": 2}, ["One.\nTwo."]),
        ("bullets", "One. Two.", {"at_least": 1}, ["- One. Two.", "- One.\n- Two."]),
        ("bullets", "1. One. Two.", {"at_least": 1}, ["- One. Two.", "- One.\n- Two."]),
        ("bullets", "- One\n  * Two", {"at_most": 0}, ["One\n  Two"]),
        ("numbered", "One. Two.", {"at_least": 1}, ["1. One. Two.", "1. One.\n2. Two."]),
        ("numbered", "1. One\n2) Two", {"at_most": 0}, ["One\nTwo"]),
        (
            "bold", "It is Bergen, so. Yes.", {"at_least": 1},
            ["**It is Bergen, so**. Yes.", "**It is Bergen, so.** Yes.", "**It is Bergen**, so. Yes."],
        ),
        ("bold", "- It is.", {"at_least": 1}, ["- **It is**.", "- **It is.**", "- **It is**."]),
        ("emphasis", "# **It** is _so_.", {"at_most": 0}, ["It is so."]),
        ("emoji", "It is. ", {"at_least": 1}, ["It is. 😊", "😊 It is. "]),
        ("emoji", "It is 😊 so 🎉.", {"at_most": 0}, ["It is so."]),
        ("questions", "One. Two? Three.", {"at_most": 0}, ["One. Three.", "One. Two. Three."]),
        ("questions", "Two?", {"at_most": 0}, ["Two."]),
        ("exclamations", "One. Two.", {"at_least": 1}, ["One! Two.", "One. Two!", "One. Two.!"]),
        ("exclamations", "One?", {"at_least": 1}, ["One?!", "One?!"]),
        ("exclamations", "One! Two!! Three?!", {"at_most": 0}, ["One. Two. Three?"]),
    ],
)  # fmt: skip
def test_what_is_counted_is_added_or_removed(of, text, bound, texts) -> None:
    assert proposed("counts", text, {"of": of, **bound}) == texts


def test_a_note_may_be_replaced_by_a_shorter_one() -> None:
    plain = ["That is clear.", "It stays in mind.", "That will be kept.", "Thanks, that will be kept.", "Fine by me."]
    assert proposed("counts", "One.", {"of": "sentences", "at_most": 1}, NOTE) == plain
    assert proposed("counts", "One.", {"of": "sentences", "at_least": 2}, NOTE)[0] == "One. It stays on file."


def test_length_is_added_sentence_by_sentence_from_each_beginning() -> None:
    texts = proposed("counts", "One", {"of": "words", "at_least": 20})
    assert texts[:2] == ["One. It stays on file.", "One. It stays on file. There is no more to add to that."]
    assert texts[6] == "One. There is no more to add to that."
    assert len([text for text in texts if text.startswith("One. ")]) >= 36
    assert "One, and it stays on file." in texts
    assert "One It stays on file, and it stays on file." in texts


def test_a_question_is_asked_at_the_end_or_the_beginning() -> None:
    texts = proposed("counts", "One", {"of": "questions", "at_least": 1})
    assert texts[:4] == [
        "One. Is that fine?",
        "Is that fine? One",
        "One. Does that suit you?",
        "Does that suit you? One",
    ]
    assert "One, if that is fine?" in texts
    ends = proposed("ends_asking", "Well? It is.", {"asked": True})
    assert (ends[0], ends[-1]) == ("Well? It is. Is that fine?", "It is. Well?")
    assert proposed("ends_asking", "It is. Well?", {"asked": False}) == ["It is.", "It is. Well."]


# ---------------------------------------------------------------------- phrases


def test_phrases_are_added_at_their_place() -> None:
    given = {"phrases": ("hello", "hi"), "at_least": 1}
    start = proposed("phrases", "It is.", {**given, "place": "start"})
    assert start == ["Hello, it is.", "Hello. It is.", "Hi, it is.", "Hi. It is."]
    end = proposed("phrases", "It is.", {**given, "place": "end"})
    assert end[0] == "It is, hello."
    note = proposed("phrases", "It is.", {**given, "place": "start"}, NOTE)
    assert note[4] == "That is clear."
    many = {"phrases": tuple("abcdefgh"), "at_least": 1, "place": "start"}
    assert len(proposed("phrases", "It is.", many)) == 12  # six phrases, two ways


@pytest.mark.parametrize(
    ("text", "place", "texts"),
    [
        ("Sorry, it is.", "anywhere", ["It is.", "It is.", "It is."]),
        ("It is, sorry, so.", "anywhere", ["It is,, so.", "It is, so.", "It is, so."]),
        ("It is. Sorry. Yes.", "anywhere", ["It is.. Yes.", "It is.. Yes.", "It is.. Yes.", "It is. Yes."]),
        ("Sorry, it is. Yes.", "start", ["It is. Yes.", "It is. Yes.", "Yes.", "Yes."]),
        ("Hello Anna Berg, sorry, it is.", "start", ["Hello Anna Berg, It is.", "Hello Anna Berg, It is."]),
        ("It is sorry.", "start", []),
    ],
)
def test_phrases_are_removed_from_their_place(text, place, texts) -> None:
    parameters = {"phrases": ("sorry",), "at_most": 0, "place": place}
    assert proposed("phrases", text, parameters) == texts


def test_words_are_put_first_and_last() -> None:
    assert proposed("first_words", "It is.", {"phrases": ("Right",)}) == ["Right, it is.", "Right. It is."]
    last = proposed("last_words", "Is it?", {"phrases": ("over",)})
    assert last[:4] == ["Is it, over?", "Is it, over.", "Is it? Over.", "Is it. Over."]


def test_the_persons_own_words_are_quoted_or_quotations_removed() -> None:
    texts = proposed("quotes", "It is.", {"own_words": True})
    assert 'It is, to take up your "Where did".' in texts
    assert 'It is, as to "old boat".' in texts
    assert not any('"my' in text for text in texts)  # no pronouns
    assert proposed("quotes", "It is “so”, 'yes', Anna's.", {"own_words": False}) == ["It is so, yes, Anna's."]
    lone = Occasion("Me?", "Anna")
    assert proposed("quotes", "It is.", {"own_words": True}, lone)[0] == 'It is, to take up your "Me".'


@pytest.mark.parametrize(
    ("occasion", "day"),
    [
        (ANSWER, "3 March 2025"),  # the last of the days told
        (Occasion(date=NOON), "2 June 2024"),
        (Occasion(), "2 January 2025"),
    ],
)
def test_the_day_of_the_disclosure_is_cited(occasion, day) -> None:
    assert proposed("cites_date", "It is.", {"cited": True}, occasion)[0] == f"It is, as you told me on {day}."


def test_a_cited_day_is_removed() -> None:
    texts = proposed("cites_date", "It is Bergen, as of 3 March 2025.", {"cited": False})
    assert texts[0] == "It is Bergen, as."
    assert "It is Bergen." in texts
    assert proposed("cites_date", "You told me so.", {"cited": False})[-1] == "You spoke of it me so."


@pytest.mark.parametrize(
    ("style", "text", "first"),
    [
        ("first_name", "It is.", "It is, Anna."),
        ("title", "It is.", "It is, Mx Berg."),
        ("title", "It is, Anna.", "It is, Mx Berg."),
        ("first_name", "It is, Ms Berg.", "It is Anna."),
        ("none", "It is, Anna.", "It is."),
        ("none", "Anna, it is.", "it is."),
        ("none", "It is, Mx Berg, so.", "It is, so."),
    ],
)
def test_the_person_is_addressed(style, text, first) -> None:
    assert proposed("address", text, {"style": style})[0] == first


def test_a_greeting_takes_the_name() -> None:
    texts = proposed("address", "Hello, it is.", {"style": "first_name"})
    assert texts[-2:] == ["Anna, Hello, it is.", "Hello Anna, it is."]
    assert "Hello Anna" not in " ".join(proposed("address", "It is hello.", {"style": "first_name"}))


@pytest.mark.parametrize(
    ("text", "at_most", "texts"),
    [
        ("One two three, four five.", 3, ["One two three. Four five."]),
        ("One two three four five.", 3, ["One two three. Four five."]),
        ("One and two and three.", 4, ["One and two. And three."]),
        ("One, two, three four five six.", 3, ["One, two. Three four five six."]),
        ("One two – three.", 2, ["One two. Three."]),
        ("One two.", 3, []),
    ],
)
def test_long_sentences_are_split_at_the_last_clause_that_fits(text, at_most, texts) -> None:
    assert proposed("sentence_lengths", text, {"at_most": at_most})[:1] == texts


def test_clauses_and_sentences_with_long_words_are_dropped() -> None:
    assert proposed("word_lengths", "One, two, three. Four.", {}) == [
        "One, two",
        "One, three. Four.",
        "One, two, three.",
    ]
    assert proposed("word_lengths", "One.", {}, NOTE)[0] == "That is clear."


def test_each_sentence_gets_a_line_and_keeps_its_mark() -> None:
    assert proposed("lines", "- One. Two.\nThree.", {}) == ["- One.\nTwo.\nThree."]


def test_large_numbers_are_separated_or_not() -> None:
    assert proposed("thousands_style", "It is 1250000, not 12,500.", {"style": "separated"}) == [
        "It is 1,250,000, not 12,500."
    ]
    assert proposed("thousands_style", "It is 1,250,000, not 12500.", {"style": "plain"}) == [
        "It is 1250000, not 12500."
    ]


def test_dates_without_a_year_are_of_the_occasions() -> None:
    assert proposed("weekday", "It is 14 May.", {"given": True}) == ["It is Tuesday 14 May."]  # 2024
    assert proposed("weekday", "It is 14 May.", {"given": True}, Occasion()) == ["It is Wednesday 14 May."]  # 2025
    assert proposed("date_style", "It is 14 May.", {"style": "iso"}) == ["It is 2024-05-14."]


@pytest.mark.parametrize("text", ["It is Tuesday 14 May.", "It is Tuesday, 14 May.", "It is 14 May (Tuesday)."])
def test_weekdays_are_left_out_on_either_side_of_a_date(text: str) -> None:
    assert proposed("weekday", text, {"given": False}) == ["It is 14 May."]


# ---------------------------------------------------------------------- replies that keep settings


@pytest.mark.parametrize(
    ("text", "settings", "styled"),
    [
        ("It is Bergen.", {}, "It is Bergen."),
        ("It is Bergen.", {"length": "one_sentence"}, "It is Bergen."),
        ("It is Bergen. I like it.", {"length": "one_sentence"}, "It is Bergen, I like it."),
        ("It is Bergen.", {"address": "first_name"}, "It is Bergen, Anna."),
        ("It is Bergen.", {"address": "title"}, "It is Bergen, Mx Berg."),
        ("It is 14 May 2025.", {"dates": "iso"}, "It is 2025-05-14."),
        ("It is Bergen.", {"emoji": "wanted"}, "It is Bergen. 😊"),
        ("It's Bergen.", {"contractions": "none"}, "It is Bergen."),
        ("It is Bergen.", {"exclamation": "wanted"}, "It is Bergen!"),
        ("It is Bergen.", {"closing_word": "over"}, "It is Bergen, over."),
        ("It is Bergen.", {"opening_word": "right"}, "Right, it is Bergen."),
        ("It is Bergen.", {"address": "first_name", "emoji": "wanted"}, "It is Bergen, Anna. 😊"),
    ],
)
def test_a_reply_is_changed_as_little_as_its_settings_want(text, settings, styled) -> None:
    assert apply_style(text, settings, ANSWER) == styled
    for style_attribute, name in settings.items():
        assert BOOK.keeps(styled, ANSWER, style_attribute, name) is not False


def test_rules_are_tried_on_questions_and_notes() -> None:
    """A question asks, and a note does not; two of the replies open a session."""
    assert all(occasion.asked is ("?" in occasion.message) for _, occasion in BASES)
    assert [occasion.opening for _, occasion in BASES] == [False, False, False, True, False, True, False]
    assert {occasion.act for _, occasion in BASES} == {
        PlanAct.ANSWER, PlanAct.ABSTAIN, PlanAct.ACKNOWLEDGE, PlanAct.CONFIRM,
    }  # fmt: skip


def test_a_witness_keeps_its_rules_or_there_is_none() -> None:
    assert compose_witness([("address", "first_name")], ANSWER) == "It is Bergen, Anna."
    assert compose_witness([("address", "first_name")], ANSWER, "It is Oslo.") == "It is Oslo, Anna."
    assert compose_witness([("word_length", "short")], ANSWER, "Bergenhausen Oslohausenstadt.") is None


# ---------------------------------------------------------------------- a person's rules


def rule(id: str, kind: str, setting: str, since: int = 1, until: int | None = None, domain: str = "") -> StandingRule:
    def moment(day: int) -> datetime:
        return datetime(2024, 6, day, 12, tzinfo=UTC)

    return StandingRule(id, kind, setting, moment(since), None if until is None else moment(until), domain=domain)


@pytest.mark.parametrize(
    ("since", "until", "holds"),
    [(1, None, True), (2, None, True), (3, None, False), (1, 2, False), (1, 3, True), (2, 2, False)],
)
def test_a_rule_holds_from_its_beginning_to_before_its_end(since, until, holds) -> None:
    """On 2 June at noon."""
    found = BOOK.judge("It is Bergen.", ANSWER, [rule("r", "length", "one_sentence", since, until)])
    assert found == ((("r",) if holds else ()), ())


def test_kept_and_broken_rules_come_in_the_order_of_the_person() -> None:
    rules = [
        rule("r4", "address", "first_name"), rule("r2", "length", "one_sentence"), rule("r1", "emoji", "wanted"),
        rule("r3", "exclamation", "none"), rule("r5", "dates", "iso"),
    ]  # fmt: skip
    assert BOOK.judge("It is Bergen.", ANSWER, rules) == (("r2", "r3"), ("r4", "r1"))


def test_a_plan_is_judged_by_the_procedure_of_its_domain_alone() -> None:
    steps = every_domain()["travel"].steps
    one, two = list(steps)[:2]
    rules = [rule("r1", "length", "one_sentence"), rule("r2", "procedure", f"{one} {two}", domain="travel")]
    asked = Occasion("How do I go about it?", "Anna", NOON, act=PlanAct.ADVISE, asked=True, consulted="travel")
    right, wrong = (" ".join(steps[step].say[0] for step in order) for order in ((one, two), (two, one)))
    assert BOOK.judge(right, asked, rules) == (("r2",), ())
    assert BOOK.judge(wrong, asked, rules) == ((), ("r2",))
    assert BOOK.judge("", asked, rules) == ((), ())
    other = Occasion("How do I go about it?", "Anna", NOON, act=PlanAct.ADVISE, asked=True, consulted="wedding")
    assert BOOK.judge("It is Bergen.", other, rules) == (("r1",), ())
    assert BOOK.judge("It is Bergen.", ANSWER, rules) == (("r1",), ())
    ended = [rules[0], rule("r2", "procedure", f"{one} {two}", 1, 2, "travel")]
    assert BOOK.judge("It is Bergen.", asked, ended) == (("r1",), ())


def test_a_book_may_hold_rules_of_ones_own() -> None:
    own = RuleBook({"length": BOOK.rules["length"]})
    assert own.keeps("It is Bergen.", ANSWER, "length", "one_sentence") is True
    with pytest.raises(ConfigurationError, match="no rule for 'emoji'"):
        own.setting("emoji", "wanted")


def test_the_occasion_of_examples_has_defaults_that_a_setting_may_change() -> None:
    plain = witness_occasion(BOOK.setting("length", "one_sentence"))
    assert plain == Occasion(
        "Where did I say that I live now?", "Anna", datetime(2025, 6, 2, 9, 30, tzinfo=UTC), asked=True
    )
