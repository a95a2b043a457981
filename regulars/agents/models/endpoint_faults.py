"""Classifies an endpoint's failures, and decides how long to wait before a retry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from regulars.seeding import SeedTree, content_hash

RETRIED = (408, 409, 429)
"""Statuses that may be temporary, besides 5xx."""

LONGEST_BACKOFF = 8.0
LONGEST_WAIT = 120.0
"""Seconds; an endpoint that asks for a longer pause counts as failed."""

SPREAD = 0.25
"""Pauses vary by this share, so that calls that failed together do not retry together."""

QUOTED = 300
"""The number of characters of an endpoint's own words in an error."""

_JITTER = SeedTree(0).child("model", "pause")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed attempt.

    Attributes:
        words: What went wrong.
        passes: Whether the failure may be temporary.
        status: The HTTP status, 0 if there was none.
        body: The endpoint's error text, in lower case.
        wait: The seconds that the endpoint asks to wait; None if it does not ask.
    """

    words: str
    passes: bool
    status: int = 0
    body: str = ""
    wait: float | None = None


def failure_of(error: BaseException) -> Failure:
    """The failure that an exception of the client or its transport describes."""
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
        return Failure("its answer does not follow the protocol", False)
    if type(error).__module__.partition(".")[0] == "openai" and "Connection" not in name:
        return Failure(f"{name}: {_said(error)}", False)
    return Failure(f"the connection was lost ({name})", True)


def pause_before(failure: Failure, attempt: int, backoff: float, request: str) -> float | None:
    """Seconds to wait before the next attempt; None if a retry is pointless.

    Args:
        failure: The failure of the last attempt.
        attempt: Its number, from 0.
        backoff: The first pause, which doubles with each attempt up to 8 seconds.
        request: The request, which names the draw of the jitter.
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
    """The seconds in `retry-after-ms` or `Retry-After`; a date counts from the answer's own date."""
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
