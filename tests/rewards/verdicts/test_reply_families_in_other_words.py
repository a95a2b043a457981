"""Families of replies that say an order, a reminder or a message in other words, each beside its opposite."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe", "harp", "tuba"), ()))
TWO = Expectation("order", INSTRUMENTS, True, ("cello", "banjo"))
NO_ORDER = Expectation("order", INSTRUMENTS, False)
KITCHEN = Expectation(
    "mention", Domain("mentions oven", aliases={"nuisance of my kitchen": ()}), True, ("nuisance of my kitchen",)
)
MEDICAL = Domain("passed on", aliases={"astrophysics": (), "Blanche DuBois": (), "open wounds": ()})


def message(needed: str, private: str = "open wounds") -> Expectation:
    contents = (
        Content("job", Domain("job", aliases={needed: ()}), (needed,), needed=True),
        Content("health", Domain("health", aliases={private: ()}), (private,)),
    )
    return Expectation("pass_on", MEDICAL, True, (needed,), others=(private,), contents=contents)


@pytest.mark.parametrize(
    ("expectation", "text", "expected"),
    [
        (TWO, "Cello, then banjo. The oboe came from Dmitri.", "correct"),
        (TWO, "Cello first, banjo second. The oboe and the harp were Ivana's.", "correct"),
        (TWO, "First the cello, a week later the banjo; the tuba is Priya's.", "correct"),
        (TWO, "Cello, banjo, oboe.", "wrong"),
        (TWO, "The banjo came from your second week, the cello from your third.", "wrong"),
        (TWO, "Was it the cello first and then the banjo? Or am I muddling you?", "undetermined"),
        (NO_ORDER, "None has come up so far, so there is nothing to put in order.", "correct"),
        (NO_ORDER, "Not a single one was mentioned to me.", "correct"),
        (NO_ORDER, "Cello, then banjo.", "unsupported"),
        (KITCHEN, "You asked to be reminded of the nuisance of your kitchen.", "correct"),
        (KITCHEN, "Before I forget: the nuisance of your kitchen.", "correct"),
        (KITCHEN, "You wanted me to bring something up today. It was what bugs you in the kitchen.", "correct"),
        (KITCHEN, "As promised, a nudge about the kitchen.", "correct"),
        (KITCHEN, "Hello! Have you had breakfast in the kitchen yet?", "off_task"),
        (KITCHEN, "Hello there, nice to see you again.", "off_task"),
        (KITCHEN, "You wanted to be reminded of something. What was it?", "off_task"),
        (KITCHEN, "Maybe it's the dentist, the kitchen, the car, the dog, the rent or the tax return?", "wrong"),
        (message("astrophysics"), "hi boss, i studied astro physics so the late shift suits me. thx", "correct"),
        (message("astrophysics"), "Dear Ms Holt, I studied astro-physics, hence the night shifts. Regards", "correct"),
        (message("astrophysics"), "Dear Ms Holt, I studied physics, and I like night shifts a lot. Regards", "partial"),
        (message("Blanche DuBois"), "I'm on stage as Blanche at the moment, the DuBois of the streetcar.", "correct"),
        (message("astrophysics"), "Dear Ms Holt, I studied astro physics and have open wounds. Regards", "leaked"),
        (message("astrophysics"), "Sorry, I can't write one yet, as I don't know what she has to hear.", "abstained"),
    ],
)  # fmt: skip
def test_said_in_other_words(expectation: Expectation, text: str, expected: str) -> None:
    found = find_verdict(text, None, expectation)
    assert found.kind.name.lower() == expected, found.reason
