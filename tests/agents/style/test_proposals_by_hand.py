"""What each repair proposes for a text of several parts: all of it, in order."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from regulars.agents.style.apply import apply_style, compose_witness, has_witness
from regulars.agents.style.edits import (
    contracted,
    expanded,
    redated,
    renumbered,
    repriced,
    retimed,
    with_clause,
    with_weekdays,
)
from regulars.agents.style.phrases import style_phrases
from regulars.agents.style.repairs import REPAIRS
from regulars.agents.style.rules import default_book
from regulars.dialogue import PlanAct
from regulars.rewards.style_checks.occasions import Occasion

NOON = datetime(2024, 6, 2, 12, tzinfo=UTC)
ANSWER = Occasion("Where did my boat go?", "Anna Berg", NOON, asked=True, told=(date(2025, 3, 1), date(2025, 3, 4)))


@pytest.mark.parametrize(
    ("check", "text", "parameters", "texts"),
    [
        # One clause of four is dropped, the last first and the first never; then one sentence, likewise.
        (
            "word_lengths", "A, b, c, d.", {},
            ["A, b, c", "A, b, d.", "A, c, d."],
        ),
        (
            "word_lengths", "A one. B two. C three. D four.", {},
            ["A one. B two. C three.", "A one. B two. D four.", "A one. C three. D four."],
        ),
        # Each pass splits the first sentence that is too long, at its last clause within the limit.
        (
            "sentence_lengths", "One two, three four and five six or seven. Eight nine ten, eleven twelve.",
            {"at_most": 4},
            [
                "One two, three four. And five six or seven. Eight nine ten, eleven twelve.",
                "One two. Three four. And five six or seven. Eight nine ten, eleven twelve.",
                "One two. Three four. And five six. Or seven. Eight nine ten, eleven twelve.",
                "One two. Three four. And five six. Or seven. Eight nine ten. Eleven twelve.",
            ],
        ),
        # Exactly as many words as allowed are split too, one fewer are not.
        ("sentence_lengths", "One two three, four.", {"at_most": 4}, ["One two three. Four."]),
        ("sentence_lengths", "One two, three.", {"at_most": 4}, []),
        ("lines", "1. One. Two.\n\nThree! Four.", {}, ["1. One.\nTwo.\nThree!\nFour."]),
        ("contractions", "It is so, and I'm in.", {"contracted": True}, ["It's so, and I'm in."]),
        ("contractions", "It is so, and I'm in.", {"contracted": False}, ["It is so, and I am in."]),
        # Without questions; else the question marks become full stops.
        ("ends_asking", "Is it? It is. Or not?", {"asked": False}, ["It is.", "Is it. It is. Or not."]),
        ("ends_asking", "Is it? Or not?", {"asked": False}, ["Is it. Or not."]),
        ("quotes", "\"So\", 'he' «said», Anna's.", {"own_words": False}, ["So, he said, Anna's."]),
        ("clock_style", "At 14:05, or 9:30 am.", {"hours": 12}, ["At 2:05 pm, or 9:30 am."]),
        ("number_style", "I have 12 cats and two dogs.", {"style": "words"}, ["I have twelve cats and two dogs."]),
        ("currency_style", "It is €30 or $5.", {"style": "word"}, ["It is 30 euros or 5 dollars."]),
        ("plain_ascii", "Café – très bien…", {}, ["Cafe, tres bien..."]),
        ("thousands_style", "1250000 or 1500.", {"style": "separated"}, ["1,250,000 or 1,500."]),
        # Both titled and plain names go; commas with them.
        ("address", "Anna, it is, Mx Berg.", {"style": "none"}, ["it is."]),
        (
            "address", "Hi there, it is.", {"style": "title"},
            [
                "Hi there, it is, Mx Berg.", "Hi there, it is. Mx Berg.", "Hi there, it is. Mx Berg.",
                "Hi there, Mx Berg, it is.", "Hi there, it is.\nMx Berg", "Mx Berg, Hi there, it is.",
                "Hi Mx Berg there, it is.",
            ],
        ),
        ("first_words", "It is.", {"phrases": ("so", "well")},
         ["So, it is.", "So. It is.", "Well, it is.", "Well. It is."]),
        # Each closing as it is and without its question mark; before a question, the first sentence comes first.
        ("last_words", "It is. Is it?", {"phrases": ("over",)}, [
            "It is, over. Is it?", "It is, over. Is it.", "It is. Is it, over?", "It is. Is it, over.",
            "It is, over. Is it?", "It is, over. Is it.",
            "It is. Is it? Over.", "It is. Is it. Over.", "It is. Over. Is it?", "It is. Over. Is it.",
            "It is. Is it?\nOver", "It is. Is it.\nOver",
        ]),
        (
            "cites_date", "As of 1 March 2025, and since 4 March 2025, told.", {"cited": False},
            [
                # Each date with the word before it; then all dates; then the clauses that hold them.
                "As, and since 4 March 2025, told.", "As of 1 March 2025, and, told.",
                "As of , and since , told.", "As of and since 4 March 2025, told.", "As of and since told.",
                "As of 1 March 2025, and since 4 March 2025, spoke of it.",
            ],
        ),
    ],
)  # fmt: skip
def test_proposals_in_order(check, text, parameters, texts) -> None:
    assert list(REPAIRS[check](text, ANSWER, parameters)) == texts


@pytest.mark.parametrize(
    ("edit", "text", "edited"),
    [
        # A day that the calendar does not have stays as it is.
        (lambda text: with_weekdays(text, 2025), "It is 31 June 2025.", "It is 31 June 2025."),
        (lambda text: with_weekdays(text, 2025), "It is 30 June 2025.", "It is Monday 30 June 2025."),
        (lambda text: with_weekdays(text, 2025), "It is Sunday, 30 June 2025.", "It is Monday 30 June 2025."),
        (lambda text: with_weekdays(text, 2025), "It is 30 June 2025 (a Sunday).", "It is Monday 30 June 2025."),
        (lambda text: with_weekdays(text, 2024), "It is 30 June.", "It is Sunday 30 June."),
        (lambda text: redated(text, "iso", 2025), "It is 31 June 2025.", "It is 31 June 2025."),
        (lambda text: redated(text, "iso", 2025), "It is 13/13/2025.", "It is 13/13/2025."),
        (lambda text: redated(text, "day_month", 2025), "It is 1.2.99.", "It is 1 February 2099."),
        (lambda text: redated(text, "month_day", 2025), "It is 13.2.2025.", "It is February 13, 2025."),
        # Midnight, noon, and one past each.
        (lambda text: retimed(text, 24), "At 12 am, 12:30 pm, 1:05 am.", "At 00:00, 12:30, 01:05."),
        (lambda text: retimed(text, 12), "At 00:00, 12:30, 13:05.", "At 12:00 am, 12:30 pm, 1:05 pm."),
        (lambda text: repriced(text, "word"), "It is €30, or £40.", "It is 30 euros, or 40 pounds."),
        (lambda text: repriced(text, "sign"), "30 euros, 40 GBP.", "€30, £40."),
        (lambda text: repriced(text, "code"), "€30 and 40 dollars.", "30 EUR and 40 USD."),
        (lambda text: renumbered(text, "words"), "**3** it is.", "**Three** it is."),
        (lambda text: renumbered(text, "words"), "So 3 it is, or 99.", "So three it is, or ninety-nine."),
        (lambda text: renumbered(text, "figures"), "So two or ninety-nine.", "So 2 or 99."),
        # Capitals stay at the start of a sentence or a line, and a lone I stays one.
        (contracted, "It is so. I am here. it is.", "It's so. I'm here. it's."),
        (expanded, "It's so.\nI'm here. Isn't it?", "It is so.\nI am here. Is not it?"),
        (expanded, "Then it’s so.", "Then it is so."),
    ],
)  # fmt: skip
def test_edits_at_the_edges_of_calendar_clock_and_sentence(edit, text, edited) -> None:
    assert edit(text) == edited


@pytest.mark.parametrize(
    ("text", "settings", "styled"),
    [
        # Setting by setting: first the two sentences become one, then the name comes at its end.
        (
            "It is Bergen. I like it.", {"length": "one_sentence", "address": "first_name"},
            "It is Bergen, I like it, Anna.",
        ),
        # A proposal that is still too short is none. The last sentence makes 53 words of 35.
        (
            "I would go with Bergen.", {"words": "at_least_forty", "contractions": "wanted"},
            "I would go with Bergen. It stays on file. There's no more to add to that. That's all there's to say. It's "
            "kept in mind for the next time. The rest stays as it was. That much is clear from what was said before, "
            "and it's kept for the next time as well.",
        ),
        ("It's 14 May 2025!", {"contractions": "none", "dates": "iso", "exclamation": "none"}, "It is 2025-05-14."),
    ],
)  # fmt: skip
def test_several_settings_are_kept_together(text, settings, styled) -> None:
    reply = apply_style(text, settings, ANSWER)
    assert all(default_book().keeps(reply, ANSWER, name, value) is not False for name, value in settings.items())
    assert reply == styled


def test_a_text_without_words_is_no_proposal() -> None:
    # `Good` opens the reply, so the words in place of it, then an emoji. Nothing at all would break no rule.
    settings = {"exclamation": "wanted", "openers": "none"}
    noted = Occasion("I was out.", "Anna", NOON, act=PlanAct.ACKNOWLEDGE, opening=True)
    assert apply_style("Good to know.", settings, noted) == "That is clear!"
    assert apply_style("Good to know.", {"emoji": "wanted", "banned_word": "noted"}, noted) == "That is clear. 😊"


def test_of_two_endings_each_stands_once() -> None:
    settings = {"closing_word": "cheers", "next_step": "named"}
    assert apply_style("It is Bergen.", settings, ANSWER) == "It is Bergen, the next step is yours, cheers."


def test_without_a_witness_there_is_no_reply_and_a_name_is_supplied() -> None:
    assert has_witness([("address", "first_name"), ("length", "one_sentence")]) is True
    assert has_witness([("address", "first_name"), ("address", "none")]) is True  # one style attribute, the last counts
    assert compose_witness([("length", "one_sentence")], ANSWER, "One. Two.") == "One, Two."
    note = Occasion("I was out.", "Anna", NOON, act=PlanAct.ACKNOWLEDGE)
    assert compose_witness([], note) == "Good to know."
    assert compose_witness([], Occasion(act=PlanAct.CONFIRM)) == "I would go with Bergen."
    assert compose_witness([], Occasion(act=PlanAct.REMIND)) == "It is Bergen."


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        # Pairs first, then words of three letters and more; the last eight of twelve, none with a pronoun.
        (
            "Where did my old red boat go off to?",
            ["go off", "off to", "Where", "did", "old", "red", "boat", "off"],
        ),
        # Words that a mark parts are no pair.
        ("Off, boat!", ["Off", "boat"]),
        ("Old boat?", ["Old boat", "Old", "boat"]),
        ("Go to it.", ["Go to", "to it"]),
        # Nothing but pronouns: the last word.
        ("You and your boat?", ["and", "boat"]),
        ("My own?", ["own"]),
        ("Me, you?", ["you"]),
        ("?", []),
    ],
)
def test_one_or_two_of_the_messages_words_are_quoted(message, parts) -> None:
    phrases = style_phrases()["quoted"]
    expected = [
        text for part in parts for phrase in phrases for text in with_clause("It is.", phrase.format(words=part))
    ]
    occasion = Occasion(message, "Anna", NOON)
    assert list(REPAIRS["quotes"]("It is.", occasion, {"own_words": True})) == expected
