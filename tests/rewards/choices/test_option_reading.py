"""How a reply means each option that it names: the groups that it joins, and what the words around them say."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.option_groups import OTHER
from regulars.rewards.choices.option_reading import OptionReading
from regulars.values import Domain

HOMES = ("a flat in Bergen", "a house in Oslo", "a boat in Graz", "a tent in Porto")
BOATS = ("Mistral", "Meridian", "Albatross")
NAMES = Domain("boat", aliases=dict.fromkeys((*BOATS, "Dolphin"), ()))
PAIRS = ("bronze microfibre sofa", "bronze leather chair", "silver leather sofa")


def groups(text: str, options: tuple[str, ...] = HOMES, domain: Domain | None = None) -> str:
    """The groups of a reply: their options by letters (`X` for another value), and `-` denied, `?` open, `!` picked."""
    made = []
    for group in OptionReading(text, options, domain).groups:
        letters = "".join("X" if one == OTHER else "ABCD"[one] for one in sorted(group.options))
        made.append(letters + "-" * group.is_denied + "?" * group.is_open + "!" * group.is_pick)
    return " ".join(made)


def boats(text: str) -> str:
    return groups(text, BOATS, NAMES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What joins options, and what keeps them apart.
        ("Take A and B.", "AB!"),
        ("Take A or B.", "AB?"),
        ("Take A, B.", "AB!"),
        ("Take A, and B.", "A! B"),
        ("Take A, and B, and C.", "A! B C"),
        ("Take A. Take B.", "A! B!"),
        ("Take A; B.", "A! B"),
        ("Not A, B.", "A- B"),
        ("Not A, B or C.", "ABC-"),
        ("Not A, B, C.", "ABC-"),
        # A letter with a full stop at the beginning of a line ends no sentence.
        ("A. It is nice.", "A!"),
        ("Take A\nB.", "A! B!"),
        # Rejected before and behind, up to a new clause.
        ("Not A, but B.", "A- B"),
        ("Not A, so take B.", "A- B!"),
        ("A is out, B is in.", "A- B"),
        ("Hills, A with its rooms, is out.", "A-"),
        ("Hills, A with rooms and halls is out.", "A"),
        ("A, the flat, is out.", "A-"),
        ("A and so B is out.", "A B-"),
        # Asked, taken for granted, proposed, and answered.
        ("Is it A?", "A?"),
        ("Isn't it A?", "A!"),
        ("Isn't it A? Or B.", "A? B"),
        ("Isn't it A or B?", "AB?"),
        ("How about A?", "A!"),
        ("Is it A? Yes.", "A!"),
        ("Is it A? No.", "A-"),
        ("Is it A? So so.", "A?"),
        ("Is it A, with its old rooms? No.", "A?"),  # the answer is to the whole question
        # Tags ask nothing.
        ("It's A, isn't it?", "A!"),
        ("It's A, no?", "A!"),
        ("It's A, now?", "A?"),
        # Tentative words around an option, not in another clause.
        ("Maybe A.", "A?"),
        ("Maybe, but A.", "A"),
        ("A, maybe.", "A?"),
        ("A (maybe).", "A?"),
        ("A (if so, maybe).", "A!"),
        ("A, the large old flat, maybe.", "A!"),
        # A condition before it.
        ("If it rains, A.", "A?"),
        ("As it rains, A.", "A"),
        ("If it rains. A.", "A!"),
        # A bare option, behind words that pick and before words that do.
        ("A", "A!"),
        ("Well, A.", "A!"),
        ("Hills and A.", "A"),
        ("Hills and take A.", "A!"),
        ("Hills and A wins.", "A!"),
        ("Hills and A rains.", "A"),
    ],
)
def test_lettered_options(text: str, found: str) -> None:
    assert groups(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mistral!", "A!"),
        ("Oh, Mistral!", "A?"),
        ("Oh, Mistral.", "A!"),
        ("Dolphin.", "X!"),
        ("Take Dolphin or Mistral.", "XA?"),
        ("Mistral if it rains.", "A?"),
        ("Mistral as it rains.", "A!"),
        ("Mistral in the rain.", "A"),
        ("All but Mistral.", "A-"),
        ("~~Mistral~~ Meridian.", "B"),
        ("Take the first one.", "A!"),
        ("Take the first one: Mistral.", "A!"),
    ],
)
def test_named_options(text: str, found: str) -> None:
    assert boats(text) == found


def test_neighbouring_words_of_one_phrase_mean_what_all_of_them_mean():
    # `bronze` means the first two, `sofa` the first and the last: together the first.
    assert groups("bronze for your sofa", PAIRS) == "A!"
    assert groups("bronze and sofa", PAIRS) == "A!"
    assert groups("bronze. Sofa", PAIRS) == "AB! AC!"
    assert groups("bronze for the one big old sofa", PAIRS) == "AB! AC"
    # Words count only where no letter, place or value stands in their sentence.
    assert groups("B, bronze", PAIRS) == "B!"


def test_options_in_rows_are_picked_by_their_rows():
    reading = OptionReading("- Mistral: my pick\n- Meridian: loud", BOATS, NAMES)
    assert [(group.in_row, group.is_pick, group.is_exact) for group in reading.groups] == [(True, False, False)] * 2
    plain = OptionReading("Mistral is my pick", BOATS, NAMES)
    assert [(group.in_row, group.is_pick) for group in plain.groups] == [(False, True)]
    lettered = OptionReading("A, option 2 or the boat", HOMES, None)
    assert [(group.kind, group.is_exact) for group in lettered.groups] == [("letter", True)]


@pytest.mark.parametrize(
    ("lead", "letters", "found"),
    [
        # Blank, letters, blank: 36 characters between an ordinary cue and its option, and 70 behind one that concludes.
        ("Hills and take", 34, "A!"),
        ("Hills and take", 35, "A"),
        ("Hills and therefore", 68, "A!"),
        ("Hills and therefore", 69, "A"),
    ],
)
def test_a_cue_stands_near_its_option(lead: str, letters: int, found: str) -> None:
    assert groups(f"{lead} {'x' * letters} A rains.") == found


def test_words_behind_an_option_stand_within_36_characters():
    assert groups(f"Hills and A {'x' * 36} wins.") == "A!"
    assert groups(f"Hills and A {'x' * 37} wins.") == "A"
    assert groups(f"Hills and A {'x' * 24} is out.") == "A-"
    assert groups(f"Hills and A {'x' * 25} is out.") == "A"


def test_at_most_24_names_are_one_list():
    assert boats("Take " + "Mistral, " * 23 + "Mistral") == "A!"
    assert boats("Take " + "Mistral, " * 24 + "Mistral") == "A! A"
