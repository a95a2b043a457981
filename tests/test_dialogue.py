"""How tokens are counted."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regulars.dialogue import count_tokens

PLAIN = re.compile(r"\w+|[^\w\s]")


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=60))
@example("".join(map(chr, range(128))))
@example("x")
def test_tokens_of_plain_text_are_its_words_and_marks(text):
    assert count_tokens(text) == len(PLAIN.findall(text))


@given(st.text(max_size=60), st.text(max_size=60))
def test_tokens_add_up_over_what_stands_apart(first, second):
    assert count_tokens(f"{first} {second}") == count_tokens(first) + count_tokens(second)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("ok", 1), ("你住在成都, ok?", 8), ("naïve café!", 3)])
def test_a_chinese_character_is_a_token(text, count):
    assert count_tokens(text) == count
