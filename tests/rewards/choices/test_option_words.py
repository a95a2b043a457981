"""Which words of a reply refer to an option, beside those that only look like it."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.option_words import OptionWords, told_in_order

FEARS = ("fierce rivalry and khaki", "fierce rivalry and maroon", "toy weapons and khaki")


def meant(text: str, options: tuple[str, ...] = FEARS, heads_only: bool = False) -> list[str]:
    """The words that refer to options, and the options by their numbers from 1 on."""
    found = OptionWords(options, heads_only).find(text)
    assert all(one.kind == "words" for one in found)
    return [f"{text[one.start : one.end]}={''.join(str(at + 1) for at in sorted(one.options))}" for one in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rivalry", ["rivalry=12"]),
        ("khaki", ["khaki=13"]),
        ("maroon", ["maroon=2"]),
        ("and", []),
        # Neighbours that share an option are one phrase, and mean what all of them mean.
        ("rivalry khaki", ["rivalry khaki=1"]),
        ("rivalry, khaki", ["rivalry=12", "khaki=13"]),
        ("maroon weapons", ["maroon=2", "weapons=3"]),
        # The same stem, of four letters or more, with at most four other letters.
        ("rivalries", ["rivalries=12"]),
        ("rivals", ["rivals=12"]),
        ("riva", ["riva=12"]),
        ("riv", []),
        ("weaponized", ["weaponized=3"]),
        ("weaponising", []),
        ("toy", ["toy=3"]),
        ("toys", ["toys=3"]),
        ("toyed", []),
        # Words of six letters may be off by one behind the first four.
        ("maruon", []),
        ("maroun", ["maroun=2"]),
        ("maron", ["maron=2"]),
        ("maroom", ["maroom=2"]),
        ("khaqi", []),
    ],
)
def test_words_refer_to_all_options_that_have_them(text: str, found: list[str]) -> None:
    assert meant(text) == found


def test_words_that_all_options_have_refer_to_none():
    assert meant("my dentist", ("My dentist is Holm.", "My dentist is Aas.")) == []
    assert meant("holm", ("My dentist is Holm.", "My dentist is Aas.")) == ["holm=1"]


def test_of_names_only_the_last_word_stands_for_one():
    gifts = ("wine decanter", "bird feeder")
    assert meant("wine, decanter, feeders, decanters", gifts, heads_only=True) == [
        "decanter=1", "feeders=2", "decanters=1",
    ]  # fmt: skip
    assert meant("wine, feed", gifts) == ["wine=1", "feed=2"]
    assert meant("feed", gifts, heads_only=True) == []


def test_numbers_in_words_refer_to_numbers_in_figures():
    rooms = ("a flat with 3 rooms", "a flat with 4 rooms")
    assert meant("the one with three", rooms) == ["three=1"]
    assert meant("3, 4, 5", rooms) == ["3=1", "4=2"]
    assert meant("13", rooms) == []


def test_other_words_for_the_first_and_the_last():
    numbers = ("The first number.", "The last number.")
    assert meant("the original, the newest, the middle", numbers) == ["original=1", "newest=2"]
    assert OptionWords(numbers).names_places
    assert not OptionWords(FEARS).names_places


def test_options_of_the_same_words_are_told_apart_by_order():
    histories = ("It went tram, then bus, then ferry.", "It went bus, then tram, then ferry.")
    words = OptionWords(histories)
    assert words.is_permuted
    # `went` and `it` are common words.
    assert words.orders == [("tram", "bus", "ferry"), ("bus", "tram", "ferry")]
    assert told_in_order([0, 1], words.orders, "bus, tram and ferry") == [1]
    assert told_in_order([0, 1], words.orders, "tram, bus") == []
    assert told_in_order([0], words.orders, "bus, tram and ferry") == []
    assert told_in_order([0], [()], "bus") == []
    assert not OptionWords(FEARS).is_permuted
    assert not OptionWords(("tram", "bus")).is_permuted
