"""What a reply tells of another change is no reason for the one that is asked about."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import read_choice
from regulars.rewards.choices.reasons import are_reasons

REASONS = ("A friend's advice", "To save money", "Out of curiosity", "Because of an article")


def chosen(reply: str) -> str:
    return "".join("ABCD"[option] for option in read_choice(reply, REASONS).options)


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Your friend's advice. The article was why you tried valerian.", "A"),
        ("An article. Your friend's advice was why you tried valerian.", "D"),
        ("Because a friend suggested it. It was valerian that you'd read an article about.", "A"),
        ("Because of an article. It was valerian that a friend advised.", "D"),
        ("Because you were curious. The switch to tea was the one where a friend advised you.", "C"),
        ("A friend advised it. The time before, it was to save money.", "A"),
        ("To save money. The time before, it was a friend's advice.", "B"),
        ("Pure curiosity, nothing was wrong with the tea.", "C"),
        ("A mate of yours suggested it.", "A"),
        ("A pal's advice.", "A"),
    ],
)
def test_a_remark_on_another_change_is_left_out(reply: str, letter: str) -> None:
    assert chosen(reply) == letter


def test_options_that_are_no_reasons_are_read_as_before() -> None:
    assert are_reasons(REASONS)
    assert not are_reasons(("My gym is Valkor.", "My gym is Tempero."))
