"""Tells a failing endpoint from a fault of a seat, in exceptions of other people's frameworks."""

from __future__ import annotations

from regulars.agents.models.endpoint_faults import failure_of
from regulars.errors import InfrastructureError

_CLIENTS = ("aiohttp", "httpcore", "httpx", "httpx2", "requests", "urllib3")
"""Packages whose exceptions mean that a connection failed."""

_CONNECTION_FAILURES = {
    ("openai", "APIConnectionError"),
    ("anthropic", "APIConnectionError"),
    ("pydantic_ai", "ModelAPIError"),
}
"""Exceptions of model clients that mean the same, with their subclasses; frameworks pass them on."""


def infrastructure_error(error: BaseException, where: str) -> InfrastructureError | None:
    """The failure of an endpoint that an exception reports, itself or through its causes; None for anything else.

    Args:
        error: The exception.
        where: What called the endpoint.
    """
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None:
            return None
        if _is_endpoints(seen):
            return InfrastructureError(failure_of(seen).words, where=where)
        seen = seen.__cause__
    return None


def _is_endpoints(error: BaseException) -> bool:
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 400:
        return True
    kinds = [(kind.__module__.partition(".")[0], kind.__name__) for kind in type(error).__mro__]
    return (
        isinstance(error, ConnectionError)
        or any(kind in _CONNECTION_FAILURES for kind in kinds)
        or any(package in _CLIENTS for package, _ in kinds)
    )
