"""Tells whether two spellings differ by one letter."""

from __future__ import annotations


def is_one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion, change or swap of neighbours turns `one` into `other`."""
    if one == other:
        return False
    short, long = sorted((one, other), key=len)
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) == len(short):
        swapped = short[:at] + short[at + 1 : at + 2] + short[at : at + 1] + short[at + 2 :]
        return short[at + 1 :] == long[at + 1 :] or swapped == long
    return len(long) == len(short) + 1 and short[at:] == long[at + 1 :]
