"""Memories that learn rise in situations that come back where feedback says something, and stay as they were elsewhere.

Every curve is compared with its own level before anybody rated, paired by seed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def _benchmark() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "learning_situations.py"
    specification = importlib.util.spec_from_file_location("learning_situations", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["learning_situations"] = module
    specification.loader.exec_module(module)
    return module


SITUATIONS = _benchmark()
WIDEST = {"rememberer": 0.2, "reme": 0.2, "h-mem": 0.1, "a-memguard": 0.15, "rmm": 0.1}
"""How wide half an interval may be where nothing is to be learnt."""
SLOW = {"a-memguard", "rmm"}
curves = pytest.mark.parametrize(
    "spec", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in SITUATIONS.SITUATIONS]
)


def gained(spec: str, policy: str) -> tuple[float, float]:
    situation, window = SITUATIONS.SITUATIONS[spec.partition(":")[0]]
    return SITUATIONS.gains(situation, spec, policy, window, window)


@curves
@pytest.mark.parametrize("policy", SITUATIONS.TEACHING)
def test_a_memory_that_is_told_something_does_better(spec, policy):
    gain, half = gained(spec, policy)
    assert gain - half > 0, f"{gain:.3f} +- {half:.3f}"


@pytest.mark.slow
@curves
@pytest.mark.parametrize("policy", SITUATIONS.NOTHING)
def test_a_memory_that_is_told_nothing_stays_as_it_was(spec, policy):
    gain, half = gained(spec, policy)
    assert abs(gain) <= half, f"{gain:.3f} +- {half:.3f}"
    assert half <= WIDEST[spec], "an interval that holds anything says nothing"


@pytest.mark.slow
def test_credited_by_citations_alone_a_ranking_learns_of_feedback_that_says_nothing():
    """As published: feedback is the occasion, and what is learnt is what the assistant itself makes use of."""
    gain, half = gained("rmm:credit=citations", "placebo:of=instructive")
    assert gain - half > 0, f"{gain:.3f} +- {half:.3f}"
