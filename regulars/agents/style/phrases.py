"""The phrases with which the scripted assistant keeps standing rules (`phrases/style.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.rewards.style_checks.occasions import Occasion


@cache
def style_phrases() -> Mapping[str, Any]:
    """Lists of phrases by purpose."""
    return tomllib.loads(files("regulars.agents").joinpath("phrases/style.toml").read_text("utf-8"))


def plain_replies(occasion: Occasion) -> Sequence[str]:
    """Replies that can replace the whole text: there are some for a note or an abstention, none for an answer."""
    plain: Sequence[str] = style_phrases()["plain"].get(occasion.act.value, ())
    return plain
