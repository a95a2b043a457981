"""Advice that answers a question for a value, choices that nobody made, and reminders of what happens."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.reminders import brought_up_in_other_words
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

HIDEOUT = Domain("safe_place", aliases=dict.fromkeys(("dartboard", "corkboard"), ()), subjects=("safe", "hidden"))
ROOMS = Domain("meeting_room", aliases=dict.fromkeys(("Watzmann", "Zugspitze"), ()), subjects=("meeting", "room"))
GIFTS = Domain("gift", aliases=dict.fromkeys(("hammock", "bonsai", "kaleidoscope"), ()), subjects=("gift",))
CONTRACT = Domain("mentions contract_end", aliases={"contract end date": ("contract end", "contract expire")})


def _kind(text: str, gold: str, domain: Domain, form: str = "value") -> str:
    return find_verdict(text, None, Expectation(form, domain, True, (gold,))).kind.name.lower()


@pytest.mark.parametrize(
    "text",
    [
        "Try the {0}.",
        "No longer behind the {1}. Try the {0}!",
        "Try the {0}, not the {1}.",
        "Try looking behind the {0}. It isn't behind the {1} any longer.",
        "I'd try behind the {0}.",
        "You could check behind the {0}.",
        "You'll want to write {0}.",
    ],
)
def test_advice_answers(text: str) -> None:
    assert _kind(text.format("dartboard", "corkboard"), "dartboard", HIDEOUT) == "correct"
    assert _kind(text.format("corkboard", "dartboard"), "dartboard", HIDEOUT) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Maybe try the dartboard.",
        "Try the dartboard or the corkboard.",
        "Try the dartboard?",
        "I don't know. Try the dartboard.",
        "You could try the dartboard, but I'm guessing.",
        "Don't try the dartboard.",
    ],
)
def test_advice_in_doubt_does_not(text: str) -> None:
    assert _kind(text, "dartboard", HIDEOUT) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Your colleagues are in {0}.",
        "Your colleagues are probably in {0}. If not, ring one of them.",
        "Your colleagues use {0}.",
        "Your colleagues are waiting in {0}.",
        "Your workmates will be in {0}.",
        "Your team is in {0}.",
    ],
)
def test_where_colleagues_are_is_where_one_meets_them(text: str) -> None:
    assert _kind(text.format("Watzmann"), "Watzmann", ROOMS) == "correct"
    assert _kind(text.format("Zugspitze"), "Watzmann", ROOMS) != "correct"
    if "colleagues" in text:
        assert _kind(text.format("Oslo"), "Oslo", Domain("city", aliases={"Oslo": ()})) != "correct"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("We hadn't decided yet, it was between a bonsai, a kaleidoscope and a hammock.", False),
        ("We never settled on one. The choices were a bonsai and a hammock.", False),
        ("It was between a bonsai and a hammock, but I haven't decided.", False),
        ("There's no decision yet. A hammock was one of the options.", False),
        ("The candidates were a bonsai and a hammock. I'm not sure which one won.", False),
        ("You hadn't decided, so I picked the hammock.", True),
        ("We hadn't decided at first, but then I went with the hammock.", True),
        ("It was between a bonsai and a hammock, and I chose the hammock.", True),
    ],
)
def test_a_choice_that_nobody_made(text: str, right: bool) -> None:
    assert (_kind(text, "hammock", GIFTS, "choice") == "correct") is right


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hey! Your contract runs out in September.", True),
        ("Hey! Your contract's up in September.", True),
        ("Hey! September is when your contract ends.", True),
        ("Hi! The end date of your contract is 09/2025.", True),
        ("You're under contract until September.", True),
        ("Your contract lasts until September.", True),
        ("Your lease ends in September.", False),
        ("How's the new contract?", False),
        ("Your contract started in September.", False),
    ],
)
def test_a_reminder_of_what_happens(text: str, found: bool) -> None:
    assert bool(brought_up_in_other_words(text, CONTRACT)) is found
