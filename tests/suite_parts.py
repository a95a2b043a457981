"""Parts of the suite: `pytest --part 3/10` runs a tenth of what is selected."""

from __future__ import annotations

import re
import zlib

import pytest


def in_part(given: str, test: str) -> bool:
    """Whether a test is in part K of N, written `K/N`. A test stays in its part as others come and go.

    Raises:
        pytest.UsageError: `given` is no part.
    """
    match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", given)
    part, parts = map(int, match.groups()) if match else (0, 0)
    if not 1 <= part <= parts:
        raise pytest.UsageError(f"--part {given}: expected K/N with K from 1 to N, as in --part 3/10")
    return zlib.crc32(test.encode()) % parts == part - 1
