"""Of a long reply, both ends are read and passages around the values that matter: exactly these characters."""

from __future__ import annotations

from regulars.rewards.excerpts import excerpt

HEAD, TAIL = "h" * 8000, "t" * 8000


def long(middle: str) -> str:
    """A text with `middle` behind 8,000 characters and before 8,000 others."""
    return HEAD + middle + TAIL


def test_up_to_20000_characters_are_read_whole():
    assert excerpt("a" * 20_000, ["Oslo"]) == "a" * 20_000
    assert excerpt("a" * 20_001, ["Oslo"]) == "a" * 8000 + "\n\n" + "a" * 8000


def test_a_value_in_the_middle_is_read_with_200_characters_around():
    text = long("a" * 1000 + "b" * 200 + "OSLO" + "c" * 196 + "d" * 4000)
    # The passage begins 200 characters before the value and ends 200 characters behind its first letter.
    assert excerpt(text, ["oslo"]) == "\n\n".join([HEAD, "b" * 200 + "OSLO" + "c" * 196, TAIL])
    assert excerpt(text, ["", "Graz"]) == "\n\n".join([HEAD, TAIL])


def test_a_value_at_the_edge_is_read_from_the_edge_on():
    text = long("a" * 50 + "Oslo" + "c" * 196 + "d" * 4000)
    assert excerpt(text, ["Oslo"]) == "\n\n".join([HEAD, "a" * 50 + "Oslo" + "c" * 196, TAIL])


def test_passages_do_not_overlap():
    # Oslo stands at 300 and Graz at 404: the first passage is 100 to 500, the second the rest of 204 to 604.
    text = long("a" * 300 + "Oslo" + "b" * 100 + "Graz" + "c" * 92 + "d" * 104 + "e" * 4000)
    first, second = "a" * 200 + "Oslo" + "b" * 100 + "Graz" + "c" * 92, "d" * 104
    assert excerpt(text, ["Graz", "Oslo"]) == "\n\n".join([HEAD, first, second, TAIL])
    # Two spellings of one place, or one spelling twice, are one passage.
    alone = long("a" * 300 + "Oslo" + "b" * 4000)
    assert excerpt(alone, ["Oslo", "Os", "OSLO"]) == "\n\n".join([HEAD, "a" * 200 + "Oslo" + "b" * 196, TAIL])


def test_eight_passages_are_read_and_no_more():
    names = [f"city{number}x" for number in range(9)]
    text = long("".join("." * 600 + name for name in names) + "." * 600)
    read = excerpt(text, names)
    assert [name in read for name in names] == [True] * 8 + [False]
    assert len(read) <= 20_000


def test_letters_that_grow_in_lower_case_are_read_in_lower_case():
    # A capital I with a dot is two characters in lower case: 200 characters before the value are a hundred of them.
    text = long("\u0130" * 300 + "OSLO" + "b" * 4000)
    assert excerpt(text, ["Oslo"]) == "\n\n".join([HEAD, "i\u0307" * 100 + "oslo" + "b" * 196, TAIL])
