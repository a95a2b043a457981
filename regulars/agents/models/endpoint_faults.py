"""Classifies an endpoint's failures, and decides how long to wait before a retry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from json import JSONDecodeError
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

_BROKEN = (JSONDecodeError, UnicodeDecodeError)
_UNREACHABLE = ("ConnectError", "UnsupportedProtocol")
"""The names of the transport's errors for an address at which nothing answers."""

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
        unreachable: Whether nothing answers at the address.
    """

    words: str
    passes: bool
    status: int = 0
    body: str = ""
    wait: float | None = None
    unreachable: bool = False


class AnswerFault(ValueError):
    """An endpoint's answer breaks the protocol.

    Args:
        words: The field, and what is wrong with it.
        passes: Whether another attempt may help.
    """

    def __init__(self, words: str, *, passes: bool = False) -> None:
        super().__init__(words)
        self.passes = passes


def error_inside(error: Any) -> AnswerFault:
    """The fault of an answer that holds an error instead of a completion.

    A number of an HTTP status in it decides whether another attempt may help. Without one, it may.
    """
    told = error if isinstance(error, Mapping) else {"message": error}
    code = told.get("code") or told.get("status")
    number = int(code) if isinstance(code, (int, str)) and str(code).isdecimal() and len(str(code)) == 3 else 500
    said = str(told.get("message") or told.get("type") or "without words")
    return AnswerFault(f"it holds an error ({said})", passes=_may_pass(number))


def failure_of(error: BaseException, secrets: Iterable[str] = ()) -> Failure:
    """The failure that an exception of the client or its transport describes.

    Args:
        error: The exception.
        secrets: Keys, which are replaced in the words before anything is cut.
    """
    secrets = tuple(secrets)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 400:
        headers = getattr(getattr(error, "response", None), "headers", {})
        said = _said(error, secrets)
        return Failure(
            f"status {status}{f' ({said})' if said else ''}",
            _may_pass(status),
            status,
            said.lower(),
            _wait(headers),
        )
    name = type(error).__name__
    if isinstance(error, TimeoutError) or "Timeout" in name:
        return Failure("no answer in time", True)
    if isinstance(error, EOFError):
        return Failure(str(error), True)
    if isinstance(error, AnswerFault):
        return Failure(f"its answer does not follow the protocol: {_cut(str(error), secrets)}", error.passes)
    if isinstance(error, _BROKEN):
        return Failure("its answer breaks off or is not JSON", True)
    if isinstance(error, (ValueError, AttributeError, TypeError, KeyError, RecursionError)) or "Validation" in name:
        return Failure("its answer does not follow the protocol", False)
    if type(error).__module__.partition(".")[0] in ("openai", "anthropic") and "Connection" not in name:
        if isinstance(getattr(error, "body", None), Mapping):
            return Failure(f"its answer breaks off with an error ({_said(error, secrets)})", _stream_passes(error))
        return Failure(f"{name}: {_said(error, secrets)}", False)
    causes = {type(cause).__name__ for cause in (error, error.__cause__, error.__context__)}
    return Failure(f"the connection was lost ({name})", True, unreachable=not causes.isdisjoint(_UNREACHABLE))


def _may_pass(status: int) -> bool:
    return status in RETRIED or status >= 500


def _stream_passes(error: BaseException) -> bool:
    """Whether an error in the middle of a stream may be temporary."""
    return error_inside(getattr(error, "body", None)).passes


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


def _said(error: BaseException, secrets: tuple[str, ...]) -> str:
    """The endpoint's own words. The body is the error, or holds it, as Anthropic's does."""
    body = getattr(error, "body", None)
    inner = body.get("error") if isinstance(body, Mapping) else None
    held = inner if isinstance(inner, Mapping) else body
    said = held.get("message") if isinstance(held, Mapping) else None
    return _cut(str(said or getattr(error, "message", "") or ""), secrets)


def _cut(words: str, secrets: tuple[str, ...]) -> str:
    """Words on one line without secrets, of limited length. Half a character becomes a question mark."""
    for secret in secrets:
        words = words.replace(secret, "[key]")
    return " ".join(words.encode("utf-8", "replace").decode().split())[:QUOTED]


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
