"""Words that join a sentence to what was said before it: what they change, and what they leave alone."""

from __future__ import annotations

import pytest

from regulars.agents.user.leads import led_by
from regulars.agents.user.phrasing import SpokenLine
from regulars.scenarios.language.packs import Language

ENGLISH, CHINESE = Language.load("english"), Language.load("chinese")


@pytest.mark.parametrize(
    ("words", "sentence", "said"),
    [
        ("Anyway,", "My rent went up.", "Anyway, my rent went up."),
        ("Oh, and", "I moved.", "Oh, and I moved."),  # the capital of `I` stays
        ("Oh, and", "I've moved.", "Oh, and I've moved."),
        ("Anyway,", "Bergen is lovely.", "Bergen is lovely."),  # a name keeps its capital, so nothing is joined
        ("Anyway,", "Isaac called.", "Isaac called."),  # begins with the letter I, and is a name
        ("Anyway,", '"I moved," she wrote.', '"I moved," she wrote.'),
        ("Anyway,", "it's raining", "it's raining"),
        ("Something else.", "Bergen is lovely.", "Something else. Bergen is lovely."),  # a sentence of its own
        ("Also,", "", ""),
    ],
)
def test_a_sentence_is_joined_where_its_first_letter_can_be_small(words, sentence, said):
    assert led_by(words, sentence, ENGLISH) == said


def test_a_language_without_capitals_joins_by_a_sentence():
    assert led_by("对了。", "我住在成都。", CHINESE) == "对了。我住在成都。"


def test_a_part_that_is_led_is_carried_with_its_words():
    line = SpokenLine()
    line.say("Thanks!")
    line.say("My rent is 700 euros.", "f-rent")
    line.lead(1, "Anyway,", ENGLISH)
    assert line.parts == ["Thanks!", "Anyway, my rent is 700 euros."]
    assert line.carried == [("Anyway, my rent is 700 euros.", ("f-rent",))]


def test_a_part_that_asks_is_recognised_by_its_beginning_and_stays():
    line = SpokenLine()
    line.say("Thanks!")
    line.say("What do I pay in rent?", "a-ask")
    line.lead(1, "Anyway,", ENGLISH)
    assert line.parts == ["Thanks!", "What do I pay in rent?"]


@pytest.mark.parametrize("kind", ["onward", "besides"])
def test_the_words_themselves_ask_and_tell_nothing(kind):
    for words in ENGLISH.lines("phrases", kind):
        assert led_by(words, "My rent went up.", ENGLISH) == f"{words} my rent went up."
        assert ENGLISH.asked_attribute(f"{words} my rent went up.") is None
        assert ENGLISH.attributes_in(words) == []
