"""The tests that CONTRIBUTING and the page of public names show pass as they stand."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = [
    (page, block)
    for page in ("CONTRIBUTING.md", "docs/api.md")
    for block in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
]


@pytest.mark.parametrize(("page", "block"), BLOCKS)
def test_a_test_that_is_shown_passes(page, block, monkeypatch):
    module = ModuleType("shown")
    monkeypatch.setitem(sys.modules, "shown", module)
    exec(compile(block, page, "exec"), vars(module))
    tests = [value for name, value in vars(module).items() if name.startswith("test_")]
    assert tests
    for shown in tests:
        shown()
