"""An option that a reply gives to another person is not the user's."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.choices.other_owners import is_of_another

GYMS = tuple(f"My gym is {name}." for name in ("Valkor", "Vitaloft", "Tempero", "Xertion"))


@pytest.mark.parametrize(
    "reply",
    [
        "X is someone else's gym.",
        "X is your cousin's gym.",
        "X is Talia's.",
        "X is Talia's favourite.",
        "X is what your brother likes.",
        "X belongs to your neighbour's list.",
        "X was your best friend's gym.",
        "X is the one your colleague goes to.",
    ],
)
def test_what_belongs_to_another_person_is_not_picked(reply: str) -> None:
    assert read_choice(reply.replace("X", "Vitaloft"), GYMS).kind is not ChoiceKind.PICKED
    both = read_choice(f"{reply.replace('X', 'Vitaloft')} Yours is Tempero.", GYMS)
    assert (both.kind, both.options) == (ChoiceKind.PICKED, (2,))


@pytest.mark.parametrize("reply", ["X is your gym.", "X is yours.", "It's X these days.", "X is today's gym."])
def test_what_is_the_users_own_is_picked(reply: str) -> None:
    assert read_choice(reply.replace("X", "Vitaloft"), GYMS).options == (1,)


def test_words_that_the_options_have_themselves_give_nothing_away() -> None:
    assert is_of_another(" is your brother's gym.", 0, ())
    assert not is_of_another(" is your brother's gym.", 0, ("My brother's gym is Valkor.",))
    assert not is_of_another(" It's fine.", 0, ())
