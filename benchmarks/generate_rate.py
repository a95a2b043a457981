"""How fast lives are made: with all options of a suite, and plain.

Run: python benchmarks/generate_rate.py [--lives 1000] [--suite core]
The bar is 1,000 lives of 12 sessions with 60 planned probes in 30 seconds on one core.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from rich.progress import track

from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite

BAR = 0.030
"""Seconds a life."""


def seconds(lives: int, options: dict[str, object], label: str) -> tuple[float, float]:
    """Mean and worst seconds a life, the first one, which reads the files, left out."""
    generate(0, sessions=12, probes_per_session=5, **options)
    worst = total = 0.0
    for seed in track(range(1, lives + 1), label, disable=not sys.stderr.isatty()):
        began = perf_counter()
        scenario = generate(seed, sessions=12, probes_per_session=5, **options)
        taken = perf_counter() - began
        assert len(scenario.sessions) == 12
        assert len(scenario.probes) == 60
        total, worst = total + taken, max(worst, taken)
    return total / lives, worst


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=1000)
    parser.add_argument("--suite", default="core")
    given = parser.parse_args()
    known = {"seed", "suite", "users", "sessions", "probes_per_session", "anchors"}
    plan = load_suite(given.suite).scenarios(0)[0]
    rows = {
        "plain": {},
        f"options of {given.suite}": {name: value for name, value in plan.items() if name not in known},
    }
    met = True
    for name, options in rows.items():
        mean, worst = seconds(given.lives, options, name)
        met &= mean <= BAR
        whole = given.lives * mean
        print(f"{name:20} {1000 * mean:6.1f} ms a life, worst {1000 * worst:6.1f} ms, {whole:6.1f} s in all")
    print(f"bar {1000 * BAR:.0f} ms: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
