"""`import regulars` is cheap: it loads nothing heavy and costs little more than what it rests on."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("langgraph", "openai", "chromadb", "torch", "pandas", "pydantic")
ALLOWED_SECONDS = 0.15
RUNS = 5

_TIMED = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.strip()


def test_nothing_heavy_is_loaded():
    loaded = _run(f"import sys, regulars; print(*[name for name in {HEAVY!r} if name in sys.modules])")
    assert loaded == ""


def test_every_public_name_opens():
    code = "import regulars; print(*[name for name in regulars.__all__ if getattr(regulars, name) is None])"
    assert _run(code) == ""


def test_import_costs_little_more_than_gymnasium_and_pettingzoo():
    """The best of several runs, taken in turn, so that a busy machine weighs on both alike."""
    ground, ours = [], []
    for _ in range(RUNS):
        ground.append(float(_run(_TIMED.format("gymnasium, pettingzoo"))))
        ours.append(float(_run(_TIMED.format("gymnasium, pettingzoo, regulars"))))
        if min(ours) - min(ground) <= ALLOWED_SECONDS / 2:
            break
    assert min(ours) - min(ground) <= ALLOWED_SECONDS
