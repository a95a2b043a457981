"""Cues: small lists of wordings that tell rules what a sentence is about."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from regulars.chinese_text import has_chinese
from regulars.errors import ConfigurationError

_CUES = Path(__file__).with_name("cues.toml")
_KEPT = 16384


@lru_cache(maxsize=_KEPT)
def has_cue(name: str, text: str) -> bool:
    """Whether the text contains a wording of the list `name`. Raises `ConfigurationError` if the list is unknown."""
    return _pattern(name).search(text) is not None


def opens_with(name: str, text: str) -> bool:
    """Whether the text begins with a wording of the list `name`. Raises `ConfigurationError` if it is unknown."""
    return _pattern(name).match(text.lstrip(" \t\n\"'“”")) is not None


def cue_names() -> tuple[str, ...]:
    """The names of all lists."""
    return tuple(_lists())


@lru_cache(maxsize=1)
def _lists() -> dict[str, list[str]]:
    return {name: list(map(str, wordings)) for name, wordings in tomllib.loads(_CUES.read_text("utf-8")).items()}


@lru_cache(maxsize=64)
def _pattern(name: str) -> re.Pattern[str]:
    lists = _lists()
    if name not in lists:
        raise ConfigurationError(
            f"there are no cues {name!r}", where="cues.toml", expected=f"one of {', '.join(lists)}"
        )
    wordings = sorted(lists[name], key=len, reverse=True)
    plain = [re.escape(wording) for wording in wordings if not has_chinese(wording)]
    chinese = [re.escape(wording) for wording in wordings if has_chinese(wording)]
    return re.compile("|".join([rf"\b(?:{'|'.join(plain)})\b", *chinese]), re.IGNORECASE)
