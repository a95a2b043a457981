"""Splits a text into sentences, in English and Chinese."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n+")


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [part for part in map(str.strip, _SENTENCE.split(text)) if part]
