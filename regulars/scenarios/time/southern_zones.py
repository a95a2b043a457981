"""The time zones south of the equator (`southern_zones.toml`). Their seasons are those of other months."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def southern_zones() -> frozenset[str]:
    """The IANA names of the time zones south of the equator.

    Example:
        >>> "Australia/Sydney" in southern_zones(), "Europe/Oslo" in southern_zones()
        (True, False)
    """
    text = files("regulars.scenarios.time").joinpath("southern_zones.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)["zones"])
