"""The signs of a reply: numbers from which a second reading tells whether it is right.

They say what the rules found, which values are named and how often, what stands beside the last one of each sort, and
how the whole reply is built. None of them looks at the values' own words, so they mean the same for every question.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from regulars.dialogue import Verdict
from regulars.rewards.assertions.abstention import abstains, denies_all, disclaims
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.rereading.words import logit_of_words, sort_of
from regulars.values import Mention, find_values

_MOST = 3
"""Higher counts are not told apart."""
_ENDS = ".\n!"
"""The signs that end the part of a reply in which words stand beside a value."""
_NEAR = 30
"""The number of characters right before a value."""
_CHARACTERS = 500.0
"""The length of a reply that counts as 1."""


WORDS = "words"
"""The sign that tells how the words alone speak for a reply."""


@lru_cache(maxsize=1)
def families() -> dict[str, re.Pattern[str]]:
    """The families of words, by name."""
    read = tomllib.loads(files("regulars.rewards.verdicts.rereading").joinpath("signs.toml").read_text("utf-8"))
    return {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in read.items()}


def signs(text: str, verdict: Verdict, expectation: Expectation) -> dict[str, float]:
    """The signs of a reply; a sign that is missing is 0.

    Args:
        text: The reply, without hidden reasoning.
        verdict: What the rules say.
        expectation: What a right answer is.
    """
    found: dict[str, float] = {
        f"verdict {verdict.kind.name.lower()}": 1.0,
        f"form {expectation.form}": 1.0,
        "unanswerable": not expectation.answerable,
        "earlier": expectation.earlier,
        "abstains": abstains(text),
        "disclaims": disclaims(text),
        "denies all": denies_all(text),
        WORDS: logit_of_words(text, expectation),
        "length": len(text) / _CHARACTERS,
        "ends in a question": text.rstrip().endswith("?"),
        "questions": min(text.count("?"), _MOST),
        "quotes": text.count('"') >= 2 or "\n>" in text,
    }
    named = find_values(text, expectation.domain)
    sorts = {one.value: sort_of(one.value, expectation) for one in named}
    last: dict[str, Mention] = {}
    for one in named:
        sort = sorts[one.value]
        found[f"{sort} named"] = min(found.get(f"{sort} named", 0.0) + 1.0, _MOST)
        last[sort] = one
    found["only right"] = bool(named) and set(sorts.values()) == {"right"}
    found["all right"] = bool(expectation.gold) and {*expectation.gold} <= set(sorts)
    if named:
        found["first is right"] = sorts[named[0].value] == "right"
        found["last is right"] = sorts[named[-1].value] == "right"
    for claim in read_assertions(text, expectation.domain):
        found[f"{sort_of(claim.value, expectation)} {claim.status.value}"] = 1.0
    for sort, one in last.items():
        found |= {f"{sort}: {name}": value for name, value in _beside(text, one).items()}
    for name, family in families().items():
        found[name] = min(len(family.findall(text)), _MOST)
    return {name: float(value) for name, value in found.items() if value}


def _beside(text: str, one: Mention) -> dict[str, float]:
    """What stands beside a value in its part of the reply."""
    start = max(text.rfind(sign, 0, one.start) for sign in _ENDS) + 1
    end = min((at for sign in _ENDS if (at := text.find(sign, one.end)) >= 0), default=len(text))
    before, behind = text[start : one.start], text[one.end : end]
    found: dict[str, float] = {
        "bold": text.endswith("**", 0, one.start),
        "opens its part": not before.strip(" *-|:"),
        "place": one.start / max(len(text), 1),
    }
    return found | words_beside(before, behind, _NEAR)


def words_beside(before: str, behind: str, near: int) -> dict[str, float]:
    """Which families of words stand before something, among the last `near` characters before it, and behind it."""
    found, is_near = {}, len(before) <= near
    for name, family in families().items():
        found[f"{name} before"] = stands = family.search(before) is not None
        found[f"{name} near"] = stands if is_near else family.search(before[-near:]) is not None
        found[f"{name} behind"] = family.search(behind) is not None
    return {name: float(value) for name, value in found.items()}


def is_named(text: str, expectation: Expectation) -> bool:
    """Whether a reply names what is right: one right value, or all of them where all are asked for."""
    named = {one.value for one in find_values(text, expectation.domain)}
    wanted = named.intersection(expectation.gold)
    return bool(wanted) and (expectation.form not in ALL_ASKED or len(wanted) == len(set(expectation.gold)))


ALL_ASKED: Sequence[str] = ("set", "order")
"""The forms of answers that hold several values."""
