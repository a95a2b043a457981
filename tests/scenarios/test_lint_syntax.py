"""Families of syntax, worked out by hand from the classes of words that `lint/syntax.py` lists."""

from __future__ import annotations

import pytest

from regulars.scenarios.lint.syntax import syntax_family


@pytest.mark.parametrize(
    ("line", "family"),
    [
        ("I moved to {value} last spring.", ("I", "to", "word")),
        ("I've gone to {value} for good.", ("I", "to", "for")),
        ("{value} is home these days.", ("value", "start", "be")),
        ("Put me down for {value}", ("word", "for", "end")),
        ("Car: {value}.", ("word", "mark", "end")),
        ("At the moment I'm on {value}, sadly.", ("preposition", "in", "mark")),
        # Determiners before the value do not count, nor do words such as `well` at the beginning.
        ("Well, so my new bike is a {value}.", ("my", "be", "end")),
        ("My new bike is {value}!", ("my", "be", "end")),
        # The sentence with the value counts, wherever it stands.
        ("It rained all day. We bought a {value} anyway. Nice.", ("we", "verb", "word")),
        # A clause before the main one opens with a link; a cleft with a question word.
        ("When I drive, it's a {value}.", ("link", "be", "end")),
        ("What’s parked outside is {value}, finally.", ("wh", "be", "mark")),
    ],
)
def test_a_telling_is_sorted_by_its_opening_and_by_what_surrounds_the_value(line, family):
    assert syntax_family(line) == family


@pytest.mark.parametrize(
    ("line", "family"),
    [
        ("Which city do I live in?", ("which", "noun", "I")),
        ("Which town is it that we chose?", ("which", "noun", "we")),
        ("Do you remember my car?", ("do", "you", "my")),
        ("What is it called again?", ("what", "aux", "none")),
        ("My dentist's name?", ("my", "noun", "none")),
        ("Remind me which gym it was.", ("verb", "I", "I")),
        # The last sentence asks.
        ("The form wants it. What did I say?", ("what", "aux", "I")),
        # `When` asks before an auxiliary, and links before anything else.
        ("When did I get married?", ("when", "aux", "I")),
        ("When is my exam?", ("when", "aux", "my")),
        ("When I drive, which car is it?", ("link", "I", "I")),
        ("When's my lease up?", ("when's", "my", "my")),
    ],
)
def test_a_question_is_sorted_by_its_first_words_and_whether_it_speaks_of_the_person(line, family):
    assert syntax_family(line) == family
