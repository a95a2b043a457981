"""Fills the slots of phrases; what begins a sentence gets a capital letter."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SLOT = re.compile(r"(?P<opens>^|(?<=[.!?]) +)?\{(?P<slot>\w+)\}")


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
    return line.replace("on {value}", "in {value}").replace("On {value}", "In {value}")
