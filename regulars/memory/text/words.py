"""Words that carry meaning, and cues: small lists of wordings by which rules tell what a sentence is about."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from regulars.chinese_text import has_chinese
from regulars.errors import ConfigurationError
from regulars.memory.indexes.bm25 import alphanumerics

__all__ = ["content_words", "cue_names", "has_cue", "normalised", "opens_with"]

_CUES = Path(__file__).with_name("cues.toml")
_STOP = frozenset(
    """a about again all also am an and any are as at be been but by can could did do does done for from get go got had
    has have he her here him his how i if in into is it its just let like ll m me my no not now of off on one or our
    out over own please re really s she so some such t than thank thanks that the their them then there these they
    this those to too up us ve very was we well were what when where which who whom whose why will with would yes you
    your""".split()  # noqa: SIM905  # a list of a hundred words reads worse
)
_WORD = re.compile(r"\w+")
_KEPT = 16384


@lru_cache(maxsize=_KEPT)
def content_words(text: str) -> frozenset[str]:
    """The words of a text in lower case, without the hundred most common English ones; Chinese by two characters."""
    return frozenset(word for word in alphanumerics(text) if word not in _STOP)


def normalised(text: str) -> str:
    """The words of a text in lower case, in their order: what two sayings of the same words have in common."""
    return " ".join(_WORD.findall(text.casefold()))


@lru_cache(maxsize=_KEPT)
def has_cue(name: str, text: str) -> bool:
    """Whether a wording of the list `name` stands in the text. Raises `ConfigurationError` if there is no such list."""
    return _pattern(name).search(text) is not None


def opens_with(name: str, text: str) -> bool:
    """Whether the text begins with a wording of the list `name`. Raises `ConfigurationError` if there is none."""
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
