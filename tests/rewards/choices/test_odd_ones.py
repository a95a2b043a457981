"""Which option a reply says is not the user's, where that is the question."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.odd_ones import LONGEST, read_odd_ones
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

BIRDS = ("Canary", "Budgerigar", "Cockatoo", "Parakeet")
LETTERS = Domain("letters", aliases=dict.fromkeys("ABCD", ()))


def verdict(reply: str, gold: str = "C") -> str:
    expectation = Expectation("option", LETTERS, True, (gold,), options=BIRDS, asks_untold=True)
    return find_verdict(reply, None, expectation).kind.name.lower()


def assert_turns_with_its_birds(reply: str) -> None:
    """The reply is right of the cockatoo, and with the canary in its place it is right of the canary alone."""
    assert verdict(reply.replace("X", "cockatoo")) == "correct"
    swapped = reply.replace("canary", "cockatoo").replace("X", "canary")
    assert verdict(swapped) == "wrong"
    assert verdict(swapped, "A") == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "The X isn't yours.",
        "You don't have a X, your cousin does.",
        "You don't own a X, as far as I know.",
        "A X isn't one of yours.",
        "It's the X that isn't yours.",
        "The only one you don't have is the X.",
        "There's no X among your birds.",
        "No X that I know of.",
        "You haven't mentioned a X.",
        "I don't recall you having a X.",
        "I don't have a X on record for you.",
        "I'm not aware of you owning a X.",
        "You haven't told me you have a X. That was your cousin's.",
        "You own all of them except the X.",
        "All but the X are yours.",
        "The X is your cousin's.",
        "Your cousin has a X, you don't.",
        "X ❌",
        "X. The other three are yours.",
        "The X doesn't belong to you.",
    ],
)
def test_the_odd_one_is_denied(reply: str) -> None:
    assert verdict(reply.replace("X", "cockatoo")) == "correct"
    assert verdict(reply.replace("X", "canary")) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "You own {}, {} and {}.",
        "{}, {} and {} are yours.",
        "You've told me about the {}, the {} and the {}.",
        "I know of your {}, {} and {}.",
        "Your birds are {}, {} and {}.",
    ],
)
@pytest.mark.parametrize(("told", "found"), [((0, 1, 3), "correct"), ((0, 1, 2), "wrong"), ((1, 2, 3), "wrong")])
def test_all_others_point_to_the_one_that_is_left(reply: str, told: tuple[int, ...], found: str) -> None:
    assert verdict(reply.format(*(BIRDS[at].lower() for at in told))) == found
    assert verdict(reply.format(*("ABCD"[at] for at in told))) in (found, "wrong")


@pytest.mark.parametrize(
    "reply",
    [
        "You have a cockatoo.",
        "The cockatoo is yours.",
        "You told me about a cockatoo.",
        "The cockatoo is one of your birds.",
        "Canary isn't yours. The cockatoo is yours.",
        "They're all yours.",
        "You don't have a cockatoo or a canary.",
        "Is it the cockatoo that isn't yours?",
        "Maybe the cockatoo isn't yours.",
    ],
)
def test_who_gives_the_odd_one_to_the_user_does_not_choose_it(reply: str) -> None:
    assert verdict(reply) != "correct"


def test_a_list_may_hold_one_denial() -> None:
    lines = [f"- {name}: {'not yours' if name == 'Cockatoo' else 'yours'}" for name in BIRDS]
    assert verdict("\n".join(lines)) == "correct"
    assert verdict("\n".join(lines), gold="A") == "wrong"


def test_a_letter_stands_before_a_remark_on_the_others() -> None:
    assert verdict("C. Canary, budgerigar and parakeet are yours.") == "correct"
    assert verdict("C. Canary is your bird.") == "correct"
    assert verdict("A. Cockatoo, budgerigar and parakeet are yours.") == "wrong"


def test_the_reading_tells_what_it_found() -> None:
    read = read_odd_ones("B is yours, A isn't, D.", BIRDS)
    assert (read.told, read.untold, read.answers, read.named) == ({1}, {0}, {3}, set())
    assert read.odd(4) is None
    assert read_odd_ones("Not A, B or D.", BIRDS).odd(4) == 2
    assert read_odd_ones("The cockatoo isn't yours. " + "x" * LONGEST, BIRDS).odd(4) is None


@pytest.mark.parametrize(
    "reply",
    [
        "You haven't had an X. You've kept canary, budgerigar and parakeet.",
        "You've never had a X. You've bred canary, budgerigar and parakeet.",
        "A X hasn't come up. You've bought canary, budgerigar and parakeet.",
        "No X as far as I know. Your birds so far: canary, budgerigar, parakeet.",
        "You've raised canary, budgerigar and parakeet, but not a X.",
        "You haven't told me of a X. The ones you've kept are canary, budgerigar and parakeet.",
    ],
)
def test_the_others_may_be_told_by_what_the_user_has_done(reply: str) -> None:
    assert_turns_with_its_birds(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "You bought a canary, a budgerigar and a parakeet. The X was your neighbour's.",
        "You had a canary in March, a budgerigar in May and a parakeet in June. "
        "You've only heard of a X from your cousin.",
        "You've looked after a canary (March), a budgerigar (May) and a parakeet (June). A X isn't yours.",
        "The X belongs to your colleague.",
        "The X came up too, but only because your colleague keeps one.",
        "You only mentioned the X in connection with your neighbour.",
        "Your neighbour adopted the X, you didn't.",
        "You haven't had a X yet, as far as I know. Do you want one?",
    ],
)
def test_the_odd_one_may_be_somebody_elses(reply: str) -> None:
    assert_turns_with_its_birds(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "You bought the cockatoo just because your neighbour liked it.",
        "You took in a cockatoo in May.",
        "You got the cockatoo from your cousin.",
        "You discovered the cockatoo with your friend.",
    ],
)
def test_what_the_user_got_from_others_is_not_theirs(reply: str) -> None:
    assert verdict(reply) != "correct"
