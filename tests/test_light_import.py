"""`import regulars` loads nothing heavy; `benchmarks/import_time.py` measures how long it takes."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("langgraph", "openai", "chromadb", "torch", "pandas", "pydantic")


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.strip()


def test_nothing_heavy_is_loaded():
    loaded = _run(f"import sys, regulars; print(*[name for name in {HEAVY!r} if name in sys.modules])")
    assert loaded == ""


def test_every_public_name_opens():
    code = "import regulars; print(*[name for name in regulars.__all__ if getattr(regulars, name) is None])"
    assert _run(code) == ""
