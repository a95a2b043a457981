"""Finds activities that a text tells as what a person does or is: `I crochet and fence`, `a keen beekeeper`.

A message about somebody seldom calls a hobby by its noun. The verb counts behind the one who does it (`I`, `who`),
`to`, or another such verb; the noun for the person anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

_LEAST_LETTERS, _LEAST_PART = 7, 3
"""The letters of an activity in one word, and of each part of a compound."""
_DOUBLED = re.compile(r"([bdgklmnprt])\1$")
_ADVERBS = (
    r"(?:(?:also|often|sometimes|still|just|even|usually|always|really|both|like|love|do|can|used|enjoy|\w+ly)"
    r"(?: to)?,? )*"
)
_DOER = rf"\b(?:i|we|you|who|he|she|they|to) {_ADVERBS}"
_VERBS_BEFORE = r"(?:[a-z]+(?: \w+){0,2}?(?:,| and|, and| or)(?: also| i| to)* )*?"
_DETERMINER = r"(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bmy )(?<!\bour )(?<!\byour )(?<!\bhis )(?<!\bher )(?<!\btheir )"


def activities_told(lowered: str, names: Iterable[str]) -> Iterator[str]:
    """The activities among some names that a text tells by a verb or as a person.

    Args:
        lowered: The text, in small letters.
        names: Words for activities, such as `fencing`; other names are left out.

    Example:
        >>> list(activities_told("i'm a keen crocheter, and i fence.", ["crocheting", "fencing", "juggling"]))
        ['crocheting', 'fencing']
        >>> list(activities_told("i painted the fence.", ["fencing"]))
        []
    """
    for name in names:
        pattern = _pattern(name)
        if pattern is not None and pattern.search(lowered):
            yield name


@lru_cache(maxsize=512)
def _pattern(name: str) -> re.Pattern[str] | None:
    """What tells of an activity by its verb or as a person; None if its name is no single word in `-ing`."""
    if len(name) < _LEAST_LETTERS or not (name.isalpha() and name.islower() and name.endswith("ing")):
        return None
    stem = name.removesuffix("ing")
    stems = sorted({stem, _DOUBLED.sub(r"\1", stem)})
    verbs = "|".join(f"{one}e?s?" for one in stems)
    doers = "|".join(f"{one}e?rs?" for one in (*stems, f"{stem}e"))
    compounds = "|".join(
        rf"{stem[at:]}e?s? (?:\w+ )?{stem[:at]}s?" for at in range(_LEAST_PART, len(stem) - _LEAST_PART + 1)
    )
    acts = rf"(?:{verbs}|{compounds})" if compounds else rf"(?:{verbs})"
    return re.compile(rf"{_DOER}{_VERBS_BEFORE}{_DETERMINER}{acts}\b|\b(?:{doers})\b")
