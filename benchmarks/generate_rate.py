"""How fast lives are made and checked, and people drawn, beside reading the same lives' JSON in the same run.

Run: python benchmarks/generate_rate.py [--lives 1000] [--suite core]

Lives have 12 sessions and 60 planned probes: plain ones, and ones with all options of a suite. The peer is `json.loads`
of the scenario's file. A ratio compares the sums over all lives. The bar of a life is also 30 milliseconds: 1,000 lives
in 30 seconds on one core.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from time import perf_counter

from rich.progress import track

from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.personas.sampling import draw_names, draw_persona
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree

BAR = 0.030
"""Seconds a life."""
RATIO_BARS = {"life": 100.0, "check": 30.0, "person": 6.0}
"""How many times as long as reading the life's JSON it may take to make the life, check it, or draw a person."""


@dataclass(slots=True)
class Sums:
    """Seconds over all lives, and the worst life's."""

    life: float = 0.0
    check: float = 0.0
    person: float = 0.0
    peer: float = 0.0
    worst: float = 0.0


def sums(lives: int, options: dict[str, object], label: str) -> Sums:
    """What lives take, the first one, which reads the files, left out."""
    found, names = Sums(), draw_names(SeedTree(0), lives + 1)
    for seed in track(range(lives + 1), label, disable=not sys.stderr.isatty()):
        began = perf_counter()
        scenario = generate(seed, sessions=12, probes_per_session=5, **options)
        made = perf_counter()
        problems = validate_scenario(scenario, ontology_of(scenario.language))
        checked = perf_counter()
        draw_persona(SeedTree(seed).child("person"), name=names[seed])
        drawn = perf_counter()
        text = scenario_to_json(scenario)
        written = perf_counter()
        json.loads(text)
        read = perf_counter()
        assert (len(scenario.sessions), len(scenario.probes), problems) == (12, 60, [])
        if seed:
            found.life += made - began
            found.check += checked - made
            found.person += drawn - checked
            found.peer += read - written
            found.worst = max(found.worst, made - began)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=1000)
    parser.add_argument("--suite", default="core")
    given = parser.parse_args()
    known = {"seed", "suite", "users", "sessions", "probes_per_session", "anchors"}
    plan = load_suite(given.suite).scenarios(0)[0]
    rows = {"plain": {}, f"options of {given.suite}": {name: one for name, one in plan.items() if name not in known}}
    all_met = True
    for label, options in rows.items():
        found = sums(given.lives, options, label)
        print(f"{label}: reading the JSON of a life {1000 * found.peer / given.lives:.2f} ms")
        for name, bar in RATIO_BARS.items():
            taken = getattr(found, name)
            met = taken <= bar * found.peer and (name != "life" or taken <= BAR * given.lives)
            all_met &= met
            worst = f", worst {1000 * found.worst:.1f} ms, bar {1000 * BAR:.0f} ms" if name == "life" else ""
            figures = f"{1000 * taken / given.lives:8.2f} ms{taken / found.peer:8.1f} x, bar {bar:.0f} x{worst}"
            print(f"  {name:8}{figures}: {'met' if met else 'MISSED'}")
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
