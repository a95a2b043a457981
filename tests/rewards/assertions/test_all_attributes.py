"""Plain answers about every built-in attribute are judged correct."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from regulars.calendar_text import granularity_of
from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.scenarios.ontology.attribute import Attribute, render_value
from regulars.scenarios.ontology.attribute_files import read_ontology
from regulars.values import Domain, ValueType

ATTRIBUTES = {attribute.name: attribute for attribute in read_ontology().values() if attribute.is_told}
ANSWERS = tomllib.loads(files("regulars.agents").joinpath("phrases", "assistant.toml").read_text("utf-8"))
PLAIN = ("Your {label} is {value}.", "It is {value}.", "You told me that your {label} is {value}.")
DAYS, MONTHS = ("2025-05-14", "2024-10-03"), ("2025-05", "2024-10")
BAR = 0.9
"""The share of the attributes' own lines, said back to the user, that must be correct."""
_SECOND = {
    "i'm": "you're", "i am": "you are", "i've": "you've", "i was": "you were", "i'll": "you'll", "i'd": "you'd",
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are", "we": "you",
    "our": "your", "us": "you", "we're": "you're", "we've": "you've",
}  # fmt: skip
_FIRST = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, _SECOND), key=len, reverse=True))})\b", re.IGNORECASE)


def values_of(attribute: Attribute) -> tuple[str, str]:
    if attribute.type is ValueType.DATE:
        return DAYS if "day" in attribute.granularities else MONTHS
    grid = attribute.grid()
    return grid[1], grid[len(grid) // 2]


def written(attribute: Attribute, value: str) -> str:
    return render_value(value, granularity_of(value) if attribute.type is ValueType.DATE else "", attribute.domain.unit)


def verdict(attribute: Attribute, value: str, text: str) -> VerdictKind:
    form = "set" if attribute.cardinality.value == "many" else "value"
    return judge(text, None, Expectation(form, attribute.domain, True, (value,))).kind


def second_person(line: str) -> str:
    """A user's line as it is said back to them."""

    def swapped(match: re.Match[str]) -> str:
        word = _SECOND[match[0].lower()]
        opens = match.start() == 0 or line[: match.start()].rstrip().endswith((".", "!", "?"))
        return word.capitalize() if opens else word

    return _FIRST.sub(swapped, line)


def own_lines() -> Iterator[tuple[Attribute, str, str]]:
    for attribute in ATTRIBUTES.values():
        lines = [
            line
            for kind in ("tell", "correct")
            for line in (*attribute.phrases.get(kind, ()), *attribute.held_out.get(kind, ()))
        ]
        for value in values_of(attribute):
            for line in lines:
                yield attribute, value, second_person(line.replace("{value}", written(attribute, value)))


@pytest.mark.parametrize("name", sorted(ATTRIBUTES))
def test_a_plain_answer_is_correct(name: str) -> None:
    attribute = ATTRIBUTES[name]
    phrases = [*PLAIN, *(phrase for act in ("answer_value", "answer_set", "confirm") for phrase in ANSWERS[act])]
    if attribute.type is ValueType.NUMBER:
        phrases += ANSWERS["answer_sum"]
    for value in values_of(attribute):
        said = written(attribute, value)
        for phrase in phrases:
            text = phrase.replace("{label}", attribute.label).replace("{value}", said).replace("{values}", said)
            assert verdict(attribute, value, text) is VerdictKind.CORRECT, text


def test_the_lines_of_the_attributes_said_back_are_correct() -> None:
    judged = [(verdict(attribute, value, text), text) for attribute, value, text in own_lines()]
    wrong = [text for kind, text in judged if kind is not VerdictKind.CORRECT]
    assert len(wrong) <= (1 - BAR) * len(judged), wrong


def domain(name: str, *values: str, subjects: tuple[str, ...] = (), lasting: bool = False) -> Domain:
    return Domain(name, aliases=dict.fromkeys(values, ()), subjects=subjects, lasting=lasting)


PARTNER = domain("partner_name", "Anselm", subjects=("partner",))


@pytest.mark.parametrize(
    ("about", "gold", "text", "kind"),
    [
        (PARTNER, "Anselm", "Your partner is Anselm.", "correct"),
        (PARTNER, "Anselm", "Your husband is called Anselm.", "correct"),
        (PARTNER, "Anselm", "Anselm is your partner.", "correct"),
        (PARTNER, "Anselm", "Your sister is Anselm.", "off_task"),
        (PARTNER, "Anselm", "Your partner's son is Anselm.", "off_task"),
        (domain("mother_tongue", "Basque", subjects=("mother",)), "Basque", "Your mother tongue is Basque.", "correct"),
        (domain("manager_name", "Abendroth", subjects=("boss",)), "Abendroth", "Your boss is Ms Abendroth.", "correct"),
        (domain("birth_town", "Arezzo", lasting=True), "Arezzo", "You were born in Arezzo.", "correct"),
        (domain("birth_country", "Italy", lasting=True), "Italy", "You were born in Italy.", "correct"),
        (domain("home_city", "Arezzo"), "Arezzo", "You were born in Arezzo.", "off_task"),
    ],
)
def test_whose_matter_it_is(about: Domain, gold: str, text: str, kind: str) -> None:
    assert judge(text, None, Expectation("value", about, True, (gold,))).kind is VerdictKind[kind.upper()]


def test_several_siblings_are_named() -> None:
    siblings = domain("sibling_name", "Aldo", "Boris", "Clio", subjects=("brother", "sister"))
    expectation = Expectation("set", siblings, True, ("Aldo", "Boris"))
    assert judge("Your siblings are Aldo and Boris.", None, expectation).kind is VerdictKind.CORRECT
