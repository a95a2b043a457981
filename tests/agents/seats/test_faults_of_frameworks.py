"""Exceptions of other people's frameworks: which mean that an endpoint failed, and which are a fault of the seat."""

from __future__ import annotations

from itertools import pairwise

import pytest

from regulars.agents.seats.foreign_faults import infrastructure_error
from regulars.errors import InfrastructureError


def foreign(name: str, module: str, base: type[Exception] = Exception, **fields: object) -> Exception:
    """An exception of a class of that name in that module."""
    return type(name, (base,), {"__module__": module, **fields})("it failed")


def chained(*errors: Exception) -> Exception:
    """The first error, caused by the second, and so on."""
    for one, cause in pairwise(errors):
        one.__cause__ = cause
    return errors[0]


UNREACHABLE = foreign("APIConnectionError", "openai._exceptions")
OWN = ValueError("a fault of its own")


@pytest.mark.parametrize(
    ("error", "is_endpoints"),
    [
        (foreign("Busy", "mine", status_code=503), True),
        (foreign("Busy", "mine", status_code=400), True),
        (foreign("Busy", "mine", status_code=399), False),
        (foreign("Busy", "mine", status_code="503"), False),
        (ConnectionError("reset"), True),
        (ConnectionRefusedError("refused"), True),
        (OSError("no such file"), False),
        (UNREACHABLE, True),
        (foreign("APITimeoutError", "mine", type(UNREACHABLE)), True),  # a kind of it
        (foreign("APIConnectionError", "anthropic"), True),
        (foreign("ModelAPIError", "pydantic_ai.exceptions"), True),
        (foreign("ModelAPIError", "openai"), False),  # of another package
        (foreign("BadRequest", "openai"), False),
        *((foreign("Anything", f"{package}.core"), True) for package in ("aiohttp", "httpcore", "httpx", "requests")),
        *((foreign("Anything", package), True) for package in ("httpx2", "urllib3")),
        (foreign("Anything", "httpx_mine"), False),
        (OWN, False),
        (KeyError("choices"), False),
    ],
)
def test_an_exception_is_the_endpoints_by_its_status_its_class_or_its_package(error, is_endpoints) -> None:
    found = infrastructure_error(error, "mine")
    assert (found is not None) is is_endpoints
    if found is not None:
        assert isinstance(found, InfrastructureError)
        assert found.where == "mine"


@pytest.mark.parametrize(("depth", "is_found"), [(0, True), (1, True), (7, True), (8, False)])
def test_causes_are_followed_eight_deep(depth, is_found) -> None:
    causes = [ValueError(str(number)) for number in range(depth)]
    error = chained(*causes, ConnectionError("reset"))
    assert (infrastructure_error(error, "mine") is not None) is is_found


def test_what_is_raised_while_another_error_is_handled_is_a_fault_of_its_own() -> None:
    error = ValueError("wrong")
    error.__context__ = ConnectionError("reset")
    assert infrastructure_error(error, "mine") is None
