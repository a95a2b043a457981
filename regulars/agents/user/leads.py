"""Begins a sentence with a few words that join it to what was said before, such as `Anyway,`."""

from __future__ import annotations

import re

from regulars.scenarios.language.packs import Language
from regulars.scenarios.personas.tables import load_voices

_JOINS = re.compile(r"(?:So|Oh|Also|And|Plus|Anyway|Guess|Okay|Ok|Well|Right)\b|.*\bby the way\b", re.IGNORECASE)
"""Sentences with such words of their own, so that no others, such as `Anyway,`, come before them."""

_SUBORDINATE = frozenset({
    "Actually", "After", "Ah", "Among", "Because", "Besides", "Between", "Bye", "Cheers", "During", "Er",
    "Eventually", "Ever", "Haha", "Hey", "Hm", "Hmm", "Honestly", "However", "Lol", "Naturally", "Oops",
    "Seriously", "Since", "Somehow", "Sorry", "Supposedly", "Thank", "Thanks", "Turns", "Um", "With", "Yeah",
    "Yep", "Yes",
})  # fmt: skip
"""First words after which a comma follows soon, or that cannot follow one, so that none stands before them."""

_TITLES = frozenset({"Dr", "Mr", "Mrs", "Ms"})
"""Titles, which keep their capital after any words."""

_FIRST = re.compile(r"[A-Z][a-z]*(?:'[a-z]+)?\b")


def led_by(words: str, sentence: str, language: Language) -> str:
    """The sentence after `words`, with a small letter; the sentence alone if its capital has to stay.

    Words that end a sentence of their own stand before any sentence. That is the way of a language without capitals.

    Example:
        >>> english = Language.load("english")
        >>> led_by("Anyway,", "My rent went up.", english), led_by("Anyway,", "I moved.", english)
        ('Anyway, my rent went up.', 'Anyway, I moved.')
        >>> led_by("Anyway,", "Bergen is lovely.", english)
        'Bergen is lovely.'
    """
    space = language.marks["space"]
    if not space or words.endswith(language.marks["stop"]):
        return f"{words}{space}{sentence}"
    first = _FIRST.match(sentence)
    if first is None or first[0] in _SUBORDINATE:
        return sentence
    if first[0] == "I" or first[0].startswith("I'"):
        return f"{words}{space}{sentence}"
    if first[0] in _TITLES:
        return f"{words}{space}{sentence}"
    if first[0].lower() not in load_voices(language.name).uncapitalised:
        return sentence
    return f"{words}{space}{sentence[:1].lower()}{sentence[1:]}"


def joins(sentence: str) -> bool:
    """Whether words of its own join a sentence to what was said before.

    Example:
        >>> joins("Oh, and I moved."), joins("I moved.")
        (True, False)
    """
    return _JOINS.match(sentence) is not None
