"""Faults of the loopback endpoint on demand: by rate, by model name or by header.

Faults are drawn by a call's content and by how often that content has been sent, never by the order of arrival. So two
runs meet the same faults, and a retried call gets a new draw.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from regulars.errors import ConfigurationError, did_you_mean
from regulars.seeding import SeedTree, content_hash


class Misbehaviour(StrEnum):
    """The kinds of faults."""

    TOO_MANY = "429"
    """Too many requests, with `Retry-After`."""
    FAILING = "500"
    """An internal error."""
    TIMEOUT = "timeout"
    """No answer at all."""
    DROP = "drop"
    """The connection breaks off in the middle of the answer."""
    TRUNCATED = "truncated-json"
    """The answer stops in the middle, as if tokens ran out."""
    WRONG_SCHEMA = "wrong-schema"
    """JSON with the wrong schema."""
    EMPTY = "empty-choice"
    """No choice in the answer."""
    REFUSAL = "refusal"
    """The model refuses."""
    LEAK = "leak"
    """The answer mentions a future date that was never in the prompt."""
    LONG = "long"
    """An answer of one megabyte."""
    NO_SCHEMA = "no-schema"
    """Schemas are refused, as by endpoints without structured outputs."""
    UNKNOWN_TOOL = "unknown-tool"
    """Where tools are offered, another one is called."""
    BAD_ARGUMENTS = "bad-arguments"
    """The arguments of a tool are no JSON."""
    TOOL_LOOP = "tool-loop"
    """The same tool is called again and again."""


_SUFFIX = re.compile(r"(?P<kind>[a-z0-9-]+?)(?:x(?P<times>\d+))?")


def parse_rates(text: str) -> dict[Misbehaviour, float]:
    """Parses rates such as `429:0.1,timeout:0.05`.

    Raises:
        ConfigurationError: A fault is unknown, a rate is invalid, or the rates add up to more than 1.
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
        raise ConfigurationError("the rates add up to more than 1", where="misbehave", remedy="lower some of them")
    return rates


def _kind(name: str) -> Misbehaviour:
    try:
        return Misbehaviour(name)
    except ValueError:
        raise ConfigurationError(
            f"unknown fault {name!r}",
            where="misbehave",
            remedy=did_you_mean(name, [kind.value for kind in Misbehaviour]),
        ) from None


class FaultSchedule:
    """Decides which calls go wrong, and how.

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
        """The plain model name, and the fault of this call, if any.

        Args:
            model: The name in the call; `NAME@refusal` always fails, `NAME@500x2` fails the first two times that a call
                with the same content arrives.
            body: The call's content.
            header: The value of `X-Misbehave`, which takes precedence.

        Raises:
            ConfigurationError: The name or header asks for an unknown fault.
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
