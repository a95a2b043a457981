"""Loads the cues that show which option a reply picks, from `phrases_choice.toml`; compiled on first use."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from regulars.errors import DataError

_FILE = "phrases_choice.toml"


@dataclass(frozen=True, slots=True)
class ChoiceCues:
    """Compiled patterns over case-folded text with straight quotes.

    Attributes:
        neutral: Phrases that look like cues but are not.
        verbs: Words before a picked option that say nothing but that it is picked.
        nouns: Other words before a picked option.
        follows: Words behind a picked option.
        rejects: Words before an option that is not picked.
        rejected: Words behind an option that is not picked.
        tentative: Words that make an option one possibility of several.
        firm: Phrases with such words that do not.
        undecided: Signs that the reply does not decide.
        declines: Signs that it picks none.
        none: Signs that it rejects all.
        corrects: Signs that a later pick replaces an earlier one.
    """

    neutral: re.Pattern[str]
    verbs: re.Pattern[str]
    nouns: re.Pattern[str]
    follows: re.Pattern[str]
    rejects: re.Pattern[str]
    rejected: re.Pattern[str]
    tentative: re.Pattern[str]
    firm: re.Pattern[str]
    declines: re.Pattern[str]
    none: re.Pattern[str]
    undecided: re.Pattern[str]
    corrects: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Opposites:
    """Words for two sides of a matter, of which options take one each.

    Attributes:
        one: Words of replies for one side.
        other: Words for the other side.
        is_one: Words of options that take the one side.
        is_other: Words of options that take the other side.
    """

    one: re.Pattern[str]
    other: re.Pattern[str]
    is_one: re.Pattern[str]
    is_other: re.Pattern[str]


@lru_cache(maxsize=1)
def load_opposites() -> tuple[Opposites, ...]:
    """Loads the pairs of opposites. Raises `DataError` if one is missing or a pattern is invalid."""
    read = tomllib.loads(files("regulars.rewards.choices").joinpath(_FILE).read_text("utf-8"))
    try:
        return tuple(
            Opposites(
                _words([given["one"]]),
                _words([given["other"]]),
                _words([given.get("of_one", given["one"])]),
                _words([given.get("of_other", given["other"])]),
            )
            for given in read["opposites"]
        )
    except (KeyError, TypeError, re.error) as error:
        raise DataError(
            f"the opposites are invalid ({error})", where=_FILE, expected="tables with `one` and `other`"
        ) from error


@lru_cache(maxsize=1)
def load_choice_cues() -> ChoiceCues:
    """Loads the cues. Raises `DataError` if a list is missing or a pattern is invalid."""
    read = tomllib.loads(files("regulars.rewards.choices").joinpath(_FILE).read_text("utf-8"))
    places = {
        "neutral": ("neutral", "phrases"), "verbs": ("leads", "verbs"), "nouns": ("leads", "nouns"),
        "follows": ("follows", "phrases"), "rejects": ("rejects", "before"), "rejected": ("rejects", "behind"),
        "tentative": ("tentative", "phrases"), "firm": ("tentative", "firm"), "declines": ("declines", "phrases"),
        "none": ("declines", "all"), "undecided": ("tentative", "undecided"), "corrects": ("corrects", "phrases"),
    }  # fmt: skip
    try:
        return ChoiceCues(**{name: _words(read[table][key]) for name, (table, key) in places.items()})
    except (KeyError, TypeError, re.error) as error:
        raise DataError(
            f"the lists of phrases are invalid ({error})", where=_FILE, expected="lists of regular expressions"
        ) from error


def _words(phrases: Sequence[str]) -> re.Pattern[str]:
    either = "|".join(f"(?:{phrase})" for phrase in phrases)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")
