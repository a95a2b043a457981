"""The table of requirements: every one is checked somewhere, and says what it expects and how to fix it."""

from __future__ import annotations

from pathlib import Path

import pytest

import regulars.testing
from regulars.testing.contract import requirements

CHECKS = {"memory": "memories", "seat": "seats", "environment": "environments", "reader": "readers"}


@pytest.mark.parametrize("name", requirements())
def test_a_requirement_is_complete_and_checked(name):
    check, _, short = name.partition(".")
    source = Path(regulars.testing.__file__).with_name(f"{CHECKS[check]}.py").read_text("utf-8")
    assert f'"{name}"' in source or f'"{short}"' in source
    assert requirements()[name].keys() == {"expected", "remedy"}
