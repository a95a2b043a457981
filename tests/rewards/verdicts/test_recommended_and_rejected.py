"""What a reply tells of the candidates that the assistant did not choose, and of whose choice it was."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

NAMES = Domain("dog_name", aliases={"Biscuit": (), "Pepper": (), "Waffles": ()})


def is_right(reply: str, gold: str = "Biscuit") -> bool:
    return find_verdict(reply, None, Expectation("choice", NAMES, True, (gold,))).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "reply",
    [
        "It was {0}. You'd given me {1} and Waffles as well.",
        "I went with {0}, and {1} and Waffles lost out.",
        "{0}. {1} and Waffles were the other two.",
        "I picked {0}. The other two were {1} and Waffles.",
        "It was {0}. You also offered {1}.",
        "I chose {0}, and {1} was left over.",
        "Your dog should be called {0}, if you took my advice.",
    ],
)
def test_the_other_candidates_are_no_choice(reply: str) -> None:
    assert is_right(reply.format("Biscuit", "Pepper"))
    assert not is_right(reply.format("Pepper", "Biscuit"))
    assert is_right(reply.format("Pepper", "Biscuit"), "Pepper")


@pytest.mark.parametrize(
    "reply",
    [
        "I didn't pick one, you chose Biscuit yourself.",
        "I never told you which to take, you picked Biscuit yourself.",
        "I don't think I chose one. You went for Biscuit yourself.",
        "You picked Biscuit yourself, I had no say in it.",
        "You never asked me to pick one, you told me it was Biscuit.",
        "Biscuit was your own idea.",
    ],
)
def test_a_choice_that_was_not_the_assistants(reply: str) -> None:
    assert not is_right(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "I didn't pick Pepper, I picked Biscuit.",
        "You couldn't decide, so I picked Biscuit.",
        "You chose it yourself in the end, but I'd suggested Biscuit.",
        "I never liked Pepper. I chose Biscuit.",
    ],
)
def test_a_choice_that_was(reply: str) -> None:
    assert is_right(reply)
    assert not is_right(reply.replace("Biscuit", "Waffles"))
