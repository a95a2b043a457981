"""Thompson draws of a reply's settings with chosen numbers, and what a context's lines tell."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from regulars.agents.assistant.thompson import choose_settings
from regulars.agents.assistant.told import ToldInLines
from regulars.memory.context_line import ContextLine
from regulars.scenarios.language.packs import Language

ENGLISH = Language.load("english")
NEUTRAL = (9.0, 9.0)


class Drawn:
    """Draws whose Beta variate is looked up by its parameters."""

    def __init__(self, values: dict[tuple[float, float], float]) -> None:
        self.values = values

    def beta(self, a: float, b: float) -> float:
        return self.values[a, b]


def chosen(numbers: dict[str, float], level: float | None) -> list[tuple[str, str]]:
    """The settings that are chosen, given the draw for each wish and for the neutral level; None for no level."""
    parameters = {wish: (float(place), 1.0) for place, wish in enumerate(numbers)}
    values = {parameters[wish]: number for wish, number in numbers.items()}
    values |= {} if level is None else {NEUTRAL: level}
    posterior: Any = SimpleNamespace(
        prior=SimpleNamespace(neutral=None if level is None else NEUTRAL), beta=parameters.__getitem__
    )
    attributes: dict[str, list[str]] = {}
    for wish in numbers:
        attribute, setting = wish.split(".")
        attributes.setdefault(attribute, []).append(setting)
    draws: Any = lambda attribute: Drawn(values)  # noqa: E731
    return choose_settings(posterior, attributes, draws)


@pytest.mark.parametrize(
    ("numbers", "level", "settings"),
    [
        ({"length.short": 0.6, "length.long": 0.7}, 0.5, [("length", "long")]),
        ({"length.short": 0.6, "length.long": 0.4}, 0.5, [("length", "short")]),
        ({"length.short": 0.5, "length.long": 0.4}, 0.5, []),  # no more likely than neutral
        ({"length.short": 0.1}, None, [("length", "short")]),  # nothing is neutral
        ({"length.short": 0.0}, None, [("length", "short")]),
        ({"length.short": 0.6, "tone.warm": 0.9, "dates.iso": 0.4}, 0.5, [("tone", "warm"), ("length", "short")]),
        ({}, 0.5, []),
    ],
)
def test_each_style_attribute_takes_its_best_setting_above_neutral_the_likeliest_first(
    numbers, level, settings
) -> None:
    assert chosen(numbers, level) == settings


# ---------------------------------------------------------------------- lines


def line(text: str, name: str = "Ada", date: str = "2025-03-03 09:00") -> ContextLine:
    return ContextLine(date, name, text)


def test_an_attribute_is_listed_once_in_the_order_of_the_lines() -> None:
    told = ToldInLines(ENGLISH, [line("I live in Bergen."), line("Nice weather."), line("I live in Lyon.")])
    assert told.attributes().count("home_city") == 1
    assert [one.value for one in told.disclosures("home_city")] == ["Bergen", "Lyon"]
    assert ToldInLines(ENGLISH, []).attributes() == ()


def test_the_last_choice_of_the_assistant_counts_with_its_date() -> None:
    offer = "Then I would call the boat {}."
    named = [value for value in ("Zephyr", "Kittiwake") if ENGLISH.chosen_in("boat_name", offer.format(value))]
    assert named == ["Zephyr", "Kittiwake"], "the wording is no choice"
    lines = [
        line(offer.format("Zephyr"), "Assistant", "2025-03-03 09:00"),
        line(offer.format("Kittiwake"), "Assistant", "2025-03-04 09:00"),
        line("Lovely.", "Assistant", "2025-03-05 09:00"),
        line(offer.format("Zephyr"), "Ada", "2025-03-06 09:00"),  # a person's words are no choice
    ]
    assert ToldInLines(ENGLISH, lines).chosen("boat_name") == ("Kittiwake", "2025-03-04 09:00")
    assert ToldInLines(ENGLISH, lines[2:]).chosen("boat_name") == ("", "")


def test_traits_are_shown_by_people_and_not_by_the_assistant() -> None:
    trait, other = sorted(ENGLISH.names("traits"))[:2]
    words = ENGLISH.lines("traits", trait)[0]
    assert ToldInLines(ENGLISH, [line(f"So. {words}")]).traits([other, trait]) == [trait]
    assert ToldInLines(ENGLISH, [line(words, "Assistant")]).traits([other, trait]) == []
    assert ToldInLines(ENGLISH, [line(words)]).traits([other]) == []
