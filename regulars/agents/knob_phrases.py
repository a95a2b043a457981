"""What the scripted assistant has to say so that a standing rule is kept (`phrases/style.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.rewards.compliance import Occasion

__all__ = ["plain_replies", "style_phrases"]


@cache
def style_phrases() -> Mapping[str, Any]:
    """Lists of phrases by what they are for."""
    return tomllib.loads(files("regulars.agents").joinpath("phrases/style.toml").read_text("utf-8"))


def plain_replies(occasion: Occasion) -> Sequence[str]:
    """Replies that may stand for the whole: an answer cannot be replaced, a note or an abstention can."""
    plain: Sequence[str] = style_phrases()["plain"].get(occasion.act.value, ())
    return plain
