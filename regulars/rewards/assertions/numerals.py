"""Counts in other languages that a reply begins with: `Twee, om precies te zijn`, `Zwei: Judo und Schach`."""

from __future__ import annotations

import re

from regulars.values import Mention

_NUMERALS = {
    "2": "zwei deux dos due twee två dois duas dwa",
    "3": "drei trois tres tre drie três trzy",
    "4": "vier quatre cuatro quattro fyra fire quatro cztery",
    "5": "fünf cinq cinco cinque vijf fem pięć",
    "6": "sechs seis sei zes sex seks sześć",
    "7": "sieben sept siete sette zeven sju syv sete siedem",
    "8": "acht huit ocho otto åtta otte oito osiem",
    "9": "neun neuf nueve nove negen nio ni dziewięć",
    "10": "zehn diez dieci tien tio ti dez dziesięć",
}
_VALUES = {word: value for value, words in _NUMERALS.items() for word in words.split()}
_OPENS = re.compile(
    rf"[\W_]*(?:(?:es sind|das sind|ce sont|ça fait|son|sono|het zijn|dat zijn|det är|det er|são|genau|exactement"
    rf"|en total)[\s*_]+)?(?P<count>{'|'.join(sorted(_VALUES, key=len, reverse=True))})[\s*_]*(?=[,.:;!(–—\n]|$)"
)


def opening_count(lowered: str) -> list[Mention]:
    """The count in another language that case-folded text begins with, set apart from what follows; else nothing."""
    match = _OPENS.match(lowered)
    return [] if match is None else [Mention(_VALUES[match["count"]], *match.span("count"))]
