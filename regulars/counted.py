"""Says how many there are of something, in words."""

from __future__ import annotations


def counted(count: int, one: str, several: str = "") -> str:
    """The number and the noun in the right form.

    Args:
        count: The number.
        one: The noun for one.
        several: The noun for any other number; by default `one` with an s.

    Example:
        >>> counted(1, "life", "lives"), counted(1200, "question")
        ('1 life', '1,200 questions')
    """
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
