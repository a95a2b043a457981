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


OWN_WORDS = {
    "A": ["A mate of yours had recommended it.", "A pal talked you into it."],
    "B": ["It was cheaper.", "The other one was too expensive.", "You couldn't afford the old one."],
    "C": [
        "You'd been wanting to try something different for a while.",
        "You said you fancied a change.",
        "You just felt like something else.",
        "Not because it's cheaper, just because you wanted to try something new.",
    ],
    "D": ["You'd read something about it.", "It was recommended in something you'd read.", "You saw a magazine piece."],
}


@pytest.mark.parametrize(("letter", "reply"), [(letter, one) for letter, some in OWN_WORDS.items() for one in some])
def test_a_reason_in_words_of_its_own(letter: str, reply: str) -> None:
    assert chosen(reply) == letter


@pytest.mark.parametrize(
    "reply",
    [
        "Maybe you fancied a change.",
        "It wasn't that you wanted to try something different.",
        "It was cheaper, or you'd read something about it.",
        "Did you fancy a change?",
        "You were tired.",
        "It was less hassle.",
    ],
)
def test_a_reason_that_is_denied_or_doubted_or_not_on_offer(reply: str) -> None:
    assert chosen(reply) == ""


def test_a_change_may_be_curiosity_or_boredom() -> None:
    both = ("Out of curiosity", "I needed something new")
    assert read_choice("You fancied a change.", both).options == ()
    assert read_choice("You'd got bored.", both).options == (1,)
    assert read_choice("You wanted to try something different.", both).options == (0,)
    now = ("Out of curiosity", "I was bored with the old one")
    assert read_choice("You'd been wondering for a while what it would be like.", now).options == (0,)
    assert read_choice("You were fed up with the old one.", now).options == (1,)
    assert read_choice("You fancied a change.", now).options == ()


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("A friend had the idea.", "A"),
        ("The idea was a friend's.", "A"),
        ("One of your friends suggested it.", "A"),
        ("A friend put the idea in your head.", "A"),
        ("An article gave you the idea.", "B"),
        ("You got the idea from an article.", "B"),
        ("Everyone thought it was a good idea.", "C"),
    ],
)
def test_who_gave_the_idea_may_be_the_subject(reply: str, letter: str) -> None:
    options = ("A friend's advice", "Because of an article", "Because everyone said it was a good idea")
    assert "".join("ABC"[option] for option in read_choice(reply, options).options) == letter
