"""What the scripted assistant has to say so that a standing rule is kept (`phrases/knobs.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.rewards.compliance import Occasion

__all__ = ["knob_phrases", "plain_replies"]


@cache
def knob_phrases() -> Mapping[str, Any]:
    """Lists of phrases by what they are for."""
    return tomllib.loads(files("regulars.agents").joinpath("phrases/knobs.toml").read_text("utf-8"))


def plain_replies(occasion: Occasion) -> Sequence[str]:
    """Replies that may stand for the whole: an answer cannot be replaced, a note or an abstention can."""
    plain: Sequence[str] = knob_phrases()["plain"].get(occasion.act.value, ())
    return plain
