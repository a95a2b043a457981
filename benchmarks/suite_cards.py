"""Writes a card for each suite: what it holds, how much depends on the assistant, what shortcuts win.

Run: python benchmarks/suite_cards.py [--seeds 3] [--out docs/suites.md] [--only core,hard]
A card gives the suite's version and frozen hash; lives, sessions, planned probes and fillers; the shares of disclosure
modes and phrasings; the share of planned probes that resolve differently between four assistants (one acknowledges, one
asks, one gives wrong values, one keeps asking); the share of events that the assistant causes; and the accuracy of
shortcuts over all probes, with contrast pairs scored together. A figure is a mean over the given number of seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from on_policy import STANCES, live, resolutions
from rich.progress import track
from shortcut_policies import Earliness, memoryless
from shortcuts import by_kind, share
from shortcuts import live as live_shortcut

from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario

SUITES = ("smoke", "core", "hard", "multi-user", "privacy", "procedural", "stream", "long-115k", "long-1.5m")
INTRODUCTION = (
    "# Suites\n\n`benchmarks/suite_cards.py` writes this page. "
    "[Worlds](worlds.md#suites-and-splits) explains suites and splits.\n\n"
)
DEAR = ("long-1.5m",)
"""Suites with long lives, whose cards leave out what needs several runs."""


def card(suite: Suite, seeds: int) -> str:
    """The card in Markdown."""
    grown = [suite.generate(seed) for seed in track(range(seeds), suite.name, disable=not sys.stderr.isatty())]
    scenarios = [scenario for lives in grown for scenario in lives]
    rows = [("hash of seed 0", f"`{suite.hash(0)}`"), *_contents(suite, scenarios, seeds)]
    if suite.name not in DEAR:
        rows += _dependence(scenarios[: 2 * len(suite.plans) or len(grown[0])])
        rows += _shortcuts(suite, seeds)
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    return f"## {suite.label}\n\n{suite.summary[:1].upper()}{suite.summary[1:]}.\n\n| | |\n|---|---|\n{table}\n"


def _contents(suite: Suite, scenarios: list[Scenario], seeds: int) -> list[tuple[str, str]]:
    sessions = [session for scenario in scenarios for session in scenario.sessions]
    planned = [session for session in sessions if not session.filler]
    acts = [act for session in planned for act in session.agenda]
    tells = [act for act in acts if act.kind is ActKind.TELL and act.mode is not DisclosureMode.OUTCOME]
    probes = Counter(str(probe.kind) for scenario in scenarios for probe in scenario.probes)
    fillers = len(sessions) - len(planned)
    per = len(scenarios)
    return [
        *([("stream", _stream(suite.stream))] if suite.stream else []),
        ("scenarios of a seed", str(per // seeds)),
        ("people, sessions, probes a scenario", _per(scenarios, planned, probes, per)),
        *([("filler sessions a scenario", f"{fillers / per:.0f}")] if fillers else []),
        ("disclosure modes", _shares(Counter(act.mode.value for act in tells))),
        ("phrasings", _shares(Counter(act.phrasing.value for act in tells))),
        ("probes by kind", ", ".join(f"{kind} {count / seeds:.0f}" for kind, count in probes.most_common())),
    ]


def _stream(settings: Mapping[str, Any]) -> str:
    cohorts, people = settings["cohorts"], settings["people"]
    blocks = f"{settings['blocks']} blocks of {people} train and {people} exam lives"
    kept = f"{settings['rules']} rules each, which a person follows with probability {settings['rho']}"
    return f"schedule {settings['schedule']}, {blocks}, {cohorts} cohort{'s' * (cohorts > 1)} with {kept}"


def _per(scenarios: list[Scenario], planned: list[object], probes: Counter[str], per: int) -> str:
    people = sum(len(scenario.persons) for scenario in scenarios)
    return f"{people / per:.1f}, {len(planned) / per:.1f}, {probes.total() / per:.0f}"


def _shares(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count / counts.total():.0%}" for name, count in counts.most_common())


def _dependence(scenarios: list[Scenario]) -> list[tuple[str, str]]:
    """How much of what is planned turns out differently with another assistant; what the assistant brings about."""
    different = planned = caused = events = 0
    for scenario in scenarios:
        lives = [live(stance, 0, "default", scenario) for stance in STANCES]
        keys = [resolutions(life) for life in lives]
        planned += len(keys[0])
        different += sum(len({found[probe] for found in keys}) > 1 for probe in keys[0])
        asker = lives[STANCES.index("asker")]
        caused += len(asker.choices.caused)
        events += sum(len(person.events) for person in scenario.persons) + len(asker.choices.caused)
    return [
        ("probes that resolve differently between assistants", f"{different / planned:.0%}"),
        ("events that the assistant causes", f"{caused / events:.0%}" if events else "none"),
    ]


def _shortcuts(suite: Suite, seeds: int) -> list[tuple[str, str]]:
    known = memoryless({}, Earliness())
    policies = {"abstain,A": "always abstains, letter A", "one,short": "the same answer, the shortest option"}
    policies["last value"] = "the last value of the domain"
    asked = [
        one
        for seed in range(seeds)
        for scenario in suite.generate(seed)
        for one in live_shortcut(scenario, seed, known)
    ]
    found = []
    for name, says in policies.items():
        kinds = by_kind(asked, name)
        scores = [one for kind, some in kinds.items() if kind != "abstention" for one in some]
        value = f"{share(scores):.1%} of all but abstention" if scores else "nothing asked"
        found.append((f"shortcut: {says}", value))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--out", default="", help="a file to write; printed if left out")
    parser.add_argument("--only", default=",".join(SUITES))
    given = parser.parse_args()
    cards = [card(load_suite(name), 1 if name in DEAR else given.seeds) for name in given.only.split(",")]
    text = INTRODUCTION + "\n".join(cards)
    if given.out:
        Path(given.out).write_text(text, "utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
