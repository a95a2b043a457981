"""The cues by which a clause shows how it means a value, compiled from `phrases.toml` when first needed."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from regulars.errors import DataError

__all__ = ["Cues", "load_cues"]

_FILE = "phrases.toml"


@dataclass(frozen=True, slots=True)
class Cues:
    """Compiled patterns over case-folded text with straight quotes.

    Attributes:
        neutral: Phrases that look like cues and are none.
        before: Cues before a value; the group that matched is the status.
        approximate: What makes a number before which it stands a bound.
        after: Cues behind a value, anchored there; the group that matched is the status.
        report: Signs that earlier words are reported.
        correction: Signs that what was just said is taken back.
        uncertain: Signs that what follows is a guess.
        firm: Plain abstentions.
        unsure: Abstentions unless a guess follows.
    """

    neutral: re.Pattern[str]
    before: re.Pattern[str]
    approximate: re.Pattern[str]
    after: re.Pattern[str]
    report: re.Pattern[str]
    correction: re.Pattern[str]
    uncertain: re.Pattern[str]
    firm: re.Pattern[str]
    unsure: re.Pattern[str]


@lru_cache(maxsize=1)
def load_cues() -> Cues:
    """The cues. Raises `DataError` where the file lacks a list or holds a pattern that cannot be read."""
    read = tomllib.loads(files("regulars.rewards").joinpath(_FILE).read_text("utf-8"))
    try:
        status, after = read["status"], read["after"]
        order = ("neutral", "approximate", "report", "correction", "uncertain")
        plain = {name: _words(_either(read[name]["phrases"])) for name in order}
        abstention = {name: _words(_either(read["abstention"][name])) for name in ("firm", "unsure")}
        before = "|".join(f"(?P<{name}>{_either(phrases)})" for name, phrases in status.items())
        behind = "|".join(f"(?P<{name}>{_either(phrases)})" for name, phrases in after.items())
        return Cues(
            before=_words(before), after=re.compile(rf"[\s,]*(?:{behind})(?!\w)"), **plain, **abstention
        )
    except (KeyError, TypeError, re.error) as error:
        raise DataError(
            f"a list of phrases cannot be read ({error})",
            where=_FILE,
            expected="lists of regular expressions",
        ) from error


def _either(phrases: list[str]) -> str:
    return "|".join(f"(?:{phrase})" for phrase in phrases)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
