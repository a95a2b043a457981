"""Finds values that name a fault (`poor balance`, `bad knees`) where a reply words the fault in another way.

`Your balance isn't great`, `you have trouble with balance`, `balance problems` and `shaky balance` all name `poor
balance`, if no other value of the domain ends in the same word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from regulars.values import Domain, Mention, fold

_FAULTY = frozenset({"poor", "bad", "weak"})
"""First words of values that name a fault and not a kind of thing."""
_ADJECTIVES = r"(?:bad|poor|weak|terrible|awful|shaky|unsteady|rubbish|dodgy|lousy|wobbly|troublesome|unreliable)"
_TROUBLE = r"(?:problems?|issues?|troubles?|difficult(?:y|ies)|complaints?)"
_DEGREE = (
    r"(?: (?:very|so|too|that|all that|the|your|at its|really|exactly|particularly|any|quite|always|much|an? (?:bit"
    r"|little)|rather|slightly|pretty))*"
)
_KEPT = 256


def find_faults(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The faults of `domain` that case-folded text words in another way, outside the values that it names.

    Example:
        >>> issue = Domain("workout_limit", aliases={"poor balance": (), "hip arthritis": ()})
        >>> [one.value for one in find_faults("you told me your balance isn't the best", [], issue)]
        ['poor balance']
    """
    return [
        Mention(value, *match.span())
        for value, pattern in _patterns(tuple(domain.aliases))
        for match in pattern.finditer(lowered)
        if not any(one.start < match.end() and match.start() < one.end for one in mentions)
    ]


@lru_cache(maxsize=_KEPT)
def _patterns(values: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For each fault among values of one attribute: what words it in another way."""
    folded = {value: fold(value)[1].split() for value in values}
    heads = Counter(words[-1] for words in folded.values() if words)
    return tuple(
        (value, _worded(words[1]))
        for value, words in folded.items()
        if len(words) == 2 and words[0] in _FAULTY and heads[words[1]] == 1
    )


def _worded(thing: str) -> re.Pattern[str]:
    """What says that a thing is bad: `balance problems`, `trouble with your balance`, `your balance isn't great`."""
    noun = rf"{re.escape(thing.removesuffix('s'))}s?"
    return re.compile(
        rf"(?<!\bno )(?<!\bany )(?<!\bwithout )\b(?:{_ADJECTIVES} {noun}"
        rf"|(?:{_TROUBLE}|struggle|bother) (?:with|keeping|in) (?:your |my |the )?{noun}"
        rf"|{noun}(?:-related)? {_TROUBLE}"
        rf"|{noun} (?:is|are|was|were)(?:n't| not| never){_DEGREE} (?:good|great|best|strong|strong (?:point|suit)"
        rf"|steady)"
        rf"|{noun} (?:is|are|was|were){_DEGREE} (?:{_ADJECTIVES}|off)"
        rf"|not (?:have )?(?:a )?(?:very )?(?:good|great|steady|strong) {noun})\b"
    )
