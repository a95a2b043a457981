"""Families of replies that tell a story in stages or point at a value by its place."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.named_by_place import pointed_at
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.times.chronicles import last_stage
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

CITIES = Domain("city", aliases=dict.fromkeys(("Oslo", "Bergen", "Malmö", "Turku"), ()), subjects=("city", "live"))


def _kind(text: str, gold: str, **more: object) -> str:
    stale = tuple(value for value in ("Oslo", "Bergen", "Malmö", "Turku") if value != gold)
    expectation = Expectation("value", CITIES, True, (gold,), stale, **more)  # type: ignore[arg-type]  # by name
    return find_verdict(text, None, expectation).kind.name.lower()


STORIES = [
    "The trail so far: {0} from January, {1} as of mid-March, Malmö at the end of April, and {2} from 3 June onwards.",
    "January: {0}. March: {1}. June: {2}.",
    "- Jan: {0}\n- Mar: {1}\n- May: Malmö\n- Jun: {2}",
    "You began the year in {0}, were in {1} by the 12th of March, and told me in June you'd settled in {2}.",
    "2019 {0}, 2021 {1}, 2024 {2}.",
    "In November it was {0}, in December {1} and in February {2}.",
    "It's been a bumpy road: {0} till March, {1} till the end of June, Malmö for the summer, and from September {2}.",
    "{0} (Jan-Mar), {1} (Apr), {2} (May to date)",
    "{0} → {1} (March) → {2} (June).",
    "Newest first. June: {2}. March: {1}. January: {0}.",
]


@pytest.mark.parametrize("story", STORIES)
def test_the_last_stage_of_a_dated_story_is_in_force(story: str) -> None:
    assert _kind(story.format("Oslo", "Bergen", "Turku"), "Turku") == "correct"
    assert _kind(story.format("Turku", "Bergen", "Oslo"), "Turku") != "correct"
    assert _kind(story.format("Oslo", "Turku", "Bergen"), "Turku") != "correct"


@pytest.mark.parametrize(
    "story",
    [
        "In January it was {0}, in March {1} until May.",
        "In January you were in {0}, in March you wanted to move to {1}.",
        "In January you were in {0}. In March your sister moved to {1}.",
        "In January you lived in {0}, in March in {1}, and in July you went back to {0}.",
        "In January you were in {0}, in March in {1}. Later you returned to the first one.",
        "In January it was {0}; by June it was {1}, or maybe Bergen.",
        "In January you told me {0}. In March you said that it isn't {1}.",
        "{1} now, up from {0} in March, and Bergen in June.",
    ],
)
def test_a_stage_that_is_over_or_undone_is_not(story: str) -> None:
    assert _kind(story.format("Oslo", "Turku"), "Turku") != "correct"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Oslo in March, Turku in May.", "Turku"),
        ("Turku in May, Oslo in March.", "Turku"),
        ("In May Oslo, in May Turku.", ""),
        ("Oslo, Bergen and Turku.", ""),
        ("In March Oslo and Turku.", ""),
        ("Oslo may be nice in March, Turku may be nice in June.", ""),
        ("First Oslo, then Turku.", "Turku"),
        ("Now Oslo, in May Turku.", ""),
        ("In March Oslo, first Turku.", ""),
        ("On 1 March Graz, a cat, Oslo, 82 stamps, a hat, a bat, in May Turku, a rat, so there.", ""),
        ("On 1 January Oslo. On 2 January Bergen. On 8 January Malmö. On 3 March Turku.", ""),
        ("On 1 January Oslo. On 2 January Bergen. On 8 January Malmö. Since 3 March Turku.", "Turku"),
    ],
)
def test_stages_by_hand(text: str, value: str) -> None:
    assert last_stage(text, read_assertions(text, CITIES)) == value


PLACES = [
    ("Your towns were {0}, {1} and {2}. It's the first of the three.", 0),
    ("Your towns were {0}, {1} and {2}. It was the second one on the list.", 1),
    ("Your towns were {0}, {1} and {2}. So the last of those three.", 2),
    ("1. {0}\n2. {1}\n3. {2}\n\nUse no. 3 for the parcel.", 2),
    ("1. {0}\n2. {1}\n3. {2}\n\nEntry 2 is the one in force.", 1),
]


@pytest.mark.parametrize(("reply", "place"), PLACES)
@pytest.mark.parametrize("is_earlier", [False, True])
def test_words_point_at_a_value_by_its_place(reply: str, place: int, is_earlier: bool) -> None:
    named = ["Oslo", "Bergen", "Malmö"]
    for at in range(3):
        kind = _kind(reply.format(*named), named[at], earlier=is_earlier)
        assert (kind == "correct") == (at == place)


@pytest.mark.parametrize(
    "text",
    [
        "Oslo, Bergen and Turku. It's the fourth of the three.",
        "Oslo, Bergen and Turku. It's the first of the two.",
        "Oslo, Bergen and Turku. Not the first of the three.",
        "Oslo. It's the first of the two.",
        "Oslo, Bergen and Turku. Take no. 2.",
        "1. Oslo\n2. Turku\nThat replaces no. 2.",
        "",
    ],
)
def test_words_that_point_at_no_value(text: str) -> None:
    assert pointed_at(text, read_assertions(text, CITIES)) == ""


@pytest.mark.parametrize(
    "reply",
    [
        "| When | Where |\n|---|---|\n| 20 March | {0} |\n| 18 April | {1} |\n\nSo: {1}.",
        "In March it was {0} and in May {1}. The letter came in June, so it was {1}.",
        "Back in March {0}, from May on {1}; which leaves {1}.",
        "{1}. ({0} came in June, Malmö in July.)",
    ],
)
def test_a_conclusion_about_an_earlier_time_counts(reply: str) -> None:
    assert _kind(reply.format("Oslo", "Bergen"), "Bergen", earlier=True) == "correct"
    assert _kind(reply.format("Bergen", "Oslo"), "Bergen", earlier=True) != "correct"


@pytest.mark.parametrize(
    "reply", ["Then {0}, then {1}, Malmö and {2}. In January it was Oslo.", "In January Oslo, later {0}, {1} and {2}."]
)
def test_a_list_shares_the_time_before_it(reply: str) -> None:
    text = reply.format("Bergen", "Malmö", "Turku")
    assert _kind(text, "Oslo", earlier=True) == "correct"
    assert _kind(text, "Turku", earlier=True) != "correct"
