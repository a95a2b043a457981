"""Other words for values: the tables are sound, and a value is put in place of its wording only where it is safe."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.rewards.verdicts.wordings.rewording import LONGEST, stem_of, stems_of, with_values, wordings
from regulars.scenarios.language.packs import ontology_of
from regulars.values import Domain

SPOT = Domain(
    "learning_spot_limit",
    aliases={"loud chewing": (), "barking dogs": (), "cold draughts": (), "kitchen smells": ()},
    subjects=("distraction", "studying"),
)
OUTLET = Domain("writing_outlet", aliases={"podcast readings": (), "book fairs": (), "street readings": ()})


def tables() -> Iterator[tuple[str, str, list[str]]]:
    """The attribute, the value and the wordings of each line of the tables."""
    for file in files("regulars.rewards.verdicts.wordings").iterdir():
        if file.name.endswith(".toml"):
            for attribute, values in tomllib.loads(file.read_text("utf-8")).items():
                for value, words in values.items():
                    yield attribute, value, words


def said(value: str, domain: Domain = SPOT) -> Expectation:
    return Expectation("value", domain, True, (value,))


def test_every_wording_belongs_to_a_value_of_the_ontology() -> None:
    ontology = ontology_of("english")
    unknown = [(name, value) for name, value, _ in tables() if value not in ontology.attribute(name).domain.aliases]
    assert unknown == []


def test_no_wording_is_empty_or_the_value_itself() -> None:
    empty = [(value, one) for _, value, words in tables() for one in words if not stems_of(one)]
    same = [(value, one) for _, value, words in tables() for one in words if one.casefold() == value.casefold()]
    assert (empty, same) == ([], [])


def test_the_tables_are_large() -> None:
    assert len(wordings()) >= 1_200
    assert sum(map(len, wordings().values())) >= 8_000


@pytest.mark.parametrize(
    ("text", "reworded"),
    [
        ("You can't read while people munch loudly.", "You can't read while people loud chewing."),
        ("It's dogs that howl.", "It's barking dogs."),
        ("It's loud chewing, I'd say.", "It's loud chewing, I'd say."),
        ("People munch. It's loud.", "People munch. It's loud."),
        ("They munch, but not loudly.", "They munch, but not loudly."),
        ("Nothing of the kind.", "Nothing of the kind."),
    ],
)
def test_a_value_stands_in_place_of_its_wording(text: str, reworded: str) -> None:
    assert with_values(text, said("loud chewing")) == reworded


def test_a_value_that_is_named_by_its_own_words_is_not_looked_for() -> None:
    text = "Barking dogs, and I mean dogs that howl."
    assert with_values(text, said("barking dogs")) == text


def test_misspelt_values_are_spelt_out_beside_a_wording() -> None:
    text = "Not kitchn smells, but dogs that howl."
    assert with_values(text, said("barking dogs")) == "Not kitchen smells, but barking dogs."


@pytest.mark.parametrize(
    "expectation",
    [
        Expectation("value", SPOT, answerable=False),
        Expectation("count", SPOT, True, ("2",)),
        Expectation("value", SPOT, True, ("loud chewing",), over=True),
        Expectation("value", Domain("city", aliases={"Oslo": ()}), True, ("Oslo",)),
    ],
)
def test_nothing_is_put_in_place_where_no_term_is_asked_for(expectation: Expectation) -> None:
    text = "It's people who munch loudly."
    assert with_values(text, expectation) == text


def test_a_long_reply_is_left_as_it_is() -> None:
    text = "It's people who munch loudly. " + "Take care. " * LONGEST
    assert with_values(text, said("loud chewing")) == text


def test_a_reply_in_other_words_counts() -> None:
    verdict = find_verdict("What keeps you from studying is people who munch loudly.", None, said("loud chewing"))
    assert (verdict.kind, verdict.asserted) == (VerdictKind.CORRECT, ("loud chewing",))


def test_another_value_in_other_words_is_wrong() -> None:
    verdict = find_verdict("What keeps you from studying is dogs that howl.", None, said("loud chewing"))
    assert verdict.kind is VerdictKind.WRONG


def test_a_wording_never_takes_a_verdict_away() -> None:
    text = "It's loud chewing. Dogs that howl have never come up."
    assert find_verdict(text, None, said("loud chewing")).kind is VerdictKind.CORRECT


def test_stems_join_inflections_and_keep_other_words_apart() -> None:
    assert stem_of("barking") == stem_of("barks") == stem_of("bark")
    assert stem_of("hop") != stem_of("hope")
