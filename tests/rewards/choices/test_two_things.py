"""Two things that a question compares may be called by their names instead of `the first` and `the second`."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.two_things import with_places
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

OPTIONS = (
    "Only the second is against my nature.",
    "Both of them are against my nature.",
    "Neither of them is against my nature.",
    "Only the first is against my nature.",
)
LETTERS = Domain("letters", aliases=dict.fromkeys("ABCD", ()))
PAIRS = [
    (("workout", "dance style"), "workout", "dance style"),
    (("favourite board game", "job"), "game", "job"),
    (("role in the play", "bicycle's colour"), "role", "bike"),
    (("guest count", "department size"), "guest list", "department"),
    (("workout", "dance style"), "exercise", "dancing"),
    (("guest count", "department's headcount"), "number of guests", "number of colleagues"),
]


def chosen(reply: str, compared: tuple[str, ...]) -> str:
    for letter in "ABCD":
        expectation = Expectation("option", LETTERS, True, (letter,), options=OPTIONS, compared=compared)
        if find_verdict(reply, None, expectation).kind.name == "CORRECT":
            return letter
    return ""


@pytest.mark.parametrize(("compared", "first", "second"), PAIRS)
@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Your ONE doesn't suit you, your TWO does.", "D"),
        ("Your TWO doesn't suit you, your ONE does.", "A"),
        ("Your ONE is fine, your TWO isn't.", "A"),
        ("Only the TWO.", "A"),
        ("The ONE.", "D"),
        ("It's your TWO that doesn't suit you.", "A"),
        ("Your ONE and your TWO both suit you.", "C"),
        ("Neither your ONE nor your TWO suits you.", "B"),
        ("Your TWO is the odd one out.", "A"),
        ("- ONE: fits\n- TWO: doesn't fit", "A"),
        ("The ONE is fine.", ""),
        ("Your ONE might not suit you.", ""),
    ],
)
def test_a_thing_may_be_called_by_its_name(
    compared: tuple[str, ...], first: str, second: str, reply: str, letter: str
) -> None:
    assert chosen(reply.replace("ONE", first).replace("TWO", second), compared) == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Your department is too big for somebody quiet. The guest list is fine.", "A"),
        ("64 guests is fine for you, but 131 colleagues is too many.", "A"),
        ("131 colleagues is fine for you, but 64 guests is too few.", "D"),
        ("Your department, with 131 people. Your guest list of 64 is fine.", "A"),
    ],
)
def test_a_number_may_stand_before_a_thing(reply: str, letter: str) -> None:
    assert chosen(reply, ("guest count", "department size")) == letter


def test_nothing_is_put_where_no_two_things_are_compared() -> None:
    assert with_places("your job is fine.", ()) == "your job is fine."
    assert chosen("Your job doesn't suit you.", ()) == ""
    assert chosen("I can't say which of these suits you: job, game.", ("job", "favourite board game")) == ""


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Tango doesn't fit you, chess does.", "D"),
        ("Chess doesn't fit you, tango does.", "A"),
        ("It's the tango that doesn't fit.", "D"),
        ("The mismatch is the chess.", "A"),
        ("The tango is slow, so it goes against how you are, and chess is quick, so it doesn't.", "D"),
        ("Tango suits you, whereas chess is slow and doesn't.", "A"),
        ("Your dance style isn't right for you, your board game is.", "D"),
        ("Your dance style is right for you, your board game isn't.", "A"),
        ("Only number one.", "D"),
        ("Number two doesn't fit, number one does.", "A"),
        ("Neither tango nor chess.", "C"),
        ("I can't see a mismatch in either.", "C"),
        ("Tango suits you, and so does chess.", "C"),
    ],
)
def test_a_thing_may_be_called_by_a_well_known_one_of_its_kind(reply: str, letter: str) -> None:
    assert chosen(reply, ("dance style", "favourite board game")) == letter
