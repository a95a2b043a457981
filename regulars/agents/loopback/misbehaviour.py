"""What an endpoint does wrong on demand, and when: by rates, by the model's name, or by a header.

Whether a call goes wrong is drawn by its content and by how often that content has come, never by the order in which
calls arrive: two runs meet the same faults, and a call that is tried again meets a draw of its own.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from regulars.errors import ConfigurationError, did_you_mean
from regulars.seeding import SeedTree, content_hash

__all__ = ["FaultSchedule", "Misbehaviour", "parse_rates"]


class Misbehaviour(StrEnum):
    """Ways of going wrong."""

    TOO_MANY = "429"
    """Too many requests, with `Retry-After`."""
    FAILING = "500"
    """An internal error."""
    TIMEOUT = "timeout"
    """No answer, ever."""
    DROP = "drop"
    """The connection breaks off in the middle of the answer."""
    TRUNCATED = "truncated-json"
    """The answer ends in its middle, as where tokens ran out."""
    WRONG_SCHEMA = "wrong-schema"
    """JSON of another shape than was asked for."""
    EMPTY = "empty-choice"
    """No choice in the answer."""
    REFUSAL = "refusal"
    """The model refuses."""
    LEAK = "leak"
    """The answer tells of a day to come that nobody mentioned."""
    LONG = "long"
    """An answer of a megabyte."""
    NO_SCHEMA = "no-schema"
    """Schemas are refused, as by endpoints that know none."""


_SUFFIX = re.compile(r"(?P<kind>[a-z0-9-]+?)(?:x(?P<times>\d+))?")


def parse_rates(text: str) -> dict[Misbehaviour, float]:
    """Rates such as `429:0.1,timeout:0.05`.

    Raises:
        ConfigurationError: There is no such misbehaviour, a rate is none, or they exceed 1 together.
    """
    rates: dict[Misbehaviour, float] = {}
    for part in (part.strip() for part in text.split(",") if part.strip()):
        name, _, written = part.partition(":")
        try:
            rate = float(written)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise ConfigurationError(
                f"the rate of {name!r} is {written!r}", where="misbehave", expected="NAME:RATE with a rate in 0..1"
            )
        rates[_kind(name)] = rate
    if sum(rates.values()) > 1 + 1e-9:
        raise ConfigurationError("the rates exceed 1 together", where="misbehave")
    return rates


def _kind(name: str) -> Misbehaviour:
    try:
        return Misbehaviour(name)
    except ValueError:
        raise ConfigurationError(
            f"there is no misbehaviour {name!r}",
            where="misbehave",
            remedy=did_you_mean(name, [kind.value for kind in Misbehaviour]),
        ) from None


class FaultSchedule:
    """Decides which call goes wrong, and how.

    Args:
        rates: The share of calls that go wrong in each way.
        seed: The root of the draws.
    """

    def __init__(self, rates: Mapping[Misbehaviour, float] | None = None, seed: int = 0) -> None:
        self._rates = dict(rates or {})
        self._seeds = SeedTree(seed).child("misbehave")
        self._seen: Counter[str] = Counter()
        self._lock = threading.Lock()

    def of(self, model: str, body: bytes, header: str = "") -> tuple[str, Misbehaviour | None]:
        """The model's plain name, and how a call of it goes wrong, if it does.

        Args:
            model: As the call names it; `NAME@refusal` always goes wrong, `NAME@500x2` the first two times that a
                call of the same content comes.
            body: The call's content.
            header: The value of `X-Misbehave`, which wins.

        Raises:
            ConfigurationError: The name or header asks for what there is not.
        """
        name, _, suffix = model.partition("@")
        asked = header or suffix
        content = content_hash(body.decode("utf-8", "replace"), 32)
        with self._lock:
            self._seen[content] += 1
            times = self._seen[content]
        if asked:
            match = _SUFFIX.fullmatch(asked)
            kind = _kind(match["kind"] if match is not None else asked)
            bound = int(match["times"]) if match is not None and match["times"] else times
            return name, kind if times <= bound else None
        if not self._rates:
            return name, None
        mark = self._seeds.draws(content, times).uniform()
        for kind, rate in self._rates.items():
            mark -= rate
            if mark < 0:
                return name, kind
        return name, None
