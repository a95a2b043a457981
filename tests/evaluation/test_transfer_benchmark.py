"""The benchmark of what transfers between people, in small."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks/transfer.py"


def test_who_is_told_what_all_wish_gains_by_it_and_who_learns_no_lessons_does_not(monkeypatch):
    specification = importlib.util.spec_from_file_location("transfer", BENCHMARK)
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "transfer", module)
    specification.loader.exec_module(module)
    monkeypatch.setattr(module, "SETTINGS", module.SETTINGS | {"blocks": 1, "people": 1, "cohorts": 1, "sessions": 4})
    gains = {
        row["system"]: row["value"]
        for row in module.measured(1.0, 1, "iid", "on-policy")
        if row["metric"] == "gain" and row["slice"] == "of=compliance"
    }
    assert gains["oracle-lessons"] >= module.LEAST_GAIN
    assert abs(gains["bm25-turn"]) < 0.1
