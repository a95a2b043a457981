"""Errors in full: what is wrong, where, what was expected, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regulars.errors import RegularsError


def message(call: Callable[[], Any], kind: type[RegularsError]) -> str:
    """The whole message of the error that a call raises. It is of this class, and of no other of the family."""
    with pytest.raises(RegularsError) as caught:
        call()
    assert type(caught.value) is kind
    return str(caught.value)
