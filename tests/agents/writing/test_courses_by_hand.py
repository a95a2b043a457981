"""The course of a project: faults of its events, and what a conversation must not know yet."""

from __future__ import annotations

import pytest

from regulars.agents.writing.course import course_problems, event_words, future_problems, later_values
from regulars.agents.writing.drafts import DraftEvent, DraftEvents, DraftProject

HELD = [{"name": "hedge", "value": "beech"}, {"name": "pond", "value": "none"}]
PROJECT = DraftProject.model_validate({"topic": "garden", "goal": "rest", "attributes": HELD})


def event(kind: str = "update", attribute: str = "", value: str = "", what: str = "News.") -> DraftEvent:
    return DraftEvent(kind=kind, volatility="objective", what=what, attribute=attribute, value=value)


def course(*events: DraftEvent) -> DraftEvents:
    return DraftEvents(events=[event("create", what="It begins."), *events])


WILLOW, STONE = event(attribute="hedge", value="willow"), event(attribute="hedge", value="a stone wall")
END = event("suspend", what="It ends.")


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (WILLOW, "update, objective: News. (hedge is now willow)"),
        (END, "suspend, objective: It ends."),
        (event("downgrade", "hedge"), "downgrade, objective: News."),
        (event("downgrade", value="x"), "downgrade, objective: News."),
    ],
)
def test_an_event_in_words_names_its_new_value(one, words) -> None:
    assert event_words(one) == words


@pytest.mark.parametrize(
    ("events", "wanted", "problems"),
    [
        ((WILLOW, STONE), 3, []),
        ((WILLOW,), 3, ["there are 2 events instead of 3"]),
        ((WILLOW, STONE), 2, ["there are 3 events instead of 2"]),
        ((WILLOW, END), 4, []),  # a project that ends may end earlier
        ((WILLOW, END), 2, ["there are 3 events instead of 2"]),
        ((event(attribute="roof", value="tin"),), 2, ["the project has no attribute 'roof'; it has hedge, pond"]),
        ((event(attribute="hedge", value="beech"),), 2, ["hedge has been 'beech' before"]),
        ((WILLOW, WILLOW), 3, ["hedge has been 'willow' before"]),
        ((WILLOW, event(attribute="pond", value="willow")), 3, []),  # of another attribute
        ((event("downgrade", "roof", "tin"),), 2, []),  # changes nothing
    ],
)
def test_faults_of_a_course(events, wanted, problems) -> None:
    assert course_problems(course(*events), PROJECT, wanted) == problems


NAMES_STONE = event(attribute="pond", value="dug", what="Perhaps A STONE WALL later.")


@pytest.mark.parametrize(
    ("events", "place", "later"),
    [
        ((WILLOW, STONE), 0, ["willow", "a stone wall"]),
        ((WILLOW, STONE), 1, ["a stone wall"]),
        ((WILLOW, STONE), 2, []),
        ((NAMES_STONE, STONE), 0, ["dug", "a stone wall"]),
        ((NAMES_STONE, STONE), 1, []),  # the event names it, so that it may be said from then on
        ((WILLOW, event("downgrade"), STONE), 1, ["a stone wall"]),  # an event without a value
        ((event(attribute="pond", value="beech"), STONE), 0, ["a stone wall"]),  # a value from the beginning
        ((event(attribute="pond", value="bee"),), 0, ["bee"]),  # part of a word is another one
    ],
)
def test_values_of_later_events(events, place, later) -> None:
    assert later_values(PROJECT, course(*events), place) == later


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("We chose Willow!", ["it mentions 'willow', which comes later"]),
        ("willows, a stone-walled yard", []),
        ("A stone wall, or willow", [
            "it mentions 'willow', which comes later", "it mentions 'a stone wall', which comes later",
        ]),
        ("", []),
    ],
)  # fmt: skip
def test_a_text_that_knows_the_future_is_faulted_once_for_each_value(text, problems) -> None:
    assert future_problems(text, ["willow", "a stone wall", "willow"]) == problems
