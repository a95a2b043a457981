"""Activities told by a verb or as a person, beside things that only sound like them."""

from __future__ import annotations

import pytest

from regulars.rewards.activities import activities_told
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

HOBBIES = ("fencing", "crocheting", "juggling", "beekeeping", "swimming", "pottery")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("i crochet, i fence", ["fencing", "crocheting"]),
        ("i love to crochet and to fence", ["fencing", "crocheting"]),
        ("i crochet and fence at weekends", ["fencing", "crocheting"]),
        ("a keen crocheter and fencer", ["fencing", "crocheting"]),
        ("a fencer who crochets", ["fencing", "crocheting"]),
        ("i keep bees and i also swim", ["beekeeping", "swimming"]),
        ("a beekeeper", ["beekeeping"]),
        ("i painted the fence", []),
        ("i sit on a fence and read", []),
        ("bees keep me busy", []),
        ("i read about juggernauts", []),
    ],
)
def test_an_activity_is_told_by_its_verb_or_as_a_person(text: str, told: list[str]) -> None:
    assert list(activities_told(text, HOBBIES)) == told


HOBBY = Domain("hobby", aliases=dict.fromkeys(HOBBIES, ()))
ROOM = Domain("lodging_limit", aliases={"creaking floors": ("creaking floor",), "steep stairs": ()})
TERMS = Domain("passed on", aliases={**HOBBY.aliases, **ROOM.aliases})
NEEDED = Expectation(
    "pass_on",
    TERMS,
    True,
    gold=("fencing", "creaking floors"),
    others=("juggling",),
    contents=(
        Content("hobby", HOBBY, ("fencing",), needed=True),
        Content("lodging_limit", ROOM, ("creaking floors",), needed=True),
        Content("hobby", HOBBY, ("juggling",)),
    ),
)


@pytest.mark.parametrize(
    ("message", "verdict"),
    [
        ("Hello, I fence, and please no floors that creak.", "correct"),
        ("Hello, I'm a fencer. I can't have a creaky floor.", "correct"),
        ("Hello, I fence. A nice floor, please.", "partial"),
        ("Hello, I juggle and fence, and please no creaking floors.", "leaked"),
        ("Hello, I live behind the fence, and please no creaking floors.", "partial"),
        ("Hello, I fence, and please no steep stairs.", "partial"),
    ],
)
def test_a_message_may_tell_in_other_forms(message: str, verdict: str) -> None:
    found = find_verdict(message, None, NEEDED)
    assert found.kind.name.lower() == verdict, found.reason
