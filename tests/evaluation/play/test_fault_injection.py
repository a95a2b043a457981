"""The benchmark that injects faults, on a small scale."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

BENCHMARK = Path(__file__).resolve().parents[3] / "benchmarks/fault_injection.py"


def test_no_injected_fault_is_scored_or_loses_another_episode(tmp_path, monkeypatch):
    specification = importlib.util.spec_from_file_location("fault_injection", BENCHMARK)
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "fault_injection", module)
    specification.loader.exec_module(module)
    monkeypatch.delitem(module.FAULTS, module.LATE)
    report = module.inject(tmp_path, 24, 6, 1, 60.0)
    assert report["faults injected"] == 24
    assert report["  ended as completed"] == 24
    assert {line: wrong for line, wrong in report.items() if line.endswith("(must be 0)") and wrong} == {}
