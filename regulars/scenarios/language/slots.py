"""Fills the slots of phrases; tells which phrases contradict, and which are short or long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from regulars.chinese_text import count_words

_SLOT = re.compile(r"(?P<opens>^|(?<=[.!?]) +)?\{(?P<slot>\w+)\}")
_ON_A_DAY = re.compile(r"\b([Oo])n \{(value|old)\}")
_CONTRADICTS = re.compile(
    r"\b(?:no|nope|not|never|nothing|nobody|wrong(?:ly)?|incorrect|mix(?:ed|ing)?|mistaken?|confus\w+|muddled|swapped"
    r"|sorry|actually|hang on|hold on|wait|thinking of|instead|rather|nearly|close|quite|off|outdated|behind"
    r"|out of date|otherwise|before|else(?:'s)?|that was|that number|that's|that came|if only|nice try|read that"
    r"|miscounted|let me|i meant|you(?:'ve| have|'re) |you mean|please|fix|change|but|crossed|garbled|again)\b|n't\b",
    re.IGNORECASE,
)
"""Words of a correction that only make sense if the listener said something wrong."""
_OFFERS = re.compile(
    r"(?:Turns out|Please|Put|You can|You'll|Don't|Just|Guess|Good news|Honestly|Before|Finally|Quick|Of all|If|As"
    r"|From now|Come|Can't|It's embarrassing|No more|Believe|Under|Ask|Nobody|Small|Spent|Sorry|Excuse|Look|Apparently"
    r"|Never)\b"
)
"""Beginnings that offer news or ask for something."""
_FRESH = re.compile(
    r"\b(?:just|today|tonight|this (?:morning|afternoon|evening)|new|news|finally)\b|\bis here\b|!"
    r"|\b(?:please|write|note|jot|keep|take|remember|add) (?:note|that|this|it)\b",
    re.IGNORECASE,
)
"""Words of what is told for the first time."""


_FORGOTTEN = re.compile(
    r"\b(?:forg[eo]t\w*|lost track|blank\w*|remind me|can't (?:remember|recall|think of))\b", re.IGNORECASE
)
"""Words by which people say that they have forgotten something, or ask to be reminded."""


def says_forgotten(line: str) -> bool:
    """Whether a question says that its answer was forgotten, so that it is out of place right after the answer.

    Example:
        >>> says_forgotten("I've forgotten my PIN, what is it?"), says_forgotten("What is my PIN?")
        (True, False)
    """
    return _FORGOTTEN.search(line) is not None


def contradicts(line: str) -> bool:
    """Whether a correction contradicts what the listener said, so that it is out of place after an abstention.

    Example:
        >>> contradicts("No, my cat's name is {value}."), contradicts("As I told you, my cat's name is {value}.")
        (True, False)
    """
    return _CONTRADICTS.search(line) is not None


@lru_cache(maxsize=1024)
def uncontradicting(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the corrections that contradict nothing.

    Example:
        >>> uncontradicting(("No, I live in {value}.", "As I told you, I live in {value}."))
        ('As I told you, I live in {value}.',)
    """
    return tuple(line for line in lines if not contradicts(line))


def is_news(line: str) -> bool:
    """Whether a sentence tells something for the first time, so that it is out of place where it is told again.

    Example:
        >>> is_news("I just moved to {value}."), is_news("I live in {value}.")
        (True, False)
    """
    return _OFFERS.match(line) is not None or _FRESH.search(line) is not None


def filled(line: str, slots: Mapping[str, str]) -> str:
    """A line with its slots filled; unknown slots are ignored.

    Example:
        >>> filled("Nice {what}. {value} it is, {more}.", {"value": "sea bass", "what": "fish"})
        'Nice fish. Sea bass it is, {more}.'
    """

    def words(slot: re.Match[str]) -> str:
        text = slots.get(slot["slot"])
        if text is None:
            return slot[0]
        opens = slot["opens"]
        return text if opens is None else f"{opens}{text[:1].upper()}{text[1:]}"

    return _SLOT.sub(words, line) if "{" in line else line


def in_month(line: str) -> str:
    """A line with `in` for a month in place of `on` for a day."""
    return _ON_A_DAY.sub(lambda found: f"{'I' if found[1] == 'O' else 'i'}n {{{found[2]}}}", line)


FEWEST = 2
"""The least number of wordings that a person of any length has."""


@lru_cache(maxsize=4096)
def of_length(lines: tuple[str, ...], length: str) -> tuple[str, ...]:
    """The wordings that a person uses: the shortest third for `short`, the longest for `long`, two at least, else all.

    Example:
        >>> of_length(("I moved to {value} in spring.", "I moved.", "I moved to {value}."), "short")
        ('I moved.', 'I moved to {value}.')
    """
    if length == "plain":
        return lines
    ordered = sorted(lines, key=count_words)
    kept = max(FEWEST, -(-len(ordered) // 3))
    return tuple(ordered[:kept] if length == "short" else ordered[-kept:])
