"""The benchmark of transfer between people, on a small scale."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks/transfer.py"


def test_shared_wishes_help_the_informed_row_and_not_the_row_without_lessons(monkeypatch):
    specification = importlib.util.spec_from_file_location("transfer", BENCHMARK)
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "transfer", module)
    specification.loader.exec_module(module)
    monkeypatch.setattr(module, "SETTINGS", module.SETTINGS | {"blocks": 1, "people": 1, "cohorts": 1, "sessions": 4})
    gains = {
        row.system: row.value
        for row in module.measured(1.0, 1, "iid", "on-policy")
        if row.metric == "gain" and row.slice == "of=compliance"
    }
    assert gains["oracle-lessons"] >= module.LEAST_GAIN
    assert abs(gains["bm25-turn"]) < 0.1
