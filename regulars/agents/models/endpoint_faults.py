"""What an endpoint did wrong, in words, and how long to wait before it is tried again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from regulars.seeding import SeedTree, content_hash

__all__ = ["Failure", "failure_of", "pause_before"]

RETRIED = (408, 409, 429)
"""Statuses that may pass, beside 5xx."""

LONGEST_BACKOFF = 8.0
LONGEST_WAIT = 120.0
"""Seconds: an endpoint that asks for a longer pause has failed."""

SPREAD = 0.25
"""Pauses lie within this share of their length, so that calls that failed together do not come back together."""

QUOTED = 300
"""Characters of an endpoint's own words that stand in an error."""

_JITTER = SeedTree(0).child("model", "pause")


@dataclass(frozen=True, slots=True)
class Failure:
    """An attempt that came to nothing.

    Attributes:
        words: What went wrong.
        passes: Whether it may pass.
        status: The HTTP status, 0 where there was none.
        body: What the endpoint said of it, lower-case.
        wait: Seconds that the endpoint asks for, None if it asks for none.
    """

    words: str
    passes: bool
    status: int = 0
    body: str = ""
    wait: float | None = None


def failure_of(error: BaseException) -> Failure:
    """What an exception of the client or its transport says."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 400:
        headers = getattr(getattr(error, "response", None), "headers", {})
        said = _said(error)
        return Failure(
            f"status {status}{f' ({said})' if said else ''}",
            status in RETRIED or status >= 500,
            status,
            said.lower(),
            _wait(headers),
        )
    name = type(error).__name__
    if isinstance(error, TimeoutError) or "Timeout" in name:
        return Failure("no answer in time", True)
    if isinstance(error, EOFError):
        return Failure(str(error), True)
    if isinstance(error, (ValueError, AttributeError, TypeError, KeyError)) or "Validation" in name:
        return Failure("its answer is not what the protocol says", False)
    if type(error).__module__.partition(".")[0] == "openai" and "Connection" not in name:
        return Failure(f"{name}: {_said(error)}", False)
    return Failure(f"the connection was lost ({name})", True)


def pause_before(failure: Failure, attempt: int, backoff: float, request: str) -> float | None:
    """Seconds to wait before the next attempt, None where none is worth it.

    Args:
        failure: What the last attempt came to.
        attempt: Its number, from 0.
        backoff: The first pause, which doubles with each attempt up to 8 seconds.
        request: What was asked; it names the draw of the jitter.
    """
    if not failure.passes:
        return None
    if failure.wait is not None:
        return failure.wait if failure.wait <= LONGEST_WAIT else None
    draws = _JITTER.draws(content_hash(request), attempt)
    length: float = min(backoff * 2**attempt, LONGEST_BACKOFF)
    return length * (1 + SPREAD * (2 * draws.uniform() - 1))


def _said(error: BaseException) -> str:
    body = getattr(error, "body", None)
    said = body.get("message") if isinstance(body, Mapping) else None
    return " ".join(str(said or getattr(error, "message", "") or "").split())[:QUOTED]


def _wait(headers: Any) -> float | None:
    """What `retry-after-ms` or `Retry-After` asks for: a number, or a date counted from the answer's own."""
    for header, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[header]) / scale)
        except (KeyError, ValueError):
            continue
    try:
        until = parsedate_to_datetime(headers["retry-after"]) - parsedate_to_datetime(headers["date"])
    except (KeyError, ValueError, TypeError):
        return None
    return max(0.0, until.total_seconds())
